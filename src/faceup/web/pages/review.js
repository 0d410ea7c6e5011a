// The review of a game: where value was thrown away, how much, and what would have been better.

import { cancelled, post } from "./api.js";
import { busy, el, replace, showError } from "./elements.js";
import { decimal } from "./movevalues.js";
import { capital, shortName } from "./seats.js";

const short = (number) => String(Number(number.toPrecision(3)));

/** The drawing of a Review. */
export function reviewTable(review) {
  const bad = review.rows.filter((row) => row.lost > 0 || row.favours);
  const apart = review.rows.some((row) => row.changes.length);
  const chance = review.rows.some((row) => row.luck !== null && row.luck !== undefined);
  const place = el("div");
  const all = el("input", { type: "checkbox", id: "all-rows", on: { change: () => place.replaceChildren(table()) } });
  const table = () => rows(all.checked ? review.rows : bad, review.players);
  place.append(table());
  return [
    apart ? seatTotals(review, chance) : totals(review, chance),
    bad.length ? null : el("p", { text: "No move threw anything away." }),
    place,
    review.rows.length > bad.length &&
      el("div", { class: "field-check" }, all, el("label", { for: "all-rows", text: "Show every move" })),
  ];
}

function totals({ rows, players, lost }, chance) {
  const luck = rows.reduce((sum, row) => sum + (row.luck ?? 0), 0);
  return el(
    "div",
    { class: "totals" },
    players.map((who, player) => el("div", {}, `${who} threw away`, el("strong", { text: short(lost[player]) }))),
    chance && el("div", {}, `chance gave ${players[0]}`, el("strong", { text: signed(luck) })),
  );
}

// Where everybody has a payoff of their own: what each threw away, and what chance gave them.
function seatTotals({ rows, players, lost }, chance) {
  const luck = (seat) => rows.reduce((sum, row) => sum + (row.luck === null ? 0 : row.changes[seat]), 0);
  const decided = rows.some((row) => row.turn >= 0);
  const head = ["", decided && "threw away", chance && "chance gave"].filter((text) => text !== false);
  return el(
    "table",
    { class: "seat-totals" },
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        head.map((text) => (text ? el("th", { scope: "col", class: "number", text }) : el("td"))),
      ),
    ),
    el(
      "tbody",
      {},
      players.map((name, seat) =>
        el(
          "tr",
          {},
          el("th", { scope: "row", text: capital(name.replace(/^the /, "")) }),
          decided && el("td", { class: ["number", lost[seat] > 0 && "lost"], text: short(lost[seat]) }),
          chance && el("td", { class: "number", text: tiny(luck(seat)) ? "0" : signed(luck(seat)) }),
        ),
      ),
    ),
  );
}

function signed(number) {
  return number < 0 ? `−${short(-number)}` : `+${short(number)}`;
}

// Where everybody has a payoff of their own, what each move changed for each of them is said, else the value around it.
function rows(shown, players) {
  if (!shown.length) return el("span");
  const apart = shown[0].changes.length > 0;
  const head = ["Move", "Played", "Thrown away", "Best", "Who"];
  const more = apart ? players.map((name) => capital(shortName(name))) : ["Before", "After"];
  return el(
    "div",
    { class: "wide", role: "region", "aria-label": "Reviewed moves", tabindex: 0 },
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          head.map((text) => el("th", { scope: "col", text })),
          more.map((text) => el("th", { scope: "col", class: apart && "number", text })),
        ),
      ),
      el(
        "tbody",
        {},
        shown.map((row) =>
          el(
            "tr",
            {},
            el("td", { text: row.number }),
            el("td", { text: row.word }),
            el("td", {}, cost(row)),
            el("td", { text: row.turn < 0 ? "" : row.best.join(", ") }),
            el("td", { text: apart ? shortName(row.who) : row.who }),
            apart
              ? row.changes.map((change) => el("td", { class: "number", text: tiny(change) ? "" : signed(change) }))
              : [row.before, row.after].map((value) => el("td", { text: decimal(value), title: value.text })),
          ),
        ),
      ),
    ),
  );
}

const tiny = (number) => Math.abs(number) < 1e-9;

function cost(row) {
  if (row.luck !== null && row.luck !== undefined) return row.changes.length ? "luck" : `luck ${signed(row.luck)}`;
  if (row.favours) return "nothing, but others' chances changed";
  if (!(row.lost > 0)) return "";
  return [el("span", { class: "lost", text: short(row.lost) }), row.text ? ` ${row.text}` : ""];
}

/** Reviews games in `section`, which is hidden while there is none: {open(path, body), close()}. */
export function reviewer(section, place) {
  let asking = null;
  const close = () => {
    asking?.abort();
    asking = null;
    section.hidden = true;
    replace(place);
  };
  const open = async (path, body) => {
    close();
    const controller = (asking = new AbortController());
    section.hidden = false;
    busy(place, controller, "Looking where value was thrown away ...");
    try {
      const answer = await post(path, body, { signal: controller.signal });
      if (asking === controller) replace(place, reviewTable(answer));
    } catch (error) {
      if (asking !== controller) return;
      const again = () => open(path, body);
      if (!cancelled(error)) showError(place, error.message);
      else replace(place, el("button", { type: "button", text: "Review the game", on: { click: again } }));
    }
  };
  return { open, close };
}

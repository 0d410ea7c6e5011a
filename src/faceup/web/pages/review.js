// The review of a game: where value was thrown away, how much, and what would have been better.

import { cancelled, post } from "./api.js";
import { busy, el, replace, showError } from "./elements.js";
import { decimal } from "./movevalues.js";

const short = (number) => String(Number(number.toPrecision(3)));

/** The drawing of a Review. */
export function reviewTable(review) {
  const bad = review.rows.filter((row) => row.lost > 0);
  const luck = review.rows.reduce((sum, row) => sum + (row.luck ?? 0), 0);
  const chance = review.rows.some((row) => row.luck !== null && row.luck !== undefined);
  const place = el("div");
  const all = el("input", { type: "checkbox", id: "all-rows", on: { change: () => place.replaceChildren(table()) } });
  const table = () => rows(all.checked ? review.rows : bad);
  place.append(table());
  return [
    el(
      "div",
      { class: "totals" },
      review.players.map((who, player) =>
        el("div", {}, `${who} threw away`, el("strong", { text: short(review.lost[player]) })),
      ),
      chance && el("div", {}, `chance gave ${review.players[0]}`, el("strong", { text: signed(luck) })),
    ),
    bad.length ? null : el("p", { text: "No move threw anything away." }),
    place,
    review.rows.length > bad.length &&
      el("div", { class: "field-check" }, all, el("label", { for: "all-rows", text: "Show every move" })),
  ];
}

function signed(number) {
  return number < 0 ? `−${short(-number)}` : `+${short(number)}`;
}

function rows(shown) {
  if (!shown.length) return el("span");
  const head = ["Move", "Played", "Thrown away", "Best", "Who", "Before", "After"];
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
            el("td", { text: row.who }),
            el("td", { text: decimal(row.before), title: row.before?.text }),
            el("td", { text: decimal(row.after), title: row.after?.text }),
          ),
        ),
      ),
    ),
  );
}

function cost(row) {
  if (row.luck !== null && row.luck !== undefined) return `luck ${signed(row.luck)}`;
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

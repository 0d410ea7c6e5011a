// The review of a game: what a player could hope for, luck apart from skill, and what would have been better.

import { cancelled, post } from "./api.js";
import { busy, el, replace, showError } from "./elements.js";
import { reviewedMove } from "./reviewedmove.js";
import { reviewGraph } from "./reviewgraph.js";
import { luckOf, moverOf, short, signed, sized, tiny, unitOf } from "./reviewwords.js";
import { capital, shortName } from "./seats.js";

/** The drawing of a Review: sums, graph, the move that is looked at, and a table. */
function drawing(review, { asked, retry }) {
  if (!review.rows.length) return el("p", { text: unjudged(review) });
  const go = (k) => {
    graph.show(review, k);
    move.show(review, k);
  };
  const graph = reviewGraph(go);
  const move = reviewedMove({ asked, retry, go });
  const bad = review.rows.filter((row) => row.lost > 0 || row.favours);
  const place = el("div");
  const all = el("input", { type: "checkbox", id: "all-rows", on: { change: () => place.replaceChildren(table()) } });
  const table = () => rows(review, all.checked ? review.rows : bad, go);
  place.append(table());
  graph.show(review, null);
  return [
    review.unknown ? el("p", { text: unjudged(review) }) : null,
    sentence(review),
    graph.node,
    move.node,
    sums(review),
    bad.length ? null : el("p", { text: "No move threw anything away." }),
    place,
    review.rows.length > bad.length &&
      el("div", { class: "field-check" }, all, el("label", { for: "all-rows", text: "Show every move" })),
  ];
}

function unjudged({ made, rows, unknown }) {
  const left = made - rows.length;
  const which = !rows.length ? "No review" : left === 1 ? "Move 1 is not judged" : `Moves 1 to ${left} are not judged`;
  return `${which}: ${unknown || "no move was made"}.`;
}

const named = ({ you, reader, players }, seat) => (you && seat === reader ? "you" : (players[seat] ?? players[0]));

/** "Luck gave you 6 points of 100; your moves lost 12." */
function sentence(review) {
  const { rows, reader, skill, you } = review;
  const who = named(review, reader);
  const { lost, luck } = skill[reader];
  const unit = unitOf(review);
  const gave = sized(review, luck);
  const chance = rows.some((row) => row.turn < 0);
  const much = `${short(Math.abs(gave))}${unit}`;
  const told = tiny(gave) ? `gave ${who} what was to be expected` : gave < 0 ? `took ${much} from ${who}` : `gave ${who} ${much}`;
  const lucky = chance && `luck ${told}`;
  const own = `${you ? "your" : `${who}'s`} moves lost ${short(sized(review, lost))}${chance && !tiny(gave) ? "" : unit}`;
  const decided = rows.some((row) => row.turn === reader);
  const parts = [lucky, decided && own].filter(Boolean).join("; ");
  return parts ? el("p", { class: "review-sentence", text: `${capital(parts)}.` }) : null;
}

/** What everybody's moves lost, what chance gave them, and how accurate they were, which is explained below. */
function sums(review) {
  const { rows, players, skill, reader } = review;
  const chance = rows.some((row) => row.turn < 0);
  const seats = players.length === 1 ? [reader] : players.map((_, seat) => seat);
  const head = ["", "accuracy", "moves lost", chance && "luck gave"].filter((text) => text !== false);
  const called = players.length > 2 ? shortName : (name) => name;
  const free = seats.reduce((sum, seat) => sum + skill[seat].free, 0);
  const cells = (seat) => {
    const { lost, luck, accuracy, text } = skill[seat];
    const gave = sized(review, luck);
    return [
      accuracy === null ? "nothing to lose" : text,
      short(sized(review, lost)),
      ...(chance ? [tiny(gave) ? "0" : signed(gave)] : []),
    ];
  };
  if (!rows.some((row) => row.turn >= 0) && !chance) return null;
  return [
    el(
      "div",
      { class: "wide", role: "region", "aria-label": "Skill and luck of everybody", tabindex: 0 },
      el(
        "table",
        { class: "seat-totals" },
        el("thead", {}, el("tr", {}, head.map((text) => (text ? el("th", { scope: "col", class: "number", text }) : el("td"))))),
        el(
          "tbody",
          {},
          seats.map((seat) =>
            el(
              "tr",
              {},
              el("th", { scope: "row", text: capital(called(named(review, seat))) }),
              cells(seat).map((text) => el("td", { class: "number", text })),
            ),
          ),
        ),
      ),
    ),
    el("p", {
      class: "soft small",
      text: `Accuracy is the share of best moves among those where some other move would have lost${free ? `; moves with nothing to lose (${free}) do not count` : ""}.`,
    }),
  ];
}

// Where everybody has a payoff of their own, what each move changed for each of them is said, else the hope after it.
function rows(review, shown, go) {
  if (!shown.length) return el("span");
  const apart = shown[0].changes.length > 0;
  const head = ["Move", "Who", "Played", "What it changed", "Best"];
  const more = apart ? review.players.map(capital) : [review.you ? "For you then" : `For ${named(review, review.reader)} then`];
  const look = (row) => go(review.rows.indexOf(row));
  const changes = (row) => row.changes.map((change) => el("td", { class: "number", text: tiny(change) ? "" : signed(sized(review, change)) }));
  return el(
    "div",
    { class: "wide", role: "region", "aria-label": "Reviewed moves", tabindex: 0 },
    el(
      "table",
      { class: "review-moves" },
      el("thead", {}, el("tr", {}, [...head, ...more].map((text) => el("th", { scope: "col", text })))),
      el(
        "tbody",
        {},
        shown.map((row) =>
          el(
            "tr",
            {},
            el(
              "td",
              {},
              el("button", {
                type: "button",
                class: "quiet small",
                "aria-label": `Look at move ${row.number}`,
                text: row.number,
                on: { click: () => look(row) },
              }),
            ),
            el("td", { text: moverOf(review, row) }),
            el("td", { text: row.word }),
            el("td", {}, cost(review, row)),
            el("td", { text: row.turn < 0 ? "" : row.best.join(", ") }),
            apart ? changes(row) : el("td", { text: row.hopes[review.reader].text }),
          ),
        ),
      ),
    ),
  );
}

function cost(review, row) {
  if (row.luck !== null) {
    const luck = sized(review, luckOf(row, review.reader));
    return tiny(luck) ? "" : `luck ${signed(luck)}`;
  }
  if (row.favours) return "nothing, but others' chances changed";
  if (!(row.lost > 0)) return "";
  return [el("span", { class: "lost", text: `lost ${short(sized(review, row.lost))}` }), row.text ? ` ${row.text}` : ""];
}

/**
 * Reviews games in `section`, which is hidden while there is none: {open(game), close()}. A game is {parameters, moves,
 * position, seats, seed}; `api(what)` is where to ask, `retry(moves)` goes on from some of the moves.
 */
export function reviewer(section, place, { api, retry }) {
  let asking = null;
  const close = () => {
    asking?.abort();
    asking = null;
    section.hidden = true;
    replace(place);
  };
  const open = async ({ parameters, moves, position, seats, seed }) => {
    close();
    const controller = (asking = new AbortController());
    section.hidden = false;
    busy(place, controller, "Looking where value was thrown away ...");
    const body = { parameters, moves, position, seats };
    const asked = (count) => ({
      path: api("play"),
      body: { ...body, moves: moves.slice(0, count), seed, values: true, go_on: false },
    });
    try {
      const answer = await post(api("review"), body, { signal: controller.signal });
      if (asking === controller)
        replace(place, drawing(answer, { asked, retry: (count) => retry(moves.slice(0, count)) }));
    } catch (error) {
      if (asking !== controller) return;
      const again = () => open({ parameters, moves, position, seats, seed });
      if (!cancelled(error)) showError(place, error.message);
      else replace(place, el("button", { type: "button", text: "Review the game", on: { click: again } }));
    }
  };
  return { open, close };
}

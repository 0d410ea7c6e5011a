// The review of a game: what a player could hope for, luck apart from skill, and what would have been better.

import { cancelled, post } from "./api.js";
import { busy, el, replace, showError } from "./elements.js";
import { reviewedMove } from "./reviewedmove.js";
import { reviewGraph } from "./reviewgraph.js";
import { capital, shortName } from "./seats.js";

/** The drawing of a Review: sums, graph, the move that is looked at, and a table. */
function drawing(review, { asked, retry }) {
  if (!review.rows.length) return el("p", { text: review.left_out });
  const go = (k) => {
    graph.show(review, k);
    move.show(review, k);
  };
  const graph = reviewGraph(go);
  const move = reviewedMove({ asked, retry, go });
  const bad = review.rows.filter((row) => row.lost !== 0 || row.favours);
  const place = el("div");
  const all = el("input", { type: "checkbox", id: "all-rows", on: { change: () => place.replaceChildren(table()) } });
  const table = () => rows(review, all.checked ? review.rows : bad, go);
  place.append(table());
  graph.show(review, null);
  const first = worst(review);
  if (first !== null) go(first);
  return [
    review.left_out ? el("p", { text: review.left_out }) : null,
    review.says ? el("p", { class: "review-sentence", text: review.says }) : null,
    graph.node,
    move.node,
    sums(review),
    place,
    review.rows.length > bad.length &&
      el("div", { class: "field-check" }, all, el("label", { for: "all-rows", text: "Show every move" })),
  ];
}

/** The place of the reader's move that lost most; null where none lost anything. */
function worst({ rows, you, reader }) {
  const lost = rows.map((row) => (you && row.turn !== reader ? 0 : (row.lost ?? Infinity)));
  const most = Math.max(...lost);
  return most > 0 ? lost.indexOf(most) : null;
}

/** What everybody's moves lost, what chance gave them, and how accurate they were, which is explained below. */
function sums({ players, skill_words: skills, note }) {
  if (!skills.length) return [];
  const called = players.length > 2 ? shortName : (name) => name;
  const lucky = skills.some(({ luck }) => luck);
  const head = ["", "accuracy", "mistakes cost", ...(lucky ? ["luck"] : [])];
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
          skills.map(({ who, accuracy, lost, luck }) =>
            el(
              "tr",
              {},
              el("th", { scope: "row", text: capital(called(who)) }),
              [accuracy, lost, ...(lucky ? [luck] : [])].map((text) => el("td", { class: "number", text })),
            ),
          ),
        ),
      ),
    ),
    note ? el("p", { class: "soft small", text: note }) : null,
  ];
}

// Where everybody has a payoff of their own, what each move changed for each of them is said, else the hope after it.
function rows(review, shown, go) {
  if (!shown.length) return el("span");
  const apart = shown[0].changes.length > 0;
  const head = ["Move", "Who", "Played", "Effect", "Best"];
  const more = apart ? review.players.map(capital) : [review.you ? "Your result after" : `For ${review.players[review.reader] ?? review.players[0]} after`];
  const look = (row) => go(review.rows.indexOf(row));
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
            el("td", { text: row.who }),
            el("td", { text: row.word }),
            el("td", {}, el("span", { class: row.lost !== 0 && "lost", text: row.change }), row.text ? ` ${row.text}` : ""),
            el("td", { text: row.best.join(", ") }),
            apart
              ? row.changed.map((text, seat) => el("td", { class: "number", text: row.changes[seat] === 0 ? "" : text }))
              : el("td", { text: row.hopes[review.reader] }),
          ),
        ),
      ),
    ),
  );
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
    busy(place, controller, "Looking for mistakes ...");
    const body = { parameters, moves, position, seats, seed };
    const asked = (count) => ({
      path: api("play"),
      body: { ...body, moves: moves.slice(0, count), values: true, go_on: false },
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

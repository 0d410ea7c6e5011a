// The review of a game: what a player could hope for, luck apart from skill, and what would have been better.

import { apiOf } from "./api.js";
import { byId, el, pushButton, replace, svg, table } from "./elements.js";
import { reviewed } from "./game.js";
import { byWorth, known, worthBadge } from "./movevalues.js";
import { axes, ChartPicture, linear, spotsAlong, textWidth, ticks } from "./picture.js";
import { sceneOf } from "./scene.js";
import { capital, shortName } from "./seats.js";
import { Store } from "./store.js";
import { linesOf } from "./waiting.js";

const HEIGHT = 200; // of the graph
const MOST_TOLD = 6; // moves of others between two of one's own

/** The review of the game in a GameStore, as soon as it is over or somebody asks; hidden as long as there is none. */
export class GameReview extends HTMLElement {
  #asked = new Store({ review: null });
  #key = ""; // of which game

  follow(game) {
    this.game = game;
    const place = el("div", { id: "review-text" });
    replace(this, el("h2", { id: "review-title" }, "Review"), linesOf(this.#asked), place);
    game.subscribe(["position", "shown", "review"], (state) => this.#keep(state));
    this.#asked.subscribe(["review", "asking", "error"], ({ review, asking, error }) => {
      if (review) replace(place, new ReviewBody(game, review));
      else replace(place, !asking && !error && this.#key ? this.#again() : null);
    });
  }

  #keep(state) {
    const { values, ...game } = state.played ?? {};
    const key = reviewed(state) ? JSON.stringify(game) : "";
    if (key === this.#key) return;
    this.#key = key;
    this.hidden = !key;
    this.#asked.giveUp();
    this.#asked.update({ review: null, error: null });
    if (key) this.#ask(game);
  }

  async #ask(game) {
    const path = apiOf(this.game.state.game, "review");
    const review = await this.#asked.ask("Reviewing the game ...", [path, game]);
    if (review) this.#asked.update({ review });
  }

  #again() {
    const { values, ...game } = this.game.state.played;
    return pushButton("Review the game", () => this.#ask(game));
  }
}

/** What a Review says: the graph, the move that is looked at, sums, and a table. */
class ReviewBody extends HTMLElement {
  constructor(game, review) {
    super();
    if (review.rows.length) this.#fill(game, review);
    else this.append(el("p", review.left_out));
  }

  #fill(game, review) {
    const go = (k) => game.update({ row: review.rows[k].place + 1 });
    const graph = new ReviewGraph(go);
    const move = new ReviewedMove(game, review, go);
    const bad = review.rows.filter((row) => row.lost !== 0 || row.favours);
    const all = el("input", { type: "checkbox", id: "all-rows", on: { change: () => place.replaceChildren(moves()) } });
    const unseen = review.end.length > 0 || review.rows.some(({ luck_before: luck }) => luck);
    const { history, hidden } = game.state.position;
    const moves = () => movesOf(review, unseen || all.checked ? review.rows : bad, go, unseen && history, hidden);
    const place = el("div", moves());
    replace(
      this,
      review.left_out ? el("p", review.left_out) : null,
      review.says ? el("p.review-sentence", review.says) : null,
      graph,
      move,
      sums(review),
      place,
      review.rows.length > bad.length && !unseen &&
        el("div.field-check", all, el("label", { for: "all-rows" }, "Show every move")),
    );
    this.leave = game.subscribe(["row"], ({ row }) => {
      const k = review.rows.findIndex(({ place }) => place + 1 === row);
      const looked = k < 0 ? worst(review) : k;
      graph.show(review, looked);
      if (looked !== null) move.look(looked);
    });
  }

  disconnectedCallback() {
    this.leave?.();
  }
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
  return [
    table("Skill and luck of everybody", {
      look: "seat-totals",
      head: ["", "accuracy", "mistakes cost", ...(lucky ? ["luck"] : [])],
      rows: skills.map(
        ({ who, accuracy, lost, luck }) => [capital(called(who)), accuracy, lost, ...(lucky ? [luck] : [])]
      ),
      numeric: (k) => k > 0,
      named: true,
    }),
    note ? el("p.soft.small", note) : null,
  ];
}

// Where everybody has a payoff of their own, what each move changed for each of them is said, else the hope after it.
// `history`: the moves of all, where chance and others have moved between, without rows of their own; then the lines add
// up to the result.
function movesOf(review, shown, go, history, hidden) {
  if (!shown.length) return el("span");
  const apart = shown[0].changes.length > 0;
  const head = ["Move", "Who", "Played", "Effect", "Best"];
  const reader = review.players[review.reader] ?? review.players[0];
  const more = apart ? review.players.map(capital) : [review.you ? "Your result after" : `For ${reader} after`];
  const look = (row) =>
    pushButton(
      row.numbered ? row.number : "\u00b7",
      () => go(review.rows.indexOf(row)),
      { class: `quiet small${row.numbered ? "" : " unnumbered"}`, "aria-label": `Look at ${row.numbered ? `move ${row.number}` : row.word}` },
    );
  const changed = (row) => row.changed.map((text, seat) => (row.changes[seat] === 0 ? "" : text));
  // On a phone, where a table of moves has no head, what follows the best move says itself what it is.
  const under = (text, k) => el("td", { class: apart && "number", "data-head": more[k] }, text);
  const line = (row) => [
    look(row),
    row.who,
    row.word,
    el("span", { class: row.lost !== 0 && "lost" }, row.text || row.change),
    row.best.join(", "),
    ...(apart ? changed(row) : [row.hopes[review.reader]]).map(under),
  ];
  const numeric = (k) => apart && k >= head.length;
  const between = (what, effect, hopes) => ["", "", what, effect, "", under(hopes[review.reader], 0)];
  let told = 0; // moves of the history
  /** The moves that nobody judged up to the decision of this number, or to the end. */
  const others = (number) => {
    const places = [...(history || []).keys()].filter((k) => history[k].turn >= 0);
    const some = (history || []).slice(told, places[number - 1]);
    told += some.length + 1;
    const words = some.slice(-MOST_TOLD).map(({ turn, who, word, says }) => (turn < 0 ? says || word : `${who}: ${word}`));
    return `${some.length > words.length ? "... " : ""}${words.join(", ")}`;
  };
  const rows = shown.flatMap((row) => {
    const made = others(row.number);
    return [...(row.luck_before ? [between(made || "chance", row.luck_before, row.hoped)] : []), line(row)];
  });
  if (history) rows.unshift(between("at the start", "", review.start));
  if (review.end.length) rows.push(between(others() || (hidden ? "what was hidden is turned up" : "the end"), review.luck_after, review.end));
  return table("Reviewed moves", { look: "review-moves", head: [...head, ...more], rows, numeric });
}

/** What a player could hope for after every move; luck and lost moves are marked by shape and word. */
class ReviewGraph extends HTMLElement {
  constructor(pick) {
    super();
    this.chart = new ChartPicture("The game, move by move", { pick });
  }

  show(review, chosen) {
    const caption = el("figcaption.small.soft", `${capital(review.graph.label)}.`);
    if (!this.firstChild) this.append(el("figure.chart.review-graph", caption, this.chart, legend(review.graph)));
    this.chart.show((width) => graphOf(review, chosen, width));
  }
}

/** The sign of a move at a place: a triangle downwards, hollow for an estimate, a diamond, a dot. */
function sign(mark, x, y) {
  if (mark === "lost" || mark === "seems") return svg(`path.sign-${mark}`, { d: `M${x - 7} ${y - 5}h14l-7 12z` });
  if (mark === "luck") return svg("path.sign-luck", { d: `M${x} ${y - 7}l7 7l-7 7l-7 -7z` });
  return svg("circle.sign-plain", { cx: x, cy: y, r: 3.5 });
}

function legend({ legend: entries }) {
  return el("ul.legend.small.soft", entries.map(({ mark, text }) =>
      el("li", svg("svg", { width: 18, height: 18, "aria-hidden": true }, sign(mark, 9, 9)), text),
    ));
}

function graphOf({ rows, graph }, chosen, width) {
  const left = Math.max(...graph.ticks.map((text) => textWidth(text))) + 14;
  const box = { left, right: width - 12, top: 10, bottom: HEIGHT - 42 };
  const last = graph.heights.length - 1; // the last move, or the end after it
  const x = linear(0, last, box.left + 10, box.right);
  const up = {
    at: linear(0, 1, box.bottom - 8, box.top), ticks: [0, 0.5, 1], text: (height) => graph.ticks[2 * height],
  };
  const place = (k) => [x(k), up.at(graph.heights[k])];
  const half = (x(1) - x(0)) / 2;
  const line = (from, to) =>
    graph.heights.slice(from, to + 1).map((_, k) => `${k ? "L" : "M"}${place(from + k).join(" ")}`).join("");
  const sure = graph.places[rows.filter((row) => row.estimated).length - 1] ?? 0; // up to here all heights are estimates
  const points = rows.map((row, k) => {
    const [across, high] = place(graph.places[k]);
    return {
      from: across - half,
      to: across + half,
      text: capital(row.says),
      mark: () => svg("circle.bar-outline", { cx: across, cy: high, r: 11 }),
    };
  });
  const guide = chosen === null ? null : x(graph.places[chosen]);
  const named = [...graph.names.keys()].filter((k) => graph.names[k]); // chance has no number
  const numbers = graph.names.map(Number).filter((count) => count >= 0); // but of the end
  const round = ticks(Math.min(...numbers), Math.max(...numbers), (box.right - box.left) / 60, true);
  const shown = named.filter((k) => graph.names[k] === "end" || round.includes(Number(graph.names[k])));
  return {
    height: HEIGHT,
    layers: [
      axes(box, { at: x, ticks: shown, text: (k) => graph.names[k], label: "move" }, up),
      guide === null ? null : svg("line.guide", { x1: guide, x2: guide, y1: box.top, y2: box.bottom }),
      sure > 0 && svg("path.review-line.estimated", { d: line(0, sure) }),
      svg("path.review-line", { d: line(sure, last) }),
      graph.marks.map((mark, k) => sign(mark, ...place(k + 1))),
    ],
    spots: spotsAlong(points),
    summary: "",
  };
}

const SHOWN = 12; // moves with what they are worth, the best ones

/** The moves of a Review, one at a time. `game` is its GameStore, `go(k)` goes to another row. */
class ReviewedMove extends HTMLElement {
  #positions = new Map(); // by how many moves led there
  #asked = new Store({});
  /** @type {{back?: ?number, on?: ?number, mistake?: ?number}} */
  ways = {}; // the rows to which the buttons lead

  constructor(game, review, go) {
    super();
    this.game = game;
    this.review = review;
    this.go = go;
    this.hidden = true;
    this.place = el("div.reviewed-place");
    this.told = el("div.stack");
    this.append(
      el("section.reviewed-move", { "aria-labelledby": "reviewed-move" }, this.told, linesOf(this.#asked), this.place, this.#buttons())
    );
  }

  #buttons() {
    const button = (text, does, look) => pushButton(text, does, { class: look });
    const way = (name) => () => typeof this.ways[name] === "number" && this.go(this.ways[name]);
    this.steps = {
      back: button("Previous move", way("back")),
      on: button("Next move", way("on")),
      mistake: button("Next mistake", way("mistake")),
    };
    const again = button("Try again from here", () => this.#again(), "primary");
    return el("div.buttons", again, Object.values(this.steps));
  }

  #again() {
    byId("scene").focus();
    this.game.retry(this.row.place);
  }

  /** Show the move of the k-th row. */
  async look(k) {
    const { rows } = this.review;
    const row = (this.row = rows[k]);
    this.hidden = false;
    const advice = row.advice ? el("p", `${capital(row.advice)}.`) : null;
    replace(this.told, el("h3", { id: "reviewed-move" }, capital(row.says)), advice);
    const later = rows.findIndex((other, at) => at > k && other.lost !== 0);
    this.ways = {
      back: k > 0 ? k - 1 : null, on: k + 1 < rows.length ? k + 1 : null, mistake: later < 0 ? null : later,
    };
    for (const [way, node] of Object.entries(this.steps ?? {})) node.setAttribute(
      "aria-disabled", String(this.ways[way] === null)
    ); // keeps the focus
    const count = row.place;
    const { played } = this.game.state;
    const question = this.game.question({ ...played, moves: played.moves.slice(0, count), values: !row.estimated });
    if (!this.#positions.has(count)) {
      replace(this.place);
      const found = await this.#asked.ask("Setting up ...", question);
      if (found) this.#positions.set(count, found);
    } else this.#asked.giveUp();
    const position = this.#positions.get(count);
    if (position && row === this.row) replace(this.place, sceneBefore(position, row), worths(position, row));
  }
}

/** The scene, its parts named apart from those of the table above, with the move that was played and better ones. */
function sceneBefore({ scene, legal }, { number, numbered, word, turn, lost, estimated, best: better }) {
  const played = legal.filter((entry) => entry.word === word).map((entry) => ({ entry, kind: "played" }));
  const isBest = (entry) => lost !== 0 && (estimated ? better.includes(entry.word) : entry.best);
  const best = legal.filter(isBest).map((entry) => ({ entry, kind: "best" }));
  const node = sceneOf({ scene, legal, marked: turn < 0 ? [] : [...played, ...best] });
  const drawn = (kind) => node.querySelector(`.marked-${kind}`) !== null;
  const told = [drawn("best") && (estimated ? "Solid: better by estimate." : "Solid: best."), drawn("played") && "Dashed: played."].filter(Boolean);
  if (told.length) node.append(el("p.soft.small", told.join(" ")));
  for (const zone of node.querySelectorAll(".zone"))
    zone.setAttribute("aria-label", `${zone.getAttribute("aria-label")}, before ${numbered ? `move ${number}` : word}`);
  return node;
}

/** What the moves here are worth to whoever moves, best ones first; which was played is said. */
function worths({ legal }, row) {
  if (row.turn < 0 || !legal.some(known)) return null;
  const entries = byWorth(legal);
  const shown = entries.filter((entry, place) => place < SHOWN || entry.word === row.word);
  const more = entries.length - shown.length;
  const line = (entry) =>
    el("li", el("strong", entry.word), " ", worthBadge(entry), entry.word === row.word ? " played" : null);
  const list = el("ul.worths", shown.map(line), more > 0 ? el("li.soft", `and ${more} more`) : null);
  return [el("p.soft.small", `Worth to ${row.who}:`), list];
}

customElements.define("game-review", GameReview);
customElements.define("review-body", ReviewBody);
customElements.define("review-graph", ReviewGraph);
customElements.define("reviewed-move", ReviewedMove);

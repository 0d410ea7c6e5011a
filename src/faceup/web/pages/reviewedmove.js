// One move of a review: the position in which it was made, what was best, and a new try from there.

import { post } from "./api.js";
import { el, replace } from "./elements.js";
import { byWorth, known, worthBadge } from "./movevalues.js";
import { sceneOf } from "./scene.js";
import { capital } from "./seats.js";
import { Store } from "./store.js";
import { ErrorLine, WaitingLine } from "./waiting.js";

const SHOWN = 12; // moves with what they are worth, the best ones

/** The moves of a Review, one at a time. `game` is its GameStore, `go(k)` goes to another row. */
export class ReviewedMove extends HTMLElement {
  #positions = new Map(); // by how many moves led there
  #asked = new Store();

  constructor(game, review, go) {
    super();
    Object.assign(this, { game, review, go, hidden: true });
    this.place = el("div", { class: "reviewed-place" });
    this.told = el("div", { class: "stack" });
    const lines = [new WaitingLine().follow(this.#asked), new ErrorLine().follow(this.#asked)];
    this.append(el("section", { class: "reviewed-move", "aria-labelledby": "reviewed-move" }, this.told, lines, this.place, this.#buttons()));
  }

  #buttons() {
    const button = (text, does, look) => el("button", { type: "button", class: look, text, on: { click: does } });
    const way = (name) => () => this.ways[name] !== null && this.go(this.ways[name]);
    this.steps = {
      back: button("Previous move", way("back")),
      on: button("Next move", way("on")),
      mistake: button("Next mistake", way("mistake")),
    };
    const again = button("Try again from here", () => this.#again(), "primary");
    return el("div", { class: "buttons" }, again, Object.values(this.steps));
  }

  #again() {
    document.getElementById("scene").focus();
    this.game.retry(this.row.number - 1);
  }

  /** Show the move of the k-th row. */
  async look(k) {
    const { rows } = this.review;
    const row = (this.row = rows[k]);
    this.hidden = false;
    const advice = row.advice ? el("p", { text: `${capital(row.advice)}.` }) : null;
    replace(this.told, el("h3", { id: "reviewed-move", text: capital(row.says) }), advice);
    const later = rows.findIndex((other, at) => at > k && other.lost !== 0);
    this.ways = { back: k > 0 ? k - 1 : null, on: k + 1 < rows.length ? k + 1 : null, mistake: later < 0 ? null : later };
    for (const [way, node] of Object.entries(this.steps)) node.setAttribute("aria-disabled", this.ways[way] === null); // keeps the focus
    const count = row.number - 1;
    const { played } = this.game.state;
    const [path, body] = this.game.question({ ...played, moves: played.moves.slice(0, count), values: true });
    if (!this.#positions.has(count)) {
      replace(this.place);
      const found = await this.#asked.ask("Setting up ...", (signal) => post(path, body, { signal }));
      if (found) this.#positions.set(count, found);
    } else this.#asked.giveUp();
    const position = this.#positions.get(count);
    if (position && row === this.row) replace(this.place, sceneBefore(position.scene, row), worths(position, row));
  }
}

/** The scene, its parts named apart from those of the table above. */
function sceneBefore(scene, { number }) {
  const node = sceneOf({ scene });
  for (const zone of node.querySelectorAll(".zone"))
    zone.setAttribute("aria-label", `${zone.getAttribute("aria-label")}, before move ${number}`);
  return node;
}

/** What the moves here are worth to whoever moves, best ones first; which was played is said. */
function worths({ legal }, row) {
  if (row.turn < 0 || !legal.some(known)) return null;
  const entries = byWorth(legal);
  const shown = entries.filter((entry, place) => place < SHOWN || entry.word === row.word);
  const more = entries.length - shown.length;
  return el(
    "ul",
    { class: "worths" },
    shown.map((entry) =>
      el("li", {}, el("strong", { text: entry.word }), " ", worthBadge(entry), entry.word === row.word ? " played" : null),
    ),
    more > 0 ? el("li", { class: "soft", text: `and ${more} more` }) : null,
  );
}

customElements.define("reviewed-move", ReviewedMove);

// A tournament: policies that play each other from every seat, and how each pair of them fares.

import { Component, dataTable, el } from "./elements.js";
import { number, percent } from "./numbers.js";
import { IntervalBar, RunProgress } from "./runfigures.js";
import { capital } from "./seats.js";

/** Which policies play: a box for each of `possible`, pairs of a name and its words. */
export class Contestants extends HTMLElement {
  /** @type {HTMLInputElement[]} */
  #boxes = [];

  constructor(possible, chosen) {
    super();
    this.#boxes = possible.map(([value]) =>
      el("input", { type: "checkbox", id: `plays-${value}`, value, checked: chosen.includes(value) })
    );
    const line = ([value, words], k) =>
      el(
        "div.field.field-check",
        this.#boxes[k],
        el("label", { for: `plays-${value}` }, words, " ", el("code.soft", value)),
      );
    const hint = "Everyone plays everyone, and itself, from every seat: so many games in every seating.";
    this.append(el("fieldset", el("legend", "Who takes part"), possible.map(line), el("p.soft.small", hint)));
  }

  read() {
    const chosen = this.#boxes.filter(({ checked }) => checked).map(({ value }) => value);
    if (chosen.length < 2) throw new Error("A tournament needs two or more to take part.");
    return chosen;
  }
}

/** A tournament so far: how many games are played, and at the end a picture and a table of every pair. */
export class TournamentFound extends Component {
  progress = new RunProgress();

  constructor() {
    super();
    this.className = "stack";
  }

  draw({ tournament }) {
    if (!tournament) return null;
    const { wanted, done, measure, share, pairs, parts } = tournament;
    this.progress.show({ sample: tournament, wanted });
    if (!done) return this.progress;
    const ends = pairs.flatMap(({ value }) => [value.low, value.high]);
    /** @type {[number, number]} */
    const scale = share ? [0, 1] : [Math.min(...ends), Math.max(...ends)];
    const text = (value) => (share ? percent(value) : number(value, 4));
    const bar = ({ policy, against, value, others }) => {
      const drawn = new IntervalBar(`${policy} against ${against}`, text, scale).show({ value });
      if (others) drawn.append(el("p.soft.small", others));
      return drawn;
    };
    const table = ({ text: words, rows: [head, ...rows] }) =>
      head ? dataTable(words, head, rows, { names: false }) : el("p", `${capital(words)}.`);
    return [
      this.progress,
      pairs.length > 0 && el("h3", `${capital(measure)}, by pairs, average of all seats`),
      el("div.intervals.intervals-paired", pairs.map(bar)),
      parts.map(table),
    ];
  }
}

customElements.define("tournament-contestants", Contestants);
customElements.define("tournament-found", TournamentFound);

// Figures of a run: numbers with intervals that narrow while games are played, and how far it has come.

import { Component, el, svg } from "./elements.js";
import { alike, duration, many, number, percent } from "./numbers.js";
import { linear } from "./picture.js";

const HALVINGS = 3; // intervals that stay, each at most half as wide as the one before

/**
 * A figure with its interval: the number, as `text(number)`, and a bar that narrows as games are played. The intervals
 * of before, each twice as wide as the next, stay behind it and give the scale.
 */
export class IntervalBar extends Component {
  #before = [];

  constructor(label, text) {
    super();
    Object.assign(this, { label, text, className: "interval-place" });
  }

  clear() {
    this.#before = [];
  }

  draw({ value, confidence, label = this.label }) {
    const { text } = this;
    const known = value.low !== null && value.high !== null && value.value !== null;
    const before = this.#before;
    if (known && (!before.length || value.high - value.low <= (before.at(-1).high - before.at(-1).low) / 2))
      this.#before = [...before, value].slice(-HALVINGS);
    const [low, high] = known ? alike([text(value.low), text(value.high)]) : [];
    const scale = known && [
      Math.min(value.low, ...this.#before.map((old) => old.low)),
      Math.max(value.high, ...this.#before.map((old) => old.high)),
    ];
    const look = { class: "interval", viewBox: "0 0 300 32", preserveAspectRatio: "none", "aria-hidden": true };
    const ends = known && alike(scale.map((number) => text(number))).map((end) => el("span", { text: end }));
    const between = known ? `${low} to ${high}, at ${percent(confidence)} confidence` : "no spread seen yet, so no interval";
    return [
      el("h3", { text: label }),
      el("p", { class: "figure-value", text: value.value === null ? "unknown" : text(value.value) }),
      svg("svg", look, known && drawInterval(value, this.#before, ...scale)),
      el("div", { class: "interval-ends", "aria-hidden": true }, ends),
      el("p", { class: "soft small", text: between }),
    ];
  }
}

function drawInterval(value, before, low, high) {
  if (!(high > low)) return null;
  const x = linear(low, high, 4, 296);
  const bar = (of, height, kind) =>
    svg("rect", {
      class: kind,
      x: x(of.low),
      y: 16 - height / 2,
      width: Math.max(2, x(of.high) - x(of.low)),
      height,
      rx: 3,
    });
  return [
    before.map((old, k) => bar(old, 26 - 4 * k, `interval-before interval-before-${before.length - k}`)),
    bar(value, 12, "interval-now"),
    svg("line", { class: "interval-best", x1: x(value.value), x2: x(value.value), y1: 2, y2: 30 }),
  ];
}

/** How far a run has come: games, time and speed. */
export class RunProgress extends Component {
  draw({ sample, wanted }) {
    const { games, seconds, games_per_second: rate } = sample;
    const speed = rate > 0 ? `, ${number(Math.round(rate))} games a second` : "";
    const text = `${number(games)} of ${many(wanted, "game")} in ${duration(seconds)}${speed}`;
    return el(
      "div",
      { class: "progress" },
      el("progress", { max: wanted, value: games, "aria-label": "games played" }),
      el("p", { class: "soft progress-text", text }),
    );
  }
}

customElements.define("interval-bar", IntervalBar);
customElements.define("run-progress", RunProgress);

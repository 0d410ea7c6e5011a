// What a run of many games shows while it goes on: how far it is, and figures with their intervals.

import { Component, el, svg } from "./elements.js";
import { alike, duration, many, number } from "./numbers.js";
import { linear } from "./picture.js";

const HALVINGS = 3; // intervals that stay, each at most half as wide as the one before

/**
 * A figure with its interval: the number, as `text(number)`, and a bar that narrows as games are played. The intervals
 * of before, each twice as wide as the next, stay behind it. The scale is `whole`, or that of all these intervals.
 */
export class IntervalBar extends Component {
  #before = [];

  /**
   * @param {string} label
   * @param {(value: number) => string} text
   * @param {?[number, number]} whole
   */
  constructor(label, text, whole = null) {
    super();
    this.label = label;
    this.text = text;
    this.whole = whole;
    this.className = "interval-place";
  }

  clear() {
    this.#before = [];
  }

  /** Whether intervals of before are drawn, wider than the last one. */
  get narrowed() {
    return this.#before.length > 1 || (this.#before.length > 0 && this.#before[0] !== this.given.value);
  }

  draw({ value, label = this.label }) {
    const { text } = this;
    const known = value.low !== null && value.high !== null && value.value !== null;
    const last = this.#before.at(-1);
    if (known && (!last || value.high - value.low <= (last.high - last.low) / 2))
      this.#before = [...this.#before, value].slice(-HALVINGS);
    const [low, high] = known ? alike([text(value.low), text(value.high)]) : [];
    const drawn = known ? [value, ...this.#before] : [];
    const scale = this.whole ?? beside(drawn);
    const look = { class: "interval", viewBox: "0 0 300 32", preserveAspectRatio: "none", "aria-hidden": true };
    const named = known && scale[1] > scale[0] && alike(scale.map((number) => text(number)));
    const same = value.value === null ? "" : "the same in all games so far";
    const between = known ? `${low} to ${high}` : same;
    return [
      el("h3", label),
      el("p.figure-value", value.value === null ? "unknown" : text(value.value)),
      svg("svg", look, known && drawInterval(value, this.#before, ...scale)),
      el("div.interval-ends", { "aria-hidden": true }, named && named.map((end) => el("span", end))),
      el("p.soft.small", between),
    ];
  }
}

/** The scale of intervals, with room beside the widest of them, as far as there are such numbers. */
function beside(drawn) {
  const [low, high] = [Math.min(...drawn.map((one) => one.low)), Math.max(...drawn.map((one) => one.high))];
  return [low - (high - low) / 2, high + (high - low) / 2];
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
    svg("line.interval-best", { x1: x(value.value), x2: x(value.value), y1: 2, y2: 30 }),
  ];
}

/** How far a run has come: games, time and speed. */
export class RunProgress extends Component {
  draw({ sample, wanted }) {
    const { games, seconds } = sample;
    const rate = games / seconds;
    const speed = Number.isFinite(rate) ? `, ${number(Number(rate.toPrecision(2)))} games a second` : "";
    const text = `${number(games)} of ${many(wanted, "game")} in ${duration(seconds)}${speed}`;
    return el(
      "div.progress",
      el("progress", { max: wanted, value: games, "aria-label": "games played" }),
      el("p.soft.progress-text", text),
    );
  }
}

customElements.define("interval-bar", IntervalBar);
customElements.define("run-progress", RunProgress);

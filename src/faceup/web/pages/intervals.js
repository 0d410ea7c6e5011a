// Figures of a run: numbers with intervals that narrow while games are played, and how far it has come.

import { alike, duration, linear, many, number, percent } from "./charts.js";
import { el, replace, svg } from "./elements.js";

const HALVINGS = 3; // intervals that stay, each at most half as wide as the one before

/**
 * A figure with its interval, as {node, show(value, confidence)}: the number, and a bar that narrows as games are
 * played. The intervals of before, each twice as wide as the next, stay behind it and give the scale.
 */
export function interval(label, text) {
  const name = el("h3", { text: label });
  const best = el("p", { class: "figure-value" });
  const between = el("p", { class: "soft small" });
  const drawing = svg("svg", {
    class: "interval",
    viewBox: "0 0 300 32",
    preserveAspectRatio: "none",
    "aria-hidden": true,
  });
  const ends = el("div", { class: "interval-ends", "aria-hidden": true });
  const node = el("div", { class: "interval-place" }, name, best, drawing, ends, between);
  let before = [];
  return {
    node,
    clear() {
      before = [];
    },
    show(value, confidence, rename = label) {
      name.textContent = rename;
      const known = value.low !== null && value.high !== null && value.value !== null;
      const [low, high] = known ? alike([text(value.low), text(value.high)]) : [];
      best.textContent = value.value === null ? "unknown" : text(value.value);
      between.textContent = known
        ? `${low} to ${high}, at ${percent(confidence)} confidence`
        : "no spread seen yet, so no interval";
      if (known && (!before.length || value.high - value.low <= (before.at(-1).high - before.at(-1).low) / 2)) {
        before = [...before, value].slice(-HALVINGS);
      }
      const scale = known && [
        Math.min(value.low, ...before.map((old) => old.low)),
        Math.max(value.high, ...before.map((old) => old.high)),
      ];
      replace(drawing, known && drawInterval(value, before, ...scale));
      replace(ends, known && alike(scale.map((number) => text(number))).map((end) => el("span", { text: end })));
    },
  };
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

/** How far a run has come: games, time and speed, as {node, show(sample, wanted)}. */
export function progress() {
  const bar = el("progress", { max: 1, value: 0, "aria-label": "games played" });
  const line = el("p", { class: "soft progress-text" });
  return {
    node: el("div", { class: "progress" }, bar, line),
    show(sample, wanted) {
      bar.max = wanted;
      bar.value = sample.games;
      const speed =
        sample.games_per_second > 0 ? `, ${number(Math.round(sample.games_per_second))} games a second` : "";
      line.textContent = `${number(sample.games)} of ${many(wanted, "game")} in ${duration(sample.seconds)}${speed}`;
    },
  };
}

// Pieces on the squares of a board as drawings: crosses and noughts, discs in colours; and the seeds that lie in a pit.

import { svg } from "./elements.js";

const STROKES = { cross: "M-6.5-6.5L6.5 6.5M-6.5 6.5L6.5-6.5", nought: "M-7 0A7 7 0 1 0 7 0A7 7 0 1 0-7 0Z" };
const SEEDS = 12; // that are drawn one by one, before a number says more
const TURN = 2.39996; // from one seed to the next, in radians: the golden angle fills a disc evenly

const box = (classes, ...children) => svg("svg", { class: ["piece", ...classes], viewBox: "-10 -10 20 20", "aria-hidden": true }, children);

/** The drawing of what lies on a square, by its name; null for what has none, which is written. */
export function piece(name) {
  if (STROKES[name]) return box([`piece-${name}`], svg("path", { d: STROKES[name] }));
  const [, colour] = /^(\w+) disc$/.exec(name) ?? [];
  if (!colour) return null;
  return box(
    ["disc", `disc-${colour}`],
    svg("circle", { class: "disc-edge", r: 8.6 }),
    svg("circle", { class: "disc-ring", r: 5.6 }),
  );
}

/** So many seeds in a pit. */
export function seeds(count) {
  const shown = Math.min(count, SEEDS);
  const spread = 7.6 / Math.sqrt(SEEDS);
  const places = Array.from({ length: shown }, (_, k) => [spread * Math.sqrt(k + 0.4), k * TURN]);
  return box(
    ["pit"],
    places.map(([far, turn]) => svg("circle", { class: "seed", cx: far * Math.cos(turn), cy: far * Math.sin(turn), r: 1.9 })),
  );
}

// Fills for moves: a colour and a pattern for each, so that colour never says anything alone.

import { svg } from "./elements.js";

const FILLS = 8;
const SIZE = 10;
const LINES = [
  "", // plain
  "M-2 2L2 -2M0 10L10 0M8 12L12 8",
  "M5 5h.01",
  "M0 5H10",
  "M-2 8L2 12M0 0L10 10M8 -2L12 2",
  "M5 0V10",
  "M0 5H10M5 0V10",
  "M0 10L10 0M0 0L10 10",
];

/** The fill of a look: of one move's places, striped for two that are equally good, crossed, unsure, or none. */
export function fillOf(look) {
  const [kind, ...moves] = look.split(" ");
  if (kind === "blank") return "none";
  return `url(#${kind === "move" ? name(...moves) : `fill-${kind}`})`;
}

const name = (move, other) => (other === undefined ? `fill-${move % FILLS}` : `fill-${move % FILLS}-${other % FILLS}`);

/** All fills, to be put into the page once, before anything that uses them. */
export function fills() {
  const made = [
    pattern("fill-crossed", SIZE, ground("plain"), lines(LINES[7], "plain")),
    pattern("fill-unsure", 5, ground("plain"), lines("M2.5 2.5h.01", "plain")),
  ];
  for (let k = 0; k < FILLS; k++) {
    made.push(pattern(name(k), SIZE, ground(k), lines(LINES[k], k)));
    for (let other = 0; other < FILLS; other++) {
      if (other === k) continue;
      const stripe = svg("path", { class: `hatch-stripe hatch-${other}`, d: "M-5 5L5 -5M0 20L20 0M15 25L25 15" });
      made.push(pattern(name(k, other), 20, ground(k, 20), stripe));
    }
  }
  return svg("svg", { class: "unseen", width: 0, height: 0, "aria-hidden": true }, svg("defs", {}, made));
}

function pattern(id, size, ...children) {
  return svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, children);
}

function ground(move, size = SIZE) {
  return svg("rect", { class: `ground ground-${move}`, width: size, height: size });
}

function lines(d, move) {
  return svg("path", { class: `hatch hatch-${move}`, d });
}

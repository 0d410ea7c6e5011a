// Drawings of what lies on a square: crosses and noughts, discs, seeds, and pieces that are described by words.

import { el, svg } from "./elements.js";

const STROKES = { cross: "M-6.5-6.5L6.5 6.5M-6.5 6.5L6.5-6.5", nought: "M-7 0A7 7 0 1 0 7 0A7 7 0 1 0-7 0Z" };
const HATCHING = "M-9-3L-3-9M-9 3L3-9M-9 9L9-9M-3 9L9-3M3 9L9 3";
const SEEDS = 12; // that are drawn one by one, before a number says more
const TURN = 2.39996; // from one seed to the next, in radians: the golden angle fills a disc evenly

// The words that describe a piece, by what they say of it.
const HEIGHTS = { tall: 13, large: 13, big: 13, high: 13, short: 5, small: 5, little: 5, low: 5 };
const SHADES = { dark: "dark", black: "dark", light: "light", white: "light", red: "red", yellow: "yellow", green: "green" };
const SHAPES = { round: ellipse, square: diamond };
const BODIES = { hollow: true, solid: false };
const MIDDLE = 9; // the height of a piece of which no word says how tall it is

const box = (classes, ...children) => svg(
  "svg", { class: ["piece", ...classes], viewBox: "-10 -10 20 20", "aria-hidden": true }, children
);

/**
 * The drawing of what lies on a square, by its name; null for what has none, which is written.
 * @param {string} name
 */
export function piece(name) {
  if (name === "filled") return box(["piece-filled"], svg("rect", { x: -9.5, y: -9.5, width: 19, height: 19, rx: 1.5 }));
  if (name === "blocked") return box(["piece-blocked"], svg("path", { d: HATCHING }));
  if (STROKES[name]) return box([`piece-${name}`], svg("path", { d: STROKES[name] }));
  const [, colour] = /^(\w+) disc$/.exec(name) ?? [];
  if (!colour) return described(name.split(" "));
  return box(
    ["disc", `disc-${colour}`],
    svg("circle.disc-edge", { r: 8.6 }),
    svg("circle.disc-ring", { r: 5.6 }),
  );
}

/** A piece of which every word says something that can be drawn, seen from above its front. */
function described(words) {
  if (words.length < 2 || !words.every((word) => [HEIGHTS, SHADES, SHAPES, BODIES].some((all) => word in all))) return null;
  const said = (all, otherwise) => all[words.find((word) => word in all)] ?? otherwise;
  const [height, face] = [said(HEIGHTS, MIDDLE), said(SHAPES, ellipse)];
  const foot = 6.4 - (13 - height) / 3;
  const top = foot - height;
  return box(
    ["described", `described-${said(SHADES, "light")}`],
    svg("path.described-side", { d: `${face(5.6, foot, false)}L5.6 ${top}L-5.6 ${top}Z` }),
    face === diamond && svg("path.described-edge", { d: `M0 ${foot + 3}V${top + 3}` }),
    svg("path.described-top", { d: `${face(5.6, top, true)}Z` }),
    said(BODIES, false) && svg("path.described-hole", { d: `${face(3.1, top, true)}Z` }),
  );
}

/** A circle seen aslant, whole or its front half, from the left to the right. */
function ellipse(wide, y, whole) {
  const arc = (to) => `A${wide} ${wide * 0.5} 0 0 0 ${to} ${y}`;
  return `M${-wide} ${y}${arc(wide)}${whole ? arc(-wide) : ""}`;
}

/** A square seen aslant, whole or its two front sides. */
function diamond(wide, y, whole) {
  const deep = wide * 0.54;
  return `M${-wide} ${y}L0 ${y + deep}L${wide} ${y}${whole ? `L0 ${y - deep}` : ""}`;
}

/**
 * A text with the drawing of each piece that it names, of those that a scene's board has: in front of its words, or
 * with `alone` in place of them.
 */
export function withPieces(text, { zones }, alone = false) {
  const names = zones.flatMap(({ pieces }) => pieces ?? []).filter(piece);
  if (!names.length) return text;
  const pattern = new RegExp(`(${names.map((name) => name.replaceAll(/[^\w ]/g, "\\$&")).join("|")})`);
  const spoken = (name) => ({ role: "img", "aria-label": name, title: name });
  return text.split(pattern).map((part) =>
    names.includes(part) ? el("span.named-piece", alone ? spoken(part) : {}, piece(part), !alone && part)
    : alone ? part.replace(/^, /, " ") : part,
  );
}

/** So many seeds in a pit. */
export function seeds(count) {
  const shown = Math.min(count, SEEDS);
  const spread = 7.6 / Math.sqrt(SEEDS);
  const places = Array.from({ length: shown }, (_, k) => [spread * Math.sqrt(k + 0.4), k * TURN]);
  return box(
    ["pit"],
    places.map(([far, turn]) => svg("circle.seed", { cx: far * Math.cos(turn), cy: far * Math.sin(turn), r: 1.9 })),
  );
}

// A hexagon in halves of its width: how far below its top its sides begin and end, and its foot; and the next row.
const [BEGIN, END, FOOT, ROW] = [0.52, 1.51, 2.03, 1.75];

/** The sides of a rhombus of hexagons, in two colours: above and below, and left and right. */
export function hexagonEdges(rows, columns, [level, steep]) {
  const high = ROW * (rows - 1) + FOOT;
  const each = (count, points) => Array.from({ length: count }, (_, k) => points(k)).flat();
  const foot = ROW * (rows - 1);
  const right = 2 * columns;
  /** @type {[colour: string, points: number[][]][]} */
  const sides = [
    [level, [...each(columns, (k) => [[2 * k, BEGIN], [2 * k + 1, 0]]), [right, BEGIN]]],
    [level, [...each(columns, (k) => [[2 * k + rows - 1, foot + END], [2 * k + rows, foot + FOOT]]), [right + rows - 1, foot + END]]],
    [steep, each(rows, (k) => [[k, ROW * k + BEGIN], [k, ROW * k + END]])],
    [steep, each(rows, (k) => [[right + k, ROW * k + BEGIN], [right + k, ROW * k + END]])],
  ];
  const line = (look) => ([colour, points]) => svg("polyline", { class: look(colour), points: points.join(" ") });
  return svg(
    "svg",
    {
      class: "hexagon-edges",
      viewBox: `0 0 ${right + rows - 1} ${high}`,
      preserveAspectRatio: "none",
      "aria-hidden": true,
      style: {
        "grid-row": `1 / span ${rows}`,
        "grid-column": `2 / span ${right + rows - 1}`,
        "--high": high,
      },
    },
    sides.map(line(() => "side-rim")),
    sides.map(line((colour) => `side-${colour}`)),
  );
}

// A map of decisions: what is best for each pair of quantities, or along a single one.

import { axes, many, number, percent, picture, textWidth, ticks, wordsOf } from "./charts.js";
import { el, svg, replace } from "./elements.js";
import { CROSSED, FILLS, UNSURE, hatch } from "./patterns.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MOST_GAPS = 3; // values of a quantity, for each one met, before those between are left out

/** The map of a Strategy over one or two quantities, as {node, show(strategy)}. */
export function decisionMap() {
  const chart = picture("Map of decisions");
  const legend = el("ul", { class: "legend" });
  return {
    node: el("figure", { class: "chart", "data-chart": "decisions" }, chart.node, legend),
    show(strategy) {
      const read = readDecisions(strategy);
      chart.show((width) => draw(read, width));
      replace(legend, legendOf(read));
    },
  };
}

/** The places of each kind of decision, and what the moves are called. */
export function readDecisions(strategy) {
  const flat = strategy.quantities.length === 1;
  const words = wordsOfMoves(strategy.rows);
  const moves = [...words.keys()].sort((a, b) => a - b);
  const long = moves.some((move) => words.get(move).length > 3) && moves.length > 2;
  const labels = new Map(moves.map((move, k) => [move, long && k < LETTERS.length ? LETTERS[k] : words.get(move)]));
  const across = scale(strategy.rows.map((row) => row.key[0]));
  const up = scale(strategy.rows.map((row) => (flat ? 0 : row.key[1])));
  const places = new Map(); // "x,y" -> row
  for (const row of strategy.rows) places.set(`${across.at(row.key[0])},${up.at(flat ? 0 : row.key[1])}`, row);
  const kinds = new Map();
  for (const [place, row] of places) {
    const key = row.sure ? row.moves.join(" ") : "unsure";
    const kind = kinds.get(key) ?? { key, moves: row.moves, sure: row.sure, places: [] };
    kind.places.push(place.split(",").map(Number));
    kinds.set(key, kind);
  }
  return {
    flat,
    words,
    moves,
    labels,
    across,
    up,
    places,
    kinds: [...kinds.values()],
    names: strategy.quantities.map(wordsOf),
    left: strategy.rows_left_out,
  };
}

// A move is one and the same wherever its number is; its word only where that reads alike everywhere.
function wordsOfMoves(rows) {
  const found = new Map();
  for (const row of rows) {
    row.moves.forEach((move, k) => {
      if (!found.has(move)) found.set(move, row.words[k]);
      else if (found.get(move) !== row.words[k]) found.set(move, String(move));
    });
  }
  return found;
}

function scale(values) {
  const met = [...new Set(values)].sort((a, b) => a - b);
  const [low, high] = [met[0], met.at(-1)];
  const every = high - low + 1 <= MOST_GAPS * met.length;
  const index = new Map(met.map((value, k) => [value, k]));
  return {
    cells: every ? high - low + 1 : met.length,
    at: (value) => (every ? value - low : index.get(value)),
    value: (cell) => (every ? low + cell : met[cell]),
    ticks: (most) =>
      every ? ticks(low, high, most, true).map((value) => value - low) : ticks(0, met.length - 1, most, true),
  };
}

function fillOf(read, { moves, sure }) {
  if (!sure) return UNSURE;
  const [first, second] = moves.map((move) => read.moves.indexOf(move));
  return moves.length === 1
    ? hatch(first)
    : moves.length === 2 && read.moves.length <= FILLS
      ? hatch(first, second)
      : CROSSED;
}

function draw(read, width) {
  const { across, up, flat } = read;
  const left = flat ? 8 : Math.max(30, textWidth(number(up.value(up.cells - 1))) + 14);
  const box = { left, right: width - 8, top: flat ? 8 : 28 };
  const wide = Math.min((box.right - box.left) / across.cells, 64);
  box.right = box.left + wide * across.cells;
  const high = flat ? 56 : Math.max(120, Math.min(wide * up.cells, 440)) / up.cells;
  box.bottom = box.top + high * up.cells;
  const corner = ([x, y]) => [box.left + x * wide, box.bottom - (y + 1) * high];
  const shapes = read.kinds.map((kind) =>
    svg("path", {
      class: "cells",
      fill: fillOf(read, kind),
      "data-moves": kind.key,
      d: runs(kind.places)
        .map(([x, y, n]) => {
          const [a, b] = corner([x, y + n - 1]);
          return `M${a} ${b}h${wide}v${n * high}h${-wide}Z`;
        })
        .join(""),
    }),
  );
  const written = read.kinds.map((kind) => words(read, kind, corner, wide, high));
  const middle = (line, size) => (value) => line + size * value;
  const axis = (scale, at, most) => ({
    at: (cell) => at(cell + 0.5),
    ticks: scale.ticks(most),
    text: (cell) => number(scale.value(cell)),
  });
  const horizontal = {
    ...axis(
      across,
      middle(box.left, wide),
      (box.right - box.left) / (textWidth(number(across.value(across.cells - 1))) + 22),
    ),
    label: read.names[0],
  };
  const vertical = flat
    ? null
    : { ...axis(up, middle(box.bottom, -high), Math.min(10, (box.bottom - box.top) / 24)), label: read.names[1] };
  const spot = (x, y) => (x >= 0 && y >= 0 && x < across.cells && y < up.cells ? `${x},${y}` : null);
  const clamp = (value, most) => Math.max(0, Math.min(most - 1, value));
  return {
    height: box.bottom + 46,
    layers: [
      axes(box, horizontal, vertical && { ...vertical, ticks: [] }),
      vertical && ticksUp(vertical, box),
      shapes,
      written,
    ],
    spots: {
      first: read.kinds.length ? read.kinds[0].places[0].join(",") : null,
      at: (x, y) => spot(Math.floor((x - box.left) / wide), Math.floor((box.bottom - y) / high)),
      next: (from, right, over) => {
        const [x, y] = from.split(",").map(Number);
        return spot(clamp(x + right, across.cells), clamp(y + over, up.cells));
      },
      text: (place) => placeWords(read, place),
      mark: (place) => {
        const [x, y] = corner(place.split(",").map(Number));
        return svg("rect", { class: "cell-outline", x, y, width: wide, height: high });
      },
    },
    summary: `${many(read.places.size, "decision")}, ${many(read.moves.length, "different move")}`,
  };
}

// Numbers beside the rows, without lines across the map.
function ticksUp({ at, ticks: shown, text }, box) {
  return shown.map((cell) =>
    svg("text", {
      class: "tick",
      "aria-hidden": true,
      x: box.left - 6,
      y: at(cell) + 4,
      "text-anchor": "end",
      text: text(cell),
    }),
  );
}

function placeWords(read, place) {
  const [x, y] = place.split(",").map(Number);
  const where =
    `${read.names[0]} ${number(read.across.value(x))}` +
    (read.flat ? "" : `, ${read.names[1]} ${number(read.up.value(y))}`);
  const row = read.places.get(place);
  if (!row) return `${where}: ${read.left ? "not in the table, or " : ""}best play never comes here, or has no choice`;
  const tie = row.sure ? ", equally good" : ", too close to tell";
  return `${where}: ${row.words.join(" or ")}${row.moves.length > 1 ? tie : ""}`;
}

// Cells that stand on each other, as [x, y, how many].
function runs(places) {
  const found = [];
  for (const [x, y] of [...places].sort(([a, b], [c, d]) => a - c || b - d)) {
    const last = found.at(-1);
    if (last && last[0] === x && last[1] + last[2] === y) last[2] += 1;
    else found.push([x, y, 1]);
  }
  return found;
}

// A move's word, once, in the largest rectangle of its places where it has room.
function words(read, { moves, sure, places }, corner, wide, high) {
  if (!sure || moves.length > 1) return null;
  const text = read.labels.get(moves[0]);
  const best = largest(places, read.up.cells, wide, high, textWidth(text, 13) + 8, 20);
  if (!best) return null;
  const [x, y] = corner([best.x, best.y + best.tall - 1]);
  const place = { x: x + (best.across * wide) / 2, y: y + (best.tall * high) / 2 + 4.5 };
  return svg("text", { class: "word", "aria-hidden": true, "text-anchor": "middle", ...place, text });
}

/** The largest rectangle of `places` with room for a text; cells are `wide` by `high`. */
export function largest(places, rows, wide, high, leastWide, leastHigh) {
  const taken = new Set(places.map(([x, y]) => `${x},${y}`));
  const columns = [...new Set(places.map(([x]) => x))].sort((a, b) => a - b);
  const reach = new Array(rows).fill(0); // how many columns to the left a row goes on
  let best = null;
  let before = null;
  for (const x of columns) {
    for (let y = 0; y < rows; y++) reach[y] = taken.has(`${x},${y}`) ? (x - 1 === before ? reach[y] : 0) + 1 : 0;
    before = x;
    for (let y = 0; y < rows; y++) {
      let across = Infinity;
      for (let tall = 1; y + tall <= rows && reach[y + tall - 1]; tall++) {
        across = Math.min(across, reach[y + tall - 1]);
        const room = across * wide >= leastWide && tall * high >= leastHigh;
        const area = across * wide * tall * high;
        if (room && area > (best?.area ?? 0)) best = { area, x: x - across + 1, y, across, tall };
      }
    }
  }
  return best;
}

function legendOf(read) {
  const total = read.places.size;
  const share = (count) => `${number(count)} (${percent(count / total, 2)})`;
  const entry = (kind) => {
    const words = kind.sure
      ? kind.moves
          .map((move) =>
            read.labels.get(move) === read.words.get(move)
              ? read.words.get(move)
              : `${read.labels.get(move)}: ${read.words.get(move)}`,
          )
          .join(" or ")
      : "too close to tell";
    const equal = kind.sure && kind.moves.length > 1 ? ", equally good" : "";
    return el("li", {}, swatch(fillOf(read, kind)), `${words}${equal}: ${share(kind.places.length)}`);
  };
  const single = read.kinds
    .filter((kind) => kind.sure && kind.moves.length === 1)
    .sort((a, b) => a.moves[0] - b.moves[0]);
  const pairs = read.kinds.filter((kind) => kind.sure && kind.moves.length === 2);
  const shown = pairs.length <= 4 && read.moves.length <= FILLS ? pairs : [];
  const mixed = read.kinds.filter((kind) => kind.sure && kind.moves.length > 1 && !shown.includes(kind));
  const unsure = read.kinds.filter((kind) => !kind.sure);
  const count = mixed.reduce((sum, kind) => sum + kind.places.length, 0);
  const blank = read.across.cells * read.up.cells - total;
  return [
    single.map(entry),
    shown.map(entry),
    mixed.length
      ? el(
          "li",
          {},
          swatch(mixed.length === 1 ? fillOf(read, mixed[0]) : CROSSED),
          mixed.length === 1
            ? `${mixed[0].moves.map((move) => read.words.get(move)).join(" or ")}, equally good: ${share(count)}`
            : `striped or crossed, several equally good: ${share(count)}`,
        )
      : null,
    unsure.map(entry),
    blank
      ? el(
          "li",
          {},
          swatch("none"),
          read.left
            ? "blank: not in the table, never met, or no choice"
            : "blank: best play never comes here, or has no choice",
        )
      : null,
  ];
}

function swatch(fill) {
  return svg(
    "svg",
    { class: "swatch", viewBox: "0 0 24 18", "aria-hidden": true },
    svg("rect", { fill, x: 0.5, y: 0.5, width: 23, height: 17, rx: 2 }),
  );
}

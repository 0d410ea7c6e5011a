// Pieces of several squares, as dominoes: those that lie on a board, and what moves would lay or change there.

import { el } from "./elements.js";
import { worthBadge } from "./movevalues.js";

/** @typedef {{left: number, top: number, wide: number, high: number}} Box in squares */

/**
 * The pieces of a board, drawn over its squares. `add(box, node)` puts a node over a box of squares; `fresh(item, row,
 * column)` says whether what lies on a square is new there.
 */
export function laidPieces({ rows, laid, lays }, look, fresh, add) {
  const places = new Map(rows.flatMap((row, down) => row.map((item, across) => [item.square, { item, down, across }])));
  const boxes = (squares) => boxesAround(squares.map((square) => places.get(square)));
  const draw = (squares, looks) =>
    boxes(squares).map((box) => add(box, el("span", { class: ["piece-box", ...looks], "aria-hidden": true })));
  for (const squares of laid) {
    const { item, down, across } = places.get(squares[0]);
    draw(squares, [item.name === "filled" && "piece-whole", fresh(item, down, across) && "fresh"]);
  }
  for (const { entry, kind } of lays ? look.marked : []) if (entry.squares.length) draw(entry.squares, [`marked-${kind}`]);
  let meant = [];
  return {
    /** Draw pieces on these lists of squares, in the place of those that were meant before. */
    mean(pieces) {
      for (const node of meant) node.remove();
      meant = pieces.flatMap((squares) => draw(squares, ["piece-meant"]));
    },

    /** What each move is worth, in the middle of what it lays; a click there makes it. False where two have one middle. */
    worths(entries) {
      const middles = new Map(entries.map((entry) => [keyOf(boxAround(entry.squares.map((square) => places.get(square)))), entry]));
      if (middles.size < entries.length) return false;
      for (const entry of entries.filter(look.shows)) {
        const box = boxAround(entry.squares.map((square) => places.get(square)));
        add(box, el("span.piece-worth", { "aria-hidden": true, on: { click: () => look.pick(entry.move) } }, worthBadge(entry)));
      }
      return true;
    },
  };
}

const keyOf = ({ left, top, wide, high }) => `${2 * left + wide} ${2 * top + high}`;

/** The box around places. */
function boxAround(places) {
  const [downs, across] = [places.map(({ down }) => down), places.map((place) => place.across)];
  const [left, top] = [Math.min(...across), Math.min(...downs)];
  return { left, top, wide: Math.max(...across) - left + 1, high: Math.max(...downs) - top + 1 };
}

/** The box around places that fill it, else one around each two that are side by side. */
function boxesAround(places) {
  const whole = boxAround(places);
  if (whole.wide * whole.high === places.length) return [whole];
  const pairs = places.flatMap((one, k) => places.slice(k + 1).map((other) => boxAround([one, other])));
  return pairs.filter(({ wide, high }) => wide * high === 2);
}

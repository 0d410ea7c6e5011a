// A strategy as tables: thresholds, or lines where they say it in clearly less room, or row by row.

import { dataTable, many, number, wordsOf } from "./charts.js";
import { el } from "./elements.js";

const FIRST_ROWS = 60; // of a long table, before a button shows the rest
const WORTH_IT = 0.75; // stretches for each row, above which the plain rows are easier to read
const MOST_PARTS = 8; // of a line; lists longer than that read worse than rows

/** The shortest table that says all of a Strategy, as {node, rows}: whether these are the plain rows. */
export function shortTable(strategy) {
  if (strategy.thresholds !== null) return { node: thresholdTable(strategy), rows: false };
  if (byLines(strategy)) return { node: lineTable(strategy), rows: false };
  return { node: rowTable(strategy), rows: true };
}

function byLines({ lines, rows, sets, columns, lines_left_out: left }) {
  if (!lines.length || !rows.length) return false;
  if (
    columns.some((column) => sets.includes(column)) &&
    lines.some((line) => line.ranges.flat().some((value) => !Number.isSafeInteger(value)))
  )
    return false;
  const parts = lines.map((line) => line.parts.length);
  const stretches = parts.reduce((sum, count) => sum + count, 0);
  return !left && stretches < WORTH_IT * rows.length && Math.max(...parts) <= MOST_PARTS;
}

function thresholdTable({ quantities, steps, thresholds, move }) {
  const head = `${move} from ${wordsOf(quantities.at(-1))}`;
  const cells = thresholds.map((mark) => (mark === null ? "never" : mark));
  const leads = quantities.length === 2;
  return long(
    "Thresholds",
    leads ? [wordsOf(quantities[0]), head] : [head],
    cells.map((cell, k) => (leads ? [steps[k], cell] : [cell])),
    0,
    200,
  );
}

function lineTable(strategy) {
  const leads = strategy.columns.slice(0, -1);
  const range = (column, [low, high]) => (low === high ? seen(strategy, column, low) : `${low}\u2026${high}`);
  const rows = strategy.lines.map((line) => [
    ...leads.map((column, k) => range(column, line.ranges[k])),
    lineWords(strategy, line),
  ]);
  return long("What to do", [...leads.map(wordsOf), "play"], rows, strategy.lines_left_out ?? 0);
}

function lineWords(strategy, { parts }) {
  const last = strategy.columns.at(-1);
  const said = (part) => part.words.join(" or ");
  if (strategy.sets.includes(last))
    return parts.map((part) => `${wordsOf(last)} ${seen(strategy, last, part.low)}: ${said(part)}`).join("; ");
  return [
    said(parts[0]),
    ...parts.slice(1).map((part) => `from ${wordsOf(last)} ${number(part.low)}: ${said(part)}`),
  ].join("; ");
}

/** Every decision with its best moves. */
export function rowTable(strategy) {
  const rows = strategy.rows.map((row) => [
    ...strategy.quantities.map((name, k) =>
      strategy.sets.includes(name) ? (row.shown?.[k] ?? seen(strategy, name, row.key[k])) : row.key[k],
    ),
    row.words.join(" or ") + (row.words.length === 1 ? "" : row.sure ? " (equal)" : " (too close to tell)"),
  ]);
  return long("Best moves", [...strategy.quantities.map(wordsOf), "best"], rows, strategy.rows_left_out);
}

function seen({ sets }, column, value) {
  return sets.includes(column) ? cardsText(value) : number(value);
}

/** A set of cards as people write it, `1-7,16`, from the number whose bits they are. */
function cardsText(bits) {
  const ends = [];
  let rest = BigInt(bits);
  for (let card = 0; rest; card++, rest >>= 1n) {
    if (!(rest & 1n)) continue;
    if (ends.at(-1)?.[1] === card - 1) ends.at(-1)[1] = card;
    else ends.push([card, card]);
  }
  return ends.map(([low, high]) => (low === high ? `${low}` : `${low}-${high}`)).join(",") || "-";
}

// A table that begins with some rows and shows the others when asked; those that the server left out are counted.
function long(caption, head, rows, left, first = FIRST_ROWS) {
  const node = el("div", { class: "stack" });
  const show = (count) => {
    const hidden = rows.length - count;
    node.replaceChildren(
      ...[
        dataTable(caption, head, rows.slice(0, count)),
        hidden > 0 &&
          el("button", {
            type: "button",
            text: `Show ${many(hidden, "more row")}`,
            on: {
              click: () => {
                show(rows.length);
                node.querySelector("[tabindex]").focus();
              },
            },
          }),
        hidden <= 0 && left > 0 && el("p", { class: "soft", text: `${many(left, "row")} left out.` }),
      ].filter(Boolean),
    );
  };
  show(Math.min(first, rows.length));
  return node;
}

// Tables, and parts of a page that open.

import { el } from "./elements.js";
import { number as written } from "./numbers.js";

const NUMBER = /^\u2212?\d{1,3}(,\d{3})*(\.\d+)?%?$/; // but no set of cards, 2,6

/**
 * A table that is scrolled sideways where it has no room. `rows` are lists of cells, texts, elements, or lists of them;
 * an element th or td is a cell itself. `numeric(column)` says where numbers stand; `named`: the first cell of a row
 * names it.
 */
export function table(label, { head, rows, look = null, caption = null, numeric = () => false, named = false, still = false }) {
  const number = (k) => (numeric(k) ? "number" : null);
  const cell = (content, k) => {
    if (content?.matches?.("th, td")) return content;
    const names = named && k === 0;
    return el(names ? "th" : "td", { class: number(k), scope: names ? "row" : null }, content);
  };
  const heading = (content, k) => (content === "" ? el("td") : el("th", { scope: "col", class: number(k) }, content));
  return el(
    "div",
    { class: ["wide", caption && "table-place"], tabindex: still ? null : 0, role: "region", "aria-label": label },
    el(
      "table",
      { class: look },
      caption && el("caption", { text: caption }),
      head && el("thead", {}, el("tr", {}, head.map(heading))),
      el("tbody", {}, rows.map((row) => (row instanceof Element ? row : el("tr", {}, row.map(cell))))),
    ),
  );
}

/** A part of the page that opens, filled by `make()` when it is open and whenever `fill()` is called then. */
export function opening(title, make) {
  const place = el("div");
  const summary = el("summary", { text: title });
  const fill = (renamed = title) => {
    summary.textContent = renamed;
    if (node.open) place.replaceChildren(make());
  };
  const node = el("details", { on: { toggle: () => node.open && place.replaceChildren(make()) } }, summary, place);
  return { node, fill };
}

/**
 * A table for those who would rather read: `head` words, `rows` of cells. Columns of numbers stand to the right, unless
 * they are `names`.
 */
export function dataTable(caption, head, rows, { names = false } = {}) {
  const isNumber = (cell) => typeof cell === "number" || NUMBER.test(cell);
  const numeric = head.map((_, k) => !names && rows.length > 0 && rows.every((row) => isNumber(row[k])));
  const cell = (value) => (typeof value === "number" ? written(value) : value);
  return table(caption, { caption, head, rows: rows.map((row) => row.map(cell)), numeric: (k) => numeric[k] });
}

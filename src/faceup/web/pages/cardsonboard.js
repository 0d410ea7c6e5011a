// The moves of one game lying as cards on the board of the other, with the sums of its lines.

import { card, cardWords } from "./cards.js";
import { el } from "./elements.js";

/** The board, `rows` of {square, card}, with a caption; where all cards are numbers on a square, the sums too. */
export function boardOf(rows, caption) {
  const places = rows.map((row) =>
    row.map(({ square, card: text }) =>
      el(
        "div",
        { class: "square-place", role: "cell" },
        card(text, { label: `${cardWords(text)} on square ${square}` }),
        el("span", { "aria-hidden": true, text: `square ${square}` }),
      ),
    ),
  );
  const board = el(
    "div",
    { class: "square-board", role: "table", "aria-label": caption || "Cards on the board" },
    places.map((row) => el("div", { class: "square-row", role: "row" }, row)),
  );
  const found = sums(rows);
  const choose = (chosen) =>
    places.forEach((row, y) =>
      row.forEach((place, x) =>
        place.classList.toggle(
          "chosen",
          chosen.some(([a, b]) => a === x && b === y),
        ),
      ),
    );
  const pressed = (button) =>
    list.querySelectorAll("button").forEach((each) => each.setAttribute("aria-pressed", String(each === button)));
  const list = el(
    "ul",
    { class: "sums", "aria-label": "The lines of the board" },
    found.map(({ cells, text }) => {
      const button = el("button", {
        type: "button",
        "aria-pressed": false,
        text,
        on: {
          click: () => {
            const on = button.getAttribute("aria-pressed") === "true";
            pressed(on ? null : button);
            choose(on ? [] : cells);
          },
          pointerenter: () => choose(cells),
          focus: () => choose(cells),
          pointerleave: still,
          blur: still,
        },
      });
      return el("li", {}, button);
    }),
  );
  function still() {
    const k = [...list.children].findIndex((item) => item.firstChild.getAttribute("aria-pressed") === "true");
    choose(k < 0 ? [] : found[k].cells);
  }
  return el(
    "figure",
    {},
    el("div", { class: "on-board" }, board, found.length ? list : null),
    caption && el("figcaption", { text: `The moves ${caption.replace(/:$/, "")}` }),
  );
}

/** Rows, columns and diagonals with the sums of their cards: [{cells: [[x, y]...], text}]; none without numbers. */
export function sums(rows) {
  const size = rows.length;
  const values = rows.map((row) => row.map(({ card: text }) => (/^\d+$/.test(text) ? Number(text) : NaN)));
  if (values.some((row) => row.length !== size || row.some(Number.isNaN))) return [];
  const range = [...Array(size).keys()];
  const straight = [
    ...range.map((y) => range.map((x) => [x, y])),
    ...range.map((x) => range.map((y) => [x, y])),
    range.map((k) => [k, k]),
    range.map((k) => [size - 1 - k, k]),
  ];
  return straight.map((cells) => {
    const numbers = cells.map(([x, y]) => values[y][x]);
    return { cells, text: `${numbers.join(" + ")} = ${numbers.reduce((a, b) => a + b, 0)}` };
  });
}

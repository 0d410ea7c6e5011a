// The drawing of a board: squares with what lies on them, picked alone or from one to another.

import { arrowKeys } from "./arrowkeys.js";
import { el, replace } from "./elements.js";
import { byWorth, worthBadge, worthWords } from "./movevalues.js";
import { piece, seeds } from "./pieces.js";
import { stepping } from "./stepping.js";

const LARGE = 5; // columns, beyond which squares are small

/** Whether a legal move is made by picking the squares that it names, on a board in the scene. */
export function onBoard(scene, { squares }) {
  return squares.length > 0 && scene.zones.some(({ kind }) => kind === "board");
}

/**
 * The board of a zone, and a place for moves that a square alone does not tell apart. `look` and `fresh` are those of a
 * scene; `pickable` makes a button of a square's own move.
 */
export function boardGrid(zone, scene, look, fresh, pickable) {
  const entries = look.pick ? [...look.legal.values()].filter((entry) => onBoard(scene, entry)) : [];
  const offered = el("div", { class: "buttons offered" });
  const offer = (found) =>
    replace(
      offered,
      found.map((entry) =>
        el(
          "button",
          { type: "button", "data-move": entry.move, on: { click: () => look.pick(entry.move) } },
          entry.word,
          look.shows(entry) ? [" ", worthBadge(entry)] : null,
        ),
      ),
    );
  const steps = stepping(entries, look.pick, offer, (button, found) => showWorth(button, found.filter(look.shows)));
  const columns = Math.max(...zone.rows.map((row) => row.length));
  const names = zone.columns.length > 0;
  const items = zone.rows.flat();
  const signs = items.some(({ name }) => name !== "" && !piece(name)); // that stand for men, not letters
  const grid = el("div", {
    class: [
      "board",
      columns > LARGE && "board-large",
      names && "board-named",
      signs && "board-signs",
      zone.heaps && "board-pits",
      zone.hexagons && "board-hexagons",
    ],
    style: { "--columns": columns, "--rows": zone.rows.length },
  });
  zone.rows.forEach((row, down) => {
    if (names) grid.append(edge(zone.ranks[down], down + 1, zone.hexagons ? down + 1 : 1));
    row.forEach((item, across) => {
      if (item.square === null) return; // a hole
      const place = names ? zone.columns[across] + zone.ranks[down] : `row ${down + 1}, column ${across + 1}`;
      const there = item.name || item.text || "empty";
      const said = `${place}, ${there}${item.won ? ", one of those that won" : ""}`;
      const owner = item.text !== "" && item.owner !== null && `owner-${item.owner}`;
      const drawing = () => (zone.heaps ? [seeds(Number(item.text || 0)), item.text] : (piece(item.name) ?? item.text));
      const mark = () =>
        el("span", { class: ["mark", owner, fresh(item, down, across) && "fresh"], "aria-hidden": true }, drawing());
      const classes = ["square", (down + across) % 2 && "square-dark", item.won && "won"];
      const still = () =>
        el("button", { type: "button", class: ["item", ...classes], "aria-disabled": true, "aria-label": said }, mark());
      const square = pickable(item, look, () => said, classes, mark, still);
      const column = across + 1 + Number(names);
      square.style.setProperty("grid-column", zone.hexagons ? `${2 * across + down + 2} / span 2` : column);
      square.style.setProperty("grid-row", down + 1);
      if (item.move === null && steps.takes(item.square)) steps.add(item.square, square, said);
      grid.append(square);
    });
  });
  if (names) zone.columns.forEach((name, across) => {
    const column = zone.hexagons ? `${2 * across + zone.rows.length + 2} / span 2` : across + 2;
    grid.append(edge(name, zone.rows.length + 1, column));
  });
  steps.refresh();
  arrowKeys(grid);
  return [grid, offered];
}

function edge(text, row, column) {
  return el("span", { class: "edge", "aria-hidden": true, style: { "grid-row": row, "grid-column": column }, text });
}

// What the best of these moves is worth, on the square where they begin or end.
function showWorth(button, entries) {
  button.querySelector(".worth")?.remove();
  if (!entries.length) return;
  const [best] = byWorth(entries);
  button.append(worthBadge(best));
  button.setAttribute("aria-label", `${button.getAttribute("aria-label")}: ${worthWords(best)}`);
}

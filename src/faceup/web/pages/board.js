// A board: squares with what lies on them, picked alone, or from one to another by the pointer, a drag or the keyboard.

import { el, pushButton, replace, svg } from "./elements.js";
import { arrowKeys } from "./keys.js";
import { laidPieces } from "./laidpieces.js";
import { byWorth, worthBadge, worthWords } from "./movevalues.js";
import { hexagonEdges, piece, seeds } from "./pieces.js";
import { Zone, marksOf, pickable } from "./zone.js";

const LARGE = 5; // columns, beyond which squares are small
const LETTER = /^\p{L}{1,2}$/u; // what a counter of a player bears
const FEW = 2; // letters that fit a square as large as signs are
const DRAGGED = 6; // pixels, from which on a press is a drag

/** Whether a legal move is made by picking the squares that it names, on a board in the scene. */
export function onBoard(scene, { squares }) {
  return squares.length > 0 && scene.zones.some(({ kind }) => kind === "board");
}

/** The board of a zone, and a place for moves that a square alone does not tell apart. */
class GameBoard extends Zone {
  things(items, { zone, scene, look, fresh }) {
    if (zone.lines) return dotGrid(zone, look, fresh);
    const entries = look.pick ? look.entries.filter((entry) => onBoard(scene, entry)) : [];
    const offered = el("div.buttons.offered");
    const longer = ({ squares: some }, { squares: more }) =>
      more.length > some.length && some.every((one, k) => one === more[k]);
    const further = entries.some((entry) => entries.some((other) => longer(entry, other)));
    const how = further ? "Pick a square, and the next one too if both are meant." : zone.lays && laysWords(zone, entries);
    const offer = (found) => replace(offered, found.map((entry) => offerOf(entry, look)));
    const steps = stepping(
      entries, look.pick, offer, (button, found) => showWorth(button, found.filter(look.shows), !onPieces), zone.lays
    );
    const columns = Math.max(...zone.rows.map((row) => row.length));
    const entry = (move) => (move === null || !look.pick ? null : look.entry(move));
    const drop = (across) => zone.falls && zone.rows.map((row) => entry(row[across].move)).find(Boolean); // into a column
    const names = zone.columns.length > 0;
    const signs = !zone.heaps && items.some(({ name }) => name !== "" && !piece(name) && !zone.pieces.includes(name)); // that stand for men, not letters
    const classes = {
      "board-large": columns > LARGE,
      "board-named": names,
      "board-signs": signs,
      "board-pits": zone.heaps,
      "board-holes": zone.falls,
      "board-hexagons": zone.hexagons,
    };
    const travels = !zone.lays && entries.some(({ squares }) => squares.length > 1);
    const own = ({ square, text }) => travels && text !== "" && entries.some(({ squares }) => squares[0] === square);
    const grid = el("div", {
      class: ["board", ...Object.keys(classes).filter((name) => classes[name])],
      style: { "--columns": columns, "--rows": zone.rows.length },
    });
    const over = ({ left, top, wide, high }, node) => {
      node.style.cssText = `grid-row: ${top + 1} / span ${high}; grid-column: ${left + 1 + Number(names)} / span ${wide}; --wide: ${wide}`;
      grid.append(node);
      return node;
    };
    const pieces = laidPieces(zone, look, fresh, over);
    const onPieces = zone.lays && pieces.worths(entries);
    /** What the moves would fill that a square begins, each as the squares of its pieces. */
    const filled = ({ square, move }) => {
      if (!look.pick || move === null) return zone.lays ? entries.map(({ squares }) => squares).filter(([first]) => first === square) : [];
      return zone.changes.filter((one) => look.entry(one.move) === look.entry(move)).flatMap(({ squares }) => squares.map((one) => [one]));
    };
    if (zone.hexagons && zone.edges.length) grid.append(hexagonEdges(zone.rows.length, columns, zone.edges));
    zone.rows.forEach((row, down) => {
      if (names) grid.append(edge(zone.ranks[down], down + 1, zone.hexagons ? down + 1 : 1));
      row.forEach((there, across) => {
        if (there.square === null) return; // a hole
        const item = own(there) ? { ...there, move: null } : there; // a piece is picked up first
        const said = squareWords(zone, item, down, across);
        const square = squareOf(
          zone, item, look, said, (down + across) % 2 && "square-dark", fresh(item, down, across), drop(across)
        );
        const column = zone.hexagons ? `${2 * across + down + 2} / span 2` : across + 1 + Number(names);
        square.style.setProperty("grid-column", column);
        square.style.setProperty("grid-row", down + 1);
        const ends = ({ squares }) => item.move === null && !zone.lays && [squares[0], squares.at(-1)].includes(item.square);
        square.classList.add(...marksOf(look, (entry) => onBoard(scene, entry) && ends(entry)));
        if (item.move === null && steps.takes(item.square)) steps.add(item.square, square, said, own(item));
        if (zone.lays || zone.changes.length) {
          for (const kind of ["pointerenter", "focus"]) square.addEventListener(kind, () => pieces.mean(filled(item)));
          for (const kind of ["pointerleave", "blur"]) square.addEventListener(kind, () => pieces.mean([]));
        }
        grid.append(square);
      });
    });
    if (!zone.hexagons && !zone.lays) grid.append(...arrows(zone, look.marked, columns, Number(names)));
    const under = (across) => (zone.hexagons ? `${2 * across + zone.rows.length + 1} / span 2` : across + 2);
    zone.columns.forEach((name, across) => grid.append(edge(name, zone.rows.length + 1, under(across))));
    steps.refresh();
    arrowKeys(grid);
    return [grid, offered, how && el("p.scene-caption.how", how)];
  }
}

/** How a piece of several squares is laid; "" where nobody is to lay one. */
function laysWords({ columns, rows }, entries) {
  if (!entries.length) return "";
  const ways = new Set(entries.map(({ squares: [one, other], squares }) => squares.length === 2 && other - one));
  const where = { 1: "to its right", [rows[0].length]: "below it" }[ways.size === 1 ? String([...ways][0]) : ""];
  return where ? `A move fills the square you pick and the one ${where}.` : "Pick the squares that a move fills, from the top left on.";
}

/** Dots, the lines between them, and the boxes that lines close all around. */
function dotGrid({ rows, columns, ranks }, look, fresh) {
  const drawn = (down, across) => rows[down][across].text !== "";
  const name = (down, across) => columns[across / 2] + ranks[down / 2];
  const grid = el("div.dot-grid", { style: { "--across": columns.length - 1, "--down": ranks.length - 1 } });
  const place = (node, down, across) => {
    node.style.setProperty("grid-row", down + 1);
    node.style.setProperty("grid-column", across + 2);
    grid.append(node);
  };
  rows.forEach((row, down) => {
    if (down % 2 === 0) grid.append(edge(ranks[down / 2], down + 1, 1));
    row.forEach((item, across) => {
      if (item.square === null) {
        const [isDot, isBox] = [down % 2 === 0, down % 2 === 1];
        const closed = isBox && drawn(down - 1, across) && drawn(down + 1, across) && drawn(down, across - 1) && drawn(down, across + 1);
        if (isDot || closed) place(el(isDot ? "span.dot" : "span.closed-box", { "aria-hidden": true }), down, across);
        return;
      }
      const ends = down % 2 ? [[down + 1, across], [down - 1, across]] : [[down, across - 1], [down, across + 1]];
      const said = `${ends.map(([y, x]) => name(y, x)).join("-")}, ${drawn(down, across) ? "drawn" : "empty"}`;
      const looks = ["square", "line", down % 2 && "line-down", item.text && "line-drawn", fresh(item, down, across) && "fresh"];
      const still = () => el(
        "button", { type: "button", class: ["item", ...looks], "aria-disabled": true, "aria-label": said }
      );
      place(pickable(item, look, () => said, looks, () => null, still), down, across);
    });
  });
  columns.forEach((text, k) => grid.append(edge(text, rows.length + 1, 2 * k + 2)));
  arrowKeys(grid);
  return grid;
}

/** An arrow for each marked move that leads from one square to another. */
function arrows({ rows }, marked, columns, left) {
  const places = new Map(rows.flatMap((row, down) =>
      row.map((item, across) => [item.square, [across + 0.5, down + 0.5]])
    ));
  return marked.filter(({ entry }) => entry.squares.length > 1).map(({ entry: { squares }, kind }) => {
    const [[x, y], [toX, toY]] = [places.get(squares[0]), places.get(squares.at(-1))];
    const long = Math.hypot(toX - x, toY - y);
    const [dx, dy] = [(toX - x) / long, (toY - y) / long];
    const head = [-0.28, 0.28].map((aside) => `${toX - 0.3 * dx - aside * dy} ${toY - 0.3 * dy + aside * dx}`);
    return svg(
      "svg",
      {
        class: ["board-arrow", `arrow-${kind}`],
        viewBox: `0 0 ${columns} ${rows.length}`,
        preserveAspectRatio: "none",
        "aria-hidden": true,
        style: { "grid-row": `1 / span ${rows.length}`, "grid-column": `${1 + left} / span ${columns}` },
      },
      svg("path", { d: `M${x} ${y}L${toX} ${toY}M${head[0]}L${toX} ${toY}L${head[1]}` }),
    );
  });
}

const offerOf = (entry, look) =>
  pushButton(
    [entry.word, look.shows(entry) ? [" ", worthBadge(entry)] : null],
    () => look.pick(entry.move),
    { "data-move": entry.move },
  );

function squareWords({ columns, ranks, heaps, numbered }, item, down, across) {
  if (heaps) return `${item.name ? `pit ${item.name}` : "store"}, row ${down + 1}, ${item.text}`;
  const inRows = numbered ? `square ${item.square}` : `row ${down + 1}, column ${across + 1}`;
  const place = columns.length ? columns[across] + ranks[down] : inRows;
  return `${place}, ${item.name || item.text || "empty"}${item.won ? ", one of those that won" : ""}`;
}

/** A square as a button, which does nothing unless it is a move, or part of one, or of the column of `drop`. */
function squareOf(zone, item, look, said, dark, isNew, drop) {
  const classes = ["square", dark, item.won && "won"];
  const still = { type: "button", class: ["item", ...classes], "aria-disabled": true, "aria-label": said };
  const bare = item.move !== null && !item.text && !zone.columns.length && !zone.heaps;
  const called = zone.numbered ? String(item.square) : bare && look.entry(item.move)?.word;
  const mark = () => [markOf(zone, item, isNew), called && el("span.pit-name.small.soft", { "data-name": called })];
  if (drop && item.move === null)
    return pushButton(mark(), () => look.pick(drop.move), {
      class: ["item", "drops", ...classes],
      "aria-label": `${said}; drop into column ${drop.word.split(" ").at(-1)}`,
    });
  return pickable(item, look, () => said, classes, mark, () => el("button", still, mark()));
}

/** The drawing of what lies on a square, else its text. */
export function markOf(zone, item, isNew = false) {
  const colour = item.text !== "" && item.owner !== null && zone.colours?.[item.owner];
  const owner = colour ? `colour-${colour}` : item.text !== "" && item.owner !== null && `owner-${item.owner}`;
  const called = zone.heaps && item.name && el("span.pit-name.small.soft", { "data-name": `pit ${item.name}` });
  const drawing = zone.heaps ? [seeds(Number(item.text || 0)), item.text, called] : (piece(item.name) ?? item.text);
  const written = typeof drawing === "string" && drawing.length > FEW;
  const style = written ? { "--letters": drawing.length } : {};
  const counter = owner && !item.name && typeof drawing === "string" && LETTER.test(drawing) && "mark-counter";
  const kinds = ["mark", written && "mark-written", counter, owner, isNew && "fresh"];
  return el("span", { class: kinds, style, "aria-hidden": true }, drawing);
}

/**
 * A small board to look at, with stars on the squares of moves, and those marked from which moves begin; `words`: what
 * is on it, for people who listen. Moves lead from the squares that `begins` has to those of `ends`.
 */
export function smallBoard(zone, words, begins = [], ends = []) {
  const line = (item, across, down) => (item.square === null ? (across % 2 || down % 2 ? "" : "•") : item.text && (across % 2 ? "━" : "┃"));
  const square = (item, across, down) => {
    const star = item.move !== null && item.text === "";
    const mark = star ? "★" : zone.lines ? line(item, across, down) : zone.heaps ? item.text : markOf(zone, item); // of seeds the number says it
    const looks = [(item.square === null || zone.lines) && "small-hole", zone.heaps && "small-pit", begins.includes(item.square) && "small-begins", ends.includes(item.square) && "small-ends"];
    return el("span", { class: ["small-square", ...looks] }, mark);
  };
  const named = zone.columns.length > 0 && !zone.hexagons && !zone.lines;
  const name = (text) => el("span.small-name.soft", text);
  const row = (items, k) => el("div", { style: { "margin-left": zone.hexagons ? `${0.8 * k}rem` : "0" } }, named && name(zone.ranks[k]), items.map((item, across) => square(item, across, k)));
  const under = named && el("div", name(""), zone.columns.map(name));
  return el("div.small-board", { role: "img", "aria-label": words }, zone.rows.map(row), under);
}

function edge(text, row, column) {
  return el("span.edge", { "aria-hidden": true, style: { "grid-row": row, "grid-column": column } }, text);
}

// What the best of these moves is worth, on the square where they begin or end; if not `drawn` there, for who listens.
function showWorth(button, entries, drawn) {
  button.querySelector(".worth")?.remove();
  if (!entries.length) return;
  const [best] = byWorth(entries);
  if (drawn) button.append(worthBadge(best));
  button.setAttribute("aria-label", `${button.getAttribute("aria-label")}: ${worthWords(best)}`);
}

/**
 * `entries` are moves with the squares that they name, {squares, move}; `pick(move)` is called with one that is meant.
 * Where several name the same squares, or one ends where others go on, `offer(entries)` lets a person say which.
 * `add(square, button, said, own)` makes a button one of the squares, with an `own` piece on it, which a
 * press picks up, and a second one moves where it names the only move; call `refresh` when all are there. `marked(button,
 * entries)` shows what those moves of a square are worth. Escape gives up what was begun. With `lays` a move is made as
 * soon as no other is meant, and nothing is dragged.
 */
function stepping(entries, pick, offer, marked, lays) {
  const squares = new Map(); // number -> {button, said}
  let chosen = [];
  const onward = (...next) =>
    entries.filter((entry) => [...chosen, ...next].every((number, place) => entry.squares[place] === number));
  const begins = (square) => entries.some((entry) => entry.squares[0] === square);

  function refresh() {
    squares.forEach(({ button, said }, square) => {
      const [held, leads] = [chosen.includes(square), chosen.length > 0 && onward(square).length > 0];
      button.classList.toggle("chosen", held);
      button.classList.toggle("leads-on", leads);
      button.classList.toggle("begins", begins(square));
      button.setAttribute("aria-disabled", !onward(square).length && !begins(square));
      button.setAttribute("aria-pressed", held);
      button.setAttribute("aria-label", said + (held ? ", picked up" : leads ? ", can be reached" : ""));
      const meant = leads ? onward(square) : chosen.length ? [] : entries.filter(
        (entry) => entry.squares[0] === square
      );
      marked(button, held ? [] : meant);
    });
    const ended = chosen.length ? onward().filter((entry) => entry.squares.length === chosen.length) : [];
    offer(ended);
  }

  function step(square) {
    const only = onward().length === 1 && onward()[0].squares;
    const again = only && chosen.length === 1 && only.length === 1 && only[0] === square;
    if (onward(square).length) chosen = [...chosen, square];
    else if (!again) chosen = begins(square) && !chosen.includes(square) ? [square] : []; // another one, or none
    const meant = chosen.length ? onward() : [];
    const held = chosen.length === 1 && squares.get(square).own && !again;
    if (!held && meant.length === 1 && (lays || meant[0].squares.length === chosen.length)) pick(meant[0].move);
    else refresh();
  }

  function giveUp() {
    if (!chosen.length) return false;
    chosen = [];
    refresh();
    return true;
  }

  /** The square under the pointer, as its number; null where there is none. */
  function under({ clientX, clientY }) {
    const button = document.elementFromPoint(clientX, clientY)?.closest("button.square");
    return [...squares].find(([, each]) => each.button === button)?.[0] ?? null;
  }

  function drag(square, button, down) {
    const mark = button.querySelector(".mark");
    let dragged = false;
    const move = (event) => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!dragged && Math.hypot(x, y) < DRAGGED) return;
      if (!dragged) {
        dragged = true;
        giveUp();
        step(square);
        button.classList.add("dragged");
      }
      mark.style.translate = `${x}px ${y}px`;
    };
    const stop = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      if (!dragged) return;
      mark.style.translate = "";
      button.classList.remove("dragged");
      // The press was no click, though the browser may call it one.
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => dispatchEvent(new Event("click")));
      const target = event.type === "pointerup" ? under(event) : null;
      if (target !== null && target !== square && onward(target).length) step(target);
      else giveUp();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }

  return {
    takes: (square) => entries.some((entry) => entry.squares.includes(square)),
    add(square, button, said, own) {
      squares.set(square, { button, said, own });
      button.addEventListener("click", () => step(square));
      button.addEventListener("pointerdown", (event) => {
        const begun = chosen.length > 1; // a piece that was only picked up may still be dragged
        if (event.isPrimary && event.button === 0 && begins(square) && !begun && !lays) drag(square, button, event);
      });
      button.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && giveUp()) event.preventDefault();
      });
    },
    refresh,
  };
}

customElements.define("game-board", GameBoard);

// Drawing a position: boards, cards, piles, heaps and numbers, with the moves that can be picked in place.

import { arrowKeys } from "./arrowkeys.js";
import { card, back, cardWords } from "./cards.js";
import { el } from "./elements.js";
import { known, worthBadge, worthWords } from "./movevalues.js";

const PILE_SHOWN = 6; // cards of a pile that are laid open in a fan, the newest ones

/**
 * The drawing of a Scene. `legal`: move -> entry of the legal moves; `pick(move)` is called when one is picked, and
 * without it nothing can be; `values`: show what moves are worth; `onlyBest`: but of the best alone; `before`: the
 * Scene that was drawn before this one, so that what is new can be marked.
 */
export function drawScene(
  scene,
  { legal = new Map(), pick = null, values = false, onlyBest = false, before = null } = {},
) {
  const look = { legal, pick, shows: (entry) => values && known(entry) && (!onlyBest || entry.best) };
  const node = el("div", { class: ["scene", values && "with-worth"] });
  scene.zones.forEach((zone, index) => {
    const old = before?.zones.length === scene.zones.length ? before.zones[index] : null;
    node.append(DRAWN[zone.kind](zone, look, news(zone, old)));
  });
  const drawing = scene.more.includes("\n");
  if (!scene.zones.length || drawing) node.append(el(drawing ? "pre" : "p", { class: "scene-text", text: scene.more }));
  else if (scene.more) node.append(el("p", { class: "scene-caption", text: scene.more }));
  return node;
}

/** The moves that items of the scene carry; all others need a button elsewhere. */
export function movesInScene(scene) {
  const found = new Set();
  for (const zone of scene.zones)
    for (const row of zone.rows) for (const item of row) if (item.move !== null) found.add(item.move);
  return found;
}

/** A position in words, for people who listen. */
export function sceneWords(scene) {
  return scene.text.replaceAll("\n", "; ");
}

// Whether an item was not there before: by its place on a board, else by its text.
function news(zone, old) {
  if (!old || zone.kind === "heap" || zone.choices) return () => false;
  if (zone.kind === "board")
    return (item, row, column) => item.text !== "" && old.rows[row]?.[column]?.text !== item.text;
  const left = new Map();
  for (const item of old.rows.flat()) left.set(item.text, (left.get(item.text) ?? 0) + 1);
  return (item) => {
    const count = left.get(item.text) ?? 0;
    left.set(item.text, count - 1);
    return count <= 0;
  };
}

function zoneOf(zone, kind, counted, ...children) {
  const names = zone.label || kind;
  return el(
    "section",
    { class: ["zone", `zone-${kind}`], role: "group", "aria-label": counted ? `${names}, ${counted}` : names },
    names === "board"
      ? null
      : el(
          "h3",
          { class: "zone-label" },
          el("span", { class: "zone-name", text: names }),
          counted && el("span", { class: "zone-count", text: counted }),
        ),
    ...children,
  );
}

const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// An item as a button where it can be picked, else `still`; the entry's worth goes below its face.
function pickable(item, look, words, classes, face, still) {
  const entry = item.move === null ? null : look.legal.get(item.move);
  if (!entry || !look.pick) return still();
  const shown = look.shows(entry);
  return el(
    "button",
    {
      type: "button",
      class: ["item", ...classes],
      "data-move": item.move,
      "aria-label": [words(entry), shown && worthWords(entry)].filter(Boolean).join(": "),
      on: { click: () => look.pick(item.move) },
    },
    face(),
    shown ? [" ", worthBadge(entry)] : null, // else "1" and "draw" would be one word to programs that read the page
  );
}

// Moves of several numbers are picked square by square: the first, then the next of those that lead on from there.
function squareBySquare(look) {
  const steps = look.pick ? [...look.legal.values()].map(({ move }) => move).filter(Array.isArray) : [];
  const buttons = new Map();
  let chosen = [];
  const onward = (...next) =>
    steps.filter((move) => [...chosen, ...next].every((number, place) => move[place] === number));
  const begins = (square) => steps.some((move) => move[0] === square);
  const refresh = () =>
    buttons.forEach((button, square) => {
      const first = chosen.includes(square);
      button.classList.toggle("chosen", first);
      button.classList.toggle("leads-on", chosen.length > 0 && onward(square).length > 0);
      button.setAttribute("aria-disabled", !onward(square).length && !begins(square));
      button.setAttribute("aria-pressed", first);
    });
  return {
    takes: (square) => steps.some((move) => move.includes(square)),
    add(square, button) {
      buttons.set(square, button);
      button.addEventListener("click", () => {
        if (onward(square).length) chosen = [...chosen, square];
        else chosen = begins(square) && !chosen.includes(square) ? [square] : []; // another one, or none
        const whole = onward().find((move) => move.length === chosen.length);
        if (whole) return look.pick(whole);
        refresh();
      });
    },
    refresh,
  };
}

function board(zone, look, fresh) {
  const steps = squareBySquare(look);
  const columns = Math.max(...zone.rows.map((row) => row.length));
  const grid = el("div", { class: ["board", columns > 5 && "board-large"], style: { "--columns": columns } });
  zone.rows.forEach((row, down) =>
    row.forEach((item, across) => {
      const place = `row ${down + 1}, column ${across + 1}`;
      const said = `${place}, ${item.text === "" ? "empty" : item.text}`;
      const owner = item.text !== "" && item.owner !== null && `owner-${item.owner}`;
      const mark = () =>
        el("span", {
          class: ["mark", owner, fresh(item, down, across) && "fresh"],
          "aria-hidden": true,
          text: item.text,
        });
      const square = pickable(
        item,
        look,
        () => said,
        ["square"],
        mark,
        () =>
          el(
            "button",
            { type: "button", class: ["item", "square"], "aria-disabled": true, "aria-label": said },
            mark(),
          ),
      );
      square.style.setProperty("grid-column", across + 1);
      if (item.move === null && item.square !== null && steps.takes(item.square)) steps.add(item.square, square);
      grid.append(square);
    }),
  );
  steps.refresh();
  arrowKeys(grid);
  return zoneOf(zone, "board", null, grid);
}

function cards(zone, look, fresh) {
  const items = zone.rows.flat();
  const hand = el("div", { class: ["hand", items.length > 9 && "hand-many", zone.choices && "hand-table"] });
  for (const item of items) {
    const face = () => card(item.text, { label: "" });
    const classes = ["card-item", fresh(item) && "fresh"];
    const verb = zone.choices ? "take" : "play";
    hand.append(
      pickable(
        item,
        look,
        () => `${verb} ${cardWords(item.text)}`,
        classes,
        face,
        () => el("span", { class: ["item", ...classes], role: "img", "aria-label": cardWords(item.text) }, face()),
      ),
    );
  }
  if (!items.length) hand.append(el("span", { class: "empty slot", text: "none" }));
  arrowKeys(hand);
  return zoneOf(zone, "cards", items.length > 4 ? many(items.length, "card") : null, hand);
}

function pile(zone, look, fresh) {
  const items = zone.rows.flat();
  const open = items.slice(-PILE_SHOWN);
  const fan = el("div", { class: "pile" });
  if (items.length > open.length)
    fan.append(el("span", { class: "item pile-under", "aria-hidden": true }, back({ label: "" })));
  items.forEach((item, at) => {
    const isNew = fresh(item); // asked of every card, for it counts
    if (at < items.length - open.length) return;
    const classes = ["card-item", isNew && "fresh"];
    const face = () => card(item.text, { label: "" });
    fan.append(
      pickable(
        item,
        look,
        (entry) => `${entry.word}, ${cardWords(item.text)}`,
        classes,
        face,
        () => el("span", { class: ["item", ...classes], role: "img", "aria-label": cardWords(item.text) }, face()),
      ),
    );
  });
  if (!items.length) fan.append(el("span", { class: "empty slot", text: "none" }));
  arrowKeys(fan);
  return zoneOf(zone, "pile", many(items.length, "card"), fan);
}

function heap(zone, look) {
  const items = zone.rows.flat();
  const row = el("div", { class: ["heap", items.length > 12 && "heap-many"] });
  for (const item of items) {
    row.append(
      pickable(
        item,
        look,
        (entry) => entry.word,
        ["stone-item"],
        stone,
        () => el("span", { class: "item stone-item", "aria-hidden": true }, stone()),
      ),
    );
  }
  if (!items.length) row.append(el("span", { class: "empty", text: "empty" }));
  arrowKeys(row);
  return zoneOf(zone, "heap", items.length ? String(items.length) : null, row);
}

function stone() {
  return el("span", { class: "stone" });
}

function number(zone, look, fresh) {
  const items = zone.rows.flat();
  if (!items.length) items.push({ text: "", move: null, owner: null });
  const figures = items.map((item, at) => {
    const face = () => el("span", { class: ["figure", fresh(item, 0, at) && "fresh"], text: item.text });
    return pickable(item, look, (entry) => entry.word, [], face, face);
  });
  return zoneOf(zone, "number", null, figures.length > 1 ? el("div", { class: "figures" }, ...figures) : figures[0]);
}

const DRAWN = { board, cards, pile, heap, number };

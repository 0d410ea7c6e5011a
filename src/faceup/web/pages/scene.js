// Drawing a position: boards, tracks, cards, dice, piles, heaps, scores and numbers, with the moves that can be picked in place.

import { arrowKeys } from "./arrowkeys.js";
import { boardGrid, onBoard } from "./boardgrid.js";
import { card, back, cardWords, nounFor } from "./cards.js";
import { many } from "./charts.js";
import { die, dieWords } from "./dice.js";
import { el } from "./elements.js";
import { known, worthBadge, worthWords } from "./movevalues.js";
import { scoreRows } from "./scores.js";
import { selecting } from "./selecting.js";
import { trackGrid } from "./track.js";

const PILE_SHOWN = 6; // cards of a pile that are laid open in a fan, the newest ones

/**
 * The drawing of a Scene. `legal`: what `legalMoves` gives; `pick(move)` is called when one is picked, and
 * without it nothing can be; `values`: show what moves are worth; `onlyBest`: but of the best alone; `before`: the
 * Scene that was drawn before this one, so that what is new can be marked.
 */
export function drawScene(
  scene,
  { legal = new Map(), pick = null, values = false, onlyBest = false, before = null } = {},
) {
  const look = { legal, pick, hinted: onlyBest, shows: (entry) => values && known(entry) && (!onlyBest || entry.best) };
  const node = el("div", { class: ["scene", values && "with-worth"] });
  scene.zones.forEach((zone, index) => {
    const old = before?.zones.length === scene.zones.length ? before.zones[index] : null;
    node.append(DRAWN[zone.kind](zone, look, news(zone, old), scene));
  });
  const drawing = scene.more.includes("\n");
  if (!scene.zones.length || drawing) node.append(el(drawing ? "pre" : "p", { class: "scene-text", text: scene.more }));
  else if (scene.more) node.append(el("p", { class: "scene-caption", text: scene.more }));
  else if (!scene.text.includes("\n")) node.append(el("p", { class: "unseen", text: scene.text }));
  return node;
}

/** A move, a number or a list of them, as one text. */
const keyOf = (move) => JSON.stringify(move);

/** The legal moves of a Position, so that the entry of one is found by its move. */
export function legalMoves({ legal }) {
  return new Map(legal.map((entry) => [keyOf(entry.move), entry]));
}

/** Which of these legal moves the scene has no place for: they need a button elsewhere. */
export function movesElsewhere(scene, legal) {
  const placed = new Set();
  for (const { rows } of scene.zones) for (const { move } of rows.flat()) if (move !== null) placed.add(keyOf(move));
  return legal.filter((entry) => !placed.has(keyOf(entry.move)) && !onBoard(scene, entry));
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
  if (zone.kind === "track") return (k) => old.rows.at(-1)[k]?.square !== zone.rows.at(-1)[k].square;
  const left = new Map();
  for (const item of old.rows.flat()) left.set(item.text, (left.get(item.text) ?? 0) + 1);
  return (item) => {
    const count = left.get(item.text) ?? 0;
    left.set(item.text, count - 1);
    return count <= 0;
  };
}

function zoneOf(zone, counted, ...children) {
  const names = zone.label || zone.kind;
  return el(
    "section",
    { class: ["zone", `zone-${zone.kind}`], role: "group", "aria-label": counted ? `${names}, ${counted}` : names },
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

// An item as a button where it can be picked, else `still`; the entry's worth goes below its face.
function pickable(item, look, words, classes, face, still) {
  const entry = item.move === null ? null : look.legal.get(keyOf(item.move));
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

function board(zone, look, fresh, scene) {
  return zoneOf(zone, null, ...boardGrid(zone, scene, look, fresh, pickable));
}

/** The things of a zone to choose from; null where moves choose nothing of it. */
function choices(zone, look, drawing) {
  if (!look.pick || !zone.selections.length) return null;
  return selecting(zone, { ...look, entry: (move) => look.legal.get(keyOf(move)) }, drawing);
}

function cards(zone, look, fresh) {
  const items = zone.rows.flat();
  const noun = nounFor(zone.label);
  const chosen = choices(zone, look, {
    face: (item) => card(item.text, { label: "" }),
    said: (item) => cardWords(item.text, noun),
  });
  if (chosen) return zoneOf(zone, items.length > 4 ? many(items.length, noun) : null, ...chosen);
  const hand = el("div", { class: ["hand", items.length > 9 && "hand-many", zone.choices && "hand-table"] });
  for (const item of items) {
    const face = () => card(item.text, { label: "" });
    const classes = ["card-item", fresh(item) && "fresh", item.won && "won"];
    const whose = item.by ? `${item.by}: ` : "";
    const said = whose + cardWords(item.text, noun) + (item.won ? ", one of those that won" : "");
    const verb = zone.choices ? "take" : "play";
    hand.append(
      pickable(
        item,
        look,
        () => `${verb} ${cardWords(item.text, noun)}`,
        classes,
        face,
        () =>
          el(
            "span",
            { class: ["item", ...classes], role: "img", "aria-label": said },
            face(),
            item.by && el("span", { class: "card-by small soft", "aria-hidden": true, text: item.by }),
          ),
      ),
    );
  }
  if (!items.length) hand.append(el("span", { class: "empty slot", text: "none" }));
  arrowKeys(hand);
  return zoneOf(zone, items.length > 4 ? many(items.length, noun) : null, hand);
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
  return zoneOf(zone, many(items.length, "card"), fan);
}

function heap(zone, look, fresh, scene) {
  const items = zone.rows.flat();
  const heaps = scene.zones.filter(({ kind }) => kind === "heap");
  const still = heaps.every(({ rows }) => rows.flat().every(({ move }) => move === null)); // whoever is to move
  const row = el("div", { class: ["heap", items.length > 12 && "heap-many", still && "heap-still"] });
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
  return zoneOf(zone, items.length ? String(items.length) : null, row);
}

function dice(zone, look, fresh) {
  const items = zone.rows.flat();
  const chosen = choices(zone, look, { face: (item) => die(item.text), said: (item) => dieWords(item.text) });
  if (chosen) return zoneOf(zone, null, ...chosen);
  const row = el("div", { class: "dice" });
  for (const item of items) row.append(el("span", { class: ["item", fresh(item) && "fresh"] }, die(item.text)));
  if (!items.length) row.append(el("span", { class: "empty", text: "none" }));
  return zoneOf(zone, null, row);
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
  return zoneOf(zone, null, figures.length > 1 ? el("div", { class: "figures" }, ...figures) : figures[0]);
}

function track(zone, look, fresh) {
  return zoneOf(zone, null, trackGrid(zone, fresh));
}

function scores(zone, look, fresh) {
  return zoneOf(zone, null, scoreRows(zone, fresh));
}

const DRAWN = { board, cards, dice, pile, heap, number, scores, track };

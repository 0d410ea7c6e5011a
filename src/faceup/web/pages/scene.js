// A position on the table: the zones it has, and what is said where nothing can be drawn.

import "./board.js";
import "./cards.js";
import "./dice.js";
import "./pot.js";
import "./track.js";
import { onBoard } from "./board.js";
import { Component, el } from "./elements.js";
import { known } from "./movevalues.js";
import { withPieces } from "./pieces.js";

const ZONES = {
  board: "game-board",
  cards: "card-hand",
  pile: "card-pile",
  dice: "dice-row",
  heap: "stone-heap",
  number: "figure-row",
  scores: "score-rows",
  track: "counter-track",
};

/**
 * The drawing of a Scene. `legal`: the moves that can be picked, of which `pick(move)` is told, and without it none can
 * be; `values`: show what moves are worth; `onlyBest`: but of the best alone; `marked`: {entry, kind} for legal
 * moves whose places are marked, kind is best or played; `over`: hands that are empty are left out. What is new is marked until there is
 * another position, unless the scene is `fresh`: of another game.
 */
export class GameScene extends Component {
  /** @type {?import("./gamepage.js").Answer} */
  earlier = null; // the scene that was drawn before this one
  chosen = []; // what is chosen in each zone

  show(given) {
    const drawn = given.fresh ? null : this.given.scene;
    if (given.fresh || textsOf(given.scene) !== textsOf(drawn)) this.earlier = drawn;
    return super.show({ legal: [], pick: null, values: false, onlyBest: false, marked: [], over: false, ...given });
  }

  draw({ scene, legal, pick, values, onlyBest, marked, over }) {
    const entries = new Map(legal.map((entry) => [keyOf(entry.move), entry]));
    const look = {
      entries: legal,
      entry: (move) => entries.get(keyOf(move)),
      pick,
      hinted: onlyBest,
      marked,
      shows: (entry) => values && known(entry) && (!onlyBest || entry.best),
    };
    const old = this.earlier?.zones.length === scene.zones.length ? this.earlier?.zones : null;
    const laid = (old ?? []).flatMap(({ rows }) => rows.flat()).filter((item) => item.by);
    const lay = ({ by, text }) => laid.some((item) => item.by === by && item.text === text); // and was moved with others
    const zones = scene.zones.map((zone, k) => {
      const turnedUp = over && ["cards", "pile"].includes(zone.kind); // by nobody's move
      const isNew = news(zone, turnedUp ? null : old && old[k]);
      const fresh = (item, ...place) => isNew(item, ...place) && !lay(item);
      const chosen = (this.chosen[k] ??= { key: "", places: new Set() });
      if (over && !zone.rows.flat().length && ["cards", "pile"].includes(zone.kind)) return null;
      const node = el(ZONES[zone.kind]);
      node.show({ zone, scene, fresh, look: { ...look, chosen } });
      return node;
    });
    const drawing = scene.more.includes("\n");
    const told =
      !zones.length || drawing
        ? el(drawing ? "pre" : "p", { class: "scene-text", text: scene.more })
        : scene.more && el("p.scene-caption", withPieces(scene.more, scene, true));
    const heaps = scene.zones.filter(({ kind }) => kind === "heap").map(({ rows }) => rows.flat());
    const answers = ({ move }) => move !== null;
    const count = heaps.flat().filter(answers).length;
    const partly = heaps.some((stones) => stones.some(answers) && !stones.every(answers)); // those are marked
    const which = !partly ? "a stone" : count === 1 ? "the marked stone" : "a marked stone";
    const how = pick && count > 0 && el("p.scene-caption", `Pick ${which} to take it and those after it.`);
    return el("div", { class: ["scene", values && "with-worth"] }, zones, told, how);
  }
}

/** The drawing of a Scene of its own. */
export function sceneOf(given, id = "") {
  const node = new GameScene();
  if (id) node.id = id;
  node.show(given);
  return node;
}

/** A move, a number or a list of them, as one text. */
const keyOf = (move) => JSON.stringify(move);

const textsOf = (scene) =>
  JSON.stringify(scene?.zones.map(({ rows }) => rows.map((row) => row.map(({ text, square }) => [text, square]))));

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
  const numbers = zone.kind === "number" && old.rows.flat().length === zone.rows.flat().length; // none is taken away
  if (zone.kind === "board" || numbers)
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

customElements.define("game-scene", GameScene);

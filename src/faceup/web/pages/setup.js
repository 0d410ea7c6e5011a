// A position set up by hand: its fields are changed here, the server says whether rules take it and what it is worth.

import { fromQuery, pageOf, readHash, seedOf, unusual, writeHash } from "./address.js";
import { apiOf, post } from "./api.js";
import { markOf } from "./board.js";
import { card, cardWords } from "./cards.js";
import { announce, el, pushButton, replace } from "./elements.js";
import { gamePage } from "./gamepage.js";
import { arrowKeys } from "./keys.js";
import { MoveButtons, bestLine } from "./movebuttons.js";
import { listed } from "./movevalues.js";
import { sceneOf } from "./scene.js";
import { capital } from "./seats.js";
import { WaitingLine } from "./waiting.js";

/** What the fields of a Setup hold at first, by their names: numbers, or text. */
const beginsWith = ({ fields }) =>
  Object.fromEntries(
    fields.map(({ name, kind, numbers, text }) =>
      [name, kind === "sets" ? text : kind === "yes-no" ? [numbers[0] ? "yes" : "no"] : numbers]),
  );

/** What is held, as it stands in an address. */
const written = ({ setup, held }) =>
  setup.fields.map(({ name }) => `${name}=${[held[name]].flat().join(",") || "-"}`).join(" ");

/**
 * The editor of what is `held` in a store; its `fields` are drawn anew when there are others. `changed(held, cleared)`
 * is called when a person changes something, `begin()` for the start of the game.
 */
class PositionEditor extends HTMLElement {
  constructor(store, changed, begin) {
    super();
    this.store = store;
    this.changed = changed;
    this.begin = begin;
    store.subscribe(["fields"], ({ fields }) => fields && this.#fill(fields));
    store.subscribe(["held"], ({ fields }) => fields && this.#redraw(fields));
    store.subscribe(["fields", "piece"], ({ piece }) => {
      for (const one of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-piece]")))
        one.setAttribute("aria-pressed", String(Number(one.dataset.piece) === piece));
    });
  }

  /** A card that is put into a hand or on the table leaves where it was: no two of these ever hold the same. */
  #set(name, value) {
    const { held } = this.store.state;
    const put = value.map(Number).filter(Boolean);
    const without = (other) => {
      const left = held[other].filter((card) => !put.includes(Number(card)));
      return left.length || this.#field(other).kind === "cards" ? left : [0];
    };
    const leaves = this.#field(name).apart.map((other) => [other, without(other)]);
    this.changed({ ...held, ...Object.fromEntries(leaves), [name]: value });
  }

  #field(name) {
    return this.store.state.fields.fields.find((one) => one.name === name);
  }

  #fill({ fields, board }) {
    const hands = fields.filter(({ kind }) => kind === "cards");
    const some = board || hands.length > 0;
    const typed = fields.filter(({ kind }) => !["board", "board-set", "cards"].includes(kind));
    const own = [
      el("h2", { id: "setup-title" }, "The position"),
      el("div.buttons", pushButton("Starting position", this.begin), some && pushButton("Clear", () => this.#clear(fields, board))),
      board?.pieces.length > 0 && this.#palette(board),
      board && this.#board(board),
      hands.length > 0 && el("p.soft", "A press puts a card there, a second press takes it out."),
      hands.map((one) => this.#cards(one, fields)),
      el("div.fields", typed.map((one) => this.#input(one))),
    ];
    replace(this, el("section.panel.stack.setup", { "aria-labelledby": "setup-title" }, own));
  }

  // The board and the cards are drawn anew; what was typed stays, and the focus where it is.
  #redraw({ fields, board }) {
    const { dataset } = /** @type {HTMLElement} */ (document.activeElement);
    const group = document.activeElement?.closest("[id^=setup-board], [id^=cards-]");
    if (!this.firstChild) return;
    for (const pit of /** @type {NodeListOf<HTMLInputElement>} */ (this.querySelectorAll("#setup-board input")))
      pit.value = String(this.#number(board.places[Number(pit.dataset.square)][0]));
    for (const one of this.querySelectorAll("select")) one.value = String(this.store.state.held[one.id.slice("of-".length)][0]);
    if (board?.pieces.length) this.querySelector("#setup-board")?.replaceWith(this.#board(board));
    for (const one of fields.filter(({ kind }) => kind === "cards"))
      this.querySelector(`#cards-${one.name}`)?.replaceWith(this.#cards(one, fields));
    const same = dataset.card === undefined ? `[data-move="${dataset.move}"]` : `[data-card="${dataset.card}"]`;
    if (group) /** @type {?HTMLElement} */ (this.querySelector(`#${group.id} ${same}`))?.focus();
  }

  /** Nothing on the board, and no card in any hand or on the table. */
  #clear(fields, board) {
    const sets = fields.filter(({ kind }) => ["cards", "board-set"].includes(kind));
    const cards = fields.filter(({ kind, words, possible }) => kind === "choice" && words[possible.indexOf(0)] === "none");
    const none = [...sets.map(({ name }) => [name, []]), ...cards.map(({ name }) => [name, [0]])];
    let held = { ...this.store.state.held, ...Object.fromEntries(none) };
    for (const at of board?.places ?? []) held = this.#laid(held, at, board.pieces[0]?.numbers ?? [0]);
    this.changed(held, true);
  }

  // Which fields are sets of squares: what these hold of a square is 1 or 0.
  #isSet(name) {
    return this.#field(name)?.kind === "board-set";
  }

  #number({ field, slot }) {
    const of = this.store.state.held[field];
    return this.#isSet(field) ? Number(of.includes(slot)) : Number(of[slot]);
  }

  /** What is held, with these numbers in the places of a square. */
  #laid(held, at, numbers) {
    const now = { ...held };
    at.forEach(({ field, slot }, k) => {
      const others = () => now[field].filter((other) => other !== slot);
      if (!this.#isSet(field)) now[field] = now[field].with(slot, numbers[k]);
      else now[field] = numbers[k] ? sorted([...others(), slot]) : others();
    });
    return now;
  }

  /** The pieces that may lie on a square: one is chosen, and laid where a square is clicked. */
  #palette({ zone, pieces }) {
    const button = (item, k) => {
      const word = zone.lines ? (item.text ? "line" : "no line") : !item.text && "empty";
      const said = { class: "item setup-piece", "aria-label": word || item.name || item.text, "data-piece": k };
      return pushButton(word || markOf(zone, item), () => this.store.update({ piece: k }), said);
    };
    const how = el("p.soft", "Choose a piece, then click squares; a second click takes it off.");
    return [how, el("div.setup-palette", { role: "group", "aria-label": "Pieces" }, pieces.map(button))];
  }

  #board({ zone, places, pieces }) {
    const on = (square) => pieces.findIndex(({ numbers }) => places[square].every((at, k) => this.#number(at) === numbers[k]));
    const put = (square) => {
      const { held, piece } = this.store.state;
      this.changed(this.#laid(held, places[square], pieces[on(square) === piece ? 0 : piece].numbers));
    };
    const set = (square) => square !== null && places[square]?.length > 0;
    if (!pieces.length) return this.#pits(zone, places);
    const item = (one) => ({ ...(set(one.square) ? pieces[on(one.square)] : one), move: set(one.square) ? one.square : null, square: one.square, won: false });
    const rows = zone.rows.map((row) => row.map(item));
    const legal = rows.flat().filter(({ move }) => move !== null).map(({ move }) => ({ move, word: "", squares: [], value: null }));
    const scene = { zones: [{ ...zone, rows, label: "board", numbered: false }], text: "\n", more: "" };
    return el("div", { id: "setup-board" }, sceneOf({ scene, legal, pick: put }));
  }

  // A number is typed into each pit, where it lies on the board.
  #pits({ rows, heaps }, places) {
    const pit = ({ square, name: called }, down, across) => {
      const [at] = places[square] ?? [];
      if (!at) return null;
      const put = (value) => this.changed(this.#laid(this.store.state.held, [at], [value]));
      const name = called && (heaps ? `pit ${called}` : called);
      const what = name || (heaps ? "store" : `square ${across + 1}`);
      const said = { "aria-label": `${what}, row ${down + 1}`, "data-square": square };
      const input = typed(this.#number(at), { inputmode: "numeric", ...said }, put);
      const place = { style: { "grid-row": down + 1, "grid-column": across + 1 } };
      return el("span.square", place, input, name && el("span.pit-name.small.soft", { "data-name": name }));
    };
    const pits = rows.map((row, down) => row.map((one, across) => one.square !== null && pit(one, down, across)));
    const hint = el("p.soft", heaps ? "Type how many seeds lie in each pit." : "Type the number on each square.");
    return el("div", { id: "setup-board" }, hint, el("div.board.board-pits", { style: { "--columns": rows[0].length, "--rows": rows.length } }, pits));
  }

  // All cards of a set and of those apart from it, each in its own place; the set's own are pressed.
  #cards({ name, label, apart }, fields) {
    const { held } = this.store.state;
    const others = fields.filter((one) => apart.includes(one.name));
    const sets = fields.filter((one) => one.kind === "cards" && (one.name === name || apart.includes(one.name)));
    const all = sorted(new Set(sets.flatMap((one) => [...one.possible, ...held[one.name]])));
    const own = new Set(held[name]);
    const turn = (number) => {
      const rest = held[name].filter((other) => other !== number);
      this.#set(name, own.has(number) ? rest : sorted([...rest, number]));
    };
    const button = (number) => {
      const text = String(number);
      const holder = others.find((one) => held[one.name].map(Number).includes(number));
      const said = { "aria-pressed": own.has(number), "aria-label": cardWords(text) + (holder ? `, now ${capital(holder.label)}` : "") };
      return pushButton(
        card(text, { label: "", small: true }),
        () => turn(number),
        { class: ["item", "card-item", holder && "elsewhere"], "data-card": number, ...said },
      );
    };
    const places = el("div.setup-deck", all.map(button));
    arrowKeys(places);
    return el(
      "div.setup-cards",
      { id: `cards-${name}`, role: "group", "aria-label": label },
      el("h3.zone-label", el("span.zone-name", capital(label)), el("span.zone-count", String(held[name].length))),
      places,
    );
  }

  #input({ name, label, kind, numbers, text, possible, words, grows }) {
    const id = `of-${name}`;
    const set = (value) => this.#set(name, value);
    const labelled = (input, words = label, to = id) => el("div.field", el("label", { for: to }, capital(words)), input);
    if (kind === "choice") {
      const known = possible.includes(numbers[0]) ? possible : [...possible, ...numbers];
      const options = known.map(
        (number, k) => el("option", { value: number, selected: number === numbers[0] }, words[k] ?? number)
      );
      return labelled(el("select", { id, on: { change: (event) => set([Number(event.target.value)]) } }, options));
    }
    if (kind === "yes-no") {
      const input = el(
        "input",
        { id, type: "checkbox", checked: numbers[0] !== 0, on: { change: () => set([input.checked ? "yes" : "no"]) } },
      );
      return el("div.field.field-check", input, el("label", { for: id }, capital(label)));
    }
    if (kind === "number") return labelled(typed(numbers[0], { id, type: "number" }, (value) => set([value])));
    if (kind === "row" && !grows && words.length > 1) {
      const put = (place) => (value) => set(this.store.state.held[name].with(place, value));
      const numbered = (place) => ({ id: `${id}-${place}`, type: "number" });
      return numbers.map((number, place) =>
        labelled(typed(number, numbered(place), put(place)), words[place], numbered(place).id));
    }
    return labelled(typed(kind === "sets" ? text : numbers.join(","), { id }, set), `${label}, with commas`);
  }
}

/** A field to type in; `read(value)` is called with what stands in it then. */
const typed = (value, given, read) =>
  el("input", { value, autocomplete: "off", spellcheck: "false", ...given, on: { change: ({ target }) => read(target.value.trim()) } });

const sorted = (numbers) => [...numbers].sort((one, other) => one - other);

customElements.define("position-editor", PositionEditor);

const WIDE = 6; // columns of a board, beyond which two have no room beside each other
const SEATS = ["person", "best"];
const PERSONS = ["person", "person"]; // so that players keep their names
const NO_GAME = { moves: [], position: "", values: false, line: false };

/**
 * The store has the `setup` that the server gave last, what is `held` in each field now, the `position` that this makes,
 * null where the rules take none, the `piece` that a click lays, whether all was `cleared` last, and whether its
 * `values` and a best `line` are shown.
 * The hash has the position and the last two.
 */
/** @typedef {import("./gamepage.js").Answer} Answer */
const BEGINS = {
  setup: /** @type {?Answer} */ (null),
  fields: /** @type {?Answer} */ (null),
  held: /** @type {Record<string, unknown>} */ ({}),
  position: /** @type {?Answer} */ (null),
  piece: 1,
  cleared: false,
  values: false,
  line: false,
};

gamePage("setup", "Set up", BEGINS, (game, store) => {
  const parameters = fromQuery(game);

  /** Ask what a position is; `begins`: the fields are filled with it. */
  async function ask({ text, moves = [], begins = false }) {
    const { values, line } = store.state;
    const shown = values || line;
    const both = async (signal) => {
      const setup = await post(apiOf(game, "setup"), { parameters, position: text, moves }, { signal });
      const wish = { parameters, moves: [], position: setup.text, seats: PERSONS, seed: 0, values: shown, go_on: false };
      return { setup, position: setup.problem || setup.missing ? null : await post(apiOf(game, "play"), wish, { signal }) };
    };
    store.update({ error: null });
    const found = await store.ask(shown ? "Working out what it is worth ..." : "Setting up ...", both);
    if (!found) return void (store.state.error && store.update({ setup: null, position: null }));
    const { setup } = found;
    if (begins) store.update({ held: beginsWith(setup), fields: setup });
    page.classList.toggle(
      "setup-wide", Boolean(setup.board && (setup.board.zone.hexagons || setup.board.zone.rows[0].length > WIDE))
    );
    const on = ["values", "line"].filter((name) => store.state[name]).map((name) => `&${name}=on`);
    const hash = `#moves=&position=${encodeURIComponent(setup.text)}${on.join("")}`;
    history.replaceState(null, "", pageOf("setup", game.name, unusual(game, parameters), hash));
    store.update(found);
  }

  const changed = (held = store.state.held, cleared = false) => {
    store.update({ held, cleared });
    ask({ text: written(store.state) });
  };
  const editor = new PositionEditor(store, changed, () => ask({ text: "", begins: true }));
  const answer = el("section.panel.table", { "aria-labelledby": "status" });
  const page = el("div.setup-page", editor, answer);
  const busy = Object.assign(new WaitingLine(), { id: "busy" });
  busy.follow(store);
  answer.append(busy); // as long as there is nothing else to see
  store.subscribe(["setup", "error"], ({ setup, error }) => {
    answer.hidden = Boolean(!setup && error);
    answer.classList.toggle("setup-missing", Boolean(setup?.missing));
  });
  store.subscribe(["setup", "position"], (state) => state.setup && replace(answer, answerTo(begun(state))));
  const toggled = (name) => {
    store.update({ [name]: !store.state[name] });
    changed();
  };

  function answerTo({ setup, position, values, line }) {
    const drawn = setup.fields.filter(({ kind }) => kind === "cards").map(({ label }) => capital(label));
    const isNew = ({ label }) => !setup.board && !drawn.includes(capital(label)); // the editor shows the others
    const playing = (moves) => pageOf("play", game.name, unusual(game, parameters), hashOf(setup, position, moves));
    const pick = (move) => location.assign(playing([move]));
    const moves = Object.assign(new MoveButtons(), { id: "moves" });
    const scene = position && { ...position.scene, zones: position.scene.zones.filter(isNew) };
    if (values && position?.legal.length) moves.show({ position: { ...position, scene }, values, pick });
    const turn = (kind, text) =>
      pushButton(text, () => toggled(kind), { id: `show-${kind}`, "aria-pressed": kind === "line" ? line : values });
    const status = statusWords(setup, position);
    const go = (k) => {
      history.pushState(null, "", location.href); // so that Back comes back here
      ask({ text: setup.text, moves: position.line.slice(0, k).map(({ move }) => move), begins: true });
    };
    const tools = () => [
      el("a.button.primary", { href: playing([]) }, "Play from here"),
      turn("values", "Values"),
      turn("line", "Best line"),
    ];
    announce(setup.problem || setup.missing || [status, setup.note, position?.says].filter(Boolean).join(". "));
    return [
      el("div.now", el("h2", { id: "status" }, status), busy),
      setup.problem ? el("p.error", { role: "alert" }, `${capital(setup.problem)}.`) : null,
      setup.missing && el("p", setup.missing),
      setup.note && el("p.soft", setup.note),
      position && !position.over && el("div.buttons", tools()),
      position && !setup.board && sceneOf(
        { scene, legal: position.legal, values, pick: values && position.turn >= 0 ? pick : null }, "scene"
      ),
      moves,
      position && !position.over && (values || line) && (position.says || position.unknown) &&
        el("p.says", position.says || `No values: ${position.unknown}.`),
      position && line && position.line.length > 0 && bestLine(position.line, go),
    ];
  }

  const load = () => {
    const { moves, position: text, values, line } = readHash() ?? NO_GAME;
    store.update({ values, line });
    ask({ text, moves, begins: true });
  };
  addEventListener("popstate", load);
  load();
  return page;
});

/** Where all was cleared, an end of the game is a beginning: nothing lies there yet. */
function begun(state) {
  if (!state.cleared || !state.position?.over) return state;
  const hands = state.setup.fields.filter(({ kind }) => kind === "cards").map(({ label }) => capital(label));
  const how = hands.length ? `Press cards to give them to ${listed(hands)}.` : "Click squares to lay pieces there.";
  return { ...state, position: null, setup: { ...state.setup, note: "", missing: `Nothing lies there yet. ${how}` } };
}

function statusWords({ missing }, position) {
  if (!position) return missing ? "Not ready to play yet" : "Not a position yet";
  if (position.over) return `The game is over here: ${position.result.text}`;
  return position.turn < 0 ? "Chance is to move" : `${capital(position.who)} to move`;
}

/** The game that is played from here: whoever is to move is a person, all others play perfectly. */
function hashOf({ text }, position, moves) {
  const { turn } = position;
  const seats = turn < 0 ? SEATS : position.seats.map((_, seat) => (seat === turn ? "person" : "best"));
  return writeHash({ moves, position: text, seats, seed: seedOf(null) });
}

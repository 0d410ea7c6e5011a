// A position set up by hand: its fields are changed here, the server says whether rules take it and what it is worth.

import { fromQuery, pageOf, readHash, seedOf, unusual, writeHash } from "./address.js";
import { apiOf, post } from "./api.js";
import { card, cardWords } from "./cards.js";
import { announce, el, pushButton, replace } from "./elements.js";
import { gamePage } from "./gamepage.js";
import { MoveButtons } from "./movebuttons.js";
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
 * The editor of what is `held` in a store; its `fields` are drawn anew when there are others. `changed(held)` is called
 * when a person changes something, `begin()` for the start of the game.
 */
class PositionEditor extends HTMLElement {
  constructor(store, changed, begin) {
    super();
    this.store = store;
    this.changed = changed;
    this.begin = begin;
    store.subscribe(["fields"], ({ fields }) => fields && this.#fill(fields));
    store.subscribe(["held"], ({ fields }) => fields && this.#redraw(fields));
  }

  #set(name, value) {
    this.changed({ ...this.store.state.held, [name]: value });
  }

  #fill({ fields, board }) {
    const some = fields.some(({ kind }) => kind === "cards" || kind === "board");
    const typed = fields.filter(({ kind }) => !["board", "cards"].includes(kind));
    const own = [
      el("h2", { id: "setup-title" }, "The position"),
      board && (board.pieces.length ? this.#board(board) : this.#pits(board, fields.find(({ kind }) => kind === "board"))),
      fields.filter(({ kind }) => kind === "cards").map((one) => this.#cards(one, fields)),
      el("div.fields", typed.map((one) => this.#field(one))),
      el("div.buttons", pushButton("Starting position", this.begin), some && pushButton("Clear", () => this.#clear(fields, board))),
    ];
    replace(this, el("section.panel.stack.setup", { "aria-labelledby": "setup-title" }, own));
  }

  // The board and the cards are drawn anew; what was typed stays, and the focus where it is.
  #redraw({ fields, board }) {
    const { dataset } = /** @type {HTMLElement} */ (document.activeElement);
    const group = document.activeElement?.closest("[id^=setup-board], [id^=cards-]");
    if (!this.firstChild) return;
    for (const pit of /** @type {NodeListOf<HTMLInputElement>} */ (this.querySelectorAll("#setup-board input")))
      pit.value = this.store.state.held[pit.name][Number(pit.dataset.square)];
    if (board?.pieces.length) this.querySelector("#setup-board")?.replaceWith(this.#board(board));
    for (const one of fields.filter(({ kind }) => kind === "cards"))
      this.querySelector(`#cards-${one.name}`)?.replaceWith(this.#cards(one, fields));
    const same = dataset.card === undefined ? `[data-move="${dataset.move}"]` : `[data-card="${dataset.card}"]`;
    if (group) /** @type {?HTMLElement} */ (this.querySelector(`#${group.id} ${same}`))?.focus();
  }

  /** Nothing on the board, and no card in any hand. */
  #clear(fields, board) {
    const held = { ...this.store.state.held };
    for (const { name, kind, numbers, possible } of fields) {
      const none = possible.includes(0) ? 0 : possible[0];
      if (kind === "cards") held[name] = [];
      else if (kind === "board") held[name] = isSet(board, name) ? [] : numbers.map(() => none);
    }
    this.changed(held);
  }

  // Clicked, a square goes on to the next thing that may lie on it.
  #board({ rows, columns, ranks, hexagons, edges, pieces }) {
    const { held } = this.store.state;
    const empty = { text: "", name: "", owner: null, field: null, number: 0 };
    const sets = isSet({ pieces }, pieces[0].field);
    const order = sets ? [empty, ...pieces] : pieces;
    const lies = ({ field, number }, square) => (sets ? held[field].includes(square) : held[field][square] === number);
    const on = (square) => pieces.find((one) => lies(one, square)) ?? empty;
    const put = (square) => {
      const next = order[(order.indexOf(on(square)) + 1) % order.length];
      const without = (name) => held[name].filter((other) => other !== square);
      const now = { ...held, ...(sets ? Object.fromEntries(pieces.map(({ field }) => [field, without(field)])) : {}) };
      if (sets && next.field) now[next.field] = sorted([...now[next.field], square]);
      if (!sets) now[next.field] = held[next.field].with(square, next.number);
      this.changed(now);
    };
    const hole = { text: "", move: null, owner: null, square: null, name: "", won: false };
    const item = (square) => (square < 0 ? hole : { ...on(square), move: square, square, won: false });
    const plain = { label: "board", choices: false, jumps: [], selections: [], heaps: false, goal: 0, edges, pieces: [] };
    const zone = { ...plain, kind: "board", rows: rows.map((row) => row.map(item)), columns, ranks, hexagons };
    const squares = rows.flat().filter((square) => square >= 0);
    const legal = squares.map((move) => ({ move, word: String(move), squares: [], value: null }));
    return el(
      "div", { id: "setup-board" }, el("p.soft", "A click on a square changes what lies there."), sceneOf({ scene: { zones: [zone], text: "\n", more: "" }, legal, pick: put })
    );
  }

  // A number is typed into each pit, where it lies on the board.
  #pits({ rows, names }, { name }) {
    const pit = (square, down, across) => {
      const put = (value) => this.#set(name, this.store.state.held[name].with(square, value));
      const called = names[down][across];
      const said = { "aria-label": `${called ? `pit ${called}` : "store"}, row ${down + 1}`, "data-square": square };
      const input = typed(this.store.state.held[name][square], { name, inputmode: "numeric", ...said }, put);
      const place = { style: { "grid-row": down + 1, "grid-column": across + 1 } };
      return el("span.square", place, input, el("span.pit-name.small.soft", { "aria-hidden": true }, called));
    };
    const pits = rows.map((row, down) => row.map((square, across) => square >= 0 && pit(square, down, across)));
    const hint = el("p.soft", "Type how many seeds lie in each pit.");
    return el("div", { id: "setup-board" }, hint, el("div.board.board-pits", { style: { "--columns": rows[0].length, "--rows": rows.length } }, pits));
  }

  // The cards of a set, pressed, and those that no other set holds.
  #cards({ name, label, apart }, fields) {
    const { held } = this.store.state;
    const sets = fields.filter((one) => one.name === name || apart.includes(one.name));
    const taken = new Set(apart.flatMap((other) => held[other]));
    const all = sorted(new Set(sets.flatMap((one) => [...one.possible, ...held[one.name]])));
    const pressed = (number) => held[name].includes(number);
    const turn = (number) => {
      const others = held[name].filter((other) => other !== number);
      this.#set(name, pressed(number) ? others : sorted([...others, number]));
    };
    const button = (number) => {
      const text = String(number);
      const properties = { "data-card": number, "aria-pressed": pressed(number), "aria-label": cardWords(text) };
      return el(
        "button.item.card-item",
        { type: "button", ...properties, on: { click: () => turn(number) } },
        card(text, { label: "" }),
      );
    };
    return el(
      "div.setup-cards",
      { id: `cards-${name}`, role: "group", "aria-label": label },
      el("h3.zone-label", el("span.zone-name", capital(label))),
      el("div.hand.hand-many", all.filter((number) => !taken.has(number)).map(button)),
    );
  }

  #field({ name, label, kind, numbers, text, possible, words, grows }) {
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
const isSet = ({ pieces }, name) => pieces.filter(({ field }) => field === name).length === 1;

customElements.define("position-editor", PositionEditor);

const WIDE = 6; // columns of a board, beyond which two have no room beside each other
const SEATS = ["person", "best"];
const PERSONS = ["person", "person"]; // so that players keep their names
const NO_GAME = { moves: [], position: "", values: false, line: false };

/**
 * The store has the `setup` that the server gave last, what is `held` in each field now, the `position` that this makes,
 * null where the rules take none, and whether its `values` and a best `line` are shown. The hash has the last three.
 */
/** @typedef {import("./gamepage.js").Answer} Answer */
const BEGINS = {
  setup: /** @type {?Answer} */ (null),
  fields: /** @type {?Answer} */ (null),
  held: /** @type {Record<string, unknown>} */ ({}),
  position: /** @type {?Answer} */ (null),
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
      return { setup, position: setup.problem ? null : await post(apiOf(game, "play"), wish, { signal }) };
    };
    store.update({ error: null });
    const found = await store.ask(shown ? "Working out what it is worth ..." : "Setting up ...", both);
    if (!found) return;
    const { setup } = found;
    if (begins) store.update({ held: beginsWith(setup), fields: setup });
    page.classList.toggle(
      "setup-wide", Boolean(setup.board && (setup.board.hexagons || setup.board.rows[0].length > WIDE))
    );
    const on = ["values", "line"].filter((name) => store.state[name]).map((name) => `&${name}=on`);
    const hash = `#moves=&position=${encodeURIComponent(setup.text)}${on.join("")}`;
    history.replaceState(null, "", pageOf("setup", game.name, unusual(game, parameters), hash));
    store.update(found);
  }

  const changed = (held = store.state.held) => {
    store.update({ held });
    ask({ text: written(store.state) });
  };
  const editor = new PositionEditor(store, changed, () => ask({ text: "", begins: true }));
  const answer = el("section.panel.table", { "aria-labelledby": "status" });
  const page = el("div.setup-page", editor, answer);
  const busy = Object.assign(new WaitingLine(), { id: "busy" });
  busy.follow(store);
  store.subscribe(["setup"], ({ setup }) => (answer.hidden = !setup));
  store.subscribe(["setup", "position"], (state) => state.setup && replace(answer, answerTo(state)));
  const toggled = (name) => {
    store.update({ [name]: !store.state[name] });
    changed();
  };

  function answerTo({ setup, position, values, line }) {
    const playing = (moves) => pageOf("play", game.name, unusual(game, parameters), hashOf(setup, position, moves));
    const pick = (move) => location.assign(playing([move]));
    const moves = Object.assign(new MoveButtons(), { id: "moves" });
    const scene = setup.board ? { zones: [] } : position?.scene; // the board is drawn once
    if (values && position?.legal.length) moves.show({ position: { ...position, scene }, values, pick });
    const turn = (kind, text) =>
      pushButton(text, () => toggled(kind), { id: `show-${kind}`, "aria-pressed": kind === "line" ? line : values });
    const status = statusWords(position);
    const best = position?.line?.length ? `Best line: ${position.line.join(", ")}.` : "The game is over.";
    const tools = () => [
      el("a.button.primary", { href: playing([]) }, "Play from here"),
      turn("values", "Values"),
      turn("line", "Best line"),
    ];
    announce(setup.problem || [status, setup.note, position?.says].filter(Boolean).join(". "));
    return [
      el("div.now", el("h2", { id: "status" }, status), busy),
      setup.problem ? el("p.error", { role: "alert" }, setup.problem) : null,
      setup.note && el("p.soft", setup.note),
      position && el("div.buttons", tools()),
      position && !setup.board && sceneOf(
        { scene, legal: position.legal, values, pick: values && position.turn >= 0 ? pick : null }, "scene"
      ),
      moves,
      position && (values || line) && (position.says || position.unknown) &&
        el("p.says", position.says || `No values: ${position.unknown}.`),
      position && line && !position.unknown && el("p", { id: "line" }, best),
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

function statusWords(position) {
  if (!position) return "No position of this game";
  if (position.over) return `The end: ${position.result.text}`;
  return position.turn < 0 ? "Chance is to move" : `${capital(position.who)} to move`;
}

/** The game that is played from here: whoever is to move is a person, all others play perfectly. */
function hashOf({ text }, position, moves) {
  const { turn } = position;
  const seats = turn < 0 ? SEATS : position.seats.map((_, seat) => (seat === turn ? "person" : "best"));
  return writeHash({ moves, position: text, seats, seed: seedOf(null) });
}

// The fields of a position: a board and cards that are clicked, and numbers, words and lists that are typed.

import { card, cardWords } from "./cards.js";
import { el, replace } from "./elements.js";
import { sceneOf } from "./scene.js";

/** What the fields of a Setup hold at first, by their names: numbers, or text. */
export const beginsWith = ({ fields }) =>
  Object.fromEntries(
    fields.map(({ name, kind, numbers, text }) => [name, kind === "sets" ? text : kind === "yes-no" ? [numbers[0] ? "yes" : "no"] : numbers]),
  );

/** What is held, as it stands in an address. */
export const written = ({ setup, held }) =>
  setup.fields.map(({ name }) => `${name}=${[held[name]].flat().join(",") || "-"}`).join(" ");

/**
 * The editor of what is `held` in a store; its `fields` are drawn anew when there are others. `changed(held)` is called
 * when a person changes something, `begin()` for the start of the game.
 */
export class PositionEditor extends HTMLElement {
  constructor(store, changed, begin) {
    super();
    Object.assign(this, { store, changed, begin });
    store.subscribe(["fields"], ({ fields }) => fields && this.#fill(fields));
    store.subscribe(["held"], ({ fields }) => fields && this.#redraw(fields));
  }

  #set(name, value) {
    this.changed({ ...this.store.state.held, [name]: value });
  }

  #fill({ fields, board }) {
    const button = (text, click) => el("button", { type: "button", text, on: { click } });
    const some = fields.some(({ kind }) => kind === "cards" || kind === "board");
    const typed = fields.filter(({ kind }) => !["board", "cards"].includes(kind));
    const own = [
      el("h2", { id: "setup-title", text: "The position" }),
      board && this.#board(board),
      fields.filter(({ kind }) => kind === "cards").map((one) => this.#cards(one, fields)),
      el("div", { class: "fields" }, typed.map((one) => this.#field(one))),
      el("div", { class: "buttons" }, button("The start", this.begin), some && button("Clear", () => this.#clear(fields, board))),
    ];
    replace(this, el("section", { class: "panel stack setup", "aria-labelledby": "setup-title" }, own));
  }

  // The board and the cards are drawn anew; what was typed stays, and the focus where it is.
  #redraw({ fields, board }) {
    const { dataset } = document.activeElement;
    const group = document.activeElement.closest("[id^=setup-board], [id^=cards-]");
    if (!this.firstChild) return;
    this.querySelector("#setup-board")?.replaceWith(this.#board(board));
    for (const one of fields.filter(({ kind }) => kind === "cards"))
      this.querySelector(`#cards-${one.name}`)?.replaceWith(this.#cards(one, fields));
    const same = dataset.card === undefined ? `[data-move="${dataset.move}"]` : `[data-card="${dataset.card}"]`;
    if (group) this.querySelector(`#${group.id} ${same}`)?.focus();
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
  #board({ rows, columns, ranks, hexagons, pieces }) {
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
    const plain = { label: "board", choices: false, jumps: [], selections: [], heaps: false, goal: 0 };
    const zone = { ...plain, kind: "board", rows: rows.map((row) => row.map(item)), columns, ranks, hexagons };
    const squares = rows.flat().filter((square) => square >= 0);
    const legal = squares.map((move) => ({ move, word: String(move), squares: [], value: null }));
    return el("div", { id: "setup-board" }, sceneOf({ scene: { zones: [zone], text: "\n", more: "" }, legal, pick: put }));
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
      return el("button", { type: "button", class: "item card-item", ...properties, on: { click: () => turn(number) } }, card(text, { label: "" }));
    };
    return el(
      "div",
      { id: `cards-${name}`, class: "setup-cards", role: "group", "aria-label": label },
      el("h3", { class: "zone-label" }, el("span", { class: "zone-name", text: label })),
      el("div", { class: "hand hand-many" }, all.filter((number) => !taken.has(number)).map(button)),
    );
  }

  #field({ name, label, kind, numbers, text, possible, words, grows }) {
    const id = `of-${name}`;
    const set = (value) => this.#set(name, value);
    const labelled = (input, words = label, to = id) => el("div", { class: "field" }, el("label", { for: to, text: words }), input);
    const typed = (value, id, type, read) =>
      el("input", { id, value, type, autocomplete: "off", spellcheck: "false", on: { change: (event) => read(event.target.value.trim()) } });
    if (kind === "choice") {
      const known = possible.includes(numbers[0]) ? possible : [...possible, ...numbers];
      const options = known.map((number, k) => el("option", { value: number, text: words[k] ?? number, selected: number === numbers[0] }));
      return labelled(el("select", { id, on: { change: (event) => set([Number(event.target.value)]) } }, options));
    }
    if (kind === "yes-no") {
      const input = el("input", { id, type: "checkbox", checked: numbers[0] !== 0, on: { change: () => set([input.checked ? "yes" : "no"]) } });
      return el("div", { class: "field field-check" }, input, el("label", { for: id, text: label }));
    }
    if (kind === "number") return labelled(typed(numbers[0], id, "number", (value) => set([value])));
    if (kind === "row" && !grows && words.length > 1) {
      const put = (place) => (value) => set(this.store.state.held[name].with(place, value));
      return numbers.map((number, place) => labelled(typed(number, `${id}-${place}`, "number", put(place)), words[place], `${id}-${place}`));
    }
    return labelled(typed(kind === "sets" ? text : numbers.join(","), id, "text", (value) => set(value)), `${label}, with commas`);
  }
}

const sorted = (numbers) => [...numbers].sort((one, other) => one - other);
const isSet = ({ pieces }, name) => pieces.filter(({ field }) => field === name).length === 1;

customElements.define("position-editor", PositionEditor);

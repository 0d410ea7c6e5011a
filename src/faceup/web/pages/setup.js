// A position set up by hand: its fields are changed here, the server says whether the rules take it and what it is worth.

import { fromQuery, toQuery, unusual } from "./addressquery.js";
import { cancelled, post } from "./api.js";
import { card, cardWords } from "./cards.js";
import { announce, busy, el, replace } from "./elements.js";
import { readHash, seedOf, writeHash } from "./gamehash.js";
import { gamePage, tell } from "./gamepage.js";
import { header } from "./header.js";
import { moveButtons } from "./position.js";
import { drawScene, legalMoves } from "./scene.js";
import { capital } from "./seats.js";

const WIDE = 6; // columns of a board, beyond which two have no room beside each other
const SEATS = ["person", "best"];

gamePage("setup", "Set up", (game) => {
  const editor = el("section", { class: "panel stack setup", "aria-labelledby": "setup-title" });
  const answer = el("section", { class: "panel table", "aria-labelledby": "status" });
  const page = el("div", { class: "setup-page" }, editor, answer);
  const parameters = fromQuery(game);
  const api = (what) => `/api/games/${encodeURIComponent(game.name)}/${what}`;
  let setup = null; // the Setup that the server gave last
  let held = new Map(); // what is in each field now: numbers, or text
  let position = null; // the Position that it makes, null where the rules take none
  let show = { values: false, line: false };
  let asking = null;
  header("setup", game, parameters);

  /** What is in the fields, as it stands in an address. */
  const written = () =>
    setup.fields.map(({ name }) => `${name}=${[held.get(name)].flat().join(",") || "-"}`).join(" ");

  /** Ask what a position is; `begins`: the fields are filled with it. */
  async function ask({ text, moves = [], begins = false }) {
    asking?.abort();
    const controller = (asking = new AbortController());
    const place = el("div", { id: "busy" });
    answer.append(place);
    const done = busy(place, controller, show.values || show.line ? "Working out what it is worth ..." : "Setting up ...");
    tell(null);
    try {
      const found = await post(api("setup"), { parameters, position: text, moves }, { signal: controller.signal });
      const values = show.values || show.line;
      const wish = { parameters, moves: [], position: found.text, seats: SEATS, seed: 0, values, go_on: false };
      const there = found.problem ? null : await post(api("play"), wish, { signal: controller.signal });
      if (asking !== controller) return;
      [setup, position] = [found, there];
      if (begins) fill();
      page.classList.toggle("setup-wide", Boolean(setup.board && (setup.board.hexagons || setup.board.rows[0].length > WIDE)));
      history.replaceState(null, "", toQuery(unusual(game, parameters)) + address(found.text));
      said();
    } catch (error) {
      if (asking === controller && !cancelled(error)) tell(error);
    } finally {
      done();
      place.remove();
    }
  }

  const address = (text) => `#moves=&position=${encodeURIComponent(text)}`;
  const changed = () => ask({ text: written() });

  // The fields

  function fill() {
    held = new Map(setup.fields.map(({ name, kind, numbers, text }) => [name, kind === "sets" ? text : numbers]));
    const begin = el("button", { type: "button", text: "The start", on: { click: () => ask({ text: "", begins: true }) } });
    const clear = el("button", { type: "button", text: "Clear", on: { click: cleared } });
    const some = setup.fields.some(({ kind }) => kind === "cards" || kind === "board");
    replace(
      editor,
      el("h2", { id: "setup-title", text: "The position" }),
      setup.board && board(),
      setup.fields.filter(({ kind }) => kind === "cards").map(cards),
      el("div", { class: "fields" }, setup.fields.filter(({ kind }) => !["board", "cards"].includes(kind)).map(field)),
      el("div", { class: "buttons" }, begin, some && clear),
    );
  }

  /** Nothing on the board, and no card in any hand. */
  function cleared() {
    for (const { name, kind, numbers, possible } of setup.fields) {
      const none = possible.includes(0) ? 0 : possible[0];
      if (kind === "cards") held.set(name, []);
      else if (kind === "board") held.set(name, isSet(name) ? [] : numbers.map(() => none));
    }
    redraw();
    changed();
  }

  const isSet = (name) => setup.board.pieces.filter(({ field }) => field === name).length === 1;

  // Clicked, a square goes on to the next thing that may lie on it.
  function board() {
    const { rows, columns, ranks, hexagons, pieces } = setup.board;
    const empty = { text: "", name: "", owner: null, field: null, number: 0 };
    const sets = isSet(pieces[0].field);
    const order = sets ? [empty, ...pieces] : pieces;
    const on = (square) =>
      sets
        ? (pieces.find(({ field }) => held.get(field).includes(square)) ?? empty)
        : (pieces.find(({ field, number }) => held.get(field)[square] === number) ?? empty);
    const put = (square) => {
      const next = order[(order.indexOf(on(square)) + 1) % order.length];
      for (const { field } of sets ? pieces : []) held.set(field, held.get(field).filter((other) => other !== square));
      if (sets && next.field) held.set(next.field, [...held.get(next.field), square].sort((a, b) => a - b));
      if (!sets) held.set(next.field, held.get(next.field).with(square, next.number));
      redraw(`#setup-board [data-move="${square}"]`);
      changed();
    };
    const item = (square) =>
      square < 0
        ? { text: "", move: null, owner: null, square: null, name: "", won: false }
        : { ...on(square), move: square, square, won: false };
    const plain = { label: "board", choices: false, jumps: [], selections: [], heaps: false, goal: 0 };
    const zone = { ...plain, kind: "board", rows: rows.map((row) => row.map(item)), columns, ranks, hexagons };
    const legal = rows.flat().filter((square) => square >= 0);
    const entries = legal.map((move) => ({ move, word: String(move), squares: [], value: null }));
    return el(
      "div",
      { id: "setup-board" },
      drawScene({ zones: [zone], text: "\n", more: "" }, { legal: legalMoves({ legal: entries }), pick: put }),
    );
  }

  // The cards of a set, pressed, and those that no other set holds.
  function cards({ name, label, apart }) {
    const sets = setup.fields.filter((one) => one.name === name || apart.includes(one.name));
    const taken = new Set(apart.flatMap((other) => held.get(other)));
    const all = [...new Set(sets.flatMap((one) => [...one.possible, ...held.get(one.name)]))].sort((a, b) => a - b);
    const pressed = (number) => held.get(name).includes(number);
    const turn = (number) => {
      const others = held.get(name).filter((other) => other !== number);
      held.set(name, pressed(number) ? others : [...others, number].sort((a, b) => a - b));
      redraw(`#cards-${name} [data-card="${number}"]`);
      changed();
    };
    return el(
      "div",
      { id: `cards-${name}`, class: "setup-cards", role: "group", "aria-label": label },
      el("h3", { class: "zone-label" }, el("span", { class: "zone-name", text: label })),
      el(
        "div",
        { class: "hand hand-many" },
        all
          .filter((number) => !taken.has(number))
          .map((number) =>
            el(
              "button",
              {
                type: "button",
                class: "item card-item",
                "data-card": number,
                "aria-pressed": pressed(number),
                "aria-label": cardWords(String(number)),
                on: { click: () => turn(number) },
              },
              card(String(number), { label: "" }),
            ),
          ),
      ),
    );
  }

  // Drawn anew: the board and the cards; what was typed stays. The focus goes to what has this selector.
  function redraw(focus = null) {
    editor.querySelector("#setup-board")?.replaceWith(board());
    for (const one of setup.fields.filter(({ kind }) => kind === "cards")) editor.querySelector(`#cards-${one.name}`).replaceWith(cards(one));
    if (focus) editor.querySelector(focus)?.focus();
  }

  function field(one) {
    const { name, label, kind, numbers, text, possible, words, grows } = one;
    const id = `of-${name}`;
    const labelled = (input, words = label, to = id) =>
      el("div", { class: "field" }, el("label", { for: to, text: words }), input);
    const set = (value) => {
      held.set(name, value);
      changed();
    };
    const typed = (value, id, type, read) =>
      el("input", { id, value, type, autocomplete: "off", spellcheck: "false", on: { change: (event) => read(event.target.value.trim()) } });
    if (kind === "choice") {
      const known = possible.includes(numbers[0]) ? possible : [...possible, ...numbers];
      const options = known.map((number, k) => el("option", { value: number, text: words[k] ?? number, selected: number === numbers[0] }));
      return labelled(el("select", { id, on: { change: (event) => set([Number(event.target.value)]) } }, options));
    }
    if (kind === "yes-no") {
      const input = el("input", { id, type: "checkbox", checked: numbers[0] !== 0, on: { change: () => set([input.checked ? "yes" : "no"]) } });
      held.set(name, [numbers[0] ? "yes" : "no"]);
      return el("div", { class: "field field-check" }, input, el("label", { for: id, text: label }));
    }
    if (kind === "number") return labelled(typed(numbers[0], id, "number", (value) => set([value])));
    if (kind === "row" && !grows && words.length > 1) {
      const put = (place) => (value) => set(held.get(name).with(place, value));
      return numbers.map((number, place) => labelled(typed(number, `${id}-${place}`, "number", put(place)), words[place], `${id}-${place}`));
    }
    return labelled(typed(kind === "sets" ? text : numbers.join(","), id, "text", (value) => set(value)), `${label}, with commas`);
  }

  // What is said of it

  function said() {
    const values = show.values && position !== null;
    const look = { values, onlyBest: false, sorted: false, sort: () => {} };
    const moves = el("div", { id: "moves" });
    if (values && position.legal.length) moveButtons(moves, position, { ...look, pick: (move) => location.assign(playing([move])) });
    const turn = (kind, text) =>
      el("button", { type: "button", id: `show-${kind}`, "aria-pressed": show[kind], text, on: { click: () => toggled(kind) } });
    const status = statusWords();
    replace(
      answer,
      el("h2", { id: "status", text: status }),
      setup.problem ? el("p", { class: "error", role: "alert", text: setup.problem }) : null,
      setup.note && el("p", { class: "soft", text: setup.note }),
      position &&
        el(
          "div",
          { class: "buttons" },
          el("a", { class: "button primary", href: playing([]), text: "Play from here" }),
          turn("values", "Values"),
          turn("line", "Best line"),
        ),
      values && el("div", { id: "scene" }, drawScene(position.scene, { ...look, legal: legalMoves(position), pick: position.turn >= 0 ? (move) => location.assign(playing([move])) : null })),
      moves,
      position && (show.values || show.line) && (position.says || position.unknown) &&
        el("p", { class: "says", text: position.says || `No values: ${position.unknown}.` }),
      position && show.line && !position.unknown && el("p", { id: "line", text: position.line.length ? `Best line: ${position.line.join(", ")}.` : "The game is over." }),
    );
    announce(setup.problem || [status, setup.note, position.says].filter(Boolean).join(". "));
  }

  function statusWords() {
    if (!position) return "No position of this game";
    if (position.over) return `The end: ${position.result.text}`;
    return position.turn < 0 ? "Chance is to move" : `${capital(position.who)} to move`;
  }

  function toggled(kind) {
    show = { ...show, [kind]: !show[kind] };
    changed();
  }

  // Whoever is to move is a person, all others play perfectly.
  const seats = () => (position.turn < 0 ? SEATS : position.seats.map((_, seat) => (seat === position.turn ? "person" : "best")));

  const playing = (moves) =>
    `/play/${encodeURIComponent(game.name)}${toQuery(unusual(game, parameters))}` +
    writeHash({ moves, position: setup.text, seats: seats(), seed: seedOf(null), values: false });

  const load = () => {
    const { moves, position: text } = readHash() ?? { moves: [], position: "" };
    return ask({ text, moves, begins: true });
  };
  addEventListener("hashchange", load);
  load();
  return page;
});

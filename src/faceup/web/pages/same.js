// The same game? Two games compared: one laid out on the board of the other, or what tells them apart.

import { get } from "./api.js";
import { card, cardWords } from "./cards.js";
import { announce, byId, dataTable, el, replace } from "./elements.js";
import { pageStore } from "./gamepage.js";
import { ParameterForm } from "./parameterform.js";
import { choice } from "./settings.js";
import { WaitingLine } from "./waiting.js";

const ABOUT =
  "Two games are the same when renaming the moves of one makes it the other. The renaming is searched for, then " +
  "proven by playing both games through.";
const SIDES = ["first", "second"];
const BEGIN = { first: "fifteen", second: "tic-tac-toe" };

const store = pageStore("same", {});

async function begin() {
  try {
    const { games } = await get("/api/games");
    const open = games.filter((game) => game.kind === "game" && !game.hidden);
    byId("content").append(page(open, new URLSearchParams(location.search)));
  } catch (error) {
    store.update({ error: /** @type {Error} */ (error) });
  }
}

function page(games, query) {
  const sides = SIDES.map((side) => sideOf(side, games, query, store));
  const answer = el("div");
  const compare = el("button.primary", { type: "submit" }, "Compare");
  const waiting = new WaitingLine().follow(store, answer);
  store.subscribe(["asking"], ({ asking }) => (compare.disabled = asking !== null));

  async function ask() {
    const [first, second] = sides.map((side) => side.read());
    store.update({ error: null });
    const found = await store.ask("Comparing ...", ["/api/same", { first, second }]);
    replace(answer, found && answerOf(found));
    if (!found) return;
    remember(first, second);
    announce(`${found.first} and ${found.second}: ${verdict(found)}`);
  }

  const send = (event) => {
    event.preventDefault();
    ask();
  };
  const form = el(
    "form.panel.stack",
    { on: { submit: send } },
    el("p", ABOUT),
    el("div.pair", sides.map(({ node }) => node)),
    el("div.buttons", compare, waiting),
  );
  if (sides.every(({ known }) => known)) ask();
  return el("div.stack", form, answer);
}

// A game to choose and its parameters, in the address as `first=fifteen&first.target=14`.
function sideOf(side, games, query, store) {
  const label = side === "first" ? "First game" : "Second game";
  const wanted = query.get(side);
  const known = wanted === null || games.some((game) => game.name === wanted);
  if (!known)
    store.update({ error: new Error(`${side} game ${JSON.stringify(wanted)}; possible: ${games.map(
      (game) => game.name
    ).join(", ")}`) });
  const name = wanted !== null && known ? wanted : BEGIN[side];
  const fields = el("div");
  const { node, select } = choice(
    label,
    side,
    games.map((game) => [game.name, game.title]),
    name,
    { change: () => fill({}) },
  );
  const values = Object.fromEntries(
    [...query].filter(([key]) => key.startsWith(`${side}.`)).map(([key, value]) => [key.slice(side.length + 1), value]),
  );
  /** @type {?ParameterForm} */
  let form = null;
  function fill(given) {
    form = new ParameterForm(games.find((game) => game.name === select.value), { values: given });
    replace(fields, form);
  }
  fill(values);
  return {
    known,
    node: el("fieldset.stack", node, fields),
    read: () => ({ game: select.value, parameters: form?.read() }),
  };
}

function remember(...asked) {
  const query = new URLSearchParams();
  asked.forEach(({ game, parameters }, k) => {
    query.append(SIDES[k], game);
    for (const [name, value] of Object.entries(parameters)) query.append(`${SIDES[k]}.${name}`, value);
  });
  history.replaceState(history.state, "", `${location.pathname}?${query}`);
}

function verdict(found) {
  if (!found.same) return "No, these are different games.";
  return found.names_kept ? "Yes: one and the same game." : "Yes: the same game with the moves renamed.";
}

function answerOf(found) {
  const proof = lines(found.text);
  const drawn = found.board !== null;
  const kept = proof.filter(([name]) => name !== "same" && !(drawn && name === "moves"));
  const laid = proof.find(([name]) => name === "moves")?.[1].split("\n")[0] ?? "";
  const named = found.same && !found.names_kept && !drawn && found.moves.length > 0; // a board says them already
  return el(
    "section.panel.stack",
    { "aria-label": "Answer" },
    el("p.soft", `${found.first} and ${found.second}`),
    el("p.verdict", verdict(found)),
    drawn && new BoardOfCards(found.board, laid),
    el("div", el("dl.facts.proof", kept.map(([name, text]) => [el("dt", name), el("dd", text)]))),
    named && dataTable("Move names", [found.first, found.second], found.moves, { names: true }),
  );
}

// The lines of text, each under the word that begins it: "because  different ...".
function lines(text) {
  const found = [];
  for (const line of text) {
    const [name, rest] = [line.slice(0, 9).trim(), line.slice(9)];
    if (name || !found.length) found.push([name, rest]);
    else found.at(-1)[1] += `\n${rest}`;
  }
  return found;
}

/**
 * The moves of one game as cards on the board of the other, `rows` of {square, card}, with a caption; where all cards are
 * numbers on a square, with the sums of its lines, which show themselves on the board.
 */
class BoardOfCards extends HTMLElement {
  constructor(rows, caption) {
    super();
    const place = ({ square, card: text }) =>
      el(
        "div.square-place",
        { role: "cell" },
        card(text, { label: `${cardWords(text)} on ${square}` }),
        el("span", { "aria-hidden": true }, square),
      );
    this.places = rows.map((row) => row.map(place));
    const lines = this.places.map((row) => el("div.square-row", { role: "row" }, row));
    const board = el("div.square-board", { role: "table", "aria-label": caption || "Cards on the board" }, lines);
    const found = sums(rows);
    const list = el(
      "ul.sums", { "aria-label": "The lines of the board" }, found.map((sum) => el("li", this.#sum(sum)))
    );
    const words = caption && el("figcaption", `The moves ${caption.replace(/:$/, "")}`);
    this.append(el("figure", el("div.on-board", board, found.length > 0 && list), words));
  }

  #sum({ cells, text }) {
    const choose = () => this.#choose(cells);
    const still = () => this.#choose(this.pressed?.cells ?? []);
    const press = () => {
      const again = this.pressed?.button === button;
      this.pressed?.button.setAttribute("aria-pressed", "false");
      this.pressed = again ? null : { button, cells };
      button.setAttribute("aria-pressed", String(!again));
      still();
    };
    const on = { click: press, pointerenter: choose, focus: choose, pointerleave: still, blur: still };
    const button = el("button", { type: "button", "aria-pressed": false, on }, text);
    return button;
  }

  #choose(cells) {
    this.places.forEach((row, y) =>
      row.forEach((place, x) => place.classList.toggle("chosen", cells.some(([a, b]) => a === x && b === y))),
    );
  }
}

/** Rows, columns and diagonals with the sums of their cards: [{cells: [[x, y]...], text}]; none without numbers. */
function sums(rows) {
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

customElements.define("board-of-cards", BoardOfCards);
begin();

// Playing a game: the components on the page, which show what the store of the game has.

import { fromQuery, unusual } from "./address.js";
import { Component, announce, el, paragraphs, pushButton, replace, within, write } from "./elements.js";
import { GameStore, sceneShown, watched } from "./game.js";
import { aimOf, gameOfAddress } from "./gamepage.js";
import { carry, header } from "./header.js";
import "./keys.js";
import { movesWords, says } from "./movebuttons.js";
import "./movelist.js";
import { latestWords } from "./moveplayer.js";
import { alikeWords, legend } from "./movevalues.js";
import "./newgame.js";
import "./review.js";
import "./savedgame.js";
import "./scene.js";
import { capital } from "./seats.js";
import "./waiting.js";

const MOST_ARROWS = 3; // of a hint, from square to square
const SAID = 6; // moves of others that are read aloud one by one

/**
 * The components of the page, by the ids of their elements.
 * @typedef {{busy: import("./waiting.js").WaitingLine, error: import("./waiting.js").ErrorLine, keys: import("./keys.js").KeysDialog,
 *   new: import("./newgame.js").NewGame, review: import("./review.js").GameReview, tools: ToolBar, player: import("./moveplayer.js").MovePlayer, scene: import("./scene.js").GameScene,
 *   moves: import("./movebuttons.js").MoveButtons, seats: Component, history: Component, keep: Component}} Parts
 */

/**
 * @template {string} T
 * @param {T} id
 * @returns {T extends keyof Parts ? Parts[T] : HTMLElement}
 */
const at = (id) => /** @type {any} */ (document.getElementById(id));
const table = within(document, ".table");

/** The buttons below a position: [id, word, key or null, what it does], drawn once, and what state each is in. */
class ToolBar extends Component {
  draw({ tools, press }) {
    return tools.map(([id, text, key, does]) =>
      pushButton(text, () => press(does), { id: `tool-${id}`, "aria-keyshortcuts": key, hidden: true }),
    );
  }

  /** `states`: id -> {disabled, hidden, pressed: on or off, text}. */
  set(states) {
    for (const [id, { disabled = false, pressed = null, hidden = false, text = "" }] of Object.entries(states)) {
      const button = within(this, `#tool-${id}`);
      if (text) button.textContent = text;
      Object.assign(button, { disabled, hidden });
      if (pressed !== null) button.setAttribute("aria-pressed", String(pressed));
    }
  }
}

customElements.define("tool-bar", ToolBar);

// What is on the screen

function place(play) {
  const { game } = play.state;
  document.title = `Play ${game.title} - faceup`;
  at("title").textContent = game.title;
  at("aim").textContent = aimOf(game.what);
  header("play", game, fromQuery(game));
  replace(at("rules"), paragraphs(game.rules));
  at("busy").follow(play);
  at("error").follow(play);
  at("new").follow(play);
  at("review").follow(play);
  const newGame = () => at("new").open();
  at("keys").show({
    keys: [
      ["u", "take your last move back", () => press(() => play.undo())],
      ["r", "redo", () => press(() => play.redo())],
      ["v", "show or hide the values of moves", () => press(() => play.values())],
      ["h", "hint: the best moves", () => press(() => play.hint())],
      ["n", "new game", newGame],
      ["ArrowLeft", "one move back in the game", () => press(() => play.step(-1))],
      ["ArrowRight", "one move on in the game", () => press(() => play.step(1))],
    ],
    others: [
      ["Tab", "to the board, the hand, the buttons"],
      ["← ↑ → ↓", "inside a board or a hand that Tab leads to"],
      ["Enter", "pick"],
    ],
  });
  const press = (does) => play.soon(does);
  at("tools").show({
    press,
    tools: [
      ["step", "Next", null, () => play.goOn(1)],
      ["on", "Go on", null, () => play.goOn()],
      ["again", "Play again", null, () => play.again(play.state.played.seats)],
      ["switch", "Switch seats", null, () => play.again(turned(play.state.played.seats))],
      ["undo", "Undo", "u", () => play.undo()],
      ["redo", "Redo", "r", () => play.redo()],
      ["values", "Values", "v", () => play.values()],
      ["hint", "Hint", "h", () => play.hint()],
      ["line", "Best line", null, () => play.bestLine()],
      ["back", "Step back", null, () => play.step(-1)],
      ["ahead", "Step on", null, () => play.step(1)],
      ["present", "Back to the game", null, () => play.update({ past: null })],
      ["new", "New game", "n", newGame],
      ["help", "Keys", "?", () => at("keys").toggle()],
    ],
  });
  const focus = new KeptFocus();
  at("so-far").addEventListener("click", () => play.update({ review: true }));
  play.subscribe(["position", "played", "past", "shown", "hinted", "line", "sorted"], (state) => draw(play, state, focus));
  play.subscribe(["asking", "position", "past", "shown", "hinted", "line", "wanted", "redo"], (state) => tools(play, state));
  play.subscribe(["asking", "shown"], () => {
    if (play.state.asking || play.state.shown !== null) table.setAttribute("aria-busy", "true");
    else table.removeAttribute("aria-busy");
  });
  play.subscribe(["asking", "position"], ({ asking, position }) => {
    if (!position) at("status").textContent = asking ? "One moment ..." : "No game";
  });
  play.subscribe(["picked"], ({ picked }) => mark(picked));
  play.subscribe(["position"], (state) => follow(play, state));
  play.subscribe(["shown"], ({ shown }) => shown === null && at("player").skip());
}

/** What computers and chance did: said, and shown move by move where somebody has seen the position before. */
async function follow(play, { game, position, played, shown }) {
  if (!position) return;
  carry(unusual(game, played.parameters));
  const { added, history, frames } = position;
  const news = history.slice(history.length - added);
  if (added) announce(added > SAID ? `${added} moves; ${movesWords(news.slice(-2))}` : movesWords(news));
  const before = history.length - added;
  const show = (k) => play.update({ shown: before + k + 1 });
  const seen = shown === null || (await at("player").play(
    position, { show, table: at("scene"), watched: watched(position, played.seats) }
  ));
  if (!seen) return;
  play.update({ shown: null });
  if (position.over) announce(position.status);
}

function draw(play, state, focus) {
  const { position, past, shown, played, hinted, line, sorted } = state;
  if (!position) return;
  const there = past?.position ?? position;
  write(at("status"), heading(state));
  const scene = sceneShown(state);
  const now = shown === null && !past; // on the screen is where the game is
  const onlyBest = hinted && !played.values;
  const told = played.values || (hinted && !alikeWords(position.legal)); // where all are alike, one line says so
  const look = { values: now && told, onlyBest: now && onlyBest };
  const pick = now && position.person ? (move) => play.pick(move) : null;
  const count = past?.count ?? shown ?? position.history.length;
  focus.note();
  at("who").textContent = position.sitting;
  if (shown === null) write(at("score"), there.score);
  write(at("latest"), past ? "" : latestWords(position, position.added - (position.history.length - count)));
  const over = now && position.over;
  const ways = now && told && hinted ? position.legal.filter(({ best, squares }) => best && squares.length > 1) : [];
  const marked = ways.length <= MOST_ARROWS ? ways.map((entry) => ({ entry, kind: "best" })) : [];
  if (scene) at("scene").show({ scene, legal: now ? position.legal : [], pick, ...look, marked, over, fresh: begins(played) });
  const sort = () => play.update({ sorted: !sorted });
  at("moves").show({ position, pick, ...look, sorted, sort });
  const turn = shown === null ? there.turn : moverAt(position, shown);
  at("seats").show({ position: there, turn, settled: shown === null, values: played.values });
  const reader = position.reader === position.turn;
  const values = now && position.person && told;
  replace(at("legend"), values && legend(onlyBest ? [] : position.legal, position.players[position.reader], reader));
  const other = () => play.again(turned(played.seats));
  replace(at("lost"), now && position.lost_start && (played.values || hinted) && [
    "With best play the other side wins from here. ", pushButton("Play the other side", other, { class: "small" }),
  ]);
  const { length } = position.history;
  const go = (k) => play.soon(() => play.lookBack(length + k));
  const telling = { values: played.values, hinted, line, solve: () => play.solve(), go, here: count - length };
  replace(at("says"), (now || count > length) && says(position, telling));
  at("history").show({
    history: shown === null ? position.history : position.history.slice(0, shown),
    seats: position.seats,
    look: position.hidden ? null : (to) => play.soon(() => play.lookBack(to)),
    count,
  });
  at("keep").show({ play, hidden: position.hidden, picture: at("scene"), said: "" });
  at("so-far").hidden = !state.game.solvable || position.over || !position.history.length;
  focus.restore();
}

let begun = ""; // the game on the screen

/** Whether another game comes to the screen. */
function begins({ parameters, seats, seed, position }) {
  const before = begun;
  begun = JSON.stringify([parameters, seats, seed, position]);
  return begun !== before;
}

function heading({ position, played, past, shown }) {
  const made = position.history.length;
  if (past?.count > made) {
    const end = past.position.over ? `: ${past.position.status}` : "";
    return `Best play, move ${past.count - made} of ${position.line.length}${end}`;
  }
  if (past) return past.count ? `After move ${past.count} of ${made}` : "The start";
  if (shown === null) return position.status;
  const mover = moverAt(position, shown);
  if (watched(position, played.seats) || mover < 0) return "Playing ...";
  const { who } = position.history.find(({ turn }) => turn === mover);
  return who === "you" ? "Your turn ..." : `${capital(who)}'s turn ...`;
}

/** Who made the last of the first `count` moves, of those of chance whoever had moved before it. */
const moverAt = ({ history }, count) => history.slice(0, count).findLast(({ turn }) => turn >= 0)?.turn ?? -1;

/** Whoever sits there, one seat on. */
const turned = (seats) => [...seats.slice(-1), ...seats.slice(0, -1)];

/** What of the tools can be used. */
function tools(play, { position, past, shown, played, wanted, redo, asking, ...told }) {
  const none = !position;
  const idle = position?.deciding.length === 0; // nobody ever moves
  const over = Boolean(position?.over) && shown === null; // and seen to the end
  const { values, hinted, line } = { values: Boolean(played?.values), ...told, ...wanted };
  const alone = played?.seats.filter((seat) => seat === "person").length === 1; // among others
  const made = position?.history.length ?? 0;
  const walks = line && !none && position.line?.length > 0;
  at("tools").set({
    back: { hidden: !walks, disabled: (past?.count ?? made) === 0 },
    ahead: { hidden: !walks, disabled: past?.count === made + position?.line?.length },
    step: { hidden: !idle || over || Boolean(past), text: position?.rolls ? "Roll" : "Next" },
    again: { hidden: !over },
    switch: { hidden: !over || !alone || position.deciding.length < 2 },
    present: { hidden: !past },
    undo: { disabled: !play.cutBack(), hidden: none || idle },
    redo: { disabled: !redo.length, hidden: none || idle },
    values: { disabled: none, hidden: none, pressed: values },
    hint: { disabled: !position?.person, hidden: none || idle || position.decides === false || over, pressed: hinted },
    line: { disabled: none, hidden: none || idle || position.hidden || position.decides === false, pressed: line },
    new: {},
    on: { hidden: none || over || position.person || asking !== null, text: idle ? "Play to the end" : "Go on" },
    help: {},
  });
  if (!asking) mark(null);
}

/** The move that is asked about is marked where it can be picked. */
function mark(move) {
  for (const node of table.querySelectorAll(".picked")) node.classList.remove("picked");
  if (move !== null) for (const node of table.querySelectorAll(`[data-move="${move}"]`)) node.classList.add("picked");
}

/** Keeps the focus where it was, as zone and place, when what has it is drawn anew, until something can be picked again. */
class KeptFocus {
  /** @type {?{zone: number, place: number}} */
  #place = null;

  note() {
    const button = /** @type {HTMLButtonElement} */ (document.activeElement);
    if (!button?.closest("#scene, #moves")) return;
    const group = button.closest(".zone") ?? at("moves");
    const zone = [...at("scene").querySelectorAll(".zone")].indexOf(group);
    this.#place = { zone, place: [...group.querySelectorAll("button")].indexOf(button) };
  }

  restore() {
    if (!this.#place) return;
    const now = document.activeElement;
    if (now !== document.body && now !== at("scene")) return void (this.#place = null);
    const { zone, place } = this.#place;
    const group = zone < 0 ? at("moves") : at("scene").querySelectorAll(".zone")[zone];
    const found = nearest(group, place) ?? nearest(table, place);
    if (found) this.#place = null;
    (found ?? at("scene")).focus();
  }
}

/** The button that is nearest to this place among those of a group that can be picked. */
function nearest(group, place) {
  const buttons = [...(group?.querySelectorAll("button") ?? [])].map((button, k) => ({ button, k }));
  const possible = buttons.filter(({ button }) => button.matches("[data-move], .begins"));
  return possible.sort((one, other) => Math.abs(one.k - place) - Math.abs(other.k - place))[0]?.button;
}

async function start() {
  header("play");
  try {
    const { game } = await gameOfAddress();
    if (game.kind === "patience") return location.replace(`/replay/${encodeURIComponent(game.name)}${location.search}`);
    const play = new GameStore(game);
    place(play);
    addEventListener("popstate", () => play.fromAddress());
    play.fromAddress();
  } catch (error) {
    at("status").textContent = "No game";
    table.removeAttribute("aria-busy");
    at("error").say(error);
  }
}

start();

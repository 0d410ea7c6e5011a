// Playing a game: the moves are kept here and in the address, the server is asked what follows from them.

import { fromQuery, toQuery, unusual } from "./addressquery.js";
import { latestWords, animate } from "./animation.js";
import { cancelled, get, post } from "./api.js";
import { announce, busy, el, paragraphs, replace, showError } from "./elements.js";
import { cutBack, readHash, seedOf, writeHash } from "./gamehash.js";
import { carry, header } from "./header.js";
import { newGameForm, seatWords } from "./newgame.js";
import { moveList } from "./movelist.js";
import { oftenWords } from "./movevalues.js";
import { noGameWords } from "./nearestgames.js";
import { moveButtons, movesWords, says, scoreWords, statusWords } from "./position.js";
import { reviewer } from "./review.js";
import { saveAndLoadButtons } from "./savedgame.js";
import { drawScene, legalMoves } from "./scene.js";
import { seatTable } from "./seattable.js";
import { calledByWhoPlays, capital, seatNames, shortName } from "./seats.js";
import { shortcuts } from "./shortcuts.js";
import { toolbar } from "./toolbar.js";

const SEALED = "The link to this page works until the server stops; hidden cards stay hidden.";
const SAID = 6; // moves of others that are read aloud one by one

const at = (id) => document.getElementById(id);
const table = document.querySelector(".table");
const name = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1));
const api = (what) => `/api/games/${encodeURIComponent(name)}/${what}`;
const review = reviewer(at("review"), at("review-text"), { api, retry });

let game = null; // the Game of the library
let now = null; // the game in progress: {parameters, moves, seats, seed, values}
let position = null; // the Position that the server gave for it
let drawn = null; // the Scene on the screen
let before = null; // the one before it
let past = null; // {count, position}: an earlier position that is looked at
let redo = []; // lists of moves that undo has cut
let asking = null; // the AbortController of the question under way
let animation = null; // moves of others that are being shown
let show = { hinted: false, line: false, sorted: false };
let setup, updateTools, savable;

// Asking

/**
 * Ask for the position after `wish`, a changed `now`, and draw it; returns whether it came. Where it does not, all
 * stays as it was, and `refuse` is told why. `body` is sent to `path` instead of the wish; `keep` is what to show beside
 * the position; a `fresh` one is of another game.
 */
async function ask(wish, options = {}) {
  const { waiting = "Thinking ...", path = "play", body = null, keep = {}, goOn = true, fresh = false } = options;
  const { refuse = (message) => showError(at("error"), message) } = options;
  asking?.abort();
  animation?.skip();
  const controller = (asking = new AbortController());
  const focus = focused();
  showError(at("error"), "");
  const done = busy(at("busy"), controller, waiting);
  table.setAttribute("aria-busy", "true");
  try {
    const answer = await post(api(path), body ?? asked(wish, keep, goOn), { signal: controller.signal });
    if (asking !== controller) return false;
    const first = position === null || fresh;
    if (fresh) {
      review.close();
      [redo, drawn, before] = [[], null, null];
    }
    const { parameters, moves, seats, seed } = answer;
    const start = answer.record?.position ?? body?.position ?? wish?.position ?? ""; // of a game that does not begin at its own start
    now = { parameters, moves, position: start, seats, seed, values: wish?.values ?? now?.values ?? false };
    [position, past] = [calledByWhoPlays(answer), null];
    show = { hinted: false, line: false, sorted: show.sorted, ...keep };
    remember();
    done();
    await others(first);
    if (asking !== controller) return false;
    draw();
    if (position.over) end();
    return true;
  } catch (error) {
    if (asking !== controller) return false;
    if (!cancelled(error)) refuse(error.message);
    draw();
    return false;
  } finally {
    done();
    if (asking === controller) {
      asking = null;
      table.removeAttribute("aria-busy");
      restore(focus);
    }
  }
}

function asked({ parameters, moves, after, position: start, seats, seed, values }, keep, goOn) {
  return {
    parameters,
    moves,
    after: moves.length ? "" : (after ?? ""),
    position: start ?? "",
    seats,
    seed,
    values: Boolean(values || keep.hinted || keep.line),
    go_on: goOn,
  };
}

// The address holds all that a reload needs.
function remember() {
  const parameters = unusual(game, now.parameters);
  setup.tell(now.seed, position);
  history.replaceState(null, "", toQuery(parameters) + writeHash(now));
  carry(parameters);
}

// What computers and chance did: said, and shown move by move where somebody has seen the position before.
async function others(first) {
  const { added } = position;
  if (!added) return;
  const news = position.history.slice(-added);
  announce(added > SAID ? `${added} moves; ${movesWords(news.slice(-2))}` : movesWords(news));
  if (first && !watched()) return;
  if (first) at("status").textContent = "Playing ...";
  animation = animate(position, {
    place: at("busy"),
    table: at("scene"),
    watched: first,
    show: (k, scene) => {
      at("latest").textContent = latestWords(position, k + 1);
      paint(scene, {});
      moveList(at("history"), position.history.slice(0, position.history.length - added + k + 1));
    },
  });
  await animation.done;
}

// Whether nobody has anything to do but to look on, from the beginning.
function watched() {
  return !position.deciding.some((player) => now.seats[player] === "person");
}

function end() {
  announce(statusWords(position, now.seats));
  review.open(now);
}

// What a person does

function pick(move) {
  if (asking) return;
  for (const node of table.querySelectorAll(`[data-move="${move}"]`)) node.classList.add("picked");
  redo = [];
  review.close();
  const next = { ...now, moves: [...now.moves, move] };
  if (position.hidden || !now.seats.some((seat) => seat !== "person")) return ask(next);
  const focus = focused();
  ask(next, { goOn: false }).then((came) => came && goesOn(focus));
}

/** Let computers and chance make their moves, while the person's own lies on the table. */
function goesOn(focus) {
  if (position.over || position.person) return;
  const thinks = position.turn >= 0 ? `${capital(position.who)} is thinking ...` : "Thinking ...";
  ask(now, { waiting: thinks }).then(() => restore(focus));
}

// The game in progress stays until there is a new one; returns why there is none, "" where there is.
async function begin(wish) {
  let wrong = "";
  const values = now?.values ?? false;
  const refuse = (message) => (wrong = message);
  const waiting = "Setting up ...";
  await ask({ ...wish, values, moves: [], seed: seedOf(wish.seed) }, { waiting, refuse, fresh: true });
  return wrong;
}

function undo() {
  const left = position && cutBack(now.moves, position, now.seats);
  if (!left || asking) return;
  redo.push(now.moves);
  review.close();
  ask({ ...now, moves: left }).then((came) => came || redo.pop());
}

function again() {
  if (!redo.length || asking) return;
  const moves = redo.pop();
  ask({ ...now, moves }).then((came) => came || redo.push(moves));
}

/** Go on from some of the moves, with the same seats; redo brings the others back. */
function retry(moves) {
  if (asking) return;
  redo.push(now.moves);
  review.close();
  at("scene").focus();
  ask({ ...now, moves }).then((came) => came || redo.pop());
}

function values() {
  if (!position || asking) return;
  ask({ ...now, values: !now.values }, { waiting: "Working out what the moves are worth ..." });
}

async function hint() {
  if (!position?.person || !position.decides || asking) return;
  if (show.hinted) return hide("hinted");
  const options = { waiting: "Looking for the best moves ...", keep: { hinted: true }, goOn: false };
  if (!(await ask(now, options))) return;
  const best = position.legal.filter((entry) => entry.best).map(({ word, often }) => [word, oftenWords(often)].filter(Boolean).join(" "));
  const none = position.estimate || `no hint: ${position.unknown}`;
  announce(position.unknown ? none : `best: ${best.join(", ")}`);
}

function bestLine() {
  if (!position || asking) return;
  if (show.line) return hide("line");
  ask(now, { waiting: "Looking for a line of best play ...", keep: { line: true }, goOn: false });
}

function hide(what) {
  show[what] = false;
  draw();
}

async function load(record, file) {
  const values = now?.values ?? false;
  if (!(await ask(now, { path: "load", body: { record, values }, waiting: `Reading ${file} ...` }))) return;
  redo = [];
  setup.set(now);
  setup.tell(now.seed, position);
  if (!position.over) review.close();
  draw();
}

/** Change the position by hand, on a page of its own. */
const setUp = () => location.assign(`/setup/${encodeURIComponent(name)}${toQuery(unusual(game, now.parameters))}${writeHash(now)}`);

const newGame = () => setup.open();

/** The same game once more, by another seed of chance. */
async function anotherGame(seats) {
  if (asking) return;
  const wrong = await begin({ parameters: now.parameters, position: now.position, seats, seed: null });
  if (wrong) showError(at("error"), wrong);
  else setup.set(now);
}

/** Whether a person and a computer sit opposite each other. */
const canSwitch = () => now.seats.length === 2 && position.deciding.length === 2 && now.seats.filter((seat) => seat === "person").length === 1;

// Drawing

// What is new stays marked until there is another position.
function paint(scene, options) {
  if (JSON.stringify(scene.zones.map(textsOf)) !== JSON.stringify(drawn?.zones.map(textsOf))) before = drawn;
  replace(at("scene"), drawScene(scene, { ...options, before }));
  drawn = scene;
}

const textsOf = ({ rows }) => rows.map((row) => row.map(({ text, square }) => [text, square]));

/** Look at the position after the first `count` moves; after all of them the game goes on. */
async function lookBack(count) {
  if (asking) return;
  if (count === position.history.length) {
    past = null;
    return draw();
  }
  const controller = (asking = new AbortController());
  const done = busy(at("busy"), controller, "Setting up ...");
  try {
    const wish = { ...now, moves: now.moves.slice(0, count), values: false };
    past = { count, position: calledByWhoPlays(await post(api("play"), asked(wish, {}, false), { signal: controller.signal })) };
  } catch (error) {
    if (!cancelled(error)) showError(at("error"), error.message);
  } finally {
    done();
    if (asking === controller) asking = null;
  }
  draw();
}

function drawPast() {
  at("status").textContent = `After move ${past.count} of ${position.history.length}`;
  at("latest").textContent = "";
  paint(past.position.scene, {});
  replace(at("moves"));
  replace(at("legend"));
  replace(at("says"));
}

function draw() {
  if (position) {
    const onlyBest = show.hinted && !now.values;
    const look = { values: now.values || show.hinted, onlyBest, pick: position.person ? pick : null };
    const sort = () => {
      show.sorted = !show.sorted;
      draw();
    };
    at("status").textContent = statusWords(position, now.seats);
    at("who").textContent = whoWords();
    at("score").textContent = scoreWords(position);
    at("latest").textContent = latestWords(position);
    paint(position.scene, { ...look, legal: legalMoves(position) });
    moveButtons(at("moves"), position, { ...look, sorted: show.sorted, sort });
    seatTable(at("seats"), position, now.seats, { values: now.values });
    says(at("says"), at("legend"), position, { values: now.values, ...show });
    moveList(at("history"), position.history, {
      look: position.hidden ? null : lookBack,
      count: past ? past.count : position.history.length,
    });
    if (past) drawPast();
  } else at("status").textContent = "No game";
  const none = !position;
  const idle = position?.deciding.length === 0; // nobody ever moves
  updateTools({
    undo: { disabled: none || !cutBack(now.moves, position, now.seats), hidden: idle },
    redo: { disabled: !redo.length, hidden: idle },
    values: { disabled: none, hidden: none, pressed: Boolean(now?.values) },
    hint: { disabled: !position?.person, hidden: idle || position?.decides === false || position?.over, pressed: show.hinted },
    line: { disabled: none, hidden: idle || position?.hidden || position?.decides === false, pressed: show.line },
    on: { hidden: none || position.over || position.person },
    again: { hidden: none || !position.over },
    switch: { hidden: none || !position.over || !canSwitch() },
    present: { hidden: !past },
  });
  savable(!none && !position.hidden);
  at("keep").hidden = Boolean(position?.hidden);
  if (position?.hidden) at("keep-note").textContent = SEALED;
  at("so-far").hidden = none || position.over || !position.history.length;
}

// Who sits where: "You (Matthew) vs computer: perfect play (Benjamin)"; a table of several says it itself.
function whoWords() {
  const { players, by_seat: rows, deciding } = position;
  if (rows.length > 1 || !deciding.length) return "";
  const known = position.over || position.history.some(({ turn }) => turn >= 0 && now.seats[turn] !== "person");
  const kind = (player) => (known ? seatWords(now.seats[player], Boolean(position.note)) : seatWords(now.seats[player]).split(":")[0]);
  const sits = (name, player) => `${kind(player)} (${shortName(name)})`;
  return players.length < 2 ? "" : capital(players.map(sits).join(" vs "));
}

// Where the focus is, as zone and place: what has it is drawn anew.
function focused() {
  const button = document.activeElement;
  if (!button?.closest("#scene, #moves")) return null;
  const group = button.closest(".zone") ?? at("moves");
  const zones = [...at("scene").querySelectorAll(".zone")];
  return { zone: zones.indexOf(group), place: [...group.querySelectorAll("button")].indexOf(button) };
}

function restore(focus) {
  if (!focus || ![document.body, at("scene")].includes(document.activeElement)) return;
  const group = focus.zone < 0 ? at("moves") : at("scene").querySelectorAll(".zone")[focus.zone];
  (nearest(group, focus.place) ?? nearest(table, focus.place) ?? at("scene")).focus();
}

// The button that is nearest to this place among those of a group that can be picked.
function nearest(group, place) {
  const buttons = [...(group?.querySelectorAll("button") ?? [])].map((button, k) => ({ button, k }));
  const possible = buttons.filter(({ button }) => button.matches("[data-move], .begins"));
  return possible.sort((one, other) => Math.abs(one.k - place) - Math.abs(other.k - place))[0]?.button;
}

// The page

function fromAddress() {
  const plain = { moves: [], position: "", seats: ["person", "best"], seed: seedOf(null), values: false };
  const after = new URLSearchParams(location.search).get("after") ?? ""; // moves in words, for who comes by a link
  const wish = { parameters: fromQuery(game), ...plain, after, ...readHash() };
  redo = [];
  review.close();
  setup.set(wish);
  ask(wish, { waiting: "Setting up ...", refuse: (message) => setup.open(message) });
}

function furnish() {
  document.title = `Play ${game.title} - faceup`;
  at("title").textContent = game.title;
  at("aim").textContent = game.what;
  header("play", game, fromQuery(game));
  replace(at("rules"), paragraphs(game.rules));
  setup = newGameForm(at("new-game"), at("setup"), game, begin);
  const refuse = (message) => showError(at("error"), message);
  at("so-far").addEventListener("click", () => review.open(now));
  savable = saveAndLoadButtons(at("keep"), { name, record: () => position.record, load, refuse });
  at("keep").append(el("button", { type: "button", id: "set-up", text: "Set up", on: { click: () => position && setUp() } }));
  const help = shortcuts(
    at("help"),
    [
      ["u", "take your last move back", undo],
      ["r", "redo", again],
      ["v", "show or hide the values of moves", values],
      ["h", "hint: the best moves", hint],
      ["n", "new game", newGame],
    ],
    [
      ["Tab", "to the board, the hand, the buttons"],
      ["← ↑ → ↓", "inside a board or a hand"],
      ["Enter", "pick"],
    ],
  );
  updateTools = toolbar(at("tools"), [
    ["again", "Play again", null, () => anotherGame(now.seats)],
    ["switch", "Switch sides", null, () => anotherGame([...now.seats].reverse())],
    ["present", "Back to the game", null, () => lookBack(position.history.length)],
    ["undo", "Undo", "u", undo],
    ["redo", "Redo", "r", again],
    ["values", "Values", "v", values],
    ["hint", "Hint", "h", hint],
    ["line", "Best line", null, bestLine],
    ["new", "New game", "n", newGame],
    ["on", "Go on", null, () => asking || ask(now)],
    ["help", "Keys", "?", help],
  ]);
  for (const id of ["again", "switch", "present", "on", "undo", "redo", "values", "hint", "line"]) {
    updateTools({ [id]: { hidden: true } }); // until it is known what is of use
  }
}

async function start() {
  header("play");
  try {
    const { games, seat_names: all } = await get("/api/games");
    const found = games.find((other) => other.name === name);
    if (!found) throw new Error(noGameWords(name, games));
    game = { ...found, seatNames: seatNames(found, all) };
  } catch (error) {
    at("status").textContent = "No game";
    table.removeAttribute("aria-busy");
    return showError(at("error"), error.message);
  }
  if (game.kind === "patience") return location.replace(`/replay/${encodeURIComponent(name)}${location.search}`);
  furnish();
  addEventListener("hashchange", fromAddress);
  fromAddress();
}

start();

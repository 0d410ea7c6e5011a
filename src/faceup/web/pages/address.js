// What an address says: parameters in its query, a game in its hash, which holds all that the page shows of it:
// #moves=1.5.2&seats=person,best&seed=7&values=on. A move of several numbers has them with commas (6,3.0,4), one of a
// single number in a list a comma behind it (6,), and a word stands behind a tilde (~roll). Beside them, where there is
// any: `position`, the start of a game that did not begin at its own; `redo`, what undo has cut; `at`, how many moves
// had been made in the position that is looked at; `review`, on, or the number of the move that is looked at there.

const WHOLE = /^-?\d{1,15}$/; // what a number of JavaScript holds exactly
const AFTER = "after"; // moves in words, beside the parameters
const SHOWN = ["values", "hinted", "line", "sorted"]; // on or off

/** Those of `parameters` that do not have their default. */
export function unusual(game, parameters) {
  const plain = new Map(game.parameters.map(({ name, value }) => [name, String(value)]));
  return Object.fromEntries(Object.entries(parameters).filter(([name, value]) => String(value) !== plain.get(name)));
}

/** The parameters of `game` that the address names, as typed. */
export function fromQuery(game, search = location.search) {
  const query = new URLSearchParams(search);
  const found = {};
  for (const { name } of game.parameters) if (query.has(name)) found[name] = query.get(name);
  return found;
}

/** Why the address names no game of this kind: a word that is none of its parameters; "" where all are. */
export function unknownParameters(game, search = location.search) {
  const names = game.parameters.map(({ name }) => name);
  const unknown = [...new URLSearchParams(search).keys()].filter((name) => name !== AFTER && !names.includes(name));
  if (!unknown.length) return "";
  const possible = names.length ? `; possible: ${names.join(", ")}` : "";
  return `${game.title} has no parameter ${unknown.join(", ")}${possible}. The address is played without it.`;
}

/** `?target=14&low=0`, or "" where there is nothing to say. */
export function toQuery(parameters) {
  // Commas and dashes stay as they are typed: matthew=1-16,36-44.
  const words = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll("%2C", ",")}`,
  );
  return words.length ? `?${words.join("&")}` : "";
}

/** The address of a page about a game. */
export const pageOf = (page, game, parameters = {}, hash = "") =>
  `/${page}/${encodeURIComponent(game)}${toQuery(parameters)}${hash}`;

/**
 * What the hash says, or null where it holds no game.
 * @typedef {{values: boolean, hinted: boolean, line: boolean, sorted: boolean}} Shown
 */
export function readHash(hash = location.hash) {
  const words = new URLSearchParams(hash.slice(1));
  if (!words.has("moves")) return null;
  const seats = (words.get("seats") ?? "person,best").split(",");
  const review = words.get("review");
  return {
    moves: movesOf(words.get("moves")),
    unread: unreadOf(words.get("moves")),
    position: words.get("position") ?? "",
    seats: seats.length > 1 ? seats : ["person", "best"],
    seed: seedOf(words.get("seed")),
    redo: words.get("redo")?.split("/").map(movesOf) ?? [],
    at: WHOLE.test(words.get("at") ?? "") ? Number(words.get("at")) : null,
    review: review !== null,
    row: WHOLE.test(review ?? "") ? Number(review) : null,
    .../** @type {Shown} */ (Object.fromEntries(SHOWN.map((name) => [name, words.get(name) === "on"]))),
  };
}

/**
 * The hash of a game; what it does not say is as a game begins.
 * @param {Record<string, any>} game
 */
export function writeHash({ moves, seats, seed, position = "", redo = [], at = null, ...shown }) {
  const { review = false, row = null } = shown;
  const start = position ? `&position=${encodeURIComponent(position)}` : "";
  const words = SHOWN.filter((name) => shown[name]).map((name) => `&${name}=on`);
  if (redo.length) words.push(`&redo=${redo.map(textOfMoves).join("/")}`);
  if (at !== null) words.push(`&at=${at}`);
  if (review || row !== null) words.push(`&review=${row ?? "on"}`);
  return `#moves=${textOfMoves(moves)}${start}&seats=${seats.join(",")}&seed=${seed}${words.join("")}`;
}

/** A seed as typed; by chance where nothing was. */
export function seedOf(text) {
  return WHOLE.test(text ?? "") ? Number(text) : Math.floor(Math.random() * 1e6);
}

/** Moves as they are written; what follows a word that is no move would be other moves, and is left out. */
function movesOf(text) {
  const moves = (text || "").split(".").map(moveOf);
  const end = moves.indexOf(null);
  return end < 0 ? moves : moves.slice(0, end);
}

/** That a word of an address is no move; "" where all are. */
function unreadOf(text) {
  const words = (text || "").split(".");
  const k = text ? words.findIndex((word) => moveOf(word) === null) : -1;
  return k < 0 ? "" : `Could not read move ${k + 1} of the address, '${words[k].slice(0, 20)}'; the game is shown before it.`;
}

function moveOf(word) {
  const parts = word.replace(/,$/, "").split(",").map(partOf);
  if (parts.includes(null)) return null;
  return word.includes(",") ? parts : parts[0];
}

function partOf(text) {
  if (WHOLE.test(text)) return Number(text);
  try {
    return text.startsWith("~") ? decodeURIComponent(text.slice(1)) : null;
  } catch {
    return null; // somebody changed the address
  }
}

const textOfMoves = (moves) => moves.map(wordOf).join(".");
const wordOf = (move) =>
  Array.isArray(move) ? `${move.map(textOf).join(",")}${move.length === 1 ? "," : ""}` : textOf(move);

/** A number or a word, in which nothing stands between moves or their parts. */
const textOf = (part) =>
  typeof part === "string" ? `~${encodeURIComponent(part).replaceAll(".", "%2E").replaceAll("%", "%25")}` : `${part}`;

// A game in progress as the hash of the address: moves=1.5.2&seats=person,best&seed=7&values=on. A move of several
// numbers has them with commas (6,3.0,4), one of a single number in a list a comma behind it (6,), and a word stands
// behind a tilde (~roll). A game that did not begin at its own start has its position too.

const WHOLE = /^-?\d{1,15}$/; // what a number of JavaScript holds exactly

/** What the hash says: {moves, position, seats, seed, values}, or null where it holds no game. */
export function readHash(hash = location.hash) {
  const words = new URLSearchParams(hash.slice(1));
  if (!words.has("moves")) return null;
  const seats = (words.get("seats") ?? "person,best").split(",");
  const moves = (words.get("moves") || "").split(".").map(moveOf);
  const end = moves.indexOf(null); // what follows a word that is no move would be other moves
  return {
    moves: end < 0 ? moves : moves.slice(0, end),
    position: words.get("position") ?? "",
    seats: seats.length > 1 ? seats : ["person", "best"],
    seed: seedOf(words.get("seed")),
    values: words.get("values") === "on",
  };
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

const wordOf = (move) => (Array.isArray(move) ? `${move.map(textOf).join(",")}${move.length === 1 ? "," : ""}` : textOf(move));

/** A number or a word, in which nothing stands between moves or their parts. */
const textOf = (part) =>
  typeof part === "string" ? `~${encodeURIComponent(part).replaceAll(".", "%2E")}`.replaceAll("%", "%25") : String(part);

export function writeHash({ moves, position, seats, seed, values }) {
  const start = position ? `&position=${encodeURIComponent(position)}` : "";
  return `#moves=${moves.map(wordOf).join(".")}${start}&seats=${seats.join(",")}&seed=${seed}${values ? "&values=on" : ""}`;
}

/** A seed as typed; by chance where nothing was. */
export function seedOf(text) {
  return WHOLE.test(text ?? "") ? Number(text) : Math.floor(Math.random() * 1e6);
}

/**
 * The moves that are left when a person takes the last move of a person back, with all that followed; null where no
 * person has moved. Where something is hidden the moves are those of the person alone.
 */
export function cutBack(moves, { hidden, history }, seats) {
  if (hidden) return moves.length ? moves.slice(0, -1) : null;
  const last = history.findLastIndex(({ turn }) => turn >= 0 && seats[turn] === "person");
  return last < 0 ? null : moves.slice(0, last);
}

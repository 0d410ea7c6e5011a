// A game in progress as the hash of the address: moves=1.5.2&seats=person,best&seed=7&values=on.

const WHOLE = /^-?\d{1,15}$/; // what a number of JavaScript holds exactly

/** What the hash says: {moves, seats, seed, values}, or null where it holds no game. */
export function readHash(hash = location.hash) {
  const words = new URLSearchParams(hash.slice(1));
  if (!words.has("moves")) return null;
  const seats = (words.get("seats") ?? "person,best").split(",");
  return {
    moves: (words.get("moves") || "")
      .split(".")
      .filter((word) => WHOLE.test(word))
      .map(Number),
    seats: seats.length === 2 ? seats : ["person", "best"],
    seed: seedOf(words.get("seed")),
    values: words.get("values") === "on",
  };
}

export function writeHash({ moves, seats, seed, values }) {
  return `#moves=${moves.join(".")}&seats=${seats.join(",")}&seed=${seed}${values ? "&values=on" : ""}`;
}

/** A seed as typed; by chance where nothing was. */
export function seedOf(text) {
  return WHOLE.test(text ?? "") ? Number(text) : Math.floor(Math.random() * 1e6);
}

/**
 * The moves that are left when a person takes the last move of a person back, with all that followed; null where no
 * person has moved.
 */
export function cutBack(moves, history, seats) {
  const last = history.findLastIndex(({ turn }) => turn >= 0 && seats[turn] === "person");
  return last < 0 ? null : moves.slice(0, last);
}

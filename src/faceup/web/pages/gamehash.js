// A game in progress as the hash of the address: moves=1.5.2&seats=person,best&seed=7&values=on. A move of several
// numbers has them with commas: moves=6,3.0,4.

const WHOLE = /^-?\d{1,15}$/; // what a number of JavaScript holds exactly

/** What the hash says: {moves, seats, seed, values}, or null where it holds no game. */
export function readHash(hash = location.hash) {
  const words = new URLSearchParams(hash.slice(1));
  if (!words.has("moves")) return null;
  const seats = (words.get("seats") ?? "person,best").split(",");
  return {
    moves: (words.get("moves") || "")
      .split(".")
      .map((word) => word.split(","))
      .filter((numbers) => numbers.every((number) => WHOLE.test(number)))
      .map((numbers) => (numbers.length > 1 ? numbers.map(Number) : Number(numbers[0]))),
    seats: seats.length === 2 ? seats : ["person", "best"],
    seed: seedOf(words.get("seed")),
    values: words.get("values") === "on",
  };
}

export function writeHash({ moves, seats, seed, values }) {
  return `#moves=${moves.map(String).join(".")}&seats=${seats.join(",")}&seed=${seed}${values ? "&values=on" : ""}`;
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

// Tables of several, each with a payoff of its own: how many sit there, and what they are called where it is narrow.

/** What seats are called: by the game itself, where it has names for them, else as all are called. */
export const seatNames = (game, all) => all.map((name, place) => game.player_names[place] ?? name);

/** How many seats a game of the library has with these parameters, as typed; two where there are two opponents. */
export function seatCount(game, parameters = {}) {
  const players = game.parameters.find(({ name, kind }) => name === "players" && kind === "number");
  if (!game.seats || !players) return game.seats || 2;
  const count = Number(parameters.players ?? players.value);
  return Number.isInteger(count) && count > 0 && count <= game.seatNames.length ? count : game.seats;
}

/** The one person among those who sit there, as the number of the seat; null where there are several, or none. */
export function onlyPerson(seats) {
  const persons = seats.flatMap((seat, place) => (seat === "person" ? [place] : []));
  return persons.length === 1 ? persons[0] : null;
}

/** "the first player" as "first", where there is little room. */
export const shortName = (name) => name.replace(/^the (.*) player$/, "$1").replace(/^player number /, "");

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

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
export const shortName = (name) =>
  name.replace(/^the (.*) player$/, "$1").replace(/^the computer$/, "computer").replace(/^player number /, "");

/**
 * A Position in which what belongs to the first and the second player is called yours and the computer's, where one
 * person plays against one computer and the rules have no names for them.
 */
export function calledByWhoPlays(position) {
  const { players, seats } = position;
  const person = onlyPerson(seats);
  const usual = players.every((name) => /^the (first|second) player$/.test(name));
  if (person === null || players.length !== 2 || !usual) return position;
  const names = new Map(players.map((name, seat) => [name, seat === person ? "you" : "the computer"]));
  const short = new Map([...names].map(([name, called]) => [shortName(name), shortName(called)]));
  const scene = (one) => one && { ...one, zones: one.zones.map(zone) };
  const zone = (one) => ({ ...one, label: short.get(one.label) ?? one.label, rows: one.rows.map((row) => row.map(item)) });
  const item = (one) => (one.by ? { ...one, by: names.get(one.by) ?? short.get(one.by) ?? one.by } : one);
  return {
    ...position,
    who: names.get(position.who) ?? position.who,
    history: position.history.map((step) => ({ ...step, who: names.get(step.who) ?? step.who })),
    scene: scene(position.scene),
    frames: position.frames.map(scene),
  };
}

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

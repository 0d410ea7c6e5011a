// Games whose titles are like what somebody typed.

const MOST = 3;
const ALIKE = 0.25; // of their pairs of letters in common, at least

const pairsOf = (text) => new Set([...text].slice(1).map((letter, k) => text[k] + letter));

/** Those of `games` whose titles have most pairs of letters in common with `typed`, the nearest first. */
export function nearestGames(typed, games) {
  const asked = pairsOf(typed.toLowerCase().replaceAll("-", " "));
  const alike = ({ title }) => {
    const own = pairsOf(title.toLowerCase().replaceAll("-", " "));
    return (2 * [...own].filter((pair) => asked.has(pair)).length) / (own.size + asked.size || 1);
  };
  return games
    .map((game) => ({ game, share: alike(game) }))
    .filter(({ share }) => share > ALIKE)
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST)
    .map(({ game }) => game);
}

/** The sentence about an address that names no game. */
export function noGameWords(name, games) {
  const near = nearestGames(name, games).map((game) => game.name);
  return `no game is called ${name}; ${near.length ? `near: ${near.join(", ")}` : "all there are stand under Games"}`;
}

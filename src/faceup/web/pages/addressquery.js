// Parameters in the query of an address: read, written, and those worth saying.

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

/** `?target=14&low=0`, or "" where there is nothing to say. */
export function toQuery(parameters) {
  // Commas and dashes stay as they are typed: matthew=1-16,36-44.
  const words = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll("%2C", ",")}`,
  );
  return words.length ? `?${words.join("&")}` : "";
}

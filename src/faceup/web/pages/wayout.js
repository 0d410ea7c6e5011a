// What will do where an answer took too much: smaller sizes, and games at random.

import { el } from "./elements.js";
import { gameLink } from "./header.js";

const TOO_MUCH = 504;
const FIRST = 2; // parameters that are made smaller
const PARTS = [2, 4]; // by which

/**
 * What can be had instead of an answer that was refused with this error; null for other errors. `link(words,
 * parameters)` makes a link to the same answer for a smaller game.
 */
export function wayOut(error, game, parameters, link) {
  if (error?.status !== TOO_MUCH) return null;
  const links = smaller(game, parameters).map((size) => el("li", {}, link(...size)));
  return el(
    "div",
    { class: "way-out" },
    el("p", { text: "It may be had for a smaller game, and games at random are quickly played:" }),
    el("ul", {}, links, el("li", {}, gameLink("simulate", game, "play many games at random", {}, parameters))),
  );
}

/** Parameters with one number halved or quartered, and how they read. */
function smaller(game, parameters) {
  const numbers = game.parameters.filter(({ kind, least }) => kind === "number" && least !== null);
  const found = numbers.map(({ name, value, least }) => {
    const now = Number(parameters[name] ?? value);
    const sizes = [...new Set(PARTS.map((part) => Math.max(least, Math.round(now / part))))];
    return sizes.filter((size) => size < now).map((size) => [`${name} ${size}`, { ...parameters, [name]: size }]);
  });
  return found.filter((sizes) => sizes.length).slice(0, FIRST).flat();
}

// What will do where an answer took too much: smaller sizes that were tried, and games at random.

import { post } from "./api.js";
import { el, replace } from "./elements.js";
import { gameLink } from "./header.js";

const TOO_MUCH = 504;

/**
 * What can be had instead of an answer to this question (solve, strategy, outcomes) that was refused with this error;
 * null for other errors. `link(words, parameters)` makes a link to the same answer for a smaller game.
 */
export function wayOut(error, question, game, parameters, link) {
  if (error?.status !== TOO_MUCH) return null;
  const says = el("p", { text: "Trying smaller sizes ..." });
  const random = el("li", {}, gameLink("simulate", game, "simulate instead", {}, parameters));
  const ways = el("ul", {}, random);
  answered(question, game, parameters).then((sizes) => {
    says.textContent = sizes.length
      ? "Smaller games were tried, and are answered; games at random are quickly played:"
      : "Games at random are quickly played:";
    const links = sizes.map((numbers) => el("li", {}, link(inWords(numbers), { ...parameters, ...numbers })));
    replace(ways, links, random);
  });
  return el("div", { class: "way-out", "aria-live": "polite" }, says, ways);
}

/** Numbers of smaller games that are answered; none where that cannot be found out either. */
async function answered(question, game, parameters) {
  if (!game.parameters.some(({ kind }) => kind === "number")) return [];
  const path = `/api/games/${encodeURIComponent(game.name)}/smaller`;
  return post(path, { parameters, question }).then(
    ({ sizes }) => sizes,
    () => [],
  );
}

const inWords = (numbers) =>
  Object.entries(numbers)
    .map(([name, number]) => `${name} ${number}`)
    .join(", ");

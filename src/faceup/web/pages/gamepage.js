// A page about a game: which one the address names, what went wrong, and the answer to a question in the address.

import { fromQuery, pageOf, toQuery } from "./address.js";
import { apiOf, get, post } from "./api.js";
import { announce, byId, el, paragraphs, replace } from "./elements.js";
import { carry, gameLink, header, solvable } from "./header.js";
import { capital, seatNames } from "./seats.js";
import { Store } from "./store.js";
import { answering } from "./waiting.js";

const TOO_MUCH = 504;

/** The game that the address names, as the library has it, and the server's limits. */
export async function gameOfAddress() {
  const name = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
  const { games, limits, seat_names: all, seat_kinds: seatKinds } = await get("/api/games");
  const game = games.find((each) => each.name === name);
  answering.most = limits?.seconds ?? 0;
  if (!game) throw new Error(`There is no game "${name}".`);
  return { game: { ...game, solvable: solvable(game), seatNames: seatNames(game, all), seatKinds }, limits: limits ?? {} };
}

/**
 * A document of the server, by its keys; the schema of the API says what each of them has.
 * @typedef {Record<string, any>} Answer
 */

/**
 * Begin a page about a game, with a store whose state `begins` so: `fill(game, store, limits)` gives the content. What
 * goes wrong, in the store too, is said in the page's error line.
 * @template {object} S
 * @param {string} page
 * @param {string} word
 * @param {S} begins
 * @param {(game: Answer, store: Store<S>, limits: Answer) => Node | Promise<Node>} fill
 */
export async function gamePage(page, word, begins, fill) {
  const store = pageStore(page, begins);
  try {
    const { game, limits } = await gameOfAddress();
    header(page, game, fromQuery(game));
    document.title = `${word}: ${game.title} - faceup`;
    byId("title").textContent = `${word}: ${game.title}`;
    const rules = el("details.rules", el("summary", "The rules"), paragraphs(game.rules));
    byId("content").append(rules, await fill(game, store, limits));
  } catch (error) {
    errorLine().say(error);
  }
}

const errorLine = () => /** @type {import("./waiting.js").ErrorLine} */ (byId("error"));

/**
 * The store of a page, whose error line follows it.
 * @template {object} S
 * @param {string} page
 * @param {S} state
 */
export function pageStore(page, state) {
  header(page);
  const store = new Store(state);
  errorLine().follow(store);
  return store;
}

/**
 * Where nobody decides anything there is nothing to ask about decisions.
 * @param {Answer} game
 */
export function playsItself({ title }) {
  const text = `${title} plays itself: there is nothing to decide. It can be watched and simulated.`;
  return el("p.panel", text);
}

/** What a policy is called in a title: "best play"; a function of a file by its name. */
export const policyWords = (policy) => ({
  best: "best play", random: "random play", worst: "worst play", first: "first moves",
})[policy] ?? policy;

/** Put what is on the page into the address and into the links to other pages about the game. */
export function remember(parameters, others = []) {
  const query = new URLSearchParams(others.filter(([, value]) => value !== null)).toString();
  const given = toQuery(parameters);
  history.replaceState(history.state, "", location.pathname + given + (query && (given ? "&" : "?") + query));
  carry(parameters);
}

/** An `announce` that says at most one thing in `pause` milliseconds, and the last thing always. */
export function seldom(pause = 5000) {
  let last = -Infinity;
  return (text, now = false) => {
    if (!now && performance.now() - last < pause) return;
    last = performance.now();
    announce(text);
  };
}

/**
 * What the state of a page says where this question (solve, strategy, outcomes) was refused with this error: what that
 * means to the reader, and what can be had instead. `link(words, parameters)` links to the answer for a smaller game.
 */
export function wayOut(error, question, game, parameters, link) {
  if (error?.status !== TOO_MUCH) return { error, instead: null };
  const says = el("p", "Trying smaller sizes ...");
  const random = el("li", gameLink("simulate", game, "simulate instead", {}, parameters));
  const ways = el("ul", random);
  answered(question, game, parameters).then((sizes) => {
    says.textContent = sizes.length
      ? "Smaller games that are solved, the nearest first; or this game, by simulation:"
      : "This game can be simulated:";
    const links = sizes.map((numbers) => el("li", link(inWords(numbers), { ...parameters, ...numbers })));
    replace(ways, links, random);
  });
  const details = el("details.reason", el("summary", "Details"), el("p", `${capital(error.message)}.`));
  return {
    error: { message: `${game.title} is too large to be solved here, so its best moves stay unknown.` },
    instead: el("div.way-out", { "aria-live": "polite" }, says, ways, details),
  };
}

/** Numbers of smaller games that are answered; none where that cannot be found out either. */
async function answered(question, game, parameters) {
  if (!game.parameters.some(({ kind }) => kind === "number")) return [];
  return post(apiOf(game, "smaller"), { parameters, question }).then(({ sizes }) => sizes, () => []);
}

const inWords = (numbers) =>
  Object.entries(numbers).map(([name, number]) => `${name} ${number}`)
    .join(", ");

const SHOWN = 3;

/** The list of published figures, the first ones open; nothing where there are none. */
export class PublishedList extends HTMLElement {
  constructor(game, title = "Published") {
    super();
    if (!game.published.length) return;
    const list = (lines) => el("ul.published", lines.map((line, at) => lineOf(game, line, lines[at + 1])));
    const [shown, more] = [game.published.slice(0, SHOWN), game.published.slice(SHOWN)];
    const rest = more.length > 0 && el("details", el("summary", `${more.length} more`), list(more));
    const properties = { class: "published-place", "aria-label": `${title}: ${game.title}` };
    this.append(el("section", properties, el("h4", title), list(shown), rest));
  }
}

// A source is named once, below the last of its figures that stand together.
function lineOf(game, { text, source, deal, parameters }, next) {
  const href = pageOf("replay", game.name, { ...parameters, deal });
  const watch = deal && el("a", { href, "aria-label": `watch it: ${text}` }, "watch it");
  return el("li", text, watch ? [" ", watch] : null, next?.source !== source && el("span.source", source));
}

customElements.define("published-list", PublishedList);

/** The first sentences of `text`, four at most, up to the last that says who wins, else who loses or what counts. */
export function aimOf(text) {
  const sentences = text.split(/(?<=[.!?])\s+/).slice(0, 4);
  const telling = (words) => sentences.findLastIndex((sentence) => words.test(sentence));
  const ends = [/\b(wins?|winner|won)\b/i, /\b(goal|points?|loses?|pays)\b/i].map(telling);
  const end = ends.find((place) => place >= 0) ?? 2;
  return sentences.slice(0, end + 1).join(" ");
}

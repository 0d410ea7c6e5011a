// What the pages with figures share: which game they are about, and fields for numbers, seeds and policies.

import { toQuery } from "./addressquery.js";
import { get } from "./api.js";
import { announce, el, paragraphs, showError } from "./elements.js";
import { carry, header } from "./header.js";
import { noGameWords } from "./nearestgames.js";
import { seatNames } from "./seats.js";

const POLICIES = [
  ["random", "at random"],
  ["first", "the first legal move"],
  ["best", "the best move"],
];
const WORST = ["worst", "the worst move"];
const LOOKING_AHEAD = [
  ["mcts:100", "by looking ahead a little"],
  ["mcts:1000", "by looking ahead"],
];
const FOR_TWO = ["ab:4", "by looking four moves ahead"]; // for two opponents who see everything
const MOST_SEED = Number.MAX_SAFE_INTEGER; // beyond it a number in a page loses its last digits

/** What a field holds that cannot be sent; the message quotes it and says what is possible. */
export class Mistake extends Error {}

/**
 * Begin a page about the game that the address names: `fill(game, limits)` gives the content. What goes wrong is said
 * in the page's error line.
 */
export async function gamePage(page, word, fill) {
  header(page);
  const name = decodeURIComponent(location.pathname.split("/").at(-1));
  try {
    const { games, limits, seat_names: all } = await get("/api/games");
    const found = games.find((each) => each.name === name);
    const game = found && { ...found, seatNames: seatNames(found, all) };
    if (!game) throw new Mistake(noGameWords(name, games));
    header(page, game);
    document.title = `${word}: ${game.title} - faceup`;
    document.getElementById("title").textContent = `${word}: ${game.title}`;
    const rules = el("details", { class: "rules" }, el("summary", { text: "The rules" }), paragraphs(game.rules));
    document.getElementById("content").append(rules, await fill(game, limits ?? {}));
  } catch (error) {
    tell(error);
  }
}

/** What a policy is called in a title: "best play"; a function of a file by its name. */
export const policyWords = (policy) => ({ best: "best play", random: "random play", worst: "worst play", first: "first moves" })[policy] ?? policy;

/** "best-card deck=100 hand=10" as "Best card, deck 100, hand 10", for the title of an answer. */
export function titleWords(game, title) {
  const parameters = title.split(" ").slice(1);
  return [game.title, ...parameters.map((word) => word.replace("=", " ").replaceAll("_", " "))].join(", ");
}

/** Say what went wrong, or nothing, and what will do instead; what is said already is not said again. */
export function tell(error, instead = null) {
  const place = document.getElementById("error");
  const message = error?.message ?? "";
  if (place.dataset.said !== message || instead) showError(place, message);
  place.dataset.said = message;
  if (message && instead) place.append(instead);
  if (message) place.scrollIntoView({ block: "nearest" });
}

/** Put what is on the page into the address and into the links to other pages about the game. */
export function remember(parameters, others = []) {
  const query = new URLSearchParams(others.filter(([, value]) => value !== null)).toString();
  const given = toQuery(parameters);
  history.replaceState(history.state, "", location.pathname + given + (query && (given ? "&" : "?") + query));
  carry(parameters);
}

/** A field for a whole number from `least` to `most`, as {node, read(), input}; thousands may be set apart. */
export function wholeField(label, value, { least = 0, most = MOST_SEED, name, hint = "" }) {
  const input = el("input", {
    id: `of-${name}`,
    name,
    value: String(value),
    inputmode: "numeric",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": hint && `of-${name}-hint`,
  });
  const node = el(
    "div",
    { class: "field field-whole" },
    el("label", { for: `of-${name}`, text: label }),
    input,
    hint && el("span", { class: "soft small", id: `of-${name}-hint`, text: hint }),
  );
  const read = () => {
    const typed = input.value.trim();
    const found = /^\d[\d,_\s]*$/.test(typed)
      ? Number(typed.replaceAll(/[,_\s]/g, ""))
      : /^\d+(\.\d+)?e\d{1,2}$/i.test(typed)
        ? Number(typed)
        : NaN;
    if (!Number.isInteger(found) || found < least || found > most) {
      const possible = [least, most].map((end) => end.toLocaleString("en-GB")).join(" to ");
      throw new Mistake(`${label.toLowerCase()} ${JSON.stringify(typed)}; possible: ${possible}`);
    }
    return found;
  };
  return { node, read, input };
}

/**
 * How moves are chosen, as {node, read(), seats(count)}: one policy for all, or one each; nothing for a patience. With
 * `worst` that is offered too, and no looking ahead, which cannot be followed exactly. `seats` says how many there are now.
 */
export function policyFields(game, given, { usual = "random", worst = false, count = 2 } = {}) {
  if (game.kind === "patience") return { node: null, read: () => null, seats: () => {} };
  const ahead = game.hidden || game.seats ? LOOKING_AHEAD : [...LOOKING_AHEAD, FOR_TWO];
  const possible = [...POLICIES, ...(worst ? [WORST] : ahead)];
  const all = choice("Moves are chosen", "policy", possible, given[0] ?? usual);
  const place = el("div", { class: "fields" });
  let others = [];
  const seats = (now, chosen = others.map(({ select }) => select.value)) => {
    if (now === others.length + 1) return;
    others = game.seatNames
      .slice(1, now)
      .map((name, k) => choice(`By ${name}`, `policy-${k + 2}`, [["", "the same"], ...possible], chosen[k] ?? ""));
    const nodes = others.map(({ node }) => node);
    const title = el("summary", { text: "Others choose in another way" });
    const inside =
      nodes.length > 1
        ? el("details", { open: chosen.some(Boolean) }, title, el("div", { class: "fields" }, nodes))
        : nodes;
    place.replaceChildren(all.node, ...[inside].flat());
  };
  seats(count, given.slice(1));
  if (!others.length) place.replaceChildren(all.node);
  return {
    node: place,
    seats,
    read: () => {
      const own = others.map(({ select }) => select.value);
      return own.some(Boolean)
        ? [all.select.value, ...own.map((policy) => policy || all.select.value)]
        : [all.select.value];
    },
  };
}

/** A select with its label, as {node, select}; `options` are pairs of a value and its words. */
export function choice(label, id, options, wanted, on = {}) {
  const select = el(
    "select",
    { id, on },
    options.map(([value, text]) => el("option", { value, text, selected: value === wanted })),
  );
  return { node: el("div", { class: "field" }, el("label", { for: id, text: label }), select), select };
}

/** Policies as they stand in an address. */
export function policyQuery(policies) {
  return (policies ?? []).map((policy) => ["policy", policy]);
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

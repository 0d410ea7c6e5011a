// The library: a card for every game, on shelves, and what they can be chosen by.

import { get } from "./api.js";
import { announce, byId, el, pushButton, replace } from "./elements.js";
import { GameCard } from "./gamecard.js";
import { nearestGames, pageStore } from "./gamepage.js";

// What games can be chosen by; of one group those that fit any that is chosen, and all groups.
/** @returns {(game: import("./gamepage.js").Answer) => boolean} */
const lies = (...kinds) => ({ glimpse }) => Boolean(glimpse?.zones.some(({ kind }) => kinds.includes(kind)));
const withDice = (game) => lies("dice")(game) || /\b(die|dice)\b/i.test(game.rules); // not all are drawn
/** @type {[group: string, text: string, fits: (game: import("./gamepage.js").Answer) => boolean][]} */
const KINDS = [
  ["players", "one player", ({ players }) => players === 1],
  ["players", "two players", ({ players }) => players === 2],
  ["players", "three or more", ({ players, seats }) => players > 2 || seats > 2],
  ["players", "no choices", ({ players }) => players === 0],
  ["things", "cards", lies("cards", "pile")],
  ["things", "dice", withDice],
  ["things", "board", lies("board", "track")],
  ["things", "hidden cards or moves", ({ hidden }) => hidden],
];

// The library's sections: a game lies in the first that fits.
/** @returns {(game: import("./gamepage.js").Answer) => boolean} */
const on = (wanted) => (game) => game.shelf === wanted;
/** @type {[id: string, title: string, fits: (game: import("./gamepage.js").Answer) => boolean][]} */
const SECTIONS = [
  ["yours", "Your games", on("yours")],
  ["first", "Begin with these", on("first")],
  ["patiences", "Patiences, which play themselves", on("patiences")],
  ["board", "On a board", (game) => !game.hidden && lies("board")(game)],
  ["dice", "Dice and luck", (game) => !game.hidden && (game.players === 0 || withDice(game))],
  ["hidden", "Hidden cards and moves", ({ hidden }) => hidden],
  ["games", "More games", () => true],
];
const LAST = ["games", "patiences"]; // whatever is looked at first

/** Toggle buttons for KINDS that some game fits, as {node, fits(game)}. */
function kindButtons(games, changed) {
  const offered = KINDS.filter(([, , fits]) => games.some(fits)).map(([group, text, fits]) => {
    const node = pushButton(text, () => {
          node.setAttribute("aria-pressed", String(!chosen(node)));
          changed();
        }, { class: "kind small", "aria-pressed": false });
    return { group, fits, node };
  });
  const chosen = (node) => node.getAttribute("aria-pressed") === "true";
  const fits = (game) =>
    ["players", "things"].every((group) => {
      const asked = offered.filter((kind) => kind.group === group && chosen(kind.node));
      return !asked.length || asked.some((kind) => kind.fits(game));
    });
  return { nodes: offered.map(({ node }) => node), fits };
}

function filtered(cards, kinds) {
  const typed = /** @type {HTMLInputElement} */ (byId("filter")).value.toLowerCase().trim();
  const words = typed.split(/\s+/).filter(Boolean);
  let left = 0;
  for (const { game, article } of cards) {
    const text = `${game.title} ${game.name} ${game.what} ${game.rules}`.toLowerCase();
    article.hidden = !words.every((word) => text.includes(word)) || !kinds.fits(game);
    left += article.hidden ? 0 : 1;
  }
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".group")))
    group.hidden = !group.querySelector(".game:not([hidden])");
  const count = left === cards.length ? `${left} games` : `${left} of ${cards.length} games`;
  const near = nearestGames(typed, cards.map(({ game }) => game)).map(({ title }) => title);
  byId("count").textContent = left || !near.length ? count : `No game fits; near: ${near.join(", ")}`;
}

async function begin() {
  const store = pageStore("library", {});
  try {
    const { games } = await get("/api/games");
    const cards = games.map((game) => new GameCard(game));
    const update = () => filtered(cards, kinds);
    const kinds = kindButtons(games, update);
    const sectionOf = (game) => SECTIONS.find(([, , fits]) => fits(game))?.[0];
    const section = (/** @type {typeof SECTIONS[number]} */ [id, title]) => {
      const found = cards.filter(({ game }) => sectionOf(game) === id);
      const named = { id: `group-${id}`, "aria-labelledby": `group-${id}-title` };
      return found.length > 0 && el(
        "section.group", named, el("h2", { id: `group-${id}-title` }, title), el("div.games", found)
      );
    };
    const shown = [...SECTIONS].sort(([one], [other]) => LAST.indexOf(one) - LAST.indexOf(other));
    replace(byId("kinds"), kinds.nodes);
    replace(byId("games"), shown.map(section));
    byId("filter").addEventListener("input", update);
    byId("find").addEventListener("submit", (event) => event.preventDefault());
    update();
  } catch (wrong) {
    const error = /** @type {Error} */ (wrong);
    store.update({ error });
    announce(error.message);
  }
}

begin();

// The library: a card for every game, on shelves, and what they can be chosen by.

import { get } from "./api.js";
import { announce, el, pushButton, replace } from "./elements.js";
import { GameCard } from "./gamecard.js";
import { nearestGames, pageStore } from "./gamepage.js";

// What games can be chosen by; of one group those that fit any that is chosen, and all groups.
/** @returns {(game: import("./gamepage.js").Answer) => boolean} */
const lies = (...kinds) => ({ glimpse }) => Boolean(glimpse?.zones.some(({ kind }) => kinds.includes(kind)));
/** @type {[group: string, text: string, fits: (game: import("./gamepage.js").Answer) => boolean][]} */
const KINDS = [
  ["players", "one player", ({ players }) => players === 1],
  ["players", "two players", ({ players }) => players === 2],
  ["players", "three or more", ({ players, seats }) => players > 2 || seats > 2],
  ["players", "no choices", ({ players }) => players === 0],
  ["things", "cards", lies("cards", "pile")],
  ["things", "dice", (game) => lies("dice")(game) || /\b(die|dice)\b/i.test(game.rules)], // not all are drawn
  ["things", "board", lies("board", "track")],
  ["things", "hidden cards or moves", ({ hidden }) => hidden],
];

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
  const typed = /** @type {HTMLInputElement} */ (document.getElementById("filter")).value.toLowerCase().trim();
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
  document.getElementById("count").textContent = left || !near.length ? count : `No game fits; near: ${near.join(", ")}`;
}

async function begin() {
  const store = pageStore("library", {});
  try {
    const { games } = await get("/api/games");
    const cards = games.map((game) => new GameCard(game));
    /** @type {[shelf: string, title: string][]} */
    const every = [
      ["yours", "Your games"],
      ["first", "Begin with these"],
      ["games", "More games"],
      ["patiences", "Patiences, which play themselves"],
    ];
    const shelves = every.filter(([shelf]) => games.some((game) => game.shelf === shelf));
    const update = () => filtered(cards, kinds);
    const kinds = kindButtons(games, update);
    const group = ([shelf, title]) =>
      el(
        "section.group",
        { "aria-labelledby": `group-${shelf}` },
        el("h2", { id: `group-${shelf}` }, title),
        el("div.games", cards.filter(({ game }) => game.shelf === shelf)),
      );
    replace(document.getElementById("kinds"), kinds.nodes);
    replace(document.getElementById("games"), shelves.map(group));
    document.getElementById("filter").addEventListener("input", update);
    document.getElementById("find").addEventListener("submit", (event) => event.preventDefault());
    update();
  } catch (wrong) {
    const error = /** @type {Error} */ (wrong);
    store.update({ error });
    announce(error.message);
  }
}

begin();

// The library: a card for every game, on shelves, and what they can be chosen by, which the address has too:
// ?find=poker&players=two-players&things=cards,dice.

import { get } from "./api.js";
import { announce, byId, el, pushButton, replace } from "./elements.js";
import { GameCard } from "./gamecard.js";
import { pageStore } from "./gamepage.js";

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
  ["patiences", "Solitaires without choices", on("patiences")],
  ["board", "On a board", (game) => !game.hidden && lies("board")(game)],
  ["dice", "Dice and luck", (game) => !game.hidden && (game.players === 0 || withDice(game))],
  ["hidden", "Hidden cards and moves", ({ hidden }) => hidden],
  ["games", "More games", () => true],
];
const LAST = ["games", "patiences"]; // whatever is looked at first

const GROUPS = ["players", "things"];
const inAddress = (text) => text.replaceAll(" ", "-");

/** Toggle buttons for KINDS that some game fits, begun as the `query` has them: {nodes, fits(game), query(): to keep}. */
function kindButtons(games, query, changed) {
  const asked = (group, text) =>
    (query.get(group) ?? "").split(",").some((word) => word && inAddress(text).startsWith(inAddress(word)));
  const offered = KINDS.filter(([, , fits]) => games.some(fits)).map(([group, text, fits]) => {
    const node = pushButton(text, () => {
          node.setAttribute("aria-pressed", String(!chosen(node)));
          changed();
        }, { class: "kind small", "aria-pressed": asked(group, text) });
    return { group, text, fits, node };
  });
  const chosen = (node) => node.getAttribute("aria-pressed") === "true";
  const fits = (game) =>
    GROUPS.every((group) => {
      const asked = offered.filter((kind) => kind.group === group && chosen(kind.node));
      return !asked.length || asked.some((kind) => kind.fits(game));
    });
  const kept = (group) => offered.filter((kind) => kind.group === group && chosen(kind.node)).map(({ text }) => inAddress(text));
  const words = () => GROUPS.map((group) => [group, kept(group).join(",")]).filter(([, text]) => text);
  return { nodes: offered.map(({ node }) => node), fits, words };
}

const field = () => /** @type {HTMLInputElement} */ (byId("filter"));

/** Show the games that fit what was typed and chosen; where none does, those that are near, or those to begin with. */
async function filtered(cards, kinds) {
  const typed = field().value.toLowerCase().trim();
  const words = typed.split(/\s+/).filter(Boolean);
  const fits = ({ game }) => {
    const text = `${game.title} ${game.name} ${game.what} ${game.rules}`.toLowerCase();
    return words.every((word) => text.includes(word)) && kinds.fits(game);
  };
  const left = cards.filter(fits).length;
  const names = left || !typed ? [] : await get(`/api/near/${encodeURIComponent(typed)}`).catch(() => []);
  if (field().value.toLowerCase().trim() !== typed) return; // more was typed meanwhile
  const near = cards.map(({ game }) => game).filter(({ name }) => names.includes(name));
  const instead = ({ game }) => (near.length ? near.includes(game) : game.shelf === "first");
  for (const card of cards) card.hidden = !(left ? fits(card) : instead(card));
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".group")))
    group.hidden = !group.querySelector("game-card:not([hidden])");
  const count = left === cards.length ? `${left} games` : `${left} of ${cards.length} games`;
  const none = near.length ? `No game fits; near: ${near.map(({ title }) => title).join(", ")}` : "No game fits; begin with these:";
  byId("count").textContent = left ? count : none;
  const query = new URLSearchParams([...(typed ? [["find", typed]] : []), ...kinds.words()]).toString().replaceAll("%2C", ",");
  history.replaceState(history.state, "", location.pathname + (query && `?${query}`));
}

async function begin() {
  const store = pageStore("library", {});
  try {
    const { games } = await get("/api/games");
    const cards = games.map((game) => new GameCard(game));
    const update = () => filtered(cards, kinds);
    const query = new URLSearchParams(location.search);
    field().value = query.get("find") ?? "";
    const kinds = kindButtons(games, query, update);
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

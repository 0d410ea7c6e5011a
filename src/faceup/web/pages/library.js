// The library: a card for every game, on shelves.

import { get } from "./api.js";
import { announce, byId, el, replace } from "./elements.js";
import { GameCard } from "./gamecard.js";
import { pageStore } from "./gamepage.js";
import { filterGames, lies, withDice } from "./gamefilter.js";

// The library's sections: a game lies in the first that fits.
/** @returns {(game: import("./gamepage.js").Answer) => boolean} */
const on = (wanted) => (game) => game.shelf === wanted;
/** @type {[id: string, title: string, fits: (game: import("./gamepage.js").Answer) => boolean][]} */
const SECTIONS = [
  ["yours", "Your games", on("yours")],
  ["first", "Begin with these", on("first")],
  ["patiences", "Solitaire games without choices", on("patiences")],
  ["board", "On a board", (game) => !game.hidden && lies("board")(game)],
  ["dice", "Dice and luck", (game) => !game.hidden && (game.players === 0 || withDice(game))],
  ["hidden", "Hidden cards and moves", ({ hidden }) => hidden],
  ["games", "More games", () => true],
];
const LAST = ["games", "patiences"]; // whatever is looked at first

async function begin() {
  const store = pageStore("library", {});
  try {
    const { games } = await get("/api/games");
    const cards = games.map((game) => new GameCard(game));
    const sectionOf = (game) => SECTIONS.find(([, , fits]) => fits(game))?.[0];
    const section = (/** @type {typeof SECTIONS[number]} */ [id, title]) => {
      const found = cards.filter(({ game }) => sectionOf(game) === id);
      const named = { id: `group-${id}`, "aria-labelledby": `group-${id}-title` };
      return found.length > 0 && el(
        "section.group", named, el("h2", { id: `group-${id}-title` }, title), el("div.games", found)
      );
    };
    const shown = [...SECTIONS].sort(([one], [other]) => LAST.indexOf(one) - LAST.indexOf(other));
    replace(byId("games"), shown.map(section));
    filterGames(cards, (typed) => get(`/api/near/${encodeURIComponent(typed)}`).catch(() => []));
  } catch (wrong) {
    const error = /** @type {Error} */ (wrong);
    store.update({ error });
    announce(error.message);
  }
}

begin();

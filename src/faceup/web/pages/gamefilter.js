// The games of a library, of which words and buttons choose some; the address has both, too:
// ?find=poker&players=two-players&things=cards,dice.

import { byId, pushButton, replace } from "./elements.js";

// What games can be chosen by; of one group those that fit any that is chosen, and all groups.
/** @returns {(game: import("./gamepage.js").Answer) => boolean} */
export const lies = (...kinds) => ({ glimpse }) => Boolean(glimpse?.zones.some(({ kind }) => kinds.includes(kind)));
export const withDice = (game) => lies("dice")(game) || /\b(die|dice)\b/i.test(game.rules); // not all are drawn
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

/**
 * Show the games that fit what is typed and chosen; where none does, those that are near, or those to begin with.
 * @param {(HTMLElement & { game: import("./gamepage.js").Answer })[]} cards each in a section with a heading
 * @param {(typed: string) => Promise<string[]>} nearNames the names of games that are most like a text
 */
export function filterGames(cards, nearNames) {
  const field = /** @type {HTMLInputElement} */ (byId("filter"));
  const query = new URLSearchParams(location.search);
  const kinds = kindButtons(cards.map(({ game }) => game), query, update);
  async function update() {
    const typed = field.value.toLowerCase().trim();
    const words = typed.split(/\s+/).filter(Boolean);
    const fits = ({ game }) => {
      const text = `${game.title} ${game.name} ${game.what} ${game.rules}`.toLowerCase();
      return words.every((word) => text.includes(word)) && kinds.fits(game);
    };
    const left = cards.filter(fits).length;
    const names = left || !typed ? [] : await nearNames(typed);
    if (field.value.toLowerCase().trim() !== typed) return; // more was typed meanwhile
    const near = cards.map(({ game }) => game).filter(({ name }) => names.includes(name));
    const instead = ({ game }) => (near.length ? near.includes(game) : game.shelf === "first");
    for (const card of cards) card.hidden = !(left ? fits(card) : instead(card));
    const sections = new Set(cards.map((card) => /** @type {HTMLElement} */ (card.closest("section"))));
    for (const section of sections) section.hidden = cards.every((card) => card.hidden || !section.contains(card));
    const count = left === cards.length ? `${left} games` : `${left} of ${cards.length} games`;
    const none = near.length ? `No game fits; near: ${near.map(({ title }) => title).join(", ")}` : "No game fits; begin with these:";
    byId("count").textContent = left ? count : none;
    const kept = new URLSearchParams([...(typed ? [["find", typed]] : []), ...kinds.words()]);
    const asked = kept.toString().replaceAll("%2C", ",");
    history.replaceState(history.state, "", location.pathname + (asked && `?${asked}`));
  }
  field.value = query.get("find") ?? "";
  replace(byId("kinds"), kinds.nodes);
  field.addEventListener("input", update);
  byId("find").addEventListener("submit", (event) => event.preventDefault());
  update();
}

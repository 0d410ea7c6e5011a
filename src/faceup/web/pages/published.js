// What was published about a game, with its sources; a deal of record can be watched.

import { pageOf } from "./address.js";
import { el } from "./elements.js";

const SHOWN = 3;

/** The list of published figures, the first ones open; nothing where there are none. */
export class PublishedList extends HTMLElement {
  constructor(game, title = "Published") {
    super();
    if (!game.published.length) return;
    const list = (lines) => el("ul", { class: "published" }, lines.map((line, at) => lineOf(game, line, lines[at + 1])));
    const [shown, more] = [game.published.slice(0, SHOWN), game.published.slice(SHOWN)];
    const rest = more.length > 0 && el("details", {}, el("summary", { text: `${more.length} more` }), list(more));
    const properties = { class: "published-place", "aria-label": `${title}: ${game.title}` };
    this.append(el("section", properties, el("h4", { text: title }), list(shown), rest));
  }
}

// A source is named once, below the last of its figures that stand together.
function lineOf(game, { text, source, deal, parameters }, next) {
  const href = pageOf("replay", game.name, { ...parameters, deal });
  const watch = deal && el("a", { href, "aria-label": `watch it: ${text}`, text: "watch it" });
  return el("li", {}, text, watch ? [" ", watch] : null, next?.source !== source && el("span", { class: "source", text: source }));
}

customElements.define("published-list", PublishedList);

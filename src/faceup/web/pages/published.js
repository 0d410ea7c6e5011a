// What was published about a game, with its sources; a deal of record can be watched.

import { toQuery } from "./addressquery.js";
import { el } from "./elements.js";

const SHOWN = 3;

const watch = (game, parameters, deal, text) =>
  el("a", {
    href: `/replay/${encodeURIComponent(game.name)}${toQuery({ ...parameters, deal })}`,
    "aria-label": `watch it: ${text}`,
    text: "watch it",
  });

/** The list of published figures, the first ones open; null where there are none. */
export function publishedList(game, title = "Published") {
  if (!game.published.length) return null;
  // A source is named once, below the last of its figures that stand together.
  const line = ({ text, source, deal, parameters }, at, all) =>
    el(
      "li",
      {},
      text,
      deal ? [" ", watch(game, parameters, deal, text)] : null,
      all[at + 1]?.source === source ? null : el("span", { class: "source", text: source }),
    );
  const [shown, more] = [game.published.slice(0, SHOWN), game.published.slice(SHOWN)];
  return el(
    "section",
    { class: "published-place", "aria-label": `${title}: ${game.title}` },
    el("h4", { text: title }),
    el("ul", { class: "published" }, shown.map(line)),
    more.length
      ? el(
          "details",
          {},
          el("summary", { text: `${more.length} more` }),
          el("ul", { class: "published" }, more.map(line)),
        )
      : null,
  );
}

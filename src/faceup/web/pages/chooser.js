// Choosing some of the things that lie together, dice or tiles, and then making the move that has chosen these.

import { el, replace } from "./elements.js";
import { arrowKeys } from "./keys.js";
import { worthBadge, worthWords } from "./movevalues.js";

const ofTexts = (texts) => [...texts].sort().join(" ");

/**
 * The things of `zone` as buttons that are on or off, and a button for the move that chooses those that are on; null
 * where moves choose nothing of it. `face(item)` is the drawing of a thing, `said(item)` what it is called. A hint
 * chooses the things of a best move. What is chosen stays in `look.chosen` as long as the same things lie there.
 */
export function chooser(zone, { entry, pick, shows, hinted, chosen: kept }, { face, said }) {
  if (!pick || !zone.selections.length) return null;
  const items = zone.rows.flat();
  const moves = new Map(zone.selections.map(({ move, texts }) => [ofTexts(texts), move]));
  const key = JSON.stringify([items.map(({ text }) => text), zone.selections]);
  if (kept.key !== key) Object.assign(kept, { key, places: new Set() });
  const { places } = kept;
  const best = zone.selections.find(({ move }) => entry(move)?.best);
  const told = best && shows(entry(best.move)) && !places.size; // its worth is shown as long as nothing else is chosen
  if (hinted || told) choose(items, best?.texts ?? [], places);
  const buttons = items.map((item, place) =>
    el(
      "button",
      {
        type: "button",
        class: "item selectable",
        "aria-label": said(item),
        on: {
          click: () => {
            if (!places.delete(place)) places.add(place);
            update();
          },
        },
      },
      face(item),
    ),
  );
  const make = el("button", { type: "button", class: "primary", on: { click: () => pick(chosen()) } });
  const chosen = () => moves.get(ofTexts([...places].map((place) => items[place].text))) ?? null;
  const update = () => {
    buttons.forEach((button, place) => button.setAttribute("aria-pressed", String(places.has(place))));
    const move = chosen();
    const about = move === null ? null : entry(move);
    make.disabled = move === null;
    const words = about?.word ?? (places.size ? "No move chooses these" : "Choose some");
    replace(make, words, about && shows(about) ? [" ", worthBadge(about)] : null);
    if (about && shows(about)) make.setAttribute("aria-label", `${about.word}: ${worthWords(about)}`);
    else make.removeAttribute("aria-label");
  };
  update();
  const row = el("div", { class: "selection", role: "group", "aria-label": `Choose from ${zone.label}` }, buttons);
  arrowKeys(row);
  return [row, el("div", { class: "buttons" }, make)];
}

// Choose things with these texts, the first of those that are alike.
function choose(items, texts, places) {
  places.clear();
  for (const text of texts) places.add(items.findIndex((item, place) => item.text === text && !places.has(place)));
}

// A zone of a position: things that lie together, under their name, with the moves that can be picked in place.

import { Component, el } from "./elements.js";
import { worthBadge, worthWords } from "./movevalues.js";

/**
 * The base of all zones. They are given the `zone`, the `scene` it is of, `fresh(item, row, column)`, whether a thing was
 * not there before, and `look`: {entries: the legal moves, entry(move): what is known of one, pick(move): null where
 * nothing can be picked, shows(entry): whether what it is worth is shown, hinted, chosen: what is chosen in zones}.
 */
export class Zone extends Component {
  draw(given) {
    const { zone } = given;
    const names = zone.label || zone.kind;
    const counted = this.counted(zone.rows.flat(), zone);
    this.className = `zone zone-${zone.kind}`;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", counted ? `${names}, ${counted}` : names);
    const title = el(
      "h3",
      { class: "zone-label" },
      el("span", { class: "zone-name", text: names }),
      counted && el("span", { class: "zone-count", text: counted }),
    );
    return [names !== "board" && title, this.things(zone.rows.flat(), given)];
  }

  /** How many things there are, in words, where that is worth saying. */
  counted() {
    return null;
  }
}

/** A thing as a button where it can be picked, else `still()`; the move's worth goes below its `face()`. */
export function pickable(item, look, words, classes, face, still) {
  const entry = item.move === null ? null : look.entry(item.move);
  if (!entry || !look.pick) return still();
  const shown = look.shows(entry);
  return el(
    "button",
    {
      type: "button",
      class: ["item", ...classes],
      "data-move": item.move,
      "aria-label": [words(entry), shown && worthWords(entry)].filter(Boolean).join(": "),
      on: { click: () => look.pick(item.move) },
    },
    face(),
    shown ? [" ", worthBadge(entry)] : null, // else "1" and "draw" would be one word to programs that read the page
  );
}

// Dice: those that lie together, some of them to be chosen; and their drawings, pips for 1 to 6, a number for any
// other, an empty face before they are thrown.

import { el, svg } from "./elements.js";
import { chooser, choiceMarks, Zone } from "./zone.js";

const [LOW, MIDDLE, HIGH] = [13, 24, 35]; // where pips lie on a face of 48 by 48
const CORNERS = [[LOW, LOW], [HIGH, HIGH], [HIGH, LOW], [LOW, HIGH]];
const CENTRE = [[MIDDLE, MIDDLE]];
const PIPS = {
  1: CENTRE,
  2: CORNERS.slice(0, 2),
  3: [...CORNERS.slice(0, 2), ...CENTRE],
  4: CORNERS,
  5: [...CORNERS, ...CENTRE],
  6: [...CORNERS, [LOW, MIDDLE], [HIGH, MIDDLE]],
};

/** A die in words, for people who listen. */
const dieWords = (face) => `die: ${face === "?" ? "hidden" : face || "not thrown"}`;

/** The drawing of a die that shows `face`, a text; "" before it is thrown. */
export function die(face) {
  const shown = PIPS[face]
    ? PIPS[face].map(([cx, cy]) => svg("circle.die-pip", { cx, cy, r: 4.6 }))
    : face && svg("text.die-number", { x: 24, y: 25, "font-size": face.length > 2 ? 15 : 22, text: face });
  return svg(
    "svg",
    { class: ["die", !face && "die-empty"], viewBox: "0 0 48 48", role: "img", "aria-label": dieWords(face) },
    svg("rect.die-face", { x: 1.5, y: 1.5, width: 45, height: 45, rx: 10 }),
    shown || null,
  );
}

class DiceRow extends Zone {
  things(items, { zone, look, fresh }) {
    const chosen = chooser(zone, look, { face: (item) => die(item.text), said: (item) => dieWords(item.text) });
    if (chosen) return chosen;
    const marks = choiceMarks(zone, look);
    const thrown = items.map(
      (item) => el("span", { class: ["item", fresh(item) && "fresh", ...marks(item)] }, die(item.text))
    );
    return el("div.dice", thrown, !items.length && el("span.empty", "none"));
  }
}

customElements.define("dice-row", DiceRow);

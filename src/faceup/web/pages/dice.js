// Dice as drawings: pips for 1 to 6, a number for any other, an empty face before they are thrown.

import { svg } from "./elements.js";

const [LOW, MIDDLE, HIGH] = [13, 24, 35]; // where pips lie on a face of 48 by 48
const CORNERS = [
  [LOW, LOW],
  [HIGH, HIGH],
  [HIGH, LOW],
  [LOW, HIGH],
];
const SIDES = [
  [LOW, MIDDLE],
  [HIGH, MIDDLE],
];
const CENTRE = [[MIDDLE, MIDDLE]];
const PIPS = {
  1: CENTRE,
  2: CORNERS.slice(0, 2),
  3: [...CORNERS.slice(0, 2), ...CENTRE],
  4: CORNERS,
  5: [...CORNERS, ...CENTRE],
  6: [...CORNERS, ...SIDES],
};

/** A die in words, for people who listen. */
export const dieWords = (face) => `die: ${face === "?" ? "hidden" : face || "not thrown"}`;

/** The drawing of a die that shows `face`, a text; "" before it is thrown. */
export function die(face) {
  const shown = PIPS[face]
    ? PIPS[face].map(([cx, cy]) => svg("circle", { class: "die-pip", cx, cy, r: 4.6 }))
    : face && svg("text", { class: "die-number", x: 24, y: 25, "font-size": face.length > 2 ? 15 : 22, text: face });
  return svg(
    "svg",
    { class: ["die", !face && "die-empty"], viewBox: "0 0 48 48", role: "img", "aria-label": dieWords(face) },
    svg("rect", { class: "die-face", x: 1.5, y: 1.5, width: 45, height: 45, rx: 10 }),
    shown || null,
  );
}

// Cards: in a hand or on the table, in a pile; and their drawings, French cards where the text names rank and suit (AS,
// TH, 10/4), else cards with a number.

import { el, svg } from "./elements.js";
import { arrowKeys } from "./keys.js";
import { many } from "./numbers.js";
import { chooser, choiceMarks, pickable, Zone } from "./zone.js";

const PILE_SHOWN = 6; // cards of a pile that are laid open in a fan, the newest ones
const FEW = 4; // cards that nobody needs to have counted
const FACE_DOWN = "?"; // what the server writes on a card that somebody else alone sees
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const NAMES = { A: "ace", J: "jack", Q: "queen", K: "king", T: "ten" };

// Each suit within a square of 20 by 20 around the origin.
const SHAPES = {
  S: "M0-10C2-5 9-2 9 3.5 9 7 4 8.5 1.2 5.5 1.4 7.5 2 9 3.5 10H-3.5C-2 9-1.4 7.5-1.2 5.5-4 8.5-9 7-9 3.5-9-2-2-5 0-10Z",
  H: "M0 10C-2.5 5-9.5 1.5-9.5-4-9.5-8-6-9.5-4-9.5-1.8-9.5-.5-8 0-6 .5-8 1.8-9.5 4-9.5 6-9.5 9.5-8 9.5-4 9.5 1.5 2.5 5 0 10Z",
  D: "M0-10C2-5.5 4.5-2.5 7.5 0 4.5 2.5 2 5.5 0 10-2 5.5-4.5 2.5-7.5 0-4.5-2.5-2-5.5 0-10Z",
  C: "M0-10A4.3 4.3 0 0 1 3.1-2.7 4.4 4.4 0 1 1 1.2 4.3C1.4 7 2 9 3.5 10H-3.5C-2 9-1.4 7-1.2 4.3A4.4 4.4 0 1 1-3.1-2.7 4.3 4.3 0 0 1 0-10Z",
};

// Where the pips of the ranks 2 to 10 lie on a card of 60 by 84: how high at both sides, and how high in the middle.
const [LEFT, MIDDLE, RIGHT] = [21, 30, 39];
const PIPS = {
  2: [[], [20, 64]],
  3: [[], [20, 42, 64]],
  4: [[20, 64], []],
  5: [[20, 64], [42]],
  6: [[20, 42, 64], []],
  7: [[20, 42, 64], [31]],
  8: [[20, 42, 64], [31, 53]],
  9: [[18, 34, 50, 66], [42]],
  10: [[18, 34, 50, 66], [26, 58]],
};

/** The places of a rank's pips, as [x, y]. */
function pipsOf(rank) {
  const [sides, middle] = PIPS[rank];
  return [...sides.flatMap((y) => [[LEFT, y], [RIGHT, y]]), ...middle.map((y) => [MIDDLE, y])];
}

/** What a card's text says: {rank, suit (S, H, D, C, a number from 0 as text, or null)}. */
function readCard(text) {
  const french = /^([AJQKT]|\d{1,3})([SHDC])$/.exec(text) ?? /^([AJQKT]|\d{1,3})\/(\d{1,3})$/.exec(text);
  if (!french) return { rank: text, suit: null };
  return { rank: french[1] === "T" ? "10" : french[1], suit: french[2] };
}

/** What a thing is called that lies under this label as a card does: a "tile" under "tiles". */
const nounFor = (label) => (/^(tile|number|coin|chip|stone|domino)e?s$/.exec(label)?.[1] ?? "card");

/** A card in words, for people who listen: "ace of spades", "10 of suit 4", "card 7", or "tile 7" for another noun. */
export function cardWords(text, noun = "card") {
  if (text === FACE_DOWN) return "a card, face down";
  const { rank, suit } = readCard(text);
  if (suit === null) return /^\d+$/.test(text) ? `${noun} ${text}` : text;
  return `${NAMES[rank] ?? rank} of ${SUITS[suit] ?? `suit ${suit}`}`;
}

/**
 * The drawing of a card. `small`: rank and suit alone, to be read at 30 pixels' width; `label`: what it is called, ""
 * for a drawing that something around it names already; `move`: kept on the drawing as data-move.
 */
export function card(text, { move = null, small = false, label = cardWords(text) } = {}) {
  if (text === FACE_DOWN) return back({ small, label });
  const { rank, suit } = readCard(text);
  const red = suit === "H" || suit === "D";
  const face = suit === null ? numberFace(text) : SHAPES[suit] ? frenchFace(rank, suit, small) : suitedFace(rank, suit);
  return drawing(["card", red && "card-red", small && "card-small"], label, move, face);
}

/** The back of a card. */
function back({ small = false, label = cardWords(FACE_DOWN) } = {}) {
  const lines = [];
  for (let at = -84; at < 60; at += 9) lines.push(`M${at} 84L${at + 84} 0`, `M${at} 0L${at + 84} 84`);
  return drawing(["card", "card-back", small && "card-small"], label, null, [
    svg(
      "svg",
      { x: 5, y: 5, width: 50, height: 74, viewBox: "5 5 50 74" },
      svg("rect.card-back-field", { x: 5, y: 5, width: 50, height: 74, rx: 3 }),
      svg("path.card-back-lines", { d: lines.join("") }),
    ),
  ]);
}

function drawing(classes, label, move, face) {
  const names = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return svg(
    "svg",
    { class: classes, viewBox: "0 0 60 84", "data-move": move, ...names },
    svg("rect.card-paper", { x: 0.75, y: 0.75, width: 58.5, height: 82.5, rx: 6 }),
    face,
  );
}

function numberFace(text) {
  const size = [34, 34, 30, 22, 17][text.length] ?? Math.max(7, 80 / text.length);
  const turnable = /^[69]+$/.test(text); // 6 and 9 are told apart by a line below
  return [
    svg("path.card-frame", { d: "M9 14H51M9 70H51" }),
    svg("text.card-number", { x: 30, y: 42, "font-size": size, text }),
    turnable && svg("path.card-line", { d: `M22 ${45 + size / 2.6}H38` }),
  ];
}

function corners(rank, mark) {
  const corner = () => [
    svg("text.card-corner", { x: 8.5, y: 11.5, "font-size": rank.length > 1 ? 10.5 : 12.5, text: rank }),
    mark(),
  ];
  return [svg("g", corner()), svg("g", { transform: "rotate(180 30 42)" }, corner())];
}

function shape(suit, x, y, scale, turned = false) {
  return svg(
    "path.card-suit",
    { d: SHAPES[suit], transform: `translate(${x} ${y}) scale(${scale})${turned ? " rotate(180)" : ""}` },
  );
}

function frenchFace(rank, suit, small) {
  if (small || !(PIPS[rank] || rank === "A" || "JQK".includes(rank))) {
    return [
      svg("text.card-number.card-rank", { x: 30, y: 26, "font-size": rank.length > 1 ? 32 : 38, text: rank }),
      shape(suit, 30, 61, 1.6),
    ];
  }
  const index = corners(rank, () => shape(suit, 8.5, 23, 0.42));
  if (rank === "A") return [index, shape(suit, 30, 42, 1.7)];
  if (PIPS[rank]) return [index, pipsOf(rank).map(([x, y]) => shape(suit, x, y, 0.56, y > 42))];
  return [
    index,
    svg("rect.card-court", { x: 16, y: 12, width: 28, height: 60, rx: 3 }),
    svg("path.card-court-line", { d: "M16 60L44 24" }),
    svg("text.card-number", { x: 30, y: 43, "font-size": 25, text: rank }),
    shape(suit, 23, 21, 0.5),
    shape(suit, 37, 63, 0.5, true),
  ];
}

// A deck of more than four suits numbers them; the suit is then a number in a ring.
function suitedFace(rank, suit) {
  return [
    svg("text.card-number.card-rank", { x: 30, y: 28, "font-size": [34, 34, 30, 22][rank.length], text: rank }),
    svg("circle.card-ring", { cx: 30, cy: 60, r: 12 }),
    svg("text.card-number", { x: 30, y: 60, "font-size": suit.length > 2 ? 10 : 14, text: suit }),
  ];
}

/** Cards that lie open beside each other. */
class CardHand extends Zone {
  counted(items, { label }) {
    this.classList.toggle("tiles", nounFor(label) === "tile");
    return items.length > FEW ? many(items.length, nounFor(label)) : null;
  }

  things(items, { zone, look, fresh }) {
    const noun = nounFor(zone.label);
    const face = (item) => card(item.text, { label: "" });
    const said = (item) => cardWords(item.text, noun);
    const chosen = chooser(zone, look, { face, said });
    if (chosen) return chosen;
    const marks = choiceMarks(zone, look);
    const verb = zone.choices ? "take" : "play";
    const hand = el(
      "div",
      { class: ["hand", items.length > 8 && "hand-many", zone.choices && "hand-table"] },
      items.map((item) => {
        const classes = ["card-item", fresh(item) && "fresh", item.won && "won", ...marks(item)];
        const label = `${item.by ? `${item.by}: ` : ""}${said(item)}${item.won ? ", one of those that won" : ""}`;
        const by = item.by && el("span.card-by.small.soft", { "aria-hidden": true }, item.by);
        const still = () => el(
          "span", { class: ["item", ...classes], role: "img", "aria-label": label }, face(item), by
        );
        return pickable(item, look, () => `${verb} ${said(item)}`, classes, () => face(item), still);
      }),
      !items.length && none(),
    );
    arrowKeys(hand);
    return hand;
  }
}

/** Cards on top of each other. */
class CardPile extends Zone {
  counted(items) {
    return many(items.length, "card");
  }

  things(items, { look, fresh }) {
    const begin = Math.max(0, items.length - PILE_SHOWN);
    const isNew = items.map((item) => fresh(item)); // asked of every card, for it counts
    const below = begin > 0 && el("span.item.pile-under", { "aria-hidden": true }, back({ label: "" }));
    const laid = items.slice(begin).map((item, k) => {
      const classes = ["card-item", isNew[begin + k] && "fresh"];
      const [said, face] = [cardWords(item.text), () => card(item.text, { label: "" })];
      const still = () => el("span", { class: ["item", ...classes], role: "img", "aria-label": said }, face());
      return pickable(item, look, (entry) => `${entry.word}, ${said}`, classes, face, still);
    });
    const fan = el("div.pile", below, laid, !items.length && none());
    arrowKeys(fan);
    return fan;
  }
}

const none = () => el("span.empty.slot", "none");

customElements.define("card-hand", CardHand);
customElements.define("card-pile", CardPile);

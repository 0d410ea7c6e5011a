// What a move is worth, said three ways at once: by colour, by pattern, by sign and word.

import { Component, el } from "./elements.js";
import { many } from "./numbers.js";

const SIGNS = { win: "▲", draw: "=", loss: "▼" };

/** Whether anything is known about what a legal move is worth. */
export function known(entry) {
  return Boolean(entry && (entry.outcome || entry.value || entry.best));
}

/** A win, a draw or a loss, and within how many moves where that is known: "win in 5"; null where it is a number. */
function outcomeWords(entry) {
  if (!entry.outcome) return null;
  return entry.distance ? `${entry.outcome} in ${entry.distance}` : entry.outcome;
}

/** How often it wins, where that is what it is worth; else what it brings. */
const numberOf = ({ chance, value }) => chance ?? value?.short ?? null;

/** The same with how far an estimate may be off: "62% ± 4". */
const numberWords = (entry) => [numberOf(entry), widthOf(entry)].filter(Boolean).join(" ");

const widthOf = ({ within }) => within && `± ${within}`;

/** A move that best play has no need of beside others that are worth no more. */
const spare = ({ often }) => often === "0%";
const mixed = ({ often }) => (["0%", "100%"].includes(often) ? null : often);

/** A best move, and how often best play makes it where several are: "best, 60% of the time". */
const bestWords = (entry) =>
  spare(entry) ? "as good" : ["best", mixed(entry)].filter(Boolean).join(", ") + (mixed(entry) ? " of the time" : "");

const DOES = { win: "wins", draw: "draws", loss: "loses" };

/** What all of several legal moves do, where none is better than another: "Every move wins in 4 moves."; "" elsewhere. */
export function alikeWords(legal) {
  const [{ best = null, outcome = null, distance = null } = {}] = legal;
  if (legal.length < 2 || best === null || legal.some((entry) => entry.best !== best || entry.often)) return "";
  if (outcome && legal.every((entry) => entry.outcome === outcome)) {
    const within = distance && legal.every((entry) => entry.distance === distance) ? ` in ${many(distance, "move")}` : "";
    return `Every move ${DOES[outcome]}${outcome === "loss" && within ? " equally soon," : ""}${within}.`;
  }
  return best ? "No move is better than another." : "";
}

export const LOST = "Every move loses";
/** Words as a list: "a, b and c". */
export const listed = (words) => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");

/**
 * What a hint says: which moves are best, or that there is one alone, or that none is better than another; of moves that lose, which lose last.
 * @param {import("./gamepage.js").Answer} position
 */
export function hintWords({ legal, estimate }) {
  if (legal.length === 1) return "This is the only move.";
  const best = legal.filter((entry) => entry.best && !spare(entry))
    .map((entry) => (mixed(entry) ? `${entry.word} (${mixed(entry)})` : entry.word));
  const others = legal.filter(spare).map(({ word }) => word);
  const { distance } = legal.find((entry) => entry.best) ?? {};
  if (!estimate && distance && legal.every(({ outcome }) => outcome === "loss"))
    return `${LOST}; ${listed(best)} ${best.length > 1 ? "hold" : "holds"} out longest: ${many(distance, "move")}.`;
  if (estimate && best.length > 1) return `${listed(best)} look best.`;
  const more = others.length ? `; ${listed(others)} ${others.length > 1 ? "are" : "is"} as good` : "";
  return (!estimate && alikeWords(legal)) || `${estimate ? "Probably best" : "Best"}: ${best.join(", ")}${more}.`;
}

/** What a legal move is worth, in words, those that can be seen first: "draw, best"; "" where it is not known. */
export function worthWords(entry) {
  if (!known(entry)) return "";
  return [outcomeWords(entry) ?? numberWords(entry), entry.best && bestWords(entry)].filter(Boolean)
    .join(", ");
}

/** The same to look at: a sign for a win, a draw, a loss; else a number with a bar, the longer the better. */
class MoveValue extends Component {
  draw({ entry }) {
    const { outcome, distance, value, best, share } = entry;
    const number = !outcome && value;
    this.className = [
      "worth", outcome ? `worth-${outcome}` : number && "worth-number", best && !spare(entry) && "worth-best",
    ].filter(Boolean).join(" ");
    const [rare, part] = [spare(entry), mixed(entry)];
    const star = best && el("span.worth-star", { "aria-hidden": true }, rare ? "as good" : part ? `★ ${part} ` : "★");
    if (outcome) {
      // The star stands in the place of the sign, so that all badges are about as wide.
      const sign = el("span.worth-sign", { "aria-hidden": true }, SIGNS[outcome]);
      const word = el("span.worth-word", outcome + (distance ? " in " : ""));
      return [star, sign, el("span", word, distance ? String(distance) : null)];
    }
    if (!number) return [star, "best"];
    this.title = entry.within ? "" : value.text;
    const known = typeof share === "number";
    this.style.setProperty("--share", known ? String(share) : "0");
    return [
      known && el("span.worth-bar", { "aria-hidden": true }),
      el("span.worth-figure", !rare && !part && star, numberOf(entry)),
      entry.within && el("span.worth-within", widthOf(entry)),
      rare || part ? star : null,
    ];
  }
}

/** What a legal move is worth, to look at; null where nothing is known. */
export function worthBadge(entry) {
  if (!known(entry)) return null;
  const badge = new MoveValue();
  badge.show({ entry });
  return badge;
}

/** From the best for whoever moves to the worst, quick wins first; moves alike in the order in which they came. */
export function byWorth(entries) {
  const ranks = { win: 2, draw: 1, loss: 0 };
  const later = ({ outcome, distance }) => (distance ? (outcome === "win" ? 1 : -1) / distance : 0) / 2;
  const height = (entry) => (entry.best ? 10 : 0) + (ranks[entry.outcome] ?? entry.share ?? 0) + later(entry);
  return [...entries].sort((one, other) => height(other) - height(one));
}

/** What the signs mean, for the side of the page; `you`: the numbers are those of the person who reads it. */
export function legend(entries, player, you) {
  const outcomes = ["win", "draw", "loss"].filter((outcome) => entries.some((entry) => entry.outcome === outcome));
  const estimated = byWorth(entries).find(({ within }) => within);
  const chances = entries.some((entry) => !entry.outcome && entry.chance);
  const half = entries.some(({ draws }) => draws) ? ", a game without a winner counted half" : "";
  const counted = entries.some(({ outcome, distance }) => outcome && distance);
  const numbers = entries.some((entry) => !entry.outcome && !entry.chance && entry.value);
  if (!outcomes.length && !numbers && !chances) return null;
  const named = (word) => el("strong", estimated ? numberWords(estimated) : word);
  return el(
    "p.legend.small.soft",
    outcomes.map((outcome) => worthBadge({ outcome })),
    outcomes.length ? ` for the player to move${counted ? "; the number counts the moves of both sides until then" : ""}. ` : null,
    chances && [named("Percent"), `: ${you ? "your" : "the mover's"} chance of winning with this move${half}. `],
    numbers && [
      named("Number"), `: the points that ${you ? "you get" : `${player} gets`} in all. `, "Longer bar: better for the player to move. ",
    ],
    entries.some(({ best }) => best) && [
      estimated ? "★ looks best" : "★ best move",
      entries.some(mixed) ? ", with how often best play makes it" : null,
      entries.some(spare) ? "; as good: worth the same, but best play has no need of it." : ".",
    ],
  );
}

customElements.define("move-value", MoveValue);

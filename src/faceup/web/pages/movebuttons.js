// What surrounds a position: moves as buttons, and in words what it is worth.

import { Component, el, pushButton } from "./elements.js";
import { arrowKeys } from "./keys.js";
import { LOST, alikeWords, byWorth, hintWords, known, worthBadge, worthWords } from "./movevalues.js";
import { many } from "./numbers.js";
import { withPieces } from "./pieces.js";
import { movesElsewhere } from "./scene.js";
import { capital } from "./seats.js";
import { answering } from "./waiting.js";

const MANY = 12; // moves, from which on the list is made compact and can be sorted
const FEW = 4; // moves, of which the best one stands out, or the only one
const WORD = /^(\p{L}{3,}|\p{L}{2,}( \p{L}{2,}){1,2})$/u; // what to do: "roll", "go on"

/**
 * Buttons for the legal moves that the scene has no place for. `values`: with what they are worth, `onlyBest`: the best
 * ones alone; `sort()` is called by the button that sorts them.
 */
export class MoveButtons extends Component {
  /** @param {Record<string, any>} given */
  draw({ position, pick = null, values = false, onlyBest = false, sorted = false, sort = null }) {
    const entries = position && pick ? movesElsewhere(position.scene, position.legal) : [];
    if (!entries.length) return null;
    const shows = (entry) => values && known(entry) && (!onlyBest || entry.best);
    const shown = values && sorted ? byWorth(entries) : entries;
    const solid = entries.length <= FEW && entries.every(({ word, odds }) => !odds && WORD.test(word));
    const alike = entries.every(({ best }) => best);
    const standsOut = (entry) => entries.length === 1 || (shows(entry) && entry.best && !alike);
    const called = ({ word }) => (solid ? capital(word) : word);
    const button = (entry) =>
      pushButton(
        [
          el("span", withPieces(called(entry), position.scene)),
          entry.odds ? el("span.odds", entry.odds) : null,
          shows(entry) ? [" ", worthBadge(entry)] : null,
        ],
        () => pick(entry.move),
        {
          class: ["choice", solid && standsOut(entry) && "primary"],
          "data-move": entry.move,
          "aria-label": shows(entry) ? `${called(entry)}: ${worthWords(entry)}` : null,
        },
      );
    const looks = ["choices", entries.length > MANY && "choices-many"];
    const list = el("ul", { class: looks }, shown.map((entry) => el("li", button(entry))));
    const sortable = sort && values && !onlyBest && entries.length > 3 && position.legal.some(known);
    const properties = {
      type: "button", class: "quiet small", "aria-pressed": Boolean(sorted), text: "Best first", on: { click: sort },
    };
    const order = sortable ? el("button", properties) : null;
    arrowKeys(list);
    const chosen = position.scene.zones.some(({ selections }) => selections.length); // on the table, thing by thing
    if (chosen) return el("details", el("summary", many(shown.length, "move")), order, list);
    const title = entries.length < position.legal.length ? "Other moves" : "Moves";
    return [el("h3.moves-title", title, order), list];
  }
}

/** A line that opens to the engine's own reason. */
const folded = (line, reason) => el("details.reason", el("summary", line), el("p", `${capital(reason)}.`));

/** Why there are no values, or no hint: a line that opens, which says how moves were estimated if they were. */
function unsolved(what, { estimate, unknown, legal, late }) {
  const why = late ? "solving this game was tried and took too long" : "this game is not solved here";
  const wide = legal.some(({ within }) => within) ? "; ± is what chance may change, and best play may differ by more" : "";
  return folded(estimate ? `${late ? capital(why) : "Not solved here"}: moves are ${estimate}${wide}.` : `No ${what}: ${why}.`, unknown);
}

/** A line of best play; `go(k)` is called when its k-th move is pressed, from 1; the one after which it is `here` is marked. */
export function bestLine(line, go, here = 0) {
  const button = (word, k) => pushButton(word, () => go(k), { class: "quiet move", "aria-current": here === k ? "true" : null });
  const part = ({ word, who }, k) => [k > 0 && ", ", el("span", who && `${who}: `, button(word, k + 1))];
  return el("p.line", { id: "line" }, "Best play: ", line.map(part));
}

/**
 * The value of the position, the line of best play, or why there are none; `solve()` is called by the button that asks
 * for more time, `go` and `here` are as in `bestLine`.
 */
export function says(position, { values, hinted, line, solve, go, here }) {
  /** @type {import("./elements.js").Child[]} */
  const parts = position.note ? [folded("The computer looks ahead here and may err.", position.note)] : [];
  if (position.over) {
    if (line) parts.push("The game is over, there is no more to play.");
    return parts;
  }
  if (hinted && (!position.unknown || position.estimate)) parts.push(hintWords(position), " ");
  const alike = hinted && !position.unknown && alikeWords(position.legal);
  const lost = hinted && !position.unknown && hintWords(position).startsWith(LOST);
  const enough = lost || (alike && (position.legal[0].outcome || !(values || line))); // the hint has said it
  if ((values || line || hinted) && !enough) {
    if (position.unknown) parts.push(unsolved(values || line ? "values" : "hint", position));
    else if (position.value && position.by_seat.length < 2)
      parts.push(position.says.replace(/^Every move loses\. /, hinted ? "" : "$&") || `The result: ${position.value.short}.`);
  }
  if (line && position.line?.length) parts.push(bestLine(position.line, go, here));
  const asked = position.note || (position.unknown && (values || line || hinted));
  if (asked && position.late) parts.push(pushButton(`Try longer (up to ${answering.most} s)`, solve, { class: "small" }));
  return parts;
}

/** Added moves as a sentence, for people who listen. */
export function movesWords(history) {
  const words = ({ who, word, says }) => (says ? `, ${says}` : `; ${who}: ${word}`);
  return history.map(words).join("").slice(2).replaceAll(", chance: ", ", ");
}

customElements.define("move-buttons", MoveButtons);

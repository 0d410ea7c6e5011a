// One move of a review: the position in which it was made, what was best, and a new try from there.

import { cancelled, post } from "./api.js";
import { busy, el, replace, showError } from "./elements.js";
import { byWorth, known, worthBadge } from "./movevalues.js";
import { changeWords } from "./reviewwords.js";
import { drawScene } from "./scene.js";
import { capital } from "./seats.js";

const SHOWN = 12; // moves with what they are worth, the best ones

/**
 * The move as {node, show(review, k), close()}. `asked(moves)` is the request for the position after so many moves,
 * {path, body}; `retry(count)` begins again from there; `go(k)` goes to another row.
 */
export function reviewedMove({ asked, retry, go }) {
  const title = el("h3", { id: "reviewed-move" });
  const place = el("div", { class: "reviewed-place" });
  const told = el("div", {});
  const buttons = el("div", { class: "buttons" });
  const node = el(
    "section",
    { class: "reviewed-move", "aria-labelledby": "reviewed-move", hidden: true },
    title,
    told,
    place,
    buttons,
  );
  const known_ = new Map(); // positions by how many moves led there
  let asking = null;

  async function show(review, k) {
    const row = review.rows[k];
    asking?.abort();
    const own = (asking = new AbortController());
    node.hidden = false;
    title.textContent = capital(changeWords(review, k));
    replace(told, reasons(row));
    replace(buttons, choices(review, k));
    const count = row.number - 1;
    if (!known_.has(count)) {
      const { path, body } = asked(count);
      const done = busy(place, own, "Laying the position out ...");
      try {
        known_.set(count, await post(path, body, { signal: own.signal }));
      } catch (error) {
        if (own === asking && !cancelled(error)) showError(place, error.message);
        return;
      } finally {
        done();
      }
    }
    if (own === asking) replace(place, drawScene(known_.get(count).scene, {}), worths(known_.get(count), row));
  }

  function choices({ rows }, k) {
    const later = rows.findIndex((row, place) => place > k && row.lost > 0);
    const step = (text, to) =>
      el("button", { type: "button", text, disabled: to < 0 || to >= rows.length, on: { click: () => go(to) } });
    const again = () => retry(rows[k].number - 1);
    return [
      el("button", { type: "button", class: "primary", text: "Try again from here", on: { click: again } }),
      step("Previous move", k - 1),
      step("Next move", k + 1),
      step("Next mistake", later),
    ];
  }

  const close = () => {
    asking?.abort();
    known_.clear();
    node.hidden = true;
  };
  return { node, show, close };
}

function reasons(row) {
  if (row.turn < 0) return null;
  const said = [];
  if (row.lost > 0) said.push(`Best: ${row.best.join(", ")}.`);
  else if (row.free) said.push("No move could lose anything here, so this one does not count.");
  else said.push("A best move.");
  if (row.text) said.push(`It ${row.text}.`);
  if (row.reason) said.push(`Why: ${row.reason}.`);
  return el("p", { text: said.join(" ") });
}

/** What the moves here are worth to whoever moves, best ones first; which was played is said. */
function worths({ legal }, row) {
  if (row.turn < 0 || !legal.some(known)) return null;
  const entries = byWorth(legal);
  const shown = entries.filter((entry, place) => place < SHOWN || entry.word === row.word);
  const more = entries.length - shown.length;
  return el(
    "ul",
    { class: "worths" },
    shown.map((entry) =>
      el("li", {}, el("strong", { text: entry.word }), " ", worthBadge(entry), entry.word === row.word ? " played" : null),
    ),
    more > 0 ? el("li", { class: "soft", text: `and ${more} more` }) : null,
  );
}

// One move of a review: the position in which it was made, what was best, and a new try from there.

import { cancelled, post } from "./api.js";
import { busy, el, replace, showError } from "./elements.js";
import { byWorth, known, worthBadge } from "./movevalues.js";
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
  let now = null; // where the buttons lead: {again, back, on, mistake}
  const button = (text, does, look) => el("button", { type: "button", class: look, text, on: { click: does } });
  const steps = {
    back: button("Previous move", () => lead("back")),
    on: button("Next move", () => lead("on")),
    mistake: button("Next mistake", () => lead("mistake")),
  };
  const again = button("Try again from here", () => retry(now.again), "primary");
  const lead = (way) => now[way] !== null && go(now[way]);
  const node = el(
    "section",
    { class: "reviewed-move", "aria-labelledby": "reviewed-move", hidden: true },
    title,
    told,
    place,
    el("div", { class: "buttons" }, again, Object.values(steps)),
  );
  const positions = new Map(); // positions by how many moves led there
  let asking = null;

  async function show(review, k) {
    const row = review.rows[k];
    asking?.abort();
    const own = (asking = new AbortController());
    node.hidden = false;
    title.textContent = capital(row.says);
    replace(told, row.advice ? el("p", { text: `${capital(row.advice)}.` }) : null);
    const later = review.rows.findIndex((other, at) => at > k && other.lost !== 0);
    now = { again: row.number - 1, back: k > 0 ? k - 1 : null, on: k + 1 < review.rows.length ? k + 1 : null, mistake: later < 0 ? null : later };
    for (const [way, node] of Object.entries(steps)) node.setAttribute("aria-disabled", now[way] === null); // keeps the focus
    const count = row.number - 1;
    if (!positions.has(count)) {
      const { path, body } = asked(count);
      const done = busy(place, own, "Setting up ...");
      try {
        positions.set(count, await post(path, body, { signal: own.signal }));
      } catch (error) {
        if (own === asking && !cancelled(error)) showError(place, error.message);
        return;
      } finally {
        done();
      }
    }
    if (own === asking) replace(place, sceneBefore(positions.get(count).scene, row), worths(positions.get(count), row));
  }

  const close = () => {
    asking?.abort();
    positions.clear();
    node.hidden = true;
  };
  return { node, show, close };
}

/** The scene, its parts named apart from those of the table above. */
function sceneBefore(scene, { number }) {
  const node = drawScene(scene, {});
  for (const zone of node.querySelectorAll(".zone"))
    zone.setAttribute("aria-label", `${zone.getAttribute("aria-label")}, before move ${number}`);
  return node;
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

// A track: its squares, ladders and snakes between them, and the counters on them or beside.

import { el, svg } from "./elements.js";
import { Zone } from "./zone.js";

const ONE = "\u25cf"; // the sign of a counter that has the track for itself
const WIDE = 7; // columns, up to which what is written on squares has room for words

/** The counters are in the last row of the zone; `fresh(k)` tells whether the k-th one has just come where it is. */
function track(zone, fresh) {
  const rows = zone.rows.slice(0, -1);
  const counters = zone.rows.at(-1);
  const columns = rows[0].length;
  const places = new Map();
  const squares = rows.flatMap((row, down) =>
    row.map((item, across) => {
      if (item.square === null) return null;
      const standing = el("span.standing");
      places.set(item.square, { x: across + 0.5, y: down + 0.5, text: item.text, standing });
      return el(
        "div.track-square",
        { style: { "grid-column": across + 1, "grid-row": down + 1 } },
        el("span.track-name", item.text),
        standing,
      );
    }),
  );
  const beside = el("div.track-beside");
  counters.forEach((item, k) => (places.get(item.square)?.standing ?? beside).append(counter(item, k, fresh(k))));
  const look = { class: columns <= WIDE && "track-wide", style: { "--columns": columns } };
  const leads = zone.jumps.length > 0 && jumps(zone, places, columns, rows.length);
  const said = { role: "img", "aria-label": words(zone, counters, places) };
  return el("div.track", said, el("div.track-squares", look, squares, leads), beside.hasChildNodes() && beside);
}

function counter({ text, owner }, k, isNew) {
  return el("span", { class: ["counter", `counter-${owner}`, isNew && "fresh"] }, text === ONE ? "" : text);
}

// For people who listen: where the counters are, and where squares lead to.
function words(zone, counters, places) {
  const where = counters.map(
    ({ name, square }) => `${name} ${places.has(square) ? `on ${places.get(square).text}` : "beside the track"}`
  );
  const named = (square) => places.get(square)?.text ?? square;
  const leads = zone.jumps.map(([from, to]) => `${named(from)} leads to ${named(to)}`);
  return [...where, ...leads].join(", ");
}

function jumps(zone, places, columns, rows) {
  const drawn = zone.jumps.map(([from, to]) => [places.get(from), places.get(to), to > from])
    .filter(([from, to]) => from && to)
    .map(([from, to, up]) => (up ? ladder(from, to) : snake(from, to)));
  return svg("svg.jumps", { viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": true }, drawn);
}

/** A function from how far along a line from one point to another, and how far aside of it, to a point as text. */
function along(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const at = (far, aside) =>
    `${(from.x + (dx * far - dy * aside) / length).toFixed(3)} ${(from.y + (dy * far + dx * aside) / length).toFixed(3)}`;
  return { length, at };
}

function ladder(from, to) {
  const { length, at } = along(from, to);
  const rungs = Math.max(2, Math.round(length / 0.4));
  const half = 0.13;
  const steps = Array.from({ length: rungs }, (_, k) => ((k + 0.5) * length) / rungs);
  return svg("path.ladder", { d: [
      `M${at(0, -half)}L${at(length, -half)}M${at(0, half)}L${at(length, half)}`,
      ...steps.map((far) => `M${at(far, -half)}L${at(far, half)}`),
    ].join("") });
}

function snake(from, to) {
  const { length, at } = along(from, to);
  const bends = Math.max(2, Math.round(length / 0.8));
  const bend = length / bends;
  const curves = Array.from(
    { length: bends }, (_, k) => `Q${at((k + 0.5) * bend, k % 2 ? 0.3 : -0.3)} ${at((k + 1) * bend, 0)}`
  );
  return svg(
    "g.snake", svg("path", { d: `M${at(0, 0)}${curves.join("")}` }), svg("circle", { cx: from.x, cy: from.y, r: 0.13 })
  );
}

class CounterTrack extends Zone {
  things(items, { zone, fresh }) {
    return track(zone, fresh);
  }
}

customElements.define("counter-track", CounterTrack);

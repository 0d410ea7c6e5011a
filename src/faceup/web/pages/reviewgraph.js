// The graph of a review: what a player could hope for after every move, luck and lost moves marked by shape and word.

import { axes, linear, number, picture, spotsAlong, ticks } from "./charts.js";
import { el, replace, svg } from "./elements.js";
import { changeWords, markOf } from "./reviewwords.js";
import { capital } from "./seats.js";

const RESULTS = { 0: "loss", 50: "draw", 100: "win" };
const MARKS = { lost: "a move that lost something", luck: "luck: chance changed it", plain: "a move that lost nothing" };
const HEIGHT = 220;

/** The graph as {node, show(review, chosen)}; `pick(row)` is called with the place of a row that is gone to. */
export function reviewGraph(pick) {
  const chart = picture("The game, move by move", { pick });
  const signs = el("div");
  const node = el("figure", { class: "chart review-graph" }, chart.node, signs);
  return {
    node,
    show(review, chosen) {
      chart.show((width) => draw(review, chosen, width));
      replace(signs, legend(review));
    },
  };
}

/** The sign of a move at a place: a triangle downwards, a diamond, a dot. */
function sign(kind, x, y) {
  if (kind === "lost") return svg("path", { class: "sign-lost", d: `M${x - 7} ${y - 5}h14l-7 12z` });
  if (kind === "luck") return svg("path", { class: "sign-luck", d: `M${x} ${y - 7}l7 7l-7 7l-7 -7z` });
  return svg("circle", { class: "sign-plain", cx: x, cy: y, r: 3.5 });
}

function legend(review) {
  const kinds = new Set(review.rows.map((row, k) => markOf(review, k)));
  return el(
    "ul",
    { class: "legend small soft" },
    Object.entries(MARKS)
      .filter(([kind]) => kinds.has(kind))
      .map(([kind, words]) =>
        el("li", {}, svg("svg", { width: 18, height: 18, "aria-hidden": true }, sign(kind, 9, 9)), words),
      ),
  );
}

/** What the levels are, in words. */
function unit({ scale, you, players, reader }) {
  const whose = you ? "your" : `${players[reader] ?? players[0]}'s`;
  if (scale.kind === "result") return `${whose} result with best play by all`;
  if (scale.kind === "chance") return `${whose} chance of winning`;
  return scale.kind === "points" ? `${whose} points: a win 100, a draw 50` : `${whose} result to be expected`;
}

function upwards(review, levels, box) {
  const { kind } = review.scale;
  let [low, high] = kind === "own" ? [Math.min(...levels), Math.max(...levels)] : [0, 100];
  if (high - low < 1e-9) [low, high] = [low - 1, high + 1];
  const at = linear(low, high, box.bottom - 8, box.top);
  if (kind === "result") return { at, ticks: [0, 50, 100], text: (level) => RESULTS[level] };
  return { at, ticks: ticks(low, high, 4), text: (level) => number(level, 4) + (kind === "chance" ? "%" : "") };
}

function draw(review, chosen, width) {
  const { rows, reader, start } = review;
  const levels = [start, ...rows.map((row) => row.hopes)].map((hopes) => hopes[reader].level);
  const box = { left: 48, right: width - 12, top: 30, bottom: HEIGHT - 42 };
  const first = rows[0].number - 1;
  const x = linear(first, first + rows.length, box.left + 10, box.right);
  const up = upwards(review, levels, box);
  const place = (k) => [x(first + k), up.at(levels[k])];
  const half = (x(1) - x(0)) / 2;
  const line = levels.map((_, k) => `${k ? "L" : "M"}${place(k).join(" ")}`).join("");
  const points = rows.map((row, k) => {
    const [across, high] = place(k + 1);
    return {
      from: across - half,
      to: across + half,
      text: capital(changeWords(review, k)),
      mark: () => svg("circle", { class: "bar-outline", cx: across, cy: high, r: 11 }),
    };
  });
  const guide = chosen === null ? null : x(first + chosen + 1);
  const whole = ticks(first, first + rows.length, (box.right - box.left) / 60, true);
  return {
    height: HEIGHT,
    layers: [
      axes(box, { at: x, ticks: whole, label: "move" }, { ...up, label: unit(review) }),
      guide === null ? null : svg("line", { class: "guide", x1: guide, x2: guide, y1: box.top, y2: box.bottom }),
      svg("path", { class: "review-line", d: line }),
      rows.map((row, k) => sign(markOf(review, k), ...place(k + 1))),
    ],
    spots: spotsAlong(points),
    summary: `${rows.length} moves, from ${start[reader].text} to ${rows.at(-1).hopes[reader].text}`,
  };
}

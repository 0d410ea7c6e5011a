// The graph of a review: what a player could hope for after every move, luck and lost moves marked by shape and word.

import { axes, linear, picture, spotsAlong, textWidth, ticks } from "./charts.js";
import { el, replace, svg } from "./elements.js";
import { capital } from "./seats.js";

const HEIGHT = 200;

/** The graph as {node, show(review, chosen)}; `pick(row)` is called with the place of a row that is gone to. */
export function reviewGraph(pick) {
  const chart = picture("The game, move by move", { pick });
  const caption = el("figcaption", { class: "small soft" });
  const signs = el("div");
  const node = el("figure", { class: "chart review-graph" }, caption, chart.node, signs);
  return {
    node,
    show(review, chosen) {
      caption.textContent = `${capital(review.graph.label)}.`;
      chart.show((width) => draw(review, chosen, width));
      replace(signs, legend(review.graph));
    },
  };
}

/** The sign of a move at a place: a triangle downwards, a diamond, a dot. */
function sign(mark, x, y) {
  if (mark === "lost") return svg("path", { class: "sign-lost", d: `M${x - 7} ${y - 5}h14l-7 12z` });
  if (mark === "luck") return svg("path", { class: "sign-luck", d: `M${x} ${y - 7}l7 7l-7 7l-7 -7z` });
  return svg("circle", { class: "sign-plain", cx: x, cy: y, r: 3.5 });
}

function legend({ legend: entries }) {
  return el(
    "ul",
    { class: "legend small soft" },
    entries.map(({ mark, text }) =>
      el("li", {}, svg("svg", { width: 18, height: 18, "aria-hidden": true }, sign(mark, 9, 9)), text),
    ),
  );
}

function draw({ rows, graph }, chosen, width) {
  const left = Math.max(...graph.ticks.map((text) => textWidth(text))) + 14;
  const box = { left, right: width - 12, top: 10, bottom: HEIGHT - 42 };
  const first = rows[0].number - 1;
  const x = linear(first, first + rows.length, box.left + 10, box.right);
  const up = { at: linear(0, 1, box.bottom - 8, box.top), ticks: [0, 0.5, 1], text: (height) => graph.ticks[2 * height] };
  const place = (k) => [x(first + k), up.at(graph.heights[k])];
  const half = (x(1) - x(0)) / 2;
  const line = graph.heights.map((_, k) => `${k ? "L" : "M"}${place(k).join(" ")}`).join("");
  const points = rows.map((row, k) => {
    const [across, high] = place(k + 1);
    return {
      from: across - half,
      to: across + half,
      text: capital(row.says),
      mark: () => svg("circle", { class: "bar-outline", cx: across, cy: high, r: 11 }),
    };
  });
  const guide = chosen === null ? null : x(first + chosen + 1);
  const whole = ticks(first, first + rows.length, (box.right - box.left) / 60, true);
  return {
    height: HEIGHT,
    layers: [
      axes(box, { at: x, ticks: whole, label: "move" }, up),
      guide === null ? null : svg("line", { class: "guide", x1: guide, x2: guide, y1: box.top, y2: box.bottom }),
      svg("path", { class: "review-line", d: line }),
      rows.map((_, k) => sign(graph.marks[k], ...place(k + 1))),
    ],
    spots: spotsAlong(points),
    summary: graph.says,
  };
}

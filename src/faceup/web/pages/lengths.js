// How long a game takes: a bar for each number of moves, up to where nearly all plays have ended.

import { axes, dataTable, linear, number, opening, percent, picture, spotsAlong, ticks } from "./charts.js";
import { el, svg } from "./elements.js";

const NEARLY_ALL = 0.999; // of all plays
const NARROWEST = 4; // pixels for a bar; more lengths than fit share bars

/** The lengths of plays, [[moves, share]], as {node, show(bars, mean)}. */
export function lengthChart() {
  const chart = picture("Lengths of plays");
  let shown = [];
  const table = opening("The lengths as a table", () =>
    dataTable(
      "How many plays take so many moves",
      ["moves", "share"],
      shown.map(([moves, share]) => [moves, percent(share)]),
    ),
  );
  const node = el("figure", { class: "chart", hidden: true }, chart.node, table.node);
  return {
    node,
    show(bars, mean) {
      shown = nearlyAll(bars);
      node.hidden = shown.length === 0;
      chart.show((width) => draw(shown, bars.length > shown.length, mean, width));
      table.fill();
    },
  };
}

/** The first bars, until nearly all plays are among them. */
export function nearlyAll(bars) {
  let sum = 0;
  const last = bars.findIndex(([, share]) => (sum += share) >= NEARLY_ALL);
  return last < 0 ? bars : bars.slice(0, last + 1);
}

/** Bars for `size` lengths each: [{low, high, share}]. */
function together(bars, size) {
  const found = new Map();
  for (const [moves, share] of bars) {
    const low = Math.floor(moves / size) * size;
    const bar = found.get(low) ?? { low, high: low + size - 1, share: 0 };
    bar.share += share;
    found.set(low, bar);
  }
  return [...found.values()];
}

const named = (bar) => (bar.low === bar.high ? number(bar.low) : `${number(bar.low)} to ${number(bar.high)}`);

function draw(lengths, cut, mean, width) {
  const box = { left: 46, right: width - 8, top: 44, bottom: 260 };
  const [first, last] = [lengths[0][0], lengths.at(-1)[0]];
  const size = Math.ceil(((last - first + 1) * NARROWEST) / (box.right - box.left));
  const bars = together(lengths, size);
  const [low, high] = [bars[0].low - 0.5, bars.at(-1).high + 0.5];
  const x = linear(low, high, box.left, box.right);
  const tallest = Math.max(...bars.map((bar) => bar.share));
  const y = linear(0, tallest * 1.06, box.bottom, box.top);
  const marks = bars.map((bar) => {
    const [from, to] = [x(bar.low - 0.5), x(bar.high + 0.5)];
    const inset = Math.min(to - from > 90 ? (to - from - 86) / 2 : 1, (to - from) / 6);
    const shape = {
      x: from + inset,
      y: y(bar.share),
      width: Math.max(1, to - from - 2 * inset),
      height: Math.max(0.5, box.bottom - y(bar.share)),
    };
    return {
      from,
      to,
      text: `${named(bar)} moves: ${percent(bar.share)} of plays`,
      bar: svg("rect", { class: "bar", ...shape }),
      mark: () => svg("rect", { class: "bar-outline", ...shape }),
    };
  });
  const average = mean === null ? "" : `${number(mean, 4)} ${mean === 1 ? "move" : "moves"} on average, `;
  const most = bars.reduce((a, b) => (b.share > a.share ? b : a));
  return {
    height: 306,
    layers: [
      axes(
        box,
        {
          at: x,
          ticks: ticks(low, high, (box.right - box.left) / 60, true).filter((tick) => tick >= low),
          label: cut ? "moves, up to which 999 of 1,000 plays end" : "moves",
        },
        { at: y, ticks: ticks(0, tallest * 1.06, 4), text: (share) => percent(share, 2), label: "share of all plays" },
      ),
      marks.map(({ bar }) => bar),
      mean === null ? null : svg("line", { class: "mean", x1: x(mean), x2: x(mean), y1: box.top - 8, y2: box.bottom }),
    ],
    spots: spotsAlong(marks),
    summary: `${average}most often ${named(most)} (${percent(most.share)})`,
  };
}

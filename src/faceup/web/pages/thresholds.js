// A strategy of one boundary for each step, as a curve: from where on one move is best.

import { axes, linear, number, picture, spotsAlong, textWidth, ticks, wordsOf } from "./charts.js";
import { el, svg } from "./elements.js";
import { hatch } from "./patterns.js";

const MOST_POINTS = 60; // steps that get a dot each

/** The chart of a Strategy that has thresholds over two quantities, as {node, show(strategy)}. */
export function thresholdChart() {
  const chart = picture("Thresholds");
  return {
    node: el("figure", { class: "chart", "data-chart": "thresholds" }, chart.node),
    show: (strategy) => chart.show((width) => draw(readThresholds(strategy), width)),
  };
}

/** What is drawn: the points (mark null: never), the words of the move and of the other one, and the ties. */
export function readThresholds(strategy) {
  const [step, last] = strategy.quantities.map(wordsOf);
  const others = new Set(strategy.rows.flatMap((row) => row.words).filter((word) => word !== strategy.move));
  const ties = strategy.rows.filter((row) => row.moves.length > 1);
  const points = strategy.steps.map((at, k) => ({
    at,
    mark: strategy.thresholds[k],
    ties: ties.filter((row) => row.key[0] === at),
  }));
  const marks = points.map((point) => point.mark).filter((mark) => mark !== null);
  return {
    step,
    last,
    points,
    ties,
    move: strategy.move,
    other: others.size === 1 ? [...others][0] : `not ${strategy.move}`,
    top: Math.max(1, ...marks, ...(strategy.rows_left_out ? [] : strategy.rows.map((row) => row.key[1]))),
  };
}

/** A point in words. */
export function pointWords({ step, last, move, other }, { at, mark, ties }) {
  const told = mark === null ? `never ${move}` : `${move} from ${last} ${number(mark)}`;
  const equal = ties.map(
    (row) => `${last} ${number(row.key[1])}: ${row.sure ? "equally good" : "too close to tell"}, ${move} or ${other}`,
  );
  return [`${step} ${number(at)}: ${told}`, ...equal].join("; ");
}

function draw(read, width) {
  const { points, step, last, move, other, top } = read;
  const widest = textWidth(number(top)) + 14;
  const box = { left: Math.max(30, widest), right: width - 12, top: 40, bottom: 330 };
  const [first, final] = [points[0].at, points.at(-1).at];
  const x = linear(first - 0.5, final + 0.5, box.left, box.right);
  const high = ticks(0, top * 1.05, 5).at(-1) < top ? top * 1.05 : Math.max(top * 1.05, 1);
  const y = linear(0, high, box.bottom, box.top);
  const stretches = unbroken(points);
  const areas = stretches.map((part) => {
    const edge = part.flatMap(({ at, mark }) => [
      [x(at - 0.5), y(mark)],
      [x(at + 0.5), y(mark)],
    ]);
    const [left, right] = [edge[0][0], edge.at(-1)[0]];
    const line = edge.map(([a, b]) => `${a} ${b}`).join("L");
    return [
      svg("path", { class: "area", fill: hatch(1), d: `M${line}L${right} ${box.top}L${left} ${box.top}Z` }),
      svg("path", { class: "area", fill: hatch(0), d: `M${line}L${right} ${box.bottom}L${left} ${box.bottom}Z` }),
      svg("path", { class: "boundary", d: `M${line}` }),
    ];
  });
  const never = points
    .filter((point) => point.mark === null)
    .map(({ at }) =>
      svg("rect", {
        class: "area",
        fill: hatch(0),
        x: x(at - 0.5),
        y: box.top,
        width: x(at + 0.5) - x(at - 0.5),
        height: box.bottom - box.top,
      }),
    );
  const wide = x(first + 1) - x(first);
  const ties = points.flatMap(({ at, ties: found }) =>
    found.map((row) =>
      svg("rect", {
        class: "tie",
        fill: hatch(0, 1),
        x: x(at - 0.5),
        y: y(row.key[1] + 1),
        width: wide,
        height: Math.max(3, y(row.key[1]) - y(row.key[1] + 1)),
      }),
    ),
  );
  const dots =
    points.length > MOST_POINTS
      ? []
      : points
          .filter(({ mark }) => mark !== null)
          .map(({ at, mark }) => svg("circle", { class: "dot", cx: x(at), cy: y(mark), r: wide < 14 ? 2.5 : 4 }));
  const across = {
    at: x,
    ticks: ticks(first, final, (box.right - box.left) / (textWidth(number(final)) + 24), true),
    label: step,
  };
  const up = { at: y, ticks: ticks(0, high, 5, true), label: last };
  const marked = points.filter(({ mark }) => mark !== null);
  const summary = marked.length ? rangeWords(read, marked) : `never ${move}`;
  return {
    height: 376,
    layers: [axes(box, across, up), areas, never, ties, words(), dots, labels(marked, x, y, wide, box)],
    spots: spotsAlong(
      points.map((point) => ({
        from: x(point.at - 0.5),
        to: x(point.at + 0.5),
        text: pointWords(read, point),
        mark: () =>
          point.mark === null
            ? svg("line", { class: "guide", x1: x(point.at), x2: x(point.at), y1: box.top, y2: box.bottom })
            : [
                svg("line", { class: "guide", x1: x(point.at), x2: x(point.at), y1: box.top, y2: box.bottom }),
                svg("circle", { class: "dot dot-pointed", cx: x(point.at), cy: y(point.mark), r: 6 }),
              ],
      })),
    ),
    summary,
  };

  function words() {
    // Each move's word lies where its area is highest, away from the numbers on the curve.
    const lowest = marked.reduce((a, b) => (b.mark < a.mark ? b : a), marked[0] ?? { at: first, mark: null });
    const highest = marked.reduce((a, b) => (b.mark > a.mark ? b : a), marked[0] ?? { at: first, mark: null });
    const inside = (word, at) =>
      Math.min(box.right - textWidth(word, 13) / 2 - 6, Math.max(box.left + textWidth(word, 13) / 2 + 6, x(at)));
    const word = (text, at, place) =>
      svg("text", { class: "word", x: inside(text, at), y: place, "text-anchor": "middle", text });
    return [
      lowest.mark !== null && y(lowest.mark) - box.top > 44 && word(move, lowest.at, box.top + 18),
      (highest.mark === null || box.bottom - y(highest.mark) > 24) && word(other, highest.at, box.bottom - 12),
    ].filter(Boolean);
  }
}

// The numbers beside the points, as many as have room.
function labels(marked, x, y, wide, box) {
  const widest = Math.max(0, ...marked.map(({ mark }) => textWidth(number(mark)))) + 8;
  const every = Math.max(1, Math.ceil(widest / wide));
  const inside = (place) => Math.max(box.left + widest / 2 - 4, Math.min(box.right - widest / 2 + 4, place));
  return marked
    .filter((_, k) => (marked.length - 1 - k) % every === 0)
    .map(({ at, mark }) =>
      svg("text", { class: "value", x: inside(x(at)), y: y(mark) - 9, "text-anchor": "middle", text: number(mark) }),
    );
}

function rangeWords({ move, last }, marked) {
  const values = marked.map(({ mark }) => mark);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low === high) return `${move} from ${last} ${number(low)}`;
  const way =
    values[0] === high && values.at(-1) === low
      ? "falling"
      : values[0] === low && values.at(-1) === high
        ? "rising"
        : null;
  return way
    ? `${move} from ${last} ${number(values[0])}, ${way} to ${number(values.at(-1))}`
    : `${move} from ${last} ${number(low)} to ${number(high)}`;
}

function unbroken(points) {
  const found = [];
  points.forEach((point, k) => {
    if (point.mark === null) return;
    const before = points[k - 1];
    if (before && before.mark !== null && before.at === point.at - 1) found.at(-1).push(point);
    else found.push([point]);
  });
  return found;
}

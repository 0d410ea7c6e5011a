// How often each score came: bars that grow while games are played, and figures with their intervals.

import {
  axes,
  dataTable,
  duration,
  linear,
  many,
  number,
  opening,
  percent,
  picture,
  spotsAlong,
  textWidth,
  ticks,
} from "./charts.js";
import { el, replace, svg } from "./elements.js";

const NARROWEST = 7; // pixels for a bar; more scores than fit share bars
const HALVINGS = 3; // intervals that stay, each at most half as wide as the one before

/** What a score is called: its number, or how the game ended where two players win, draw or lose. */
function scoreWords(sample, patience) {
  const named = sample.ends !== null;
  const sides = Object.fromEntries((sample.ends ?? []).map((end, k) => [sample.histogram[k][0], end]));
  const word = patience ? "score" : "payoff";
  return {
    named,
    word,
    axis: named ? "" : patience ? "score" : `payoff to ${sample.players[0]}`,
    of: (score) => (named ? sides[score] : `${word} ${number(score)}`),
    sides,
  };
}

/** The histogram of a Sample as {node, show(sample)}; `patience`: scores, else payoffs. */
export function histogram(patience) {
  const chart = picture(patience ? "Histogram of scores" : "Histogram of payoffs");
  let sample = null;
  const table = opening("The histogram as a table", () => tableOf(sample, patience));
  const node = el("figure", { class: "chart", hidden: true }, chart.node, table.node);
  return {
    node,
    show(now) {
      sample = now;
      node.hidden = now.histogram.length === 0;
      chart.show((width) => drawBars(now, patience, width));
      table.fill();
    },
  };
}

function tableOf(sample, patience) {
  const words = scoreWords(sample, patience);
  const ended = total(sample.histogram);
  const rows = sample.histogram.map(([score, count]) => [
    words.named ? words.sides[score] : through(score, score, sample.step),
    count,
    percent(count / ended),
  ]);
  return dataTable(`${many(ended, "game")} by ${words.word}`, [words.word, "games", "share"], rows);
}

/** Scores from one to another, where the server has put `step` of them together under the lowest. */
const through = (low, high, step) =>
  low === high + step - 1 ? number(low) : `${number(low)} to ${number(high + step - 1)}`;

const total = (rows) => rows.reduce((sum, [, count]) => sum + count, 0);

/** Bars of equal width: [{low, high, count, scores}], one for each score where there is room for so many. */
export function bins(rows, most) {
  const scores = rows.map(([score]) => score);
  const gaps = scores.slice(1).map((score, k) => score - scores[k]);
  const gap = Math.min(...gaps, gaps.length ? Infinity : 1);
  const [low, high] = [scores[0], scores.at(-1)];
  const regular = gaps.every((size) => Math.abs(size / gap - Math.round(size / gap)) < 1e-9);
  const wanted = Math.round((high - low) / gap) + 1;
  const size = wanted <= most ? gap : regular ? gap * Math.ceil(wanted / most) : (high - low) / (most - 1);
  const found = new Map();
  for (const [score, count] of rows) {
    const k = Math.floor((score - low) / size + 1e-9);
    const bin = found.get(k) ?? { low: score, high: score, from: low + k * size, count: 0 };
    bin.high = score;
    bin.count += count;
    found.set(k, bin);
  }
  return { size, gap, bars: [...found.values()] };
}

function drawBars(sample, patience, width) {
  const words = scoreWords(sample, patience);
  const ended = total(sample.histogram);
  const box = { left: 46, right: width - 8, top: 44, bottom: 260 };
  const { size, gap, bars } = bins(sample.histogram, Math.max(2, Math.floor((box.right - box.left) / NARROWEST)));
  const [low, high] = [bars[0].from - gap / 2, bars.at(-1).from + size - gap / 2];
  const x = linear(low, high, box.left, box.right);
  const tallest = Math.max(...bars.map((bar) => bar.count)) / ended;
  const y = linear(0, tallest * 1.06, box.bottom, box.top);
  const wide = x(low + size) - x(low);
  const inset = wide > 90 ? (wide - 86) / 2 : Math.min(1, wide / 6);
  const scores = (bar) =>
    words.named ? words.of(bar.low) : `${words.word} ${through(bar.low, bar.high, sample.step)}`;
  const marks = bars.map((bar) => {
    const left = x(bar.from - gap / 2);
    const top = y(bar.count / ended);
    const shape = {
      x: left + inset,
      y: top,
      width: Math.max(1, wide - 2 * inset),
      height: Math.max(0.5, box.bottom - top),
      rx: Math.min(2, wide / 4),
    };
    return {
      from: left,
      to: left + wide,
      text: `${scores(bar)}: ${many(bar.count, "game")}, ${percent(bar.count / ended)}`,
      bar: svg("rect", { class: "bar", ...shape }),
      mark: () => svg("rect", { class: "bar-outline", ...shape }),
    };
  });
  const widest = Math.max(...bars.map((bar) => textWidth(number(bar.low)))) + 26;
  const every = wide > widest && bars.every((bar) => bar.low === bar.high);
  const whole = bars.every((bar) => Number.isInteger(bar.low));
  const across = words.named
    ? {
        at: x,
        ticks: bars.map((bar) => bar.low),
        text: (score) =>
          width < 560 ? words.sides[score].replace(/^(the|a) /, "").replace("player ", "") : words.sides[score],
      }
    : {
        at: x,
        ticks: every ? bars.map((bar) => bar.low) : ticks(low, high, (box.right - box.left) / widest, whole),
        label: words.axis,
      };
  const up = {
    at: y,
    ticks: ticks(0, tallest * 1.06, 4),
    text: (share) => percent(share, 2),
    label: `share of ${many(ended, "game")}`,
  };
  const counts =
    wide > 40 &&
    marks.map(({ bar, from }, k) =>
      svg("text", {
        class: "value",
        x: from + wide / 2,
        y: Number(bar.getAttribute("y")) - 5,
        "text-anchor": "middle",
        text: number(bars[k].count),
      }),
    );
  const most = bars.reduce((a, b) => (b.count > a.count ? b : a));
  return {
    height: words.named ? 290 : 306,
    layers: [axes(box, across, up), marks.map(({ bar }) => bar), counts, meanLine(sample, x, box)],
    spots: spotsAlong(marks),
    summary: `${many(ended, "game")}, most often ${scores(most)} (${percent(most.count / ended)})`,
  };
}

function meanLine(sample, x, box) {
  const mean = sample.mean.value;
  if (mean === null || sample.histogram.length < 3) return null;
  const at = x(mean);
  const text = `mean ${number(mean, 4)}`;
  const left = at + textWidth(text) + 8 > box.right;
  return svg(
    "g",
    { "aria-hidden": true },
    svg("line", { class: "mean-ground", x1: at, x2: at, y1: box.top - 8, y2: box.bottom }),
    svg("line", { class: "mean", x1: at, x2: at, y1: box.top - 8, y2: box.bottom }),
    svg("text", {
      class: "value",
      x: at + (left ? -5 : 5),
      y: box.top - 2,
      "text-anchor": left ? "end" : "start",
      text,
    }),
  );
}

/**
 * A figure with its interval, as {node, show(value, confidence)}: the number, and a bar that narrows as games are
 * played. The intervals of before, each twice as wide as the next, stay behind it and give the scale.
 */
export function interval(label, text) {
  const name = el("h3", { text: label });
  const best = el("p", { class: "figure-value" });
  const between = el("p", { class: "soft small" });
  const drawing = svg("svg", {
    class: "interval",
    viewBox: "0 0 300 32",
    preserveAspectRatio: "none",
    "aria-hidden": true,
  });
  const ends = el("div", { class: "interval-ends", "aria-hidden": true });
  const node = el("div", { class: "interval-place" }, name, best, drawing, ends, between);
  let before = [];
  return {
    node,
    clear() {
      before = [];
    },
    show(value, confidence, rename = label) {
      name.textContent = rename;
      best.textContent = value.value === null ? "unknown" : text(value.value);
      const known = value.low !== null && value.high !== null && value.value !== null;
      between.textContent = known
        ? `${text(value.low)} to ${text(value.high)}, at ${percent(confidence)} confidence`
        : "no spread seen yet, so no interval";
      if (known && (!before.length || value.high - value.low <= (before.at(-1).high - before.at(-1).low) / 2)) {
        before = [...before, value].slice(-HALVINGS);
      }
      const scale = known && [
        Math.min(value.low, ...before.map((old) => old.low)),
        Math.max(value.high, ...before.map((old) => old.high)),
      ];
      replace(drawing, known && drawInterval(value, before, ...scale));
      replace(ends, known && scale.map((end) => el("span", { text: text(end) })));
    },
  };
}

function drawInterval(value, before, low, high) {
  if (!(high > low)) return null;
  const x = linear(low, high, 4, 296);
  const bar = (of, height, kind) =>
    svg("rect", {
      class: kind,
      x: x(of.low),
      y: 16 - height / 2,
      width: Math.max(2, x(of.high) - x(of.low)),
      height,
      rx: 3,
    });
  return [
    before.map((old, k) => bar(old, 26 - 4 * k, `interval-before interval-before-${before.length - k}`)),
    bar(value, 12, "interval-now"),
    svg("line", { class: "interval-best", x1: x(value.value), x2: x(value.value), y1: 2, y2: 30 }),
  ];
}

/** How far a run has come: games, time and speed, as {node, show(sample, wanted)}. */
export function progress() {
  const bar = el("progress", { max: 1, value: 0, "aria-label": "games played" });
  const line = el("p", { class: "soft progress-text" });
  return {
    node: el("div", { class: "progress" }, bar, line),
    show(sample, wanted) {
      bar.max = wanted;
      bar.value = sample.games;
      const speed =
        sample.games_per_second > 0 ? `, ${number(Math.round(sample.games_per_second))} games a second` : "";
      line.textContent = `${number(sample.games)} of ${many(wanted, "game")} in ${duration(sample.seconds)}${speed}`;
    },
  };
}

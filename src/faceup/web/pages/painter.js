// Paints drawings, which come with answers: marks between two axes, and what can be read there.

import { axes, dataTable, linear, number, opening, percent, picture, spotsAlong, textWidth, ticks } from "./charts.js";
import { el, replace, svg } from "./elements.js";
import { capital } from "./seats.js";

const WIDEST = 86; // pixels of a bar
const EVERY = [1, 2, 5].flatMap((each) => [each, 10 * each, 100 * each, 1000 * each]).sort((a, b) => a - b);

/** A picture as {node, show(drawing)}, named `label`; `table` is the name of its bars as a table, which opens. */
export function chart(label, table = null) {
  const place = picture(label);
  const keys = el("ul", { class: "legend" });
  let drawing = null;
  const bars = table && opening(table, () => dataTable(table, drawing.columns, drawing.bars.map((bar) => bar.cells)));
  const node = el("figure", { class: "chart", hidden: true }, place.node, keys, bars?.node);
  return {
    node,
    show(now) {
      drawing = now;
      node.hidden = !now?.bars.length;
      if (node.hidden) return;
      place.show((width) => painted(drawing, width));
      keys.hidden = !drawing.keys.length;
      replace(keys, drawing.keys.map(keyOf));
      bars?.fill();
    },
  };
}

const keyOf = ({ look, text }) =>
  el(
    "li",
    {},
    svg(
      "svg",
      { class: "swatch", viewBox: "0 0 24 18", "aria-hidden": true },
      svg("rect", { class: look, x: 0.5, y: 0.5, width: 23, height: 17, rx: 2 }),
    ),
    text,
  );

function painted(drawing, width) {
  const { across, up } = drawing;
  const box = { left: 46, right: width - 8, top: 44, bottom: 260 };
  const x = linear(...across.ends, box.left, box.right);
  const y = linear(...up.ends, box.bottom, box.top);
  const bars = drawing.bars.map((bar) => barOf(bar, x, y));
  const written = drawing.bars.every((bar, k) => textWidth(bar.cells[1]) + 4 <= bars[k].to - bars[k].from);
  return {
    height: across.label ? 306 : 290,
    layers: [
      axes(box, sided(across, x, width), sided(up, y, width, 4)),
      bars.map(({ drawn }) => drawn),
      drawing.lines.map((line) => lineOf(line, x, y, box)),
      written && drawing.bars.map((bar, k) => value(bar.cells[1], bars[k].middle, bars[k].top - 6)),
    ],
    spots: spotsAlong(bars),
    summary: capital(drawing.title),
  };
}

/** An axis as `axes` take it: names of places, those that have room, or round numbers, `most` of them. */
function sided({ label, ends, share, whole, names, offset }, at, width, most = 0) {
  const wide = (texts) => Math.max(...texts.map((text) => textWidth(text)));
  const short = textWidth(label) < width - 8 ? label : label.split(", ")[0];
  if (names.length) {
    const room = most ? Infinity : at(1) - at(0);
    const [found, size] = [names.find((texts) => wide(texts) + 6 <= room) ?? names.at(-1), most ? 20 : wide(names.at(-1)) + 6];
    const every = EVERY.find((each) => each * Math.abs(at(1) - at(0)) >= size);
    return { at, ticks: [...found.keys()].filter((k) => (k + offset) % every === 0), text: (k) => found[k], label: short };
  }
  const texts = ends.map((end) => number(whole ? Math.round(end) : end));
  const count = most || Math.abs(at(ends[1]) - at(ends[0])) / (wide(texts) + 26);
  return { at, ticks: ticks(...ends, count, whole), text: share ? (value) => percent(value, 2) : number, label: short };
}

function barOf({ ends, share, bounds, second, text }, x, y) {
  const [from, to, foot, head] = [...ends.map(x), y(0), y(share)];
  const [middle, place] = [(from + to) / 2, to - from];
  const width = Math.max(1, Math.min(WIDEST, place - 2 * Math.min(1, place / 6)));
  const box = { x: middle - width / 2, y: head, width, height: Math.max(0.5, foot - head), rx: Math.min(2, place / 4) };
  const [low, high] = (bounds ?? [share, share]).map(y);
  const reach = Math.min(6, place / 4);
  const d = `M${middle} ${low}V${high}M${middle - reach} ${low}h${2 * reach}M${middle - reach} ${high}h${2 * reach}`;
  const whisker = bounds && place > 5 && ["whisker-ground", "whisker"].map((look) => svg("path", { class: look, d }));
  return {
    from,
    to,
    text,
    middle,
    top: high,
    drawn: svg("g", { "aria-hidden": true }, svg("rect", { class: ["bar", second && "bar-tied"], ...box }), whisker),
    mark: () => svg("rect", { class: "bar-outline", ...box }),
  };
}

const value = (text, x, y) => svg("text", { class: "value", "aria-hidden": true, "text-anchor": "middle", x, y, text });

function lineOf({ look, points, text }, x, y, box) {
  const d = `M${points.map(([a, b]) => `${x(a)} ${y(b)}`).join("L")}`;
  const [end, half] = [points.at(-1), textWidth(text) / 2];
  const inside = Math.max(box.left + half, Math.min(box.right - half, x(end[0])));
  return [
    svg("path", { class: `${look}-ground`, d }),
    svg("path", { class: look, d }),
    text && value(text, inside, y(end[1]) - 5),
  ];
}

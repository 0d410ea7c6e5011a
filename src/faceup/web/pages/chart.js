// Charts: drawings, which come with answers, painted as marks between two axes, and what can be read there. Each move
// has a fill of its own, a colour and a pattern, so that colour never says anything alone.

import { Component, dataTable, el, opening, svg, within, write } from "./elements.js";
import { number, roundPercent } from "./numbers.js";
import { axes, ChartPicture, linear, spotsAlong, textWidth, ticks } from "./picture.js";
import { capital } from "./seats.js";

const WIDEST = 86; // pixels of a bar
const TALLEST = 440; // pixels of a map
const EVERY = [1, 10, 100, 1000, 10000].flatMap((each) => [each, 2 * each, 5 * each]);

const FILLS = 8;
const SIZE = 10;
const LINES = [
  "", // plain
  "M-2 2L2 -2M0 10L10 0M8 12L12 8",
  "M5 5h.01",
  "M0 5H10",
  "M-2 8L2 12M0 0L10 10M8 -2L12 2",
  "M5 0V10",
  "M0 5H10M5 0V10",
  "M0 10L10 0M0 0L10 10",
];

/** Pictures named `label`; `table` is the name of their bars as a table, which opens. */
export class DataChart extends Component {
  #places = [];

  /**
   * @param {string} label
   * @param {?string} table
   */
  constructor(label, table = null) {
    super();
    const rows = () => this.given.drawing.panels.flatMap(({ bars }) => bars.map((bar) => bar.cells));
    this.label = label;
    this.table = table === null ? null : opening(table, () => dataTable(table, this.given.drawing.columns, rows()));
    this.panels = el("div.pictures");
    this.hidden = true;
  }

  show(given) {
    const { drawing } = given;
    // One bar or step alone is said in words, beside it.
    const alone = ({ bars, steps }) => (bars ?? steps ?? []).length < 2;
    this.hidden = !drawing || drawing.panels.every((panel) => (panel.bars || panel.steps) && alone(panel));
    if (this.hidden) return this;
    if (!this.firstChild) super.show(given);
    this.given = given;
    const { panels, title, keys, across, up } = drawing;
    while (this.#places.length < panels.length) this.#places.push(new ChartPicture(this.label));
    const shown = this.#places.slice(0, panels.length);
    if (shown.length !== this.panels.children.length) this.panels.replaceChildren(...shown);
    this.panels.classList.toggle("pictures-several", shown.length > 1);
    panels.forEach((panel, k) => shown[k].show((width) => painted({ ...drawing, ...panel }, width)));
    const found = within(this, ".found");
    found.hidden = shown.length === 1;
    write(found, found.hidden ? "" : capital(title));
    const read = up.label && across.label && panels[0].cells && !panels[0].steps && !panels[0].up;
    within(this, ".read").textContent = read ? `Find ${up.label} at the left and ${across.label} below: the fill there says what to do. Point at a place, or press it, and its words stand above the picture.` : "";
    const legend = /** @type {HTMLElement} */ (this.querySelector(".legend"));
    legend.hidden = !keys.length;
    legend.replaceChildren(...keys.map(keyOf));
    this.table?.fill();
    return this;
  }

  draw() {
    return el("figure.chart", el("p.found"), this.panels, el("p.read.small.soft"), el("ul.legend"), this.table?.node);
  }
}

/** What a fill means, or the look of a number, which is named only where one has room. */
function keyOf({ look, text }) {
  const number = look.startsWith("number") ? look : "";
  const box = number
    ? svg("text", { class: number, x: 12, y: 14, "text-anchor": "middle", text: "12" })
    : look && svg("rect", { ...filled(look), x: 0.5, y: 0.5, width: 23, height: 17, rx: 2 });
  const swatch = box && svg("svg.swatch", { viewBox: "0 0 24 18", "aria-hidden": true }, box);
  return el("li", { class: number && "key-number" }, swatch, text);
}

const widest = (texts) => Math.max(0, ...texts.map((text) => textWidth(text)));

/** How a look is filled: by a class, a pattern, or a shade of one colour. */
function filled(look) {
  if (look.startsWith("bar")) return { class: look };
  if (look === "shade none") return { class: "shade-none" };
  if (look.startsWith("shade ")) return { class: "shade", style: { "--shade": look.slice(6) } };
  return { fill: fillOf(look) };
}

/** A panel with its axes and what else it has from its drawing. */
function painted(panel, width) {
  const { across, up } = panel;
  const strip = up.names.length > 0 && !up.label;
  const beside = up.names[0] ?? (up.share ? ["10%"] : up.ends.map((end) => number(Math.round(end))));
  const box = { left: strip ? 8 : Math.max(30, widest(beside) + 14), right: width - 8, top: strip ? 22 : 44 };
  box.bottom = box.top + heightOf(across, up, box, strip, panel);
  const x = linear(...across.ends, box.left, box.right);
  const y = linear(...up.ends, box.bottom, box.top);
  const bars = (panel.bars ?? []).map((bar) => barOf(bar, x, y));
  const written = bars.every(({ from, to, told }) => textWidth(told) + 10 <= to - from);
  const along = panel.steps?.map((step) => stepSpot(step, x, y, box)) ?? bars;
  const vertical = sided(up, y, width, Math.max(4, (box.bottom - box.top) / 45));
  return {
    height: box.bottom + (across.label ? 46 : 30),
    layers: [
      axes(box, sided(across, x, width), strip ? null : { ...vertical, plain: up.names.length > 0 }),
      (panel.areas ?? []).map((area) => areaOf(area, x, y)),
      (panel.cells ?? []).map((cells) => cellsOf(cells, x, y)),
      bars.map(({ drawn }) => drawn),
      (panel.lines ?? []).map((line) => lineOf(line, x, y, box)),
      written && bars.map(({ told, middle, top }) => value(told, middle, top - 6)),
      labelsOf(panel.labels ?? [], x, y),
      stepsOf(panel.steps ?? [], x, y, box),
    ],
    spots: panel.cells && !panel.steps ? cellSpots(panel, x, y) : spotsAlong(along),
    summary: capital(panel.title),
  };
}

/** How high the plot is: maps by their cells. */
function heightOf(across, up, box, strip, { bars, steps }) {
  if (strip) return 56;
  if (bars || steps) return bars ? 216 : 290;
  const [columns, rows] = [across, up].map(({ names }) => names[0].length);
  box.right = Math.min(box.right, box.left + 64 * columns);
  return Math.max(120, Math.min(((box.right - box.left) / columns) * rows, TALLEST));
}

/** An axis as `axes` take it: names of places, those that have room, or round numbers, `most` of them. */
function sided({ label, ends, share, whole, names, offset }, at, width, most = 0) {
  const short = textWidth(label) < width - 8 ? label : label.split(", ")[0];
  if (names.length) {
    const room = Math.abs(at(1) - at(0));
    const size = (texts) => (most ? 20 : widest(texts) + 6);
    const found = names.find((texts) => size(texts) <= room) ?? names.at(-1);
    const every = EVERY.find((each) => each * room >= size(found)) ?? EVERY[EVERY.length - 1];
    const beyond = (k) => (k + offset) % every;
    const between = (k) => found[k] === "..." && 2 * Math.min(beyond(k), every - beyond(k)) >= every;
    const shown = [...found.keys()].filter((k) => beyond(k) === 0 || between(k));
    return { at, ticks: shown, text: (k) => found[k], label: short };
  }
  const texts = ends.map((end) => number(whole ? Math.round(end) : end));
  const count = most || Math.abs(at(ends[1]) - at(ends[0])) / (widest(texts) + 26);
  return { at, ticks: ticks(...ends, count, whole), text: share ? (value) => roundPercent(value) : number, label: short };
}

function barOf({ ends, share, bounds, second, cells, text }, x, y) {
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
    told: cells[1],
    drawn: svg("g", { "aria-hidden": true }, svg("rect", { class: ["bar", second && "bar-tied"], ...box }), whisker),
    mark: () => svg("rect.bar-outline", { ...box }),
  };
}

const value = (text, x, y) => svg("text.value", { "aria-hidden": true, "text-anchor": "middle", x, y, text });

function areaOf({ look, points }, x, y) {
  return svg("path.area", { ...filled(look), d: `${path(points, x, y)}Z` });
}

const path = (points, x, y) => `M${points.map(([a, b]) => `${x(a)} ${y(b)}`).join("L")}`;

function lineOf({ look, points, text }, x, y, box) {
  const d = path(points, x, y);
  const [end, half] = [points.at(-1), textWidth(text) / 2];
  const inside = Math.max(box.left + half, Math.min(box.right - half, x(end[0])));
  return [
    svg("path", { class: `${look}-ground`, d }),
    svg("path", { class: look, d }),
    text && value(text, inside, y(end[1]) - 5),
  ];
}

function cellsOf({ look, name, runs }, x, y) {
  const [wide, high] = [x(1) - x(0), y(0) - y(1)];
  const boxes = runs.map(([a, b, n]) => `M${x(a - 0.5)} ${y(b - 0.5)}h${wide}v${-n * high}h${-wide}Z`);
  return svg("path.cells", { "data-kind": name, ...filled(look), d: boxes.join("") });
}

/** Texts where they have most room; numbers everywhere or nowhere. */
function labelsOf(labels, x, y) {
  const [wide, high] = [Math.abs(x(1) - x(0)), Math.abs(y(1) - y(0))];
  const placed = labels.map(({ look, text, boxes }) => {
    const size = look === "word" ? 13 : 11;
    const room = boxes.filter(([, , w, h]) => w * wide >= textWidth(text, size) + 4 && h * high >= size + 5);
    const [a, b] = room.reduce((one, other) => (other[2] * other[3] > one[2] * one[3] ? other : one), room[0] ?? []);
    return a === undefined ? null : { class: look, x: x(a), y: y(b) + size / 3, text };
  });
  const numbers = labels.some(({ look }) => look !== "word");
  const shown = numbers && placed.includes(null) ? placed.filter((label) => label?.class === "word") : placed;
  return shown.filter(Boolean).map((label) => svg("text", { "aria-hidden": true, "text-anchor": "middle", ...label }));
}

/** The marks of steps with their numbers, as many as have room. */
function stepsOf(steps, x, y, box) {
  const marked = steps.filter(({ mark }) => mark !== null);
  const [wide, room] = [x(1) - x(0), widest(marked.map(({ told }) => told)) + 8];
  const inside = (place) => Math.max(box.left + room / 2 - 4, Math.min(box.right - room / 2 + 4, place));
  const every = Math.max(1, Math.ceil(room / wide));
  const dot = ({ at, mark }) => svg("circle.dot", { cx: x(at), cy: y(mark), r: wide < 14 ? 2.5 : 4 });
  return [
    wide >= 6 && marked.map(dot),
    marked.filter((_, k) => (marked.length - 1 - k) % every === 0)
      .map(({ at, mark, told }) => value(told, inside(x(at)), y(mark) - 9)),
  ];
}

function stepSpot({ at, mark, text }, x, y, box) {
  const guide = { class: "guide", x1: x(at), x2: x(at), y1: box.top, y2: box.bottom };
  const dot = () => svg("circle.dot.dot-pointed", { cx: x(at), cy: y(mark), r: 6 });
  const marked = () => [svg("line", guide), ...(mark === null ? [] : [dot()])];
  return { from: x(at - 0.5), to: x(at + 0.5), text, mark: marked };
}

/** The cells of a map, that are read one by one. */
function cellSpots({ across, up, nowhere, cells }, x, y) {
  const [columns, rows] = [across, up].map(({ names }) => names[0].length);
  const told = new Map();
  for (const { runs, text } of cells)
    for (const [a, b, n] of runs) for (let k = 0; k < n; k++) told.set(a + columns * (b + k), text);
  const place = (spot) => [spot % columns, Math.floor(spot / columns)];
  const inside = (value, most) => Math.max(0, Math.min(most - 1, value));
  const [wide, high] = [x(1) - x(0), y(0) - y(1)];
  return {
    first: cells[0].runs[0][0] + columns * cells[0].runs[0][1],
    at(left, top) {
      const [a, b] = [Math.floor((left - x(-0.5)) / wide), Math.floor((y(-0.5) - top) / high)];
      return a >= 0 && b >= 0 && a < columns && b < rows ? a + columns * b : null;
    },
    next(spot, right, over) {
      const [a, b] = place(spot);
      return inside(a + right, columns) + columns * inside(b + over, rows);
    },
    text(spot) {
      const where = [across, up].map(({ label, names }, k) => label && `${label} ${names[0][place(spot)[k]]}`);
      return `${where.filter(Boolean).join(", ")}: ${told.get(spot) ?? nowhere}`;
    },
    mark(spot) {
      const [a, b] = place(spot);
      return svg("rect.cell-outline", { x: x(a - 0.5), y: y(b + 0.5), width: wide, height: high });
    },
  };
}

/** The fill of a look: of one move's places, striped for two that are equally good, crossed, unsure, or none. */
function fillOf(look) {
  const [kind, ...moves] = look.split(" ");
  if (kind === "blank") return "none";
  return `url(#${kind === "move" ? fillName(...moves) : `fill-${kind}`})`;
}

const fillName = (move, other) => `fill-${move % FILLS}${other === undefined ? "" : `-${other % FILLS}`}`;

/** All fills, to be put into the page once, before anything that uses them. */
export function fills() {
  const made = [
    pattern("fill-crossed", SIZE, ground("plain"), lines(LINES[7], "plain")),
    pattern("fill-unsure", 5, ground("plain"), lines("M2.5 2.5h.01", "plain")),
  ];
  for (let k = 0; k < FILLS; k++) {
    made.push(pattern(fillName(k), SIZE, ground(k), lines(LINES[k], k)));
    for (let other = 0; other < FILLS; other++) {
      if (other === k) continue;
      const stripe = svg("path", { class: `hatch-stripe hatch-${other}`, d: "M-5 5L5 -5M0 20L20 0M15 25L25 15" });
      made.push(pattern(fillName(k, other), 20, ground(k, 20), stripe));
    }
  }
  return svg("svg.unseen", { width: 0, height: 0, "aria-hidden": true }, svg("defs", made));
}

function pattern(id, size, ...children) {
  return svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, children);
}

function ground(move, size = SIZE) {
  return svg("rect", { class: `ground ground-${move}`, width: size, height: size });
}

function lines(d, move) {
  return svg("path", { class: `hatch hatch-${move}`, d });
}

customElements.define("data-chart", DataChart);

// The ground of every picture: numbers as text, scales, axes, and a drawing that is read point by point.

import { el, svg } from "./elements.js";

const NUMBER = /^\u2212?\d{1,3}(,\d{3})*(\.\d+)?%?$/; // but no set of cards, 2,6
const PLACES = { maximumFractionDigits: 20 };

/** A whole number with its thousands apart, or any other with `digits` significant digits. */
export function number(value, digits = 5) {
  if (value === null || value === undefined) return "unknown";
  const shown = Number.isInteger(value) ? value : Number(value.toPrecision(digits));
  return shown.toLocaleString("en-GB", PLACES).replace("-", "\u2212");
}

/** A share as per cent. */
export function percent(share, digits = 3) {
  return share === null || share === undefined ? "unknown" : `${number(100 * share, digits)}%`;
}

/** Numbers as written, each with as many decimals as the one that has most, so that zeros stay. */
export function alike(texts) {
  const decimals = (text) => /\.(\d+)/.exec(text)?.[1].length ?? 0;
  const most = Math.max(...texts.map(decimals));
  return texts.map((text) => {
    const zeros = "0".repeat(most - decimals(text));
    return zeros && /\d/.test(text) ? text.replace(/\d(?=\D*$)/, (last) => last + (decimals(text) ? "" : ".") + zeros) : text;
  });
}

/** A number of seconds as people say it. */
export function duration(seconds) {
  if (seconds < 60) return `${number(seconds < 10 ? Number(seconds.toPrecision(2)) : Math.round(seconds))} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/** One, or several, of something. */
export function many(count, word) {
  return `${number(count)} ${word}${count === 1 ? "" : "s"}`;
}

/** The name of a quantity as words. */
export function wordsOf(name) {
  return name.replaceAll("_", " ");
}

/** From numbers to places: a straight line through `low -> from` and `high -> to`. */
export function linear(low, high, from, to) {
  const slope = high === low ? 0 : (to - from) / (high - low);
  return (value) => from + (value - low) * slope;
}

/** At most `most` round numbers from `low` to `high`; with `whole` no fractions. */
export function ticks(low, high, most, whole = false) {
  const rough = (high - low) / Math.max(1, most);
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  let step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough * (1 - 1e-9));
  if (whole) step = Math.max(1, Math.ceil(step));
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++)
    found.push(Number((k * step).toPrecision(12)));
  return found;
}

/** The width of a text in a picture, near enough to find room for it. */
export function textWidth(text, size = 12) {
  return String(text).length * size * 0.58;
}

/**
 * The axes of a picture whose plot lies in `box` {left, right, top, bottom}. `across` and `up` are each {at, ticks,
 * text, label}: where a number lies, which are marked, how they are written, and what they count.
 */
export function axes(box, across, up) {
  const marks = [];
  for (const value of up?.ticks ?? []) {
    const y = up.at(value);
    if (!up.plain) marks.push(svg("line", { class: "grid", x1: box.left, x2: box.right, y1: y, y2: y }));
    marks.push(
      svg("text", { class: "tick", x: box.left - 6, y: y + 4, "text-anchor": "end", text: (up.text ?? number)(value) }),
    );
  }
  for (const value of across.ticks) {
    const x = across.at(value);
    marks.push(svg("line", { class: "notch", x1: x, x2: x, y1: box.bottom, y2: box.bottom + 4 }));
    marks.push(
      svg("text", {
        class: "tick",
        x,
        y: box.bottom + 17,
        "text-anchor": "middle",
        text: (across.text ?? number)(value),
      }),
    );
  }
  marks.push(svg("line", { class: "axis", x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }));
  const middle = (box.left + box.right) / 2;
  if (across.label)
    marks.push(
      svg("text", { class: "axis-label", x: middle, y: box.bottom + 36, "text-anchor": "middle", text: across.label }),
    );
  if (up?.label) marks.push(svg("text", { class: "axis-label", x: 2, y: 12, "text-anchor": "start", text: up.label }));
  return svg("g", { class: "axes", "aria-hidden": true }, marks);
}

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
};

/**
 * A drawing as wide as its place, that can be read with the pointer, a finger or the arrow keys. `show(draw)` draws it;
 * `draw(width)` is called again when the width changes and gives {height, layers, spots, summary}. `spots` says what
 * can be read: `at(x, y)` and `next(spot, across, up)` find one (null: none), `first` is where the keys begin,
 * `text(spot)` tells it and `mark(spot)` draws its mark. `summary` is told where none is pointed at. `pick(spot)` is
 * called where one is clicked, or gone to with the keys.
 */
export function picture(label, { pick = null } = {}) {
  const drawing = svg("svg", { class: "picture", tabindex: 0, role: "group", "aria-roledescription": "chart" });
  const readout = el("p", { class: "readout", "aria-hidden": true });
  const spoken = el("p", { class: "unseen", role: "status" });
  const node = el("div", { class: "picture-place" }, readout, drawing, spoken);
  let [draw, drawn, width] = [null, null, 0];
  let [spot, marked] = [null, null]; // what is read now, and its mark

  function point(to) {
    marked?.remove();
    marked = null;
    spot = to;
    if (spot !== null) {
      marked = svg("g", { class: "pointed", "aria-hidden": true }, drawn.spots.mark(spot));
      drawing.append(marked);
    }
    readout.textContent = spot === null ? (drawn?.summary ?? "") : drawn.spots.text(spot);
  }

  function redraw() {
    if (!draw || width === 0) return;
    drawn = draw(width);
    drawing.setAttribute("viewBox", `0 0 ${width} ${drawn.height}`);
    drawing.setAttribute("height", drawn.height);
    drawing.setAttribute("aria-label", `${label}: ${drawn.summary}. Arrow keys read it point by point.`);
    drawing.replaceChildren(...drawn.layers.flat(Infinity).filter(Boolean));
    point(spot !== null ? drawn.spots.next(spot, 0, 0) : null);
  }

  function pointer(event) {
    if (!drawn) return;
    const box = drawing.getBoundingClientRect();
    const scale = width / box.width;
    point(drawn.spots.at((event.clientX - box.left) * scale, (event.clientY - box.top) * scale));
  }

  drawing.addEventListener("pointermove", pointer);
  drawing.addEventListener("pointerdown", pointer);
  if (pick)
    drawing.addEventListener("click", (event) => {
      pointer(event);
      if (spot !== null) pick(spot);
    });
  drawing.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && drawn && point(null));
  drawing.addEventListener("blur", () => drawn && point(null));
  drawing.addEventListener(
    "focus",
    () => drawn && drawing.matches(":focus-visible") && point(spot ?? drawn.spots.first),
  );
  drawing.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    if (!drawn || !way || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    point(spot === null ? drawn.spots.first : drawn.spots.next(spot, ...way));
    spoken.textContent = readout.textContent;
    if (pick && spot !== null) pick(spot);
  });
  new ResizeObserver(() => {
    const now = Math.round(node.clientWidth);
    if (now === width) return;
    width = now;
    redraw();
  }).observe(node);

  return {
    node,
    show(how) {
      draw = how;
      width ||= Math.round(node.clientWidth);
      redraw();
    },
  };
}

/** Spots along the x axis, in order: `points` are [{from, to, text, mark()}], `from` and `to` their reach in pixels. */
export function spotsAlong(points) {
  const inside = (index) => (points.length ? Math.max(0, Math.min(points.length - 1, index)) : null);
  return {
    first: points.length ? 0 : null,
    at: (x) => {
      const found = points.findIndex((point) => x >= point.from && x < point.to);
      return found < 0 ? null : found;
    },
    next: (spot, across) => inside(spot + across),
    text: (spot) => points[spot].text,
    mark: (spot) => points[spot].mark(),
  };
}

/**
 * A table for those who would rather read: `head` words, `rows` of cells. Columns of numbers stand to the right, unless
 * they are `names`.
 */
export function dataTable(caption, head, rows, { names = false } = {}) {
  const numeric = head.map(
    (_, k) => !names && rows.length > 0 && rows.every((row) => typeof row[k] === "number" || NUMBER.test(row[k])),
  );
  const look = (k) => (numeric[k] ? "number" : null);
  const cell = (value, k) => el("td", { class: look(k), text: typeof value === "number" ? number(value) : value });
  return el(
    "div",
    { class: "wide table-place", tabindex: 0, role: "region", "aria-label": caption },
    el(
      "table",
      {},
      el("caption", { text: caption }),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          head.map((word, k) => el("th", { scope: "col", class: look(k), text: word })),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((row) => el("tr", {}, row.map(cell))),
      ),
    ),
  );
}

/** A part of the page that opens, filled by `make()` when it is open and whenever `fill()` is called then. */
export function opening(title, make) {
  const place = el("div", {});
  const summary = el("summary", { text: title });
  const fill = (renamed = title) => {
    summary.textContent = renamed;
    if (node.open) place.replaceChildren(make());
  };
  const node = el("details", { on: { toggle: () => node.open && place.replaceChildren(make()) } }, summary, place);
  return { node, fill };
}

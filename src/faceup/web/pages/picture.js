// The ground of every picture: scales, axes, and a drawing that is read point by point.

import { el, svg, write } from "./elements.js";
import { number } from "./numbers.js";

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
  let step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough * (1 - 1e-9)) ?? 10 * power;
  if (whole) step = Math.max(1, Math.ceil(step));
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++)
    found.push(Number((k * step).toPrecision(12)));
  return found;
}

/** The width of a text in a picture, near enough to find room for it. */
export function textWidth(text, size = 12) {
  const capitals = String(text).match(/[A-Z]/g)?.length ?? 0;
  return (String(text).length * 0.58 + capitals * 0.17) * size;
}

/**
 * The axes of a picture whose plot lies in `box` {left, right, top, bottom}. `across` and `up` are each {at, ticks,
 * text, label}: where a number lies, which are marked, how they are written, and what they count.
 */
export function axes(box, across, up) {
  const marks = [];
  for (const value of up?.ticks ?? []) {
    const y = up.at(value);
    if (!up.plain) marks.push(svg("line.grid", { x1: box.left, x2: box.right, y1: y, y2: y }));
    marks.push(svg("text.tick", { x: box.left - 6, y: y + 4, "text-anchor": "end", text: (up.text ?? number)(value) }));
  }
  for (const value of across.ticks) {
    const x = across.at(value);
    marks.push(svg("line.notch", { x1: x, x2: x, y1: box.bottom, y2: box.bottom + 4 }));
    marks.push(
      svg("text.tick", { x, y: box.bottom + 17, "text-anchor": "middle", text: (across.text ?? number)(value) }),
    );
  }
  marks.push(svg("line.axis", { x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }));
  const middle = (box.left + box.right) / 2;
  if (across.label)
    marks.push(svg("text.axis-label", { x: middle, y: box.bottom + 36, "text-anchor": "middle", text: across.label }));
  if (up?.label) marks.push(svg("text.axis-label", { x: 2, y: 12, "text-anchor": "start", text: up.label }));
  return svg("g.axes", { "aria-hidden": true }, marks);
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
export class ChartPicture extends HTMLElement {
  /** @type {?((width: number) => import("./gamepage.js").Answer)} */
  #draw = null;
  /** @type {?import("./gamepage.js").Answer} */
  #drawn = null;
  #width = 0;
  /** @type {any} */
  #spot = null; // what is read now
  /** @type {?Element} */
  #marked = null; // its mark

  constructor(label, { pick = null } = {}) {
    super();
    this.className = "picture-place";
    this.label = label;
    this.pick = pick;
    this.drawing = svg("svg.picture", { tabindex: 0, role: "group", "aria-roledescription": "chart" });
    this.readout = el("p.readout", { "aria-hidden": true });
    this.spoken = el("p.unseen", { role: "status" });
    this.append(this.readout, this.drawing, this.spoken);
    for (const name of ["pointermove", "pointerdown", "click", "pointerleave", "blur", "focus", "keydown"])
      this.drawing.addEventListener(name, (event) => this.#drawn && this[`on_${name}`](event));
    new ResizeObserver(() => this.#resized()).observe(this);
  }

  show(draw) {
    this.#draw = draw;
    this.#width ||= Math.round(this.clientWidth);
    this.#redraw();
  }

  #resized() {
    const now = Math.round(this.clientWidth);
    if (now === this.#width) return;
    this.#width = now;
    this.#redraw();
  }

  #redraw() {
    if (!this.#draw || this.#width === 0) return;
    const drawn = (this.#drawn = this.#draw(this.#width));
    this.drawing.setAttribute("viewBox", `0 0 ${this.#width} ${drawn.height}`);
    this.drawing.setAttribute("height", drawn.height);
    this.drawing.setAttribute("aria-label", `${[this.label, drawn.summary].filter(Boolean).join(": ")}. Arrow keys read it point by point.`);
    this.drawing.replaceChildren(...drawn.layers.flat(Infinity).filter(Boolean));
    this.#point(this.#spot === null ? null : drawn.spots.next(this.#spot, 0, 0));
  }

  #point(to) {
    if (!this.#drawn) return;
    const { spots, summary } = this.#drawn;
    this.#spot = to;
    this.#marked?.remove();
    this.#marked = null;
    if (to !== null) {
      const marked = svg("g.pointed", { "aria-hidden": true }, spots.mark(to));
      this.drawing.append(marked);
      this.#marked = marked;
    }
    write(this.readout, to === null ? summary : spots.text(to));
  }

  on_pointermove(event) {
    const box = this.drawing.getBoundingClientRect();
    const scale = this.#width / box.width;
    this.#point(this.#drawn?.spots.at((event.clientX - box.left) * scale, (event.clientY - box.top) * scale));
  }

  on_pointerdown(event) {
    this.on_pointermove(event);
  }

  on_click(event) {
    if (!this.pick) return;
    this.on_pointermove(event);
    if (this.#spot !== null) this.pick(this.#spot);
  }

  on_pointerleave(event) {
    if (event.pointerType === "mouse") this.#point(null);
  }

  on_blur() {
    this.#point(null);
  }

  on_focus() {
    if (this.drawing.matches(":focus-visible")) this.#point(this.#spot ?? this.#drawn?.spots.first);
  }

  on_keydown(event) {
    const way = ARROWS[event.key];
    if (!way || !this.#drawn || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { first, next } = this.#drawn.spots;
    this.#point(this.#spot === null ? first : next(this.#spot, ...way));
    this.spoken.textContent = this.readout.textContent;
    if (this.pick && this.#spot !== null) this.pick(this.#spot);
  }
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

customElements.define("chart-picture", ChartPicture);

// Elements of a page: making them, what all components share, tables, and saying things.

import { number as written } from "./numbers.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * The tag of "p.soft.small".
 * @template {string} T
 * @typedef {T extends `${infer N}.${string}` ? N : T} TagOf
 */

/**
 * What lies in an element: texts, elements, lists of them, and nothing.
 * @typedef {string | number | boolean | null | undefined | Node | Child[]} Child
 */

/**
 * An HTML element, by its tag and classes: `el("p.soft.small", "words", node)`. Before what is in it may come its
 * properties: `class`: more of them, `text`, `on: {click: f}`, `style: {"--share": 0.5}`, those of form fields (value,
 * checked, disabled, ...), else attributes: true stands for one without a value; false and null leave it out.
 * @template {string} T
 * @param {T} tag
 * @param {(Child | Record<string, unknown>)[]} inside
 * @returns {TagOf<T> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[TagOf<T>] : HTMLElement}
 */
export function el(tag, ...inside) {
  const [name, ...classes] = tag.split(".");
  return filled(document.createElement(name), classes, inside);
}

/**
 * The same for an SVG element.
 * @template {string} T
 * @param {T} tag
 * @param {(Child | Record<string, unknown>)[]} inside
 * @returns {TagOf<T> extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[TagOf<T>] : SVGElement}
 */
export function svg(tag, ...inside) {
  const [name, ...classes] = tag.split(".");
  return filled(document.createElementNS(SVG, name), classes, inside);
}

/**
 * A button with this in it, that does something.
 * @param {Child} content
 * @param {(event: MouseEvent) => void} does
 * @param {Record<string, unknown>} properties
 */
export function pushButton(content, does, properties = {}) {
  return el("button", { type: "button", on: { click: does }, ...properties }, content);
}

const FIELDS = new Set(["value", "checked", "disabled", "hidden", "selected", "open"]);

function filled(node, classes, inside) {
  const given = inside[0]?.constructor === Object;
  const { class: more, ...properties } = given ? inside[0] : {};
  const looks = [...classes, more].flat().filter(Boolean);
  if (looks.length) node.setAttribute("class", looks.join(" "));
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (name === "text") node.textContent = withMinus(value);
    else if (name === "on") for (const [event, does] of Object.entries(value)) node.addEventListener(event, does);
    else if (name === "style") for (const [key, to] of Object.entries(value)) node.style.setProperty(key, to);
    else if (FIELDS.has(name) && name in node) node[name] = value;
    else if (value === true) node.setAttribute(name, name.startsWith("aria-") ? "true" : "");
    else if (value !== false || name.startsWith("aria-")) node.setAttribute(name, String(value));
  }
  node.append(...shown(given ? inside.slice(1) : inside));
  return node;
}

/** @returns {(string | Node)[]} */
const shown = (children) =>
  children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false).map(withMinus);

const MINUS = /(?<![^\s(≈:,])-(?=\d)/g;

/** A text with the sign of a number below 0 as it is printed; a dash between others stays. */
const withMinus = (child) => (typeof child === "string" ? child.replace(MINUS, "\u2212") : child);

/** Put a text in place of all that is in a node. */
export const write = (node, text) => void (node.textContent = withMinus(text));

/**
 * Put these children in place of all others.
 * @template {Element} E
 * @param {E} node
 * @param {Child[]} children
 */
export function replace(node, ...children) {
  node.replaceChildren(...shown(children));
  return node;
}

/**
 * What a person sees as one thing, as a custom element without a shadow, so that the style sheets reach it. A component
 * says in `draw(given)` what is in it.
 */
export class Component extends HTMLElement {
  /** @type {Record<string, any>} */
  given = {};

  /**
   * @param {Record<string, any>} given
   * @returns {Child}
   */
  draw(given) {
    throw new Error(`nothing is drawn of ${Object.keys(given)}`);
  }

  /** Draw it anew, from these and what it was given before. */
  show(given = {}) {
    this.given = { ...this.given, ...given };
    return replace(this, this.draw(this.given));
  }
}

/**
 * The element of the page with this id.
 * @param {string} id
 */
export function byId(id) {
  return there(document.getElementById(id), id);
}

/**
 * The first element in it that this selector fits.
 * @param {ParentNode} node
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function within(node, selector) {
  return there(node.querySelector(selector), selector);
}

function there(node, name) {
  if (!node) throw new Error(`the page has no ${name}`);
  return node;
}

/** Say something to people who listen instead of looking. */
export function announce(text) {
  let region = document.getElementById("announcements");
  if (!region) {
    region = el("div.unseen", { id: "announcements", role: "status", "aria-live": "polite" });
    document.body.append(region);
  }
  const line = el("p", text);
  region.append(line);
  setTimeout(() => line.remove(), 8000);
}

/** Text in paragraphs, which an empty line parts. */
export function paragraphs(text) {
  return text.split("\n\n").map((paragraph) => el("p", paragraph.replaceAll(/\s+/g, " ")));
}

const NUMBER = /^[-\u2212]?\d{1,3}(,\d{3})*(\.\d+)?%?$/; // but no set of cards, 2,6

/**
 * A table that is scrolled sideways where it has no room. `rows` are lists of cells, texts, elements, or lists of them;
 * an element th or td is a cell itself. `numeric(column)` says where numbers stand; `named`: the first cell of a row
 * names it.
 * @param {string} label
 * @param {{head?: ?Child[], rows: (Element | Child[])[], look?: ?string, caption?: ?string,
 *   numeric?: (column: number) => boolean, named?: boolean, still?: boolean}} given
 */
export function table(label, { head, rows, look = null, caption = null, numeric = () => false, named = false, still = false }) {
  const number = (k) => (numeric(k) ? "number" : null);
  const cell = (content, k) => {
    if (content?.matches?.("th, td")) return content;
    const names = named && k === 0;
    return el(names ? "th" : "td", { class: number(k), scope: names ? "row" : null }, content);
  };
  const heading = (content, k) => (content === "" ? el("td") : el("th", { scope: "col", class: number(k) }, content));
  return el(
    "div",
    { class: ["wide", caption && "table-place"], tabindex: still ? null : 0, role: "region", "aria-label": label },
    el(
      "table",
      { class: look },
      caption && el("caption", caption),
      head && el("thead", el("tr", head.map(heading))),
      el("tbody", rows.map((row) => (row instanceof Element ? row : el("tr", row.map(cell))))),
    ),
  );
}

/** A part of the page that opens, filled by `make()` when it is open and whenever `fill()` is called then. */
export function opening(title, make) {
  const place = el("div");
  const summary = el("summary", title);
  const fill = (renamed = title) => {
    summary.textContent = renamed;
    if (node.open) place.replaceChildren(make());
  };
  const node = el("details", { on: { toggle: () => node.open && place.replaceChildren(make()) } }, summary, place);
  return { node, fill };
}

/**
 * A table for those who would rather read: `head` words, `rows` of cells. Columns of numbers stand to the right, unless
 * they are `names`. `label` is what a screen reader calls the table.
 */
export function dataTable(caption, head, rows, { names = false, label = caption, look = null } = {}) {
  const isNumber = (cell) => typeof cell === "number" || NUMBER.test(cell);
  const numeric = head.map((_, k) => !names && rows.length > 0 && rows.every((row) => isNumber(row[k])));
  const cell = (value) => (typeof value === "number" ? written(value) : value);
  return table(label, { caption, look, head, rows: rows.map((row) => row.map(cell)), numeric: (k) => numeric[k] });
}

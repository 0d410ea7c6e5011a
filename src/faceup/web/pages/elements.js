// Elements of a page: making them, what all components share, and saying things.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. `class`, `text`, `on: {click: f}`, `style: {"--share": 0.5}`, properties of form fields (value,
 * checked, disabled, ...), else attributes: true stands for an attribute without a value; false and null leave it out.
 */
export function el(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** The same for an SVG element. */
export function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

const FIELDS = new Set(["value", "checked", "disabled", "hidden", "selected", "open"]);

function filled(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (name === "class") node.setAttribute("class", [value].flat().filter(Boolean).join(" "));
    else if (name === "text") node.textContent = value;
    else if (name === "on") for (const [event, does] of Object.entries(value)) node.addEventListener(event, does);
    else if (name === "style") for (const [key, to] of Object.entries(value)) node.style.setProperty(key, to);
    else if (FIELDS.has(name) && name in node) node[name] = value;
    else if (value === true) node.setAttribute(name, name.startsWith("aria-") ? "true" : "");
    else if (value !== false || name.startsWith("aria-")) node.setAttribute(name, String(value));
  }
  node.append(...shown(children));
  return node;
}

const shown = (children) =>
  children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

/** Put these children in place of all others. */
export function replace(node, ...children) {
  node.replaceChildren(...shown(children));
  return node;
}

/**
 * What a person sees as one thing, as a custom element without a shadow, so that the style sheets reach it. A component
 * says in `draw(given)` what is in it.
 */
export class Component extends HTMLElement {
  given = {};

  /** Draw it anew, from these and what it was given before. */
  show(given = {}) {
    this.given = { ...this.given, ...given };
    return replace(this, this.draw(this.given));
  }
}

/** Say something to people who listen instead of looking. */
export function announce(text) {
  let region = document.getElementById("announcements");
  if (!region) {
    region = el("div", { id: "announcements", class: "unseen", role: "status", "aria-live": "polite" });
    document.body.append(region);
  }
  const line = el("p", { text });
  region.append(line);
  setTimeout(() => line.remove(), 8000);
}

/** Text in paragraphs, which an empty line parts. */
export function paragraphs(text) {
  return text.split("\n\n").map((paragraph) => el("p", { text: paragraph.replaceAll(/\s+/g, " ") }));
}

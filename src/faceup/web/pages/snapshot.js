// A picture of what stands on the page, as a file: vectors that need no style sheet, painted on a canvas.

import { svg } from "./elements.js";

const MARGIN = 16; // pixels around it
const SHARP = 2; // pixels of the file for one of the page
const FONT = ["font-family", "font-size", "font-weight"];
const LOOKS = [
  ...FONT,
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
  "text-anchor", "dominant-baseline", "paint-order",
];
const CLEAR = "rgba(0, 0, 0, 0)";

/**
 * What is seen of `node`, on the colour of `paper`, as a PNG.
 * @param {HTMLElement} node
 * @param {string} paper
 * @returns {Promise<Blob>}
 */
export async function snapshot(node, paper) {
  node.classList.add("pictured"); // without what a picture has no use for
  const shapes = svg("g", seen(node));
  node.classList.remove("pictured");
  const drawing = svg("svg.unseen", { xmlns: "http://www.w3.org/2000/svg" }, shapes);
  document.body.append(drawing);
  const box = shapes.getBBox();
  drawing.remove();
  const [x, y, width, height] = [box.x - MARGIN, box.y - MARGIN, box.width + 2 * MARGIN, box.height + 2 * MARGIN];
  const size = { viewBox: [x, y, width, height].join(" "), width: width * SHARP, height: height * SHARP };
  for (const [name, value] of Object.entries(size)) drawing.setAttribute(name, String(value));
  drawing.prepend(svg("rect", { x, y, width, height, fill: paper }));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((found, failed) =>
    canvas.toBlob((blob) => (blob ? found(blob) : failed(new Error("this browser paints no pictures")))),
  );
}

/**
 * The shapes of an element and of what is in it, in the order in which they cover each other.
 * @param {Node} node
 * @returns {SVGElement[]}
 */
function seen(node) {
  if (node instanceof Text) return words(node);
  if (!(node instanceof Element)) return [];
  const [style, box] = [getComputedStyle(node), node.getBoundingClientRect()];
  if (style.visibility === "hidden" || box.width < 2 || box.height < 2) return []; // and texts for listeners alone
  if (node instanceof SVGSVGElement) return [copied(node, box)];
  return [...ground(style, box), ...[...node.childNodes].flatMap(seen)];
}

/** An SVG drawing as it is, with its looks on each of its shapes. */
function copied(node, box) {
  const copy = /** @type {SVGSVGElement} */ (node.cloneNode(true));
  const shapes = [node, ...node.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((shape, k) => {
    const style = getComputedStyle(shapes[k]);
    shape.removeAttribute("style");
    for (const name of LOOKS) shape.setAttribute(name, style.getPropertyValue(name)); // no style, which pages forbid
  });
  for (const side of ["x", "y", "width", "height"]) copy.setAttribute(side, String(box[side]));
  return copy;
}

/** The background and the border of an element. */
function ground(style, { x, y, width, height }) {
  const edge = parseFloat(style.borderTopWidth);
  const bare = edge === 0 || style.borderTopStyle === "none" || style.borderTopColor === CLEAR;
  if (style.backgroundColor === CLEAR && bare) return [];
  const corners = /^polygon\((.*)\)$/.exec(style.clipPath)?.[1];
  if (corners) {
    const places = corners.split(",").map((place) => place.trim().split(" ").map((share) => parseFloat(share) / 100));
    const points = places.map(([across, down]) => `${x + across * width},${y + down * height}`).join(" ");
    return [svg("polygon", { points, fill: style.backgroundColor })];
  }
  const inner = bare ? 0 : edge;
  const rx = style.borderRadius.endsWith("%") ? width / 2 : parseFloat(style.borderRadius) || 0;
  const frame = { x: x + inner / 2, y: y + inner / 2, width: width - inner, height: height - inner, rx };
  const stroke = bare ? {} : { stroke: style.borderTopColor, "stroke-width": edge };
  const dashed = style.borderTopStyle === "dashed" ? { "stroke-dasharray": 4 } : {};
  return [svg("rect", { ...frame, fill: style.backgroundColor, ...stroke, ...dashed })];
}

/** A text word by word, each where it stands. */
function words(node) {
  const parent = /** @type {Element} */ (node.parentElement);
  const style = getComputedStyle(parent);
  const capital = getComputedStyle(parent, "::first-letter").textTransform === "uppercase";
  const looks = Object.fromEntries(FONT.map((name) => [name, style.getPropertyValue(name)]));
  const range = document.createRange();
  return [...node.data.matchAll(/\S+/g)].map(({ 0: word, index }, k) => {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const { x, y, width, height } = range.getBoundingClientRect();
    const text = capital && k === 0 ? word[0].toUpperCase() + word.slice(1) : word;
    const place = { x, y: y + height / 2, textLength: width, "dominant-baseline": "central" };
    return svg("text", { ...place, fill: style.color, ...looks, text });
  });
}

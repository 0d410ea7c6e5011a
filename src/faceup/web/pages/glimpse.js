// A position as small as its place, to recognise a game by.

import { el } from "./elements.js";
import { sceneOf } from "./scene.js";

const WIDTHS = [14, 20, 27, 35, 44]; // of the table in rem, of which that is taken that shows most in the place
const LEGIBLE = 0.28; // of the size on the table

/** A place for the scene of a position, which is as large as the place allows; empty without a scene. */
export function glimpseOf(scene) {
  const place = el("div.glimpse", { "aria-hidden": true, inert: true });
  if (!scene) return place;
  const drawing = el("div.glimpse-drawing", sceneOf({ scene }));
  place.append(drawing);
  const rigid = scene.zones.length === 1 && ["board", "track"].includes(scene.zones[0].kind);
  place.classList.toggle("glimpse-alone", rigid);
  new ResizeObserver(() => {
    const room = { wide: place.clientWidth - 24, high: place.clientHeight - 20 };
    const scaleAt = (width) => {
      drawing.style.maxWidth = width;
      const whole = drawing.scrollWidth <= drawing.offsetWidth;
      return whole ? Math.min(1, room.wide / drawing.offsetWidth, room.high / drawing.offsetHeight) : 0;
    };
    const tried = (rigid ? ["none"] : WIDTHS.map((wide) => `${wide}rem`)).map((width) => ({ width, scale: scaleAt(width) }));
    const best = tried.reduce((best, next) => (next.scale > best.scale ? next : best));
    scaleAt(best.width);
    const legible = rigid ? 0 : Math.min(room.wide / drawing.offsetWidth, LEGIBLE); // of more the upper part is shown
    place.classList.toggle("glimpse-cut", best.scale < legible);
    drawing.style.scale = String(Math.max(best.scale, legible));
  }).observe(place);
  return place;
}

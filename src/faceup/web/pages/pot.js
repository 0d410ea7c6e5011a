// Stones in a heap or a pot, numbers on the table, and what each player has scored.

import { el } from "./elements.js";
import { arrowKeys } from "./keys.js";
import { capital } from "./seats.js";
import { Zone, pickable } from "./zone.js";

const MANY = 12; // stones of a heap, beyond which they are small

/** Stones that lie together; picking one takes it and those behind it. */
class StoneHeap extends Zone {
  counted(items) {
    return items.length ? String(items.length) : null;
  }

  things(items, { scene, look }) {
    const heaps = scene.zones.filter(({ kind }) => kind === "heap");
    const idle = heaps.every(({ rows }) => rows.flat().every(({ move }) => move === null)); // whoever is to move
    const stone = () => el("span.stone");
    const still = () => el("span.item.stone-item", { "aria-hidden": true }, stone());
    const row = el(
      "div",
      { class: ["heap", items.length > MANY && "heap-many", idle && "heap-still"] },
      items.map((item) => pickable(item, look, (entry) => entry.word, ["stone-item"], stone, still)),
      !items.length && el("span.empty", "empty"),
    );
    arrowKeys(row);
    return row;
  }
}

class FigureRow extends Zone {
  things(found, { look, fresh }) {
    if (!found.length) return el("span.empty", "none");
    const figures = found.map((item, at) => {
      const figure = el("span", { class: ["figure", fresh(item, 0, at) && "fresh"] }, item.text);
      const face = () => (item.by ? el("span.figure-place", el("span.small.soft", capital(item.by)), figure) : figure);
      return pickable(item, look, (entry) => entry.word, [], face, face);
    });
    return figures.length > 1 ? el("div.figures", figures) : figures;
  }
}

/** A row for each player, with a bar towards the goal where there is one. */
class ScoreRows extends Zone {
  things(items, { zone, fresh }) {
    const row = (item) => {
      const share = Math.min(Math.max(Number(item.text) / zone.goal, 0), 1);
      return el(
        "div.score-row",
        el("dt", capital(item.by || zone.label)),
        zone.goal > 0 && el("dd.score-bar", { "aria-hidden": true, style: { "--share": share } }),
        el(
          "dd",
          el("strong", { class: ["figure", fresh(item) && "fresh"] }, item.text),
          zone.goal > 0 && el("span.soft", Number(item.text) > zone.goal ? `, goal ${zone.goal}` : ` of ${zone.goal}`),
        ),
      );
    };
    return el("dl.scores", items.map(row));
  }
}

customElements.define("stone-heap", StoneHeap);
customElements.define("figure-row", FigureRow);
customElements.define("score-rows", ScoreRows);

// What each player has scored: a row for each, with a bar towards the goal where there is one.

import { el } from "./elements.js";
import { capital } from "./seats.js";

/** The scores of a zone. */
export function scoreRows(zone, fresh) {
  return el(
    "dl",
    { class: "scores" },
    zone.rows.flat().map((item) => {
      const share = Math.min(Math.max(Number(item.text) / zone.goal, 0), 1);
      return el(
        "div",
        { class: "score-row" },
        el("dt", { text: capital(item.by || zone.label) }),
        zone.goal > 0 && el("dd", { class: "score-bar", "aria-hidden": true, style: { "--share": share } }),
        el(
          "dd",
          {},
          el("strong", { class: ["figure", fresh(item) && "fresh"], text: item.text }),
          zone.goal > 0 && el("span", { class: "soft", text: ` of ${zone.goal}` }),
        ),
      );
    }),
  );
}

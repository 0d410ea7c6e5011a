// What becomes of every seat of a table, in many games or in all plays, as a table.

import { number, percent } from "./charts.js";
import { el } from "./elements.js";
import { capital, shortName } from "./seats.js";

const DIGITS = 4; // of a mean

const between = (value, text) =>
  value.low === null || value.high === null || value.low === value.high ? "" : `${text(value.low)} to ${text(value.high)}`;

/** The figures of every seat of a Sample, or of all plays, which have no `games`. */
export function seatFigures(sample) {
  const head = ["won", sample.tied && "tied", "mean payoff"].filter(Boolean);
  const rate = (value) => [percent(value.value), between(value, (share) => percent(share)).replace("%", "")];
  const cells = (seat) => [
    rate(seat.win_rate),
    ...(sample.tied ? [rate(seat.tie_rate)] : []),
    [number(seat.mean.value, DIGITS), between(seat.mean, (mean) => number(mean, DIGITS))],
  ];
  const told = [
    "Won: the highest payoff",
    sample.tied && "; tied: others have it too",
    sample.games && `; intervals at ${percent(sample.confidence)} for all seats together`,
  ];
  return el(
    "div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": "Every seat's figures" },
    el(
      "table",
      { class: "seat-figures" },
      el("caption", { text: told.filter(Boolean).join("") }),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td"),
          head.map((text) => el("th", { scope: "col", class: "number", text })),
        ),
      ),
      el(
        "tbody",
        {},
        sample.by_seat.map((seat) =>
          el(
            "tr",
            {},
            el("th", { scope: "row", text: capital(shortName(seat.name)) }),
            cells(seat).map(([value, interval]) =>
              el("td", { class: "number" }, value, interval && [" ", el("span", { class: "soft small", text: interval })]),
            ),
          ),
        ),
      ),
    ),
  );
}

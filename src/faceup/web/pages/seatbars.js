// What becomes of every seat of a table, in many games or in all plays: bars with their intervals, those who share the
// first place apart.

import { axes, dataTable, linear, many, number, percent, picture, spotsAlong, textWidth, ticks } from "./charts.js";
import { el, replace, svg } from "./elements.js";
import { capital, shortName } from "./seats.js";

const WIDEST = 64; // pixels of a bar
const DIGITS = 4; // of a mean

/** The seats of a Sample, or of all plays, which have no `games`, as {node, show(sample)}. */
export function seatBars() {
  const chart = picture("Games won by seat");
  const table = el("div");
  const node = el("figure", { class: "chart" }, chart.node, table);
  return {
    node,
    show(sample) {
      chart.show((width) => drawSeats(sample, width));
      replace(table, tableOf(sample));
    },
  };
}

const between = (value, text) =>
  value.low === null || value.high === null || value.low === value.high ? "" : `${text(value.low)} to ${text(value.high)}`;

/** A rate and its interval in words. */
function rateWords(rate) {
  const interval = between(rate, (share) => percent(share));
  return `${percent(rate.value)}${interval && ` (${interval})`}`;
}

function tableOf(sample) {
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

function drawSeats(sample, width) {
  const kinds = [["won", "win_rate", "bar"], ...(sample.tied ? [["tied", "tie_rate", "bar bar-tied"]] : [])];
  const box = { left: 46, right: width - 8, top: 44, bottom: 260 };
  const seats = sample.by_seat;
  const x = linear(0, seats.length, box.left, box.right);
  const tallest = Math.max(...seats.flatMap((seat) => kinds.map(([, key]) => seat[key].high ?? seat[key].value)), 1e-9);
  const y = linear(0, tallest * 1.06, box.bottom, box.top);
  const place = x(1) - x(0);
  const thick = Math.min(WIDEST, (place * 0.8) / kinds.length);
  const bars = seats.flatMap((seat, k) =>
    kinds.map(([word, key, look], kind) => {
      const middle = x(k + 0.5) + (kind - (kinds.length - 1) / 2) * thick;
      const [rate, top] = [seat[key], y(seat[key].value)];
      const shape = { x: middle - thick * 0.45, y: top, width: thick * 0.9, height: Math.max(0.5, box.bottom - top) };
      return {
        from: kind ? middle - thick / 2 : x(k),
        to: kind === kinds.length - 1 ? x(k + 1) : middle + thick / 2,
        text: `${capital(seat.name)}: ${word} ${rateWords(rate)}`,
        bar: svg("rect", { class: look, ...shape }),
        told:
          thick > textWidth("33.3%") &&
          svg("text", {
            class: "value",
            x: middle,
            y: y(rate.high ?? rate.value) - 6,
            "text-anchor": "middle",
            text: percent(rate.value),
          }),
        whisker: sample.games && whisker(middle, y(rate.low ?? rate.value), y(rate.high ?? rate.value), Math.min(6, thick / 4)),
        mark: () => svg("rect", { class: "bar-outline", ...shape }),
      };
    }),
  );
  const fits = (called) => seats.every((seat, k) => textWidth(called(seat, k)) < place);
  const called = [({ name }) => capital(name.replace(/^the /, "")), ({ name }) => shortName(name)].find(fits);
  const numbered = (_, seat) => String(seat + 1);
  return {
    height: called ? 290 : 306,
    layers: [
      axes(
        box,
        {
          at: (seat) => x(seat + 0.5),
          ticks: seats.map((_, seat) => seat),
          text: (seat) => (called ?? numbered)(seats[seat], seat),
          label: called ? "" : "player",
        },
        {
          at: y,
          ticks: ticks(0, tallest * 1.06, 4),
          text: (share) => percent(share, 2),
          label: `share of ${sample.games ? many(sample.games, "game") : "all plays"}`,
        },
      ),
      bars.map(({ bar }) => bar),
      bars.map(({ whisker, told }) => [whisker, told]),
      sample.tied ? legend(kinds, box) : null,
    ],
    spots: spotsAlong(bars),
    summary: capital(sample.most),
  };
}

function whisker(x, low, high, reach) {
  const d = `M${x} ${low}V${high}M${x - reach} ${low}h${2 * reach}M${x - reach} ${high}h${2 * reach}`;
  return ["whisker-ground", "whisker"].map((look) => svg("path", { class: look, d, "aria-hidden": true }));
}

function legend(kinds, box) {
  return kinds.map(([word, , look], k) =>
    svg(
      "g",
      { "aria-hidden": true },
      svg("rect", { class: look, x: box.right - 130 + 70 * k, y: 6, width: 12, height: 12 }),
      svg("text", { x: box.right - 112 + 70 * k, y: 16, text: word }),
    ),
  );
}

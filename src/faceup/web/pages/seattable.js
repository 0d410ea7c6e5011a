// A table of several, a row for each seat: what they have and what play is worth to them; what becomes of them in many games.

import { Component, el } from "./elements.js";
import { badge } from "./movevalues.js";
import { number, percent } from "./numbers.js";
import { capital, onlyPerson, shortName } from "./seats.js";
import { table } from "./table.js";

const FEW_MOVES = 4; // of which each has a column with what it is worth to everybody
const DIGITS = 4; // of a mean

/** The seats of a Position, `values`: with what play is worth. Nothing where there are two opponents. */
class SeatTable extends Component {
  draw({ position, seats, values = false }) {
    if (!position || position.by_seat.length < 2) return null;
    const columns = [...gained(position), ...(values ? worth(position) : [])];
    const you = onlyPerson(seats);
    const nobody = position.deciding.length === 0;
    const star = () => [el("span", { "aria-hidden": true, text: "★ " }), el("span", { class: "unseen", text: "best, " })];
    const row = ({ name }, seat) =>
      el(
        "tr",
        { class: seat === position.turn && "to-move", "aria-current": seat === position.turn ? "true" : null },
        el(
          "th",
          { scope: "row" },
          el("span", { class: "seat-name" }, capital(shortName(name)), el("span", { class: "seat-word", text: " player" })),
          nobody ? null : el("span", { class: "seat-who soft small", text: sits(seats[seat], seat === you) }),
        ),
        columns.map(({ cell }) => cell(seat)),
      );
    const heads = columns.map(({ head, best }) => [best && star(), head]);
    return table("Who sits at the table", {
      look: "by-seat",
      head: columns.length ? ["", ...heads] : null,
      rows: position.by_seat.map(row),
      numeric: (k) => k > 0,
      still: columns.length <= 2,
    });
  }
}

function sits(seat, you) {
  if (seat === "person") return you ? "you" : "a person";
  return seat === "random" ? "plays at random" : "computer";
}

function gained({ by_seat: rows, over }) {
  if (!over && rows.every((row) => row.gained === 0)) return [];
  return [
    {
      head: over ? "gets" : "so far",
      cell: (seat) => el("td", { class: "number", text: badge(rows[seat].gained_text) }),
    },
  ];
}

/** What play is worth after each move, where they are few; else with best play. */
function worth({ by_seat: rows, legal, over, person }) {
  if (over || rows.some((row) => !row.value)) return [];
  const values = rows.map((row) => row.value);
  if (!person || legal.length < 2 || legal.length > FEW_MOVES)
    return [{ head: "may hope for", cell: (seat) => amount(values[seat], values) }];
  const all = legal.flatMap(({ by_seat: after }) => after); // so that bars of one length are one number
  return legal.map(({ word, best, by_seat: after }) => ({
    head: `if ${word}`,
    best,
    cell: (seat) => amount(after[seat], all),
  }));
}

/** A number, above a bar where all are shares of something. */
function amount(value, all) {
  const numbers = all.map((each) => each.value ?? NaN); // none where no number of JSON is so large, and no bars then
  const most = Math.max(...numbers);
  const shares = Math.min(...numbers) >= 0 && most > 0;
  return el(
    "td",
    { class: "number", title: value.text },
    el("span", { text: badge(value.short) }),
    shares
      ? el("span", { class: "seat-bar", "aria-hidden": true, style: { "--share": value.value / most } })
      : null,
  );
}

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
  const figure = ([value, interval]) => [value, interval && [" ", el("span", { class: "soft small", text: interval })]];
  return table("Every seat's figures", {
    look: "seat-figures",
    caption: told.filter(Boolean).join(""),
    head: ["", ...head],
    rows: sample.by_seat.map((seat) => [capital(shortName(seat.name)), ...cells(seat).map(figure)]),
    numeric: (k) => k > 0,
    named: true,
  });
}

customElements.define("seat-table", SeatTable);

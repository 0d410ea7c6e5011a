// Who sits at a table: how many, what they are called; where each has a payoff of its own, tables with a row for each.

import { Component, el, table } from "./elements.js";
import { number, percent, roundPercent } from "./numbers.js";

/** What seats are called: by the game itself, where it has names for them, else as all are called. */
export const seatNames = (game, all) => all.map((name, place) => game.player_names[place] ?? name);

/** How many seats a game of the library has with these parameters, as typed; two where there are two opponents. */
export function seatCount(game, parameters = {}) {
  const players = game.parameters.find(({ name, kind }) => name === "players" && kind === "number");
  if (!game.seats || !players) return game.seats || 2;
  const count = Number(parameters.players ?? players.value);
  return Number.isInteger(count) && count > 0 && count <= game.seatNames.length ? count : game.seats;
}

/** "the first player" as "first", where there is little room. */
export const shortName = (name) =>
  name.replace(/^the (.*) player$/, "$1").replace(/^the computer$/, "computer").replace(/^player number /, "");

/** What a player's pieces look like, in a word, "" where nothing is known: "black", "crosses". */
export function colourOf({ zones }, player) {
  const board = zones.find(({ kind }) => kind === "board");
  const name = board?.owners[player] ?? "";
  return board?.edges[player] ?? ({ cross: "crosses", nought: "noughts" }[name] ?? name.split(" ")[0]);
}

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

const FEW_MOVES = 4; // of which each has a column with what it is worth to everybody
const DIGITS = 4; // of a mean

/**
 * The seats of a Position, `values`: with what play is worth. Nothing where there are two opponents. Until the moves
 * that led there are shown, `settled`, what was gained stays as it was before them.
 */
class SeatTable extends Component {
  #columns = [];

  draw({ position, turn, settled, values = false }) {
    if (!position || position.by_seat.length < 2) return null;
    if (settled) this.#columns = [...gained(position), ...(values ? worth(position) : [])];
    else if (position.added === position.history.length) this.#columns = []; // of another game
    const columns = this.#columns;
    const star = () => [el("span", { "aria-hidden": true }, "★ "), el("span.unseen", "best, ")];
    const row = ({ name, who }, seat) =>
      el(
        "tr",
        { class: seat === turn && "to-move", "aria-current": seat === turn ? "true" : null },
        el(
          "th",
          { scope: "row" },
          el("span.seat-name", capital(shortName(name)), / player$/.test(name) && el("span.seat-word", " player")),
          who && el("span.seat-who.soft.small", who),
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

function gained({ by_seat: rows, over, scene }) {
  const scores = scene.zones.find(({ kind }) => kind === "scores")?.rows.flat() ?? [];
  if (scores.length && rows.every(({ gained_text: text }, seat) => text === scores[seat]?.text)) return []; // drawn above
  const paid = rows.filter(({ gained }) => gained !== 0);
  if (over ? paid.length === 1 && paid[0].gained === 1 : !paid.length) return []; // then there is a winner, and no more
  return [
    {
      head: over ? "payoff" : "so far",
      cell: (seat) => el("td.number", rows[seat].gained_text),
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
  return el("td.number", { title: value.text }, el("span", value.short), shares
      ? el("span.seat-bar", { "aria-hidden": true, style: { "--share": value.value / most } })
      : null);
}

const between = ({ low, high }, text) =>
  [low, high].includes(null) || text(low) === text(high) ? "" : `${text(low)} to ${text(high)}`;

/** The figures of every seat of a Sample, or of all plays, which have no `games`. */
export function seatFigures(sample) {
  const text = (value) => number(value, DIGITS);
  const paid = sample.by_seat.some(({ mean, win_rate: won }) => text(mean.value) !== text(won.value)); // not 1 a win
  const head = ["won", sample.tied && "tied", paid && "mean payoff"].filter(Boolean);
  /** @returns {[value: string, interval: string]} */
  const rate = (value) => [percent(value.value), between(value, (share) => percent(share)).replace("%", "")];
  /** @returns {[value: string, interval: string][]} */
  const cells = (seat) => [
    rate(seat.win_rate),
    ...(sample.tied ? [rate(seat.tie_rate)] : []),
    ...(paid ? [/** @type {[string, string]} */ ([text(seat.mean.value), between(seat.mean, text)])] : []),
  ];
  const told = [
    "Won: the highest payoff",
    sample.tied && "; tied: others have it too",
    sample.games && `; intervals at ${roundPercent(sample.confidence)} for all seats together`,
  ];
  const figure = ([value, interval]) => [value, interval && [" ", el("span.soft.small", interval)]];
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

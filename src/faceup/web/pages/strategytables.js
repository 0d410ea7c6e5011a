// A strategy as tables: thresholds, or lines where they say it in clearly less room, or row by row.

import { smallBoard } from "./board.js";
import { Component, dataTable, el, opening, pushButton, replace } from "./elements.js";
import { many } from "./numbers.js";
import { capital } from "./seats.js";

const MOST_CHOICES = 4; // tables of one player
const FIRST_BOARDS = 12;
const FIRST_ROWS = 20; // of a long table, before a button shows the rest

/** The shortest table that says all of a Strategy; `plain` where that is all rows anyway. */
export class StrategyTable extends Component {
  draw({ strategy }) {
    const { rows, thresholds, bands, lines, mixed, by_player: blocks } = strategy;
    this.plain = !blocks.length && (mixed.length > 0 || (thresholds === null && !lines));
    if (!rows.length && thresholds === null && !mixed.length) return null; // nobody has a choice
    this.className = "stack";
    if (blocks.length) return blocks.flatMap((block) => playerBlock(block, strategy.representatives));
    if (mixed.length) return mixed.flatMap(mixedTables);
    if (thresholds !== null) return long("Thresholds", lines.heads, lines.rows, 0, { first: 200 });
    if (strategy.always) return always(strategy);
    if (bands) return bandsAndLines(bands, lines);
    if (lines) return long("Best moves", lines.heads, lines.rows, lines.left_out);
    // Where all moves are equally good, the facts below the table say so.
    return rowTable(strategy, (row) => !row.free || !row.sure || row.words.length === 1);
  }
}

// What one player does, in a table or on boards, and where it does not matter.
function playerBlock({ who, heads, rows, left_out: left, boards, notes, always: move }, mirrored) {
  const shown = move ? null : boards.length ? boardTable(
    capital(who), boards, left, mirrored
  ) : rows.length && long(capital(who), heads, rows, left);
  return [
    shown || el("h3", capital(who)),
    move && always({ always: move }),
    ...notes.map((note) => el("p.soft", note.replace(/^equal\s+/, "Equally good: "))),
  ];
}

const always = ({ always: move }) => el("p", `Always ${move}.`);

// Positions side by side, with a star on the squares that are best to move to.
function boardTable(who, boards, left, mirrored) {
  const tile = ({ ranks, told, zone }) =>
    el("li", smallBoard(zone, ranks.join("; ")), told.map((line) => el("p.small.soft", line)));
  const starred = boards.some(({ ranks }) => ranks.join("").includes("*"));
  const shown = (count) => [
    el("h3", who),
    starred && el("p.soft", `★ best squares to move to${mirrored ? "; a board stands for its mirror images too" : ""}`),
    el("ul.positions", boards.slice(0, count).map(tile)),
  ];
  return unfolding("position", boards.length, FIRST_BOARDS, left, shown);
}

// What one player does how often, by what is seen: a table for each choice, where decisions are between other moves.
function mixedTables({ who, heads, rows, left_out: left }) {
  const choiceOf = (row) => heads.filter((_, k) => row[k] !== "").join();
  const choices = [...new Set(rows.map(choiceOf))];
  if (choices.length === 1 || choices.length > MOST_CHOICES) return long(capital(who), heads, rows, left, { names: true });
  return choices.map((choice, place) => {
    const found = rows.filter((row) => choiceOf(row) === choice);
    const columns = [...heads.keys()].filter((k) => found[0][k] !== "");
    const picked = (row) => columns.map((k) => row[k]);
    const last = place === choices.length - 1;
    const caption = `${capital(who)}: ${picked(heads).slice(1, -1).join(" or ")}`; // between what is seen and its worth
    return long(caption, picked(heads), found.map(picked), last ? left : 0, { names: true });
  });
}

// From where one of two moves is best: in bands, and line by line on demand.
function bandsAndLines(bands, lines) {
  const exact = lines && opening(`Exactly: ${many(lines.rows.length + lines.left_out, "line")}`, () =>
    long("Best moves", lines.heads, lines.rows, lines.left_out));
  return [long(bands.caption, bands.heads, bands.rows, 0), exact?.node];
}

/**
 * Every decision, or those that are `wanted`, with its best moves.
 * @param {import("./gamepage.js").Answer} answer
 * @param {(row: import("./gamepage.js").Answer) => boolean} wanted
 */
export function rowTable({ heads, rows, rows_left_out: left, planned }, wanted = () => true) {
  const cells = rows.filter(wanted)
    .map(({ shown, words, sure }) => [
      ...shown,
      words.join(" or ") + (words.length === 1 ? "" : sure ? " (equal)" : " (too close to tell)"),
    ]);
  const first = rows.slice(0, planned).filter(wanted).length;
  const caption = first ? "Best moves, first where all play best" : "Best moves";
  return long(caption, [...heads, "best"], cells, left, { first: Math.min(first || FIRST_ROWS, FIRST_ROWS) });
}

function long(caption, head, rows, left, { first = FIRST_ROWS, names = false } = {}) {
  return unfolding("row", rows.length, first, left, (count) => [dataTable(caption, head, rows.slice(0, count), { names })]);
}

// What begins with some rows and shows the others when asked; those that the server left out are counted.
function unfolding(what, all, first, left, shown) {
  const node = el("div.stack.decisions");
  const show = (count) => {
    const more = () => {
      show(all);
      /** @type {?HTMLElement} */ (node.querySelector("[tabindex]"))?.focus();
    };
    replace(
      node,
      ...shown(count),
      count < all && pushButton(`Show ${many(all - count, `more ${what}`)}`, more),
      count >= all && left > 0 && el("p.soft", `${many(left, what)} left out.`),
    );
  };
  show(Math.min(first, all));
  return node;
}

customElements.define("strategy-table", StrategyTable);

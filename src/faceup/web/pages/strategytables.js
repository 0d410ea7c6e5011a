// A strategy as tables: thresholds, or lines where they say it in clearly less room, or row by row.

import { smallBoard } from "./board.js";
import { die } from "./dice.js";
import { Component, dataTable, el, opening, pushButton, replace } from "./elements.js";
import { many } from "./numbers.js";
import { capital } from "./seats.js";

const MOST_CHOICES = 4; // tables of one player
const FIRST_BOARDS = 12;
const FIRST_ROWS = 20; // of a long table, before a button shows the rest
const LONG = 24; // letters of what is seen, which on a phone stand above the rest of the row
const FEW_ROWS = 30; // of a table by what is seen, up to which it is shown whole
const ONE_WORD = 12; // letters of a move, up to which its words stay in one line

/** The shortest table that says all of a Strategy; `plain` where that is all rows anyway. */
export class StrategyTable extends Component {
  draw({ strategy }) {
    const { rows, thresholds, bands, lines, mixed, by_player: blocks } = strategy;
    this.plain = !blocks.length && (mixed.length > 0 || (thresholds === null && !lines));
    if (!rows.length && thresholds === null && !mixed.length) return null; // nobody has a choice
    this.className = "stack";
    if (blocks.length) return blocks.flatMap((block) => playerBlock(block, strategy));
    if (mixed.length) return mixedBlocks(mixed);
    if (strategy.rule) return el("p", `${capital(strategy.rule)}.`);
    if (thresholds !== null) return long("Thresholds", lines.heads, lines.rows, 0, { first: 200 });
    if (strategy.always) return always(strategy.always, strategy.rows);
    if (bands) return bandsAndLines(bands, lines);
    if (lines) return long("Best moves", lines.heads, lines.rows, lines.left_out, strategy);
    // Where all moves are equally good, the facts below the table say so.
    const telling = (row) => !row.free || !row.sure || row.words.length === 1;
    return rows.some(telling) ? rowTable(strategy, telling) : el("p", "No move is better than another.");
  }
}

// What one player does, in a table or on boards, and where it does not matter.
function playerBlock(block, { things }) {
  const { who, heads, rows, left_out: left, boards, notes, always: move, rule } = block;
  const shown = boards.length ? boardTable(capital(who), block) : move || rule ? null : rows.length && long(capital(who), heads, rows, left, { things });
  return [
    shown || el("h3", capital(who)),
    !boards.length && (move ? always(move, rows) : rule && el("p", `${capital(rule)}.`)),
    ...notes.map((note) => el("p.soft", note.replace(/^equal\s+/, "Equally good: "))),
  ];
}

const always = (move, rows) => el("p", rows.length > 1 ? `Always ${move}.` : `Best move: ${move}.`);

// Positions side by side, each below the moves that lead there, with a star on the squares that are best to move to.
function boardTable(who, { boards, left_out: left, order, outlines }) {
  const tile = ({ reached, ranks, told, zone, begins, ends }) => el(
    "li",
    el("p.small.reached", reached.split(" ").flatMap((word) => [el("span", word), " "])), // no move in two lines
    smallBoard(zone, ranks.join("; "), begins, ends),
    told.map((line) => el("p.small.soft", line)),
  );
  const starred = boards.some(({ ranks }) => ranks.join("").includes("*"));
  const shown = (count) => [
    el("h3", who),
    order && el("p.soft", `${capital(order)}.`),
    outlines && el("p.soft", outlines),
    starred && el("p.soft", "★ best squares to move to"),
    el("ul.positions", boards.slice(0, count).map(tile)),
  ];
  return unfolding("position", boards.length, FIRST_BOARDS, left, shown);
}

// What each player does how often; where numbers are exact, a button writes them as fractions, and back.
function mixedBlocks(tables) {
  const node = el("div.stack");
  const fill = (exact) => {
    const toggle = pushButton(exact ? "Show percentages" : "Show exact fractions", () => {
      fill(!exact);
      /** @type {?HTMLElement} */ (node.querySelector("button.fractions"))?.focus();
    });
    toggle.classList.add("fractions");
    const blocks = tables.flatMap((each) => [
      tables.length > 1 && el("h3", capital(each.who)),
      ...mixedTables(exact ? { ...each, rows: each.fractions } : each),
    ]);
    replace(node, ...blocks, tables.some((each) => each.fractions.length) && toggle);
  };
  fill(false);
  return node;
}

// What one player does how often, by what is seen: a table for each choice, where decisions are between other moves.
function mixedTables({ who, heads, rows, left_out: left }) {
  const choiceOf = (row) => heads.filter((_, k) => row[k] !== "").join();
  const choices = [...new Set(rows.map(choiceOf))];
  const how = { names: true, first: rows.length > FEW_ROWS ? FIRST_ROWS : FEW_ROWS };
  const barred = (row) => row.map((cell, k) => (k && k < row.length - 1 ? shareCell(cell) : cell));
  if (choices.length === 1 || choices.length > MOST_CHOICES) {
    const caption = "How often each move is made";
    return [long(caption, heads, rows.map(barred), left, { ...how, label: `${capital(who)}: ${caption}` })];
  }
  return choices.map((choice, place) => {
    const found = rows.filter((row) => choiceOf(row) === choice);
    const columns = [...heads.keys()].filter((k) => found[0][k] !== "");
    const picked = (row) => columns.map((k) => row[k]);
    const last = place === choices.length - 1;
    const caption = capital(picked(heads).slice(1, -1).join(" or ")); // between what is seen and its worth
    return long(caption, picked(heads), found.map((row) => barred(picked(row))), last ? left : 0, { ...how, label: `${capital(who)}: ${caption}` });
  });
}

// How often a move is made, over a bar.
function shareCell(text) {
  const [, number, unit] = /^([\d.]+)(%|\/\d+)$/.exec(text) ?? [];
  const share = text === "always" ? 1 : unit === "%" ? Number(number) / 100 : Number(number) / Number(unit?.slice(1));
  const cell = el("td", { class: share > 0 ? "share" : text.length <= ONE_WORD && "word" }, text);
  if (share > 0) cell.style.setProperty("--share", `${100 * share}%`);
  return cell;
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
export function rowTable({ heads, rows, rows_left_out: left, planned, things }, wanted = () => true) {
  const cells = rows.filter(wanted)
    .map(({ shown, words, sure }) => [
      ...shown,
      words.join(" or ") + (words.length === 1 ? "" : sure ? " (equal)" : " (too close to tell)"),
    ]);
  const first = rows.slice(0, planned).filter(wanted).length;
  const caption = first ? "Best moves, first where all play best" : "Best moves";
  const how = { first: Math.min(first || FIRST_ROWS, FIRST_ROWS), things };
  return long(caption, [...heads, "best"], cells, left, how);
}

function long(caption, head, rows, left, { first = FIRST_ROWS, names = false, things = {}, label = caption } = {}) {
  const cards = head.some((text) => things[text] === "cards") && rows.every((row) => /^\d+$/.test(row.at(-1)));
  const kinds = head.map((text, k) => things[text] ?? (cards && k === head.length - 1 ? "cards" : null));
  const laid = (row) => row.map((cell, k) => (kinds[k] ? thingsCell(kinds[k], cell) : cell));
  const look = names && rows.some(([seen]) => seen.length > LONG) && "long-rows";
  const shown = (count) => [dataTable(caption, head, rows.slice(0, count).map(laid), { names, label, look })];
  return unfolding("row", rows.length, first, left, shown);
}

// Cards or dice that lie together, or a list of such.
function thingsCell(kind, text) {
  const sets = text.split(/,\s|\sor\s/);
  if (sets.length > 1) return el("div.thing-sets", sets.map((each) => thingsCell(kind, each)));
  if (text === "-") return el("span.soft", "none");
  const one = (word) => (kind === "dice" ? die(word) : el("span.chip", word));
  return el("span.things", text.split(" ").map((word, k) => [k > 0 && " ", one(word)]));
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

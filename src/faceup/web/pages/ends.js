// How it ends: with which probability, and after how many moves, when players keep to policies.

import { apiOf } from "./api.js";
import { DataChart } from "./chart.js";
import { announce, dataTable, el, replace } from "./elements.js";
import { gamePage, playsItself, policyWords, remember, wayOut } from "./gamepage.js";
import { gameLinks } from "./header.js";
import { duration, many, number, oneOf, percent } from "./numbers.js";
import { capital, seatFigures, shortName } from "./seats.js";
import { policyQuery, SettingsForm } from "./settings.js";

const MOST_RESULTS = 40; // rows of results, before the rest is counted
const SHARES = [["1/2", "Median length"], ["9/10", "Nine in ten within"], ["99/100", "99 in 100 within"]];

/** @typedef {import("./gamepage.js").Answer} Answer */
const BEGINS = { found: /** @type {?Answer} */ (null) };

gamePage("ends", "How it ends", BEGINS, (game, store) => {
  if (game.kind === "patience") return playsItself(game);

  async function ask() {
    const asked = form.read();
    if (!asked) return;
    remember(asked.parameters, policyQuery(asked.policies));
    const refuse = (error) =>
      store.update(wayOut(error, "outcomes", game, asked.parameters, gameLinks("ends", game)));
    const found = await store.ask("Calculating ...", [apiOf(game, "outcomes"), asked], refuse);
    if (found) store.update({ found });
  }

  const form = new SettingsForm(
    game, store, { submit: "Calculate", send: ask, policies: { worst: true } }
  );
  ask();
  const nothing = !game.parameters.length && game.players === 0; // to choose
  if (nothing) store.subscribe(["found"], ({ found }) => (form.hidden = found !== null));
  return el(nothing ? "div.stack" : "div.split", form, answerPlace(game, store));
});

function answerPlace(game, store) {
  const node = el("section.panel.stack.results", { "aria-label": "What was found", hidden: true });
  const bars = new DataChart("Plays won by seat");
  const lengths = new DataChart("Lengths of plays", "The lengths as a table");
  store.subscribe(["found"], ({ found }) => {
    if (!found) return;
    const { outcomes, states, seconds, engine, unit } = found;
    const tied = found.by_seat.some(({ tie_rate }) => tie_rate?.value > 0);
    const numbers = outcomes.win_rate.value === null && found.results.length > 1;
    const exact = engine === "chain" ? "Exact" : "Shares within proven bounds";
    bars.show({ drawing: found.seats_drawing });
    const long = found.lengths_drawing; // the figures tell the rest
    lengths.show({ drawing: long && { ...long, title: `how many ${unit} a play takes` } });
    node.hidden = false;
    replace(
      node,
      el("h2", [found.title, game.players > 0 && outcomes.policies.map(policyWords).join(" against ")].filter(Boolean).join(": ")),
      el("div.intervals.figures-alone", figuresOf(found)),
      bars,
      found.seats_drawing && seatFigures({ ...found, tied }),
      numbers ? resultTable(found) : wonSeveralWays(found) && rowTable(found),
      lengths,
      outcomes.begun.length > 0 && begunTable(found),
      el("p.soft.small", `${exact}; ${many(states, "position")}, ${duration(seconds)}`),
    );
    announce(found.text.join("; "));
  });
  return node;
}

/** Rates where games are won and lost, else the mean; how long it takes. */
function figuresOf({ outcomes, players, worth, by_seat, unit }) {
  const [first, second] = players;
  const rates = [
    [second ? `Won by ${first}` : "Won", outcomes.win_rate],
    ["Drawn", outcomes.draw_rate],
    [second ? `Won by ${second}` : "Lost", outcomes.loss_rate],
  ].filter(([name, rate]) => rate.value !== null && !by_seat.length && !(name === "Drawn" && rate.value === 0));
  const ends = rates.length
    ? rates.map(([name, rate]) => figure(name, percent(rate.value), rate))
    : by_seat.length > 1
      ? []
      : [figure(`Value to ${first}`, worth.value === null ? worth.short : number(worth.value, 4), worth)];
  const most = SHARES.map(([share]) => outcomes.within[share]);
  const within = SHARES.flatMap(([, name], k) => most[k] === null || most[k] === most[k + 1] // more says it all
    ? [] : [figure(name, number(most[k]), null, most[k] === 1 ? oneOf(unit) : unit)]);
  const endless =
    outcomes.endless === "0" ? [] : [figure(
      "Never end", percent(fraction(outcomes.endless)), { exact: outcomes.endless }
    )];
  const length = outcomes.length;
  const always = most.every((each) => each === length.value); // all plays are as long
  const average = always ? `${capital(unit)}, always` : `Average ${unit}`;
  const moves = length.value === null ? [] : [figure(average, number(length.value, 4), length)];
  return [...ends, ...endless, ...moves, ...(always ? [] : within)];
}

/** A fraction as it is written, as a number; of very long ones the first digits are enough. */
function fraction(text) {
  const [above, below = "1"] = text.split("/");
  const longest = Math.max(above.length, below.length, 300) - 300;
  const cut = (digits) => Number(digits.slice(0, Math.max(0, digits.length - longest)) || "0");
  return cut(above) / cut(below);
}

/** One figure, with its fraction where that is short, and its unit where the name does not say it. */
function figure(name, text, value, unit = null) {
  const exact = value?.exact?.includes("/") && value.exact.length <= 24 ? value.exact : null;
  const told = el("p.figure-value", text, unit && el("span.small.soft", ` ${unit}`));
  return el("div.interval-place", el("h3", name), told, exact && el("p.soft.small", exact));
}

/** How it ends by who begins. */
function begunTable({ outcomes, players }) {
  const rates = (of) => [of.win_rate, of.draw_rate, of.loss_rate].map((rate) => percent(rate.value));
  const rows = outcomes.begun.map((begun) => {
    const own = begun.player === 0 ? rates(begun) : rates(begun).reverse();
    return [players[begun.player] ?? `player ${begun.player}`, ...own, number(begun.length.value, 4)];
  });
  if (outcomes.beginner) rows.push(["whoever begins", ...rates(outcomes.beginner), ""]);
  return dataTable("Is it worth anything to begin?", ["who begins", "wins", "draws", "loses", "moves"], rows);
}

/** The share of each result, where it is played for a number. */
function resultTable({ results, players }) {
  const gets = players.length > 1 ? `what ${players[0]} gets` : "result";
  return shareTable("How often each result comes", [gets], results.map(([, share, result]) => [result, share]));
}

/** Whether the same seats win with payoffs that differ, so that the share that each wins does not tell all. */
function wonSeveralWays({ rows }) {
  const winners = rows.map(([paid]) => paid.map((each) => each === Math.max(...paid)).join());
  return new Set(winners).size < rows.length;
}

/** The share of each row of payoffs, a column for each seat. */
function rowTable({ rows, by_seat }) {
  const names = by_seat.map(({ name }) => capital(shortName(name)));
  return shareTable("How often the players get what", names, rows.map(([, share, row]) => [...row, share]));
}

/** A table of rows whose last number is a share, the first of them where they are many. */
function shareTable(title, names, rows) {
  const more = rows.length > MOST_RESULTS ? `, the first ${MOST_RESULTS} of ${number(rows.length)}` : "";
  const told = rows.slice(0, MOST_RESULTS).map((row) => [...row.slice(0, -1), percent(row.at(-1))]);
  return dataTable(`${title}${more}`, [...names, "share"], told);
}

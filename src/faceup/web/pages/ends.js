// How it ends: with which probability, and after how many moves, when players keep to policies.

import { fromQuery } from "./addressquery.js";
import { cancelled, post } from "./api.js";
import { dataTable, many, number, percent } from "./charts.js";
import { announce, busy, el, replace } from "./elements.js";
import { gamePage, policyFields, policyQuery, policyWords, remember, tell, titleWords } from "./gamepage.js";
import { gameLinks } from "./header.js";
import { badge } from "./movevalues.js";
import { chart } from "./painter.js";
import { parameterForm } from "./parameterform.js";
import { seatFigures } from "./seatfigures.js";
import { capital, seatCount, shortName } from "./seats.js";
import { wayOut } from "./wayout.js";

const MOST_RESULTS = 40; // rows of results, before the rest is counted
const SHARES = [
  ["1/2", "Median length"],
  ["9/10", "Nine in ten within"],
  ["99/100", "99 in 100 within"],
];

gamePage("ends", "How it ends", (game) => {
  if (game.kind === "patience")
    return el("p", {
      class: "panel",
      text: `${game.title} plays itself: there is nothing to decide. It can be watched and simulated.`,
    });
  const query = new URLSearchParams(location.search);
  const parameters = parameterForm(game, {
    values: fromQuery(game),
    onchange: (typed) => policies.seats(seatCount(game, typed)),
  });
  const policies = policyFields(game, query.getAll("policy"), {
    usual: "best",
    worst: true,
    count: seatCount(game, fromQuery(game)),
  });
  const waiting = el("div", { class: "waiting" });
  const answer = answerPlace(game);
  let controller = null;

  async function ask() {
    tell(null);
    let asked;
    try {
      asked = { parameters: parameters.read(), policies: policies.read() };
    } catch (mistake) {
      tell(mistake);
      return;
    }
    remember(asked.parameters, policyQuery(asked.policies));
    controller?.abort();
    const own = (controller = new AbortController());
    const done = busy(waiting, own, "Following all plays ...");
    try {
      const found = await post(`/api/games/${encodeURIComponent(game.name)}/outcomes`, asked, { signal: own.signal });
      if (own === controller) answer.show(found);
    } catch (error) {
      if (own === controller && !cancelled(error)) {
        tell(error, wayOut(error, "outcomes", game, asked.parameters, gameLinks("ends", game)));
      }
    } finally {
      if (own === controller) done();
    }
  }

  const form = el(
    "form",
    { class: "panel stack settings" },
    game.parameters.length ? parameters.node : null,
    policies.node,
    el(
      "div",
      { class: "buttons" },
      el("button", { type: "submit", class: "primary", text: "Calculate" }),
      waiting,
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  ask();
  return el("div", { class: "split" }, form, answer.node);
});

/** Where an answer is shown, as {node, show(answer)}. */
function answerPlace(game) {
  const title = el("h2", {});
  const figures = el("div", { class: "intervals" });
  const lengths = chart("Lengths of plays", "The lengths as a table");
  const bars = chart("Plays won by seat");
  const seats = el("div", {});
  const begun = el("div", {});
  const results = el("div", {});
  const facts = el("p", { class: "soft small" });
  const node = el(
    "section",
    { class: "panel stack results", "aria-label": "What was found", hidden: true },
    title,
    figures,
    bars.node,
    seats,
    lengths.node,
    begun,
    results,
    facts,
  );

  function show(found) {
    const outcomes = found.outcomes;
    node.hidden = false;
    title.textContent = `${titleWords(game, found.title)}: ${outcomes.policies.map(policyWords).join(" against ")}`;
    replace(figures, figuresOf(found));
    bars.show(found.seats_drawing);
    const tied = found.by_seat.some(({ tie_rate }) => tie_rate?.value > 0);
    replace(seats, found.seats_drawing && seatFigures({ ...found, tied }));
    lengths.show(found.lengths_drawing);
    replace(begun, outcomes.begun.length ? begunTable(found) : null);
    replace(results, found.rows.length > 1 ? rowTable(found) : null);
    if (outcomes.win_rate.value === null && found.results.length > 1) replace(results, resultTable(found));
    const exact = found.engine === "chain" ? "Exact" : "Shares within proven bounds";
    facts.textContent = `${exact}, of ${number(found.states)} positions in ${number(found.seconds, 2)} s.`;
    announce(found.text.join("; "));
  }

  return { node, show };
}

/** Rates where games are won and lost, else the mean; how long it takes. */
function figuresOf({ outcomes, players, worth, by_seat }) {
  const [first, second] = players;
  const rates = [
    [second ? `Won by ${first}` : "Won", outcomes.win_rate],
    ["Drawn", outcomes.draw_rate],
    [second ? `Won by ${second}` : "Lost", outcomes.loss_rate],
  ].filter(([, rate]) => rate.value !== null && !by_seat.length);
  const ends = rates.length
    ? rates.map(([name, rate]) => figure(name, percent(rate.value, 5), rate))
    : by_seat.length > 1
      ? []
      : [figure(`Value to ${first}`, worth.value === null ? badge(worth.short) : number(worth.value, 6), worth)];
  const within = SHARES.filter(([share]) => outcomes.within[share] !== null).map(([share, name]) =>
    figure(name, many(outcomes.within[share], "move"), null),
  );
  const endless =
    outcomes.endless === "0" ? [] : [figure("Never end", percent(fraction(outcomes.endless), 5), { exact: outcomes.endless })];
  const length = outcomes.length;
  const moves = length.value === null ? [] : [figure("Moves", number(length.value, 5), length)];
  return [...ends, ...endless, ...moves, ...within];
}

/** A fraction as it is written, as a number; of very long ones the first digits are enough. */
function fraction(text) {
  const [above, below = "1"] = text.split("/");
  const longest = Math.max(above.length, below.length, 300) - 300;
  const cut = (digits) => Number(digits.slice(0, Math.max(0, digits.length - longest)) || "0");
  return cut(above) / cut(below);
}

/** One figure, with its fraction where that is short. */
function figure(name, text, value) {
  const exact = value?.exact?.includes("/") && value.exact.length <= 24 ? value.exact : null;
  return el(
    "div",
    { class: "interval-place" },
    el("h3", { text: name }),
    el("p", { class: "figure-value", text }),
    exact && el("p", { class: "soft small", text: exact }),
  );
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
function resultTable({ results }) {
  const rows = results.slice(0, MOST_RESULTS).map(([, share, result]) => [badge(result), percent(share)]);
  const more = results.length > MOST_RESULTS ? `, the first ${MOST_RESULTS} of ${number(results.length)}` : "";
  return dataTable(`Results${more}`, ["result", "share"], rows);
}

/** The share of each row of payoffs, a column for each seat. */
function rowTable({ rows, by_seat }) {
  const told = rows.slice(0, MOST_RESULTS).map(([, share, row]) => [...row.map(badge), percent(share)]);
  const more = rows.length > MOST_RESULTS ? `, the first ${MOST_RESULTS} of ${number(rows.length)}` : "";
  return dataTable(`Results${more}`, [...by_seat.map(({ name }) => capital(shortName(name))), "share"], told);
}

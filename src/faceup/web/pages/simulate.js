// Simulate: play many numbered games by chance, and watch the figures settle.

import { pageOf } from "./address.js";
import { apiOf, cancelled, stream } from "./api.js";
import { DataChart } from "./chart.js";
import { el, pushButton, replace, write } from "./elements.js";
import { gamePage, remember, seldom } from "./gamepage.js";
import { many, number, oneOf, percent, roundPercent } from "./numbers.js";
import { IntervalBar, RunProgress } from "./runfigures.js";
import { capital, seatCount, seatFigures } from "./seats.js";
import { choice, policyQuery, SettingsForm, WholeField } from "./settings.js";
import { Contestants, TournamentFound } from "./tournament.js";

const GAMES = 10_000; // of the run with which the page opens
const OPENING = 3000; // milliseconds that it plays: nobody asked for it, and others may wait
const IN_TURN = "1,000"; // of each seating of a tournament
const WHO = [["", "as chosen below"], ["all", "a tournament"]];
const CONFIDENCES = [["0.9", "90%"], ["0.95", "95%"], ["0.99", "99%"], ["0.999", "99.9%"]];
const ALL = "All games have"; // as many moves, which a title says then
const KEPT = { wins: "Games won", longest: "The longest", shortest: "The shortest" };

/** @typedef {import("./gamepage.js").Answer} Answer */
const BEGINS = {
  sample: /** @type {?Answer} */ (null),
  tournament: /** @type {?Answer} */ (null),
  asked: /** @type {?Answer} */ (null),
  state: "Getting ready ...",
  done: false,
  running: /** @type {?AbortController} */ (null),
};

gamePage("simulate", "Simulate", BEGINS, (game, store, limits) => {
  const query = new URLSearchParams(location.search);
  const most = limits.games ?? GAMES;
  const wanted = Number(query.get("games") ?? Math.min(GAMES, most)).toLocaleString("en-GB");
  const games = new WholeField(
    "Number of games", wanted, { least: 1, most, name: "games", hint: `1 to ${number(most)}` }
  );
  const seed = new WholeField(
    "Seed", query.get("seed") ?? 0, { name: "seed", hint: "the same seed plays the same games" }
  );
  const confidence = choice("Confidence", "confidence", CONFIDENCES, query.get("confidence") ?? "0.95");
  const rotates = game.kind !== "patience" && game.players > 1 && seatCount(game) > 1;
  const who = choice("Who plays", "who", WHO, query.get("who") ?? "", { change: () => turn() });
  const above = rotates ? who.node : null;
  const contestants = el("div");
  const below = [contestants, el("div.fields", games, seed, confidence.node)];
  const send = () => begin({ wanted: true });
  const form = new SettingsForm(game, store, { submit: "Start", send, policies: {}, above, below });
  const seats = rotates ? form.policies : null;
  const all = seats ? new Contestants(seats.possible, chosen(game, query)) : null;
  replace(contestants, all);
  const turn = () => {
    const rotating = who.select.value === "all";
    if (seats) seats.hidden = rotating;
    contestants.hidden = !rotating;
    if (rotating && games.input.value === wanted && !query.has("games")) games.input.value = IN_TURN;
  };
  turn();
  const start = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
  const stop = pushButton("Stop", () => store.state.running?.abort());
  store.subscribe(
    ["running"], ({ running }) => ([start.disabled, stop.disabled] = [running !== null, running === null])
  );

  /** Play as the form says; whoever `wanted` it is taken to what comes. */
  async function begin({ wanted }) {
    const rotating = all && who.select.value === "all";
    const asked = form.read(() => ({
      games: games.read(),
      seed: seed.read(),
      confidence: Number(confidence.select.value),
      ...(rotating ? { policies: all.read() } : {}),
    }));
    if (!asked) return;
    remember(asked.parameters, [
      ["games", asked.games],
      ["seed", asked.seed],
      ["confidence", asked.confidence === 0.95 ? null : asked.confidence],
      ["who", rotating ? "all" : null],
      ...policyQuery(asked.policies),
    ]);
    store.update({ asked, running: new AbortController() });
    if (wanted) stop.focus({ preventScroll: true });
    if (wanted && found.getBoundingClientRect().top > innerHeight / 2) found.scrollIntoView();
    await play(game, store, rotating ? "tournament" : "sample", wanted ? Infinity : OPENING);
    const held = document.activeElement === stop;
    store.update({ running: null });
    if (held || (wanted && document.activeElement === document.body)) start.focus();
  }

  store.subscribe(["sample"], ({ sample }) => sample && form.policies?.settle(sample.policies));
  const other = (policy) => {
    form.policies?.turn(policy);
    send();
  };
  const found = results(game, store, stop, other);
  start.disabled = true;
  setTimeout(() => begin({ wanted: false })); // once the page has what is given back here
  return el("div.split", form, found);
});

/** Who takes part in a tournament until somebody chooses. */
function chosen(game, query) {
  if (query.get("who") === "all") return query.getAll("policy");
  return game.decides && game.solvable ? ["best", "random"] : ["random", "first"];
}

const wonBy = ({ players }) => `Won by ${players[0]}`;
const several = (sample) => sample.by_seat.length > 1;

/** The share of games won, as words, or who won most; none where nobody can tell. */
function share(sample) {
  if (sample.alike) return "";
  if (several(sample)) return sample.most && `; ${sample.most}`;
  const who = sample.players.length > 1 ? `${sample.players[0]} ` : "";
  return sample.win_rate ? `, ${who}won ${percent(sample.win_rate.value)}` : "";
}

/** That moves are at random, where nobody asked for that; "" elsewhere. */
const instead = (game, asked, { policies }) =>
  game.decides && !asked.policies?.length && policies[0] === "random" ? ", moves at random as best play takes too long" : "";

const OTHER = "Waiting until another simulation on this server ends ...";

/**
 * Play what is asked; the newest figures go into the store as they come, as its `sample` or its `tournament`. It ends
 * `longest` milliseconds after the first of them.
 */
async function play(game, store, kind, longest) {
  const { asked, running } = store.state;
  const say = seldom();
  /** @type {any} */
  let last = null;
  let [waiting, ending] = [0, ""];
  const sampled = kind === "sample";
  const solved = game.players > 0 && (asked.policies?.includes("best") ?? true);
  const what = solved ? "Solving the game first ..." : "Getting the rules ready ...";
  let most = 0; // seconds of a wait
  let [begun, first] = [performance.now(), 0];
  const clock = setInterval(() => {
    const passed = `${Math.round((performance.now() - begun) / 1000)}\u00a0s`;
    const state = most ? `${OTHER} ${passed}, ${number(most)}\u00a0s at most` : `${what} ${passed}`;
    if (!last) store.update({ state });
  }, 1000);
  store.update({ sample: null, tournament: null, done: false, state: what });
  say("simulating");
  const each = (line) => {
    most = line.waiting ?? 0;
    if (most) say(OTHER, true);
    if ("waiting" in line) return void (begun = performance.now());
    last = line;
    first ||= performance.now();
    if (performance.now() - first > longest) running.abort();
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      store.update({ [kind]: last, state: "Playing ..." });
      say(`${number(last.games)} of ${many(last.wanted ?? asked.games, "game")}${sampled ? share(last) : ""}`);
    });
  };
  try {
    await stream(apiOf(game, sampled ? "simulate" : "tournament"), asked, { signal: running.signal, each });
    ending = last?.done ? "Done" : "Ended early";
  } catch (error) {
    if (!cancelled(error)) store.update({ error, instead: null });
    ending = cancelled(error) || last ? "Stopped" : "";
    if (last && performance.now() - first > longest) ending = "A first sample";
  }
  clearInterval(clock);
  cancelAnimationFrame(waiting);
  const early = ending && `${ending} before a game was played.`;
  const found = () => (sampled ? `${instead(game, asked, last)}${share(last)}` : last.found && `; ${last.found}`);
  const more = ending === "A first sample" ? ` Start plays all ${number(asked.games)}.` : "";
  const state = last ? `${ending}: ${many(last.games, "game")}${found()}.${more}` : early;
  store.update({ [kind]: last, done: true, state });
  say(state, true);
}

/** Where a run is shown. */
function results(game, store, stop, other) {
  const patience = game.kind === "patience";
  const state = el("p.state");
  const scores = new DataChart(patience ? "Histogram of scores" : "Histogram of results", "The histogram as a table");
  const bars = new DataChart("Games won by seat");
  const run = new RunProgress();
  const rates = ["Won", "Drawn", "Lost"].map((label) => new IntervalBar(label, percent, [0, 1]));
  const mean = new IntervalBar("Average", (value) => number(value, 4));
  const length = new IntervalBar("", (value) => number(value, 4));
  const figures = [...rates, mean, length];
  const [seats, kept, others] = [el("div"), el("div.kept"), el("p.soft")];
  const [intervals, lasted, meaning] = [el("div.intervals", figures), el("p.soft.small"), el("p.soft.small")];
  const same = el("div.stack");
  const found = el("div.stack", { hidden: true }, run, same, intervals, lasted, meaning, scores, bars, seats, others, kept);

  const contest = new TournamentFound();
  store.subscribe(["tournament"], ({ tournament }) => contest.show({ tournament }));
  store.subscribe(["state"], (now) => write(state, now.state));
  store.subscribe(["sample", "done"], ({ sample, asked, done }) => {
    found.hidden = !sample;
    replace(kept, sample && done && keptGames(game, sample, asked));
    if (!sample) return figures.forEach((figure) => figure.clear());
    const { players, confidence, win_rate: won, draw_rate: drawn, loss_rate: lost } = sample;
    const seated = several(sample);
    run.show({ sample, wanted: asked.games });
    replace(same, sample.alike && onlyGame(sample, other));
    intervals.hidden = meaning.hidden = Boolean(sample.alike);
    const labels = [patience ? "Won" : wonBy(sample), "Drawn", `Won by ${players[1]}`];
    [won, drawn, lost].forEach((value, k) => {
      rates[k].hidden = !value || seated;
      if (value) rates[k].show({ value, label: labels[k] });
    });
    mean.hidden = seated || !sample.measure || lost !== null; // which say what wins minus losses are
    mean.show({ value: sample.mean, label: sample.measure });
    length.show({ value: sample.length, label: `${capital(sample.unit)} a game` });
    lasted.hidden = !sample.lasted;
    lasted.textContent = sample.lasted && `${capital(sample.unit)}: ${sample.lasted}.`;
    const fainter = figures.some((figure) => !figure.hidden && figure.narrowed) ? "; fainter ones are of fewer games" : "";
    meaning.textContent = `Bars: intervals at ${roundPercent(confidence)} confidence${fainter}.`;
    scores.show({ drawing: seated || sample.alike ? null : sample.drawing });
    bars.show({ drawing: seated && !sample.alike ? sample.drawing : null });
    replace(seats, seated && seatFigures(sample));
    const given = `${many(sample.unfinished ?? 0, "game")} were given up as too long; a rate counts them as either.`;
    const endless = sample.endless ? `${many(sample.endless, "game")} never end.` : "";
    others.textContent = [sample.unfinished ? given : "", endless].filter(Boolean).join(" ");
  });
  const title = el("h2.unseen", { id: "found" }, "What was found");
  const line = el("div.state-line", title, state, stop);
  return el("section.panel.stack.results", { "aria-labelledby": "found" }, line, contest, found);
}

/** That all games are one game, how it ends, and who else may play. */
function onlyGame({ alike, players, ends, histogram: [[worth]], length }, other) {
  const end = capital(ends?.[0] ?? `payoff ${number(worth)}`);
  const who = players.length > 1 ? `Have ${players.at(-1)} move at random` : "Choose moves at random";
  return [el("p", alike), el("p.figure-value", `${end} after ${many(length.value, "move")}.`), pushButton(who, () => other("random"))];
}

/** Links to games that were kept to be watched. */
function keptGames(game, sample, asked) {
  const [longest, shortest] = [sample.kept.longest?.[0]?.length, sample.kept.shortest?.[0]?.length];
  const even = longest !== undefined && longest === shortest; // all games are as long
  const shown = (/** @type {string[]} */ [what]) => sample.kept[what]?.length && !(even && what === "shortest");
  const lists = Object.entries(KEPT).filter(shown).slice(0, sample.alike ? 1 : undefined);
  const list = ([what, usual]) => {
    const all = even && what === "longest" && `${ALL} ${many(longest, oneOf(sample.unit), sample.unit)}`;
    const won = what === "wins" && sample.players.length > 1 && wonBy(sample);
    const title = sample.alike ? "The game" : all || won || usual;
    const links = sample.kept[what].slice(0, sample.alike ? 1 : undefined).map((each) => el("li", watch(game, each, asked, title, sample)));
    return el("section", { "aria-label": title }, el("h3", title), el("ul.links", links));
  };
  return [lists.length > 0 && el("h2", "Games to watch"), lists.map(list)];
}

function watch(game, { number: which, length: steps, score }, asked, title, sample) {
  const patience = game.kind === "patience";
  const end = sample.ends?.[sample.histogram.findIndex(([worth]) => worth === score)];
  const others = new URLSearchParams([["seed", asked.seed], ["game", which], ...policyQuery(asked.policies)]);
  const path = pageOf("replay", game.name, asked.parameters);
  const words = [
    `game ${number(which)}`,
    end ? title !== wonBy(sample) && end : score !== null && !several(sample) && `${patience ? "score" : "payoff"} ${number(score)}`,
    steps !== undefined && !title.startsWith(ALL) && many(steps, oneOf(sample.unit), sample.unit),
  ];
  const text = words.filter(Boolean).join(", ");
  const href = `${path}${path.includes("?") ? "&" : "?"}${others}`;
  return el("a.button.small", { href, "aria-label": `${title}: ${text}` }, text);
}

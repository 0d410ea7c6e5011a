// Simulate: play many numbered games by chance, and watch the figures settle.

import { fromQuery, toQuery } from "./addressquery.js";
import { cancelled, stream } from "./api.js";
import { many, number, percent } from "./charts.js";
import { el, replace } from "./elements.js";
import { choice, gamePage, policyFields, policyQuery, remember, seldom, tell, wholeField } from "./gamepage.js";
import { interval, progress } from "./intervals.js";
import { chart } from "./painter.js";
import { parameterForm } from "./parameterform.js";
import { seatFigures } from "./seatfigures.js";
import { seatCount } from "./seats.js";

const GAMES = 10_000; // of the run with which the page opens
const CONFIDENCES = [
  ["0.9", "90%"],
  ["0.95", "95%"],
  ["0.99", "99%"],
  ["0.999", "99.9%"],
];
const KEPT = { wins: "Games won", longest: "The longest", shortest: "The shortest" };

gamePage("simulate", "Simulate", (game, limits) => {
  const query = new URLSearchParams(location.search);
  const parameters = parameterForm(game, {
    values: fromQuery(game),
    onchange: (typed) => policies.seats(seatCount(game, typed)),
  });
  const most = limits.games ?? GAMES;
  const games = wholeField(
    "Number of games",
    Number(query.get("games") ?? Math.min(GAMES, most)).toLocaleString("en-GB"),
    { least: 1, most, name: "games", hint: `1 to ${number(most)}` },
  );
  const seed = wholeField("Seed", query.get("seed") ?? 0, { name: "seed", hint: "the same seed plays the same games" });
  const policies = policyFields(game, query.getAll("policy"), { count: seatCount(game, fromQuery(game)) });
  const confidence = choice("Confidence", "confidence", CONFIDENCES, query.get("confidence") ?? "0.95");
  const start = el("button", { type: "submit", class: "primary", text: "Start", disabled: true });
  const stop = el("button", { type: "button", text: "Stop", disabled: true });
  const form = el(
    "form",
    { class: "panel stack settings" },
    game.parameters.length ? parameters.node : null,
    policies.node,
    el("div", { class: "fields" }, games.node, seed.node, confidence.node),
    el("div", { class: "buttons" }, start),
  );
  const run = results(game, stop);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin({ asked: true });
  });

  /** Play as the form says; whoever `asked` for it is taken to what comes. */
  async function begin({ asked: wanted = false } = {}) {
    tell(null);
    let asked;
    try {
      asked = {
        parameters: parameters.read(),
        games: games.read(),
        seed: seed.read(),
        confidence: Number(confidence.select.value),
      };
    } catch (mistake) {
      tell(mistake);
      start.disabled = false;
      return;
    }
    const chosen = policies.read();
    if (chosen) asked.policies = chosen;
    remember(asked.parameters, [
      ["games", asked.games],
      ["seed", asked.seed],
      ["confidence", asked.confidence === 0.95 ? null : asked.confidence],
      ...policyQuery(chosen),
    ]);
    const controller = new AbortController();
    const give = () => controller.abort();
    [start.disabled, stop.disabled] = [true, false];
    stop.addEventListener("click", give);
    if (wanted) stop.focus({ preventScroll: true });
    if (wanted && run.node.getBoundingClientRect().top > innerHeight / 2) run.node.scrollIntoView();
    try {
      await run(asked, controller.signal);
    } finally {
      stop.removeEventListener("click", give);
      const held = document.activeElement === stop;
      [start.disabled, stop.disabled] = [false, true];
      if (held || (wanted && document.activeElement === document.body)) start.focus();
    }
  }
  setTimeout(begin); // once the page has what is given back here
  return el("div", { class: "split" }, form, run.node);
});

const several = (sample) => sample.by_seat.length > 1;

/** The share of games won, as words, or who won most; none where nobody can tell. */
function share(sample) {
  if (several(sample)) return sample.most && `; ${sample.most}`;
  return sample.win_rate ? `, won ${percent(sample.win_rate.value)}` : "";
}

/** Where a run is shown: a function that plays it, with the `node` it shows it in. */
function results(game, stop) {
  const patience = game.kind === "patience";
  const state = el("p", { class: "state", text: "Getting ready ..." });
  const scores = chart(patience ? "Histogram of scores" : "Histogram of payoffs", "The histogram as a table");
  const bars = chart("Games won by seat");
  const seats = el("div");
  const run = progress();
  const [won, drawn, lost] = ["Won", "Drawn", "Lost"].map((label) => interval(label, percent));
  const mean = interval(patience ? "Mean score" : "Mean payoff", number);
  const length = interval("Game length", number);
  const others = el("p", { class: "soft" });
  const kept = el("div", { class: "kept" });
  const found = el(
    "div",
    { class: "stack", hidden: true },
    run.node,
    el("div", { class: "intervals" }, won.node, drawn.node, lost.node, mean.node, length.node),
    scores.node,
    bars.node,
    seats,
    others,
    kept,
  );
  const figures = [won, drawn, lost, mean, length];

  function show(sample, asked) {
    found.hidden = false;
    run.show(sample, asked.games);
    for (const [figure, value, label] of [
      [won, sample.win_rate, patience ? "Won" : `Won by ${sample.players[0]}`],
      [drawn, sample.draw_rate, "Drawn"],
      [lost, sample.loss_rate, `Won by ${sample.players[1]}`],
    ]) {
      figure.node.hidden = !value || several(sample);
      if (value) figure.show(value, sample.confidence, label);
    }
    mean.node.hidden = several(sample);
    mean.show(sample.mean, sample.confidence, patience ? "Mean score" : `Mean payoff to ${sample.players[0]}`);
    length.show(sample.length, sample.confidence);
    scores.show(several(sample) ? null : sample.drawing);
    bars.show(several(sample) ? sample.drawing : null);
    replace(seats, several(sample) && seatFigures(sample));
    others.textContent = [
      sample.unfinished &&
        `${many(sample.unfinished, "game")} were given up as too long; a rate counts them as either.`,
      sample.endless && `${many(sample.endless, "game")} never end.`,
    ]
      .filter(Boolean)
      .join(" ");
  }

  async function play(asked, signal) {
    const say = seldom();
    let [last, waiting, latest] = [null, 0, null];
    figures.forEach((figure) => figure.clear());
    replace(kept);
    found.hidden = true;
    state.textContent = "Getting ready ...";
    say("simulating");
    const each = (sample) => {
      last = latest = sample;
      waiting ||= requestAnimationFrame(() => {
        waiting = 0;
        show(latest, asked);
        state.textContent = "Playing ...";
        say(`${number(latest.games)} of ${many(asked.games, "game")}${share(latest)}`);
      });
    };
    let ending = "";
    try {
      await stream(`/api/games/${encodeURIComponent(game.name)}/simulate`, asked, { signal, each });
      ending = last?.done ? "Done" : "Ended early";
    } catch (error) {
      if (!cancelled(error)) tell(error);
      ending = "Stopped";
    }
    cancelAnimationFrame(waiting);
    if (last) {
      show(last, asked);
      keep(last, asked);
    }
    state.textContent = last
      ? `${ending}: ${many(last.games, "game")}${share(last)}.`
      : `${ending} before a game was played.`;
    say(state.textContent, true);
  }

  function keep(sample, asked) {
    const lists = Object.entries(KEPT).filter(([what]) => sample.kept[what]?.length);
    replace(
      kept,
      lists.length ? el("h2", { text: "Games to watch" }) : null,
      lists.map(([what, usual]) => {
        const title = what === "wins" && several(sample) ? `Won by ${sample.players[0]}` : usual;
        return el(
          "section",
          { "aria-label": title },
          el("h3", { text: title }),
          el(
            "ul",
            { class: "links" },
            sample.kept[what].map((each) => el("li", {}, watch(each, asked, title, sample))),
          ),
        );
      }),
    );
  }

  function watch({ number: which, length: steps, score }, asked, title, sample) {
    const others = new URLSearchParams([["seed", asked.seed], ["game", which], ...policyQuery(asked.policies)]);
    const query = toQuery(asked.parameters);
    const path = `/replay/${encodeURIComponent(game.name)}${query}${query ? "&" : "?"}${others}`;
    const words = [
      `game ${number(which)}`,
      score !== null && !several(sample) && `${patience ? "score" : "payoff"} ${number(score)}`,
      steps !== undefined && many(steps, patience ? "step" : "move"),
    ];
    return el(
      "a",
      { class: "button small", href: path, "aria-label": `${title}: ${words.filter(Boolean).join(", ")}` },
      words.filter(Boolean).join(", "),
    );
  }

  play.node = el(
    "section",
    { class: "panel stack results", "aria-labelledby": "found" },
    el("div", { class: "state-line" }, el("h2", { class: "unseen", id: "found", text: "What was found" }), state, stop),
    found,
  );
  return play;
}

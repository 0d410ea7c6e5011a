// Strategy: what to do in every decision that matters. Pictures and tables follow the sliders.

import { apiOf } from "./api.js";
import { DataChart, fills } from "./chart.js";
import { announce, el, opening, replace, within, write } from "./elements.js";
import { gamePage, playsItself, remember, wayOut } from "./gamepage.js";
import { gameLinks } from "./header.js";
import { many, number } from "./numbers.js";
import { choice, SettingsForm } from "./settings.js";
import { rowTable, StrategyTable } from "./strategytables.js";

const PAUSE = 40; // milliseconds a slider rests before it is asked about
const LIVE = 1000; // an answer that took longer is asked for only when the slider is let go
const SPOKEN = 900; // milliseconds after the last answer until it is told

/** @typedef {import("./gamepage.js").Answer} Answer */
const BEGINS = { answer: /** @type {?Answer} */ (null), player: "", reach: "" };

gamePage("strategy", "Strategy", BEGINS, (game, store) => {
  if (game.kind === "patience") return playsItself(game);
  if (!game.solvable) return el("p.panel", "Where something is hidden, best play is worked out for two opponents only, and here are more. The game can be played and simulated.");
  store.update({ player: playerOfAddress(game), reach: reachOfAddress() });
  document.body.append(fills());
  const asking = new Asking(game, store);
  const now = () => asking.now(form.parameters.read());
  const players = el("div.stack");
  const more = { look: null, sliders: true, onchange: now, below: players };
  const form = new SettingsForm(game, store, { submit: "Solve", send: now, ...more });
  if (!game.parameters.length) within(form, "form").prepend(el("p.soft", "This game has no parameters."));
  form.addEventListener("input", ({ target }) => {
    if (/** @type {HTMLInputElement} */ (target).type === "range") asking.soon(form.parameters.read());
  });
  store.subscribe(["answer"], ({ answer }) => answer && offerChoices(players, store, answer));
  store.subscribe(["player", "reach"], now);
  return el("div.split", form, answerPlace(game, store));
});

/** Whose decisions are shown at first: one player's, whatever others do; all players', where something is hidden. */
const firstShown = ({ players, hidden }) => (players > 1 && !hidden ? "0" : "all");

function playerOfAddress(game) {
  const wanted = new URLSearchParams(location.search).get("player") ?? "";
  return /^(all|\d{1,2})$/.test(wanted) ? wanted : firstShown(game);
}

/** Which positions are shown: those that best play meets, all of them, or what the server chooses to begin with. */
function reachOfAddress() {
  const wanted = new URLSearchParams(location.search).get("reach") ?? "";
  return ["best", "all"].includes(wanted) ? wanted : "";
}

/**
 * Whose decisions are shown: where several decide, those of one, or all of them; and which: a few of many at first.
 * @param {Element} node
 * @param {import("./store.js").Store<typeof BEGINS>} store
 * @param {Answer} answer
 */
function offerChoices(node, store, { players, deciding, mixed, rows, reach, unmet, thresholds }) {
  if (node.contains(document.activeElement)) return;
  const every = deciding.length === 2 ? "both" : "all";
  const all = mixed.length ? `${every} players` : `${every}, where ${every} play best`;
  const options = [...deciding.map((who) => [String(who), players[who] ?? `seat ${who + 1}`]), ["all", all]];
  const change = ({ target }) => store.update({ player: target.value });
  const own = choice("Show", "player", options, store.state.player, { change });
  const met = "that best play meets";
  const few = reach === "one" || store.state.reach === "best" ? [["", "enough to play from"], ["best", met]] : [["", met]];
  const leftOut = unmet || (thresholds !== null && rows.length > 0);
  const possible = reach === "all" || (leftOut && (players.length > 1 || !mixed.length));
  const reached = ({ target }) => store.update({ reach: target.value });
  const those = choice("Positions", "reach", [...few, ["all", "every one"]], store.state.reach, { change: reached });
  replace(node, deciding.length > 1 && own.node, possible && those.node);
}

// The last picture stays until another answer comes. While a slider moves, questions follow each other as answers come;
// letting it go gives up what is still being worked on.
class Asking {
  #began = 0;
  #timer = 0;
  #slow = false;
  #asked = "";
  #solved = ""; // the parameters of the last answer
  #pending = null;

  constructor(game, store) {
    this.game = game;
    this.store = store;
  }

  #late() {
    return this.store.state.asking && performance.now() - this.#began > LIVE;
  }

  async now(parameters) {
    const { game, store } = this;
    const { player, reach } = store.state;
    clearTimeout(this.#timer);
    this.#pending = null;
    const asking = { parameters, ...(player === "all" ? {} : { player: Number(player) }), reach: reach || null };
    const question = JSON.stringify(asking);
    if (question === this.#asked) return;
    this.#slow ||= Boolean(this.#late());
    [this.#asked, this.#began] = [question, performance.now()];
    const refuse = (error) =>
      store.update(wayOut(error, "strategy", game, parameters, gameLinks("strategy", game)));
    const text = JSON.stringify(parameters) === this.#solved ? "Listing best moves ..." : "Solving, then listing best moves ...";
    const answer = await store.ask(text, [apiOf(game, "strategy"), asking], refuse);
    if (question !== this.#asked) return;
    if (answer) {
      this.#slow = performance.now() - this.#began > LIVE;
      this.#solved = JSON.stringify(parameters);
      const own = player === firstShown(game) ? null : player;
      remember(parameters, [["player", own], ["reach", reach || null]]);
      store.update({ answer, instead: null });
    } else this.#asked = "";
    if (this.#pending && !this.#slow) this.now(this.#pending);
  }

  soon(parameters) {
    clearTimeout(this.#timer);
    if (this.#slow) return;
    this.#pending = parameters;
    if (!this.store.state.asking) this.#timer = setTimeout(() => this.now(parameters), PAUSE);
    else if (this.#late()) {
      this.#slow = true;
      this.store.state.asking.cancel();
    }
  }
}

function answerPlace(game, store) {
  const title = el("h2");
  const says = el("p.says");
  const value = el("div.soft");
  const whose = el("div");
  const map = new DataChart("Map of decisions");
  const facts = el("dl.facts");
  const table = new StrategyTable();
  const unmet = el("p.soft");
  const all = opening("", () => rowTable(store.state.answer));
  const place = el(
    "section.panel.stack",
    { "aria-label": "Answer", hidden: true },
    [title, el("div.value-place", says, value), whose, map, table, unmet, all.node, el("div", facts)],
  );
  let timer = 0;
  store.subscribe(["asking"], ({ asking }) => {
    if (asking) place.setAttribute("aria-busy", "true");
    else place.removeAttribute("aria-busy");
  });
  store.subscribe(["answer"], ({ answer }) => {
    if (!answer) return;
    place.hidden = false;
    title.textContent = answer.title;
    title.classList.toggle("unseen", answer.title === game.title); // the heading of the page says it
    write(says, answer.says);
    replace(value, valueOf(answer));
    replace(whose, answer.whose && el("h3", answer.whose));
    map.show({ drawing: answer.drawing });
    table.show({ strategy: answer });
    write(unmet, answer.unmet && `Left out: ${answer.unmet}.`);
    all.node.hidden = table.plain || !answer.rows.length;
    all.fill(`List all ${many(answer.rows.length + answer.rows_left_out, "decision")}`);
    const told = answer.text.map((line) => /^(\S+(?: \S+)*) {2,}(.*)$/.exec(line))
      .filter((found) => found && found[1] !== "value");
    replace(facts, told.map(([, name, text]) => [el("dt", name), el("dd", text)]));
    clearTimeout(timer);
    timer = setTimeout(() => announce(spokenWords(answer)), SPOKEN);
  });
  return place;
}

/** The value in four digits, which opens to all that is known of it. */
function valueOf({ value: { short, text }, players }) {
  const line = `Value ${short}${players.length === 1 ? "" : ` for ${players[0]}`}`;
  return short === text ? line : el("details", el("summary", line), el("p", text));
}

function spokenWords({ title, value, thresholds }) {
  const marks = thresholds ? `, thresholds ${thresholds.map((mark) => mark ?? "never").join(" ")}` : "";
  return `${title}: value ${number(value.value, 4)}${marks}`;
}

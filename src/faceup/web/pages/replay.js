// Watch: one numbered game, step by step.

import { apiOf } from "./api.js";
import { announce, el, pushButton, write } from "./elements.js";
import { gamePage, PublishedList, remember, seldom } from "./gamepage.js";
import { many, number } from "./numbers.js";
import { GameScene, sceneWords } from "./scene.js";
import { playersLine, policyQuery, SettingsForm, WholeField } from "./settings.js";
import { StepControls } from "./stepcontrols.js";

const MANY = 6; // things on the table, beyond which they lie beside each other
const RANDOM = 1_000_000; // games that "a random game" chooses from
const KEYS = [
  ["Space"],
  " play or pause; ",
  ["\u2190"],
  " ",
  ["\u2192"],
  " one step; ",
  ["Home"],
  " ",
  ["End"],
  " start and end",
];

/**
 * The store has the `replay`, its `steps`, the `scenes` after each of them, `at`, the step that is shown, which the
 * hash of the address has too, and `deal`, a deal of record, until another game is asked for.
 */
/** @typedef {import("./gamepage.js").Answer} Answer */
const query = new URLSearchParams(location.search);
const BEGINS = {
  replay: /** @type {?Answer} */ (null),
  steps: /** @type {Answer[]} */ ([]),
  scenes: /** @type {Answer[]} */ ([]),
  at: 0,
  byHand: false,
  deal: query.get("deal") ?? "",
};

gamePage("replay", "Watch", BEGINS, (game, store) => {
  const which = new WholeField("Game", query.get("game") ?? 1, { name: "game" });
  const seed = new WholeField("Seed", query.get("seed") ?? 0, { name: "seed" });
  const table = tableOf(game, store);

  async function show(begins = 0) {
    const { deal } = store.state;
    const asked = form.read(() => ({ seed: seed.read(), number: which.read(), deal }));
    if (!asked) return;
    const replay = await store.ask("Playing the game ...", [apiOf(game, "replay"), asked]);
    if (!replay) return;
    form.policies?.settle(replay.policies);
    const numbered = [["seed", asked.seed], ["game", asked.number], ...policyQuery(asked.policies)];
    remember(asked.parameters, deal ? [["deal", deal]] : numbered);
    const at = Math.min(begins, replay.steps.length);
    store.update({ replay, steps: replay.steps, scenes: scenesOf(replay), at, byHand: at > 0 });
    if (at === 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches) table.controls.play();
  }

  const another = () => {
    store.update({ deal: "" });
    show();
  };
  const other = (choose) => () => {
    const now = form.read(() => ({ number: which.read() }));
    if (!now) return;
    which.input.value = choose(now.number);
    another();
  };
  const button = (text, choose) => pushButton(text, other(choose));
  const numbered = el("div.stack", el("div.fields", which, seed), el(
    "div.buttons",
    button("Previous game", (now) => Math.max(0, now - 1)),
    button("Next game", (now) => now + 1),
    button("Random game", () => Math.floor(Math.random() * RANDOM)),
  ));
  store.subscribe(["replay"], ({ replay }) => (numbered.hidden = Boolean(replay?.alike)));
  const form = new SettingsForm(game, store, { submit: "Show", send: another, policies: {}, above: numbered });
  const record = game.published.filter((published) => published.deal);
  const deals = record.length > 0 && el(
    "div.panel.stack", new PublishedList({ ...game, published: record }, "Deals of record")
  );
  store.subscribe(
    ["at"],
    ({ at, byHand }) => byHand && history.replaceState(
      history.state, "", at ? `#step=${at}` : location.pathname + location.search
    ),
  );
  show(Number(/^#step=(\d{1,9})$/.exec(location.hash)?.[1] ?? 0));
  return el("div.split.split-right", table.node, el("div.stack", form, deals));
});

/** The table with what is told about it, as {node, controls}. */
function tableOf(game, store) {
  const title = el("h2");
  const players = el("p.soft");
  const told = el("p.told");
  const scene = new GameScene();
  const place = el("div.scene-place", scene);
  const result = el("p.result", { hidden: true });
  const more = el("p.soft", { hidden: true });
  const say = seldom(400);
  const controls = new StepControls(store);
  const stage = el("div.stage.stack", told, place, result, more);
  const watching = el("div.watching", controls, stage, controls.list);
  const keys = el("p.soft.small", KEYS.map((part) => (Array.isArray(part) ? el("kbd", part[0]) : part)));
  const node = el("div.panel.stack.results", { hidden: true }, title, players, watching, keys);

  store.subscribe(["replay"], ({ replay }) => {
    node.hidden = !replay;
    if (!replay) return;
    place.style.minHeight = "";
    const known = game.published.find(({ deal }) => deal && deal === replay.deal);
    title.textContent = replay.deal
      ? `${game.title}: ${known?.text ?? replay.deal}`
      : game.title + (replay.alike ? "" : `: game ${number(replay.number)} (seed ${number(replay.seed)})`);
    const same = replay.alike && "Every game is the same, as there is no chance in it.";
    players.textContent = [playersLine(game, replay), same].filter(Boolean).join(" ");
    write(result, `The end: ${replay.result.text}.`);
    more.textContent = `Not shown: ${many(replay.left_out, "more step")} before the end.`;
  });
  let shown = -1;
  store.subscribe(["at", "replay"], ({ at, byHand, replay, scenes }) => {
    if (!replay) return;
    const step = replay.steps[at - 1];
    const last = at === replay.steps.length;
    write(told, step ? `${placeOf(step, replay)}${step.who && `${step.who}, `}${step.what}` : "The start");
    place.style.minHeight = `${place.offsetHeight}px`; // nothing below jumps when cards leave the table
    watching.classList.toggle("watching-many", scenes[at].zones.length > MANY);
    scene.show({ scene: scenes[at], fresh: at !== shown + 1 });
    shown = at;
    result.hidden = !last;
    more.hidden = !(last && replay.left_out > 0);
    if (byHand) say(`${told.textContent}: ${sceneWords(scenes[at])}`, last);
    if (last) announce(result.textContent);
  });
  return { node, controls };
}

/** Which move a step is, and of how many; of chance beside moves nothing, and where nobody decides which step. */
function placeOf({ number: step, move }, { steps, left_out: more }) {
  const moves = Math.max(...steps.map((each) => each.move));
  if (!moves) return `Step ${number(step)} of ${number(steps.length + more)}: `;
  return move ? `Move ${number(move)}${more ? "" : ` of ${number(moves)}`}: ` : "Chance: ";
}

/** The start of a replay and the scene after each of its steps; what did not change is the same object. */
function scenesOf({ start, steps }) {
  const scenes = [start];
  for (const { change } of steps) scenes.push(change.whole ?? changed(scenes.at(-1), change));
  return scenes;
}

function changed({ zones }, { rows, text, more }) {
  const now = [...zones];
  for (const { zone, row, at, drop, put } of rows) {
    const all = [...now[zone].rows];
    all[row] = all[row].toSpliced(at, drop, ...put);
    now[zone] = { ...now[zone], rows: all };
  }
  return { zones: now, text, more };
}

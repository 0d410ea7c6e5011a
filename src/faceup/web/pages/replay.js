// Watch: one numbered game, step by step.

import { fromQuery } from "./addressquery.js";
import { cancelled, post } from "./api.js";
import { many, number } from "./charts.js";
import { announce, busy, el, replace } from "./elements.js";
import { gamePage, policyFields, policyQuery, remember, seldom, tell, wholeField } from "./gamepage.js";
import { parameterForm } from "./parameterform.js";
import { publishedList } from "./published.js";
import { drawScene, sceneWords } from "./scene.js";
import { scenesOf } from "./scenechanges.js";
import { seatCount } from "./seats.js";
import { stepControls } from "./stepcontrols.js";

const MANY = 6; // things on the table, beyond which they lie beside each other
const RANDOM = 1_000_000; // games that "a random game" chooses from

gamePage("replay", "Watch", (game) => {
  const query = new URLSearchParams(location.search);
  const parameters = parameterForm(game, {
    values: fromQuery(game),
    onchange: (typed) => policies.seats(seatCount(game, typed)),
  });
  const which = wholeField("Game", query.get("game") ?? 0, { name: "game" });
  const seed = wholeField("Seed", query.get("seed") ?? 0, { name: "seed" });
  const policies = policyFields(game, query.getAll("policy"), { count: seatCount(game, fromQuery(game)) });
  const waiting = el("div", { class: "waiting" });
  const table = tableOf(game);
  let controller = null;
  let deal = query.get("deal") ?? ""; // of record, until another game is asked for

  async function show() {
    tell(null);
    let asked;
    try {
      asked = { parameters: parameters.read(), seed: seed.read(), number: which.read(), deal };
    } catch (mistake) {
      tell(mistake);
      return;
    }
    const chosen = policies.read();
    if (chosen) asked.policies = chosen;
    controller?.abort();
    const own = (controller = new AbortController());
    const done = busy(waiting, own, "Playing the game ...");
    try {
      const answer = await post(`/api/games/${encodeURIComponent(game.name)}/replay`, asked, { signal: own.signal });
      if (own !== controller) return;
      const numbered = [["seed", asked.seed], ["game", asked.number], ...policyQuery(chosen)];
      remember(asked.parameters, deal ? [["deal", deal]] : numbered);
      table.load(answer);
    } catch (error) {
      if (own === controller && !cancelled(error)) tell(error);
    } finally {
      if (own === controller) done();
    }
  }

  const other = (choose) => () => {
    deal = "";
    try {
      which.input.value = choose(which.read());
    } catch (mistake) {
      tell(mistake);
      return;
    }
    show();
  };
  const button = (text, choose) => el("button", { type: "button", text, on: { click: other(choose) } });
  const form = el(
    "form",
    {
      class: "panel stack settings",
      on: {
        submit: (event) => {
          event.preventDefault();
          deal = "";
          show();
        },
      },
    },
    el("div", { class: "fields" }, which.node, seed.node),
    el(
      "div",
      { class: "buttons" },
      button("Previous game", (now) => Math.max(0, now - 1)),
      button("Next game", (now) => now + 1),
      button("Random game", () => Math.floor(Math.random() * RANDOM)),
    ),
    policies.node,
    game.parameters.length ? parameters.node : null,
    el("div", { class: "buttons" }, el("button", { type: "submit", class: "primary", text: "Show" })),
    waiting,
  );
  const record = game.published.filter((published) => published.deal);
  const deals = record.length
    ? el("div", { class: "panel stack" }, publishedList({ ...game, published: record }, "Deals of record"))
    : null;
  show();
  return el("div", { class: "split split-right" }, table.node, el("div", { class: "stack" }, form, deals));
});

// The table with what is told about it; `load` puts a new game on it.
function tableOf(game) {
  const title = el("h2", {});
  const told = el("p", { class: "told" });
  const place = el("div", { class: "scene-place" });
  const result = el("p", { class: "result", hidden: true });
  const more = el("p", { class: "soft", hidden: true });
  const say = seldom(400);
  let [replay, scenes, shown] = [null, [], 0];

  const steps = stepControls((at, byHand) => {
    const step = replay.steps[at - 1];
    const last = at === replay.steps.length;
    told.textContent = step
      ? `Step ${number(step.number)} of ${number(replay.steps.length + replay.left_out)}: ${step.what}`
      : "The start";
    place.style.minHeight = `${place.offsetHeight}px`; // nothing below jumps when cards leave the table
    watching.classList.toggle("watching-many", scenes[at].zones.length > MANY);
    replace(place, drawScene(scenes[at], { before: at === shown + 1 ? scenes[shown] : null }));
    shown = at;
    result.hidden = !last;
    more.hidden = !(last && replay.left_out > 0);
    if (byHand) say(`${told.textContent}: ${sceneWords(scenes[at])}`, last);
    if (last) announce(result.textContent);
  });
  const stage = el("div", { class: "stage stack" }, told, place, result, more);
  const watching = el("div", { class: "watching" }, steps.node, stage, steps.list);
  const node = el(
    "div",
    { class: "panel stack results", hidden: true },
    title,
    watching,
    el(
      "p",
      { class: "soft small" },
      el("kbd", { text: "Space" }),
      " plays and pauses, ",
      el("kbd", { text: "\u2190" }),
      " and ",
      el("kbd", { text: "\u2192" }),
      " go by a step, ",
      el("kbd", { text: "Home" }),
      " and ",
      el("kbd", { text: "End" }),
      " to the ends.",
    ),
  );

  function load(found) {
    replay = found;
    scenes = scenesOf(found);
    shown = 0;
    node.hidden = false;
    place.style.minHeight = "";
    const known = game.published.find((published) => published.deal && published.deal === found.deal);
    title.textContent = found.deal
      ? `${game.title}: ${known?.text ?? found.deal}`
      : `${game.title}: game ${number(found.number)} of seed ${number(found.seed)}`;
    result.textContent = `The end: ${found.result.text}.`;
    more.textContent = `Not shown: ${many(found.left_out, "more step")} before the end.`;
    steps.load(found.steps);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) steps.play();
  }

  return { node, load };
}

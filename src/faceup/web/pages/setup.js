// A position set up by hand: its fields are changed here, the server says whether the rules take it and what it is worth.

import { fromQuery, pageOf, readHash, seedOf, toQuery, unusual, writeHash } from "./address.js";
import { post } from "./api.js";
import { announce, el, replace } from "./elements.js";
import { gamePage } from "./gamepage.js";
import { MoveButtons } from "./movebuttons.js";
import { PositionEditor, beginsWith, written } from "./positioneditor.js";
import { sceneOf } from "./scene.js";
import { capital } from "./seats.js";
import { WaitingLine } from "./waiting.js";

const WIDE = 6; // columns of a board, beyond which two have no room beside each other
const SEATS = ["person", "best"];

/**
 * The store has the `setup` that the server gave last, what is `held` in each field now, the `position` that this makes,
 * null where the rules take none, and whether its `values` and a best `line` are shown. The hash has the last three.
 */
gamePage("setup", "Set up", (game, store) => {
  const parameters = fromQuery(game);
  store.update({ setup: null, fields: null, held: {}, position: null, values: false, line: false });
  const api = (what) => `/api/games/${encodeURIComponent(game.name)}/${what}`;

  /** Ask what a position is; `begins`: the fields are filled with it. */
  async function ask({ text, moves = [], begins = false }) {
    const { values, line } = store.state;
    const shown = values || line;
    const both = async (signal) => {
      const setup = await post(api("setup"), { parameters, position: text, moves }, { signal });
      const wish = { parameters, moves: [], position: setup.text, seats: SEATS, seed: 0, values: shown, go_on: false };
      return { setup, position: setup.problem ? null : await post(api("play"), wish, { signal }) };
    };
    store.update({ error: null });
    const found = await store.ask(shown ? "Working out what it is worth ..." : "Setting up ...", both);
    if (!found) return;
    const { setup } = found;
    if (begins) store.update({ held: beginsWith(setup), fields: setup });
    page.classList.toggle("setup-wide", Boolean(setup.board && (setup.board.hexagons || setup.board.rows[0].length > WIDE)));
    const on = ["values", "line"].filter((name) => store.state[name]).map((name) => `&${name}=on`);
    const hash = `#moves=&position=${encodeURIComponent(setup.text)}${on.join("")}`;
    history.replaceState(null, "", toQuery(unusual(game, parameters)) + hash);
    store.update(found);
  }

  const changed = (held = store.state.held) => {
    store.update({ held });
    ask({ text: written(store.state) });
  };
  const editor = new PositionEditor(store, changed, () => ask({ text: "", begins: true }));
  const answer = el("section", { class: "panel table", "aria-labelledby": "status" });
  const page = el("div", { class: "setup-page" }, editor, answer);
  const busy = Object.assign(new WaitingLine(), { id: "busy" });
  busy.follow(store);
  store.subscribe(["setup", "position"], (state) => state.setup && replace(answer, answerTo(state), busy));
  const toggled = (name) => {
    store.update({ [name]: !store.state[name] });
    changed();
  };

  function answerTo({ setup, position, values, line }) {
    const playing = (moves) => pageOf("play", game.name, unusual(game, parameters), hashOf(setup, position, moves));
    const pick = (move) => location.assign(playing([move]));
    const moves = Object.assign(new MoveButtons(), { id: "moves" });
    if (values && position?.legal.length) moves.show({ position, values, pick });
    const turn = (kind, text) =>
      el("button", { type: "button", id: `show-${kind}`, "aria-pressed": kind === "line" ? line : values, text, on: { click: () => toggled(kind) } });
    const status = statusWords(position);
    const best = position?.line?.length ? `Best line: ${position.line.join(", ")}.` : "The game is over.";
    const tools = () => [el("a", { class: "button primary", href: playing([]), text: "Play from here" }), turn("values", "Values"), turn("line", "Best line")];
    announce(setup.problem || [status, setup.note, position?.says].filter(Boolean).join(". "));
    return [
      el("h2", { id: "status", text: status }),
      setup.problem ? el("p", { class: "error", role: "alert", text: setup.problem }) : null,
      setup.note && el("p", { class: "soft", text: setup.note }),
      position && el("div", { class: "buttons" }, tools()),
      values && position && sceneOf({ scene: position.scene, legal: position.legal, values, pick: position.turn >= 0 ? pick : null }, "scene"),
      moves,
      position && (values || line) && (position.says || position.unknown) &&
        el("p", { class: "says", text: position.says || `No values: ${position.unknown}.` }),
      position && line && !position.unknown && el("p", { id: "line", text: best }),
    ];
  }

  const load = () => {
    const { moves = [], position: text = "", values = false, line = false } = readHash() ?? {};
    store.update({ values, line });
    ask({ text, moves, begins: true });
  };
  addEventListener("popstate", load);
  load();
  return page;
});

function statusWords(position) {
  if (!position) return "No position of this game";
  if (position.over) return `The end: ${position.result.text}`;
  return position.turn < 0 ? "Chance is to move" : `${capital(position.who)} to move`;
}

/** The game that is played from here: whoever is to move is a person, all others play perfectly. */
function hashOf({ text }, position, moves) {
  const { turn } = position;
  const seats = turn < 0 ? SEATS : position.seats.map((_, seat) => (seat === turn ? "person" : "best"));
  return writeHash({ moves, position: text, seats, seed: seedOf(null) });
}

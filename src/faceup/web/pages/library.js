// The library: a card for every game with a drawing, one sentence and one button; the rest opens below.

import { apiOf, get } from "./api.js";
import { announce, el, pushButton, replace } from "./elements.js";
import { nearestGames, pageStore, PublishedList, wayOut } from "./gamepage.js";
import { carryIn, gameLink, pagesOf } from "./header.js";
import { ParameterForm } from "./parameterform.js";
import { sceneOf } from "./scene.js";
import { Store } from "./store.js";
import { ErrorLine, WaitingLine } from "./waiting.js";

const MANY = 3; // things on the table, beyond which they lie beside each other
const LINE_SHOWN = 40; // moves of a line of best play

/** A game: a position, one sentence, the button that begins it; rules, solving and what was published open below. */
class GameCard extends HTMLElement {
  constructor(game) {
    super();
    this.game = game;
    const id = `game-${game.name}`;
    const [[first, word]] = pagesOf(game);
    const cover = el(
      "div.cover", glimpse(game), el("h3", { id: `${id}-title` }, gameLink(first, game, game.title)), el("p", game.what)
    );
    const summary = el("summary", { "aria-label": `More about ${game.title}` }, "More");
    this.article = el(
      "article.panel.game",
      { id, "aria-labelledby": `${id}-title` },
      cover,
      el("div.buttons.first", gameLink(first, game, word, { class: "button primary", ...label(word, game) })),
      el("details.more", summary, this.#more()),
    );
    this.append(this.article);
  }

  #more() {
    const { game } = this;
    this.store = new Store({ answer: null });
    this.form = new ParameterForm(game, { onchange: (parameters) => carryIn(this, parameters) });
    const solve = el("button", { type: "submit" }, "Solve");
    this.store.subscribe(["asking"], ({ asking }) => (solve.disabled = asking !== null));
    const send = (event) => {
      event.preventDefault();
      this.#solve(this.form.read());
    };
    const others = pagesOf(game).slice(1).map(
      ([page, word]) => gameLink(page, game, word, { class: "button", ...label(word, game) })
    );
    const place = el("div");
    this.store.subscribe(["answer", "asking"], ({ answer, asking }) => replace(place, !asking && answer));
    const lines = [new WaitingLine().follow(this.store), new ErrorLine().follow(this.store)];
    return el(
      "div.stack",
      game.rules.split("\n\n").map((text) => el("p", flat(text))),
      el(
        "form.stack",
        { on: { submit: send } },
        game.parameters.length > 0 && this.form,
        el("div.buttons", solve, others),
      ),
      el("div.answer", { "aria-live": "polite" }, lines, place),
      sameness(game),
      new PublishedList(game),
    );
  }

  async #solve(parameters) {
    const { game, store } = this;
    const again = (text, less) => pushButton(`Solve with ${text}`, () => this.#solve(less), { class: "quiet" });
    const refuse = (error) => store.update({
      answer: null, error, instead: wayOut(error, "solve", game, parameters, again),
    });
    store.update({ answer: el("p.soft", "Cancelled."), error: null, instead: null });
    const found = await store.ask(`Solving ${game.title} ...`, [apiOf(game, "solve"), { parameters }], refuse);
    if (found) store.update({ answer: solution(parameters, found) });
  }
}

const label = (word, game) => ({ "aria-label": `${word}: ${game.title}` });

// A position from the middle of the game, as small as its place.
function glimpse(game) {
  const place = el("div.glimpse", { "aria-hidden": true, inert: true });
  if (!game.glimpse) return place;
  const drawing = el(
    "div",
    { class: ["glimpse-drawing", game.glimpse.zones.length > MANY && "glimpse-many"] },
    sceneOf({ scene: game.glimpse }),
  );
  place.append(drawing);
  new ResizeObserver(() => {
    const room = { wide: place.clientWidth - 24, high: place.clientHeight - 20 };
    const scale = Math.min(1, room.wide / drawing.offsetWidth, room.high / drawing.offsetHeight);
    drawing.style.scale = String(scale);
  }).observe(place);
  return place;
}

const flat = (text) => text.replaceAll(/\s+/g, " ").trim();

function sameness(game) {
  const pair = ["fifteen", "tic-tac-toe"];
  if (!pair.includes(game.name)) return null;
  const other = pair.find((name) => name !== game.name);
  return el(
    "p", el("a", { href: `/same?first=${game.name}&second=${other}` }, `The same game as ${other} in disguise?`)
  );
}

function solution(parameters, answer) {
  const given = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  const facts = given.length ? [["of", given.join(", ")]] : [];
  if (answer.win) facts.push(["won", answer.win.text], ["mean score", answer.value.text]);
  else if (answer.by_seat.length)
    answer.by_seat.forEach((row, seat) => facts.push([seat ? "" : "value", seatWords(row)]));
  else facts.push(["value", answer.value.text]);
  if (answer.best?.length) facts.push(["best", answer.best.map(({ word }) => word).join(", ")]);
  if (answer.line?.length)
    facts.push(["line", answer.line.slice(0, LINE_SHOWN).join(", ") + (answer.line.length > LINE_SHOWN ? ", ..." : "")]);
  if (answer.states !== null && answer.states !== undefined) facts.push(["states", answer.states.toLocaleString("en")]);
  facts.push(["time", `${answer.seconds.toPrecision(2)} s${answer.engine ? ` (${answer.engine})` : ""}`]);
  return [
    answer.says && el("p.says", answer.says),
    el("dl.facts", facts.map(([name, text]) => [el("dt", name), el("dd", text)])),
  ];
}

function seatWords({ name, value, least, most }) {
  const ties = least.text === most.text ? "" : `; ties broken in other ways: ${least.text} to ${most.text}`;
  return `${value.text} for ${name}${ties}`;
}

// What games can be chosen by; of one group those that fit any that is chosen, and all groups.
/** @returns {(game: import("./gamepage.js").Answer) => boolean} */
const lies = (...kinds) => ({ glimpse }) => Boolean(glimpse?.zones.some(({ kind }) => kinds.includes(kind)));
/** @type {[group: string, text: string, fits: (game: import("./gamepage.js").Answer) => boolean][]} */
const KINDS = [
  ["players", "one player", ({ players }) => players === 1],
  ["players", "two players", ({ players }) => players === 2],
  ["players", "three or more", ({ players, seats }) => players > 2 || seats > 2],
  ["players", "no choices", ({ players }) => players === 0],
  ["things", "cards", lies("cards", "pile")],
  ["things", "dice", (game) => lies("dice")(game) || /\b(die|dice)\b/i.test(game.rules)], // not all are drawn
  ["things", "board", lies("board", "track")],
  ["things", "hidden cards or moves", ({ hidden }) => hidden],
];

/** Toggle buttons for KINDS that some game fits, as {node, fits(game)}. */
function kindButtons(games, changed) {
  const offered = KINDS.filter(([, , fits]) => games.some(fits)).map(([group, text, fits]) => {
    const node = pushButton(text, () => {
          node.setAttribute("aria-pressed", String(!chosen(node)));
          changed();
        }, { class: "kind small", "aria-pressed": false });
    return { group, fits, node };
  });
  const chosen = (node) => node.getAttribute("aria-pressed") === "true";
  const fits = (game) =>
    ["players", "things"].every((group) => {
      const asked = offered.filter((kind) => kind.group === group && chosen(kind.node));
      return !asked.length || asked.some((kind) => kind.fits(game));
    });
  return { nodes: offered.map(({ node }) => node), fits };
}

function filtered(cards, kinds) {
  const typed = /** @type {HTMLInputElement} */ (document.getElementById("filter")).value.toLowerCase().trim();
  const words = typed.split(/\s+/).filter(Boolean);
  let left = 0;
  for (const { game, article } of cards) {
    const text = `${game.title} ${game.name} ${game.what} ${game.rules}`.toLowerCase();
    article.hidden = !words.every((word) => text.includes(word)) || !kinds.fits(game);
    left += article.hidden ? 0 : 1;
  }
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".group")))
    group.hidden = !group.querySelector(".game:not([hidden])");
  const count = left === cards.length ? `${left} games` : `${left} of ${cards.length} games`;
  const near = nearestGames(typed, cards.map(({ game }) => game)).map(({ title }) => title);
  document.getElementById("count").textContent = left || !near.length ? count : `No game fits; near: ${near.join(", ")}`;
}

async function begin() {
  const store = pageStore("library", {});
  try {
    const { games } = await get("/api/games");
    const cards = games.map((game) => new GameCard(game));
    /** @type {[shelf: string, title: string][]} */
    const every = [
      ["yours", "Your games"],
      ["first", "Begin with these"],
      ["games", "More games"],
      ["patiences", "Patiences, which play themselves"],
    ];
    const shelves = every.filter(([shelf]) => games.some((game) => game.shelf === shelf));
    const update = () => filtered(cards, kinds);
    const kinds = kindButtons(games, update);
    const group = ([shelf, title]) =>
      el(
        "section.group",
        { "aria-labelledby": `group-${shelf}` },
        el("h2", { id: `group-${shelf}` }, title),
        el("div.games", cards.filter(({ game }) => game.shelf === shelf)),
      );
    replace(document.getElementById("kinds"), kinds.nodes);
    replace(document.getElementById("games"), shelves.map(group));
    document.getElementById("filter").addEventListener("input", update);
    document.getElementById("find").addEventListener("submit", (event) => event.preventDefault());
    update();
  } catch (wrong) {
    const error = /** @type {Error} */ (wrong);
    store.update({ error });
    announce(error.message);
  }
}

customElements.define("game-card", GameCard);
begin();

// A game as a card: a position, one sentence and the button that begins it; the rest opens below.

import { apiOf } from "./api.js";
import { el, pushButton, replace } from "./elements.js";
import { PublishedList, wayOut } from "./gamepage.js";
import { glimpseOf } from "./glimpse.js";
import { carryIn, gameLink, pagesOf } from "./header.js";
import { ParameterForm } from "./parameterform.js";
import { Store } from "./store.js";
import { linesOf } from "./waiting.js";

const LINE_SHOWN = 40; // moves of a line of best play
const DISGUISES = { fifteen: "tic-tac-toe", "tic-tac-toe": "fifteen" };

/**
 * Whether a position of a game has something to look at; rules of the library have words for it else.
 * @param {import("./gamepage.js").Answer} game
 */
const hasThings = ({ glimpse, shelf }) => shelf !== "yours" || Boolean(glimpse?.zones.length);

/**
 * A game: a position, one sentence, the button that begins it; rules, solving and what was published open below, in a
 * panel that takes the whole width of the grid.
 */
export class GameCard extends HTMLElement {
  /**
   * @param {import("./gamepage.js").Answer} game
   * @param {string} page the one about the game to which it leads, where the game has it
   */
  constructor(game, page = "") {
    super();
    this.game = game;
    const pages = pagesOf(game);
    const [first, word] = pages.find(([path]) => path === page) ?? pages[0];
    this.page = first;
    const id = `game-${game.name}`;
    const drawing = glimpseOf(hasThings(game) ? game.glimpse : null);
    const cover = el(
      "div.cover", drawing, el("h3", { id: `${id}-title` }, gameLink(first, game, game.title)), el("p", game.what)
    );
    const more = el("section.panel.more", { id: `more-${game.name}`, "aria-label": `About ${game.title}`, hidden: true });
    const open = () => {
      more.hidden = !more.hidden;
      button.setAttribute("aria-expanded", String(!more.hidden));
      if (!more.firstChild) more.append(this.#more());
    };
    const opens = { class: "quiet opens", "aria-expanded": false, "aria-controls": more.id };
    const button = pushButton("More", open, { ...opens, "aria-label": `More about ${game.title}` });
    const begins = gameLink(first, game, word, { class: "button primary", ...label(word, game) });
    const named = { id, "aria-labelledby": `${id}-title` };
    this.append(el("article.panel.game", named, cover, el("div.buttons.first", begins, button)), more);
  }

  #more() {
    const { game } = this;
    const store = new Store({ answer: /** @type {?import("./elements.js").Child} */ (null) });
    const form = new ParameterForm(game, { onchange: (parameters) => carryIn(this, parameters) });
    const solve = el("button", { type: "submit" }, "Solve");
    store.subscribe(["asking"], ({ asking }) => (solve.disabled = asking !== null));
    const send = (event) => {
      event.preventDefault();
      this.#solve(store, form.read());
    };
    const others = pagesOf(game).filter(([path]) => path !== this.page).map(
      ([page, word]) => gameLink(page, game, word, { class: "button", ...label(word, game) })
    );
    const place = el("div");
    store.subscribe(["answer", "asking"], ({ answer, asking }) => replace(place, !asking && answer));
    return el(
      "div.stack",
      game.rules.split("\n\n").map((text) => el("p", flat(text))),
      el(
        "form.stack",
        { on: { submit: send } },
        game.parameters.length > 0 && form,
        el("div.buttons", solve, others),
      ),
      el("div.answer", { "aria-live": "polite" }, linesOf(store), place),
      sameness(game),
      new PublishedList(game),
    );
  }

  async #solve(store, parameters) {
    const { game } = this;
    const again = (text, less) => pushButton(`Solve with ${text}`, () => this.#solve(store, less), { class: "quiet" });
    const refuse = (error) => store.update({
      answer: null, ...wayOut(error, "solve", game, parameters, again),
    });
    store.update({ answer: el("p.soft", "Cancelled."), error: null, instead: null });
    const found = await store.ask(`Solving ${game.title} ...`, [apiOf(game, "solve"), { parameters }], refuse);
    if (found) store.update({ answer: solution(parameters, found) });
  }
}

const label = (word, game) => ({ "aria-label": `${word}: ${game.title}` });

const flat = (text) => text.replaceAll(/\s+/g, " ").trim();

function sameness(game) {
  const [name, other] = [game.name, DISGUISES[game.name]];
  return other && el("p", el("a", { href: `/same?first=${name}&second=${other}` }, `The same game as ${other} in disguise?`));
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

customElements.define("game-card", GameCard);

// The moves so far, as a list in which each can be looked back at.

import { Component, el } from "./elements.js";
import { capital, shortName } from "./seats.js";

const SHORT = 8; // letters of a move that a column has room for

/** Whether two players make short moves in turn and nothing else happens: then each has a column. */
function inTurn(history) {
  return history.every(({ turn, seen, word }, k) => turn === k % 2 && !seen && word.length <= SHORT);
}

/**
 * The moves of a `history` by the players of `seats`. `look(count)` is called with how many moves had been made when
 * one is looked at; without it nothing can be. `count` is of the position on the screen. The arrow keys go from move to
 * move.
 */
class MoveList extends Component {
  connectedCallback() {
    this.addEventListener("keydown", (event) => {
      const { history, look, count } = this.given;
      const [back, on] = [count - 1, count + 1];
      const to = {
        ArrowLeft: back, ArrowUp: back, ArrowRight: on, ArrowDown: on, Home: 1, End: history.length,
      }[event.key];
      if (!look || !to || to > history.length || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      look(to);
    });
  }

  show(given) {
    const focused = this.contains(document.activeElement);
    super.show(given);
    const { history, look, count } = this.given;
    if (focused) /** @type {?HTMLElement} */ (this.querySelector("[aria-current]"))?.focus();
    this.tabIndex = !look && this.scrollHeight > this.clientHeight ? 0 : -1;
    if (count === history.length) this.scrollTop = this.scrollHeight;
    return this;
  }

  draw({ history, seats, look = null, count }) {
    if (!history.length) return el("p.soft", "No moves yet.");
    const pairs = history.length > 1 && inTurn(history);
    const head = el(
      "div.move-players.soft.small",
      { "aria-hidden": true },
      history.slice(0, 2).map(({ who }) => el("span", capital(shortName(who)))),
    );
    const alone = !seats.length; // else chance has no number
    let counted = 0;
    const number = ({ turn }) => (alone || turn >= 0) && ++counted;
    const line = (step, k) => entry(step, k, number(step), pairs, k + 1 === count, look);
    return [pairs && head, el("ol", { class: pairs && "move-pairs" }, history.map(line))];
  }
}

function entry({ turn, word, who, seen, says }, k, number, pairs, here, look) {
  const told = turn < 0 && says ? capital(says) : word;
  const properties = {
    type: "button",
    class: "quiet move",
    text: told,
    tabindex: here ? 0 : -1,
    "aria-current": here ? "true" : null,
    "aria-label": `${number ? `Move ${number}, ` : ""}${says || `${who}: ${word}`}`,
    on: { click: () => look(k + 1) },
  };
  const mover = turn < 0 || pairs ? "" : `${capital(shortName(who))}: `;
  return el(
    "li",
    { class: [turn < 0 && "chance"] },
    el("span.by", number && `${number}. `, mover),
    el("strong", look ? el("button", properties) : told),
    seen ? el("span.soft", `: ${seen}`) : null,
  );
}

customElements.define("move-list", MoveList);

// The moves so far, as a list in which each can be looked back at.

import { el, replace } from "./elements.js";
import { capital, shortName } from "./seats.js";

/** Whether two players make their moves in turn and nothing else happens: then each has a column. */
function inTurn(history) {
  return history.every(({ turn, seen }, k) => turn === k % 2 && !seen);
}

/**
 * Fill `node` with the moves of `history`. `look(count)` is called with how many moves had been made when one is looked
 * at; without it nothing can be. `count` is of the position on the screen. The arrow keys go from move to move.
 */
export function moveList(node, history, { look = null, count = history.length } = {}) {
  if (!history.length) return replace(node, el("p", { class: "soft", text: "No moves yet." }));
  const pairs = history.length > 1 && inTurn(history);
  const focused = node.contains(document.activeElement);
  const entry = ({ turn, word, who, seen }, k) => {
    const here = k + 1 === count;
    const name = turn < 0 ? "" : `${capital(shortName(who))} `;
    const move = look
      ? el("button", {
          type: "button",
          class: "quiet move",
          text: word,
          tabindex: here ? 0 : -1,
          "aria-current": here ? "true" : null,
          "aria-label": `Move ${k + 1}, ${who}: ${word}`,
          on: { click: () => look(k + 1) },
        })
      : word;
    return el(
      "li",
      { class: [turn < 0 && "chance"] },
      pairs ? k % 2 === 0 && el("span", { class: "by", text: `${k / 2 + 1}.` }) : el("span", { class: "by", text: `${k + 1}. ${name}` }),
      el("strong", {}, move),
      seen ? el("span", { class: "soft", text: `: ${seen}` }) : null,
    );
  };
  const head = () =>
    el(
      "div",
      { class: "move-players soft small", "aria-hidden": true },
      history.slice(0, 2).map(({ who }) => el("span", { text: capital(shortName(who)) })),
    );
  const list = el("ol", { class: pairs && "move-pairs" }, history.map(entry));
  list.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: count - 1, ArrowUp: count - 1, ArrowRight: count + 1, ArrowDown: count + 1, Home: 1, End: history.length }[event.key];
    if (!look || !to || to > history.length || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    look(to);
  });
  replace(node, pairs && head(), list);
  const current = list.children[count - 1]?.querySelector("button");
  if (focused) current?.focus();
  node.tabIndex = !look && node.scrollHeight > node.clientHeight ? 0 : -1;
  if (count === history.length) node.scrollTop = node.scrollHeight;
}

// Keys: inside a board or a hand, by where the items lie on the screen; and those that do what buttons do, with a
// dialog that lists them.

import { Component, el, within } from "./elements.js";

const SIGNS = { ArrowLeft: "\u2190", ArrowRight: "\u2192" };
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Make the buttons in `group` one stop of the Tab key. */
export function arrowKeys(group) {
  const buttons = [...group.querySelectorAll("button")];
  const first = buttons.find((button) => button.getAttribute("aria-disabled") !== "true") ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === first ? 0 : -1;
  const stop = (to) => {
    for (const button of buttons) button.tabIndex = button === to ? 0 : -1;
  };
  group.addEventListener("focusin", (event) => {
    const to = event.target.closest("button");
    if (to) stop(to);
  });
  group.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const from = event.target.closest("button");
    if (!from?.matches(":focus-visible")) return; // whoever clicked it does not mean the keys for it
    const ends = { Home: buttons[0], End: buttons.at(-1) };
    const to = ends[event.key] ?? (STEPS[event.key] && nearest(from, buttons, STEPS[event.key]));
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
}

// Sideways: the neighbour, across the ends of lines too. Up and down: the nearest in the next line.
function nearest(from, buttons, [across, down]) {
  if (across) return buttons[buttons.indexOf(from) + across];
  const { x, y } = middle(from);
  /** @type {?{button: HTMLElement, distance: number}} */
  let best = null;
  for (const button of buttons) {
    const place = middle(button);
    const away = (place.y - y) * down;
    if (away < 8) continue; // of the same line
    const distance = away * 4 + Math.abs(place.x - x);
    if (!best || distance < best.distance) best = { button, distance };
  }
  return best?.button;
}

function middle(button) {
  const box = button.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Single keys that do things, except while a person types into a field or where something else uses them. `keys`: [key, what it does in words, function];
 * the key ? opens the list, which tells of `others` too, keys that something else attends to.
 */
export class KeysDialog extends Component {
  connectedCallback() {
    document.addEventListener("keydown", (event) => {
      const action = event.key === "?" ? () => this.toggle() : this.given.keys?.find(([key]) => key === event.key)?.[2];
      if (event.defaultPrevented || !action || event.ctrlKey || event.altKey || event.metaKey || event.repeat || typing(event.target)) return;
      const open = document.querySelector("dialog[open]");
      if (open && (open.parentNode !== this || event.key !== "?")) return;
      event.preventDefault();
      action();
    });
  }

  toggle() {
    const dialog = /** @type {HTMLDialogElement} */ (within(this, "dialog"));
    if (dialog.open) dialog.close();
    else dialog.showModal();
  }

  draw({ keys, others }) {
    const line = ([key, words]) => [el("dt", el("kbd", SIGNS[key] ?? key)), el("dd", words)];
    return el(
      "dialog",
      { id: "help", "aria-labelledby": "help-title" },
      el("h2", { id: "help-title" }, "Keys"),
      el("dl.facts", [...keys, ...others, ["?", "this list"]].map(line)),
      el("form", { method: "dialog" }, el("button.primary", "Close")),
    );
  }
}

const FIELDS = "select, textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=file])";
const typing = (node) => node.matches(FIELDS);

customElements.define("keys-dialog", KeysDialog);

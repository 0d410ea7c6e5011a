// The buttons below a position, which are drawn once and only change their state.

import { el } from "./elements.js";

/**
 * A button in `node` for each of `tools`: [id, word, key or null, what it does]. Returns `update`, which takes
 * id -> {disabled, pressed, hidden}; `pressed` makes it a button that is on or off.
 */
export function toolbar(node, tools) {
  const buttons = new Map();
  for (const [id, text, key, does] of tools) {
    const button = el("button", {
      type: "button",
      id: `tool-${id}`,
      "aria-keyshortcuts": key,
      text,
      on: { click: does },
    });
    buttons.set(id, button);
    node.append(button);
  }
  return (states) => {
    for (const [id, { disabled = false, pressed = null, hidden = false }] of Object.entries(states)) {
      const button = buttons.get(id);
      Object.assign(button, { disabled, hidden });
      if (pressed !== null) button.setAttribute("aria-pressed", String(pressed));
    }
  };
}

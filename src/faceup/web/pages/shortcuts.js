// Keys that do what the buttons of a page do, and the dialog that lists them.

import { el, replace } from "./elements.js";

/**
 * Let single keys do things, except while a person types into a field. `keys`: [key, what it does in words, function].
 * The key ? opens `dialog`, which lists them with `others`, keys that something else attends to.
 */
export function shortcuts(dialog, keys, others = []) {
  const line = (key, words) => [el("dt", {}, el("kbd", { text: key })), el("dd", { text: words })];
  replace(
    dialog,
    el("h2", { id: "help-title", text: "Keys" }),
    el(
      "dl",
      { class: "facts" },
      keys.map(([key, words]) => line(key, words)),
      others.map(([key, words]) => line(key, words)),
      line("?", "this list"),
    ),
    el("form", { method: "dialog" }, el("button", { class: "primary", text: "Close" })),
  );
  const help = () => (dialog.open ? dialog.close() : dialog.showModal());
  const does = new Map([...keys.map(([key, , action]) => [key, action]), ["?", help]]);
  document.addEventListener("keydown", (event) => {
    const action = does.get(event.key);
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.repeat || typing(event.target)) return;
    const open = document.querySelector("dialog[open]");
    if (open && (open !== dialog || action !== help)) return;
    event.preventDefault();
    action();
  });
  return help;
}

function typing(node) {
  return node.matches(
    "select, textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=file])",
  );
}

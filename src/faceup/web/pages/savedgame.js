// Saving a game in progress as a file, and reading one.

import { el, replace } from "./elements.js";

/**
 * The buttons Save and Load in `node`. `record()` is what to save; `load(record, file name)` is called with what a file
 * holds, `refuse(message)` where it holds no JSON. Returns a function that says whether there is anything to save.
 */
export function saveAndLoadButtons(node, { name, record, load, refuse }) {
  const file = el("input", { type: "file", accept: "application/json,.json", hidden: true, id: "file" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    let found;
    try {
      found = JSON.parse(await chosen.text());
    } catch {
      return refuse(`${chosen.name} is no saved game: it is not JSON`);
    } finally {
      file.value = ""; // so that the same file can be chosen again
    }
    load(found, chosen.name);
  });
  const save = el("button", { type: "button", disabled: true, text: "Save" });
  save.addEventListener("click", () => download(`faceup-${name}.json`, JSON.stringify(record(), null, 1) + "\n"));
  replace(node, save, el("button", { type: "button", text: "Load", on: { click: () => file.click() } }), file);
  return (something) => (save.disabled = !something);
}

function download(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { download: name, href }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

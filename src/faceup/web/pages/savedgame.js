// A game taken along: its link, its moves as text, a picture of the table, a file, and its position changed by hand.

import { announce, Component, el, pushButton } from "./elements.js";
import { capital, shortName } from "./seats.js";
import { snapshot } from "./snapshot.js";

const LINK = "The link to this page includes the game.";
const SEALED = "The link to this page works until the server stops; what is hidden stays hidden until the game is over.";
const OWN = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/; // names of this machine, which no other one can reach

class SavedGame extends Component {
  draw({ play, hidden = false, said = "" }) {
    const file = el("input", { type: "file", accept: "application/json,.json", hidden: true, id: "file" });
    file.addEventListener("change", () => file.files?.[0] && this.#read(file.files[0]));
    const none = !play.state.position;
    const share = [
      pushButton("Copy link", () => this.#copy(location.href, "Link copied"), { disabled: none }),
      pushButton("Copy moves", () => this.#copy(movesText(play.state), "Moves copied"), { disabled: none }),
      pushButton("Save picture", () => this.#picture(), { disabled: none }),
    ];
    const files = !hidden && [
      pushButton("Save", () => this.#save(), { disabled: none, title: "Save the game as a file" }),
      pushButton("Load", () => file.click(), { title: "Open the file of a game" }),
      file,
      pushButton("Set up", () => play.setUp(), { id: "set-up", title: "Change the position by hand" }),
    ];
    const note = [hidden ? SEALED : LINK, OWN.test(location.hostname) && " It opens only on this computer."];
    return [
      el("p.small.soft", { id: "keep-note" }, note),
      el("div.buttons.kept-ways", share, files),
      said && el("p.small", said),
    ];
  }

  /** Tell what became of it, to those who look and those who listen. */
  #told(said) {
    const at = [...this.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    this.show({ said });
    if (at >= 0) this.querySelectorAll("button")[at].focus();
    announce(said);
  }

  async #copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      this.#told(`${said}.`);
    } catch {
      this.#told(copiedByHand(text) ? `${said}.` : "This browser lets no page copy.");
    }
  }

  async #picture() {
    const { play, picture } = this.given;
    try {
      const paper = getComputedStyle(picture.closest(".panel")).backgroundColor;
      saveAs(await snapshot(picture, paper), `faceup-${play.state.game.name}.png`);
      this.#told("Picture saved.");
    } catch {
      this.#told("This browser paints no pictures.");
    }
  }

  async #read(file) {
    const { play } = this.given;
    try {
      play.load(JSON.parse(await file.text()), file.name);
    } catch {
      play.update({ error: new Error(`${file.name} is no saved game: it is not JSON`) });
    }
    this.show({ said: "" }); // so that the same file can be chosen again
  }

  #save() {
    const { game, position } = this.given.play.state;
    const text = JSON.stringify(position.record, null, 1) + "\n";
    saveAs(new Blob([text], { type: "application/json" }), `faceup-${game.name}.json`);
  }
}

function saveAs(blob, download) {
  const href = URL.createObjectURL(blob);
  el("a", { download, href }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** The moves of a game as people write them down, a line for each, and how it ended. */
function movesText({ game, played, position }) {
  const parameters = Object.entries(played.parameters).map(([name, value]) => `${name} ${value}`);
  const line = ({ turn, who, word, seen, says }, k) =>
    `${k + 1}. ${turn < 0 ? capital(says) : `${capital(shortName(who))}: ${word}`}${seen ? ` (${seen})` : ""}`;
  const result = position.over ? [position.status] : [];
  return [[game.title, ...parameters].join(", "), ...position.history.map(line), ...result, ""].join("\n");
}

/** Copy where a page has no clipboard, as on an address without TLS on another machine. */
function copiedByHand(text) {
  const area = el("textarea.unseen", { value: text });
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

customElements.define("saved-game", SavedGame);

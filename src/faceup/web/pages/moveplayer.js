// The moves of computers and chance, shown one by one, at a pace that can be followed.

import { Component, el, pushButton } from "./elements.js";
import { movesWords } from "./movebuttons.js";
import { capital } from "./seats.js";

const PACES = { slow: 2500, steady: 1200, quick: 450 }; // milliseconds from one move to the next
const PAUSE = 750; // between the moves of others in a game that somebody plays
const ALL_PAUSES = 3000; // of all of them together
const LATEST = 4; // moves that stay in words above the position

/** The moves that were added last, in words. */
export function latestWords({ history, added }, shown = added) {
  const end = history.length - added + shown;
  const words = movesWords(history.slice(end - Math.min(shown, LATEST), end));
  return words && capital(words);
}

/**
 * Shows the scenes of the added moves of a Position, one after another. Where there are several it has buttons: Skip,
 * and where the game is watched Pause, Step and a choice of pace too.
 */
export class MovePlayer extends Component {
  pace = "steady"; // as it was chosen last
  /** @type {?{stopped: boolean, paused: boolean, steps: number, wake: () => void}} */
  #run = null; // `steps` were asked for and not yet shown; `wake()` ends a pause

  /**
   * Show them: `show(k)` shows the scene of the k-th added move. The next one waits until what is new in `table` has
   * arrived, and for a pause. A click on the table skips those of others in a game that somebody plays. Gives whether
   * it came to the end, not to another game that is shown.
   */
  async play({ added, frames }, { show, table, watched }) {
    this.skip();
    const run = (this.#run = { stopped: false, paused: false, steps: 0, wake: () => {} });
    const before = added - frames.length; // of very many moves the last ones alone have a scene
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still) this.show({ run, watched, several: added > 2 });
    const skip = () => !watched && run === this.#run && this.skipped();
    table.addEventListener("click", skip);
    for (let k = 0; k < frames.length && !run.stopped && !still; k++) {
      show(k + before);
      await arrived(table);
      if (k < frames.length - 1) await this.#waited(run, watched ? null : Math.min(PAUSE, ALL_PAUSES / added));
    }
    table.removeEventListener("click", skip);
    if (run !== this.#run) return false;
    this.skip();
    return true;
  }

  /** Go on at once to the end. */
  skip() {
    if (!this.#run) return;
    this.#run.stopped = true;
    this.#run.wake();
    this.#run = null;
    this.show({ several: false });
  }

  async #waited(run, time) {
    while (!run.stopped && !run.steps) {
      const woken = new Promise((resolve) => {
        run.wake = () => resolve(false);
        if (!run.paused) setTimeout(() => resolve(true), time ?? PACES[this.pace]);
      });
      if (await woken) return;
    }
    run.steps = Math.max(0, run.steps - 1);
  }

  draw({ run, watched, several }) {
    if (!several) return null;
    const pause = (on) => {
      run.paused = on;
      toggle.textContent = on ? "Go on" : "Pause";
      run.wake();
    };
    const step = () => {
      run.steps += 1;
      pause(true);
    };
    const toggle = pushButton("Pause", () => pause(!run.paused));
    const choice = el(
      "select",
      { "aria-label": "Pace", on: { change: () => (this.pace = choice.value) } },
      Object.keys(PACES).map((name) => el("option", { value: name, selected: name === this.pace }, name)),
    );
    const skip = pushButton("Skip", () => this.skipped(), { id: "skip", class: "quiet" });
    const properties = { class: "pace", role: "group", "aria-label": "Playing ..." };
    return el("div", properties, watched && [toggle, pushButton("Step", step), choice], skip);
  }

  skipped() {
    if (!this.#run) return;
    this.#run.stopped = true;
    this.#run.wake();
  }
}

// What is new moves to its place; a move that is shown sooner would cut that short.
const arrived = (node) => Promise.allSettled(node.getAnimations({ subtree: true }).map((motion) => motion.finished));

customElements.define("move-player", MovePlayer);

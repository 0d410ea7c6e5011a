// The moves of computers and chance, shown one by one.

import { el, replace } from "./elements.js";
import { movesWords } from "./position.js";

const PAUSE = 750; // milliseconds between two moves
const ALL_PAUSES = 8000; // of all of them together
const LATEST = 4; // moves that stay in words above the position

/** The moves that were added last, in words. */
export function latestWords({ history, added }, shown = added) {
  const end = history.length - added + shown;
  return movesWords(history.slice(end - Math.min(shown, LATEST), end));
}

/**
 * Show the scenes of the added moves of a Position, with a pause between any two: `show(k, scene)` shows the k-th.
 * A Skip button appears in `place` where there are several. Returns {done: a promise, skip()}.
 */
export function animate({ added, frames }, { show, place }) {
  const before = added - frames.length; // of very many moves the last ones alone have a scene
  let stopped = false;
  let wake = () => {};
  const skip = () => {
    stopped = true;
    wake();
  };
  const button = el("button", { type: "button", id: "skip", class: "quiet", text: "Skip", on: { click: skip } });
  const run = async () => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (added > 2) replace(place, button);
    for (let k = 0; k < frames.length && !stopped; k++) {
      show(k + before, frames[k]);
      if (k === frames.length - 1) break;
      await new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, Math.min(PAUSE, ALL_PAUSES / added));
      });
    }
    button.remove();
  };
  return { done: run(), skip };
}

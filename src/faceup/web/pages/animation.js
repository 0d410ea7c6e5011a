// The moves of computers and chance, shown one by one, at a pace that can be followed.

import { el, replace } from "./elements.js";
import { movesWords } from "./position.js";
import { capital } from "./seats.js";

const PACES = { slow: 2500, steady: 1200, quick: 450 }; // milliseconds from one move to the next
const PAUSE = 750; // between the moves of others in a game that somebody plays
const ALL_PAUSES = 8000; // of all of them together
const LATEST = 4; // moves that stay in words above the position
let pace = "steady"; // as it was chosen last

/** The moves that were added last, in words. */
export function latestWords({ history, added }, shown = added) {
  const end = history.length - added + shown;
  const words = movesWords(history.slice(end - Math.min(shown, LATEST), end));
  return words && capital(words);
}

/**
 * Show the scenes of the added moves of a Position, one after another: `show(k, scene)` shows the k-th. The next one
 * waits until what is new in `table` has arrived, and for a pause. Where there are several, `place` has buttons: Skip, and
 * where the game is `watched` Pause, Step and a choice of pace too. Returns {done: a promise, skip()}.
 */
export function animate({ added, frames }, { show, place, table, watched }) {
  const before = added - frames.length; // of very many moves the last ones alone have a scene
  let [stopped, paused] = [false, false];
  let steps = 0; // that were asked for and not yet shown
  let wake = () => {};
  const skip = () => {
    stopped = true;
    wake();
  };
  const button = (text, click, properties = {}) => el("button", { type: "button", text, ...properties, on: { click } });
  const pause = (on) => {
    paused = on;
    toggle.textContent = on ? "Go on" : "Pause";
    wake();
  };
  const toggle = button("Pause", () => pause(!paused));
  const choice = el(
    "select",
    { "aria-label": "Pace", on: { change: () => (pace = choice.value) } },
    Object.keys(PACES).map((name) => el("option", { value: name, text: name, selected: name === pace })),
  );
  const step = () => {
    pause(true);
    steps += 1;
    wake();
  };
  const buttons = el(
    "div",
    { class: "pace", role: "group", "aria-label": "Playing ..." },
    watched && [toggle, button("Step", step), choice],
    button("Skip", skip, { id: "skip", class: "quiet" }),
  );
  const woken = (time) =>
    new Promise((resolve) => {
      wake = () => resolve(false);
      if (time !== null) setTimeout(() => resolve(true), time);
    });
  const waited = async () => {
    while (!stopped && !steps) {
      const time = watched ? PACES[pace] : Math.min(PAUSE, ALL_PAUSES / added);
      if (await woken(paused ? null : time)) return;
    }
    steps = Math.max(0, steps - 1);
  };
  const run = async () => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (added > 2) replace(place, buttons);
    for (let k = 0; k < frames.length && !stopped; k++) {
      show(k + before, frames[k]);
      await arrived(table);
      if (k === frames.length - 1 || stopped) break;
      await waited();
    }
    buttons.remove();
  };
  return { done: run(), skip };
}

// What is new moves to its place; a move that is shown sooner would cut that short.
const arrived = (node) => Promise.allSettled(node.getAnimations({ subtree: true }).map((motion) => motion.finished));

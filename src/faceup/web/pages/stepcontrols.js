// Going through the steps of a game: play and pause, back and forth, how fast, and without the ordinary steps.

import { many, number } from "./charts.js";
import { el, replace } from "./elements.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32]; // steps a second
const USUAL = 2;

/**
 * The buttons, sliders and the list of steps, as {node, list, load(steps), play(), pause()}. `move(at, byHand)` is
 * called whenever another step is the present one; 0 is the start.
 */
export function stepControls(move) {
  let [steps, at, timer, whole] = [[], 0, 0, []];
  let items = [];

  const button = (text, does, key) =>
    el("button", { type: "button", text, "aria-keyshortcuts": key, on: { click: does } });
  const toggle = el("button", {
    type: "button",
    class: "primary",
    "aria-keyshortcuts": "Space",
    text: "Play",
    on: { click: () => (timer ? pause() : play()) },
  });
  const moves = {
    first: () => byHand(0),
    back: () => byHand(whole.findLast((step) => step < at) ?? 0),
    step: () => byHand(whole.find((step) => step > at) ?? steps.length),
    last: () => byHand(steps.length),
  };
  const buttons = {
    first: button("First", moves.first, "Home"),
    back: button("Back", moves.back, "ArrowLeft"),
    step: button("Step", moves.step, "ArrowRight"),
    last: button("Last", moves.last, "End"),
  };
  const scrub = el("input", {
    type: "range",
    id: "scrub",
    min: 0,
    max: 0,
    value: 0,
    on: { input: () => byHand(Number(scrub.value)) },
  });
  const speed = el("input", {
    type: "range",
    id: "speed",
    min: 0,
    max: SPEEDS.length - 1,
    value: USUAL,
    on: {
      input: () => {
        tellSpeed();
        if (timer) next();
      },
    },
  });
  const speedWords = el("label", { for: "speed" });
  const quiet = el("input", {
    type: "checkbox",
    id: "quiet",
    on: {
      change: () => {
        choose();
        if (timer) next();
      },
    },
  });
  const quietWords = el("label", { for: "quiet" });
  const quietPlace = el("div", { class: "field field-check" }, quiet, quietWords);
  const list = el("ol", { class: "steps", "aria-label": "Steps", start: 0 });
  const node = el(
    "div",
    { class: "stack controls" },
    el(
      "div",
      { class: "buttons transport", role: "group", "aria-label": "Steps" },
      buttons.first,
      buttons.back,
      toggle,
      buttons.step,
      buttons.last,
    ),
    el(
      "div",
      { class: "fields" },
      el("div", { class: "field scrub" }, el("label", { for: "scrub", text: "Step" }), scrub),
      el("div", { class: "field scrub" }, speedWords, speed),
      quietPlace,
    ),
  );

  function tellSpeed() {
    const words = SPEEDS[speed.value] < 1 ? "a step in 2 seconds" : `${many(SPEEDS[speed.value], "step")} a second`;
    speedWords.textContent = `Speed: ${words}`;
    speed.setAttribute("aria-valuetext", words);
  }

  function choose() {
    whole = [0, ...steps.filter((step) => !(quiet.checked && step.quiet)).map((step) => step.number)];
    if (whole.at(-1) !== steps.length) whole.push(steps.length);
    steps.forEach((step, k) => (items[k + 1].hidden = quiet.checked && step.quiet && step.number !== steps.length));
  }

  function go(to, byHandToo) {
    const focused = list.contains(document.activeElement);
    mark(items[at], false);
    at = to;
    mark(items[at], true);
    if (focused) items[at].firstChild.focus({ preventScroll: true });
    keepInSight(items[at]);
    scrub.value = at;
    scrub.setAttribute("aria-valuetext", at === 0 ? "the start" : `step ${number(at)} of ${number(steps.length)}`);
    for (const [name, off] of [
      ["first", at === 0],
      ["back", at === 0],
      ["step", at === steps.length],
      ["last", at === steps.length],
    ])
      buttons[name].setAttribute("aria-disabled", String(off));
    move(at, byHandToo);
  }

  function mark(item, present) {
    if (!item) return;
    item.firstChild.tabIndex = present ? 0 : -1;
    if (present) item.firstChild.setAttribute("aria-current", "step");
    else item.firstChild.removeAttribute("aria-current");
  }

  // Scrolls the list alone, never the page.
  function keepInSight(item) {
    const [box, frame] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
    if (box.top < frame.top || box.bottom > frame.bottom)
      list.scrollTop += box.top - frame.top - frame.height / 2 + box.height / 2;
  }

  function byHand(to) {
    pause();
    if (to !== at) go(to, true);
  }

  function play() {
    if (!steps.length) return;
    if (at === steps.length) go(0, false);
    toggle.textContent = "Pause";
    next();
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    toggle.textContent = "Play";
  }

  function next() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      go(whole.find((step) => step > at) ?? steps.length, false);
      if (at === steps.length) pause();
      else next();
    }, 1000 / SPEEDS[speed.value]);
  }

  function load(found) {
    pause();
    [steps, at] = [found, 0];
    const line = (to, text) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", tabindex: -1, on: { click: () => byHand(to) } },
          el("span", { class: "step-number", text: to }),
          text,
        ),
      );
    items = [line(0, "start"), ...steps.map((step) => line(step.number, step.what))];
    replace(list, items);
    list.scrollTop = 0;
    scrub.max = steps.length;
    const ordinary = new Set(steps.filter((step) => step.quiet).map((step) => step.what));
    quietWords.textContent = `Skip ${[...ordinary].join(", ")}`;
    quietPlace.hidden = !steps.some((step) => step.quiet) || steps.every((step) => step.quiet);
    choose();
    go(0, false);
  }

  // Keys that nothing else on the page has used.
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !steps.length)
      return;
    const target = event.target.closest?.("input, select, textarea, button, summary, a");
    if (target?.matches("input, select, textarea")) return;
    if (event.key === " ") {
      if (target?.matches("button, summary")) return;
      toggle.click();
    } else {
      const does = { ArrowLeft: moves.back, ArrowRight: moves.step, Home: moves.first, End: moves.last }[event.key];
      if (!does) return;
      does();
    }
    event.preventDefault();
  });

  tellSpeed();
  return { node, list, load, play, pause };
}

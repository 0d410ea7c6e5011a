// Going through the steps of a game: play and pause, back and forth, how fast, and without the ordinary steps.

import { el, pushButton, replace, within } from "./elements.js";
import { many, number } from "./numbers.js";
import { capital, shortName } from "./seats.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32]; // steps a second
const USUAL = 2;

/**
 * The buttons and sliders; `list` is the list of steps. The store has the `steps`, and `at`, which of them is the
 * present one: 0 is the start. `byHand` is set with it where a person went there.
 */
export class StepControls extends HTMLElement {
  #timer = 0;
  #whole = [0]; // the steps that are stopped at
  #items = [];

  constructor(store) {
    super();
    this.store = store;
    this.className = "stack controls";
    const { first, back, step, last } = this.ways;
    const button = (text, does, key, look = "") => pushButton(text, does, { class: look, "aria-keyshortcuts": key });
    const slider = (id, max, value, input) => el("input", { type: "range", id, min: 0, max, value, on: { input } });
    this.toggle = button("Play", () => (this.#timer ? this.pause() : this.play()), "Space", "primary");
    this.buttons = [
      button("First", first, "Home"),
      button("Back", back, "ArrowLeft"),
      button("Next", step, "ArrowRight"),
      button("Last", last, "End"),
    ];
    this.scrub = slider("scrub", 0, 0, () => this.#byHand(Number(this.scrub.value)));
    this.speed = slider("speed", SPEEDS.length - 1, USUAL, () => this.#changed());
    this.speedWords = el("label", { for: "speed" });
    this.quiet = el("input", { type: "checkbox", id: "quiet", on: { change: () => this.#changed() } });
    this.quietPlace = el("div.field.field-check", this.quiet, el("label", { for: "quiet" }));
    this.list = el("ol.steps", { "aria-label": "Steps", start: 0 });
    const scrubbed = el("div.field.scrub", el("label", { for: "scrub" }, "Step"), this.scrub);
    const speeded = el("div.field.scrub", this.speedWords, this.speed);
    const row = { class: "buttons transport", role: "group", "aria-label": "Steps" };
    this.append(
      el("div", row, this.buttons.toSpliced(2, 0, this.toggle)),
      el("div.fields", scrubbed, speeded, this.quietPlace),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
    store.subscribe(["steps"], ({ steps }) => this.#load(steps));
    store.subscribe(["at"], ({ at }) => this.#show(at));
  }

  /** Where the buttons and keys lead. */
  ways = {
    first: () => this.#byHand(0),
    back: () => this.#byHand(this.#whole.findLast((step) => step < this.store.state.at) ?? 0),
    step: () => this.#byHand(this.#next()),
    last: () => this.#byHand(this.store.state.steps.length),
  };

  #next() {
    return this.#whole.find((step) => step > this.store.state.at) ?? this.store.state.steps.length;
  }

  #byHand(to) {
    this.pause();
    if (to !== this.store.state.at) this.store.update({ at: to, byHand: true });
  }

  play() {
    const { steps, at } = this.store.state;
    if (!steps.length) return;
    if (at === steps.length) this.store.update({ at: 0, byHand: false });
    this.toggle.textContent = "Pause";
    this.#wait();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.toggle.textContent = "Play";
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.store.update({ at: this.#next(), byHand: false });
      if (this.store.state.at === this.store.state.steps.length) this.pause();
      else this.#wait();
    }, 1000 / SPEEDS[this.speed.value]);
  }

  /** Another speed, other steps to stop at. */
  #changed() {
    const { steps } = this.store.state;
    const rate = SPEEDS[this.speed.value];
    const words = rate < 1 ? "a step in 2 seconds" : `${many(rate, "step")} a second`;
    this.speedWords.textContent = `Speed: ${words}`;
    this.speed.setAttribute("aria-valuetext", words);
    const left = (step) => this.quiet.checked && step.quiet && step.number !== steps.length;
    this.#whole = [0, ...steps.filter((step) => !left(step)).map((step) => step.number)];
    steps.forEach((step, k) => (this.#items[k + 1].hidden = left(step)));
    if (this.#timer) this.#wait();
  }

  #load(steps) {
    this.pause();
    const moves = steps.some(({ move }) => move > 0); // then chance has no number
    const line = (to, ...texts) => {
      const number = el("span.step-number", moves && to ? steps[to - 1].move || "" : to);
      return el("li", pushButton([number, texts], () => this.#byHand(to), { tabindex: -1 }));
    };
    const who = (step) => step.who && el("span.step-who", capital(shortName(step.who)), " ");
    this.#items = [line(0, "start"), ...steps.map((step) => line(step.number, who(step), step.what))];
    replace(this.list, this.#items);
    this.list.scrollTop = 0;
    this.scrub.max = steps.length;
    const ordinary = new Set(steps.filter((step) => step.quiet).map((step) => step.what));
    within(this.quietPlace, "label").textContent = `Skip ${[...ordinary].join(", ")}`;
    this.quietPlace.hidden = !ordinary.size || steps.every((step) => step.quiet);
    this.#changed();
    this.#show(this.store.state.at);
  }

  #show(at) {
    const { steps } = this.store.state;
    const item = this.#items[at];
    if (!item) return;
    const focused = this.list.contains(document.activeElement);
    for (const { firstChild: other } of this.#items) {
      if (other.ariaCurrent !== "step" && other !== item.firstChild) continue;
      other.tabIndex = other === item.firstChild ? 0 : -1;
      other.ariaCurrent = other === item.firstChild ? "step" : null;
    }
    if (focused) item.firstChild.focus({ preventScroll: true });
    // Scrolls the list alone, never the page.
    const [box, frame] = [item.getBoundingClientRect(), this.list.getBoundingClientRect()];
    if (box.top < frame.top || box.bottom > frame.bottom)
      this.list.scrollTop += box.top - frame.top - frame.height / 2 + box.height / 2;
    this.scrub.value = at;
    this.scrub.setAttribute("aria-valuetext", at === 0 ? "the start" : `step ${number(at)} of ${number(steps.length)}`);
    const ends = [at === 0, at === 0, at === steps.length, at === steps.length];
    this.buttons.forEach((button, k) => button.setAttribute("aria-disabled", String(ends[k])));
  }

  // Keys that nothing else on the page has used.
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const target = event.target.closest?.("input, select, textarea, button, summary, a");
    if (!this.store.state.steps.length || target?.matches("input, select, textarea")) return;
    if (event.key === " " && target?.matches("button, summary")) return;
    const { first, back, step, last } = this.ways;
    const does = {
      ArrowLeft: back, ArrowRight: step, Home: first, End: last, " ": () => this.toggle.click(),
    }[event.key];
    if (!does) return;
    does();
    event.preventDefault();
  }
}

customElements.define("step-controls", StepControls);

// The fields for a game's parameters.

import { el } from "./elements.js";

/**
 * Fields for the parameters of `game`, begun with `values` (name -> as typed) where given, else with the defaults.
 * `sliders`: a slider beside each number whose range is known. `onchange(read())` is called after every change.
 * @typedef {{values?: Record<string, string>, onchange?: (typed: Record<string, string>) => void, sliders?: boolean}} Given
 */
export class ParameterForm extends HTMLElement {
  static made = 0; // fields, so that every one on a page has an id of its own
  #readers = new Map();

  /**
   * @param {import("./gamepage.js").Answer} game
   * @param {Given} given
   */
  constructor(game, { values = {}, onchange = () => {}, sliders = false } = {}) {
    super();
    this.className = "fields parameters";
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", `Parameters of ${game.title}`);
    for (const parameter of game.parameters) {
      const id = `field-${++ParameterForm.made}`;
      const seat = game.player_names.find((name) => name.toLowerCase() === parameter.name);
      const called = seat && parameter.kind === "cards" ? { ...parameter, label: `${seat}'s cards` } : parameter;
      const { node, reader } = field(called, values[parameter.name], () => onchange(this.read()), sliders, id);
      this.#readers.set(parameter.name, reader);
      this.append(node);
    }
  }

  /** Name -> as typed, without those that have their default. */
  read() {
    const found = {};
    for (const [name, reader] of this.#readers) {
      const { now, plain } = reader();
      if (now !== plain) found[name] = now;
    }
    return found;
  }
}

function field(parameter, given, changed, sliders, id) {
  if (parameter.kind === "yes-no") return yesNo(parameter, given, changed, id);
  if (parameter.words.length) return oneOf(parameter, given, changed, id);
  const plain = parameter.value === null ? "" : String(parameter.value);
  const number = parameter.kind === "number";
  const input = el("input", {
    id,
    name: parameter.name,
    value: given ?? plain,
    autocomplete: "off",
    spellcheck: "false",
    required: parameter.value === null,
    type: number ? "number" : "text",
    inputmode: number ? "numeric" : null,
    step: number ? 1 : null,
    placeholder: { cards: "1-16,36-44", fraction: "2/5 or 0.4" }[parameter.kind],
    on: { change: changed },
  });
  const slider =
    number && sliders && parameter.least !== null && parameter.most !== null
      ? sliderFor(parameter, input, changed)
      : null;
  const node = el(
    "div",
    { class: ["field", number ? "field-number" : "field-text", slider && "field-slider"] },
    el("label", { for: id }, parameter.label ?? label(parameter.name)),
    input,
    slider,
  );
  const reader = () => ({ now: input.value.trim(), plain });
  return { node, reader };
}

function yesNo(parameter, given, changed, id) {
  const plain = Boolean(parameter.value);
  const checked = given === undefined ? plain : ["yes", "true", "1", "True"].includes(String(given));
  const input = el("input", { id, name: parameter.name, type: "checkbox", checked, on: { change: changed } });
  const node = el("div.field.field-check", input, el("label", { for: id }, label(parameter.name)));
  return { node, reader: () => ({ now: input.checked ? "yes" : "no", plain: plain ? "yes" : "no" }) };
}

function oneOf({ name, value, words }, given, changed, id) {
  const plain = String(value ?? words[0]);
  const wanted = given ?? plain;
  const texts = words.includes(wanted) ? words : [wanted, ...words]; // what an address asks for is refused in words
  const options = texts.map((word) => el("option", { value: word, selected: word === wanted }, label(word)));
  const select = el("select", { id, name, on: { change: changed } }, options);
  const node = el("div.field.field-text", el("label", { for: id }, label(name)), select);
  return { node, reader: () => ({ now: select.value, plain }) };
}

function sliderFor(parameter, input, changed) {
  const slider = el("input", {
    type: "range",
    min: parameter.least,
    max: parameter.most,
    step: 1,
    "aria-label": `${label(parameter.name)}, slider`,
  });
  const follow = () => (slider.value = input.value === "" ? parameter.least : input.value);
  follow();
  slider.addEventListener("input", () => (input.value = slider.value));
  slider.addEventListener("change", changed);
  input.addEventListener("input", follow);
  return slider;
}

function label(name) {
  return name.replaceAll(/[_-]/g, " ");
}

customElements.define("parameter-form", ParameterForm);

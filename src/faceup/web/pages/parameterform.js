// The fields for a game's parameters.

import { el } from "./elements.js";

let fields = 0; // so that every field on a page has an id of its own

/**
 * Fields for the parameters of `game`, begun with `values` (name -> as typed) where given, else with the defaults.
 * `sliders`: a slider beside each number whose range is known. `onchange(read())` is called after every change.
 * `read()` gives name -> as typed, without those that have their default.
 */
export function parameterForm(game, { values = {}, onchange = () => {}, sliders = false } = {}) {
  const readers = new Map();
  const read = () => {
    const found = {};
    for (const [name, reader] of readers) {
      const { now, plain } = reader();
      if (now !== plain) found[name] = now;
    }
    return found;
  };
  const changed = () => onchange(read());
  const node = el(
    "div",
    { class: "fields parameters", role: "group", "aria-label": `Parameters of ${game.title}` },
    game.parameters.map((parameter) => {
      const { node, reader } = field(parameter, values[parameter.name], changed, sliders);
      readers.set(parameter.name, reader);
      return node;
    }),
  );
  return { node, read };
}

function field(parameter, given, changed, sliders) {
  const id = `field-${++fields}`;
  if (parameter.kind === "yes-no") return yesNo(parameter, given, changed, id);
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
    el("label", { for: id, text: label(parameter.name) }),
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
  const node = el("div", { class: "field field-check" }, input, el("label", { for: id, text: label(parameter.name) }));
  return { node, reader: () => ({ now: input.checked ? "yes" : "no", plain: plain ? "yes" : "no" }) };
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
  return name.replaceAll("_", " ");
}

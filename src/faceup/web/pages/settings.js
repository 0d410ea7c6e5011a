// What is asked about a game: its parameters, how moves are chosen, numbers, and the button that asks.

import { fromQuery } from "./address.js";
import { el, within } from "./elements.js";
import { ParameterForm } from "./parameterform.js";
import { capital, seatCount } from "./seats.js";
import { WaitingLine } from "./waiting.js";

const POLICIES = [["best", "the best move"], ["random", "at random"], ["first", "the first legal move"]];
const WORST = ["worst", "the worst move"];
const LOOKING_AHEAD = [["mcts:100", "by looking ahead (easy)"], ["mcts:1000", "by looking ahead (medium)"]];
const FOR_TWO = ["ab:4", "by looking four moves ahead"]; // for two opponents who see everything
const MOST_SEED = Number.MAX_SAFE_INTEGER; // beyond it a number in a page loses its last digits

/** What a field holds that cannot be sent; the message quotes it and says what is possible. */
class Mistake extends Error {}

/**
 * A form about `game` whose button says `submit`; `send()` is called by it. `policies`, where moves are chosen:
 * {worst}. `above` and `below` are other fields, `sliders` and `onchange` those of a ParameterForm.
 */
export class SettingsForm extends HTMLElement {
  /**
   * @param {import("./gamepage.js").Answer} game
   * @param {import("./store.js").Store<any>} store
   * @param {{submit: string, send: () => void, look?: ?string, policies?: ?{worst?: boolean},
   *   above?: import("./elements.js").Child, below?: import("./elements.js").Child} & Record<string, any>} given
   */
  constructor(game, store, { submit, send, look = "primary", policies = null, above = null, below = null, ...parameters }) {
    super();
    this.store = store;
    const values = fromQuery(game);
    const deciders = (typed) => (game.players === 1 ? 1 : seatCount(game, typed));
    const onchange = (typed) => this.policies?.seats(deciders(typed));
    this.parameters = new ParameterForm(game, { values, onchange, ...parameters });
    if (policies && game.kind !== "patience") this.policies = new PolicyFields(game, deciders(values), policies);
    const sent = (event) => {
      event.preventDefault();
      send();
    };
    const waiting = Object.assign(new WaitingLine(), { className: "waiting" });
    const button = el("button", { type: "submit", class: look }, submit);
    const buttons = el("div.buttons", button, waiting.follow(store));
    const own = game.parameters.length ? this.parameters : null;
    this.append(
      el(
        "form.panel.stack.settings",
        { on: { submit: sent } },
        [above, own, this.policies, below].flat().filter(Boolean),
        buttons,
      ),
    );
  }

  /**
   * {parameters, policies, ...more()}; null where something cannot be sent, which is said then.
   * @template {object} M
   * @param {() => M} more
   * @returns {?({parameters: Record<string, string>, policies?: string[]} & M)}
   */
  read(more = () => /** @type {M} */ ({})) {
    this.store.update({ error: null, instead: null });
    try {
      const policies = this.policies ? { policies: this.policies.read() } : {};
      return { parameters: this.parameters.read(), ...policies, ...more() };
    } catch (error) {
      this.store.update({ error });
      return null;
    }
  }
}

/** A field for a whole number from `least` to `most`; thousands may be set apart. */
export class WholeField extends HTMLElement {
  constructor(label, value, { least = 0, most = MOST_SEED, name, hint = "" }) {
    super();
    this.label = label;
    this.least = least;
    this.most = most;
    this.className = "field field-whole";
    this.input = el("input", {
      id: `of-${name}`,
      name,
      value: String(value),
      inputmode: "numeric",
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": hint && `of-${name}-hint`,
    });
    const note = hint && el("span.soft.small", { id: `of-${name}-hint` }, hint);
    this.append(el("label", { for: `of-${name}` }, label), this.input, note);
  }

  read() {
    const { label, least, most } = this;
    const typed = this.input.value.trim();
    const plain = /^\d[\d,_\s]*$/.test(typed) ? typed.replaceAll(/[,_\s]/g, "") : typed;
    const found = /^\d+((\.\d+)?e\d{1,2})?$/i.test(plain) ? Number(plain) : NaN;
    if (!Number.isInteger(found) || found < least || found > most) {
      const possible = [least, most].map((end) => end.toLocaleString("en-GB")).join(" to ");
      throw new Mistake(`${label.toLowerCase()} ${JSON.stringify(typed)}; possible: ${possible}`);
    }
    return found;
  }
}

/**
 * How moves are chosen: one policy for all, or one each. With `worst` that is offered too, and no looking ahead, which
 * cannot be followed exactly. `seats` says how many there are now.
 */
class PolicyFields extends HTMLElement {
  #others = [];

  constructor(game, count, { worst = false }) {
    super();
    const solved = (/** @type {string[]} */ [policy]) => game.solvable || !["best", "worst"].includes(policy);
    const usual = game.decides && game.solvable ? "best" : "random";
    this.className = "fields";
    this.game = game;
    const ahead = game.hidden || game.seats ? LOOKING_AHEAD : [...LOOKING_AHEAD, FOR_TWO];
    this.possible = [...POLICIES, ...(worst ? [WORST] : ahead)].filter(solved);
    const given = new URLSearchParams(location.search).getAll("policy");
    this.all = choice("Moves", "policy", this.possible, given[0] ?? usual);
    this.untouched = !given.length && !worst && game.solvable; // nobody chose, so the server does
    this.hidden = game.players === 0; // chance alone plays
    this.addEventListener("change", () => (this.untouched = false));
    this.append(this.all.node);
    this.seats(count, given.slice(1));
  }

  /** Show how moves were chosen, where nobody did. */
  settle([policy]) {
    const late = policy !== this.all.select.value && this.game.decides;
    if (!this.untouched || !late) return;
    this.all.select.value = policy;
    this.all.node.append(el("span.soft.small", "Best play takes too long here."));
  }

  seats(now, chosen = this.#others.map(({ select }) => select.value)) {
    if (now === this.#others.length + 1) return;
    const other = (name, k) =>
      choice(`${capital(name)} plays`, `policy-${k + 2}`, [["", "the same"], ...this.possible], chosen[k] ?? "");
    this.#others = this.game.seatNames.slice(1, now).map(other);
    const [first] = this.game.seatNames;
    const whose = now > 2 ? "Everybody plays" : now > 1 ? `${capital(first)} plays` : "Moves";
    within(this.all.node, "label").textContent = whose;
    const nodes = this.#others.map(({ node }) => node);
    const title = el("summary", "Some play differently");
    const several = () => el("details", { open: chosen.some(Boolean) }, title, el("div.fields", nodes));
    this.replaceChildren(this.all.node, ...(nodes.length > 1 ? [several()] : nodes));
  }

  /** Have the last of them, else the one, choose like this. */
  turn(policy) {
    (this.#others.at(-1) ?? this.all).select.value = policy;
    this.untouched = false;
  }

  read() {
    if (this.untouched) return [];
    const all = this.all.select.value;
    const own = this.#others.map(({ select }) => select.value);
    return own.some(Boolean) ? [all, ...own.map((policy) => policy || all)] : [all];
  }
}

/** A select with its label, as {node, select}; `options` are pairs of a value and its words. */
export function choice(label, id, options, wanted, on = {}) {
  const select = el(
    "select",
    { id, on },
    options.map(([value, text]) => el("option", { value, selected: value === wanted }, text)),
  );
  return { node: el("div.field", el("label", { for: id }, label), select), select };
}

/** Who plays by what, of an answer about numbered games; "" where nobody decides. */
export function playersLine(game, { policies, parameters }) {
  if (game.kind === "patience" || game.players === 0) return "";
  const all = Object.fromEntries([...POLICIES, ...LOOKING_AHEAD, FOR_TWO]);
  const words = policies.map((policy) => all[policy] ?? `by ${policy}`);
  const count = game.players === 1 ? 1 : seatCount(game, parameters);
  const names = game.seatNames.slice(0, count);
  const who = { 1: "The player plays", 2: "Both play" }[count] ?? "All play";
  if (new Set(words).size === 1) return `${who} ${words[0]}.`;
  return `${names.map((name, k) => `${capital(name)} plays ${words[k] ?? words.at(-1)}`).join("; ")}.`;
}

/** Policies as they stand in an address. */
export function policyQuery(policies) {
  return (policies ?? []).map((policy) => ["policy", policy]);
}

customElements.define("settings-form", SettingsForm);
customElements.define("whole-field", WholeField);
customElements.define("policy-fields", PolicyFields);

// The form of a new game, in a dialog: who sits where, the parameters, the seed.

import { el, pushButton, replace, within } from "./elements.js";
import { ParameterForm } from "./parameterform.js";
import { capital, seatCount } from "./seats.js";
import { ErrorLine } from "./waiting.js";

const FOR_TWO = /^ab/; // for two opponents who see everything
const BY_CHANCE = /^(random|slips|mcts|ab)/; // seats that throw dice of their own

/** The dialog of a new game. What is typed in it stays while another game goes on. */
export class NewGame extends HTMLElement {
  chairs = [];
  sat = []; // who sits there, and who did while there were more
  told = 0; // how many seats the game in progress has, each with a payoff of its own
  chance = true; // whether anything depends on the seed, but for those who sit there
  refused = new ErrorLine();
  seating = el("div.fields");
  place = el("div"); // of the parameters
  seed = el("input", {
    id: "seed",
    name: "seed",
    inputmode: "numeric",
    pattern: "[0-9]*",
    maxlength: 15,
    autocomplete: "off",
    placeholder: "by chance",
    "aria-describedby": "seed-note",
  });
  seedField = el("div.fields");
  submit = el("button.primary", { type: "submit" }, "Start");
  dialog = el("dialog", { id: "new-game", "aria-labelledby": "setup-title" });

  follow(store) {
    const { game } = store.state;
    this.store = store;
    this.game = game;
    this.names = game.seatNames;
    this.possible = game.seatKinds.filter(([kind]) => !FOR_TWO.test(kind) || !(game.hidden || game.seats));
    this.#furnish();
    store.subscribe(["begun"], ({ begun }) => this.#begun(begun));
    store.subscribe(["position"], ({ position, played }) => position && this.#tell(position, played));
    store.subscribe(["refused"], ({ refused }) => refused && this.open(refused));
  }

  /** Ask for a new game, and say why there was none. */
  open(refused = null) {
    this.refused.say(refused);
    if (!this.dialog.open) this.dialog.showModal();
    this.submit.focus();
  }

  #furnish() {
    const note = el("span.small.soft", { id: "seed-note" }, "Same seed, same game.");
    const label = el("label", { for: "seed" }, "Random seed");
    this.seedField.append(el("div.field", label, this.seed, note));
    const cancel = pushButton("Cancel", () => this.dialog.close());
    const send = (event) => {
      event.preventDefault();
      this.dialog.close(); // so that the question can be cancelled
      this.store.begin({ parameters: this.parameters?.read(), seats: this.#seats(), seed: this.seed.value.trim() });
    };
    const form = el(
      "form.setup",
      { id: "setup", on: { change: () => this.#needed(), submit: send } },
      [this.refused, this.seating, this.place, this.seedField],
      el("div.buttons", this.submit, cancel),
    );
    const title = el("h2", { id: "setup-title" }, "New game");
    this.dialog.append(title, form);
    replace(this, this.dialog);
  }

  /** What a game that has begun has. */
  #begun({ parameters: values, seats }) {
    const { game } = this;
    const parameters = (this.parameters = new ParameterForm(game, { values }));
    parameters.addEventListener("input", () => {
      const count = seatCount(game, parameters.read());
      if (count !== this.chairs.length) this.#seat(count);
    });
    replace(this.place, game.parameters.length ? parameters : null);
    this.#seat(seatCount(game, values), seats);
    this.#needed();
  }

  /** Its seed, and what its players are called, so that nothing typed is lost. */
  #tell({ players, deciding, by_seat: rows, chance }, { seed }) {
    this.seed.placeholder = `random, now ${seed}`;
    this.names = players;
    this.chance = chance;
    if (rows.length !== this.told && rows.length > 1) this.#seat(rows.length);
    this.told = rows.length;
    this.seating.hidden = rows.length > 0 && deciding.length === 0;
    this.chairs.forEach(({ node, name }, chair) => {
      node.hidden = !this.game.seats && chair >= players.length;
      if (players[chair]) name(capital(players[chair]));
    });
    this.#needed();
  }

  // At a table of several those who have a chair keep it; who comes to sit there is as the last one.
  #seat(count, seats = null) {
    const now = this.chairs.map(({ read }) => read());
    this.sat = seats ?? [...now, ...this.sat.slice(now.length)];
    const field = (_, chair) => {
      const name = capital(this.names[chair] ?? this.game.seatNames[chair]);
      return seatField(name, chair, this.sat[chair] ?? this.sat.at(-1), this.possible);
    };
    this.chairs = Array.from({ length: count }, field);
    replace(this.seating, this.chairs.map(({ node }) => node));
  }

  #needed() {
    this.seedField.hidden = !this.chance && !this.chairs.some(({ read }) => BY_CHANCE.test(read()));
    const person = this.game.hidden && this.chairs.find(({ read }) => read() === "person"); // who alone looks at the page
    for (const chair of this.chairs) chair.offer(!person || chair === person);
  }

  #seats() {
    const read = this.chairs.map(({ read }) => read());
    return read.length > 1 ? read : [...read, "best"]; // nobody sits alone as far as a session knows
  }
}

function seatField(label, chair, seat, possible) {
  const kinds = possible.some(([kind]) => kind === seat) ? possible : [...possible, [seat, seat]];
  const id = `seat-${chair}`;
  const select = el(
    "select",
    { id, name: id },
    kinds.map(([kind, words]) => el("option", { value: kind, selected: kind === seat }, words)),
  );
  const words = el("label", { for: id }, label);
  return {
    node: el("div.field", words, select),
    read: () => select.value,
    name: (text) => (words.textContent = text),
    offer: (/** @type {boolean} */ person) => {
      const you = /** @type {HTMLOptionElement} */ (within(select, "[value=person]"));
      you.disabled = you.hidden = !person;
      if (you.selected && !person) select.value = "best";
    },
  };
}

customElements.define("new-game", NewGame);

// The form of a new game, in a dialog: who sits where, the parameters, the seed.

import { el, replace, showError } from "./elements.js";
import { parameterForm } from "./parameterform.js";
import { capital, seatCount } from "./seats.js";

const LOOKS_AHEAD = "mcts:1000";
const KINDS = [
  ["person", "You"],
  ["best", "Computer: perfect play"],
  ["slips:0.1", "Computer: 10% mistakes"],
  ["slips:0.25", "Computer: 25% mistakes"],
  ["mcts:100", "Computer: looks ahead a little"],
  [LOOKS_AHEAD, "Computer: looks ahead, may err"],
  ["mcts:10000", "Computer: looks far ahead"],
  ["ab:2", "Computer: looks two moves ahead"],
  ["ab:4", "Computer: looks four moves ahead"],
  ["random", "Computer: random"],
];
const FOR_TWO = /^ab/; // for two opponents who see everything
const BY_CHANCE = /^(random|slips|mcts|ab)/; // seats that throw dice of their own

/**
 * What a seat is called: "computer: perfect play". `unvalued`: values cannot be had, so whoever needs them looks ahead.
 */
export const seatWords = (seat, unvalued = false) =>
  named(unvalued && /^(best|slips)/.test(seat) ? LOOKS_AHEAD : seat);

const named = (seat) => (KINDS.find(([kind]) => kind === seat)?.[1] ?? seat).toLowerCase();

/**
 * Fill `form` in `dialog`; `begin(wish)` is called when it is sent, with {parameters, seats, seed: as typed}, and says
 * what is wrong with them, or "" where the game has begun. `set` shows what a game in progress has; `tell` only its
 * seed, and what its players are called, so that nothing typed is lost; `open` asks, and says what was wrong.
 */
export function newGameForm(dialog, form, game, begin) {
  const place = el("div");
  const seed = el("input", {
    id: "seed",
    name: "seed",
    inputmode: "numeric",
    pattern: "[0-9]*",
    maxlength: 15,
    autocomplete: "off",
    placeholder: "by chance",
    "aria-describedby": "seed-note",
  });
  const refused = el("div");
  let chance = true; // whether anything depends on the seed, but for those who sit there
  let parameters = parameterForm(game);
  let chairs = [];
  let names = game.seatNames; // until the server has said who begins
  let told = 0; // how many seats the game in progress has, each with a payoff of its own
  const seating = el("div", { class: "fields" });
  const possible = KINDS.filter(([kind]) => !FOR_TWO.test(kind) || !(game.hidden || game.seats));
  let sat = []; // who sits there, and who did while there were more
  // At a table of several those who have a chair keep it; who comes to sit there is as the last one.
  const seat = (count, seats) => {
    const now = chairs.map(({ read }) => read());
    sat = seats ?? [...now, ...sat.slice(now.length)];
    const name = (chair) => capital(names[chair] ?? game.seatNames[chair]);
    chairs = Array.from({ length: count }, (_, chair) => seatField(name(chair), chair, sat[chair] ?? sat.at(-1), possible));
    replace(
      seating,
      chairs.map(({ node }) => node),
    );
  };
  const needed = () => (seedField.hidden = !chance && !chairs.some(({ read }) => BY_CHANCE.test(read())));
  const tell = (number, { players, deciding, by_seat: rows, chance: thrown }) => {
    seed.placeholder = `by chance, now ${number}`;
    [names, chance] = [players, thrown];
    if (rows.length !== told && rows.length > 1) seat(rows.length);
    told = rows.length;
    seating.hidden = rows.length > 0 && deciding.length === 0;
    chairs.forEach(({ node, name }, chair) => {
      node.hidden = !game.seats && chair >= players.length;
      if (players[chair]) name(capital(players[chair]));
    });
    needed();
  };
  const set = ({ parameters: values, seats }) => {
    parameters = parameterForm(game, { values });
    parameters.node.addEventListener("input", () => {
      const count = seatCount(game, parameters.read());
      if (count !== chairs.length) seat(count);
    });
    replace(place, game.parameters.length ? parameters.node : null);
    seat(seatCount(game, values), seats);
    needed();
  };
  const seats = () => {
    const read = chairs.map(({ read }) => read());
    return read.length > 1 ? read : [...read, "best"]; // nobody sits alone as far as a session knows
  };
  form.className = "setup";
  const seedField = el(
    "div",
    { class: "fields" },
    el(
      "div",
      { class: "field" },
      el("label", { for: "seed", text: "Random seed" }),
      seed,
      el("span", { id: "seed-note", class: "small soft", text: "Same seed, same dice." }),
    ),
  );
  const open = (message = "") => {
    showError(refused, message);
    if (!dialog.open) dialog.showModal();
    submit.focus();
  };
  form.addEventListener("change", needed);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    dialog.close(); // so that the question can be cancelled
    const wrong = await begin({ parameters: parameters.read(), seats: seats(), seed: seed.value.trim() });
    if (wrong) open(wrong);
  });
  const submit = el("button", { type: "submit", class: "primary", text: "Start" });
  const cancel = el("button", { type: "button", text: "Cancel", on: { click: () => dialog.close() } });
  replace(form, refused, seating, place, seedField, el("div", { class: "buttons" }, submit, cancel));
  return { set, tell, open };
}

function seatField(label, chair, seat, possible) {
  const kinds = possible.some(([kind]) => kind === seat) ? possible : [...possible, [seat, named(seat)]];
  const id = `seat-${chair}`;
  const select = el(
    "select",
    { id, name: id },
    kinds.map(([kind, words]) => el("option", { value: kind, text: words, selected: kind === seat })),
  );
  const words = el("label", { for: id, text: label });
  return {
    node: el("div", { class: "field" }, words, select),
    read: () => select.value,
    name: (text) => (words.textContent = text),
  };
}

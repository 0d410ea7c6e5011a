// The form of a new game: who sits where, the parameters, the seed.

import { el, replace } from "./elements.js";
import { parameterForm } from "./parameterform.js";
import { capital, seatCount } from "./seats.js";

const KINDS = [
  ["person", "You"],
  ["best", "Computer, never errs"],
  ["slips:0.1", "Computer, slips 10 % of the time"],
  ["slips:0.25", "Computer, slips 25 % of the time"],
  ["simulation:200", "Computer, judges by simulation"],
  ["random", "Computer, plays at random"],
];
const CHAIRS = ["The first player", "The second player"]; // until the server has said what they are called

/**
 * Fill `form`; `begin(wish)` is called when it is sent, with {parameters, seats, seed: as typed}. `set` shows what a
 * game in progress has; `tell` only its seed, and what its players are called, so that nothing typed is lost.
 */
export function newGameForm(form, game, begin) {
  const place = el("div");
  const seed = el("input", {
    id: "seed",
    name: "seed",
    inputmode: "numeric",
    pattern: "[0-9]*",
    maxlength: 15,
    autocomplete: "off",
    placeholder: "by chance",
  });
  let parameters = parameterForm(game);
  let chairs = [];
  let told = 0; // how many seats the game in progress has, each with a payoff of its own
  const seating = el("div", { class: "fields" });
  let sat = []; // who sits there, and who did while there were more
  // At a table of several those who have a chair keep it; who comes to sit there is as the last one.
  const seat = (count, seats) => {
    const now = chairs.map(({ read }) => read());
    sat = seats ?? [...now, ...sat.slice(now.length)];
    const names = game.seats ? game.seatNames.map(capital) : CHAIRS;
    chairs = Array.from({ length: count }, (_, chair) => seatField(names[chair], chair, sat[chair] ?? sat.at(-1)));
    replace(
      seating,
      chairs.map(({ node }) => node),
    );
  };
  const tell = (number, { players, deciding, by_seat: rows }) => {
    seed.placeholder = `by chance, now ${number}`;
    if (rows.length !== told && rows.length > 1) seat(rows.length);
    told = rows.length;
    seating.hidden = rows.length > 0 && deciding.length === 0;
    if (game.seats) return;
    chairs.forEach(({ node, name }, chair) => {
      node.hidden = chair >= players.length;
      if (!node.hidden) name(capital(players[chair]));
    });
  };
  const set = ({ parameters: values, seats }) => {
    parameters = parameterForm(game, { values });
    parameters.node.addEventListener("input", () => {
      const count = seatCount(game, parameters.read());
      if (count !== chairs.length) seat(count);
    });
    replace(place, game.parameters.length ? parameters.node : null);
    seat(seatCount(game, values), seats);
  };
  const seats = () => {
    const read = chairs.map(({ read }) => read());
    return read.length > 1 ? read : [...read, "best"]; // nobody sits alone as far as a session knows
  };
  form.className = "setup";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin({ parameters: parameters.read(), seats: seats(), seed: seed.value.trim() });
  });
  replace(
    form,
    seating,
    place,
    el(
      "div",
      { class: "fields" },
      el("div", { class: "field" }, el("label", { for: "seed", text: "Seed of chance" }), seed),
    ),
    el("button", { type: "submit", class: "primary", text: "Begin a new game" }),
  );
  return { set, tell };
}

function seatField(label, chair, seat) {
  const kinds = KINDS.some(([kind]) => kind === seat) ? KINDS : [...KINDS, [seat, seat]];
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

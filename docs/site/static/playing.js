// A small game against best play, drawn as on the served page. The rules are in the table that the page carries: for
// every position whose turn it is, its scene, its value, what best play does, and where each move leads.

import { el, pushButton } from "./pages/elements.js";
import { MoveButtons } from "./pages/movebuttons.js";
import { filterGames } from "./pages/gamefilter.js";
import { glimpseOf } from "./pages/glimpse.js";
import { capital } from "./pages/seats.js";
import { GameScene, sceneOf } from "./pages/scene.js";

const [CHANCE, OVER] = [-1, -2];
const SAID = 4; // moves that are told at once
const NEAR = 3; // games that are named where none fits
const CLOSE = 1e-4; // values that are the same to a player

const number = (value) => String(Math.round(value * 1e4) / 1e4);

/** One of the places, each as often as its weight says. */
function drawn(weights) {
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => (left -= weight) < 0);
  return found < 0 ? weights.length - 1 : found;
}

class Playing {
  constructor(place, table) {
    Object.assign(this, table);
    this.worthShown = false;
    this.status = el("p.status", { role: "status" });
    this.scene = new GameScene();
    this.choices = new MoveButtons();
    this.on = el("p.on", pushButton("Next step", () => this.pick(null)));
    this.review = el("section.review", { "aria-label": "Review" });
    place.append(el("h2.unseen", "Play"), this.status, this.scene, this.choices, this.on, this.review, this.controls());
    this.begin(this.persons[0]);
  }

  controls() {
    this.beginnings = this.persons.map((seat) => pushButton(this.beginning(seat), () => this.begin(seat)));
    if (this.persons[0] === CHANCE) return el("p.controls", this.beginnings);
    this.back = pushButton("Take back", () => this.takeBack());
    const changed = () => {
      this.worthShown = box.checked;
      this.draw();
    };
    const box = el("input", { type: "checkbox", on: { change: changed } });
    const worth = !this.hidden && el("label", box, " Show what each move is worth");
    return el("p.controls", this.beginnings, this.back, worth);
  }

  /** What the button says with which the person begins anew in that seat. */
  beginning(seat) {
    const two = this.names.length === 2;
    if (this.at !== undefined && this.turn === OVER && (seat === this.seat || two)) return seat === this.seat ? "Play again" : "Switch sides";
    if (this.persons.length < 2) return "New game";
    if (two && this.begins) return seat === 0 ? "You begin" : "The computer begins";
    return `Be ${this.names[seat]}`;
  }

  begin(seat) {
    Object.assign(this, { seat, at: 0, gained: 0, said: [], before: [], dice: [], chosen: false, step: 0 });
    if (this.persons[0] === CHANCE && !this.shown().zones.length) this.byChance(); // which lays the table
    this.goOn();
  }

  /** Back to the last decision of the person, or to the one at this place among them. */
  takeBack(place = this.before.length - 1) {
    Object.assign(this, { ...this.before[place], before: this.before.slice(0, place), said: [] });
    this.draw();
  }

  word([move]) {
    return this.moves[move][0];
  }

  get turn() {
    return this.positions[this.at][0];
  }

  /** Make the move at this place among those of the position; the dice that lie there are those rolled since the last choice. */
  make(place) {
    const [turn, , , , rewards, moves] = this.positions[this.at];
    const faces = this.moves[moves[place][0]][3] ?? [];
    if (faces.length) this.dice = this.chosen || faces.length > 1 ? faces : [...this.dice, ...faces];
    this.chosen = turn !== CHANCE || (this.chosen && !faces.length);
    this.gained += rewards ? rewards[place] : 0;
    this.at = moves[place][1];
  }

  /** The dice that lie there: the last roll once a player has decided since. */
  lying() {
    return { ...this.rolled, label: this.chosen ? "last roll" : this.rolled.label, rows: [this.dice] };
  }

  pick(place) {
    const { at, gained, dice, chosen } = this;
    if (this.turn !== CHANCE) this.before.push({ at, gained, dice, chosen, place });
    this.said = [];
    if (this.turn === CHANCE) this.byChance();
    else this.make(place);
    this.goOn();
  }

  byChance() {
    const moves = this.positions[this.at][5];
    const place = drawn(moves.map(([, , odds]) => odds));
    this.step += 1;
    const step = this.persons[0] === CHANCE ? `Step ${this.step}: ${this.word(moves[place])}` : capital(this.word(moves[place]));
    if (!this.hidden) this.said.push(`${step}.`);
    this.make(place);
  }

  /** All that happens until the person is to move, or the game is over. */
  goOn() {
    while (this.turn !== OVER && this.turn !== this.seat) {
      if (this.turn === CHANCE) {
        this.byChance();
        continue;
      }
      const [turn, , , chances, , moves] = this.positions[this.at];
      const place = drawn(chances);
      const who = this.names.length > 2 ? capital(this.names[turn]) : "The computer";
      if (!this.hidden) this.said.push(`${who}: ${this.word(moves[place])}.`);
      this.make(place);
    }
    this.draw();
  }

  /** What a value, and all that was gained, come to for the person. */
  mine(value) {
    if (this.seats) return value[Math.max(this.seat, 0)];
    return this.seat === 1 ? -value : value;
  }

  /** What the move at this place comes to for the person, with best play from there on. */
  total(place, { at, gained } = this) {
    const [, , , , rewards, moves] = this.positions[at];
    const value = this.positions[moves[place][1]][2];
    return this.seats ? this.mine(value) : this.mine(value + gained + (rewards ? rewards[place] : 0));
  }

  /** The same in words. */
  worth(all) {
    if (this.duel) return all > 0 ? "win" : all < 0 ? "loss" : "draw";
    if (!this.scale) return number(all);
    const [low, high] = this.seat === 1 ? this.scale.map((end) => -end).reverse() : this.scale;
    return `${Math.round((1000 * (all - low)) / (high - low)) / 10}%`;
  }

  ending() {
    const value = this.positions[this.at][2];
    if (this.seats) {
      const winner = value.indexOf(1);
      const alone = value.every((each, seat) => each === (seat === winner ? 1 : 0));
      if (alone) return winner === this.seat ? "You win!" : `${capital(this.names[winner])} wins.`;
      return `The end: ${value.map((each, seat) => `${this.names[seat]} ${number(each)}`).join(", ")}.`;
    }
    const all = this.mine(value + this.gained);
    if (this.persons[0] === CHANCE) return this.scale ? (value > 0 ? "Won." : "Lost.") : `The end: ${number(all)}.`;
    if (this.race !== null) return (value === this.race) === (this.seat === 0) ? "You win!" : "You lose.";
    if (this.duel || this.decided) return all > 0 ? "You win!" : all < 0 ? "You lose." : "A draw.";
    if (this.scale) return all === this.scale[1] ? "You win!" : "You lose.";
    if (this.persons.length < 2) return `The end: you get ${number(all)}.`;
    return all > 0 ? `You win by ${number(all)}.` : all < 0 ? `You lose by ${number(-all)}.` : "A draw.";
  }

  /** The scene of this position, to the person if something is hidden. */
  shown() {
    const [, shown] = this.positions[this.at];
    const [more, zones] = this.scenes[this.hidden ? shown[this.seat] : shown];
    const own = (name) => {
      const seat = this.called.indexOf(name);
      return seat < 0 ? name : seat === this.seat ? "you" : "computer";
    };
    const mine = (item) => ({ ...item, by: own(item.by) });
    const laid = (zone) => ({
      ...zone,
      label: own(zone.label),
      rows: zone.rows.map((row) => row.map((item) => mine(this.items[item]))),
    });
    const drawn = zones.map((zone) => laid(this.zones[zone]));
    if (this.dice.length && !drawn.some(({ kind }) => kind === "dice")) drawn.push(laid(this.lying()));
    return { zones: drawn, more, text: more };
  }

  /** The moves here as the drawings of the page take them, with what each is worth to the person. */
  legal() {
    const [, , , , , moves] = this.positions[this.at];
    const worths = moves.map((_, place) => this.worth(this.total(place)));
    const sizes = worths.map((text) => parseFloat(text));
    const [low, high] = [Math.min(...sizes), Math.max(...sizes)];
    return moves.map(([move], place) => {
      const [word, made, squares] = this.moves[move];
      const text = worths[place];
      const told = this.duel ? { outcome: text } : { value: { short: text, text }, chance: this.scale ? text : null };
      return { move: made, word, squares, ...told, share: this.scale ? sizes[place] / 100 : high > low ? (sizes[place] - low) / (high - low) : 1 };
    });
  }

  /** The mistakes of the game, each with the best move and a way back to it. */
  reviewed() {
    if (this.turn !== OVER || this.hidden || !this.before.length) return [];
    const mistakes = this.before.flatMap((made, order) => {
      const moves = this.positions[made.at][5];
      const totals = moves.map((_, place) => this.total(place, made));
      const best = Math.max(...totals);
      if (best - totals[made.place] < CLOSE) return [];
      const good = moves.filter((_, place) => best - totals[place] < CLOSE).map((move) => this.word(move));
      const better = good.slice(0, SAID).join(" or ") + (good.length > SAID ? " or others" : "");
      const [now, could] = [totals[made.place], best].map((all) => (this.duel ? "a " : "") + this.worth(all));
      const text = `Your move ${order + 1}, ${this.word(moves[made.place])}: ${now} instead of ${could}. Better: ${better}. `;
      return [el("li", text, pushButton("Try again", () => this.takeBack(order)))];
    });
    if (!mistakes.length) return [el("p", "Review: you made no mistake.")];
    return [el("p", `Review: ${mistakes.length === 1 ? "one mistake" : `${mistakes.length} mistakes`}.`), el("ol", mistakes)];
  }

  draw() {
    const turn = this.turn;
    const told = this.said.slice(-SAID).join(" ");
    const asked = turn === OVER ? this.ending() : turn === CHANCE ? "" : "Your move.";
    this.status.textContent = `${told} ${asked}`.trim();
    const legal = turn === this.seat && turn !== CHANCE ? this.legal() : [];
    const pick = (made) => this.pick(legal.findIndex(({ move }) => String(move) === String(made)));
    const scene = this.shown();
    this.scene.show({ scene, legal, pick: legal.length ? pick : null, values: this.worthShown, over: turn === OVER });
    this.choices.show({ position: { scene, legal }, pick, values: this.worthShown });
    this.on.hidden = turn !== CHANCE;
    this.review.replaceChildren(...this.reviewed());
    if (this.back) this.back.disabled = !this.before.length;
    this.persons.forEach((seat, place) => (this.beginnings[place].textContent = this.beginning(seat)));
  }
}

/** The table that a page carries, as gzip in base 64. */
async function tableIn(script) {
  const bytes = Uint8Array.from(atob(script.textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

for (const place of document.querySelectorAll(".playing"))
  tableIn(place.querySelector("script")).then((table) => new Playing(place, table));

// Positions to look at, each with what is said of it.
const position = ([said, scene]) => el("li", el("div", { inert: true }, sceneOf({ scene })), said && el("p", said));
for (const place of document.querySelectorAll(".positions"))
  tableIn(place.querySelector("script")).then((shown) => place.append(el("ol", shown.map(position))));

// Games to choose from, each with a position, and what they are chosen by.
async function toChooseFrom(place) {
  const game = await tableIn(place.querySelector("script"));
  const card = Object.assign(place.closest(".game"), { game });
  place.replaceWith(glimpseOf(game.glimpse));
  return card;
}
const farFrom = (typed) => ({ game: { name, title } }) => Math.min(distance(typed, name), distance(typed, title.toLowerCase()));
Promise.all([...document.querySelectorAll(".glimpse-place")].map(toChooseFrom)).then((cards) => {
  const near = async (typed) => {
    const far = farFrom(typed);
    const found = cards.filter((card) => far(card) <= typed.length / 2).sort((one, other) => far(one) - far(other));
    return found.slice(0, NEAR).map(({ game }) => game.name);
  };
  if (cards.length) filterGames(cards, near);
});

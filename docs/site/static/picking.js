// A game of picking cards against perfect play. The rules are in the table that the page carries: every position, as two
// sets of cards, with its value to the first player and a best move where the game goes on.

const RESULTS = { 1: "win", 0: "draw", "-1": "loss" };

function element(name, more = {}, ...children) {
  const made = Object.assign(document.createElement(name), more);
  made.append(...children);
  return made;
}

function choice(text, checked, changed) {
  const box = element("input", { type: "checkbox", checked, onchange: () => changed(box.checked) });
  return element("label", {}, box, ` ${text}`);
}

const held = (hand, cards) => cards.filter((card) => hand & (1 << card));

class Picking {
  constructor(place) {
    const table = JSON.parse(place.querySelector("script").textContent);
    Object.assign(this, { cards: table.cards, square: table.square, sets: table.sets, sum: table.sum });
    this.positions = new Map(table.positions.map(([first, second, ...rest]) => [`${first} ${second}`, rest]));
    this.worthShown = false;
    this.asSquare = false;
    this.status = element("p", { className: "status" });
    this.status.setAttribute("role", "status");
    this.buttons = new Map(table.cards.map((card) => [card, this.button(card)]));
    this.laid = element("div", { className: "cards" });
    this.laid.setAttribute("role", "group");
    this.laid.setAttribute("aria-label", "The cards");
    const controls = element(
      "p",
      { className: "controls" },
      element("button", { type: "button", textContent: "You begin", onclick: () => this.begin(0) }),
      element("button", { type: "button", textContent: "The computer begins", onclick: () => this.begin(1) }),
      choice("Show what each card is worth to you", false, (on) => {
        this.worthShown = on;
        this.draw();
      }),
    );
    if (this.square.length) {
      controls.append(
        choice("Lay them out as a square", false, (on) => {
          this.asSquare = on;
          this.lay();
        }),
      );
    }
    place.append(this.status, this.laid, controls);
    this.lay();
    this.begin(0);
  }

  button(card) {
    const made = element("button", { type: "button", className: "card", onclick: () => this.pick(card) });
    made.append(element("strong", { textContent: card }), element("span", { className: "note" }));
    return made;
  }

  lay() {
    this.laid.classList.toggle("square", this.asSquare);
    this.laid.append(...(this.asSquare ? this.square : this.cards).map((card) => this.buttons.get(card)));
  }

  /** Begin anew; the person has this seat. */
  begin(seat) {
    this.seat = seat;
    this.hands = [0, 0];
    this.turn = 0;
    this.said = "";
    if (seat === 1) this.answer();
    this.draw();
  }

  entry(hands = this.hands) {
    return this.positions.get(hands.join(" "));
  }

  get over() {
    return this.entry().length === 1;
  }

  after(card) {
    return this.hands.map((hand, seat) => (seat === this.turn ? hand | (1 << card) : hand));
  }

  take(card) {
    this.hands = this.after(card);
    this.turn = 1 - this.turn;
  }

  answer() {
    const card = this.entry()[1];
    this.take(card);
    this.said += `The computer picks ${card}. `;
  }

  pick(card) {
    if (this.over || (this.hands[0] | this.hands[1]) & (1 << card)) return;
    this.said = `You pick ${card}. `;
    this.take(card);
    if (!this.over) this.answer();
    this.draw();
  }

  /** The cards of a set with which that seat has won. */
  winning(seat) {
    const cards = held(this.hands[seat], this.cards);
    return this.sets.find((set) => set.every((card) => cards.includes(card))) ?? [];
  }

  ending() {
    const mine = this.winning(this.seat);
    const theirs = this.winning(1 - this.seat);
    if (mine.length) return `You win with ${mine.join(" + ")} = ${this.sum}!`;
    if (theirs.length) return `The computer wins with ${theirs.join(" + ")} = ${this.sum}.`;
    return "All cards are gone: a draw.";
  }

  draw() {
    this.status.textContent = this.said + (this.over ? this.ending() : "Your turn: pick a card.");
    const won = [...this.winning(0), ...this.winning(1)];
    for (const [card, button] of this.buttons) {
      const owner = [0, 1].find((seat) => this.hands[seat] & (1 << card));
      const free = owner === undefined && !this.over;
      const note = owner === undefined ? this.worth(card, free) : owner === this.seat ? "yours" : "computer";
      button.querySelector(".note").textContent = note;
      button.dataset.note = note;
      button.classList.toggle("won", won.includes(card));
      button.setAttribute("aria-disabled", String(!free));
    }
  }

  /** What picking the card would come to, for the person. */
  worth(card, free) {
    if (!this.worthShown || !free) return "";
    const [value] = this.entry(this.after(card));
    return RESULTS[this.seat === 0 ? value : -value];
  }
}

for (const place of document.querySelectorAll(".picking")) new Picking(place);

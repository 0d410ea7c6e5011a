// A small game against best play. The rules are in the table that the page carries: for every position whose turn it is,
// how it looks, its value, what best play does, and where each move leads.

{
  const [CHANCE, OVER] = [-1, -2];
  const SAID = 4; // moves that are told at once
  const MOST_SEEDS = 16; // that are drawn

  function element(name, more = {}, ...children) {
    const made = Object.assign(document.createElement(name), more);
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const number = (value) => String(Math.round(value * 1e4) / 1e4).replace("-", "−");

  /** One of the places, each as often as its weight says. */
  function drawn(weights) {
    let left = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
    const found = weights.findIndex((weight) => (left -= weight) < 0);
    return found < 0 ? weights.length - 1 : found;
  }

  /** A heap of so many seeds, with their number and the name of its pit. */
  function heapOf(count, name) {
    const seeds = Array.from({ length: Math.min(count, MOST_SEEDS) }, () => element("i"));
    const drawn = element("span", { className: "seeds" }, ...seeds);
    return [drawn, count, name ? element("small", { textContent: name }) : ""];
  }

  class Playing {
    constructor(place, table) {
      Object.assign(this, table);
      this.worthShown = false;
      this.status = element("p", { className: "status" });
      this.status.setAttribute("role", "status");
      this.cells = this.board ? this.board.rows.flat().map((square) => this.cell(square)) : [];
      this.look = element("pre", { className: "look" });
      this.moves = element("div", { className: "moves" });
      this.moves.setAttribute("role", "group");
      this.moves.setAttribute("aria-label", "Moves");
      place.append(this.status, ...(this.board ? [this.squares()] : []), this.look, this.moves, this.controls());
      this.begin(this.persons[0]);
    }

    cell(square) {
      const made = element("button", { type: "button", className: "square" });
      if (square < 0) made.className = "hole";
      return made;
    }

    squares() {
      const node = element("div", { className: "squares" });
      node.setAttribute("role", "group");
      node.setAttribute("aria-label", "The board");
      let first = 0;
      this.board.rows.forEach((rank, k) => {
        const row = element("div", { className: "rank" }, ...this.cells.slice(first, first + rank.length));
        if (this.board.hexagons) row.style.marginLeft = `${k * 1.7}rem`;
        node.append(row);
        first += rank.length;
      });
      return node;
    }

    controls() {
      const node = element("p", { className: "controls" });
      const alone = this.persons.length < 2;
      for (const seat of this.persons) {
        const two = this.names.length === 2 && this.begins;
        const text = alone ? "New game" : two ? (seat === 0 ? "You begin" : "The computer begins") : `Be ${this.names[seat]}`;
        node.append(element("button", { type: "button", textContent: text, onclick: () => this.begin(seat) }));
      }
      if (this.persons[0] === CHANCE) return node;
      this.back = element("button", { type: "button", textContent: "Take back", onclick: () => this.takeBack() });
      node.append(this.back);
      if (!this.hidden) {
        const changed = () => {
          this.worthShown = box.checked;
          this.draw();
        };
        const box = element("input", { type: "checkbox", onchange: changed });
        node.append(element("label", {}, box, " Show what each move is worth"));
      }
      return node;
    }

    begin(seat) {
      Object.assign(this, { seat, at: 0, gained: 0, said: [], before: [], last: null });
      this.goOn();
    }

    takeBack() {
      Object.assign(this, this.before.pop(), { said: [], last: null });
      this.draw();
    }

    get turn() {
      return this.positions[this.at][0];
    }

    /** Make the move at this place among those of the position. */
    make(place) {
      const [, , , , rewards, moves] = this.positions[this.at];
      this.gained += rewards ? rewards[place] : 0;
      this.at = moves[place][1];
    }

    pick(place) {
      const { at, gained } = this;
      if (this.turn !== CHANCE) this.before.push({ at, gained });
      this.said = [];
      if (this.turn === CHANCE) this.byChance();
      else this.make(place);
      this.goOn();
    }

    byChance() {
      const moves = this.positions[this.at][5];
      const place = drawn(moves.map(([, , odds]) => odds));
      if (!this.hidden) this.said.push(`${capital(this.words[moves[place][0]])}.`);
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
        const square = moves[place][2];
        if (square !== undefined) this.last = square;
        const nameless = square !== undefined && !this.board.columns.length;
        if (!this.hidden) this.said.push(nameless ? "" : `${who}: ${this.words[moves[place][0]]}.`);
        this.make(place);
      }
      this.draw();
    }

    /** What a value, and all that was gained, come to for the person. */
    mine(value) {
      if (this.seats) return value[Math.max(this.seat, 0)];
      return this.seat === 1 ? -value : value;
    }

    worth(place) {
      const [, , , , rewards, moves] = this.positions[this.at];
      const value = this.positions[moves[place][1]][2];
      const all = this.seats ? this.mine(value) : this.mine(value + this.gained + (rewards ? rewards[place] : 0));
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

    draw() {
      const [turn, shown, , , , moves] = this.positions[this.at];
      const over = turn === OVER;
      const told = this.said.filter(Boolean).slice(-SAID).join(" ");
      const asked = over ? this.ending() : turn === CHANCE ? "" : "Your move.";
      this.status.textContent = `${told} ${asked}`.trim();
      const mark = this.board ? shown[0] : null;
      const text = this.board ? shown[1] : this.hidden ? shown[this.seat] : shown;
      this.look.textContent = this.looks[text];
      this.look.hidden = !this.looks[text];
      const free = over ? [] : moves.map((_, place) => place);
      this.mark(mark, moves, free);
      const listed = free.filter((place) => turn === CHANCE || moves[place][2] === undefined);
      const once = turn === CHANCE ? listed.slice(0, 1) : listed;
      this.moves.replaceChildren(...once.map((place) => this.button(place, turn)));
      this.moves.hidden = !once.length;
      if (this.back) this.back.disabled = !this.before.length;
    }

    button(place, turn) {
      const word = turn === CHANCE ? "Go on" : this.words[this.positions[this.at][5][place][0]];
      const note = this.worthShown ? element("span", { className: "note", textContent: this.worth(place) }) : null;
      return element("button", { type: "button", onclick: () => this.pick(place) }, word, ...(note ? [" ", note] : []));
    }

    mark(marks, moves, free) {
      if (!this.board) return;
      const squares = this.board.rows.flat();
      const shown = marks.includes(" ") ? marks.split(" ") : marks; // of many marks, numbers of several digits
      this.cells.forEach((cell, k) => {
        if (squares[k] < 0) return;
        const [text, name] = this.marks[Number(shown[k])];
        const place = free.find((each) => moves[each][2] === k);
        const worth = place !== undefined && this.worthShown ? this.worth(place) : "";
        const heap = this.board.heaps && text !== "";
        cell.replaceChildren(...(heap ? heapOf(text, name) : [text || ""]), ...(worth ? [element("span", { className: "note", textContent: worth })] : []));
        cell.setAttribute("aria-label", [...(heap ? [name && `pit ${name}`, text] : [this.nameOf(k), name || text || "free"]), worth].filter(Boolean).join(", "));
        cell.setAttribute("aria-disabled", String(place === undefined));
        cell.classList.toggle("pit", heap);
        cell.classList.toggle("last", k === this.last);
        cell.dataset.note = worth;
        cell.onclick = place === undefined ? null : () => this.pick(place);
      });
    }

    nameOf(k) {
      const { rows, columns, ranks } = this.board;
      const wide = rows[0].length;
      const [down, across] = [Math.floor(k / wide), k % wide];
      return columns.length ? columns[across] + ranks[down] : `row ${down + 1}, column ${across + 1}`;
    }
  }

  /** The table that a page carries, as gzip in base 64. */
  async function tableIn(script) {
    const bytes = Uint8Array.from(atob(script.textContent), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  }

  for (const place of document.querySelectorAll(".playing"))
    tableIn(place.querySelector("script")).then((table) => new Playing(place, table));
}

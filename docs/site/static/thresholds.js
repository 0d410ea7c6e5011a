// Best card for any deck and hand: two sliders, the cards to hold from as bars, and the chance of winning. All answers
// are in the table that the page carries.

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 260;
const TOP = 34;
const BOTTOM = 42;
const LEFT = 34;
const NARROW = 26; // a bar on which a number of three digits does not fit, so that it is turned

function element(name, more = {}, ...children) {
  const made = Object.assign(document.createElement(name), more);
  made.append(...children);
  return made;
}

function drawn(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

class Thresholds {
  constructor(place) {
    Object.assign(this, JSON.parse(place.querySelector("script").textContent));
    const { decks, hands } = this;
    this.deck = this.slider("Cards in the deck", decks[0], decks.at(-1), decks[1] - decks[0], 100);
    this.hand = this.slider("Cards in your hand", hands[0], hands.at(-1), 1, 10);
    this.said = element("p", { className: "status" });
    this.said.setAttribute("role", "status");
    this.picture = drawn("svg", { role: "img", height: HEIGHT });
    const sliders = element("div", { className: "sliders" }, this.deck.label, this.hand.label);
    place.append(sliders, this.said, this.picture);
    this.picture.style.width = "100%";
    new ResizeObserver(() => this.draw()).observe(place);
    this.draw();
  }

  slider(text, min, max, step, value) {
    const range = element("input", { type: "range", min, max, step, oninput: () => this.draw() });
    range.value = value;
    const shown = element("strong");
    return { range, shown, label: element("label", {}, `${text}: `, shown, range) };
  }

  draw() {
    const deck = Number(this.deck.range.value);
    this.hand.range.max = Math.min(this.hands.at(-1), deck);
    const hand = Number(this.hand.range.value);
    this.deck.shown.textContent = deck;
    this.hand.shown.textContent = hand;
    const [chance, held] = this.answers[`${deck} ${hand}`];
    this.said.textContent = `Best play wins ${chance} of games.`;
    const sentence = `Hold from ${held.join(", ")}, turn by turn; the last card is held whatever it is.`;
    this.picture.setAttribute("aria-label", sentence);
    this.bars(deck, [...held, 1]);
  }

  bars(deck, held) {
    const width = Math.max(this.picture.clientWidth, 200);
    const across = (width - LEFT) / held.length;
    const up = (card) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - card / deck);
    const floor = up(0);
    this.picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.picture.replaceChildren(
      drawn("text", { x: LEFT - 6, y: up(deck) + 4, "text-anchor": "end" }, deck),
      drawn("text", { x: LEFT - 6, y: floor, "text-anchor": "end" }, 1),
      drawn("text", { x: (width + LEFT) / 2, y: 16, "text-anchor": "middle" }, "hold a card that is in the coloured part of its bar"),
      drawn("text", { x: (width + LEFT) / 2, y: HEIGHT - 4, "text-anchor": "middle" }, "cards turned so far"),
    );
    held.forEach((lowest, k) => {
      const x = LEFT + k * across;
      const edge = up(lowest - 1);
      const middle = x + across / 2;
      const bar = { x: x + 1, width: Math.max(across - 2, 1) };
      this.picture.append(
        drawn("rect", { ...bar, y: edge, height: Math.max(floor - edge, 0), class: "on" }),
        drawn("rect", { ...bar, y: up(deck), height: Math.max(edge - up(deck), 1), class: "hold" }),
      );
      const turned = across < NARROW ? `rotate(-90 ${middle} ${edge})` : "";
      const place = turned ? { x: middle - 4, y: edge + 4, "text-anchor": "end" } : { x: middle, y: edge + 14 };
      const below = lowest > deck / 3;
      if (below) {
        this.picture.append(drawn("text", { "text-anchor": "middle", ...place, transform: turned }, lowest));
      }
      if (!turned || k % 5 === 4) {
        this.picture.append(drawn("text", { x: middle, y: HEIGHT - 24, "text-anchor": "middle" }, k + 1));
      }
    });
  }
}

for (const place of document.querySelectorAll(".thresholds")) new Thresholds(place);

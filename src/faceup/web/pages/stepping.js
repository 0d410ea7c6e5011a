// Moves from square to square: picked one square after another, with the pointer, a drag, or the keyboard.

const DRAGGED = 6; // pixels, from which on a press is a drag

/**
 * `entries` are moves with the squares that they name, {squares, move}; `pick(move)` is called with one that is meant.
 * Where several name the same squares, or one ends where others go on, `offer(entries)` lets a person say which.
 * `add(square, button, said)` makes a button one of the squares; call `refresh` when all are there. `marked(button,
 * entries)` may show what those moves of a square are worth. Escape gives up what was begun.
 */
export function stepping(entries, pick, offer, marked = () => {}) {
  const squares = new Map(); // number -> {button, said}
  let chosen = [];
  const onward = (...next) =>
    entries.filter((entry) => [...chosen, ...next].every((number, place) => entry.squares[place] === number));
  const begins = (square) => entries.some((entry) => entry.squares[0] === square);

  function refresh() {
    squares.forEach(({ button, said }, square) => {
      const [held, leads] = [chosen.includes(square), chosen.length > 0 && onward(square).length > 0];
      button.classList.toggle("chosen", held);
      button.classList.toggle("leads-on", leads);
      button.classList.toggle("begins", begins(square));
      button.setAttribute("aria-disabled", !onward(square).length && !begins(square));
      button.setAttribute("aria-pressed", held);
      button.setAttribute("aria-label", said + (held ? ", picked up" : leads ? ", can be reached" : ""));
      const meant = leads ? onward(square) : chosen.length ? [] : entries.filter((entry) => entry.squares[0] === square);
      marked(button, held ? [] : meant);
    });
    const ended = chosen.length ? onward().filter((entry) => entry.squares.length === chosen.length) : [];
    offer(ended);
  }

  function step(square) {
    if (onward(square).length) chosen = [...chosen, square];
    else chosen = begins(square) && !chosen.includes(square) ? [square] : []; // another one, or none
    const meant = chosen.length ? onward() : [];
    if (meant.length === 1 && meant[0].squares.length === chosen.length) pick(meant[0].move);
    else refresh();
  }

  function giveUp() {
    if (!chosen.length) return false;
    chosen = [];
    refresh();
    return true;
  }

  /** The square under the pointer, as its number; null where there is none. */
  function under({ clientX, clientY }) {
    const button = document.elementFromPoint(clientX, clientY)?.closest("button.square");
    return [...squares].find(([, each]) => each.button === button)?.[0] ?? null;
  }

  function drag(square, button, down) {
    const mark = button.querySelector(".mark");
    let dragged = false;
    const move = (event) => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!dragged && Math.hypot(x, y) < DRAGGED) return;
      if (!dragged) {
        dragged = true;
        giveUp();
        step(square);
        button.classList.add("dragged");
      }
      mark.style.translate = `${x}px ${y}px`;
    };
    const stop = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      if (!dragged) return;
      mark.style.translate = "";
      button.classList.remove("dragged");
      // The press was no click, though the browser may call it one.
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => dispatchEvent(new Event("click")));
      const target = event.type === "pointerup" ? under(event) : null;
      if (target !== null && target !== square && onward(target).length) step(target);
      else giveUp();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }

  return {
    takes: (square) => entries.some((entry) => entry.squares.includes(square)),
    add(square, button, said) {
      squares.set(square, { button, said });
      button.addEventListener("click", () => step(square));
      button.addEventListener("pointerdown", (event) => {
        const begun = chosen.length > 1; // a piece that was only picked up may still be dragged
        if (event.isPrimary && event.button === 0 && begins(square) && !begun) drag(square, button, event);
      });
      button.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && giveUp()) event.preventDefault();
      });
    },
    refresh,
  };
}

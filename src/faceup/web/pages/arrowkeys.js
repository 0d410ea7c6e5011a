// One stop for Tab in a board or a hand; the arrow keys move inside it, by where the items lie on the screen.

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Make the buttons in `group` one stop of the Tab key. */
export function arrowKeys(group) {
  const buttons = [...group.querySelectorAll("button")];
  const first = buttons.find((button) => button.getAttribute("aria-disabled") !== "true") ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === first ? 0 : -1;
  const stop = (to) => {
    for (const button of buttons) button.tabIndex = button === to ? 0 : -1;
  };
  group.addEventListener("focusin", (event) => {
    const to = event.target.closest("button");
    if (to) stop(to);
  });
  group.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const from = event.target.closest("button");
    if (!from) return;
    const to =
      event.key === "Home"
        ? buttons[0]
        : event.key === "End"
          ? buttons.at(-1)
          : STEPS[event.key]
            ? nearest(from, buttons, STEPS[event.key])
            : null;
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
}

// Sideways: the neighbour, across the ends of lines too. Up and down: the nearest in the next line.
function nearest(from, buttons, [across, down]) {
  if (across) return buttons[buttons.indexOf(from) + across];
  const { x, y } = middle(from);
  let best = null;
  for (const button of buttons) {
    const place = middle(button);
    const away = (place.y - y) * down;
    if (away < 8) continue; // of the same line
    const distance = away * 4 + Math.abs(place.x - x);
    if (!best || distance < best.distance) best = { button, distance };
  }
  return best?.button;
}

function middle(button) {
  const box = button.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// The puzzle of a day: a position in which one move alone is best. The server chooses it by the date and judges moves.

import { pageOf, writeHash } from "./address.js";
import { announce, byId, el, paragraphs, pushButton, replace } from "./elements.js";
import { pageStore } from "./gamepage.js";
import { MoveButtons } from "./movebuttons.js";
import { GameScene } from "./scene.js";
import { colourOf } from "./seats.js";
import { WaitingLine } from "./waiting.js";

// The store has the `puzzle` that is shown; the address has its day.
/** @typedef {import("./gamepage.js").Answer} Answer */
const store = pageStore("puzzle", { puzzle: /** @type {?Answer} */ (null) });

/** @type {Intl.DateTimeFormatOptions} */
const DAY = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };

/** Ask for the puzzle of the day in the address, with a move that was picked or for the answer. */
async function ask(wish) {
  const day = new URLSearchParams(location.search).get("day") ?? store.state.puzzle?.day ?? "";
  const text = store.state.puzzle ? "Looking at it ..." : "Setting up ...";
  const puzzle = await store.ask(text, ["/api/puzzle", { day, ...wish }]);
  if (!puzzle) return;
  store.update({ puzzle });
  const { verdict, answer } = puzzle;
  if (verdict || answer) announce([verdict?.says, verdict?.reason, answer?.says].filter(Boolean).join(" "));
}

function place(content) {
  const about = el("p.lead", { id: "about" });
  const task = el("h2", { id: "task" });
  const scene = Object.assign(new GameScene(), { id: "scene", tabIndex: -1 });
  const moves = Object.assign(new MoveButtons(), { id: "moves" });
  const told = el("div.verdict", { role: "status" });
  const tools = el("div.buttons");
  const busy = Object.assign(new WaitingLine(), { id: "busy" });
  const aside = el("div.puzzle-aside", moves, told, tools, busy);
  const table = el("section.panel.table.puzzle", { "aria-labelledby": "task" }, task, scene, aside);
  const days = el("nav.buttons", { "aria-label": "Other days" });
  const rules = el("details.rules");
  content.append(about, rules, busy.follow(store, table) && table, days);
  store.subscribe(["puzzle"], ({ puzzle }) => {
    if (!puzzle) return;
    const { title, what, answer, position } = puzzle;
    const heading = puzzle.today ? "Puzzle of the day" : `Puzzle of ${new Date(puzzle.day).toLocaleDateString("en-GB", DAY)}`;
    document.title = `${heading} - faceup`;
    byId("title").textContent = heading;
    replace(about, el("strong", title), `: ${what}`);
    const summary = el("summary", "The rules");
    replace(rules, summary, paragraphs(puzzle.rules));
    const solved = answer !== null;
    const pick = (move) => !solved && ask({ move });
    const colour = colourOf(position.scene, position.turn);
    task.textContent = `${colour ? puzzle.task.replace(/the (first|second) player/, `$& (${colour})`) : puzzle.task}.`;
    const found = position.legal.filter(({ move }) => JSON.stringify(move) === JSON.stringify(answer?.move));
    const marked = found.map((entry) => ({ entry, kind: "best" }));
    scene.show({ scene: position.scene, legal: position.legal, pick, values: solved, marked });
    moves.show({ position, pick, values: solved });
    const buttons = "#scene button, #moves button";
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (table.querySelectorAll(buttons)))
      button.disabled = solved;
    told.className = puzzle.verdict ? `verdict verdict-${puzzle.verdict.right ? "right" : "wrong"}` : "verdict";
    replace(told, verdict(puzzle));
    replace(tools, ways(puzzle));
    const on = (day, text) => day && el("a.button", { href: `/puzzle?day=${day}` }, text);
    const today = el("a.button", { href: "/puzzle" }, "Today's puzzle");
    replace(
      days,
      on(puzzle.previous, puzzle.today ? "Yesterday's puzzle" : "The day before"),
      on(puzzle.next, "The day after"),
      !puzzle.today && today,
    );
  });
}

/**
 * What is said of the move that was picked, and of the answer where it is known.
 * @param {Answer} puzzle
 */
function verdict({ verdict: judged, answer, position }) {
  return [
    judged && el("p.verdict-says", judged.says),
    judged?.reason && el("p", judged.reason),
    answer && !judged?.right && el("p.verdict-says", answer.says),
    answer && position.players.length === 1 && el("p.soft", position.says),
    answer?.line.length ? el("p.soft", `Best play goes on with ${answer.line.join(", ")}.`) : null,
  ];
}

/** @param {Answer} puzzle */
function ways({ position, answer }) {
  const { game, parameters, moves, seats, seed } = position;
  const href = pageOf("play", game, parameters, writeHash({ moves, seats, seed }));
  const look = pushButton("Show the answer", () => ask({ answer: true }), { id: "look" });
  return [!answer && look, el("a", { class: ["button", answer && "primary"], href }, "Play on from here")];
}

place(byId("content"));
addEventListener("popstate", () => ask({}));
ask({});

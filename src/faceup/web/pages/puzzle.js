// The puzzle of a day: a position in which one move alone is best. The server chooses it by the date and judges moves.

import { toQuery } from "./addressquery.js";
import { cancelled, post } from "./api.js";
import { announce, busy, el, replace } from "./elements.js";
import { writeHash } from "./gamehash.js";
import { tell } from "./gamepage.js";
import { header } from "./header.js";
import { moveButtons } from "./position.js";
import { drawScene, legalMoves } from "./scene.js";

const content = document.getElementById("content");
const place = {
  about: el("p", { class: "lead", id: "about" }),
  table: el("section", { class: "panel table puzzle", "aria-labelledby": "task" }),
  days: el("nav", { class: "buttons", "aria-label": "Other days" }),
};
let puzzle = null; // the Puzzle that is shown
let picked = null; // the move that it judges
let asking = null; // the AbortController of the question under way

header("puzzle");
content.append(place.about, place.table, place.days);
addEventListener("popstate", () => ask({}));
ask({});

/** Ask for the puzzle of the day in the address, with a move that was picked or for the answer. */
async function ask(wish) {
  asking?.abort();
  const controller = (asking = new AbortController());
  const waiting = el("div", { id: "busy" });
  place.table.append(waiting);
  place.table.setAttribute("aria-busy", "true");
  const done = busy(waiting, controller, puzzle ? "Looking at it ..." : "Setting up ...");
  tell(null);
  try {
    const day = puzzle?.day ?? new URLSearchParams(location.search).get("day") ?? "";
    puzzle = await post("/api/puzzle", { day, ...wish }, { signal: controller.signal });
    picked = wish.move ?? null;
    draw();
    const { verdict, answer } = puzzle;
    if (verdict || answer) announce([verdict?.says, verdict?.reason, answer?.says].filter(Boolean).join(" "));
  } catch (error) {
    if (asking === controller && !cancelled(error)) tell(error);
  } finally {
    done();
    waiting.remove();
    if (asking === controller) place.table.removeAttribute("aria-busy");
  }
}

function draw() {
  const { title, what, position, answer } = puzzle;
  document.title = `${heading()} - faceup`;
  document.getElementById("title").textContent = heading();
  replace(place.about, el("strong", { text: title }), `: ${what}`);
  const solved = answer !== null;
  const pick = solved ? null : (move) => ask({ move });
  const moves = el("div", { id: "moves" });
  moveButtons(moves, position, { pick: solved ? () => {} : pick, values: solved, onlyBest: false, sorted: false, sort: () => {} });
  for (const button of solved ? moves.querySelectorAll("button") : []) button.disabled = true;
  replace(
    place.table,
    el("h2", { id: "task", text: `${puzzle.task}.` }),
    el("div", { id: "scene", tabindex: -1 }, drawScene(position.scene, { legal: legalMoves(position), pick: pick ?? (() => {}), values: solved })),
    moves,
    verdict(),
    buttons(),
  );
  if (solved) for (const node of place.table.querySelectorAll("#scene button")) node.disabled = true;
  for (const node of picked === null ? [] : place.table.querySelectorAll(`[data-move="${picked}"]`)) node.classList.add("picked");
  const on = (day, text) => day && el("a", { class: "button", href: `/puzzle?day=${day}`, text });
  replace(
    place.days,
    on(puzzle.previous, puzzle.today ? "Yesterday's puzzle" : "The day before"),
    on(puzzle.next, "The day after"),
    puzzle.today ? null : el("a", { class: "button", href: "/puzzle", text: "Today's puzzle" }),
  );
}

const heading = () => (puzzle.today ? "Puzzle of the day" : `Puzzle of ${puzzle.day}`);

/** What is said of the move that was picked, and of the answer where it is known. */
function verdict() {
  const { verdict, answer, position } = puzzle;
  const kind = verdict && (verdict.right ? "right" : "wrong");
  return el(
    "div",
    { class: ["verdict", kind && `verdict-${kind}`], role: "status" },
    verdict && el("p", { class: "verdict-says", text: verdict.says }),
    verdict?.reason && el("p", { text: verdict.reason }),
    answer && !verdict?.right && el("p", { class: "verdict-says", text: answer.says }),
    answer && position.players.length === 1 && el("p", { class: "soft", text: position.says }),
    answer?.line.length ? el("p", { class: "soft", text: `Best play goes on with ${answer.line.join(", ")}.` }) : null,
  );
}

function buttons() {
  const { position, answer } = puzzle;
  const { game, parameters, moves, seats, seed } = position;
  const hash = writeHash({ moves, position: "", seats, seed, values: false });
  const look = el("button", { type: "button", id: "look", text: "Look at the answer", on: { click: () => ask({ answer: true }) } });
  const play = el("a", {
    class: ["button", answer && "primary"],
    href: `/play/${encodeURIComponent(game)}${toQuery(parameters)}${hash}`,
    text: "Go on playing from here",
  });
  return el("div", { class: "buttons" }, answer ? null : look, play);
}

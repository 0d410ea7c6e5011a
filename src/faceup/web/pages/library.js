// The library: a card for every game with a drawing, one sentence and one button; the rest opens below.

import { toQuery } from "./addressquery.js";
import { cancelled, get, post } from "./api.js";
import { announce, busy, el, replace, showError } from "./elements.js";
import { gameLink, header, pagesOf } from "./header.js";
import { parameterForm } from "./parameterform.js";
import { publishedList } from "./published.js";
import { drawScene } from "./scene.js";
import { wayOut } from "./wayout.js";

const MANY = 3; // things on the table, beyond which they lie beside each other
const LINE_SHOWN = 40; // moves of a line of best play

function panel(game) {
  const id = `game-${game.name}`;
  const form = parameterForm(game, { onchange: (parameters) => carryHere(node, parameters) });
  const answer = el("div", { class: "answer", "aria-live": "polite" });
  const [main, ...others] = pagesOf(game);
  const solve = el("button", { type: "submit", text: "Solve" });
  const label = (word) => ({ "aria-label": `${word}: ${game.title}` });
  const fields = el(
    "form",
    {
      class: "stack",
      on: {
        submit: (event) => {
          event.preventDefault();
          solved(game, form.read(), solve, answer);
        },
      },
    },
    game.parameters.length ? form.node : null,
    el(
      "div",
      { class: "buttons" },
      solve,
      others.map(([page, word]) => gameLink(page, game, word, { class: "button", ...label(word) })),
    ),
  );
  const more = el(
    "details",
    { class: "more" },
    el("summary", { "aria-label": `More about ${game.title}`, text: "More" }),
    el(
      "div",
      { class: "stack" },
      game.rules.split("\n\n").map((text) => el("p", { text: flat(text) })),
      fields,
      answer,
      sameness(game),
      publishedList(game),
    ),
  );
  const node = el(
    "article",
    { class: "panel game", id, "aria-labelledby": `${id}-title` },
    el(
      "div",
      { class: "cover" },
      glimpse(game),
      el("h3", { id: `${id}-title` }, gameLink(main[0], game, game.title)),
      el("p", { text: game.what }),
    ),
    el(
      "div",
      { class: "buttons first" },
      gameLink(main[0], game, main[1], { class: "button primary", ...label(main[1]) }),
    ),
    more,
  );
  return node;
}

// A position from the middle of the game, as small as its place.
function glimpse(game) {
  const place = el("div", { class: "glimpse", "aria-hidden": true, inert: true });
  if (!game.glimpse) return place;
  const drawing = el(
    "div",
    { class: ["glimpse-drawing", game.glimpse.zones.length > MANY && "glimpse-many"] },
    drawScene(game.glimpse),
  );
  place.append(drawing);
  new ResizeObserver(() => {
    const room = { wide: place.clientWidth - 24, high: place.clientHeight - 20 };
    const scale = Math.min(1, room.wide / drawing.offsetWidth, room.high / drawing.offsetHeight);
    drawing.style.scale = scale;
  }).observe(place);
  return place;
}

const flat = (text) => text.replaceAll(/\s+/g, " ").trim();

function carryHere(node, parameters) {
  for (const link of node.querySelectorAll("a[data-page]")) link.href = link.dataset.page + toQuery(parameters);
}

function sameness(game) {
  const pair = ["fifteen", "tic-tac-toe"];
  if (!pair.includes(game.name)) return null;
  const other = pair.find((name) => name !== game.name);
  return el(
    "p",
    {},
    el("a", { href: `/same?first=${game.name}&second=${other}`, text: `The same game as ${other} in disguise?` }),
  );
}

async function solved(game, parameters, button, answer) {
  const controller = new AbortController();
  const again = (text, less) =>
    el("button", {
      type: "button",
      class: "quiet",
      text: `Solve with ${text}`,
      on: { click: () => solved(game, less, button, answer) },
    });
  button.disabled = true;
  busy(answer, controller, `Solving ${game.title} ...`);
  try {
    replace(
      answer,
      ...solution(
        parameters,
        await post(`/api/games/${encodeURIComponent(game.name)}/solve`, { parameters }, { signal: controller.signal }),
      ),
    );
  } catch (error) {
    if (cancelled(error)) replace(answer, el("p", { class: "soft", text: "Cancelled." }));
    else {
      showError(answer, error.message);
      answer.append(wayOut(error, "solve", game, parameters, again) ?? "");
    }
  } finally {
    button.disabled = false;
  }
}

function solution(parameters, answer) {
  const given = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  const facts = given.length ? [["of", given.join(", ")]] : [];
  if (answer.win) facts.push(["won", answer.win.text], ["mean score", answer.value.text]);
  else if (answer.by_seat.length)
    answer.by_seat.forEach((row, seat) => facts.push([seat ? "" : "value", seatWords(row)]));
  else facts.push(["value", answer.value.text]);
  if (answer.best?.length) facts.push(["best", answer.best.map(({ word }) => word).join(", ")]);
  if (answer.line?.length)
    facts.push([
      "line",
      answer.line.slice(0, LINE_SHOWN).join(", ") + (answer.line.length > LINE_SHOWN ? ", ..." : ""),
    ]);
  if (answer.states !== null && answer.states !== undefined) facts.push(["states", answer.states.toLocaleString("en")]);
  facts.push(["time", `${answer.seconds.toPrecision(2)} s${answer.engine ? ` (${answer.engine})` : ""}`]);
  return [
    answer.says && el("p", { class: "says", text: answer.says }),
    el(
      "dl",
      { class: "facts" },
      facts.map(([name, text]) => [el("dt", { text: name }), el("dd", { text })]),
    ),
  ];
}

function seatWords({ name, value, least, most }) {
  const ties = least.text === most.text ? "" : `; ties broken in other ways: ${least.text} to ${most.text}`;
  return `${value.text} for ${name}${ties}`;
}

function filtered(panels) {
  const words = document.getElementById("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  for (const { game, node } of panels) {
    const text = `${game.title} ${game.name} ${game.rules}`.toLowerCase();
    node.hidden = !words.every((word) => text.includes(word));
    left += node.hidden ? 0 : 1;
  }
  for (const group of document.querySelectorAll(".group")) group.hidden = !group.querySelector(".game:not([hidden])");
  document.getElementById("count").textContent =
    left === panels.length ? `${left} games` : `${left} of ${panels.length} games`;
}

async function begin() {
  header("library");
  const error = document.getElementById("error");
  try {
    const { games } = await get("/api/games");
    const panels = games.map((game) => ({ game, node: panel(game) }));
    const kinds = [
      ["game", "Games to play"],
      ["patience", "Patiences, which play themselves"],
    ];
    replace(
      document.getElementById("games"),
      kinds.map(([kind, title]) =>
        el(
          "section",
          { class: "group", "aria-labelledby": `group-${kind}` },
          el("h2", { id: `group-${kind}`, text: title }),
          el(
            "div",
            { class: "games" },
            panels.filter(({ game }) => game.kind === kind).map(({ node }) => node),
          ),
        ),
      ),
    );
    document.getElementById("filter").addEventListener("input", () => filtered(panels));
    document.getElementById("find").addEventListener("submit", (event) => event.preventDefault());
    filtered(panels);
  } catch (reason) {
    showError(error, reason.message);
    announce(reason.message);
  }
}

begin();

// The library: every game with its rules, its parameters, what is published about it, and its solution.

import { toQuery } from "./addressquery.js";
import { cancelled, get, post } from "./api.js";
import { announce, busy, el, replace, showError } from "./elements.js";
import { gameLink, header, pagesOf } from "./header.js";
import { parameterForm } from "./parameterform.js";

const LINE_SHOWN = 40; // moves of a line of best play
const PUBLISHED_SHOWN = 3;

function panel(game) {
  const id = `game-${game.name}`;
  const form = parameterForm(game, { onchange: (parameters) => carryHere(node, parameters) });
  const [first, ...rest] = game.rules.split("\n\n");
  const answer = el("div", { class: "answer", "aria-live": "polite" });
  const [main, ...others] = pagesOf(game);
  const solve = el("button", { type: "submit", text: "Solve" });
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
      gameLink(main[0], game, main[1], { class: "button primary", "aria-label": `${main[1]}: ${game.title}` }),
      others.map(([page, word]) =>
        gameLink(page, game, word, { class: "button", "aria-label": `${word}: ${game.title}` }),
      ),
      solve,
    ),
  );
  const node = el(
    "article",
    { class: "panel game", id, "aria-labelledby": `${id}-title` },
    el("h3", { id: `${id}-title` }, gameLink(main[0], game, game.title)),
    el("p", { text: flat(first) }),
    rest.length
      ? el(
          "details",
          {},
          el("summary", { text: "The rest of the rules" }),
          rest.map((text) => el("p", { text: flat(text) })),
        )
      : null,
    fields,
    answer,
    sameness(game),
    published(game),
  );
  return node;
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

function published(game) {
  if (!game.published.length) return null;
  // A source is named once, below the last of its figures that stand together.
  const line = ({ text, source }, at, all) =>
    el("li", {}, text, all[at + 1]?.source === source ? null : el("span", { class: "source", text: source }));
  const [shown, more] = [game.published.slice(0, PUBLISHED_SHOWN), game.published.slice(PUBLISHED_SHOWN)];
  return el(
    "section",
    { "aria-label": `Published about ${game.title}` },
    el("h4", { text: "Published" }),
    el("ul", { class: "published" }, shown.map(line)),
    more.length
      ? el(
          "details",
          {},
          el("summary", { text: `${more.length} more` }),
          el("ul", { class: "published" }, more.map(line)),
        )
      : null,
  );
}

async function solved(game, parameters, button, answer) {
  const controller = new AbortController();
  button.disabled = true;
  busy(answer, controller, `Solving ${game.title} ...`);
  try {
    replace(
      answer,
      ...solution(
        await post(`/api/games/${encodeURIComponent(game.name)}/solve`, { parameters }, { signal: controller.signal }),
      ),
    );
  } catch (error) {
    if (cancelled(error)) replace(answer, el("p", { class: "soft", text: "Cancelled." }));
    else showError(answer, error.message);
  } finally {
    button.disabled = false;
  }
}

function solution(answer) {
  const facts = [];
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

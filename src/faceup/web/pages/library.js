// The library: a card for every game with a drawing, one sentence and one button; the rest opens below.

import { toQuery } from "./addressquery.js";
import { cancelled, get, post } from "./api.js";
import { announce, busy, el, replace, showError } from "./elements.js";
import { gameLink, header, pagesOf } from "./header.js";
import { nearestGames } from "./nearestgames.js";
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

// What games can be chosen by; of one group those that fit any that is chosen, and all groups.
const lies = (...kinds) => ({ glimpse }) => Boolean(glimpse?.zones.some(({ kind }) => kinds.includes(kind)));
const KINDS = [
  ["players", "one player", ({ players }) => players === 1],
  ["players", "two players", ({ players }) => players === 2],
  ["players", "three or more", ({ players, seats }) => players > 2 || seats > 2],
  ["players", "no choices", ({ players }) => players === 0],
  ["things", "cards", lies("cards", "pile")],
  ["things", "dice", (game) => lies("dice")(game) || /\b(die|dice)\b/i.test(game.rules)], // not all are drawn
  ["things", "board", lies("board", "track")],
  ["things", "hidden cards or moves", ({ hidden }) => hidden],
];

/** Toggle buttons for KINDS that some game fits, as {node, fits(game)}. */
function kindButtons(games, changed) {
  const offered = KINDS.filter(([, , fits]) => games.some(fits)).map(([group, text, fits]) => {
    const node = el("button", {
      type: "button",
      class: "kind small",
      "aria-pressed": false,
      text,
      on: {
        click: () => {
          node.setAttribute("aria-pressed", String(!chosen(node)));
          changed();
        },
      },
    });
    return { group, fits, node };
  });
  const chosen = (node) => node.getAttribute("aria-pressed") === "true";
  const fits = (game) =>
    ["players", "things"].every((group) => {
      const asked = offered.filter((kind) => kind.group === group && chosen(kind.node));
      return !asked.length || asked.some((kind) => kind.fits(game));
    });
  return { nodes: offered.map(({ node }) => node), fits };
}

function filtered(panels, kinds) {
  const typed = document.getElementById("filter").value.toLowerCase().trim();
  const words = typed.split(/\s+/).filter(Boolean);
  let left = 0;
  for (const { game, node } of panels) {
    const text = `${game.title} ${game.name} ${game.what} ${game.rules}`.toLowerCase();
    node.hidden = !words.every((word) => text.includes(word)) || !kinds.fits(game);
    left += node.hidden ? 0 : 1;
  }
  for (const group of document.querySelectorAll(".group")) group.hidden = !group.querySelector(".game:not([hidden])");
  const count = left === panels.length ? `${left} games` : `${left} of ${panels.length} games`;
  const near = nearestGames(typed, panels.map(({ game }) => game)).map(({ title }) => title);
  document.getElementById("count").textContent = left || !near.length ? count : `No game fits; near: ${near.join(", ")}`;
}

async function begin() {
  header("library");
  const error = document.getElementById("error");
  try {
    const { games } = await get("/api/games");
    const panels = games.map((game) => ({ game, node: panel(game) }));
    const shelves = [
      ["yours", "Your games"],
      ["first", "Begin with these"],
      ["games", "More games"],
      ["patiences", "Patiences, which play themselves"],
    ].filter(([shelf]) => games.some((game) => game.shelf === shelf));
    const update = () => filtered(panels, kinds);
    const kinds = kindButtons(games, update);
    replace(document.getElementById("kinds"), kinds.nodes);
    replace(
      document.getElementById("games"),
      shelves.map(([shelf, title]) =>
        el(
          "section",
          { class: "group", "aria-labelledby": `group-${shelf}` },
          el("h2", { id: `group-${shelf}`, text: title }),
          el(
            "div",
            { class: "games" },
            panels.filter(({ game }) => game.shelf === shelf).map(({ node }) => node),
          ),
        ),
      ),
    );
    document.getElementById("filter").addEventListener("input", update);
    document.getElementById("find").addEventListener("submit", (event) => event.preventDefault());
    update();
  } catch (reason) {
    showError(error, reason.message);
    announce(reason.message);
  }
}

begin();

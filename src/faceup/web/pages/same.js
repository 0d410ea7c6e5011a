// The same game? Two games compared: one laid out on the board of the other, or what tells them apart.

import { cancelled, get, post } from "./api.js";
import { boardOf } from "./cardsonboard.js";
import { dataTable } from "./charts.js";
import { announce, busy, el, replace } from "./elements.js";
import { choice, tell } from "./gamepage.js";
import { header } from "./header.js";
import { parameterForm } from "./parameterform.js";

const ABOUT =
  "Two games are the same when renaming the moves of one makes it the other. The renaming is searched for, then " +
  "proven by playing both games through.";
const SIDES = ["first", "second"];
const BEGIN = { first: "fifteen", second: "tic-tac-toe" };

header("same");
begin();

async function begin() {
  try {
    const { games } = await get("/api/games");
    const query = new URLSearchParams(location.search);
    document.getElementById("content").append(
      page(
        games.filter((game) => game.kind === "game" && !game.hidden),
        query,
      ),
    );
  } catch (error) {
    tell(error);
  }
}

function page(games, query) {
  const sides = SIDES.map((side) => sideOf(side, games, query));
  const answer = el("div", {});
  const waiting = el("div", {});
  const compare = el("button", { type: "submit", class: "primary", text: "Compare" });
  const form = el(
    "form",
    {
      class: "panel stack",
      on: {
        submit: (event) => {
          event.preventDefault();
          ask();
        },
      },
    },
    el("p", {
      text: ABOUT,
    }),
    el(
      "div",
      { class: "pair" },
      sides.map(({ node }) => node),
    ),
    el("div", { class: "buttons" }, compare, waiting),
  );

  async function ask() {
    const [first, second] = sides.map((side) => side.read());
    const controller = new AbortController();
    tell(null);
    compare.disabled = true;
    const done = busy(waiting, controller, "Comparing ...");
    answer.setAttribute("aria-busy", "true");
    try {
      const found = await post("/api/same", { first, second }, { signal: controller.signal });
      remember(first, second);
      replace(answer, answerOf(found));
      announce(`${found.first} and ${found.second}: ${verdict(found)}`);
    } catch (error) {
      replace(answer);
      if (!cancelled(error)) tell(error);
    } finally {
      done();
      answer.removeAttribute("aria-busy");
      compare.disabled = false;
    }
  }

  if (sides.every(({ known }) => known)) ask();
  return el("div", { class: "stack" }, form, answer);
}

// A game to choose and its parameters, in the address as `first=fifteen&first.target=14`.
function sideOf(side, games, query) {
  const label = side === "first" ? "First game" : "Second game";
  const wanted = query.get(side);
  const known = wanted === null || games.some((game) => game.name === wanted);
  if (!known)
    tell(new Error(`${side} game ${JSON.stringify(wanted)}; possible: ${games.map((game) => game.name).join(", ")}`));
  const name = wanted !== null && known ? wanted : BEGIN[side];
  const fields = el("div", {});
  const { node, select } = choice(
    label,
    side,
    games.map((game) => [game.name, game.title]),
    name,
    { change: () => fill({}) },
  );
  const values = Object.fromEntries(
    [...query].filter(([key]) => key.startsWith(`${side}.`)).map(([key, value]) => [key.slice(side.length + 1), value]),
  );
  let form = null;
  function fill(given) {
    form = parameterForm(
      games.find((game) => game.name === select.value),
      { values: given },
    );
    replace(fields, form.node);
  }
  fill(values);
  return {
    known,
    node: el("fieldset", { class: "stack" }, node, fields),
    read: () => ({ game: select.value, parameters: form.read() }),
  };
}

function remember(...asked) {
  const query = new URLSearchParams();
  asked.forEach(({ game, parameters }, k) => {
    query.append(SIDES[k], game);
    for (const [name, value] of Object.entries(parameters)) query.append(`${SIDES[k]}.${name}`, value);
  });
  history.replaceState(history.state, "", `${location.pathname}?${query}`);
}

function verdict(found) {
  if (!found.same) return "No, these are different games.";
  return found.names_kept ? "Yes: one and the same game." : "Yes: the same game with the moves renamed.";
}

function answerOf(found) {
  const proof = lines(found.text);
  const drawn = found.board !== null;
  const kept = proof.filter(([name]) => name !== "same" && !(drawn && name === "moves"));
  return el(
    "section",
    { class: "panel stack", "aria-label": "Answer" },
    el("p", { class: "soft", text: `${found.first} and ${found.second}` }),
    el("p", { class: "verdict", text: verdict(found) }),
    drawn ? boardOf(found.board, proof.find(([name]) => name === "moves")?.[1].split("\n")[0] ?? "") : null,
    el(
      "div",
      {},
      el(
        "dl",
        { class: "facts proof" },
        kept.map(([name, text]) => [el("dt", { text: name }), el("dd", { text })]),
      ),
    ),
    found.same && !found.names_kept && found.moves.length
      ? dataTable("Move names", [found.first, found.second], found.moves, { names: true })
      : null,
  );
}

// The lines of text, each under the word that begins it: "because  different ...".
function lines(text) {
  const found = [];
  for (const line of text) {
    const [name, rest] = [line.slice(0, 9).trim(), line.slice(9)];
    if (name || !found.length) found.push([name, rest]);
    else found.at(-1)[1] += `\n${rest}`;
  }
  return found;
}

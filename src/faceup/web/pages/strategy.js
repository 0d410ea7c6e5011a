// Strategy: what to do in every decision that matters. Pictures and tables follow the sliders.

import { fromQuery } from "./addressquery.js";
import { cancelled, post } from "./api.js";
import { many, number, opening } from "./charts.js";
import { announce, busy, el, replace } from "./elements.js";
import { choice, gamePage, remember, tell, titleWords } from "./gamepage.js";
import { gameLinks } from "./header.js";
import { chart } from "./painter.js";
import { parameterForm } from "./parameterform.js";
import { fills } from "./patterns.js";
import { rowTable, shortTable } from "./strategytables.js";
import { wayOut } from "./wayout.js";

const PAUSE = 40; // milliseconds a slider rests before it is asked about
const LIVE = 1000; // an answer that took longer is asked for only when the slider is let go
const SPOKEN = 900; // milliseconds after the last answer until it is told

gamePage("strategy", "Strategy", (game) => {
  if (game.kind === "patience")
    return el("p", {
      class: "panel",
      text: `${game.title} plays itself: there is nothing to decide. It can be watched and simulated.`,
    });
  document.body.append(fills());
  const player = playerChoice(() => asking.now(form.read()));
  const asking = asker(game, answerPlace(game), player);
  const form = parameterForm(game, { values: fromQuery(game), sliders: true, onchange: asking.now });
  form.node.addEventListener("input", (event) => event.target.type === "range" && asking.soon(form.read()));
  asking.now(form.read());
  return el(
    "div",
    { class: "split" },
    el(
      "form",
      {
        class: "panel stack settings",
        on: {
          submit: (event) => {
            event.preventDefault();
            asking.now(form.read());
          },
        },
      },
      game.parameters.length ? form.node : el("p", { class: "soft", text: "It has no parameters." }),
      player.node,
      el("div", { class: "buttons" }, el("button", { type: "submit", text: "Solve" }), asking.waiting),
    ),
    asking.place,
  );
});

// Whose decisions are shown, as {node, read(), offer(answer)}: where several decide, all of them or those of one.
function playerChoice(changed) {
  const node = el("div", {});
  let wanted = new URLSearchParams(location.search).get("player") ?? "";
  return {
    node,
    read: () => (/^\d{1,2}$/.test(wanted) ? Number(wanted) : null),
    offer({ players, deciding }) {
      if (deciding.length < 2) return replace(node, null);
      const options = [["", deciding.length === 2 ? "both players" : "all players"], ...deciding.map((who) => [String(who), players[who] ?? `seat ${who + 1}`])];
      const own = choice("Show", "player", options, wanted, {
        change: () => {
          wanted = own.select.value;
          changed();
        },
      });
      if (!node.contains(document.activeElement)) replace(node, own.node);
    },
  };
}

// Only the newest question counts, and the last picture stays until its answer comes. While a slider moves, questions
// follow each other as answers come; letting it go gives up what is still being worked on.
function asker(game, { place, show }, player) {
  const waiting = el("div", { class: "waiting" });
  let [controller, began, timer, slow, asked, pending] = [null, 0, 0, false, null, null];
  const late = () => controller && performance.now() - began > LIVE;

  async function now(parameters) {
    clearTimeout(timer);
    pending = null;
    const asking = { parameters, ...(player.read() === null ? {} : { player: player.read() }) };
    const question = JSON.stringify(asking);
    if (question === asked) return;
    slow ||= Boolean(late());
    controller?.abort();
    const own = (controller = new AbortController());
    [asked, began] = [question, performance.now()];
    const done = busy(waiting, own, "Solving ...");
    place.setAttribute("aria-busy", "true");
    try {
      const answer = await post(
        `/api/games/${encodeURIComponent(game.name)}/strategy`,
        asking,
        { signal: own.signal },
      );
      if (own !== controller) return;
      slow = Boolean(late());
      tell(null);
      remember(parameters, [["player", player.read()]]);
      player.offer(answer);
      show(answer);
    } catch (error) {
      if (own !== controller) return;
      asked = null;
      if (!cancelled(error)) tell(error, wayOut(error, "strategy", game, parameters, gameLinks("strategy", game)));
    } finally {
      if (own === controller) {
        controller = null;
        done();
        place.removeAttribute("aria-busy");
        if (pending && !slow) now(pending);
      }
    }
  }

  function soon(parameters) {
    clearTimeout(timer);
    if (slow) return;
    pending = parameters;
    if (!controller) {
      timer = setTimeout(() => now(parameters), PAUSE);
    } else if (late()) {
      slow = true;
      controller.abort();
    }
  }

  return { waiting, place, now, soon };
}

function answerPlace(game) {
  const title = el("h2", {});
  const says = el("p", { class: "says" });
  const value = el("p", { class: "soft" });
  const map = chart("Map of decisions");
  const facts = el("dl", { class: "facts" });
  const table = el("div", {});
  const all = opening("", () => rowTable(latest));
  let latest = null;
  const place = el(
    "section",
    { class: "panel stack", "aria-label": "Answer", hidden: true },
    title,
    el("div", { class: "value-place" }, says, value),
    map.node,
    table,
    all.node,
    el("div", {}, facts),
  );
  let timer = 0;

  function show(answer) {
    place.hidden = false;
    title.textContent = titleWords(game, answer.title);
    says.textContent = answer.says;
    value.textContent = answer.players.length === 1 ? `Value ${answer.value.text}` : `Value ${answer.value.text} for ${answer.players[0]}`;
    map.show(answer.drawing);
    latest = answer;
    const short = shortTable(answer);
    const choices = answer.rows.length || answer.thresholds !== null || answer.mixed.length;
    replace(table, choices ? short.node : null); // else the facts below say that nobody has a choice
    all.node.hidden = short.rows || !answer.rows.length;
    all.fill(`List all ${many(answer.rows.length + answer.rows_left_out, "decision")}`);
    replace(
      facts,
      answer.text
        .map((line) => /^(\S+)\s+(.*)$/.exec(line))
        .filter((found) => found && found[1] !== "value")
        .map(([, name, text]) => [el("dt", { text: name }), el("dd", { text })]),
    );
    clearTimeout(timer);
    timer = setTimeout(() => announce(spokenWords(answer)), SPOKEN);
  }

  return { place, show };
}

function spokenWords({ title, value, thresholds }) {
  const marks = thresholds ? `, thresholds ${thresholds.map((mark) => mark ?? "never").join(" ")}` : "";
  return `${title}: value ${number(value.value, 4)}${marks}`;
}

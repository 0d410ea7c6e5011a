// The header that all pages share, and links to the pages about a game.

import { toQuery } from "./addressquery.js";
import { el } from "./elements.js";
import { themeButton } from "./theme.js";

/** Take the links of the page that lead to other pages about this game to these parameters. */
export function carry(parameters) {
  for (const link of document.querySelectorAll("a[data-page]")) {
    link.href = link.dataset.page + toQuery(parameters);
  }
}

/** A link to another page about a game; `carry` keeps its query up to date. */
export function gameLink(page, game, text, properties = {}, parameters = {}) {
  const path = `/${page}/${encodeURIComponent(game.name)}`;
  return el("a", { href: path + toQuery(parameters), "data-page": path, text, ...properties });
}

/** Makes links to this page about the game, of their words and parameters. */
export function gameLinks(page, game) {
  return (words, parameters) => gameLink(page, game, words, { "data-page": null }, parameters);
}

/** The pages about a game, in the order in which they are offered: path and word. */
export function pagesOf(game) {
  return game.kind === "patience"
    ? [
        ["replay", "Watch"],
        ["simulate", "Simulate"],
      ]
    : [
        ["play", "Play"],
        ["simulate", "Simulate"],
        ...(game.decides ? [["strategy", "Strategy"]] : []),
        ["ends", "How it ends"],
        ["replay", "Watch"],
      ];
}

/**
 * The site's header with its navigation, put first on the page. `current` is library, puzzle, play, simulate, strategy,
 * ends, replay or same; `game` the Game that the page is about, or null; the links carry `parameters`. The page's own content has
 * the id `main`.
 */
export function header(current, game = null, parameters = {}) {
  const here = (page) => (page === current ? "page" : null);
  const site = el(
    "nav",
    { "aria-label": "Site" },
    el("a", { href: "/", "aria-current": here("library"), text: "Games" }),
    el("a", { href: "/puzzle", "aria-current": here("puzzle"), text: "Puzzle" }),
    el("a", { href: "/same?first=fifteen&second=tic-tac-toe", "aria-current": here("same"), text: "Same game?" }),
  );
  const about =
    game &&
    el(
      "div",
      { class: "about-row" },
      el(
        "nav",
        { class: "about", "aria-label": game.title },
        el("span", { class: "about-game", text: game.title }),
        pagesOf(game).map(([page, word]) => gameLink(page, game, word, { "aria-current": here(page) }, parameters)),
      ),
    );
  const node = el(
    "header",
    { class: "site" },
    el("a", { class: "skip", href: "#main", text: "Skip to the content", on: { click: skip } }),
    el(
      "div",
      { class: "site-row" },
      el(
        "a",
        { class: "brand", href: "/" },
        el("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }),
        el("span", { text: "faceup" }),
      ),
      site,
      themeButton(),
    ),
    about,
  );
  document.querySelector("header.site")?.remove();
  document.body.prepend(node);
  return node;
}

// The page's hash holds the game in progress, so the skip link moves the focus without touching it.
function skip(event) {
  event.preventDefault();
  const main = document.getElementById("main");
  main.tabIndex = -1;
  main.focus();
}

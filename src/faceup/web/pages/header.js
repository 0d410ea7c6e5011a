// The header that all pages share, with the colours that a person chose, and links to the pages about a game.

import { toQuery, pageOf } from "./address.js";
import { Component, byId, el, within } from "./elements.js";

const THEMES = ["system", "light", "dark"];

/** Take the links of the page that lead to other pages about this game to these parameters. */
export function carry(parameters) {
  carryIn(document, parameters);
}

/**
 * The same for the links in `node` alone.
 * @param {ParentNode} node
 * @param {object} parameters
 */
export function carryIn(node, parameters) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (node.querySelectorAll("a[data-page]"))) {
    link.href = link.dataset.page + toQuery(parameters);
  }
}

/** A link to another page about a game; `carry` keeps its query up to date. */
export function gameLink(page, game, text, properties = {}, parameters = {}) {
  const [href, path] = [pageOf(page, game.name, parameters), pageOf(page, game.name)];
  return el("a", { href, "data-page": path, text, ...properties });
}

/** Makes links to this page about the game, of their words and parameters. */
export function gameLinks(page, game) {
  return (words, parameters) => gameLink(page, game, words, { "data-page": null }, parameters);
}

/** @type {[path: string, word: string][]} */
const OPEN_PAGES = [
  ["play", "Play"],
  ["simulate", "Simulate"],
  ["strategy", "Strategy"],
  ["ends", "How it ends"],
  ["replay", "Watch"],
];

/**
 * The pages about a game, in the order in which they are offered: path and word.
 * @returns {[path: string, word: string][]}
 */
export function pagesOf(game) {
  return game.kind === "patience"
    ? [["replay", "Watch"], ["simulate", "Simulate"]]
    : OPEN_PAGES.filter(([page]) => (game.decides && solvable(game)) || page !== "strategy");
}

/** Whether best play can be worked out at all: of games that hide something, in those of two opponents alone. */
export const solvable = (game) => !(game.hidden && game.seats);

/**
 * The site's header with its navigation. `current` is library, puzzle, play, simulate, strategy, ends, replay or same;
 * `game` the Game that the page is about; the links carry `parameters`. The page's own content has the id `main`.
 */
class SiteHeader extends Component {
  /** @param {Record<string, any>} given */
  draw({ current, game = null, parameters = {} }) {
    const here = (page) => (page === current ? "page" : null);
    const link = (page, href, text) => el("a", { href, "aria-current": here(page) }, text);
    const site = el(
      "nav",
      { "aria-label": "Site" },
      link("library", "/", "Games"),
      link("puzzle", "/puzzle", "Puzzle"),
      link("same", "/same?first=fifteen&second=tic-tac-toe", "Same game?"),
    );
    const icon = el("img", { src: "/favicon.ico", alt: "", width: 28, height: 28 });
    const brand = el("a.brand", { href: "/" }, icon, el("span", "faceup"));
    const tab = ([page, word]) => gameLink(page, game, word, { "aria-current": here(page) }, parameters);
    const pages = game && pagesOf(game).map(tab);
    const about = { class: "about", "aria-label": game?.title };
    const skipping = el("a.skip", { href: "#main", on: { click: skip } }, "Skip to the content");
    const row = game && el("div.about-row", el("nav", about, el("span.about-game", game.title), pages));
    return el("header.site", skipping, el("div.site-row", brand, site, new ThemeButton()), row);
  }
}

/** Show where in the site this page is. */
export function header(current, game = null, parameters = {}) {
  /** @type {SiteHeader} */ (document.querySelector("site-header")).show({ current, game, parameters });
}

// The page's hash holds the game in progress, so the skip link moves the focus without touching it.
function skip(event) {
  event.preventDefault();
  const main = byId("main");
  main.tabIndex = -1;
  main.focus();
}

/** A button that goes through the themes. */
class ThemeButton extends Component {
  connectedCallback() {
    this.show({ theme: storedTheme() });
  }

  draw({ theme }) {
    const next = () => {
      setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]);
      this.show({ theme: storedTheme() });
      within(this, "button").focus();
    };
    const properties = {
      type: "button", class: "quiet theme", title: `Colours: ${theme}`, "aria-label": `Colours: ${theme}`,
    };
    return el(
      "button",
      { ...properties, on: { click: next } },
      el("span", { class: `theme-mark ${theme}`, "aria-hidden": true }),
      el("span.theme-word", theme),
    );
  }
}

function storedTheme() {
  try {
    const stored = localStorage.getItem("faceup-theme");
    return THEMES.find((theme) => theme === stored) ?? "system";
  } catch {
    return "system"; // storage may be forbidden
  }
}

function setTheme(theme) {
  try {
    localStorage.setItem("faceup-theme", theme);
  } catch {
    // then it holds for this page alone
  }
  applyTheme(theme);
}

function applyTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

customElements.define("theme-button", ThemeButton);
customElements.define("site-header", SiteHeader);
applyTheme(storedTheme());

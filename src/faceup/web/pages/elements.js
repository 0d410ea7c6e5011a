// Elements of a page: making them, saying things, the header that all pages share, and the theme.

import { toQuery } from "./query.js";

const SVG = "http://www.w3.org/2000/svg";
const THEMES = ["system", "light", "dark"];

/**
 * An HTML element. `class`, `text`, `on: {click: f}`, `style: {"--share": 0.5}`, properties of form fields (value,
 * checked, disabled, ...), else attributes: true stands for an attribute without a value; false and null leave it out.
 */
export function el(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** The same for an SVG element. */
export function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

const FIELDS = new Set(["value", "checked", "disabled", "hidden", "selected", "open"]);

function filled(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (name === "class") node.setAttribute("class", [value].flat().filter(Boolean).join(" "));
    else if (name === "text") node.textContent = value;
    else if (name === "on") for (const [event, does] of Object.entries(value)) node.addEventListener(event, does);
    else if (name === "style") for (const [key, to] of Object.entries(value)) node.style.setProperty(key, to);
    else if (FIELDS.has(name) && name in node) node[name] = value;
    else if (value === true) node.setAttribute(name, name.startsWith("aria-") ? "true" : "");
    else if (value !== false || name.startsWith("aria-")) node.setAttribute(name, String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Put these children in place of all others. */
export function replace(node, ...children) {
  node.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

/** Say something to people who listen instead of looking. */
export function announce(text) {
  let region = document.getElementById("announcements");
  if (!region) {
    region = el("div", { id: "announcements", class: "unseen", role: "status", "aria-live": "polite" });
    document.body.append(region);
  }
  const line = el("p", { text });
  region.append(line);
  setTimeout(() => line.remove(), 8000);
}

/** One visible line that says what went wrong, in `node`; "" takes it away. */
export function showError(node, message) {
  replace(
    node,
    message
      ? el(
          "p",
          { class: "error", role: "alert" },
          el("span", { class: "error-mark", "aria-hidden": true, text: "!" }),
          message,
        )
      : null,
  );
}

/** A line that says what is waited for, with a Cancel button that aborts `controller`; call the result when done. */
export function busy(node, controller, text) {
  const cancel = el("button", {
    type: "button",
    class: "quiet",
    text: "Cancel",
    on: { click: () => controller.abort() },
  });
  const line = el(
    "p",
    { class: "busy", role: "status" },
    el("span", { class: "spinner", "aria-hidden": true }),
    el("span", { text }),
    cancel,
  );
  replace(node, line);
  return () => line.remove();
}

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
        ["strategy", "Strategy"],
        ["replay", "Watch"],
      ];
}

/**
 * The site's header with its navigation, put first on the page. `current` is library, play, simulate, strategy, replay
 * or same; `game` the Game that the page is about, or null; the links carry `parameters`. The page's own content has
 * the id `main`.
 */
export function header(current, game = null, parameters = {}) {
  const here = (page) => (page === current ? "page" : null);
  const site = el(
    "nav",
    { "aria-label": "Site" },
    el("a", { href: "/", "aria-current": here("library"), text: "Games" }),
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

function themeButton() {
  const button = el("button", { type: "button", class: "quiet theme" });
  const show = () => {
    const theme = storedTheme();
    replace(
      button,
      el("span", { class: `theme-mark ${theme}`, "aria-hidden": true }),
      el("span", { class: "theme-word", text: theme }),
    );
    button.setAttribute("aria-label", `Colours: ${theme}`);
    button.title = `Colours: ${theme}`;
  };
  button.addEventListener("click", () => {
    setTheme(THEMES[(THEMES.indexOf(storedTheme()) + 1) % THEMES.length]);
    show();
  });
  show();
  return button;
}

function storedTheme() {
  try {
    const stored = localStorage.getItem("faceup-theme");
    return THEMES.includes(stored) ? stored : "system";
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

applyTheme(storedTheme());

/** Text in paragraphs, which an empty line parts. */
export function paragraphs(text) {
  return text.split("\n\n").map((paragraph) => el("p", { text: paragraph.replaceAll(/\s+/g, " ") }));
}

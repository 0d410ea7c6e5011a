// The colours of all pages: those of the system, light or dark, as the person chose.

import { el, replace } from "./elements.js";

const THEMES = ["system", "light", "dark"];

/** A button that goes through the themes. */
export function themeButton() {
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

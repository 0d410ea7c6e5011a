// What the theme's pages lack for people without a mouse.

/** What is wider than the page can be scrolled with the keyboard, too. */
function reachable() {
  for (const wide of document.querySelectorAll("pre, .table-wrapper, article p:has(> img)")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute("tabindex");
  }
}

/** Buttons open the drawers at the sides, and Escape shuts them. */
function drawers() {
  for (const button of document.querySelectorAll("[data-opens]")) {
    const drawer = document.getElementById(button.dataset.opens);
    const told = () => button.setAttribute("aria-expanded", String(drawer.checked));
    button.addEventListener("click", () => drawer.click());
    drawer.addEventListener("change", told);
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && drawer.checked) drawer.click();
    });
    told();
  }
}

addEventListener("DOMContentLoaded", () => {
  reachable();
  drawers();
});
addEventListener("resize", reachable);

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

/** How many letters two words have to be changed by, to be one. */
function distance(one, other) {
  let row = [...other].map((_, k) => k + 1);
  [...one].forEach((letter, place) => {
    let before = place;
    let left = place + 1;
    row = row.map((above, k) => {
      left = Math.min(left + 1, above + 1, before + (letter === other[k] ? 0 : 1));
      before = above;
      return left;
    });
  });
  return row.at(-1) ?? one.length;
}

/** Where an address leads nowhere, the page with the name that is most like it. */
function nearest(address = location.pathname) {
  const place = document.getElementById("nearest");
  if (!place) return;
  const word = (address) => (/([^/]*?)(?:\.html)?$/.exec(address) ?? ["", ""])[1].toLowerCase().replaceAll("_", "-");
  const lost = word(address.replace(/\/$/, ""));
  const links = [...document.querySelectorAll(".sidebar-tree a.internal")];
  const near = links.map((link) => ({ link, far: distance(lost, word(new URL(link.href).pathname)) }));
  const found = near.reduce((best, each) => (each.far < best.far ? each : best), { link: null, far: lost.length / 2 });
  if (!found.link) return;
  Object.assign(place.querySelector("a"), { href: found.link.href, textContent: found.link.textContent });
  place.hidden = false;
}

addEventListener("DOMContentLoaded", () => {
  nearest();
  reachable();
  drawers();
});
addEventListener("resize", reachable);

// Elements of a page: making them, and saying things.

const SVG = "http://www.w3.org/2000/svg";

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

/** Text in paragraphs, which an empty line parts. */
export function paragraphs(text) {
  return text.split("\n\n").map((paragraph) => el("p", { text: paragraph.replaceAll(/\s+/g, " ") }));
}

// What is waited for, and what went wrong: a line each, which follow the store of a page.

import { Component, el, pushButton, replace } from "./elements.js";

/** The most seconds that the server spends on an answer, once that is known. */
export const answering = { most: 0 };

/** A line that says what is waited for and for how long, with a Cancel button; `holder` is marked as busy as long. */
export class WaitingLine extends Component {
  timer = 0;

  /**
   * @param {import("./store.js").Store<any>} store
   * @param {?Element} holder
   */
  follow(store, holder = null) {
    store.subscribe(["asking"], ({ asking }) => {
      this.show({ asking });
      if (asking) holder?.setAttribute("aria-busy", "true");
      else holder?.removeAttribute("aria-busy");
    });
    return this;
  }

  draw({ asking }) {
    clearInterval(this.timer);
    if (!asking) return null;
    const time = el("span.soft", { "aria-hidden": true });
    const most = answering.most > 0 && el("span.most", `, ${answering.most} s at most`);
    const begun = performance.now();
    const tell = () => replace(time, `${Math.round((performance.now() - begun) / 1000)} s`, most);
    this.timer = setInterval(tell, 1000);
    return el(
      "p.busy",
      { role: "status" },
      el("span.spinner", { "aria-hidden": true }),
      el("span", asking.text),
      time,
      pushButton("Cancel", asking.cancel, { class: "quiet" }),
    );
  }
}

/** A line that says what went wrong, and `instead`, what will do then; what is said already is not said again. */
export class ErrorLine extends Component {
  follow(store) {
    store.subscribe(["error", "instead"], ({ error, instead = null }) => this.say(error, error && instead));
    return this;
  }

  say(error, instead = null) {
    const message = error?.message ?? "";
    if (message !== this.given.message || instead) this.show({ message, instead });
    if (message) this.scrollIntoView({ block: "nearest" });
  }

  draw({ message, instead }) {
    if (!message) return null;
    const mark = el("span.error-mark", { "aria-hidden": true }, "!");
    return [el("p.error", { role: "alert" }, mark, message), instead];
  }
}

/** Both lines, which follow one store. */
export const linesOf = (store) => [new WaitingLine().follow(store), new ErrorLine().follow(store)];

customElements.define("waiting-line", WaitingLine);
customElements.define("error-line", ErrorLine);

// The state of what a page shows: one place, which is read, changed and listened to, and asks one question at a time.

import { cancelled, post } from "./api.js";

/**
 * What every page's state has: what is waited for, and what went wrong.
 * @typedef {object} Common
 * @property {?{text: string, cancel: () => void}} asking
 * @property {?{message: string}} error
 * @property {?Node} [instead] what will do where something went wrong
 */

/** @template {object} S the state that a page has beside that */
export class Store {
  /** @type {{names: string[], listener: (state: Readonly<Common & S>) => void}[]} */
  #listeners = [];
  /** @type {?AbortController} */
  #own = null; // of the question under way

  /** @param {S} state */
  constructor(state) {
    /** @type {Readonly<Common & S>} */
    this.state = Object.freeze({ asking: null, error: null, ...state });
  }

  /**
   * Change some of the state; those are called who listen to what has changed.
   * @param {Partial<Common & S>} changes
   */
  update(changes) {
    const changed = Object.keys(changes).filter((name) => !Object.is(changes[name], this.state[name]));
    if (!changed.length) return;
    this.state = Object.freeze({ ...this.state, ...changes });
    for (const { names, listener } of [...this.#listeners]) {
      if (names.some((name) => changed.includes(name))) listener(this.state);
    }
  }

  /**
   * Call `listener(state)` whenever one of these has changed, and now; returns what ends that.
   * @param {(keyof (Common & S) & string)[]} names
   * @param {(state: Readonly<Common & S>) => void} listener
   */
  subscribe(names, listener) {
    const entry = { names, listener };
    this.#listeners.push(entry);
    listener(this.state);
    return () => (this.#listeners = this.#listeners.filter((other) => other !== entry));
  }

  /**
   * The answer to a question, [path, body], or what `question(signal)` promises; undefined where it failed, which
   * `refuse(error)` is told, where somebody pressed Cancel, or where something else was asked since. `text` says what
   * is waited for.
   * @param {string} text
   * @param {[path: string, body: object] | ((signal: AbortSignal) => Promise<any>)} question
   * @param {(error: Error) => void} refuse
   * @returns {Promise<any>}
   */
  async ask(text, question, refuse = (error) => this.#tell({ error })) {
    this.#own?.abort();
    const own = (this.#own = new AbortController());
    this.#tell({ asking: { text, cancel: () => own.abort() } });
    let found;
    /** @type {?Error} */
    let wrong = null;
    try {
      found = await (Array.isArray(question) ? this.#posted(question, own) : question(own.signal));
    } catch (error) {
      wrong = /** @type {Error} */ (error);
    }
    if (own !== this.#own) return undefined;
    this.#own = null;
    this.#tell(wrong ? { asking: null } : { asking: null, error: null });
    if (wrong && !cancelled(wrong)) refuse(wrong);
    return found;
  }

  // Asked once more where time was over: what was compiled until then is on the server's disk, and need not be again.
  async #posted([path, body], own) {
    try {
      return await post(path, body, own);
    } catch (error) {
      if (own !== this.#own || !(/** @type {import("./api.js").Refused} */ (error).unfinished)) throw error;
      this.#tell({ asking: { text: "Still working ...", cancel: () => own.abort() } });
      return await post(path, body, own);
    }
  }

  /** Give up the question under way. */
  giveUp() {
    this.#own?.abort();
    this.#own = null;
    this.#tell({ asking: null });
  }

  /** @param {Partial<Common>} changes */
  #tell(changes) {
    this.update(/** @type {Partial<Common & S>} */ (/** @type {unknown} */ (changes)));
  }
}

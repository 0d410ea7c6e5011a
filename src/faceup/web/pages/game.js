// A game that is played or looked back at: its state, which the address holds too, and what a person does in it. The
// server is asked what follows from the moves.

import { fromQuery, pageOf, readHash, seedOf, toQuery, unknownParameters, unusual, writeHash } from "./address.js";
import { apiOf } from "./api.js";
import { announce } from "./elements.js";
import { hintWords } from "./movevalues.js";
import { capital } from "./seats.js";
import { Store } from "./store.js";

/**
 * @typedef {number | string | (number | string)[]} Move
 * @typedef {{parameters: object, moves: Move[], position: string, seats: string[], seed: number, values: boolean}}
 *   Played the game as the address has it; `position`: of one that does not begin at its own start
 * @typedef {{values: boolean, hinted: boolean, line: boolean}} Told what is told of a position
 * @typedef {object} State
 * @property {Answer} game the Game of the library
 * @property {?Played} played the game in progress, null before there is one
 * @property {?Answer} position the Position that the server gave for it
 * @property {?{count: number, position: Answer}} past an earlier position that is looked at
 * @property {?number} shown how many moves are on the screen, as long as those of others are shown one by one
 * @property {Move[][]} redo what undo has cut, the last cut last
 * @property {?Move} picked the move that the server is asked about
 * @property {{parameters: object, seats: string[]}} begun what the form of a new game begins with
 * @property {?{message: string}} refused why there is no new game
 * @property {boolean} hinted the best moves are shown
 * @property {boolean} line a line of best play is shown
 * @property {?Told} wanted what more of the position the server is asked to tell
 * @property {boolean} sorted moves are sorted by worth
 * @property {boolean} review the game is reviewed before it is over
 * @property {?number} row the number of the move that is looked at in a review
 */

/** @type {(keyof State)[]} */
const IN_ADDRESS = ["played", "past", "redo", "hinted", "line", "sorted", "review", "row"];
const SEATS = ["person", "best"];
const NOTHING = { at: null, hinted: false, line: false, sorted: false, redo: [], review: false, row: null, unread: "" };
const VALUES = "Working out what the moves are worth ...";

/** @typedef {import("./gamepage.js").Answer} Answer */

/** @extends {Store<State>} */
export class GameStore extends Store {
  /** @type {(() => void) | null} */
  #later = null; // what was pressed last while something else was waited for

  /** @param {Answer} game */
  constructor(game) {
    const shown = { hinted: false, line: false, sorted: false, review: false, row: null };
    const none = { played: null, position: null, past: null, shown: null, redo: [], picked: null, refused: null, wanted: null };
    super({ game, ...none, ...shown, begun: { parameters: fromQuery(game), seats: SEATS } });
    this.subscribe(IN_ADDRESS, (state) => {
      if (state.played) history.replaceState(null, "", addressOf(state, state.played));
    });
    this.subscribe(["asking"], ({ asking }) => !asking && this.#later && setTimeout(() => this.soon(this.#later)));
  }

  /** Whether nothing can be done until something has come; what only tells more of the position gives way. */
  get busy() {
    return this.state.asking !== null && !this.aside;
  }

  /** Do what somebody pressed: at once, or as soon as what is waited for has come. Moves of others lie there at once. */
  soon(does) {
    this.#later = this.busy ? does : null;
    if (this.busy || !does) return;
    this.update({ shown: null });
    does();
  }

  /**
   * The question for a position.
   * @param {Partial<Played> & {after?: string}} wish
   * @param {boolean} goOn
   * @param {?number} most
   * @returns {[path: string, body: Answer]}
   */
  question({ parameters, moves = [], after = "", position = "", seats, seed, values }, goOn = false, most = null) {
    const asked = { parameters, moves, after: moves.length ? "" : after, position, seats, seed, values };
    return [apiOf(this.state.game, "play"), { ...asked, go_on: goOn, most }];
  }

  /**
   * Ask for the position after `wish`, a changed `played`; returns whether it came. Where it does not, all stays as it
   * was. `most`: so many moves of computers and chance; `question` is asked instead of the wish; `keep` is state that the position brings with it; a `fresh` one is of
   * another game. Of an `aside` question, which only tells more of the position, a move makes an end; a `plain` one asks
   * for no values.
   * @param {Partial<Played>} wish
   * @param {{text?: string, keep?: Partial<State>, goOn?: boolean, most?: ?number, fresh?: boolean, aside?: boolean, plain?: boolean, refuse?: (error: Error) => void,
   *   question?: ?[path: string, body: Answer]}} how
   */
  async reach(wish, how = {}) {
    const { text = "Thinking ...", keep = {}, goOn = true, most = null, fresh = false, aside = false, plain = false, refuse, question = null } = how;
    const first = fresh || !this.state.position;
    const values = Boolean((wish.values && !plain) || keep.hinted || keep.line);
    this.aside = aside;
    const asked = question ?? this.question({ ...wish, values }, goOn, most);
    this.update(aside ? { error: null } : { shown: null, error: null, wanted: null });
    const position = await this.ask(text, asked, refuse);
    if (!this.state.asking) this.update({ picked: null, wanted: null });
    if (!position) return false;
    const { parameters, moves, seats, seed } = position;
    const start = position.record?.position ?? asked[1].position ?? "";
    const { added, frames, history } = position;
    const quiet = !added || !frames.length || (first && !watched(position, seats));
    const played = { parameters, moves, position: start, seats, seed, values: Boolean(wish.values) };
    const anew = fresh ? { redo: [], review: false, row: null, begun: { parameters, seats } } : {};
    const shown = quiet ? null : history.length - added;
    this.update({ played, position, past: null, hinted: false, line: false, shown, ...anew, ...keep });
    return true;
  }

  /** Begin with the game that the address holds. */
  async fromAddress() {
    const { game } = this.state;
    const after = new URLSearchParams(location.search).get("after") ?? ""; // moves in words, for who comes by a link
    const { at, hinted, line, sorted, redo, review, row, unread, ...there } = readHash() ?? NOTHING;
    const plain = { moves: [], position: "", seats: SEATS, seed: seedOf(null), values: false };
    const wish = { parameters: fromQuery(game), ...plain, after, ...there };
    this.update({ begun: wish });
    const ignored = unread || unknownParameters(game);
    const { refuse } = this;
    const keep = { hinted, line, sorted, redo, review, row };
    const came = await this.reach(wish, { text: "Setting up ...", refuse, fresh: true, keep, goOn: this.#begins });
    if (ignored) this.update({ error: { message: ignored } });
    if (came && at !== null) this.lookBack(at);
  }

  /** Say why there is no new game. */
  refuse = ({ message }) => this.update({ refused: { message: capital(message.replace(/^\w+\(.*?\): /, "")) } });

  /** Make a move. */
  async pick(move) {
    const { played, position } = this.state;
    const { asking, shown } = this.state;
    if ((asking && !this.aside) || shown !== null || !played || !position) return;
    this.update({ picked: move, redo: [], review: false, row: null });
    const next = { ...played, moves: [...played.moves, move] };
    if (position.hidden || !played.seats.some((seat) => seat !== "person")) return void this.reach(next);
    if (await this.reach(next, { goOn: false, plain: this.#slow })) this.goOn();
  }

  /** Whether values take long here, so that the position comes first. */
  get #slow() {
    return Boolean(this.state.played?.values && this.state.position && !this.state.position.value);
  }

  /** Whether others move at once; chance alone waits until it is asked. */
  get #begins() {
    return this.state.game.players > 0;
  }

  /** Let computers and chance make their moves, or `most` of them, while the person's own lies on the table. */
  async goOn(most = null) {
    const { position, played } = this.state;
    if (!position || !played || position.over || position.person || this.busy) return;
    const text = position.turn >= 0 ? `${capital(position.who)} is thinking ...` : "Thinking ...";
    const plain = this.#slow;
    if ((await this.reach(played, { text, plain, most })) && plain) this.reach(played, { text: VALUES, goOn: false, aside: true });
  }

  /** A new game; the one in progress stays until there is one, and comes back with the Back button. */
  async begin({ parameters, seats, seed, position = "" }, refuse = this.refuse) {
    const values = this.state.played?.values ?? false;
    const wish = { parameters, seats, position, values, moves: [], seed: seedOf(seed) };
    await this.another(wish, { text: "Setting up ...", refuse, goOn: this.#begins });
  }

  /** The same game once more, by another seed of chance. */
  again(seats) {
    if (!this.state.played) return;
    const { parameters, position } = this.state.played;
    if (!this.busy) this.begin({ parameters, position, seats, seed: null }, (error) => this.update({ error }));
  }

  /** Read a saved game. */
  load(record, file) {
    const values = this.state.played?.values ?? false;
    this.another({ values }, { question: [apiOf(this.state.game, "load"), { record, values }], text: `Reading ${file} ...` });
  }

  async another(wish, how) {
    const before = location.href;
    const came = await this.reach(wish, { ...how, fresh: true });
    if (!came || location.href === before) return;
    const now = location.href;
    history.replaceState(null, "", before);
    history.pushState(null, "", now);
  }

  /** Take the last move of a person back, with all that followed. */
  undo() {
    const left = this.cutBack();
    if (left && !this.busy) this.retry(left.length);
  }

  /** What is left when a person takes a move back; null where there is none. Of hidden games moves are the person's. */
  cutBack() {
    const { played, position } = this.state;
    if (!position || !played) return null;
    if (position.hidden) return played.moves.length ? played.moves.slice(0, -1) : null;
    const last = position.history.findLastIndex(({ turn }) => turn >= 0 && played.seats[turn] === "person");
    return last < 0 ? null : played.moves.slice(0, last);
  }

  /** Go on from the first `count` moves, with the same seats; redo brings the others back. */
  retry(count) {
    const { played, redo } = this.state;
    if (this.busy || !played) return;
    const cut = [...redo, played.moves.slice(count)];
    this.reach({ ...played, moves: played.moves.slice(0, count) }, { keep: { redo: cut, review: false, row: null } });
  }

  redo() {
    const { played, redo } = this.state;
    const last = redo.at(-1);
    if (!last || !played || this.busy) return;
    this.reach({ ...played, moves: [...played.moves, ...last] }, { keep: { redo: redo.slice(0, -1) } });
  }

  /** Look at the position after the first `count` moves, of the best line too; after all of those made the game goes on. */
  async lookBack(count) {
    const { played, position } = this.state;
    if (this.busy || !played || !position) return;
    const ahead = this.#ahead.map(({ move }) => move);
    if (count === position.history.length || count > played.moves.length + ahead.length) return this.update({ past: null });
    this.aside = false;
    const asked = this.question({ ...played, moves: [...played.moves, ...ahead].slice(0, count), values: false });
    const found = await this.ask("Setting up ...", asked);
    if (found) this.update({ past: { count, position: found } });
  }

  /** The best line as long as it is on the screen. */
  get #ahead() {
    return (this.state.line && this.state.position?.line) || [];
  }

  /** Look at the position so many moves on, or back. */
  step(by) {
    const { past, position } = this.state;
    if (!position || position.hidden || this.busy) return;
    const { length } = position.history;
    const now = past?.count ?? length;
    const to = Math.min(Math.max(now + by, 0), length + this.#ahead.length);
    if (to !== now) this.lookBack(to);
  }

  /** Show what the moves are worth, or not. */
  values() {
    this.#turn("values", VALUES);
  }

  async hint() {
    const { position } = this.state;
    if (!position?.person || !position.decides) return;
    await this.#turn("hinted", "Looking for the best moves ...");
    const { position: found, hinted } = this.state;
    if (found && hinted) announce(found.unknown && !found.estimate ? `no hint: ${found.unknown}` : hintWords(found));
  }

  bestLine() {
    this.#turn("line", "Looking for a line of best play ...");
  }

  /** Tell this of the position, or no longer; what is asked for already is asked for with it. */
  async #turn(what, text) {
    const { position, played, hinted, line, wanted } = this.state;
    if (!position || !played || this.busy) return;
    const told = { values: played.values, hinted, line, ...wanted };
    const wish = { ...told, [what]: !told[what] };
    const [now, keep] = [{ ...played, values: wish.values }, { hinted: wish.hinted, line: wish.line }];
    this.update({ played: now, wanted: wish }); // values also where a move comes before them
    if ((wish.values || wish.hinted || wish.line) && !position.value && !position.unknown)
      return void (await this.reach(now, { text, keep, goOn: false, aside: true }));
    this.giveUp();
    this.update({ ...keep, wanted: null, past: null });
  }

  /** Have the game solved with all the time there is; what is shown stays. */
  solve() {
    const { position, played, hinted, line } = this.state;
    if (!position || !played || this.busy) return;
    const [path, body] = this.question({ ...played, values: played.values || hinted || line });
    this.reach(played, { text: "Solving ...", keep: { hinted, line }, aside: true, question: [path, { ...body, solve: true }] });
  }

  /** Change the position by hand, on a page of its own. */
  setUp() {
    const { game, played } = this.state;
    if (played) location.assign(pageOf("setup", game.name, unusual(game, played.parameters), writeHash(played)));
  }
}

/** Whether a game's review is on the screen: it is over, and seen to the end, or somebody asked. */
export const reviewed = ({ game, position, shown, review }) =>
  game.solvable && Boolean(position) && shown === null && (position.over || review);

/** Whether nobody has anything to do but to look on, from the beginning. */
export const watched = ({ deciding }, seats) => !deciding.some((player) => seats[player] === "person");

/** The scene on the screen; null as long as there is none. */
export function sceneShown({ position, past, shown }) {
  if (past) return past.position.scene;
  if (shown === null) return position?.scene ?? null;
  const { frames, history } = position;
  const without = history.length - frames.length; // of very many moves the last ones alone have a scene
  return frames[shown - 1 - without] ?? null;
}

/**
 * @param {Readonly<State>} state
 * @param {Played} played
 */
function addressOf({ game, past, ...shown }, played) {
  return location.pathname + toQuery(unusual(game, played.parameters)) + writeHash({ ...shown, ...played, at: past?.count ?? null });
}

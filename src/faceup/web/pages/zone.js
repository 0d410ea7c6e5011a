// A zone of a position: things that lie together, under their name, with the moves that are picked or chosen there.

import { Component, el, pushButton, replace } from "./elements.js";
import { arrowKeys } from "./keys.js";
import { worthBadge, worthWords } from "./movevalues.js";
import { capital } from "./seats.js";

/**
 * A thing on the table, as the server says it.
 * @typedef {{text: string, move: unknown, owner: ?number, square: ?number, name: string, won: boolean, by: string}} Item
 */

/**
 * The base of all zones. They are given the `zone`, the `scene` it is of, `fresh(item, row, column)`, whether a thing
 * was not there before, and `look`: {entries: the legal moves, entry(move): what is known of one, pick(move): null where
 * nothing can be picked, shows(entry): whether what it is worth is shown, hinted, marked: [{entry, kind}], chosen: what
 * is chosen in zones}.
 */
export class Zone extends Component {
  draw(given) {
    const { zone } = given;
    const names = zone.label || zone.kind;
    const counted = this.counted(zone.rows.flat(), zone);
    this.classList.add("zone", `zone-${zone.kind}`);
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", counted ? `${names}, ${counted}` : names);
    const title = el("h3.zone-label", el("span.zone-name", names), counted && el("span.zone-count", counted));
    return [names !== "board" && title, this.things(zone.rows.flat(), given)];
  }

  /**
   * How many things there are, in words, where that is worth saying.
   * @param {Item[]} items
   * @param {import("./gamepage.js").Answer} zone
   * @returns {?string}
   */
  counted(items, zone) {
    return null;
  }

  /**
   * The things themselves.
   * @param {Item[]} items
   * @param {Record<string, any>} given
   * @returns {import("./elements.js").Child}
   */
  things(items, given) {
    throw new Error(`nothing lies in ${Object.keys(given)}`);
  }
}

/** A thing as a button where it can be picked, else `still()`; the move's worth goes below its `face()`. */
export function pickable(item, look, words, classes, face, still) {
  const entry = item.move === null ? null : look.entry(item.move);
  if (!entry || !look.pick) {
    const node = still();
    if (entry) node.classList.add(...marksOf(look, (marked) => marked === entry));
    return node;
  }
  const shown = look.shows(entry);
  return pushButton(
    [face(), shown ? [" ", worthBadge(entry)] : null],
    () => look.pick(item.move),
    {
      class: ["item", ...classes],
      "data-move": item.move,
      "aria-label": [words(entry), shown && worthWords(entry)].filter(Boolean).join(": "),
    },
  );
}

/** The classes of a thing that belongs to those marked moves of which `fits(entry)` says so. */
export const marksOf = (look, fits) =>
  look.marked.filter(({ entry }) => fits(entry)).map(({ kind }) => `marked-${kind}`);

/** The classes of the things of a zone, one after another, that marked moves choose. */
export function choiceMarks({ selections }, look) {
  const left = look.marked.map(({ entry, kind }) => {
    const choice = selections.find(({ move }) => look.entry(move) === entry);
    return { kind, texts: [...(choice?.texts ?? [])] };
  });
  return ({ text }) =>
    left.flatMap(({ kind, texts }) => (texts.includes(text) ? texts.splice(texts.indexOf(text), 1).map(() => `marked-${kind}`) : []));
}

const ofTexts = (texts) => [...texts].sort().join(" ");

/**
 * The things of `zone` as buttons that are on or off, and a button for the move that chooses those that are on; null
 * where moves choose nothing of it. `face(item)` is the drawing of a thing, `said(item)` what it is called. A hint
 * chooses the things of a best move. What is chosen stays in `look.chosen` as long as the same things lie there.
 */
export function chooser(zone, { entry, pick, shows, hinted, chosen: kept }, { face, said }) {
  if (!pick || !zone.selections.length) return null;
  const items = zone.rows.flat();
  const moves = new Map(zone.selections.map(({ move, texts }) => [ofTexts(texts), move]));
  const key = JSON.stringify([items.map(({ text }) => text), zone.selections]);
  if (kept.key !== key) Object.assign(kept, { key, places: new Set() });
  const { places } = kept;
  const best = zone.selections.find(({ move }) => entry(move)?.best);
  const told = best && shows(entry(best.move)) && !places.size; // its worth is shown as long as nothing else is chosen
  if (hinted || told) choose(items, best?.texts ?? [], places);
  const buttons = items.map((item, place) =>
    pushButton(face(item), () => {
            if (!places.delete(place)) places.add(place);
            update();
          }, { class: "item selectable", "aria-label": said(item) }),
  );
  const make = pushButton([], () => pick(chosen()), { class: "primary" });
  const textsOf = (some) => some.map((place) => items[place].text);
  const chosen = () => moves.get(ofTexts(textsOf([...places]))) ?? null;
  const leadsOn = (texts) => zone.selections.some((one) => {
    const left = [...one.texts];
    return texts.every((text) => left.includes(text) && left.splice(left.indexOf(text), 1));
  });
  const update = () => {
    buttons.forEach((button, place) => {
      button.setAttribute("aria-pressed", String(places.has(place)));
      button.classList.toggle("out-of-reach", !places.has(place) && !leadsOn(textsOf([...places, place])));
    });
    const move = chosen();
    const about = move === null ? null : entry(move);
    make.disabled = move === null;
    const some = textsOf([...places]);
    const sum = some.reduce((all, text) => all + Number(text), 0);
    const partly = sum && leadsOn(some) ? `${sum} so far` : "No move chooses these";
    const words = about ? capital(about.word) : (places.size ? partly : "Choose some");
    replace(make, words, about && shows(about) ? [" ", worthBadge(about)] : null);
    if (about && shows(about)) make.setAttribute("aria-label", `${words}: ${worthWords(about)}`);
    else make.removeAttribute("aria-label");
  };
  update();
  const row = el("div.selection", { role: "group", "aria-label": `Choose from ${zone.label}` }, buttons);
  arrowKeys(row);
  const how = el("p.scene-caption.how", "Click the ones you choose; the button says what that does.");
  return [row, how, el("div.buttons", make)];
}

// Choose things with these texts, the first of those that are alike.
function choose(items, texts, places) {
  places.clear();
  for (const text of texts) places.add(items.findIndex((item, place) => item.text === text && !places.has(place)));
}

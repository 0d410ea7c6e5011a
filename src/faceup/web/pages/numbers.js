// Numbers as people read them.

const PLACES = { maximumFractionDigits: 20 };

/** A whole number with its thousands apart, or any other with `digits` significant digits. */
export function number(value, digits = 5) {
  if (value === null || value === undefined) return "unknown";
  const shown = Number.isInteger(value) ? value : Number(value.toPrecision(digits));
  return shown.toLocaleString("en-GB", PLACES).replace("-", "\u2212");
}

const LEAST = 1e-6; // a share that is written as a number

/** A share as per cent, as in all texts of the server: 62.19%, 0.717%; 0% and 100% only for exact 0 and 1. */
export function percent(share) {
  if (share === null || share === undefined) return "unknown";
  if (share === 0 || share === 1) return `${100 * share}%`;
  if (share < LEAST) return "less than 0.0001%";
  if (share > 1 - LEAST) return "more than 99.9999%";
  let places = share >= 0.01 && share <= 0.99 ? 2 : 3;
  while ([0, 100].includes(Number(fixed(100 * share, places)))) places += 1;
  return `${fixed(100 * share, places)}%`;
}

/** A number with so many decimals, half to even, as the server rounds. */
function fixed(number, places) {
  const size = 10 ** places;
  const half = (number * size) % 1 === 0.5;
  return (half ? (2 * Math.round((number * size) / 2)) / size : number).toFixed(places);
}

/** A round share, such as a confidence or the tick of an axis: 95%. */
export const roundPercent = (share) => `${number(100 * share, 4)}%`;

/** Numbers as written, each with as many decimals as the largest, or as most if that has none. */
export function alike(texts) {
  const decimals = (text) => /\.(\d+)/.exec(text)?.[1].length ?? 0;
  const size = (text) => Number(text.replace(/[^\d.]/g, ""));
  const largest = texts.reduce((one, other) => (size(other) > size(one) ? other : one));
  const places = decimals(largest) || Math.max(...texts.map(decimals));
  return texts.map((text) => text.replace(/[\d,]*\d(\.\d+)?/, (digits) =>
    decimals(digits) === places ? digits : Number(digits.replaceAll(",", "")).toLocaleString("en-GB", {
      minimumFractionDigits: places, maximumFractionDigits: places,
    })
  ));
}

/** A number of seconds as people say it. */
export function duration(seconds) {
  if (seconds < 60) return `${number(seconds < 10 ? Number(seconds.toPrecision(2)) : Math.round(seconds))} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/** One, or several, of something. */
export function many(count, word, words = `${word}s`) {
  return `${number(count)} ${count === 1 ? word : words}`;
}

/** One of what is counted: "move or roll" of "moves and rolls". */
export const oneOf = (unit) => unit.replaceAll(/s\b/g, "").replace(" and ", " or ");

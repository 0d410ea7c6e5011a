// What a review says of its moves, in words: luck apart from what a player's own move lost.

export const short = (number) => String(Number(number.toPrecision(3)));
export const tiny = (number) => Math.abs(number) < 1e-9;
export const signed = (number) => (number < 0 ? `−${short(-number)}` : `+${short(number)}`);

/** A loss or a gain as the review counts: in points of 100, or as the game does. */
export const sized = ({ scale }, difference) => difference * scale.factor;

/** What stands behind the first of such numbers. */
export const unitOf = ({ scale }) => (scale.kind === "own" ? "" : " points of 100");

/** What chance gave a player by a row. */
export function luckOf(row, player) {
  if (row.luck === null) return 0;
  if (row.changes.length) return row.changes[player];
  return player === 1 ? -row.luck : row.luck;
}

/** What kind of move row k is: "lost", "luck" or "plain". */
export function markOf({ rows, reader }, k) {
  if (rows[k].lost > 0) return "lost";
  return tiny(luckOf(rows[k], reader)) ? "plain" : "luck";
}

/** Who made a row's move, where the one person is "you". */
export const moverOf = ({ you, reader }, row) => (you && row.turn === reader ? "you" : row.who);

/** "move 5, you: 9 lost 50 points of 100, now a draw, before a win". */
export function changeWords(review, k) {
  const { rows, reader, start } = review;
  const row = rows[k];
  const before = (k ? rows[k - 1].hopes : start)[reader].text;
  const after = row.hopes[reader].text;
  const what = {
    lost: () => ` lost ${short(sized(review, row.lost))}${unitOf(review)}`,
    luck: () => `, luck ${signed(sized(review, luckOf(row, reader)))}${unitOf(review)}`,
    plain: () => "",
  }[markOf(review, k)]();
  const whose = review.you ? "for you" : `for ${review.players[reader] ?? review.players[0]}`;
  return `move ${row.number}, ${moverOf(review, row)}: ${row.word}${what}; ${whose} ${after}${before === after ? "" : `, before ${before}`}`;
}

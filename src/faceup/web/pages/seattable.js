// Who sits at a table of several: a row for each, with what they have and what play is worth to them.

import { el, replace } from "./elements.js";
import { badge } from "./movevalues.js";
import { capital, onlyPerson, shortName } from "./seats.js";

const FEW_MOVES = 4; // of which each has a column with what it is worth to everybody

/** Fill `node` for a Position with seats; `values`: with what play is worth. Nothing where there are two opponents. */
export function seatTable(node, position, seats, { values }) {
  if (position.by_seat.length < 2) return replace(node);
  const columns = [...gained(position), ...(values ? worth(position) : [])];
  const you = onlyPerson(seats);
  const nobody = position.deciding.length === 0;
  const row = ({ name }, seat) =>
    el(
      "tr",
      { class: seat === position.turn && "to-move", "aria-current": seat === position.turn ? "true" : null },
      el(
        "th",
        { scope: "row" },
        el(
          "span",
          { class: "seat-name" },
          capital(shortName(name)),
          el("span", { class: "seat-word", text: " player" }),
        ),
        nobody ? null : el("span", { class: "seat-who soft small", text: sits(seats[seat], seat === you) }),
      ),
      columns.map(({ cell }) => cell(seat)),
    );
  return replace(
    node,
    el(
      "div",
      { class: "wide", tabindex: columns.length > 2 ? 0 : null, role: "region", "aria-label": "Who sits at the table" },
      el(
        "table",
        { class: "by-seat" },
        columns.length
          ? el(
              "thead",
              {},
              el(
                "tr",
                {},
                el("td", {}),
                columns.map(({ head, best }) =>
                  el(
                    "th",
                    { scope: "col", class: "number" },
                    best
                      ? [
                          el("span", { "aria-hidden": true, text: "★ " }),
                          el("span", { class: "unseen", text: "best, " }),
                        ]
                      : null,
                    head,
                  ),
                ),
              ),
            )
          : null,
        el("tbody", {}, position.by_seat.map(row)),
      ),
    ),
  );
}

function sits(seat, you) {
  if (seat === "person") return you ? "you" : "a person";
  return seat === "random" ? "plays at random" : "computer";
}

function gained({ by_seat: rows, over }) {
  if (!over && rows.every((row) => row.gained === 0)) return [];
  return [
    {
      head: over ? "gets" : "so far",
      cell: (seat) => el("td", { class: "number", text: badge(rows[seat].gained_text) }),
    },
  ];
}

/** What play is worth after each move, where they are few; else with best play. */
function worth({ by_seat: rows, legal, over, person }) {
  if (over || rows.some((row) => !row.value)) return [];
  const values = rows.map((row) => row.value);
  if (!person || legal.length < 2 || legal.length > FEW_MOVES)
    return [{ head: "may hope for", cell: (seat) => amount(values[seat], values) }];
  const all = legal.flatMap(({ by_seat: after }) => after); // so that bars of one length are one number
  return legal.map(({ word, best, by_seat: after }) => ({
    head: `if ${word}`,
    best,
    cell: (seat) => amount(after[seat], all),
  }));
}

/** A number, above a bar where all are shares of something. */
function amount(value, all) {
  const numbers = all.map((each) => each.value ?? NaN); // none where no number of JSON is so large, and no bars then
  const most = Math.max(...numbers);
  const shares = Math.min(...numbers) >= 0 && most > 0;
  return el(
    "td",
    { class: "number", title: value.text },
    el("span", { text: badge(value.short) }),
    shares
      ? el("span", { class: "seat-bar", "aria-hidden": true, style: { "--share": value.value / most } })
      : null,
  );
}

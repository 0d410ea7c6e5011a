"""The whole policy as a table: a row of quantities that a person looks at, and the best moves for it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from faceup.engines.explain.quantities import NONE_BY_SEAT, SeatRows, looked_at, rank_hands, sort_dice
from faceup.results.answers.quantities import Group, Look, look_of
from faceup.rules.contract import Game
from faceup.rules.moves import Move
from faceup.rules.texts import move_text

Moves = tuple[Move, ...]
Key = tuple[int, ...]  # a value of each quantity
Rows = dict[Key, Moves]  # in order


class FullTable(NamedTuple):
    """A table of quantities that vary, with the moves that are best in all states of each row."""

    quantities: tuple[str, ...]
    rows: Rows
    keys: Mapping[Any, Key]  #: the quantities of each state
    looks: Mapping[str, Look] = {}  #: how to show the quantities that are not plain numbers
    groups: tuple[Group, ...] = ()  #: quantities that are places of one row, also those that never vary
    fixed: Mapping[str, str] = {}  #: the values of quantities that never vary, as text

    def may_join(self, name: str) -> bool:
        """Return whether a line may join neighbouring values of a quantity."""
        return name not in self.looks or self.looks[name].ordered


def full_table(
    game: Game, states: Mapping[Any, Moves], by_seat: SeatRows = NONE_BY_SEAT, seen: Mapping[Any, Any] | None = None
) -> FullTable:
    """Return the table of these states with the moves that are best in each.

    ``by_seat`` are the rows with a place for each player; ``seen`` has, for each state, the one to show in its place.
    """
    seen = seen or {state: state for state in states}
    fields = next(iter(states))._fields if states else ()
    declared = getattr(type(game), "quantities", ()) or fields
    # If the declared quantities do not determine the moves, all fields are added.
    for names in dict.fromkeys((tuple(declared), tuple(dict.fromkeys((*declared, *fields))))):
        looked = looked_at(game, names, seen.values(), by_seat)
        keys: dict[Any, Any] = {state: tuple(each.of(seen[state]) for each in looked.quantities) for state in states}
        if merge_rows((keys[state], moves) for state, moves in states.items()) is not None:
            break
    else:
        raise AssertionError("two different states have the same fields")
    looks: dict[str, Look] = {}
    for k, each in enumerate(looked.quantities):
        if each.dice:
            keys = sort_dice(keys, k, lambda keys: _decide(game, states, keys))
        if each.kind != "number":
            keys, hands = rank_hands(keys, k) if each.kind == "hand" else (keys, ())
            looks[each.name] = look_of(game, each.kind, sorted({key[k] for key in keys.values()}), hands)
    columns = {each.name: {key[k] for key in keys.values()} for k, each in enumerate(looked.quantities)}
    varying = [k for k, values in enumerate(columns.values()) if len(values) > 1]
    keys = {state: tuple(key[k] for k in varying) for state, key in keys.items()}
    quantities = tuple(looked.quantities[k].name for k in varying)
    return FullTable(
        quantities,
        merge_rows((keys[state], moves) for state, moves in states.items()) or {},
        keys,
        {name: look for name, look in looks.items() if name in quantities},
        tuple(group for group in looked.groups if set(group.names) & set(quantities)),
        {
            name: looks[name].names[value] if name in looks else str(value)
            for name, values in columns.items()
            if len(values) == 1
            for value in values
        },
    )


def _decide(game: Game, states: Mapping[Any, Moves], keys: Mapping[Any, Any]) -> bool:
    """Return whether each key determines a best move, and its word."""
    words: dict[Any, str] = {}
    for state, moves in states.items():
        for move in moves:
            text = move_text(game, state, move)
            if words.setdefault((keys[state], move), text) != text:
                return False
    return merge_rows((keys[state], moves) for state, moves in states.items()) is not None


def merge_rows(rows: Iterable[tuple[Key, Moves]]) -> Rows | None:
    """Return the rows in order, each key once with the moves common to all its rows; None if a key has no such move."""
    table: Rows = {}
    for key, moves in rows:
        common = tuple(move for move in table.get(key, moves) if move in moves)
        if not common:
            return None
        table[key] = common
    return dict(sorted(table.items()))


def merge_ties(rows: Iterable[tuple[Key, Moves]]) -> Rows:
    """Return for each key the moves common to all its rows, maybe none."""
    table: Rows = {}
    for key, moves in rows:
        table[key] = tuple(move for move in table.get(key, moves) if move in moves)
    return table


def project_rows(rows: Rows, columns: Sequence[int]) -> Rows | None:
    """Return the rows with only these columns, or None if these do not determine a best move."""
    return merge_rows((tuple(key[k] for k in columns), moves) for key, moves in rows.items())

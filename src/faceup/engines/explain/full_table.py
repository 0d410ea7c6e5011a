"""The whole policy as a table: what a person looks at, and the moves that are best wherever it looks so."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from faceup.engines.explain.quantities import is_set, looked_at, quantity
from faceup.rules.contract import Game
from faceup.rules.moves import Move

Moves = tuple[Move, ...]
Key = tuple[int, ...]  # a value of each quantity
Rows = dict[Key, Moves]  # in order


class FullTable(NamedTuple):
    """What is looked at, without what never differs, and the moves common to all states that look so."""

    quantities: tuple[str, ...]
    rows: Rows
    keys: Mapping[Any, Key]  #: how each state looks
    sets: frozenset[str]  #: the quantities that are sets of cards, which have no order


def full_table(game: Game, states: Mapping[Any, Moves]) -> FullTable:
    """The table of these states with the moves that are best in each."""
    fields = next(iter(states))._fields if states else ()
    fields, declared = (looked_at(names, states) for names in (fields, getattr(type(game), "quantities", ()) or fields))
    # What the game calls its quantities may not decide: then the whole state is looked at.
    for names in dict.fromkeys((declared, tuple(dict.fromkeys((*declared, *fields))))):
        keys = {state: tuple(quantity(game, state, name) for name in names) for state in states}
        rows = merged((keys[state], moves) for state, moves in states.items())
        if rows is not None:
            break
    else:
        raise AssertionError("two different states have the same fields")
    varying = [k for k in range(len(names)) if len({key[k] for key in rows}) > 1]
    quantities = tuple(names[k] for k in varying)
    return FullTable(
        quantities,
        rows={tuple(key[k] for k in varying): moves for key, moves in rows.items()},
        keys={state: tuple(key[k] for k in varying) for state, key in keys.items()},
        sets=frozenset(name for name in quantities if is_set(game, name)),
    )


def merged(rows: Iterable[tuple[Key, Moves]]) -> Rows | None:
    """The rows in order, each key once with the moves common to all its rows; None where some have none in common."""
    table: Rows = {}
    for key, moves in rows:
        common = tuple(move for move in table.get(key, moves) if move in moves)
        if not common:
            return None
        table[key] = common
    return dict(sorted(table.items()))


def projected(rows: Rows, columns: Sequence[int]) -> Rows | None:
    """The rows over fewer columns, or None where these do not decide."""
    return merged((tuple(key[k] for k in columns), moves) for key, moves in rows.items())

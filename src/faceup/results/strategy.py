"""A solved game as a table a person can use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from faceup.results.solution import Solution
from faceup.rules.contract import CHANCE, OVER, Game


@dataclass(frozen=True)
class Strategy:
    """What to do in every decision that best play can meet.

    ``columns`` name what a person looks at; each row is those quantities with all best moves there. Columns that
    never differ are left out. ``thresholds`` stands where the table is one boundary for each step: play ``move``
    from that value of the last column up (None: never at that step).
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    words: Mapping[tuple[tuple[int, ...], int], str]
    thresholds: tuple[int | None, ...] | None = None
    steps: tuple[int, ...] = ()
    move: int | None = None


def strategy(solution: Solution) -> Strategy:
    """The policy of a solved game, for the decisions that best play by all can meet."""
    game = solution.game
    states = list(_decisions(solution))
    best = {state: tuple(solution.best(state)) for state in states}
    fields = tuple(states[0]._fields) if states else ()
    columns = tuple(getattr(type(game), "quantities", fields))
    rows = _rows(best, columns)
    if rows is None:  # what the game calls its quantities does not decide: show the whole state
        columns = fields
        rows = _rows(best, columns)
        assert rows is not None
    words = {
        (tuple(getattr(state, column) for column in columns), move): game.say(state, move)
        for state in states
        for move in best[state]
    }
    varying = [k for k in range(len(columns)) if len({key[k] for key in rows}) > 1]
    shorter = {tuple(key[k] for k in varying): moves for key, moves in sorted(rows.items())}
    words = {(tuple(key[k] for k in varying), move): word for (key, move), word in words.items()}
    names = tuple(columns[k] for k in varying)
    found = _thresholds(shorter) if len(names) in (1, 2) else None
    steps, thresholds, move = found or ((), None, None)
    return Strategy(names, tuple(shorter.items()), words, thresholds, steps, move)


def _decisions(solution: Solution) -> dict[Any, None]:
    """Every state in which a player has a choice and that best play can meet, in order of discovery."""
    game: Game = solution.game
    start = game.canon(solution.start)
    seen = {start}
    todo = [start]
    found: dict[Any, None] = {}
    for state in todo:
        who = game.turn(state)
        if who == OVER:
            continue
        if who == CHANCE:
            moves = [move for move in game.moves(state) if game.odds(state, move) > 0]
        else:
            moves = solution.best(state)
            if len(list(game.moves(state))) > 1:
                found[state] = None
        for move in moves:
            after = game.canon(game.play(state, move))
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return found


def _rows(best: Mapping[Any, tuple[int, ...]], columns: tuple[str, ...]) -> dict[Any, tuple[int, ...]] | None:
    """The table over these columns, or None where they do not decide the moves."""
    rows: dict[Any, tuple[int, ...]] = {}
    for state, moves in best.items():
        key = tuple(getattr(state, column) for column in columns)
        if rows.setdefault(key, moves) != moves:
            return None
    return rows


def _thresholds(
    rows: Mapping[tuple[int, ...], tuple[int, ...]],
) -> tuple[tuple[int, ...], tuple[int | None, ...], int] | None:
    """Where, step by step, one move becomes best and stays so as the last column grows; None where it does not."""
    by_step: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    for key, moves in rows.items():
        by_step.setdefault(key[0] if len(key) == 2 else 0, []).append((key[-1], moves))
    played = {move: None for moves in reversed(list(rows.values())) for move in moves}
    if len(played) != 2:
        return None
    for move in played:
        found: list[int | None] = []
        for step in by_step.values():
            step.sort()
            holds = [move in moves for _, moves in step]
            if holds != sorted(holds):
                break
            found.append(next((x for (x, _), hold in zip(step, holds, strict=True) if hold), None))
        else:
            return tuple(by_step), tuple(found), move
    return None

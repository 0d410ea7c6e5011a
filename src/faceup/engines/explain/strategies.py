"""From a solved game to the smallest table a person can use, and the proof that nothing was lost."""

import threading
from collections.abc import Mapping
from typing import Any

from faceup.engines.explain.full_table import Key, full_table
from faceup.engines.explain.positions import Positions
from faceup.engines.explain.smallest_table import worded_table
from faceup.engines.explain.thresholds import MOST_POSITIONS as FEW_POSITIONS
from faceup.engines.explain.thresholds import theory_strategy, thresholds_of
from faceup.engines.model.graph import MOST_POSITIONS
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.best_moves import ExactBestMoves, Moves
from faceup.results.hidden_solution import HiddenSolution
from faceup.results.solution import Solution
from faceup.results.strategy import Row, Strategy, common_word
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.moves import Move
from faceup.rules.texts import move_text

REACHES = ("best", "one", "all")


def strategy(
    solution: Solution,
    *,
    reach: str = "best",
    player: int | None = None,
    most: int = MOST_POSITIONS,
    stop: threading.Event | None = None,
) -> Strategy:
    """The policy of a solved game, compressed without loss and played back.

    ``reach`` says which decisions matter: those that ``best`` play by all can meet (with ``player``: best play by that
    player, anything by the other), those met when everybody always takes ``one`` best move, the perfect player's, or
    ``all`` that can be reached. Ties are decided in exact numbers; where that is too much work, the rows say so. Of a
    large game with a theory only its thresholds are given.

    The table is about the states themselves; about representatives of them where the solution is one by symmetries, or
    where the game names them (``canon``) and has too many states. Raises LimitReached beyond ``most`` positions, and
    UsageError for a ``player`` who never decides, GivenUp soon after another thread sets ``stop``.
    """
    if isinstance(solution, Game):
        raise UsageError("a strategy is of a solved game; possible: faceup.strategy(faceup.solve(game))")
    if isinstance(solution, HiddenSolution):
        raise UsageError("best play is mixed where something is hidden; possible: faceup.mixed_strategy(solution)")
    if reach not in REACHES:
        raise UsageError(f"reach {reach!r}; possible: {', '.join(REACHES)}")
    check_player(solution.game, player)
    seats = seats_of(solution.game) or 2
    if solution.value.how == "stopped":
        raise LimitReached("a limit was reached before any strategy was known").of(solution.game)
    game = solution.game
    by_theory = theory_strategy(solution, player, reach)
    # Where positions come round, not every best move gets anywhere; where each seat has a payoff of its own, moves that
    # are the same to whoever makes them are not so to the others.
    best = ExactBestMoves(solution, single=reach == "one" or solution.open_table.one_move)
    free = frozenset(who for who in range(seats) if reach == "all" or player not in (None, who))
    positions = Positions(solution, best, free, most if by_theory is None else min(most, FEW_POSITIONS), stop)
    try:
        graph = positions.met()
    except LimitReached:
        if by_theory is None:
            raise
        return by_theory
    turns = graph.turns.tolist()
    deciders = {who for who in turns if who >= 0}
    if player is not None and player not in deciders:
        raise UsageError(f"player {player} never decides in {type(game).name}")
    states = {
        state: best.moves(state)
        for state, who in zip(graph.states, turns, strict=True)
        if who in deciders and player in (None, who) and len(list(game.moves(state))) > 1
    }
    table = full_table(game, states)
    narrow = {table.keys[state] for state, moves in states.items() if len(moves) < len(list(game.moves(state)))}
    unsure = {table.keys[state] for state in states if state in best.unsure}
    words = _move_texts(game, states, table.keys)
    small = worded_table(table, words)
    thresholds = thresholds_of(table, words)
    moves_at = {key: small.moves(key) for key in table.rows}
    by_table = {state: moves_at[key] for state, key in table.keys.items()}
    return Strategy(
        game,
        solution.seats[player or 0].value if solution.seats else solution.value,
        quantities=table.quantities,
        rows=tuple(Row(key, moves, key not in unsure, key not in narrow) for key, moves in table.rows.items()),
        columns=small.columns,
        lines=small.lines,
        words=words,
        thresholds=thresholds.boundaries,
        steps=thresholds.steps,
        move=thresholds.move,
        played=positions.value_of_playing(by_table, deciders if player is None else {player}),
        player=player,
        reach=reach,
        looks=table.looks,
        groups=table.groups,
        fixed=table.fixed,
        players=len(deciders),
        representatives=positions.representatives,
        seats=len(solution.seats),
        certified=solution.certified,
    )


def check_player(game: Game, player: int | None) -> None:
    """Raise UsageError for a player that there is not."""
    seats = range(seats_of(game) or 2)
    if player is not None and player not in seats:
        raise UsageError(f"player {player!r}; possible: {', '.join(map(str, seats))}")


def _move_texts(game: Game, states: Mapping[Any, Moves], keys: Mapping[Any, Key]) -> dict[tuple[Key, Move], str]:
    """Each move at each key as text; its number where states with that key word it differently."""
    texts: dict[tuple[Key, Move], str] = {}
    for state, moves in states.items():
        for move in moves:
            text = move_text(game, state, move)
            if texts.setdefault((keys[state], move), text) != text:
                texts[keys[state], move] = common_word(move, ())
    return texts

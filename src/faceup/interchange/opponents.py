"""Those who play against somebody who learns."""

from collections.abc import Callable
from typing import Any

import numpy as np

from faceup.engines.mcts.thinking import Thinking
from faceup.engines.model.policies import NAMED, Policy, Thought, own_move, playouts_in
from faceup.engines.model.random_stream import STREAM_SIZE, begin
from faceup.engines.solve.door import solve
from faceup.interchange.one_play import OnePlay
from faceup.results.hidden_solution import HiddenSolution
from faceup.rules.contract import Game
from faceup.rules.errors import UsageError
from faceup.rules.moves import Move

Opponent = Callable[[OnePlay], Move]


def opponent_of(game: Game, policy: Policy | str) -> Opponent:
    """Whoever plays by a policy: ``random``, ``first``, ``best`` or ``mcts:1000``, or a function of the game and a
    state, or of what its player sees where something is hidden.
    """
    if callable(policy):
        own = policy
        return lambda play: own_move(game, play.state, own, play.legal())
    if policy == "random":
        return lambda play: play.legal()[int(play.random.integers(len(play.legal())))]
    if policy == "first":
        return lambda play: play.legal()[0]
    if playouts := playouts_in(policy):
        thinking = Thinking(game)

        def looking_ahead(play: OnePlay) -> Move:
            stream = [0] * STREAM_SIZE
            begin(stream, int(play.random.integers(1 << 62)), 0)
            return thinking.after(play.moves, Thought(playouts), stream).move

        return looking_ahead
    if policy != "best":
        raise UsageError(f"opponent {policy!r}; possible: {', '.join(NAMED)}, or a function")
    solution: Any = solve(game)
    if not isinstance(solution, HiddenSolution):
        return lambda play: solution.move(play.state)

    def by_lot(play: OnePlay) -> Move:
        found = solution.decision(play.moves)
        # In floats: NumPy's generator, which a seed of Gymnasium's sets, draws no whole numbers as long as these.
        shares = np.cumsum([float(chance) for chance in found.chances])
        return found.moves[int(np.searchsorted(shares, play.random.random() * shares[-1], side="right"))]

    return by_lot

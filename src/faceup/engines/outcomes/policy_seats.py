"""Who sits where a chain is walked in machine code: policies that it follows, or that Python is asked about."""

from functools import partial
from typing import Any

from faceup.engines.broken_rules import listed
from faceup.engines.outcomes.best_moves import LookedUp, book_of
from faceup.engines.outcomes.found import Question
from faceup.engines.outcomes.policy_chain import worst_move
from faceup.engines.outcomes.policy_walk import Asked, Seat
from faceup.engines.policies import Policy, own_move
from faceup.rules.contract import Game
from faceup.rules.moves import Move


def policy_seats(question: Question) -> list[Seat]:
    """One seat for each policy."""
    return [_seat(question, policy) for policy in question.policies]


def _seat(question: Question, policy: Policy | str) -> Seat:
    game, solution = question.game, question.solution
    if callable(policy):
        return Asked(game, partial(_own, game, policy))
    if policy in ("random", "first"):
        return policy
    assert solution is not None
    ask = solution.move if policy == "best" else partial(worst_move, game, solution)
    book = book_of(solution, question.start)
    return Asked(game, ask) if book is None else LookedUp(solution, ask, policy == "best", book)


def _own(game: Game, policy: Policy, state: Any) -> Move:
    return own_move(game, state, policy, listed(game, state))

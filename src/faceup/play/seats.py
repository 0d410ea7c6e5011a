"""The players of seats: persons, the perfect player, weaker ones, and policies of users."""

import re
from fractions import Fraction
from typing import Protocol

from faceup.engines.model.policies import (
    AB,
    MCTS,
    Policy,
    Thought,
    ask_policy,
    bad_move,
    legal_answer,
    policy_name,
    thought_in,
)
from faceup.engines.model.random_stream import below
from faceup.play.situation import Situation
from faceup.results.view_words import view_text
from faceup.rules.errors import UsageError
from faceup.rules.moves import Move
from faceup.rules.names import did_you_mean

SEATS = f"person, best, slips:0.1, random, first, {MCTS}, mcts:0.5s, {AB}"
SHARE = re.compile(r"[01]|[01]?\.[0-9]{1,6}")


class Seat(Protocol):
    """Decides for a player. ``name`` is the text of the seat, as ``slips:0.1``."""

    name: str

    def choose(self, at: Situation, stream: list[int]) -> Move:
        """A legal move; random choices use the stream."""
        ...


class Person:
    """A person, who decides outside of the program."""

    name = "person"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        raise UsageError("a person makes this move")


class Best:
    """The perfect player."""

    name = "best"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        return at.best_move(stream)


class Slips:
    """Epsilon-greedy: the perfect player, which with some probability makes one of the moves that are not best."""

    def __init__(self, share: str) -> None:
        if not SHARE.fullmatch(share) or Fraction(share) > 1:
            raise UsageError(f"slips:{share}; possible: a probability from 0 to 1, of six decimals at most")
        self.name = f"slips:{share}"
        self.share = Fraction(share)

    def choose(self, at: Situation, stream: list[int]) -> Move:
        slips = below(stream, self.share.denominator) < self.share.numerator
        if slips:
            best = at.best()
            worse = [move for move in at.legal() if move not in best]
            if worse:
                return worse[below(stream, len(worse))]
        return at.best_move(stream)


class Random:
    """Any legal move."""

    name = "random"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        moves = at.legal()
        return moves[below(stream, len(moves))]


class First:
    """The first legal move."""

    name = "first"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        first: Move = next(iter(at.game.moves(at.state)))
        return first


class LooksAhead:
    """A tree search with so many playouts or seconds, by what the player can know, or an alpha-beta search to a depth;
    needs no solution.
    """

    def __init__(self, thought: Thought) -> None:
        self.thought = thought
        self.name = thought.word

    def choose(self, at: Situation, stream: list[int]) -> Move:
        moves = at.legal()
        return moves[0] if len(moves) == 1 else at.estimate(self.thought, stream).move


class UserPolicy:
    """A policy of the user, ``policy(game, state)``; with hidden information it gets the view in place of the state."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = f"own:{policy_name(policy)}"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        wanted = ask_policy(self.policy, at.game, at.view)
        move = legal_answer(at.legal(), wanted)
        if move is None:
            raise UsageError(f"{bad_move(self.policy, wanted)}: {view_text(at.game, at.view)}")
        return move


def seat(word: str | Policy) -> Seat:
    """The seat of a word or of a function; raises UsageError that says what is possible."""
    if not isinstance(word, str):
        return UserPolicy(word)
    kind, colon, more = word.partition(":")
    if not colon and kind in PLAIN:
        return PLAIN[kind]
    if kind == "slips" and colon:
        return Slips(more)
    if kind == "simulation" and colon:  # a word of earlier versions, in saved games
        word = f"mcts:{more}"
    if thought := thought_in(word):
        return LooksAhead(thought)
    near = did_you_mean(word, SEATS.split(", "))
    raise UsageError(f"player {word!r}; {near}possible: {SEATS}, or a function, as FILE.py:FUNCTION")


PLAIN: dict[str, Seat] = {one.name: one for one in (Person(), Best(), Random(), First())}

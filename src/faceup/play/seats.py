"""Who sits at the table: a person, the perfect player, weaker ones, a policy of one's own."""

import re
from fractions import Fraction
from typing import Any, Protocol

from faceup.engines.model.broken_rules import listed
from faceup.engines.model.policies import Policy, asked, bad_move, chosen, policy_name, thrown
from faceup.engines.model.random_stream import below
from faceup.engines.model.seats import gain_to
from faceup.numbers.value import Number, summed
from faceup.play.situation import Situation
from faceup.results.view_words import view_text
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UsageError
from faceup.rules.moves import Move

SEATS = "person, best, slips:0.1, random, first, simulation:200"
SHARE = re.compile(r"[01]|[01]?\.[0-9]{1,6}")
COUNT = re.compile(r"[0-9]{1,6}")
MOST_GAMES = 100_000
LONGEST = 10_000  # moves of a game played out at random


class Seat(Protocol):
    """Whoever decides for a player. ``name`` is how the seat is written: ``slips:0.1``."""

    name: str

    def choose(self, at: Situation, stream: list[int]) -> Move:
        """A legal move; chance is drawn from the stream."""
        ...


class Person:
    """Decides outside."""

    name = "person"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        raise UsageError("a person makes this move")


class Best:
    """The perfect player."""

    name = "best"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        return at.best_move(stream)


class Slips:
    """The perfect player, who with some probability makes one of the moves that are not best, where there are any."""

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


class Simulation:
    """The move that does best in so many games played out at random after each, from any state that it may be as far as
    is known; needs no solution.
    """

    def __init__(self, games: str) -> None:
        if not COUNT.fullmatch(games) or not 1 <= int(games) <= MOST_GAMES:
            raise UsageError(f"simulation:{games}; possible: 1 to {MOST_GAMES:,} games for each move")
        self.name = f"simulation:{int(games)}"
        self.games = int(games)

    def choose(self, at: Situation, stream: list[int]) -> Move:
        game, who = at.game, at.game.turn(at.state)
        states = at.states()
        if not states:  # too many to know what may be
            return PLAIN["random"].choose(at, stream)

        def one_game(move: Move) -> Number:
            state = states[below(stream, len(states))] if len(states) > 1 else states[0]
            gain = gain_to(who, game.reward(state, move))
            return summed(gain, _played_out(game, game.play(state, move), who, stream))

        def promise(move: Move) -> Number:
            return summed(*(one_game(move) for _ in range(self.games)))

        best: Move = max(at.legal(), key=promise)
        return best


class Own:
    """A policy of one's own, ``policy(game, state)``; it is given the view where something is hidden."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = f"own:{policy_name(policy)}"

    def choose(self, at: Situation, stream: list[int]) -> Move:
        wanted = asked(self.policy, at.game, at.view)
        move = chosen(at.legal(), wanted)
        if move is None:
            raise UsageError(f"{bad_move(self.policy, wanted)}: {view_text(at.game, at.view)}")
        return move


def seat(word: str | Policy) -> Seat:
    """The seat that a word names, or that a function fills; raises UsageError that says what is possible."""
    if not isinstance(word, str):
        return Own(word)
    kind, colon, more = word.partition(":")
    if not colon and kind in PLAIN:
        return PLAIN[kind]
    if kind == "slips" and colon:
        return Slips(more)
    if kind == "simulation" and colon:
        return Simulation(more)
    raise UsageError(f"seat {word!r}; possible: {SEATS}")


PLAIN: dict[str, Seat] = {one.name: one for one in (Person(), Best(), Random(), First())}


def _played_out(game: Game, state: Any, seat: int, stream: list[int]) -> Number:
    """What a seat gets from here on in one game played at random."""
    gained: list[Number] = []
    for _ in range(LONGEST):
        who = game.turn(state)
        if who == OVER:
            return summed(*gained, gain_to(seat, game.payoff(state)))
        moves = listed(game, state)
        move = thrown(game, state, moves, stream) if who == CHANCE else moves[below(stream, len(moves))]
        if (gain := gain_to(seat, game.reward(state, move))) != 0:
            gained.append(gain)
        state = game.play(state, move)
    raise UsageError(f"a game played out at random is unfinished after {LONGEST:,} moves: it may never end")

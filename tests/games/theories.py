"""Theories beside the rules: one that is right, and those that are wrong in one place each."""

from faceup.games.best_card import BestCard
from faceup.games.best_card_theory import BestCardTheory
from faceup.games.nim import Nim
from faceup.rules import OVER, Estimate, Game, NamedTuple, Theory, require


class NimSum(Theory):
    """Bouton: the player to move wins unless the heaps' exclusive or is 0."""

    source = "Bouton 1901"

    def value(self, state, exact=False):
        *heaps, mover = state
        total = 0
        for heap in heaps:
            total ^= heap
        return (1 if total else -1) * (1 if mover == 0 else -1)

    def sizes(self):
        for a in range(4):
            yield {"a": a, "b": 2, "c": 3}


class KnownNim(Nim):
    def theory(self):
        return NimSum(self)


def best_card_with(name, **methods):
    """Best card with a theory of which these methods are others."""
    other = type("Other", (BestCardTheory,), methods)
    return type(name, (BestCard,), {"theory": lambda self: other(self)})


def halved_once(self, state, exact=False):
    found = BestCardTheory.value(self, state, exact)
    return found / 2 if exact and self.game.deck == 5 and state.drawn == 0 else found


def a_little_more(self, state, exact=False):
    found = BestCardTheory.value(self, state, exact)
    return Estimate(found.value + 1e-9, found.error) if isinstance(found, Estimate) else found


def nothing_in_large_decks(self, state, exact=False):
    found = BestCardTheory.value(self, state, exact)
    return 0 if self.game.deck > 300 and state.drawn == self.game.hand else found


def first_best(self, state):
    return BestCardTheory.best(self, state)[:1]  # a tie is missed


def higher_thresholds(self):
    return tuple(card + (self.game.hand == 4) for card in BestCardTheory.thresholds(self))


def large_sizes(self):
    yield {"deck": 10**6, "hand": 100}


WrongValue = best_card_with("WrongValue", value=halved_once)
WrongBound = best_card_with("WrongBound", value=a_little_more)
WrongLarge = best_card_with("WrongLarge", value=nothing_in_large_decks)
WrongMove = best_card_with("WrongMove", best=first_best)
WrongThreshold = best_card_with("WrongThreshold", thresholds=higher_thresholds)
NoNumber = best_card_with("NoNumber", value=lambda self, state, exact=False: 0.5)
NoSizes = best_card_with("NoSizes", sizes=large_sizes)


class NoTheory(BestCard):
    def theory(self):
        return 5


class Gains(Game):
    """Take one or two of what is left and gain it, and a gain for each in the end."""

    size: int = 3
    gain: int = 1
    cap: int = 100

    class State(NamedTuple):
        left: int

    def check(self):
        require(self.size <= self.cap, "no more than the cap")

    def start(self):
        return self.State(self.size)

    def turn(self, s):
        return 0 if s.left else OVER

    def moves(self, s):
        return range(1, min(2, s.left) + 1)

    def play(self, s, m):
        return self.State(s.left - m)

    def reward(self, s, m):
        return self.gain * m

    def theory(self):
        return Blind(self)


class Blind(Theory):
    """It forgets the gain."""

    def value(self, state, exact=False):
        return state.left

    def best(self, state):
        return list(self.game.moves(state))

    def sizes(self):
        for size in (1, 1, 2, 8, 9):
            yield {"size": size}


class Seeing(Gains):
    def theory(self):
        class Right(Blind):
            def value(self, state, exact=False):
                return state.left * self.game.gain

        return Right(self)


class TheorySometimes(BestCard):
    def theory(self):
        return super().theory() if self.hand != 2 else None

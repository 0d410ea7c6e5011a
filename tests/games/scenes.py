"""Games whose states are hard to draw: holes, one card in two hands, numbers instead of words."""

from typing import NamedTuple

from faceup.rules import CHANCE, OVER, Card, Cards, Die, Game, Heap, bits, holds, size


class FourCards(Game):
    """Take one of four cards; moves have words of their own."""

    class State(NamedTuple):
        left: Cards
        pot: Heap

    def start(self):
        return self.State(0b1111, 3)

    def turn(self, s):
        return OVER if s.left == 0 else 0

    def moves(self, s):
        for card in bits(s.left):
            yield card

    def play(self, s, m):
        return self.State(s.left & ~(1 << m), s.pot)

    def payoff(self, s):
        return 1

    def say(self, s, m):
        return f"take {m}"


class BoardWithHoles(Game):
    """A board with holes, written -1, and a pass that is -1 too."""

    board = ((0, -1), (-1, 1))

    class State(NamedTuple):
        x: Cards

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.x == 3 else 0

    def moves(self, s):
        yield -1
        for square in bits(3 ^ s.x):
            yield square

    def play(self, s, m):
        return self.State(3 if m < 0 else s.x | 1 << m)

    def payoff(self, s):
        return 1


class NegativeSet(BoardWithHoles):
    board = None

    def start(self):
        return self.State(-2)

    def moves(self, s):
        yield 1


class ShowsNumber(BoardWithHoles):
    def show(self, s):
        return 5


class SharedCard(Game):
    """Both hands hold a 2; the score is a field that no card shows."""

    class State(NamedTuple):
        one: Cards
        two: Cards
        score: int
        mover: int

    def start(self):
        return self.State(0b0110, 0b1100, 7, 1)

    def turn(self, s):
        return s.mover if s.two else OVER

    def moves(self, s):
        for card in bits(s.two if s.mover else s.one):
            yield card

    def play(self, s, m):
        return s._replace(two=s.two & ~(1 << m))

    def payoff(self, s):
        return 1


class KeepOrTurn(Game):
    """Keep the card that was turned, or turn one more from the rest of the deck; the moves are no cards."""

    class State(NamedTuple):
        left: Cards
        card: int
        kept: int

    def start(self):
        return self.State(0b1110, 0, 0)

    def turn(self, s):
        return OVER if s.kept or not s.left else 0 if s.card else CHANCE

    def moves(self, s):
        if s.card:
            yield 0
            yield 1
        else:
            for card in bits(s.left):
                yield card

    def play(self, s, m):
        if s.card:
            return s._replace(card=0) if m else s._replace(kept=1)
        return self.State(s.left & ~(1 << m), m, 0)

    def payoff(self, s):
        return s.card


class SharedCardInWords(SharedCard):
    def show(self, s):
        return "ahead by 2"


class TwoWaysToTake(Game):
    """Three stones; two are taken politely or rudely, which is all the same."""

    class State(NamedTuple):
        stones: Heap

    def start(self):
        return self.State(3)

    def turn(self, s):
        return 0 if s.stones else OVER

    def moves(self, s):
        return (2, 20, 21, 30, 31) if s.stones == 3 else (s.stones,)

    def play(self, s, m):
        return self.State({2: 2, 20: 1, 21: 1, 30: 0, 31: 0}.get(m, 0))

    def payoff(self, s):
        return 1


class TwoCups(Game):
    """Ann and Bob each roll a die under a cup, and keep it or roll once more; then the higher number wins."""

    player_names = "Ann", "Bob"

    class State(NamedTuple):
        ann: int
        bob: int
        ann_did: int  # 0 nothing yet, 1 kept, 2 rolls again, 3 has rolled again
        bob_did: int

    def start(self):
        return self.State(0, 0, 0, 0)

    def turn(self, s):
        if not (s.ann and s.bob) or 2 in (s.ann_did, s.bob_did):
            return CHANCE
        return OVER if s.bob_did else int(s.ann_did > 0)

    def moves(self, s):
        return range(1, 5) if self.turn(s) == CHANCE else ("keep", "reroll")

    def play(self, s, m):
        if not s.ann or s.ann_did == 2:
            return s._replace(ann=m, ann_did=3 if s.ann else 0)
        if not s.bob or s.bob_did == 2:
            return s._replace(bob=m, bob_did=3 if s.bob else 0)
        did = 1 if m == "keep" else 2
        return s._replace(bob_did=did) if s.ann_did else s._replace(ann_did=did)

    def faces(self, s, m):
        return (m,)

    def view(self, s, player):
        return s._replace(bob=min(s.bob, 1)) if player == 0 else s._replace(ann=min(s.ann, 1))

    def payoff(self, s):
        return (s.ann > s.bob) - (s.ann < s.bob)


class Cup(Game):
    """A die and a stake that one player alone sees, and a guess of the other: odd or even."""

    class State(NamedTuple):
        rolled: int
        stake: int
        guess: int

    def start(self):
        return self.State(0, 0, 0)

    def turn(self, s):
        if s.rolled == 0:
            return CHANCE
        return OVER if s.guess else 1 if s.stake else 0

    def moves(self, s):
        return (1, 2) if s.rolled else range(1, 5)

    def play(self, s, m):
        if s.rolled == 0:
            return s._replace(rolled=m)
        return s._replace(guess=m) if s.stake else s._replace(stake=m)

    def faces(self, s, m):
        return (m,)

    def view(self, s, player):
        return s if player == 0 else s._replace(rolled=0, stake=0)

    def payoff(self, s):
        return s.stake if s.rolled % 2 == s.guess % 2 else -s.stake


class OneDie(Game):
    """A die that is thrown once; its outcomes are told in words where dice are asked for."""

    class State(NamedTuple):
        die: Die

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.die else CHANCE

    def moves(self, s):
        return range(1, 7)

    def play(self, s, m):
        return self.State(m)

    def faces(self, s, m):
        return {1: 6, 2: (True,), 3: (-1,)}.get(m, ("six",))

    def payoff(self, s):
        return s.die


class DrawsAlone(Game):
    """One player takes three cards, and loses if the ace, 1, is left on the table."""

    class State(NamedTuple):
        hand: Cards
        table: Cards

    def start(self):
        return self.State(0, 0b111110)

    def turn(self, s):
        return OVER if size(s.hand) == 3 else 0

    def moves(self, s):
        yield from bits(s.table)

    def play(self, s, m):
        return self.State(s.hand | 1 << m, s.table & ~(1 << m))

    def payoff(self, s):
        return -1 if holds(s.table, 1) else 1


class DieAndCoin(Game):
    """Chance throws a die, the player moves, chance throws a coin, which has no face; the player moves again."""

    class State(NamedTuple):
        moves: int

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.moves == 4 else 0 if s.moves % 2 else CHANCE

    def moves(self, s):
        return (1, 2)

    def play(self, s, m):
        return self.State(s.moves + 1)

    def faces(self, s, m):
        return () if s.moves else (m,)

    def payoff(self, s):
        return 0


class PrizesAndBids(Game):
    """Chance turns up a prize, and both bid a card of their own for it: all three have the same numbers."""

    class State(NamedTuple):
        prize: Card
        bid: Card
        deck: Cards
        first: Cards
        second: Cards

    def start(self):
        return self.State(0, 0, 0b1110, 0b1110, 0b1110)

    def turn(self, s):
        if s.prize == 0:
            return CHANCE if s.deck else OVER
        return 1 if s.bid else 0

    def moves(self, s):
        yield from bits(s.deck if s.prize == 0 else s.second if s.bid else s.first)

    def play(self, s, m):
        if s.prize == 0:
            return s._replace(prize=m, deck=s.deck & ~(1 << m))
        if s.bid == 0:
            return s._replace(bid=m, first=s.first & ~(1 << m))
        return s._replace(prize=0, bid=0, second=s.second & ~(1 << m))

    def payoff(self, s):
        return 0


class Sliding(Game):
    """Moves are a square and another in one number, and the rules say both: none of them is a square to pick."""

    board = ((0, 1, 2, 3),)

    class State(NamedTuple):
        x: Cards

    def start(self):
        return self.State(1)

    def turn(self, s):
        return OVER if holds(s.x, 3) else 0

    def moves(self, s):
        (car,) = bits(s.x)
        yield car * 10 + car + 1

    def play(self, s, m):
        return self.State(1 << m % 10)

    def payoff(self, s):
        return 1

    def say(self, s, m):
        return f"{m // 10} to {m % 10}"


class Steps(Game):
    """A number from 1 to 6 again and again, as of a die; and a phase, which says whose turn it is."""

    class State(NamedTuple):
        phase: int
        way: int

    def start(self):
        return self.State(2, 0)

    def turn(self, s):
        return OVER if s.way >= 6 else 0 if s.phase == 1 else CHANCE

    def moves(self, s):
        return (0, 1) if s.phase == 1 else range(1, 7)

    def play(self, s, m):
        return self.State(2 if s.phase == 1 else 1, s.way + m)

    def payoff(self, s):
        return s.way - 8

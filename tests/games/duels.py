"""Short games of two players, or of one, made to end in a chosen way."""

from typing import Any

from faceup.games.tic_tac_toe import TicTacToe
from faceup.rules import CHANCE, OVER, Cards, Game, NamedTuple, bits, size


class Dense(Game):
    """Any of some places leads to any of as many others, and all are worth the same."""

    layers: int = 3
    wide: int = 3
    wordy: bool = False

    class State(NamedTuple):
        layer: int
        place: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.layer == self.layers else s.layer % 2

    def moves(self, s):
        for m in range(self.wide):
            yield m

    def play(self, s, m):
        return self.State(s.layer + 1, m)

    def payoff(self, s):
        return 0

    def say(self, s, m):
        return f"{s.place} to {m} by train" if self.wordy else str(m)


class Steps(Game):
    """Three moves of 0 or 1 by whoever ``order`` says, chance among them; the payoff is ``result`` of the moves."""

    order = (0, 1, 0)

    class State(NamedTuple):
        made: int
        moves: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.made == len(self.order) else self.order[s.made]

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return self.State(s.made + 1, s.moves * 2 + m)

    def payoff(self, s):
        return 1 if self.wins(s.moves >> 2 & 1, s.moves >> 1 & 1, s.moves & 1) else -1


class LoserTwice(Steps):
    """Player 1 makes two moves, then player 0 must repeat the first."""

    order = (1, 1, 0)

    def wins(self, a, b, c):
        return c == a


class WinnerTwice(Steps):
    """Player 0 must move 1 twice; player 1 can only look on."""

    order = (0, 0, 1)

    def wins(self, a, b, c):
        return a == b == 1


class SecondBegins(Steps):
    """Player 1 begins, and player 0 has the last word."""

    order = (1, 0)

    def wins(self, a, b, c):
        return c == b


class LastWord(Steps):
    """Player 0 wins with the last move, whatever was before."""

    order = (0, 1, 0)

    def wins(self, a, b, c):
        return c == 1


class Alone(Steps):
    """A puzzle: 1, 0, 1."""

    order = (0, 0, 0)

    def wins(self, a, b, c):
        return (a, b, c) == (1, 0, 1)


class FairCoin(Steps):
    """Whatever the players do, a coin decides: worth nothing, and never a draw."""

    order = (0, 1, CHANCE)

    def wins(self, a, b, c):
        return c == 1


class HiddenTicTacToe(TicTacToe):
    def view(self, s: Any, player: int) -> Any:
        return 0


class Ends(Game):
    """A player, or two, choose the payoff; ``rare`` is one that random games do not show."""

    low: int = -1
    high: int = 1
    rare: int = 0
    second: bool = True
    player: int = 0

    class State(NamedTuple):
        made: int
        payoff: int
        way: int

    def start(self):
        return self.State(0, 0, 0)

    def turn(self, s):
        if s.made == 12:
            return OVER
        return 1 - self.player if s.made == 0 and self.second else self.player

    def moves(self, s):
        if s.made == 11:
            yield from range(self.low, self.high + 1)
            if s.way == 2**10:
                yield self.rare
        else:
            yield 0
            yield 1

    def play(self, s, m):
        return self.State(s.made + 1, m if s.made == 11 else 0, s.way + (m << s.made if s.made < 10 else m << 10))

    def payoff(self, s):
        return s.payoff


class OneMove(Game):
    """One player, whose number is a parameter, picks the payoff."""

    player: int = 1

    class State(NamedTuple):
        made: int
        payoff: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.made else self.player

    def moves(self, s):
        for payoff in (-1, 0, 1):
            yield payoff

    def play(self, s, m):
        return self.State(1, m)

    def payoff(self, s):
        return s.payoff


class Needle(OneMove):
    """Of 2000 moves one leads to a coin, all others lose: games played at random show neither coin nor draw."""

    def turn(self, s):
        return {0: 0, 1: CHANCE, 2: 1}.get(s.made, OVER)

    def moves(self, s):
        if s.made == 0:
            for move in range(2000):
                yield move
        else:
            yield 0
            yield 1

    def play(self, s, m):
        if s.made == 0:
            return self.State(1 if m == 1234 else 2, -1)
        return self.State(3, 2 * m - 1 if s.made == 1 else s.payoff if m == 0 else 1)


class Survive(OneMove):
    """The second player moves last, and the first gets nothing or less."""

    def turn(self, s):
        return OVER if s.made == 2 else s.made

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return self.State(s.made + 1, -1 if s.made and m == -s.payoff else 0 if s.made else -m)


class Dropping(Game):
    """Drop one of three cards, the first player also two, in turn; the first player goes out."""

    class State(NamedTuple):
        left: Cards
        right: Cards
        mover: int

    def start(self):
        return self.State(0b000111, 0b111000, 0)

    def turn(self, s):
        return OVER if s.left == 0 else s.mover

    def moves(self, s):
        yield from bits((s.left, s.right)[s.mover])
        yield from range(10, 10 + size(s.left)) if s.mover == 0 else ()

    def play(self, s, m):
        if m < 10:
            return self.State(s.left & ~(1 << m), s.right & ~(1 << m), 1 - s.mover)
        rest = s.left & (s.left - 1)
        return self.State(rest & (rest - 1), s.right, 1)

    def payoff(self, s):
        return size(s.right)


class Bet(Game):
    """Pass or bet; the second player calls the bet or folds."""

    class State(NamedTuple):
        bet: int
        over: bool

    def start(self):
        return self.State(0, False)

    def turn(self, s):
        return OVER if s.over else s.bet

    def moves(self, s):
        return ("call", "fold") if s.bet else ("bet", "pass")

    def play(self, s, m):
        return self.State(1, m != "bet") if m != "pass" else self.State(0, True)

    def payoff(self, s):
        return s.bet

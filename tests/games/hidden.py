"""Games in which players do not see everything, made up at random; and some whose rules give away what they hide."""

import random
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple

from faceup.rules import CHANCE, OVER, Card, Cards, Game, bits

CHOICES = (0, 1)


class Node(NamedTuple):
    """A position of a tree: whose turn it is, where moves lead, what each player sees, and what is paid."""

    turn: int
    after: tuple[int, ...]
    labels: tuple[int, int]
    payoff: int
    odds: tuple[int, int]
    rewards: tuple[int, int]


@lru_cache(maxsize=8)
def tree(seed: int, turns: tuple[int, ...]) -> list[Node]:
    """A random tree of two moves everywhere, in which players see one of few labels."""
    chooser = random.Random(seed)
    nodes: list[Any] = []
    depth, labels = chooser.randint(2, 4), chooser.randint(1, 3)

    def grow(left: int) -> int:
        number = len(nodes)
        nodes.append(None)
        over = left == 0 or (left < depth and chooser.random() < 0.15)
        turn = OVER if over else chooser.choice(turns)
        after = () if over else tuple(grow(left - 1) for _ in CHOICES)
        nodes[number] = Node(
            turn,
            after,
            (chooser.randrange(labels), chooser.randrange(labels)),
            chooser.randint(-3, 3),
            (chooser.randint(1, 3), chooser.randint(1, 3)),
            (chooser.choice((0, 0, 1, -1)), chooser.choice((0, 0, 1))),
        )
        return number

    grow(depth)
    return nodes


class MadeUp(Game):
    """A tree made up at random."""

    seed: int = 0
    turns = (0, 1, 0, 1, CHANCE)

    class State(NamedTuple):
        node: int

    def node(self, s: Any) -> Node:
        return tree(self.seed, self.turns)[s.node]

    def start(self) -> Any:
        return self.State(0)

    def turn(self, s: Any) -> int:
        return self.node(s).turn

    def moves(self, s: Any) -> Any:
        return CHOICES

    def play(self, s: Any, m: int) -> Any:
        return self.State(self.node(s).after[m])

    def payoff(self, s: Any) -> int:
        return self.node(s).payoff

    def odds(self, s: Any, m: int) -> int:
        return self.node(s).odds[m]

    def reward(self, s: Any, m: int) -> int:
        return self.node(s).rewards[m]

    def view(self, s: Any, player: int) -> Any:
        return self.node(s).labels[player]


class MadeUpAlone(MadeUp):
    """The same against chance alone."""

    turns = (0, 0, CHANCE)


class MadeUpForTheSecond(MadeUp):
    """The same where player 1 alone decides."""

    turns = (1, 1, CHANCE)


class OtherUnits(MadeUp):
    """The same in other units of player 1, with a seat that never decides before, between or after the two."""

    aside: int = 2
    rate = Fraction(3, 2)
    total = 5

    def seat(self, who: int) -> int:
        return who if who < 0 else [seat for seat in range(3) if seat != self.aside][who]

    def row(self, number: Any, total: int) -> Any:
        others = [number, total - self.rate * number]
        return (*others[: self.aside], 2 * number + (total > 0), *others[self.aside :])

    def turn(self, s: Any) -> int:
        return self.seat(super().turn(s))

    def payoff(self, s: Any) -> Any:
        return self.row(super().payoff(s), self.total)

    def reward(self, s: Any, m: int) -> Any:
        return self.row(super().reward(s, m), 0)

    def view(self, s: Any, player: int) -> Any:
        return 0 if player == self.aside else super().view(s, [self.seat(who) for who in (0, 1)].index(player))


class PaidPennies(Game):
    """Each lays a coin unseen; the first player gets ``won`` where they are alike, else ``lost``."""

    won: int = 1
    lost: int = 0
    other_won: int = 5
    other_lost: int = 3

    class State(NamedTuple):
        first: int
        second: int

    def start(self) -> State:
        return self.State(-1, -1)

    def turn(self, s: State) -> int:
        return 0 if s.first < 0 else 1 if s.second < 0 else OVER

    def moves(self, s: State) -> tuple[int, ...]:
        return 0, 1

    def play(self, s: State, m: int) -> State:
        return s._replace(first=m) if s.first < 0 else s._replace(second=m)

    def payoff(self, s: State) -> tuple[int, int]:
        return (self.won, self.other_lost) if s.first == s.second else (self.lost, self.other_won)

    def view(self, s: State, player: int) -> State:
        return s if s.second >= 0 else self.State(s.first if player == 0 else -1, -1)


class ToldByMoves(Game):
    """A coin is thrown unseen, and after one side only there is a third move: the moves tell which side it is."""

    class State(NamedTuple):
        coin: int
        guess: int

    def start(self) -> Any:
        return self.State(0, 0)

    def turn(self, s: Any) -> int:
        return CHANCE if s.coin == 0 else OVER if s.guess else 0

    def moves(self, s: Any) -> Any:
        return (1, 2) if s.coin < 2 else (1, 2, 3)

    def play(self, s: Any, m: int) -> Any:
        return s._replace(coin=m) if s.coin == 0 else s._replace(guess=m)

    def payoff(self, s: Any) -> int:
        return 1 if s.guess == s.coin else -1

    def view(self, s: Any, player: int) -> Any:
        return s.guess


class ToldByMovesToTheSecond(ToldByMoves):
    """The same between two: the first chooses the side."""

    def turn(self, s: Any) -> int:
        return 0 if s.coin == 0 else OVER if s.guess else 1

    def view(self, s: Any, player: int) -> Any:
        return (s.coin if player == 0 else 0, s.guess)


class Unnoticed(Game):
    """Chance may wait before it shows a card, which nobody notices; then the first player guesses how long."""

    class State(NamedTuple):
        waited: int
        shown: int
        guess: int

    def start(self) -> Any:
        return self.State(0, 0, -1)

    def turn(self, s: Any) -> int:
        return CHANCE if not s.shown else OVER if s.guess >= 0 else 0

    def moves(self, s: Any) -> Any:
        if s.shown:
            return (0, 1, 2)
        return (0, 1) if s.waited < 2 else (1,)

    def play(self, s: Any, m: int) -> Any:
        if s.shown:
            return s._replace(guess=m)
        return s._replace(shown=1) if m else s._replace(waited=s.waited + 1)

    def payoff(self, s: Any) -> int:
        return 1 if s.guess == s.waited else 0

    def view(self, s: Any, player: int) -> Any:
        return (s.shown, s.guess)


class Sneaking(Game):
    """A coin falls in secret. If it is heads, the second player guesses, unseen; then the first guesses it twice."""

    class State(NamedTuple):
        coin: int
        unseen: int
        guess: int
        again: int

    def start(self) -> Any:
        return self.State(0, 0, 0, 0)

    def turn(self, s: Any) -> int:
        if not s.coin:
            return CHANCE
        return OVER if s.again else int(s.coin == 2 and not s.unseen)

    def moves(self, s: Any) -> Any:
        return (1, 2)

    def play(self, s: Any, m: int) -> Any:
        open_to = ("coin", "unseen", "guess", "again") if s.coin == 2 else ("coin", "guess", "again")
        return s._replace(**{next(name for name in open_to if not getattr(s, name)): m})

    def payoff(self, s: Any) -> int:
        return (s.guess == s.coin) + (s.again == s.coin) - 1

    def view(self, s: Any, player: int) -> Any:
        return (s.coin, s.unseen) if player else (s.guess, s.again)


class Forgetting(Game):
    """A card is shown to one player, then leads to a place, which forgets it; the other player sees the place, and
    moves first. Both ways from a card may lead to one place: then who has seen it knows the place, and else not.
    """

    seed: int = 0
    cards = 3

    class State(NamedTuple):
        layer: int
        spot: int

    @property
    def first(self) -> int:
        return self.seed % 2

    def drawn(self, *what: int) -> random.Random:
        return random.Random(repr((self.seed, what)))

    def start(self) -> Any:
        return self.State(0, 0)

    def turn(self, s: Any) -> int:
        return (CHANCE, CHANCE, self.first, 1 - self.first, OVER)[s.layer]

    def moves(self, s: Any) -> Any:
        return range(self.cards) if s.layer == 0 else CHOICES

    def odds(self, s: Any, m: int) -> int:
        return self.drawn(s.layer, s.spot, m).randint(1, 3)

    def play(self, s: Any, m: int) -> Any:
        if s.layer < 2:
            return self.State(s.layer + 1, m if s.layer == 0 else self.drawn(1, s.spot, m).randrange(2))
        return self.State(s.layer + 1, 2 * s.spot + m)

    def payoff(self, s: Any) -> int:
        return self.drawn(s.spot).randint(-3, 3)

    def view(self, s: Any, player: int) -> Any:
        seen = 2 if player == self.first else 1
        return 1 + s.spot if s.layer == seen else 0


class Twice(ToldByMovesToTheSecond):
    """The same moves everywhere, one of them named twice."""

    def moves(self, s: Any) -> Any:
        return (1, 2, 2)

    def payoff(self, s: Any) -> int:
        return s.coin if s.guess == s.coin else 0


class Lists(ToldByMoves):
    """A view that can change."""

    def view(self, s: Any, player: int) -> Any:
        return [s.guess]


class Peek(Game):
    """The first player sees a card for a moment, and says later which it was."""

    class State(NamedTuple):
        card: int
        step: int
        guess: int

    def start(self) -> Any:
        return self.State(0, 0, 0)

    def turn(self, s: Any) -> int:
        return (CHANCE, CHANCE, 0, 1, OVER)[s.step]

    def moves(self, s: Any) -> Any:
        return (1,) if s.step == 1 else (1, 2)

    def play(self, s: Any, m: int) -> Any:
        if s.step == 0:
            return s._replace(card=m, step=1)
        return s._replace(step=s.step + 1, guess=m if s.step == 2 else s.guess)

    def payoff(self, s: Any) -> int:
        return 1 if s.guess == s.card else -1

    def view(self, s: Any, player: int) -> Any:
        return s.card if player == 0 and s.step == 1 else 0


class Leaky(Game):
    """Two cards of four are dealt; the first player guesses the second's, and could work it out by what is left."""

    class State(NamedTuple):
        first: int
        second: int
        stock: tuple[int, ...]
        guess: int

    def start(self) -> Any:
        return self.State(0, 0, (1, 2, 3, 4), 0)

    def turn(self, s: Any) -> int:
        return CHANCE if s.second == 0 else 0 if s.guess == 0 else OVER

    def moves(self, s: Any) -> Any:
        return s.stock if s.second == 0 else (1, 2, 3, 4)

    def play(self, s: Any, m: int) -> Any:
        if s.second:
            return s._replace(guess=m)
        left = tuple(card for card in s.stock if card != m)
        return s._replace(first=m, stock=left) if s.first == 0 else s._replace(second=m, stock=left)

    def payoff(self, s: Any) -> int:
        return 1 if s.guess == s.second else 0

    def view(self, s: Any, player: int) -> Any:
        return s if s.guess or player == 1 else s._replace(second=0)


class SometimesLeaky(Leaky):
    """What is left, which tells the second card, is seen by a first player with a high card alone."""

    def view(self, s: Any, player: int) -> Any:
        return s if s.guess or player == 1 else s._replace(second=0, stock=s.stock if s.first > 2 else ())


class InOrder(Leaky):
    """What is left is hidden now, and the order of the moves tells odd cards from even ones."""

    def moves(self, s: Any) -> Any:
        return super().moves(s) if s.second == 0 else (1, 2, 3, 4) if s.second % 2 else (4, 3, 2, 1)

    def view(self, s: Any, player: int) -> Any:
        return s if s.guess or player == 1 else s._replace(second=0, stock=())


class Unshowable(InOrder):
    """A position is shown by letters, and there is none for a card that is not seen."""

    def moves(self, s: Any) -> Any:
        return s.stock if s.second == 0 else (1, 2, 3, 4)

    def show(self, s: Any) -> str:
        return "".join({1: "a", 2: "b", 3: "c", 4: "d"}[card] for card in (s.first, s.second) if s.first)


class Open(Leaky):
    """Nothing is hidden after all."""

    def view(self, s: Any, player: int) -> Any:
        return s


class Bare(Leaky):
    """The first player sees numbers without names."""

    def view(self, s: Any, player: int) -> Any:
        return (s.first + 1, s.guess + 1)


class Signals(Game):
    """Each player is shown a card, then both choose a side at once; payoffs are made up at random."""

    seed: int = 0

    class State(NamedTuple):
        cards: int
        first: int
        second: int

    def start(self) -> Any:
        return self.State(-1, -1, -1)

    def turn(self, s: Any) -> int:
        return CHANCE if s.cards < 0 else 0 if s.first < 0 else 1 if s.second < 0 else OVER

    def moves(self, s: Any) -> Any:
        return range(4) if s.cards < 0 else CHOICES

    def odds(self, s: Any, m: int) -> int:
        return 1 + m

    def play(self, s: Any, m: int) -> Any:
        name = "cards" if s.cards < 0 else "first" if s.first < 0 else "second"
        return s._replace(**{name: m})

    def payoff(self, s: Any) -> int:
        return random.Random(repr((self.seed, s))).randint(-4, 4)

    def view(self, s: Any, player: int) -> Any:
        if s.cards < 0 or s.second >= 0:
            return s
        return (s.cards // 2, s.first) if player == 0 else (s.cards % 2,)


class Knocking(Game):
    """A coin is thrown unseen. One knocks, and a bell rings at once after heads; after tails chance decides whether it
    rings all the same. Then one guesses the side, and when it rang does not tell.
    """

    class State(NamedTuple):
        coin: int  # 1 heads, 2 tails
        knocked: int
        rung: int
        guess: int

    def start(self) -> Any:
        return self.State(0, 0, 0, 0)

    def turn(self, s: Any) -> int:
        return CHANCE if s.coin == 0 or s.knocked == 1 else OVER if s.guess else 0

    def moves(self, s: Any) -> Any:
        return (1, 2) if s.coin == 0 or s.knocked else (0,)

    def play(self, s: Any, m: int) -> Any:
        if s.coin == 0:
            return s._replace(coin=m)
        if s.knocked == 0:
            return s._replace(knocked=2, rung=1) if s.coin == 1 else s._replace(knocked=1)
        return s._replace(knocked=2, rung=m) if s.knocked == 1 else s._replace(guess=m)

    def payoff(self, s: Any) -> int:
        return 1 if s.guess == s.coin else -1

    def view(self, s: Any, player: int) -> Any:
        return (s.rung, s.guess)


class Held(Game):
    """Two cards of three are dealt to the first player, one after another, who bets or passes twice; then the second
    one, who saw what was paid, folds or calls, and the high card wins.
    """

    class State(NamedTuple):
        hand: tuple[int, ...]
        turns: int
        pot: int
        answer: int

    def start(self) -> Any:
        return self.State((), 0, 1, -1)

    def turn(self, s: Any) -> int:
        return CHANCE if len(s.hand) < 2 else 0 if s.turns < 2 else 1 if s.answer < 0 else OVER

    def moves(self, s: Any) -> Any:
        return [card for card in (1, 2, 3) if card not in s.hand] if len(s.hand) < 2 else CHOICES

    def play(self, s: Any, m: int) -> Any:
        if len(s.hand) < 2:
            return s._replace(hand=(*s.hand, m))
        return s._replace(turns=s.turns + 1, pot=s.pot + m) if s.turns < 2 else s._replace(answer=m)

    def payoff(self, s: Any) -> int:
        return (s.pot if 3 in s.hand else -s.pot) if s.answer else 1

    def view(self, s: Any, player: int) -> Any:
        return s if player == 0 or s.answer >= 0 else s._replace(hand=())

    def say(self, s: Any, m: int) -> str:
        return str(m) if len(s.hand) < 2 else (("pass", "bet") if s.turns < 2 else ("fold", "call"))[m]


class HeldInSecret(Held):
    """``Held`` with views that are no states, and bets that nobody sees."""

    def view(self, s: Any, player: int) -> Any:
        return (s.answer,) if player else s.hand


class HeldAsASet(Held):
    """``Held`` with a hand in which the order of the deal is not seen."""

    class State(NamedTuple):
        hand: frozenset[int]
        turns: int
        pot: int
        answer: int

    def start(self) -> Any:
        return self.State(frozenset(), 0, 1, -1)

    def play(self, s: Any, m: int) -> Any:
        return super().play(s, m) if len(s.hand) == 2 else s._replace(hand=s.hand | {m})

    def view(self, s: Any, player: int) -> Any:
        return s if player == 0 or s.answer >= 0 else s._replace(hand=frozenset())


class Foreheads(Game):
    """Each sees the other's card alone; bet or pass, then call or fold. What is hidden looks like what is not dealt."""

    cards: int = 3
    bet: int = 1
    says: int = 3

    class State(NamedTuple):
        hands: tuple[Card, Card]
        said: tuple[int, ...]

    def start(self) -> Any:
        return self.State((0, 0), ())

    def turn(self, s: Any) -> int:
        if 0 in s.hands:
            return CHANCE
        return OVER if len(s.said) == self.says or self.folded(s) else len(s.said) % 2

    def folded(self, s: Any) -> bool:
        return 1 in s.said and s.said[-1] == 0

    def moves(self, s: Any) -> Any:
        if 0 in s.hands:
            yield from ((a, b) for a in range(1, self.cards + 1) for b in range(1, self.cards + 1) if a != b)
        else:
            yield from (0, 1)

    def play(self, s: Any, m: Any) -> Any:
        return self.State(m, ()) if 0 in s.hands else self.State(s.hands, (*s.said, m))

    def payoff(self, s: Any) -> int:
        if self.folded(s):
            return 1 if len(s.said) % 2 == 0 else -1
        stake = 1 + self.bet if 1 in s.said else 1
        return stake if s.hands[0] > s.hands[1] else -stake

    def view(self, s: Any, player: int) -> Any:
        return self.State(tuple(0 if k == player else card for k, card in enumerate(s.hands)), s.said)

    def say(self, s: Any, m: Any) -> str:
        return f"deal {m[0]} and {m[1]}" if 0 in s.hands else ("no", "yes")[m]


class Exchange(Game):
    """Each is dealt a card that the other does not see. The first keeps it or exchanges the two; then the second folds
    or calls, and the high card wins. After an exchange both know both cards, though each sees one.
    """

    class State(NamedTuple):
        first: Card
        second: Card
        turns: int
        exchanged: bool
        called: bool

    def start(self) -> Any:
        return self.State(0, 0, 0, False, False)

    def turn(self, s: Any) -> int:
        return CHANCE if not s.first else (0, 1, OVER)[s.turns]

    def moves(self, s: Any) -> Any:
        return [(a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a != b] if not s.first else CHOICES

    def play(self, s: Any, m: Any) -> Any:
        if not s.first:
            return s._replace(first=m[0], second=m[1])
        if s.turns == 0:
            first, second = (s.second, s.first) if m else (s.first, s.second)
            return s._replace(first=first, second=second, turns=1, exchanged=bool(m))
        return s._replace(turns=2, called=bool(m))

    def payoff(self, s: Any) -> int:
        return 1 if not s.called else 2 if s.first > s.second else -2

    def view(self, s: Any, player: int) -> Any:
        if s.turns == 2:
            return s
        return s._replace(second=0) if player == 0 else s._replace(first=0)


class ShownExchange(Exchange):
    """``Exchange`` with a line for each state, which is shown to each player with what that one sees."""

    def show(self, s: Any) -> str:
        return f"{s.first or '?'} against {s.second or '?'}"


class OneTrick(Game):
    """Each is dealt two of five cards. One leads, the other answers, and the higher card wins."""

    player_names = "Ann", "Bob"

    class State(NamedTuple):
        ann: Cards
        bob: Cards
        led: Card
        winner: int

    def start(self) -> Any:
        return self.State(0, 0, 0, -1)

    def turn(self, s: Any) -> int:
        return CHANCE if not s.ann else OVER if s.winner >= 0 else int(s.led > 0)

    def moves(self, s: Any) -> Any:
        if s.ann:
            return bits(s.bob if s.led else s.ann)
        return permutations(range(1, 6), 4)

    def play(self, s: Any, m: Any) -> Any:
        if not s.ann:
            return s._replace(ann=1 << m[0] | 1 << m[1], bob=1 << m[2] | 1 << m[3])
        if not s.led:
            return s._replace(ann=s.ann ^ 1 << m, led=m)
        return s._replace(bob=s.bob ^ 1 << m, winner=int(m > s.led))

    def payoff(self, s: Any) -> int:
        return 1 - 2 * s.winner

    def view(self, s: Any, player: int) -> Any:
        return s._replace(bob=0) if player == 0 else s._replace(ann=0)

    def say(self, s: Any, m: Any) -> str:
        return f"play {' TJQKA'[m]}" if s.ann else f"deal {m}"

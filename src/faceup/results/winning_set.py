"""What a game was won with: the fewest cards or squares of the winner that the rules still call a win.

No game says this of itself. It is found by taking things away from the end of a game and asking the rules again.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from faceup.rules.cards import bits
from faceup.rules.contract import OVER, Game

MOST = 6  # things in such a set
MOST_ASKED = 5_000  # positions about which the rules are asked
SIDES = ((0, 1), (1, 0))  # the winner and the other, by who won
Without = Callable[[Iterable[int], Iterable[int]], Any]  # the end, with these things of the winner and of the other


def winning_set(game: Game, state: Any, sets: Iterable[str], squares: str | None) -> tuple[int, frozenset[int]]:
    """Who won, and with which things: members of their set, or squares on which their number lies; else nothing.

    ``sets`` are the names of the fields that hold each player's things, ``squares`` is that of a row with 1 and 2.
    Several smallest sets are shown together where one thing is in all of them, as the square that finished two lines.
    """
    payoff = game.payoff(state) if game.turn(state) == OVER else 0
    if isinstance(payoff, tuple) or payoff not in (1, -1):
        return 0, frozenset()
    winner, other = SIDES[payoff == -1]
    names = tuple(sets)
    if squares is not None and set(getattr(state, squares)) <= {0, 1, 2}:
        row = getattr(state, squares)
        own = [k for k, number in enumerate(row) if number == winner + 1]

        def board(kept: Iterable[int], _: Iterable[int]) -> Any:
            gone = set(own) - set(kept)
            return state._replace(**{squares: tuple(0 if k in gone else number for k, number in enumerate(row))})

        return winner, _smallest(game, payoff, own, [], board)
    if len(names) == len(SIDES):
        own, others = list(bits(getattr(state, names[winner]))), list(bits(getattr(state, names[other])))

        def hands(kept: Iterable[int], left: Iterable[int]) -> Any:
            return state._replace(**{names[winner]: _set(kept), names[other]: _set(left)})

        return winner, _smallest(game, payoff, own, others, hands)
    return 0, frozenset()


def _set(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def _smallest(game: Game, payoff: Any, own: list[int], others: list[int], without: Without) -> frozenset[int]:
    """Of one's own things those of all the smallest sets, where they have one in common and none is won without."""
    asked = 0

    def won(kept: tuple[int, ...]) -> Iterator[bool]:
        """Whether the game is won with these, the other holding all or fewer things: rules may count turns by them."""
        nonlocal asked
        for gone in range(len(others) + 1):
            asked += 1
            end = without(kept, others[gone:])
            yield game.turn(end) == OVER and game.payoff(end) == payoff

    try:
        for size in range(min(MOST, len(own)) + 1):
            found = []
            for kept in combinations(own, size):
                if any(won(kept)):
                    found.append(frozenset(kept))
                if asked > MOST_ASKED:
                    return frozenset()
            if found:
                return frozenset().union(*found) if frozenset.intersection(*found) else frozenset()
    except Exception:  # rules need not know positions that never arise
        return frozenset()
    return frozenset()

"""Whether two games are one: seconds for pairs of 10^5 states that are, and for near misses that are not."""

from collections.abc import Iterator

from measuring import Row, row, wall
from relabelled import Renamed

from faceup.engines.same.isomorphism import same
from faceup.engines.same.symmetries import symmetries
from faceup.games.fifteen import Fifteen
from faceup.games.tic_tac_toe import TicTacToe
from faceup.rules import Game

LARGE = Fifteen(high=12, target=18)
PAIRS: tuple[tuple[str, Game, Game, bool, float], ...] = (
    ("Fifteen is tic-tac-toe", Fifteen(), TicTacToe(), True, 2),
    ("Twelve cards, renamed, other states", LARGE, Renamed(), True, 60),
    ("  both in disguise", Renamed(factor=2), Renamed(factor=5), True, 60),
    ("  with states that remember too much", LARGE, Renamed(forgetful=False), True, 60),
    ("  but for one payoff", LARGE, Renamed(spoilt=True), False, 60),
)


def sameness() -> Iterator[Row]:
    """Pairs that are the same but for names, and pairs that nearly are; then symmetries."""
    for what, first, second, expected, most in PAIRS:
        found = same(first, second)
        assert found.same == expected
        states = " and ".join(f"{count:,}" for count in found.positions)
        yield row(f"{what}: {states} states", found.seconds, "s", most=most)
    many = Fifteen(high=11, target=40)
    order = symmetries(many).order
    yield row(f"Symmetries of eleven equal cards: {order:,}", wall(lambda: symmetries(many)), "s")

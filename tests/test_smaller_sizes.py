"""Smaller sizes that are offered where a game is too large: they are sound, smaller, and small."""

from dataclasses import replace
from math import inf
from shlex import split

import pytest

from faceup.cli import main
from faceup.engines.graph.game_graph import walk
from faceup.engines.solve.enumeration import enumerate_deals
from faceup.engines.solve.smaller_sizes import smaller_sizes
from faceup.games.connect_four import ConnectFour
from faceup.games.fifteen import Fifteen
from faceup.games.hexapawn import Hexapawn
from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.games.pig import Pig
from faceup.games.secretary import Secretary
from faceup.games.triple_duel import TripleDuel
from faceup.rules.contract import Game

MOST = 300  # positions


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        (Pig(goal=1000), 1),  # whatever the die
        (Nim(a=100, b=200, c=300), 1),  # alone none of the heaps is enough
        (Hexapawn(rows=8, columns=8), 1),  # fewer of both: a single column is settled beforehand
        (Secretary(candidates=10**9), 1),
        (TripleDuel(), 0),  # no number says how large it is
    ],
    ids=repr,
)
def test_sizes_that_are_offered_are_small(game: Game, sizes: int) -> None:
    found = list(smaller_sizes(game, MOST, inf))
    assert len(found) == sizes
    for numbers in found:
        assert all(number < getattr(game, name) for name, number in numbers.items())
        assert len(walk(replace(game, **numbers), canonical=True).states) <= MOST  # replace raises where there is none


def test_a_smaller_board_comes_before_other_rules() -> None:
    assert next(smaller_sizes(ConnectFour(), 20_000, inf)) == {"columns": 4, "rows": 3}  # still four in a row
    (few,) = smaller_sizes(Fifteen(high=16, target=24), 2_000, inf)
    assert few.keys() == {"high", "target"}  # with high=8 alone, no three cards would sum to 24


def test_a_patience_is_offered_with_fewer_cards() -> None:
    game = OneHanded()
    found = list(smaller_sizes(game, MOST, inf))
    assert {"suits": 1} in found
    assert all(enumerate_deals(replace(game, **numbers)).undecided == 0 for numbers in found)


def test_the_command_that_is_said_to_do_does(capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as caught:
            main(list(words))
        return int(caught.value.code or 0), capsys.readouterr().err

    for command in ("solve", "strategy"):
        code, err = run(command, "nim", "a=100", "b=200", "c=300", "--memory", "0.001")
        assert code == 3
        _, _, said = err.partition("this will do: faceup ")
        assert said.startswith(f"{command} nim a=")
        assert run(*split(said))[0] == 0

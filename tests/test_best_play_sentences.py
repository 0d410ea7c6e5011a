"""What best play from a position comes to, to whoever plays: by name, to a person, as a chance, as a number."""

from dataclasses import replace
from typing import Any

import pytest

import faceup
from faceup.play.session import Session
from faceup.results.answers.winning_scale import winning_scale
from faceup.results.sentences.outcomes import from_here


def said(name: str, person: int | None, moves: tuple[int, ...] = (), **parameters: Any) -> str:
    name, *words = name.split()
    parameters |= dict(word.split("=") for word in words)
    session = Session(faceup.game(name, **parameters), ("person", "person"), moves=moves)
    expert, state = session.expert, session.state
    return from_here(expert.stakes, session.value(), expert.winning_scale(state), session.won_within(), person)


@pytest.mark.parametrize(
    ("name", "person", "moves", "expected"),
    [
        ("three-fourteen", None, (), "The first player wins within 9 moves with best play (exact)."),
        ("three-fourteen", 0, (), "You win within 9 moves with best play (exact)."),
        ("three-fourteen", 1, (), "You lose within 9 moves with best play (exact)."),
        ("fifteen", 1, (), "A draw with best play (exact)."),
        ("pig goal=10", 0, (1, 4), "You win 79.31% of games with best play by both (exact)."),
        ("pig goal=10", 1, (1, 4), "You win 20.69% of games with best play by both (exact)."),
        ("pig goal=10", None, (1, 4), "The first player wins 79.31% of games with best play by both (exact)."),
        ("red-black", 0, (), "You get 2.624 points in all on average with best play (exact)."),
        ("red-black", None, (), "The player gets 2.624 points in all on average with best play (exact)."),
        ("snakes-and-ladders", None, (), "It brings 39.23 in all on average (exact)."),
        ("snakes-and-ladders", 0, (), "It brings 39.23 in all on average (exact)."),
        ("gamblers-ruin", None, (), "The player wins 78.99% of games (exact)."),
        ("hog goal=2 dice=1 sides=2", 0, (), "You win 75.00% of games with best play by both (exact)."),
        ("hog goal=2 dice=1 sides=2", 1, (), "You win 25.00% of games with best play by both (exact)."),
    ],
)
def test_from_here(name: str, person: int | None, moves: tuple[int, ...], expected: str) -> None:
    assert said(name, person, moves) == expected


@pytest.mark.parametrize(
    ("person", "who"), [(0, "You win"), (1, "The first player wins"), (None, "The first player wins")]
)
def test_where_not_every_end_was_looked_at_only_the_one_who_gets_1_wins(person: int | None, who: str) -> None:
    solution = faceup.solve(faceup.game("hog", goal=2, dice=1, sides=2))
    assert solution.stakes is not None
    seen = replace(solution.stakes, complete=False)  # then the other may have drawn
    text = from_here(seen, solution.value, winning_scale(solution, seen), None, person)
    assert text == f"{who} 75.00% of games with best play by both (exact)."
    other_way = replace(seen, payoffs=frozenset({-1, 0}), closings=frozenset())
    mirrored = replace(solution, table=Mirrored())
    assert winning_scale(mirrored, other_way) == (-1, 0, (1,), False)
    assert winning_scale(mirrored, replace(other_way, chance=False)) is None


class Mirrored:
    """A table of a game whose ends are worth -1 and 0."""

    plain_ends = frozenset({-1, 0})


def test_numbers_of_two_are_those_of_player_0() -> None:
    hands = {"cards": 6, "matthew": "1,4,5"}
    assert said("high-low", 0, **hands) == "You get 1 point in all with best play by both (exact)."
    assert said("high-low", 1, **hands) == "Matthew gets 1 point in all with best play by both (exact)."

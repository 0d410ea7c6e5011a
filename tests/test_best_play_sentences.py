"""What best play from a position comes to, to whoever plays: by name, to a person, as a chance, as a number."""

from typing import Any

import pytest

import faceup
from faceup.play.session import Session
from faceup.results.best_play_sentences import from_here


def said(name: str, person: int | None, moves: tuple[int, ...] = (), **parameters: Any) -> str:
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
        ("pig", 0, (1, 4), "You win 79.31% of games with best play by both (exact)."),
        ("pig", 1, (1, 4), "You win 20.69% of games with best play by both (exact)."),
        ("pig", None, (1, 4), "The first player wins 79.31% of games with best play by both (exact)."),
        ("red-black", 0, (), "You get 2.624 from here on average with best play (exact)."),
        ("red-black", None, (), "The player gets 2.624 from here on average with best play (exact)."),
        ("snakes-and-ladders", None, (), "It brings 39.23 from here on average (exact)."),
        ("snakes-and-ladders", 0, (), "It brings 39.23 from here on average (exact)."),
        ("gamblers-ruin", None, (), "The player wins 78.99% of games (exact)."),
    ],
)
def test_from_here(name: str, person: int | None, moves: tuple[int, ...], expected: str) -> None:
    assert said(name, person, moves) == expected


def test_numbers_of_two_are_those_of_player_0() -> None:
    hands = {"cards": 6, "matthew": "1,4,5"}
    assert said("high-low", 0, **hands) == "You get 1 from here with best play by both (exact)."
    assert said("high-low", 1, **hands) == "Matthew gets 1 from here with best play by both (exact)."

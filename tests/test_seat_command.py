"""``faceup solve``, ``why`` and ``sweep`` where each seat has a payoff of its own: texts, documents and pictures."""

from pathlib import Path

from faceup.engines.chain.outcomes import outcomes
from faceup.games.centipede import Centipede
from faceup.show.notebook import page

from .test_cli import Capture, document, done, refused

STALLING = """
from faceup.rules import OVER, Game, NamedTuple

class Stalling(Game):
    endless = (0, 1)

    class State(NamedTuple):
        over: int

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.over else 0

    def moves(self, s):
        return [0, 1]

    def play(self, s, m):
        return self.State(m)

    def payoff(self, s):
        return (2, 2)
"""


def test_how_it_ends_is_told_by_seat(capsys: Capture) -> None:
    text = done(capsys, "solve", "coin-race", "goal=1", "--distribution")
    assert "under best play\nthe first player wins   ███" in text
    assert "█  4/7  57.14%\nthe second player wins  ██" in text
    assert "  1/7  14.29%\nlength  4 moves" in text


def test_policies_are_told_by_seat(capsys: Capture) -> None:
    words = ("solve", "centipede", "turns=2", "--play", "random,first")
    text = done(capsys, *words)
    assert "play    random against first\nvalue   100 for the first player\n        25 for the second player\n" in text
    found = document(capsys, *words)
    assert [seat["value"]["exact"] for seat in found["outcomes"]["seats"]] == ["100", "25"]
    assert found["outcomes"]["histogram"] == {"40, 10": "1/2", "160, 40": "1/2"}
    assert [seat["name"] for seat in found["outcomes"]["seats"]] == ["the first player", "the second player"]
    assert found["outcomes"]["win_rate"]["exact"] == "1"


def test_a_play_without_end_is_told_beside_the_seats(capsys: Capture, tmp_path: Path) -> None:
    rules = tmp_path / "stalling.py"
    rules.write_text(STALLING)
    text = done(capsys, "solve", str(rules), "--play", "first")
    assert "value   0 for the first player\n        1 for the second player\n" in text
    assert "endless 100%: plays that never end" in text
    assert "mean payoff, of plays that end" in text


def test_documents_say_who_plays_as_one(capsys: Capture) -> None:
    found = document(capsys, "solve", "coin-race", "goal=1")
    assert (found["teams"], found["ties_as_found"]) == ([], False)


def test_reasons_are_a_document_too(capsys: Capture) -> None:
    found = document(capsys, "why", "centipede", "turns=2")
    assert [value["exact"] for value in found["seats"]] == ["40", "10"]
    assert [[value["exact"] for value in move["seats"]] for move in found["first_moves"]] == [
        ["40", "10"],
        ["20", "80"],
    ]


def test_pictures_are_of_seats(capsys: Capture, tmp_path: Path) -> None:
    bars, lines = tmp_path / "bars.svg", tmp_path / "lines.svg"
    done(capsys, "solve", "coin-race", "goal=1", "--distribution", "--plot", str(bars))
    assert "the first player wins most, 57.14%" in bars.read_text()
    done(capsys, "sweep", "coin-race", "goal=1..3", "--plot", str(lines))
    assert "value to the player" in lines.read_text()


def test_a_notebook_shows_rows_of_payoffs() -> None:
    shown = page(outcomes(Centipede(turns=2), "random"))
    assert "160, 40" in shown


def test_policies_for_other_than_the_seats_are_refused(capsys: Capture) -> None:
    said = refused(capsys, "solve", "coin-race", "--play", "random,first")
    assert "2 policies; possible: one for all players, or one for each of 3 seats" in said

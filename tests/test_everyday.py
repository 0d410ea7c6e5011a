"""Games as somebody fluent in Python writes them: they compile, and mean the same."""

import linecache
from pathlib import Path

import pytest

from faceup.engines.doctor.diagnose import doctor
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.games.hog import Hog
from faceup.library.finding import find_game
from faceup.native.not_compiled import NotCompiled
from faceup.results.sentences.samples import sample_parts
from faceup.rules import Game
from faceup.show.text.parts import part_lines
from tests.games.everyday import Market, Quiz, Slide, Walk
from tests.library import six_first

GAMES = [Market(), Quiz(), Quiz(levels=3, p=Quiz.LIMIT), Slide(), Slide(width=2, most=6), Walk(), Walk(n=4)]


@pytest.mark.parametrize("game", six_first(GAMES, (Quiz(),)), ids=str)
def test_machine_code_solves_them_as_exact_numbers_do(game: Game) -> None:
    exact, fast = solve(game, exact=True).value, solve(game, engine="native").value
    assert exact.exact is not None
    assert fast.low <= exact.exact <= fast.high
    assert fast.high - fast.low < 1e-12


@pytest.mark.deep
@pytest.mark.parametrize("game", [Market(), Quiz(), Slide(), Walk()], ids=str)
def test_machine_code_plays_them_as_cpython_does(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACEUP_COMPILE", "here")
    slow, fast = (simulate(game, 600, seed=2, engine=engine) for engine in ("cpython", "native"))
    assert (slow.engine, fast.engine) == ("cpython", "native")
    assert slow.totals == fast.totals


def test_a_sample_says_why_cpython_played(monkeypatch: pytest.MonkeyPatch) -> None:
    few = simulate(Hog(), 100)
    assert any("(cpython, for so few games)" in line for line in part_lines(sample_parts(few), 12, 80))
    monkeypatch.setenv("FACEUP_COMPILE", "here")
    assert any(line.endswith("(native)") for line in part_lines(sample_parts(simulate(Hog(), 2000)), 12, 80))


LENGTHS = '''
from faceup.rules import OVER, Game, NamedTuple

class Lengths(Game):
    """Moves of several lengths."""
    class State(NamedTuple):
        left: int
        mover: int = 0

    def start(self):
        return self.State(3)

    def turn(self, s):
        return 0 if s.left else OVER

    def moves(self, s):
        found = [(1,)]
        found.append((1, 2))
        return found

    def play(self, s, m):
        return self.State(s.left - len(m) % 1 - 1)

    def payoff(self, s):
        return 1
'''


def refusal_of(tmp_path: Path, text: str) -> NotCompiled:
    (tmp_path / "lengths.py").write_text(text)
    game = find_game(str(tmp_path / "lengths.py"))
    with pytest.raises(NotCompiled) as raised:
        NativeTable(game).compile()
    return raised.value


def test_tuples_of_several_lengths_in_a_list_are_told(tmp_path: Path) -> None:
    refused = refusal_of(tmp_path, LENGTHS)
    assert refused.line == 18
    assert "tuples of different lengths" in refused.reason
    assert "fill the shorter ones up" in refused.reason
    assert refused.lasts


def test_what_was_edited_since_it_was_read_is_asked_about_again(tmp_path: Path) -> None:
    text = LENGTHS.replace("        found.append((1, 2))\n", "")
    path = tmp_path / "lengths.py"
    path.write_text(text)
    game = find_game(str(path))
    path.write_text(text.replace("% 1", "% 2"))
    linecache.checkcache(str(path))
    with pytest.raises(NotCompiled) as raised:
        NativeTable(game).compile()
    assert not raised.value.lasts
    path.write_text(text)
    linecache.checkcache(str(path))
    again = find_game(str(path))
    NativeTable(again).compile()
    assert solve(again, engine="native").value.exact == 1


def test_the_check_mode_takes_a_power_with_a_modulus(tmp_path: Path) -> None:
    (tmp_path / "power.py").write_text(LENGTHS.replace("return 1\n", "return pow(s.left, 2, 3)\n"))
    game = find_game(str(tmp_path / "power.py"))
    assert solve(game, check=True).value == solve(game).value


def test_doctor_names_cpython_where_numbers_leave_64_bits(tmp_path: Path) -> None:
    text = LENGTHS.replace("        found.append((1, 2))\n", "").replace("State(3)", "State(90)")
    (tmp_path / "grows.py").write_text(text.replace("return 1\n", "return s.left + 3 ** (s.left + 41) % 2\n"))
    found = doctor(find_game(str(tmp_path / "grows.py")), seconds=0.2)
    assert found.answers == "induction-cpython"
    assert [refusal.engine for refusal in found.refused] == ["induction-native"]

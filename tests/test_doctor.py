"""``faceup doctor``: files with one mistake each, and what to expect of games without any."""

import json
import re
from dataclasses import replace
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.cli import main
from faceup.engines.doctor import diagnose
from faceup.engines.doctor.diagnose import doctor
from faceup.engines.graph.game_graph import walk
from faceup.engines.model import broken_rules
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.seats.seat_engines import ExactEquilibrium
from faceup.games.best_card import BestCard
from faceup.games.connect_four import ConnectFour
from faceup.games.fifteen import Fifteen
from faceup.games.gamblers_ruin import GamblersRuin
from faceup.games.hexapawn import Hexapawn
from faceup.games.left_center_right import LeftCenterRight
from faceup.games.nim import Nim
from faceup.games.pig import Pig
from faceup.games.red_black import RedBlack
from faceup.games.tic_tac_toe import TicTacToe
from faceup.library.finding import find_game
from faceup.results.answers.diagnosis import CountedSize, Diagnosis, Growth
from faceup.results.sentences.diagnosis import diagnosis_facts
from faceup.rules import OVER, Board, Dice, Game, NamedTuple, Track
from faceup.show.text.parts import part_lines
from tests.games.arbitrary import TwoHeaps
from tests.games.hidden import (
    Bare,
    InOrder,
    Leaky,
    Open,
    SometimesLeaky,
    ToldByMoves,
    ToldByMovesToTheSecond,
    Unshowable,
)
from tests.games.rounds import Ruin
from tests.library import deep

RULES = '''
from faceup.rules import *

class Take(Game):
    """Take one or two stones; whoever takes the last one wins."""

    stones: int = 8

    class State(NamedTuple):
        left: int
        mover: int

    def start(self):
        return self.State(self.stones, 0)

    def turn(self, s):
        return OVER if s.left == 0 else s.mover

    def moves(self, s):
        return range(1, min(2, s.left) + 1)

    def play(self, s, m):
        return self.State(s.left - m, 1 - s.mover)

    def payoff(self, s):
        return 1 if s.mover else -1
'''
WRONG = {
    "a field that is not a number": ("s.left - m,", "s.left - m / 1,", "field left is"),
    "a helper with the name of a method": (
        "def payoff",
        "def faces(self):\n        return 6\n\n    def payoff",
        "faceup calls faces(self, s, m), but the rules define it with other arguments; a helper of your own",
    ),
    "a parameter with the name of a method": (
        "def payoff",
        "choices: int = 3\n\n    def payoff",
        "a parameter choices hides the method choices(self, s), which faceup calls; it needs another",
    ),
    "a position that read cannot read": (
        "def payoff",
        "def read(self, text):\n        return self.start() + text.left\n\n    def payoff",
        "Take: read of",
    ),
    "a text that read takes for a state": (
        "def payoff",
        "def read(self, text):\n        return text\n\n    def payoff",
        "Take: read returns 'left 8, mover the first player' for 'left 8, mover the first player'; possible: a state",
    ),
    "no moves": ("min(2, s.left) + 1", "min(0, s.left) + 1", "no legal move, but turn is not OVER"),
    "nothing at stake": ("def payoff", "def pay", "nothing is at stake"),
    "a quantity that is not a number": (
        "def payoff",
        "quantities = ('half',)\n\n    def half(self, s):\n        return s.left / 2\n\n    def payoff",
        "the quantity half is 4.0",
    ),
    "a canon that changes the value": (
        "def payoff",
        "def canon(self, s):\n        return s._replace(mover=0)\n\n    def payoff",
        "canon",
    ),
    "a move drawn by lot": (
        "return range",
        "import random\n        return random.sample(range(9), 3) or range",
        "the second time",
    ),
    "negative odds": (
        "else s.mover",
        "else CHANCE\n\n    def odds(self, s, m):\n        return 1 - m",
        "odds of outcome 2 are -1; a weight is a whole number or a fraction, from 0 up (take.py, line 19)",
    ),
    "a method of another name": ("def moves", "def legal_moves", "is legal_moves meant for it? (take.py, line 19)"),
    "a state that is not a NamedTuple": ("State(NamedTuple)", "State", "write `class State(NamedTuple):`"),
    "fields without annotations": (
        "left: int\n        mover: int",
        "left = 0\n        mover = 0",
        "left in State is not a field; with an annotation it is one: `left: int`",
    ),
    "a parameter without self": ("self.State(self.stones", "self.State(stones", "did you mean self.stones?"),
    "a set in the state": (
        "self.State(self.stones",
        "self.State({self.stones}",
        "keep `frozenset(...)` of it, as `left: frozenset[int]`",
    ),
    "a row that is changed": (
        "return self.State(s.left",
        "row = (s.left,)\n        row[0] -= m\n        return self.State(s.left",
        "a row never changes: replaced(row, place, value) gives another one",
    ),
    "moves without end": (
        "return range",
        "from itertools import count\n        return count() if s.left == 1 else range",
        "moves yields more than 1,000 moves, the last of them 998 999 ...; does it end?",
    ),
    "a text that is none": ("def payoff", "def show(self, s):\n        pass\n\n    def payoff", "show returns None"),
    "an error of show": (
        "def payoff",
        "def show(self, s):\n        return {}[7]\n\n    def payoff",
        "no key 7 in `return {}[7]`",
    ),
}
UNUSUAL = {
    "a parameter that nothing reads": (
        "stones: int = 8",
        "stones: int = 8\n    most: int = 3",
        "parameter most is read nowhere",
    ),
    "no words": (
        '''    """Take one or two stones; whoever takes the last one wins."""\n''',
        "",
        "a text that tells people the rules",
    ),
    "two moves of one word": (
        "def payoff",
        "def say(self, s, m):\n        return 'take'\n\n    def payoff",
        "one word, 'take'",
    ),
    "a misspelt method": (
        "def payoff",
        "def shows(self, s):\n        return ''\n\n    def payoff",
        "the method shows is called nowhere in the rules; is it meant for show?",
    ),
    "a word that is misspelt where it is compared": (
        "return range(1, min(2, s.left) + 1)\n\n    def play(self, s, m):\n        return self.State(s.left - m,",
        "return ['one', 'two']\n\n    def play(self, s, m):\n        return self.State(s.left - (m != 'onn'),",
        "compared with 'onn', which the rules make nowhere; is it meant for 'one'? (take.py, line 23)",
    ),
    "a turn that stays": ("1 - s.mover)", "s.mover)", "the field mover of the state was 0 in all of"),
    "no choice": ("range(1, min(2, s.left) + 1)", "[1]", "nobody ever had a choice: each of"),
    "a move twice": ("range(1, min(2, s.left) + 1)", "[1, 1]", "has 1 2 times"),
    "one payoff alone": ("1 if s.mover else -1", "1", "ended with payoff 1"),
    "a payoff that leaves 64 bits": (
        "1 if s.mover else -1",
        "10**30 if s.mover else -(10**30)",
        "000 does not fit in 64 bits (take.py",
    ),
    "a number that leaves 64 bits": ("s.left - m,", "s.left - m + (s.left * 2**61 >> 70),", "64 bits"),
}


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules are not compiled, which takes longer than all else and shows no mistake."""
    monkeypatch.setattr(diagnose, "_compile_rules", lambda game: ("not tried", 0.0))


def found_in(tmp_path: Path, old: str, new: str) -> Any:
    assert RULES.count(old) == 1
    (tmp_path / "take.py").write_text(RULES.replace(old, new))
    return doctor(find_game(str(tmp_path / "take.py")), seconds=0.2)


@pytest.mark.parametrize("what", WRONG)
def test_what_breaks_the_contract_is_wrong(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broken_rules, "MOST_MOVES", 1000)
    old, new, words = WRONG[what]
    found = found_in(tmp_path, old, new)
    assert found.wrong
    assert words in found.findings[-1].text


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("what", UNUSUAL)
def test_what_is_unusual_is_told(what: str, tmp_path: Path) -> None:
    old, new, words = UNUSUAL[what]
    found = found_in(tmp_path, old, new)
    assert not found.wrong
    assert [words in finding.text for finding in found.findings].count(True) == 1, found.findings


class Fewer(Game):
    """Put away one of three dice after another, the first or the last of the row."""

    class State(NamedTuple):
        dice: Dice

    def start(self) -> State:
        return self.State((6, 4, 1))

    def turn(self, s: State) -> int:
        return 0 if len(s.dice) > 1 else OVER

    def moves(self, s: State) -> Any:
        return (0, 1)

    def play(self, s: State, m: int) -> State:
        return self.State(s.dice[1:] if m == 0 else s.dice[:-1])

    def payoff(self, s: State) -> int:
        return s.dice[0]


@pytest.mark.usefixtures("uncompiled")
def test_faces_where_counts_of_dice_are_expected_are_told() -> None:
    told = " ".join(finding.text for finding in doctor(Fewer(), seconds=0.2).findings)
    assert "had 3 numbers before; Dice has a count for each face; write `dice: tuple[Die, ...]`" in told


@pytest.mark.usefixtures("uncompiled")
def test_a_board_that_names_a_square_which_is_not_there_is_told() -> None:
    class Holed(Hexapawn):
        board = ((0, 1, 2), (3, 4, 5), (6, 7, 11))
        track = Track(range(3))
        show = Game.show

    told = " ".join(finding.text for finding in doctor(Holed(), seconds=0.2).findings)
    assert "no row of the state has a number for every square of the board" in told
    assert "has 9, from 0 on, and the board names 11" in told

    class Cut(Hexapawn):
        board = Board(2, 3)
        show = Game.show

    told = " ".join(finding.text for finding in doctor(Cut(), seconds=0.2).findings)
    assert "the board has 2 rows of 3, and squares has 9 numbers, of which 3 are not drawn" in told
    assert "no field of State is annotated Place" in told


@pytest.mark.usefixtures("uncompiled")
def test_a_state_that_repeats_is_told_and_is_nothing_unusual(tmp_path: Path) -> None:
    found = found_in(tmp_path, "s.left - m,", "s.left - m if s.left != 3 or m == 1 else 5,")
    assert found.findings == ()
    assert found.answers == "cyclic-cpython"
    assert "the moves 2, 2 lead back to it; a play without end" in (found.repeating_state or "")


def test_what_is_too_large_for_fractions_is_answered_in_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnose, "_compile_rules", lambda game: (None, 0.0))
    assert doctor(Ruin(wanted=300_000), seconds=0.2).answers == "cyclic-native"
    assert doctor(Ruin(wanted=30), seconds=5).answers == "cyclic-cpython"


def test_what_to_expect_of_a_small_game() -> None:
    found = doctor(Fifteen(), seconds=20)
    assert not found.findings
    assert found.interpreted is None
    solution = solve(Fifteen())
    assert (found.positions, found.positions_counted, found.answers) == (solution.states, True, solution.engine)
    assert [trial.engine for trial in found.trials] == ["induction-cpython", "induction-native"]
    assert all(trial.whole and trial.number == 5478 for trial in found.trials)
    few = BestCard(deck=20, hand=5)
    assert doctor(few, seconds=20).answers == solve(few).engine


def test_a_sample_says_how_many_positions_there_are_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(1000))  # looked at before each random game
    monkeypatch.setattr("faceup.engines.doctor.diagnose.time.monotonic", lambda: next(times))
    game = TwoHeaps(heap=40, stake=2)  # of which random play hardly leaves the diagonal
    assert 600 <= diagnose.least_positions(game, seconds=400) <= 2 * 41 * 41


def test_positions_met_after_more_and_fewer_moves_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (GamblersRuin(), LeftCenterRight()):  # which are cyclic
        times = iter(range(5000))
        monkeypatch.setattr("faceup.engines.doctor.diagnose.time.monotonic", lambda times=times: next(times))
        assert 0.5 < diagnose.least_positions(game, seconds=4000) / solve(game).states <= 1


def test_a_game_of_several_seats_is_counted_and_no_speed_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = diagnose.Trial(ExactEquilibrium.name, 3, 2.0, False)
    monkeypatch.setattr(diagnose, "_try_solving", lambda *_: stopped)
    monkeypatch.setattr(diagnose, "_compile_rules", lambda game: (None, 0.0))
    found = doctor(LeftCenterRight(), seconds=20)
    assert (found.positions, found.positions_counted) == (solve(LeftCenterRight()).states, True)
    lines = list(part_lines(diagnosis_facts(found), 9))
    assert "cpython  not all in 2 s" in lines
    assert lines[-1] == f"size     {found.positions} positions"  # nobody has seen how long machine code takes
    monkeypatch.setattr(diagnose, "MOST_POSITIONS", 2_000)
    found = doctor(LeftCenterRight(players=6, chips=9), seconds=0)
    assert not found.positions_counted
    lines = list(part_lines(diagnosis_facts(found), 9))
    assert any(line.startswith("size     at least ") for line in lines)
    assert any(line.startswith("estimate ") for line in lines)
    assert lines[-1].startswith("next     solve a smaller size")


def test_a_game_that_a_search_may_answer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnose, "_compile_rules", lambda game: (None, 0.0))
    monkeypatch.setattr(diagnose, "_findings", lambda *_: ())
    monkeypatch.setattr(diagnose, "POSITIONS", 1000)
    for game, asked in ((ConnectFour(), True), (Pig(goal=100), False)):  # one without chance, and one with
        monkeypatch.setattr(diagnose, "_try_solving", lambda game, engine, *_: diagnose.Trial(engine, 3, 2.0, False))
        lines = list(part_lines(diagnosis_facts(doctor(game, seconds=0.1)), 9))
        assert any(line.startswith("engine   induction-native, then search-native") for line in lines) is asked


def test_smaller_sizes_say_between_how_many_positions_a_large_one_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnose, "POSITIONS", 1000)
    for game in (RedBlack(red=40, black=30), Nim(a=12, b=16, c=20), Pig(goal=20)):
        found = diagnose.growth(game, seconds=inf)
        assert found is not None
        assert all(len(walk(replace(game, **at)).states) == positions for at, positions in found.sizes)
        assert found.low * 0.9 < len(walk(game).states) < found.high * 1.1
    assert diagnose.growth(TicTacToe()) is None


def test_an_estimate_says_from_what_it_is_and_there_is_none_where_more_were_met() -> None:
    grown = Growth((CountedSize({"a": 2}, 40), CountedSize({"a": 3}, 1_234)), 5_000.0, inf)
    found = Diagnosis(Nim(), positions=2_000, growth=grown)
    told = {line[:8].strip(): line[9:] for line in part_lines(diagnosis_facts(found), 9)}
    assert told["smaller"] == "a=2 has 40 and a=3 has 1,234 positions, all of them counted"
    assert told["estimate"].startswith("5,000 positions if they grow as a power of the size, 1e304 if as")
    fewer = replace(found, growth=grown._replace(low=500.0, high=1_000.0))
    assert "estimate none: by that growth there would be fewer than were met" in part_lines(diagnosis_facts(fewer), 9)


@pytest.mark.usefixtures("uncompiled")
def test_the_command_says_no_where_rules_are_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for old, new, code in (
        ("class Take", "class Take", 0),
        ("return self.State(s.left - m", "self.State(s.left - m", 1),
    ):
        (tmp_path / "take.py").write_text(RULES.replace(old, new))
        for options in ((), ("--json",)):
            with pytest.raises(SystemExit) as caught:
                main(["doctor", str(tmp_path / "take.py"), *options])
            out = capsys.readouterr().out
            assert caught.value.code == code
        assert json.loads(out)["wrong"] == bool(code)


def test_what_is_known_is_told_before_what_takes_longer() -> None:
    known: list[Diagnosis] = []
    found = doctor(Pig(goal=5), 0.5, known.append)
    told = [list(part_lines(diagnosis_facts(one), 9)) for one in known]
    assert [len(one.trials) for one in known[:3]] == [0, 0, 1]
    assert all(one.stopped for one in known)
    assert replace(known[-1], stopped=False) == found
    for before, after in pairwise(told):
        assert len(before) <= len(after)
    assert any(line.startswith("cpython") for line in told[-3])
    assert "compiles yes" not in told[-3]


def test_a_patience_is_tried_with_games() -> None:
    found = doctor(find_game("one-handed", ("ranks=3",)), seconds=0.2)
    assert not found.findings
    assert found.answers == "enumeration"
    assert [trial.engine for trial in found.trials] == ["cpython", "native"]
    assert all(trial.number > 0 for trial in found.trials)


def test_what_solve_refuses_of_large_decks_doctor_says() -> None:
    found = doctor(find_game("one-handed"), seconds=0.2)
    assert found.answers is None
    (refused,) = found.refused
    assert refused.reason == "tries more than 20 cards, as these 52, only with --memory"


@pytest.mark.parametrize(
    ("game", "answers"),
    [(faceup.game("pig", goal=5), "cyclic-cpython"), deep(faceup.game("wheel", sections=4), "equilibrium-cpython")],
)
def test_cyclic_games_and_games_of_seats_are_told_once_what_they_need(game: Game, answers: str) -> None:
    found = doctor(game, seconds=0.5)
    lines = list(part_lines(diagnosis_facts(found), 9))
    assert found.answers == answers
    assert "compiles yes" in lines
    assert len({refusal.engine for refusal in found.refused}) == len(found.refused)


@pytest.mark.parametrize(
    ("game", "wrong", "text"),
    [
        (Leaky(), False, r"view hides second from player 0, who could always work it out by stock \(hidden.py"),
        (InOrder(), False, r"another order in states that look alike to player 0: .*; people are shown one order"),
        (
            Bare(),
            False,
            r"view returns \(\d, 1\), which people see as bare numbers; return a State instead \(hidden.py",
        ),
        (Open(), False, "view hides nothing: it gives both players all of every state met"),
        (Unshowable(), True, "show cannot be asked about what player 0 sees, State.*there is no key"),
        (ToldByMoves(), True, "the moves tell player 0 what view hides"),
        (ToldByMovesToTheSecond(), True, "the moves tell player 1 what view hides"),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, Game) else "",
)
def test_what_players_can_find_out_that_is_hidden_is_told(game: Game, wrong: bool, text: str) -> None:
    found = [finding for finding in doctor(game, 10).findings if re.search(text, finding.text)]
    assert [finding.wrong for finding in found] == [wrong]


def test_what_only_some_views_tell_is_not_called_known() -> None:
    assert not [finding for finding in doctor(SometimesLeaky(), 10).findings if "always" in finding.text]


@pytest.mark.parametrize("name", ["kuhn-poker", "goofspiel", "mia", "rock-paper-scissors"])
def test_what_the_library_hides_is_hidden(name: str) -> None:
    assert doctor(faceup.game(name), 10).findings == ()


def test_one_who_does_not_see_all_is_answered_by_beliefs() -> None:
    found = doctor(faceup.game("mastermind"), 60)
    assert (found.answers, found.findings) == ("beliefs", ())
    assert not any(line.startswith("compiles") for line in part_lines(diagnosis_facts(found), 9))

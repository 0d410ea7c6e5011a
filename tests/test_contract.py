"""Rules that break the contract: found before an engine begins, or told with file, line and state, in every command."""

import importlib
import json
import pkgutil
import re
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import indent
from types import ModuleType
from typing import Any

import pytest

import tests.games
from faceup.cli.common import policy_of
from faceup.cli.watchdog import HELD_SAYS, SHELL, busy_rule
from faceup.engines.model import broken_rules, contract_check
from faceup.engines.model.contract_check import check_contract, misspelled_methods, seems_endless
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve import reductions_check
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.reductions_check import MEANING, check_reductions
from faceup.engines.sweep.grid import sweep
from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.library.errors_in_rules import rules_error_text
from faceup.library.finding import find_game, library_names
from faceup.native.not_compiled import NotCompiled, explain
from faceup.native.refusal_words import explain_messages, kinds
from faceup.rules import Game, RulesError
from faceup.rules.errors import MisspelledWarning
from faceup.rules.facts import plays_itself
from tests.commands import Capture, run
from tests.games.arbitrary import LongWalk
from tests.games.broken import Broken, Dying, HalfHeaps, Loaded, NoPayoff, NotAlike, WorthForEver
from tests.games.phases import Numbered, Unannotated, Unlike, Unlisted, Unwritten
from tests.games.steps import NoNumbers
from tests.games.tables import LooseNumber, ShortRow
from tests.games.words import Computed, Spaced, Twofold
from tests.library import deep

BASES = ("Base", "Steps", "Switches")
WRONG = {Broken, Dying, HalfHeaps, Loaded, LooseNumber, NoNumbers, NoPayoff, ShortRow, WorthForEver}
WRONG |= {Computed, Spaced, Twofold}
WRONG |= {Numbered, Unannotated, Unlike, Unlisted, Unwritten}

HEAP = '''
import random
from faceup.rules import OVER, Game, NamedTuple


class Heap(Game):
    """Take one to three stones; whoever cannot loses."""

    stones: int = 9
    most = 3

    class State(NamedTuple):
        left: int
        mover: int

    def start(self):
        return self.State(self.stones, 0)

    def turn(self, s):
        return OVER if s.left == 0 else s.mover

    def moves(self, s):
        for k in range(1, min(self.most, s.left) + 1):
            yield k

    def play(self, s, m):
        return self.State(s.left - m, 1 - s.mover)

    def payoff(self, s):
        return -1 if s.mover == 0 else 1
'''
PLAY = "        return self.State(s.left - m, 1 - s.mover)\n"
MOVES = "        for k in range(1, min(self.most, s.left) + 1):\n            yield k\n"
DEEP = "        if s.left == 1 and m == 1:\n            1 // (9 - self.stones)\n"  # where there are not nine stones


@pytest.fixture
def heap(tmp_path: Path) -> Callable[..., str]:
    """A rule file with some text in the place of another."""

    def write(old: str = "", new: str = "") -> str:
        assert old in HEAP
        path = tmp_path / "heap.py"
        path.write_text(HEAP.replace(old, new) if old else HEAP)
        return str(path)

    return write


def games() -> list[Game]:
    """All library games and all that tests make up, with decisions, that keep the contract."""
    found = [find_game(name) for name in library_names()]
    for module in pkgutil.iter_modules(tests.games.__path__):
        members = vars(importlib.import_module(f"tests.games.{module.name}")).values()
        classes = [kind for kind in members if isinstance(kind, type) and issubclass(kind, Game)]
        found += [kind() for kind in classes if kind not in WRONG and kind.__module__.endswith(module.name)]
    return [game for game in found if not plays_itself(game) and type(game).__name__ not in BASES]


@pytest.mark.parametrize("game", games(), ids=lambda game: type(game).__name__)
def test_right_rules_raise_no_alarm(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract_check, "_checked", set())
    monkeypatch.setattr(reductions_check, "_checked", {})
    monkeypatch.setattr(contract_check, "LOOKED_AT", 1_000)
    check_contract(game)
    check_reductions(game)


def test_looking_at_the_contract_asks_as_much_whatever_was_asked_before() -> None:
    asked = Counter[int]()

    class Walked(LongWalk):
        def turn(self, s: Any) -> int:
            asked[self.length] += 1
            return int(super().turn(s))

    for length in (500, *range(100, 130), 501):
        check_contract(Walked(length=length))
    assert min(asked[500], asked[501]) > contract_check.LOOKED_AT


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        (PLAY, PLAY.replace("return ", ""), "def play", "play of move 1 returns None; possible: the state after"),
        (MOVES, MOVES.replace("yield k", "k + 1"), "def moves", "moves returns None; it must yield every move"),
        (PLAY, "        self.stones = 3\n" + PLAY, "self.stones = 3", "what changes in play belongs in the state"),
        (PLAY, "        s.left = 3\n" + PLAY, "s.left = 3", "they return a new state, as s._replace(field=value)"),
        (
            PLAY,
            PLAY.replace("m,", "m * random.randint(1, s.left) // s.left,"),
            "def play",
            "and the second time State(",
        ),
        (MOVES, MOVES + "        while True:\n            yield k\n", "def moves", "does it end?"),
        ("s.left == 0 else s.mover", "s.left == 0 else 7", "", "turn is 7; possible: 0, 1, CHANCE (-1), OVER (-2)"),
        (
            "return -1 if s.mover == 0 else 1",
            "return s.left // 0",
            "s.left // 0",
            "division by zero in `return s.left // 0`",
        ),
        ("return -1 if s.mover == 0 else 1", "return s.nothing", "s.nothing", "no attribute 'nothing'"),
        ("s.left == 0 else", "s.lefl == 0 else", "s.lefl == 0", "did you mean 'left'?"),
        (
            "yield k",
            "yield str(k)",
            "def moves",
            "moves yields '1', which does not stand in the rules' text as a whole",
        ),
    ],
)
@pytest.mark.parametrize("command", ["solve", "simulate", "strategy", "why", "sweep", "symmetries", "move"])
def test_what_is_wrong_everywhere_is_told_with_line_and_state(
    old: str,
    new: str,
    line: str,
    problem: str,
    command: str,
    heap: Callable[..., str],
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(broken_rules, "MOST_MOVES", 1000)
    code, out, err = run(capsys, command, heap(old, new), typed="0")
    assert (code, err.count("\n")) == (2, 1)
    assert out == "" or command == "sweep"
    assert problem in err
    assert "Heap, in state State(left=" in err
    if line:
        number = next(k for k, text in enumerate(Path(heap(old, new)).read_text().splitlines(), 1) if line in text)
        assert f"heap.py, line {number}" in err


def test_a_method_takes_the_arguments_that_it_is_asked_with(heap: Callable[..., str], capsys: Capture) -> None:
    for wrong in ("def moves(s)", "def moves(self, s, mover)"):
        code, _, err = run(capsys, "solve", heap("def moves(self, s)", wrong))
        assert (code, "faceup calls moves(self, s), but the rules define it with other arguments (" in err) == (2, True)
    for command in (["solve"], ["solve", "--after", "1"], ["play"], ["why"], ["strategy"], ["simulate"]):
        code, _, err = run(capsys, command[0], heap("def start(self)", "def start()"), *command[1:])
        assert (code, err.count("\n"), "faceup calls start(self), but the rules define it with" in err) == (2, 1, True)
    assert run(capsys, "solve", heap("def moves(self, s)", "def moves(self, s, most=3)"))[0] == 0


def test_a_method_that_is_named_almost_as_one_of_the_contract_is_spoken_of(heap: Callable[..., str]) -> None:
    game = find_game(
        heap("    def payoff(self, s)", "    def chois(self, s):\n        return [1]\n\n    def payoff(self, s)")
    )
    with pytest.warns(MisspelledWarning, match=r"the method chois is called nowhere .* meant for choices\? \(heap.py"):
        assert solve(game).value.how == "exact"
    solve(game)  # it is said once


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *(("odds_of", "odds"), ("my_view", "view"), ("get_reward", "reward"), ("best_choices", "choices")),
        *(("chioces", "choices"), ("day", ""), ("hand_of", ""), ("score_now", "")),
    ],
)
def test_a_method_with_a_name_of_the_contract_in_its_own_is_spoken_of(
    written: str, meant: str, heap: Callable[..., str]
) -> None:
    game = find_game(
        heap("    def payoff(self, s)", f"    def {written}(self, s):\n        return 1\n\n    def payoff(self, s)")
    )
    assert [re.findall(r"meant for (\w+)", problem) for problem in misspelled_methods(game)] == (
        [[meant]] if meant else []
    )


@pytest.mark.parametrize("engine", ["auto", "cpython", "native"])
def test_what_is_wrong_in_a_rare_state_is_told_with_line_and_state(engine: str, heap: Callable[..., str]) -> None:
    word = heap(PLAY, "        if s.left == 2000:\n            m //= 0\n" + PLAY)
    with pytest.raises(ZeroDivisionError) as caught:
        solve(find_game(word, ("stones=5000",)), engine=engine)
    assert rules_error_text(caught.value).startswith("heap.py, line 28: division by zero in `m //= 0`")
    assert "(Heap, in state State(left=2000, mover=" in rules_error_text(caught.value)


def test_what_is_given_in_a_rare_state_is_looked_at_too(heap: Callable[..., str]) -> None:
    word = heap(PLAY, "        if s.left == 2000:\n            return None\n" + PLAY)
    with pytest.raises(RulesError, match=r"State\(left=2000, mover=.\): play of move . returns None"):
        solve(find_game(word, ("stones=3000",)), engine="cpython")
    with pytest.raises(RulesError, match=r"State\(left=2000, mover=.\): play of move . returns None"):
        simulate(find_game(word, ("stones=3000",)), 300, engine="cpython")


@pytest.mark.parametrize("stones", ["9", "100", "2000"])
@pytest.mark.parametrize(
    ("method", "text"),
    [
        ("canon", "    def canon(self, s):\n        return s._replace(mover=0)\n"),
        ("choices", "    def choices(self, s):\n        yield 1\n"),
    ],
)
def test_a_reduction_that_changes_values_is_refused(
    method: str, text: str, stones: str, heap: Callable[..., str]
) -> None:
    word = heap("    def payoff", f"{text}\n    def payoff")
    with pytest.raises(RulesError, match=rf"Heap, in state State\(left=.*: worth -?1 with {method}, and -?1 without"):
        solve(find_game(word, (f"stones={stones}",)))


def test_a_reduction_that_changes_a_value_which_changes_no_other_is_refused() -> None:
    class Capped(Nim):
        """Nim in which heaps of two and more are taken to be the same, which the value of the start does not tell."""

        def canon(self, s: Any) -> Any:
            return self.State(min(s.a, 2), min(s.b, 2), min(s.c, 2), s.mover)

    with pytest.raises(RulesError, match=r"Capped, in state .*: worth -?1 with canon, and -?1 without"):
        check_reductions(Capped(a=1, b=3, c=3))


SELDOM = '''
from faceup.games.nim import Nim


class Seldom(Nim):
    """Take one or two of three heaps; who takes the last wins. One position of a thousand is said to be another."""

    a: int = 19
    b: int = 20
    c: int = 21

    def moves(self, s):
        yield from (m for m in super().moves(s) if m < 12)
'''
WRONG_SELDOM = {
    "canon": "        return s._replace(mover=1 - s.mover) if seldom and s.a else s\n",
    "choices": "        moves = list(self.moves(s))\n        return moves[-1:] if seldom else moves\n",
}


@pytest.mark.parametrize(
    ("method", "engine"),
    [("canon", "cpython"), ("choices", "cpython"), ("canon", "native"), deep("choices", "native")],
)
def test_a_reduction_that_is_wrong_in_one_position_of_a_thousand_is_refused(
    method: str, engine: str, tmp_path: Path
) -> None:
    where = "        seldom = (s.a * 7 + s.b * 31 + s.c * 13) % 1000 == 450\n"
    (tmp_path / "seldom.py").write_text(f"{SELDOM}\n    def {method}(self, s):\n{where}{WRONG_SELDOM[method]}")
    with pytest.raises(RulesError, match=MEANING[method]):
        solve(find_game(str(tmp_path / "seldom.py")), engine=engine)


def test_a_canon_that_keeps_the_mover_and_choices_that_suffice_are_right(heap: Callable[..., str]) -> None:
    text = (
        "    def canon(self, s):\n        return s._replace(left=s.left % 4 or 4) if s.left else s\n\n"
        "    def choices(self, s):\n        yield s.left % 4 or 1\n\n"
    )
    assert solve(find_game(heap("    def payoff", f"{text}    def payoff"))).value.exact == 1


def test_the_step_of_a_patience_does_the_same_twice() -> None:
    import random

    class Whim(OneHanded):
        def step(self, t: Any) -> int:
            if random.random() < 0.5:
                t.stock.take(t.hand, t.hand.size())
            return int(super().step(t))

    class Cut(OneHanded):
        def deck(self) -> Iterator[int]:
            cards = [*super().deck()]
            return iter(random.sample(cards, len(cards)))

    with pytest.raises(RulesError, match="Whim: step does not do the same twice at the table"):
        simulate(Whim(), 10)
    with pytest.raises(RulesError, match=r"Cut: deck yields .* and the second time .*; only the shuffle is random"):
        simulate(Cut(), 10)
    check_contract(NotAlike())


@pytest.mark.parametrize(
    ("imported", "call", "named"),
    [
        ("import random", "random.randint(0, 0)", "draws by lot, with random"),
        ("from random import choice as pick", "pick([0])", "draws by lot, with pick"),
        ("import secrets", "secrets.randbelow(1)", "draws by lot, with secrets"),
        ("import os", "os.urandom(1)[0] * 0", "draws by lot, with os"),
        ("import random\nDICE = random.Random(3)", "DICE.randrange(1)", "draws by lot, with DICE"),
        ("import random", "random.Random(s.left).randint(0, 0)", ""),
        ("import time", "int(time.time()) // 10**12", "reads the clock, with time"),
        ("from time import perf_counter_ns as since", "since() * 0", "reads the clock, with since"),
        ("import datetime", "datetime.datetime.now().year // 10**5", "reads the clock, with datetime"),
        ("from datetime import date", "date.today().year // 10**5", "reads the clock, with date"),
        ("from datetime import date", "date(2026, 2, 1).year // 10**5", ""),
        ("import time", "(time.sleep(0) or 0)", ""),
    ],
)
def test_rules_ask_no_random_generator_and_no_clock(
    imported: str, call: str, named: str, heap: Callable[..., str], capsys: Capture
) -> None:
    path = Path(heap("s.left - m,", f"s.left - m + {call},"))
    path.write_text(f"{imported}\n{path.read_text()}")
    code, _, err = run(capsys, "solve", str(path))
    assert (code, f"Heap: play {named}; rules return the same" in err) == ((2, True) if named else (0, False))


def test_a_milestone_is_one_or_not() -> None:
    class Unsure(Nim):
        def milestone(self, s: Any) -> Any:
            return None

    with pytest.raises(
        RulesError, match=r"milestone returns None; possible: True or False \(test_contract.py, line \d+"
    ):
        check_contract(Unsure())


def test_the_method_that_is_called_is_the_one_that_may_draw_nothing() -> None:
    import random

    dice = random.Random()

    class Drawing(Nim):
        def start(self) -> Any:
            dice.random()
            return super().start()

    class Plain(Drawing):
        def start(self) -> Any:
            return Nim.start(self)

    with pytest.raises(RulesError, match="Drawing: start draws by lot, with dice; rules return the same"):
        check_contract(Drawing())
    check_contract(Plain())


@pytest.mark.parametrize("command", ["solve", "simulate"])
def test_a_method_is_no_attribute(command: str, heap: Callable[..., str], capsys: Capture) -> None:
    path = Path(heap())
    path.write_text(f"{path.read_text()}\n    moves = (1, 2)\n")
    code, _, err = run(capsys, command, str(path))
    assert (code, "Heap: moves is (1, 2); possible: a method, as def moves(self, s)" in err) == (2, True)


@pytest.mark.parametrize("name", ["junk.py", "junk.efg"])
@pytest.mark.parametrize(
    "content", [bytes(range(128, 256)), "stones: int = 8".encode("utf-16")], ids=["binary", "utf-16"]
)
def test_a_file_that_is_no_text_is_refused_in_words(name: str, content: bytes, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / name).write_bytes(content)
    for command in ("solve", "play", "doctor"):
        code, out, err = run(capsys, command, str(tmp_path / name))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "is not text in UTF-8, so it holds no game" in err


def test_a_constant_is_made_a_parameter_by_its_annotation(heap: Callable[..., str], capsys: Capture) -> None:
    code, _, err = run(capsys, "solve", heap(), "most=2")
    assert code == 2
    assert "'most=2': most is a constant of Heap; write `most: int = 3` to make it a parameter" in err
    for kind, problem in (
        ("stones: list", "parameter stones is annotated list; possible: "),
        ("stones: 'itn'", "name 'itn' is not defined"),
        (
            "name, stones = 5, 9\n    stones: int",
            "Heap: name is no text; possible: name = 'heap', as commands call the game",
        ),
    ):
        code, _, err = run(capsys, "solve", heap("stones: int", kind))
        assert (code, err.count("\n")) == (2, 1)
        assert problem in err


def test_what_rules_print_is_no_part_of_an_answer(heap: Callable[..., str], capsys: Capture) -> None:
    word = heap("        return OVER", "        print('asked', s)\n        return OVER")
    for words in (["solve"], ["solve", "--engine", "native"], ["simulate", "--games", "20"], ["sweep"], ["why"]):
        code, out, err = run(capsys, words[0], word, *words[1:], "--json")
        assert code == 0
        assert isinstance(json.loads(out), dict)
        assert "asked State(left=9, mover=0)" in err
    found = subprocess.run(
        [sys.executable, "-m", "faceup", "move", word], input=b"0", capture_output=True, check=True
    ).stdout
    assert found == b"1 1\n"


# --- limits of time -----------------------------------------------------------------------------------------------


def test_a_limit_of_time_leaves_what_there_is(heap: Callable[..., str], capsys: Capture) -> None:
    word = heap()
    code, out, err = run(capsys, "solve", word, "stones=10000000", "--exact", "--seconds", "0.2", "--json")
    assert (code, json.loads(out)["how"]) == (3, "stopped")
    code, out, err = run(capsys, "solve", word, "stones=10000000", "--exact", "--seconds", "0.2")
    assert (code, "stopped at the time limit" in out) == (3, True)
    assert "the time limit was reached after" in err
    assert "a random game did not end in 10,000 moves, so the game may have no end" in err
    code, out, err = run(capsys, "sweep", word, "stones=5,10000000", "--exact", "--seconds", "0.3", "--json")
    assert [cell["value"] for cell in json.loads(out)["cells"]] == [1, 0]  # of -1 to 1
    assert [cell["value_how"] for cell in json.loads(out)["cells"]] == ["exact", "stopped"]
    assert (code, "1 of 2 cells reached a limit: the time limit was reached" in err) == (3, True)
    code, out, err = run(capsys, "simulate", word, "--games", "1999", "stones=3000", "--seconds", "1.5", "--json")
    assert code == 3
    assert 0 < json.loads(out)["games"] < 1999
    assert f"the time limit was reached after {json.loads(out)['games']:,} games" in err
    for words in (["symmetries"], ["same", word, "stones=300000"], ["strategy"], ["why"]):
        code, out, err = run(capsys, words[0], word, "stones=300000", *words[1:], "--seconds", "0.2")
        bounds = "value   between -1 and 1 (stopped at the time limit)" if words[0] in ("strategy", "why") else ""
        assert (code, bounds in out, bool(out)) == (3, True, bool(bounds))
        assert "the time limit was reached" in err
    code, _, err = run(capsys, "replay", word, "--number", "0", "stones=1000000", "--seconds", "0.1")
    assert (code, "the time limit was reached after" in err) == (3, True)
    code, _, err = run(capsys, "check", "one-handed", "--seconds", "0.001")
    assert (code, "the time limit was reached after 0 published results" in err) == (3, True)
    code, _, err = run(capsys, "solve", word, "--seconds", "0")
    assert (code, "possible: more than 0" in err) == (2, True)


def test_games_that_end_in_time_are_all_counted() -> None:
    free, limited = simulate(LongWalk(length=10), 500), simulate(LongWalk(length=10), 500, seconds=3600)
    assert (free.games, free.histogram, limited.given_up) == (limited.games, limited.histogram, "")
    cells = sweep(LongWalk, {"length": [5, 7]}, seconds=3600).cells
    assert all(cell.kind == "" for cell in cells)


def test_a_game_without_an_end_is_suspected() -> None:
    assert seems_endless(LongWalk(length=10**9))
    assert not seems_endless(LongWalk(length=100))


@pytest.mark.parametrize("command", [["solve", "--json"], ["simulate"], ["replay", "--number", "0"]])
def test_a_rule_that_is_stuck_is_named_when_the_time_is_over(command: list[str], heap: Callable[..., str]) -> None:
    word = heap(PLAY, "        while s.left == 9:\n            __import__('time').sleep(0.01)\n" + PLAY)
    done = subprocess.run(
        [sys.executable, "-m", "faceup", command[0], word, *command[1:], "--seconds", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    assert command[0] != "solve" or json.loads(done.stdout)["how"] == "stopped"
    assert "faceup: the time limit was reached in play: heap.py, line 2" in done.stderr
    assert "(Heap, in state State(left=9, mover=0))" in done.stderr


def test_an_interrupt_names_the_line(heap: Callable[..., str]) -> None:
    word = heap(PLAY, "        while s.left == 9:\n            print('here', flush=True)\n" + PLAY)
    process = subprocess.Popen(
        [sys.executable, "-m", "faceup", "solve", word],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "here\n"
    process.send_signal(signal.SIGINT)
    told = process.communicate()[1]
    assert process.returncode == 130
    assert "faceup: interrupted in play: heap.py, line 2" in told


def test_nothing_is_stuck_where_no_rule_is_asked() -> None:
    assert busy_rule() == (None, None)


@pytest.mark.parametrize(
    ("where", "method"),
    [("def show(self, s):", "show"), ("def check(self):", "check"), ("def say(self, s, m):", "say"), ("", "loading")],
)
def test_whatever_the_rules_are_asked_is_watched(
    where: str, method: str, heap: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gate: Any = ModuleType("gate")
    gate.entered, gate.leave = list[bool](), list[bool]()
    monkeypatch.setitem(sys.modules, "gate", gate)
    stuck = "gate.entered.append(True)\nwhile not gate.leave:\n    pass\n"
    if where:
        text = f"    {where}\n        import gate\n{indent(stuck, ' ' * 8)}        return ''\n\n    def payoff"
        word = heap("    def payoff", text)
    else:
        word = heap("import random\n", f"import random, gate\n{stuck}")

    def ask() -> None:
        game = find_game(word)
        game.say(game.start(), game.show(game.start()))

    asking = threading.Thread(target=ask)
    asking.start()
    while not gate.entered:
        time.sleep(0.001)
    frame, place = busy_rule()
    walk_stack = traceback.walk_stack
    with monkeypatch.context() as patched:  # a thread between two lines is at none
        patched.setattr(traceback, "walk_stack", lambda frame: ((part, None) for part, _ in walk_stack(frame)))
        between = busy_rule()
    gate.leave.append(True)
    asking.join()
    assert between[0] is frame is not None
    assert place is not None
    assert (place.method, place.file) == (method, "heap.py")


def busy_with(ask: Callable[[], Any], gate: Any) -> tuple[Any, Any]:
    """What is seen to be busy while something is asked that waits at the gate."""
    gate.entered, gate.leave = list[bool](), list[bool]()
    asking = threading.Thread(target=ask)
    asking.start()
    while not gate.entered:
        time.sleep(0.001)
    found = busy_rule()
    gate.leave.append(True)
    asking.join()
    return found


WAITS = "    gate.entered.append(True)\n    while not gate.leave:\n        pass\n"
POLICIES = f"""
import gate, faceup

def waits(game, s):
{WAITS}    return 1

def has_it_simulated(game, s):
    faceup.simulate(game, 1, policies=waits)
    return 1

def has_it_solved(game, s):
    faceup.solve(type(game)(stones=1), engine="cpython")
    return 1
"""


def test_a_policy_is_watched_unless_it_has_the_engines_work(
    heap: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gate: Any = ModuleType("gate")
    monkeypatch.setitem(sys.modules, "gate", gate)
    word = heap(PLAY, "        if self.stones == 1:\n            import gate\n" + indent(WAITS, " " * 8) + PLAY)
    game = find_game(word)
    path = Path(word).parent / "policies.py"
    path.write_text(POLICIES)
    for name in ("waits", "has_it_simulated"):
        policy = policy_of(f"{path}:{name}")
        frame, place = busy_with(lambda policy=policy: simulate(game, 1, policies=policy), gate)  # type: ignore[misc]
        assert frame is not None
        assert frame.f_code.co_name == "waits"
        assert place.file == "policies.py"
    policy = policy_of(f"{path}:has_it_solved")
    frame, place = busy_with(lambda: simulate(game, 1, policies=policy), gate)
    assert (frame, place.file) == (None, "heap.py")


def test_a_call_in_c_that_does_not_end_has_a_limit_too(heap: Callable[..., str]) -> None:
    word = heap(MOVES, "        yield sum(iter(int, 1))\n")
    command = [sys.executable, "-m", "faceup", "solve", word, "--seconds", "0.5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.stderr == (
        "faceup: the time limit was reached in a call that does not come to an end: heap.py, line 23, in moves\n"
    )
    assert done.returncode == 1


def watchers_of(process: "subprocess.Popen[str]") -> list[Path]:
    """The shells that look after a command, as soon as there are any."""
    while not (found := Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()):
        time.sleep(0.01)
    return [Path(f"/proc/{number}/stat") for number in found]


def at_work(watchers: list[Path]) -> bool:
    """Whether one of them runs; what is dead and not yet buried does not."""
    return any(one.exists() and one.read_text().rsplit(")", 1)[1].split()[0] != "Z" for one in watchers)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("number", [deep(signal.SIGTERM), signal.SIGINT, signal.SIGKILL])
def test_a_signal_ends_a_call_in_c_that_does_not_end(heap: Callable[..., str], number: int) -> None:
    word = heap(MOVES, "        print(file=__import__('sys').stderr, flush=True)\n        yield sum(iter(int, 1))\n")
    command = [sys.executable, "-m", "faceup", "solve", word]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        process.stderr.readline()  # it is in that call now, or soon
        time.sleep(0.2)
        watchers = watchers_of(process)
        process.send_signal(number)
        err = process.communicate(timeout=120)[1]
    told = "faceup: interrupted in a call that does not come to an end: heap.py, line 24, in moves\n"
    assert err == (told if number != signal.SIGKILL else "")
    over = time.monotonic() + 60
    while at_work(watchers):
        assert time.monotonic() < over
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="that shell looks after commands there")
def test_a_command_that_heard_the_signal_is_not_killed_however_soon_it_says_so() -> None:
    with subprocess.Popen(["sleep", "600"]) as command:
        shell = [SHELL, "-c", HELD_SAYS, SHELL, str(command.pid)]
        heard = b"Stack (most recent call first):\nheard\n" * 300
        done = subprocess.run(
            [SHELL, "-c", 'exec "$@" 4>&2', SHELL, *shell], input=heard, capture_output=True, check=True, timeout=120
        )
        lives = command.poll() is None
        command.kill()
    assert (done.stderr, lives) == (b"", True)


@pytest.mark.skipif(sys.platform != "linux", reason="only there memory is bounded so")
def test_a_call_in_c_that_fills_the_memory_meets_its_limit(heap: Callable[..., str]) -> None:
    word = heap(MOVES, "        yield sorted(map('{:65536}'.format, iter(int, 1)))\n")
    command = [sys.executable, "-m", "faceup", "solve", word, "--memory", "0.25"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert "faceup: the memory limit was reached in moves: heap.py, line 23" in done.stderr
    assert done.returncode == 3


def test_a_policy_that_is_stuck_is_named(heap: Callable[..., str], tmp_path: Path) -> None:
    word, path = heap(), tmp_path / "pol.py"
    path.write_text("def loop(game, s, sleep=__import__('time').sleep):\n    while game: sleep(0.01)\n")
    commands = (["solve", word, "--play"], ["play", word, "as=none", "--strength"])
    stuck = [
        subprocess.Popen(
            [sys.executable, "-m", "faceup", *words, f"{path}:loop"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for words in commands
    ]
    for process in stuck:
        told = "faceup: loop has not come to an end for 5 s: pol.py, line 2 (Heap, in state State(left=9, mover=0))\n"
        assert process.communicate(timeout=60)[1] == told
        assert process.returncode == 3


# --- the compiler's words -----------------------------------------------------------------------------------------


ADDED = (
    "No implementation of function Function(<built-in function add>) found for signature:\n\n"
    " >>> add(int64, UniTuple(int64 x 2))\n\nThere are 2"
)
SET = (
    "No implementation of function Function(<built-in function setitem>) found for signature:\n"
    " >>> setitem(list(none)<iv=None>, Literal[int](0), int64)\nThere are"
)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Unknown attribute 'movr' of type State(int64 x 2)", "a state has no field movr"),
        ("Unknown attribute '_asdict' of type State(int64 x 2)", "`_asdict` of a state; name its fields one by one"),
        ("Unknown attribute 'P' of type Rules<8d98>", "`self.P`, which is neither a parameter, a method nor a number"),
        (
            "Unknown attribute 'bisect' of type Module(<module 'bisect' from 'x'>)",
            "`bisect.bisect`; write it as a loop",
        ),
        (ADDED, "`+` of a whole number and a tuple"),
        (SET, "a list of None that is filled; begin with numbers"),
        ("Cannot unify list(int64)<iv=None> and none for 'x.2', defined", "`x`, which is a list in one place and None"),
        ("Can't unify yield type from the following types", "fill the shorter ones up"),
        ("Can't unify return type from the following types", "let every return give the same kind"),
        ("Cannot determine Numba type of <class 'type'>", "a class whose objects machine code does not have"),
        ("Use of unsupported opcode (STORE_GLOBAL) found", "what changes in play belongs in the state"),
        ("format spec in f-strings not supported yet", "text is for show and say"),
        ("Cannot cast Word<b44> to unicode_type: %10", "a word as a key of a dictionary that is made as the rules run"),
        ("list(int64)<iv=None> as value is forbidden", "a dictionary with a list as a value; let it be a tuple"),
        ("something never seen before", "something that machine code lacks; use whole numbers"),
    ],
)
def test_refusals_are_in_a_writers_words(message: str, words: str) -> None:
    text = explain_messages([message], "    x = y  # here\n")
    assert text.startswith("`x = y  # here` has ")
    assert words in text


def test_kinds_are_named_as_a_writer_would() -> None:
    assert kinds("int64, Tuple(int64, State(int64 x 2)), DictType[int64,int64]") == (
        "a whole number and a tuple and a dictionary"
    )


def test_all_refused_places_are_told_at_once(heap: Callable[..., str]) -> None:
    old = "        return OVER if s.left == 0 else s.mover\n"
    path = Path(heap(old, "        fields = s._asdict()\n" + old))
    path.write_text(path.read_text().replace("        return -1 if", "        names = s._fields\n        return -1 if"))
    game = find_game(str(path))
    with pytest.raises(NotCompiled) as caught:
        NativeTable(game).value(game.start())
    text = explain(caught.value)
    assert "heap.py, line 20 cannot be compiled (`fields = s._asdict()` has `_asdict` of a state; name its" in text
    assert "; line 31 too: `names = s._fields` has `_fields` of a state;" in text
    assert "Numba" not in text

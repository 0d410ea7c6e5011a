"""Plain rules to machine code: one text, one compilation for all parameters, never old code."""

import os
import pickle
import subprocess
import sys
import tempfile
import threading
from copy import deepcopy
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from faceup.engines.hidden import tree
from faceup.engines.hidden.tree import TreeWalk
from faceup.engines.model.limits import Limits
from faceup.engines.solve.dispatch import Watch, solve
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.overflow_check import check_numbers
from faceup.games.fifteen import Fifteen
from faceup.games.hog import Hog
from faceup.games.nim import Nim
from faceup.library.finding import find_class, find_game, library_names
from faceup.native import linking, rules_pointer
from faceup.native.digests.digest import rules_digest
from faceup.native.kernels import _kernels, name_of
from faceup.native.not_compiled import InterpretedWarning, NotCompiled, explain
from faceup.native.rules_pointer import answer
from faceup.numbers.value import exactly
from faceup.results.certified import OverflowCheck
from faceup.rules import Game, RulesError
from faceup.rules.errors import UnsupportedError
from tests.commands import Capture
from tests.commands import run as run_command
from tests.games import broken, pointed
from tests.games.broken import Overflowing, Uncompilable
from tests.games.fluent import Helpful
from tests.games.namesakes import Taken, Totalled
from tests.games.pointed import Called, CalledInPairs, Gathering, Ring
from tests.library import deep

COUNTDOWN = '''
from faceup.rules import OVER, Game, NamedTuple
import prizes

class Countdown(Game):
    """Count down from n; the helper says what the end is worth."""
    n: int = 6

    class State(NamedTuple):
        left: int
        mover: int = 0

    def start(self):
        return self.State(self.n)

    def turn(self, s):
        return OVER if s.left == 0 else 0

    def moves(self, s):
        yield 1

    def play(self, s, m):
        return self.State(s.left - m)

    def payoff(self, s):
        return prizes.prize(s.left) + BONUS

BONUS = 0
'''
PRIZES = "def prize(left):\n    return inner(left)\n\ndef inner(left):\n    return 10\n"
RUN = """
import sys
from faceup.engines.solve.dispatch import solve
from faceup.native.rules_pointer import answer
from faceup.native.kernels import _kernels, name_of
from faceup.library.finding import find_game
game = find_game(sys.argv[1])
print(solve(game, engine="native").value.low)
dispatcher = _kernels[type(game), None, name_of(answer), ""]
print("loaded" if dispatcher.stats.cache_hits else "compiled")
assert ("numba.np.arraymath" in sys.modules) == (not dispatcher.stats.cache_hits)  # what only compiling needs
"""
# A loop that is soon compiled.
RUN_A_SHORT_LOOP = """
import sys
from faceup.native.kernels import compile_for, kernel
from faceup.library.finding import find_game

def play_out(game):
    state = game.start()
    while game.turn(state) == 0:
        for move in game.moves(state):
            state = game.play(state, move)
    return game.payoff(state)

game = find_game(sys.argv[1])
dispatcher = kernel(play_out, game)
compile_for(dispatcher, game)
print(dispatcher(game))
print("loaded" if dispatcher.stats.cache_hits else "compiled")
"""


def run(rules: Path, program: str = RUN_A_SHORT_LOOP, **environment: str) -> list[str]:
    """The value and whether the code came from disk, in a process of its own."""
    environment = os.environ | environment
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as a user has it
    command = [sys.executable, "-c", program, f"{rules}:Countdown"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()


@pytest.fixture
def new_path(tmp_path: Path) -> Path:
    """A folder whose name nobody has seen, so that the rules in it are not compiled, whatever else is."""
    return Path(tempfile.mkdtemp(dir=tmp_path))


def test_an_edited_rule_or_helper_never_runs_old_code(new_path: Path) -> None:
    rules, helper = new_path / "countdown.py", new_path / "prizes.py"
    rules.write_text(COUNTDOWN)
    helper.write_text(PRIZES)
    for engine in ("compiled", "loaded"):
        assert run(rules, RUN + RUN_A_SHORT_LOOP) == ["10", engine] * 2
    stamp = helper.stat()
    helper.write_text(PRIZES.replace("10", "20"))  # a helper's helper in another module, of the same size and time
    os.utime(helper, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert run(rules) == ["20", "compiled"]
    rules.write_text(COUNTDOWN.replace("+ BONUS", "- 1"))  # a rule
    assert run(rules) == ["19", "compiled"]


def test_comments_and_parameters_leave_the_digest_alone(tmp_path: Path) -> None:
    (tmp_path / "prizes.py").write_text(PRIZES)
    digests = []
    for k, text in enumerate(
        [COUNTDOWN, COUNTDOWN.replace("yield 1", "yield 1  # one"), COUNTDOWN.replace("yield 1", "yield 2")]
    ):
        path = tmp_path / f"rules{k}.py"
        path.write_text(text)
        digests.append(rules_digest(find_class(f"{path}:Countdown")))
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize("name", library_names())
def test_the_digest_of_a_library_game_is_stable(name: str) -> None:
    assert rules_digest(find_class(name)) == rules_digest(find_class(name))


def test_one_compilation_serves_all_parameters() -> None:
    solve(Fifteen(), engine="native")
    dispatcher = _kernels[Fifteen, None, name_of(answer), ""]
    before = len(dispatcher.signatures)
    for high in (5, 6, 7):
        solve(Fifteen(high=high, target=9, count=2), engine="native")
    assert len(dispatcher.signatures) == before == 1


def test_rules_that_do_not_compile_run_interpreted_with_one_warning() -> None:
    game = Uncompilable(steps=20_000)
    with pytest.warns(InterpretedWarning) as caught:
        solution = solve(game, engine="induction")
    assert solution.value.exact == 7
    assert solution.engine == "induction-cpython"
    assert len(caught) == 1
    text = str(caught[0].message)
    lines = Path(broken.__file__).read_text().splitlines()
    line = next(k for k, line in enumerate(lines, 1) if line.endswith("# refused"))
    assert f"broken.py, line {line} " in text
    assert "\n" not in text
    assert solve(game, engine="induction").value.exact == 7  # a second time there is no warning
    alone = rf"'induction-native' takes compiled rules alone: broken.py, line {line} "
    with pytest.raises(UnsupportedError, match=alone):
        solve(game, engine="native")


@pytest.mark.parametrize(
    ("prize", "payoff", "file", "reason"),
    [
        (
            "return len({left: 1}.keys() | {2})  # here",
            "prizes.prize(s.left)",
            "prizes.py",
            "`|` of the keys of a dictionary and a set",
        ),
        deep("return len(Counter([left]) - Counter([1]))  # here", "prizes.prize(s.left)", "prizes.py", "a dictionary"),
        deep(
            "return list(range(left)) == (1, 2)  # here",
            "prizes.prize(s.left)",
            "prizes.py",
            "lists with lists",
        ),
        deep(
            "pair = None\n    if left > 2:\n        pair = (1, 2)\n    return pair[0] if pair else 0  # here",
            "prizes.prize(s.left)",
            "prizes.py",
            "None first and a tuple later",
        ),
        deep(
            "rows = [[left], [2]]\n    rows.pop(0)  # here\n    return len(rows)",
            "prizes.prize(s.left)",
            "prizes.py",
            "lists are taken out of a list one by one, at its end",
        ),
        deep("return max({left, 3} - set())  # here", "prizes.prize(s.left)", "prizes.py", "an empty list, set"),
        deep(
            "for k in {left, 3}:  # here\n        return k",
            "prizes.prize(s.left)",
            "prizes.py",
            "loop over `sorted(...)`",
        ),
        ("return left", "self.own(s) + prizes.prize(1)", "countdown.py", "a state has no field depth"),
        deep("return left", "len(list(zip([1], [s.left], strict=True)))  # here", "countdown.py", "strict=True"),
    ],
)
def test_the_line_that_the_compiler_does_not_take(
    prize: str, payoff: str, file: str, reason: str, tmp_path: Path
) -> None:
    """In a helper of another file, in a method that another one calls, in a method of the contract."""
    own = "\n    def own(self, s):\n        k = 1\n        return (k if s.left >= 0 else s.depth)  # here\n"
    called = own if "own" in payoff else ""
    text = COUNTDOWN.replace("prizes.prize(s.left) + BONUS", payoff).replace("\nBONUS", f"{called}\nBONUS")
    (tmp_path / "countdown.py").write_text(text)
    helpers = f"def prize(left):\n    return inner(left)\n\ndef inner(left):\n    {prize}\n"
    (tmp_path / "prizes.py").write_text(f"from collections import Counter\n{helpers}")
    game = find_game(f"{tmp_path / 'countdown.py'}:Countdown")
    table = NativeTable(game)
    with pytest.raises(NotCompiled) as raised:
        table.value(game.start())
    refused = raised.value
    assert refused.__cause__ is not None
    line = next(k for k, line in enumerate((tmp_path / file).read_text().splitlines(), 1) if line.endswith("# here"))
    assert (Path(refused.file), refused.line) == (tmp_path / file, line)
    assert reason in refused.reason
    assert f"Countdown runs interpreted, slowly: {file}, line {line} cannot be compiled" in explain(refused)
    assert explain(refused).endswith("docs/python-in-rules.md lists what compiles")


def test_helpers_of_all_kinds_compile() -> None:
    """Also cases that are all there: the end of such a method, which is never reached, gives None to nobody."""
    slow = solve(Helpful(), engine="cpython")
    fast = solve(Helpful(), engine="native")
    assert fast.engine == "induction-native"
    assert (fast.value, fast.states, fast.line()) == (slow.value, slow.states, slow.line())


def test_states_of_two_games_have_members_of_their_own() -> None:
    for game in (Taken(), Totalled(), Taken(left=7), Totalled(left=7)):
        slow, fast = solve(game, engine="cpython"), solve(game, engine="native")
        assert (fast.engine, fast.value, fast.line()) == ("induction-native", slow.value, slow.line())


def test_one_loop_serves_all_games_whose_states_and_moves_take_as_many_words() -> None:
    one, another, third = (NativeTable(game).induct for game in (Taken(), Fifteen(), Hog()))  # which has longer states
    assert one is another is not third
    one, third = (loop.py_func.__globals__ for loop in (one, third))
    assert one["back_up"] is third["back_up"]  # a part that is not told states
    assert one["follow"] is not third["follow"]


def test_loops_of_one_name_are_kept_apart() -> None:
    """Both are called ``explore``, for states of three words and moves of two."""
    alone = {game: solve(game).value for game in (Called(), Ring())}
    for game in (Called(), Ring(), Called()):
        found = solve(game, engine="regret" if isinstance(game, Called) else "cyclic-native").value
        assert found.low <= alone[game].high
        assert alone[game].low <= found.high


def test_refused_rules_with_rows_are_named_and_run_in_cpython() -> None:
    with pytest.raises(NotCompiled) as refused:
        NativeTable(Gathering()).compile()
    lines = Path(pointed.__file__).read_text().splitlines()
    assert lines[refused.value.line - 1].endswith("# refused")
    with pytest.warns(InterpretedWarning):
        assert solve(Gathering()).engine == "induction-cpython"


def test_a_copy_of_a_table_has_addresses_of_its_own() -> None:
    game = Fifteen()
    later = game.play(game.play(game.start(), 1), 2)
    solution = solve(game, start=later, engine="native")
    for copy in (deepcopy(solution), pickle.loads(pickle.dumps(solution))):
        assert copy.table.rules.parameters.ctypes.data == copy.table.compile().parameters
        assert copy.table.compile().parameters != solution.table.compile().parameters
        assert copy.table.value(game.start()) == exactly(0)


def test_moves_are_compared_by_words_that_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where arrays grow, what is new in them is anything."""
    plain = TreeWalk(CalledInPairs(), CalledInPairs().start())
    plain.note(Limits())
    monkeypatch.setattr(tree, "FIRST_ROOM", 4)
    monkeypatch.setattr(tree, "lengthen_array", _followed_by_anything)
    walk = TreeWalk(CalledInPairs(), CalledInPairs().start())
    walk.note(Limits())
    assert (walk.sets, walk.sequences, walk.positions) == (plain.sets, plain.sequences, plain.positions)


def _followed_by_anything(array: Any, count: int) -> Any:
    shape = count, *array.shape[1:]
    longer = (np.arange(np.prod(shape)) % 7).astype(array.dtype).reshape(shape)
    longer[: len(array)] = array
    return longer


def test_a_table_asks_the_compiler_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table, asked = NativeTable(Taken()), []
    compile_types = rules_pointer.compile_types
    monkeypatch.setattr(rules_pointer, "compile_types", lambda *task: asked.append(task) or compile_types(*task))
    for left in range(4):
        assert table.value(table.game.State(left, 0)).how == "exact"
    assert len(asked) == 1


def test_helpers_that_call_each_other_are_loaded_from_disk(new_path: Path) -> None:
    """Each of three calls the others, from two of them the rules come in, one remembers, and one raises an error."""
    (new_path / "prizes.py").write_text(
        "from functools import cache\n"
        "def prize(n):\n    return 10 if n <= 0 else other(n - 1) + last(n - 2) - other(n - 1)\n"
        "def other(n):\n    return 20 if n <= 0 else last(n - 1)\n"
        "@cache\ndef last(n):\n    if n > 99:\n        raise ValueError('far')\n"
        "    return 10 if n <= 0 else prize(n - 1) + other(n - 1) * 2 - other(n - 1) * 2\n"
    )
    (new_path / "countdown.py").write_text(COUNTDOWN.replace("+ BONUS", "+ prizes.other(7) * BONUS"))
    assert run(new_path / "countdown.py") == ["10", "compiled"]
    assert run(new_path / "countdown.py") == ["10", "loaded"]


@pytest.mark.parametrize(
    ("how", "word"),
    [(0, r"\d \* 3 does not fit in 64 bits \(broken.py, line \d+\)"), (1, "1 << -5: a shift goes by"), (2, "a shift")],
)
def test_the_check_mode_finds_what_machine_code_would_get_wrong(how: int, word: str) -> None:
    with pytest.raises(RulesError, match=word) as raised:
        check_numbers(Overflowing(how=how))
    assert "State(number=" in str(raised.value)
    with pytest.raises(RulesError, match=word):
        solve(Overflowing(how=how), check=True)
    check_numbers(Overflowing(how=3))


def test_numbers_that_machine_code_never_meets_may_leave_64_bits() -> None:
    """Rules that do not compile are CPython's, and the check says why it is of no use."""
    solution = solve(broken.Huge(steps=1), check=True)
    assert solution.value.exact == 1
    assert solution.watched is not None
    assert "number leaves 64 bits" in solution.watched.not_compiled
    assert str(solution.watched).startswith("of no use, for CPython runs these rules")


def test_a_check_that_is_broken_off_goes_on() -> None:
    watch = Watch(Nim(), 20)
    watch.go_on(0.0)
    assert (watch.outcome.games, watch.outcome.limit) == (0, "time")
    watch.go_on(inf)
    assert (watch.outcome.games, watch.outcome.limit) == (20, "")
    assert solve(Nim(), check=True).watched == OverflowCheck(2000)


def test_the_answer_is_given_though_the_check_is_not_finished(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "go_on", lambda self, seconds: None)
    code, out, err = run_command(capsys, "solve", "nim", "--check")
    assert "value   1 for the first player" in out
    assert "check   not finished" in out
    assert (code, "while random games were watched" in err) == (3, True)


def test_library_games_pass_the_check_mode() -> None:
    for name in (
        "connect-four",
        "dots-and-boxes",
        "fifteen",
        "hexapawn",
        "kalah",
        "othello",
        "three-fourteen",
        "tic-tac-toe",
        "nim",
        "best-card",
        "high-low",
        "hog",
        "red-black",
        "secretary",
        "shut-the-box",
        "yahtzee-turn",
    ):
        game = find_game(name)
        assert isinstance(game, Game)
        check_numbers(game, plays=20)


def test_an_unwritable_cache_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "countdown.py").write_text(COUNTDOWN)
    (tmp_path / "prizes.py").write_text(PRIZES)
    (tmp_path / "file").write_text("")
    assert run(tmp_path / "countdown.py", FACEUP_CACHE=str(tmp_path / "file" / "cache")) == ["10", "compiled"]


def test_functions_of_numpy_are_left_to_the_compiler() -> None:
    """Else they are lowered, where loops from disk came first and the compiler has not yet heard of its own."""
    source = "import numpy as np\ndef zeros(n):\n    return np.full(n, 0.0).sum()\n"
    names: dict[str, Any] = {"__name__": "zeros"}
    exec(source, names)
    linking.link_copy(names["zeros"])
    assert np.full not in linking._overloaded


def double(number: int) -> int:
    return 2 * number


def double_twice(number: int) -> int:
    return double(double(number))


def test_what_is_linked_in_part_is_used_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    link_helpers, done = linking._link, threading.Event()
    linked: list[bool] = []  # whether all helpers were linked when the second thread had its counterpart

    def interrupted(copy: Any) -> None:
        link_helpers(copy)
        if copy.__name__ == "double_twice":
            raise KeyboardInterrupt

    monkeypatch.setattr(linking, "_link", interrupted)
    with pytest.raises(KeyboardInterrupt):
        linking.counterpart(double_twice)
    assert not {double, double_twice} & set(linking.counterparts)

    def ask() -> None:
        linking.counterpart(double_twice)
        linked.append(double in linking.counterparts)
        done.set()

    other = threading.Thread(target=ask)

    def slow(copy: Any) -> None:
        if copy.__name__ == "double_twice":
            other.start()
            done.wait(0.2)  # without a lock the other is done by then
        link_helpers(copy)

    monkeypatch.setattr(linking, "_link", slow)
    assert linking.counterpart(double_twice).py_func.__globals__["double"] is linking.counterparts[double]
    other.join(60)
    assert linked == [True]

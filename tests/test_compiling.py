"""Compiling beside CPython, and remembering what cannot be compiled."""

import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import numpy as np
import pytest

from faceup.engines.model import compiling, thresholds
from faceup.engines.model.compiling import Compilation, begin, place_of
from faceup.engines.model.limits import GivenUp
from faceup.engines.simulate import game_player, machine_code, numbered_games
from faceup.engines.simulate.game_player import CompiledGamePlayer, GamePlayer, compile_in_background
from faceup.engines.simulate.machine_code import FallbackPlayer
from faceup.engines.simulate.numbered_games import COMPILE_FROM
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve import engine as asking
from faceup.engines.solve.cyclic.bounded_table import compile_cyclic
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.induction.induction_engines import NativeInduction
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.games.fifteen import Fifteen
from faceup.games.hog import Hog
from faceup.games.one_handed import OneHanded
from faceup.library.finding import find_game
from faceup.native import kernels, not_compiled
from faceup.native.digests.digest import is_compiled
from faceup.native.kernels import shared_kernel
from faceup.native.not_compiled import InterpretedWarning, NotCompiled
from faceup.results.samples.sample import Sample
from faceup.results.sentences.samples import sample_parts
from faceup.rules.errors import UnsupportedError
from faceup.show.text.parts import part_lines
from tests.games.broken import Huge, Uncompilable
from tests.games.rounds import Chase

SUMS = '''
from faceup.rules import OVER, Game, NamedTuple

class Sums(Game):
    """Take 1 or 2 in turn; the sum of squares decides."""
    steps: int = 13

    class State(NamedTuple):
        left: int
        sum: int

    def start(self):
        return self.State(self.steps, 0)

    def turn(self, s):
        return OVER if s.left == 0 else s.left % 2

    def moves(self, s):
        yield 1
        yield 2

    def play(self, s, m):
        return self.State(s.left - 1, s.sum + m * m * s.left)

    def payoff(self, s):
        return (s.sum + 5 * 0) % 5 - 2
'''


class Never:
    """A compiler that is not done."""

    ended = False

    def done(self) -> bool:
        return False

    def wait(self, seconds: float) -> bool:
        return self.done()

    def end(self) -> None:
        self.ended = True


class AfterSome(Never):
    """A compiler that is done when it is asked so often."""

    def __init__(self, times: int) -> None:
        self.left = times

    def done(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.fixture
def sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """Rules that nobody has compiled, for a number in them is drawn; loops of engines may be there."""
    monkeypatch.delenv("FACEUP_COMPILE", raising=False)
    monkeypatch.setattr(thresholds, "INDUCTION_WORK", 100)  # what is more is worth a compiler
    monkeypatch.setattr(compiling, "processors", lambda: 2)
    path = tmp_path / "sums.py"
    path.write_text(SUMS.replace("5 * 0", f"5 * {uuid4().time_low}"))
    return find_game(f"{path}:Sums", ("steps=16",))


def test_of_two_processes_one_compiles_and_the_other_loads(tmp_path: Path) -> None:
    asked = """
from faceup.native.kernels import shared_kernel, times_plus
loop = shared_kernel(times_plus)
input()
print(loop(2.0, 3.0, 1.0), sum(loop.stats.cache_misses.values()))
"""
    command, pipe = [sys.executable, "-uc", asked], subprocess.PIPE
    environment = {**os.environ, "FACEUP_CACHE": str(tmp_path)}
    both = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) for _ in range(2)]
    try:
        for one in both:
            one.stdin.write("\n")
            one.stdin.flush()
        assert sorted(one.communicate(timeout=60)[0] for one in both) == ["7.0 0\n", "7.0 1\n"]
    finally:
        for one in both:
            one.kill()


def test_another_process_leaves_machine_code_on_disk(sums: Fifteen) -> None:
    assert not is_compiled(type(sums), "induction-native")
    tables, players = begin(NativeInduction.compile_task, sums), begin(game_player.COMPILE, sums, "random")
    assert isinstance(tables, Compilation)
    assert isinstance(players, Compilation)
    for one in (tables, players):
        assert one.wait(120.0)
    assert is_compiled(type(sums), "induction-native")
    table = NativeTable(sums)
    table.compile()
    assert sum(table.rules.kernel.stats.cache_hits.values()) == 1
    assert compile_in_background(GamePlayer(sums, 0, 100)) is None  # for there is nothing to do


def test_two_questions_wait_for_one_compiler(sums: Fifteen) -> None:
    first, second = begin(NativeInduction.compile_task, sums), begin(NativeInduction.compile_task, sums)
    assert first is second is not None
    first.end()
    third = begin(NativeInduction.compile_task, sums)
    assert third not in (first, None)
    third.end()  # type: ignore[union-attr]


def test_numbers_beyond_64_bits_at_the_start_are_played_in_cpython(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FACEUP_COMPILE", raising=False)
    monkeypatch.setattr(compiling, "processors", lambda: 2)
    with pytest.warns(InterpretedWarning, match="number leaves 64 bits; keep it in several fields"):
        found = simulate(Huge(), COMPILE_FROM, engine="auto")
    assert (found.engine, found.histogram) == ("cpython", {2**70 % 3: COMPILE_FROM})


def test_rules_are_played_in_cpython_where_numba_is_told_to_compile_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Picking(Fifteen):
        """A class of its own, for what was made of it while nothing compiles is of no use later."""

    class Dropping(OneHanded):
        """The same of a patience."""

    monkeypatch.setattr(kernels.config, "DISABLE_JIT", True)
    for kind in (Picking, Dropping):
        with pytest.warns(InterpretedWarning, match="NUMBA_DISABLE_JIT is set; unset it"):
            assert simulate(kind(), COMPILE_FROM, engine="auto").engine == "cpython"
    with pytest.raises(UnsupportedError, match="NUMBA_DISABLE_JIT is set"):
        solve(Picking(), engine="native")
    monkeypatch.undo()
    assert solve(Fifteen(), engine="native").value.exact == 0  # whose states are the same, also in later tests


def test_no_process_is_begun_in_vain(sums: Fifteen, monkeypatch: pytest.MonkeyPatch) -> None:
    class Local(Fifteen):
        pass

    assert place_of(Local) is None
    assert begin(NativeInduction.compile_task, Local()) is None
    monkeypatch.setattr(compiling, "processors", lambda: 1)  # that this process may use, of however many there are
    assert begin(NativeInduction.compile_task, sums) is None
    monkeypatch.setattr(compiling, "processors", lambda: 2)
    monkeypatch.setenv("FACEUP_COMPILE", "here")
    assert begin(NativeInduction.compile_task, sums) is None


@pytest.mark.parametrize("name", ["sums", "chase"])
def test_the_answer_is_that_of_machine_code_however_long_the_compiler_takes(
    name: str, sums: Fifteen, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, engine = (sums, "induction-native") if name == "sums" else (Chase(squares=120), "cyclic-native")
    expected = solve(game, exact=True)
    monkeypatch.setattr(asking, "is_compiled", lambda rules_class, engine: False)
    for compiler in (AfterSome(0), AfterSome(3), None):
        monkeypatch.setattr(asking, "begin", lambda *task, compiler=compiler: compiler)
        solution = solve(game)
        assert (solution.engine, solution.best(solution.start)) == (engine, expected.best(expected.start))
        assert solution.value.low <= expected.value.low == expected.value.high <= solution.value.high


def test_a_limit_ends_the_wait_for_the_compiler(sums: Fifteen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "is_compiled", lambda rules_class, engine: False)
    monkeypatch.setattr(asking, "begin", lambda *task: Never())
    told: list[int] = []
    solution = solve(sums, seconds=0.5, progress=told.append)
    assert (solution.value.how, solution.value.limit) == ("stopped", "time")
    assert told[-1] == 0  # so that whoever waits is told what for


def test_a_compiler_ends_with_a_question_that_is_given_up(sums: Fifteen, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped:
        def __init__(self) -> None:
            self.asked = 0

        def is_set(self) -> bool:
            self.asked += 1
            return self.asked > 5

    compiler = Never()
    monkeypatch.setattr(asking, "is_compiled", lambda rules_class, engine: False)
    monkeypatch.setattr(asking, "begin", lambda *task: compiler)
    with pytest.raises(GivenUp):
        solve(sums, stop=Stopped())  # type: ignore[call-overload]
    assert compiler.ended


def test_games_are_the_same_whoever_plays_them() -> None:
    interpreted = GamePlayer(Hog(), 5, 1000)
    expected = interpreted.outcomes(0, 300)
    for ready_after in (0, 1, 120, 1000):
        player = FallbackPlayer(interpreted, AfterSome(ready_after), lambda: CompiledGamePlayer(interpreted))
        parts = [player.outcomes(first, 100) for first in (0, 100, 200)]
        for k, array in enumerate(expected):
            assert (np.concatenate([part[k] for part in parts]) == array).all()
        assert player.engine == ("native" if ready_after < 300 else "cpython")


def test_nobody_waits_for_a_compiler_whose_code_has_nothing_left_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbered_games, "SOON", 0)
    monkeypatch.setattr(numbered_games, "compile_in_background", lambda player: AfterSome(10**9))
    sample = simulate(Fifteen(), COMPILE_FROM, seed=77, certify=False)
    assert (sample.games, sample.engine, sample.certified) == (COMPILE_FROM, "cpython", None)
    assert sample.interpreted == "as machine code was not ready"


def test_games_that_nobody_played_here_tell_nothing_of_machine_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbered_games, "SOON", 0)
    monkeypatch.setattr(numbered_games, "compile_in_background", lambda player: AfterSome(10**9))
    for computed in (COMPILE_FROM, 0):
        sample = simulate(Fifteen(), COMPILE_FROM, seed=78, certify=False, store=tmp_path / "store")
        assert sample.computed == computed
    assert sample.interpreted == ""
    assert list(part_lines(sample_parts(sample), 12, 80))[-1].endswith("2,000 of seed 78, all of them from the store")


def test_first_games_are_reported_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*parts: object) -> None:
        raise GivenUp

    monkeypatch.setattr(numbered_games, "certified_player", never)
    seen: list[Sample] = []
    with pytest.raises(GivenUp):
        simulate(Fifteen(), COMPILE_FROM, seconds=600, progress=seen.append)
    assert [(sample.engine, sample.games > 0) for sample in seen] == [("cpython", True)]


def test_few_games_wait_for_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    interpreted, seconds = GamePlayer(Hog(), 5, 1000), []
    machine_code.certified_player(interpreted, lambda: CompiledGamePlayer(interpreted), 10**9, seconds.append, [])
    machine_code.certified_player(interpreted, lambda: CompiledGamePlayer(interpreted), 10, seconds.append, [])
    assert seconds[0] > 1000 * seconds[1]


def test_the_compiler_is_not_asked_twice_about_what_it_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACEUP_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "sums.py"
    path.write_text("from contextlib import nullcontext" + SUMS.replace("yield 1\n", "with nullcontext(): yield 1\n"))
    first = find_game(f"{path}:Sums")
    with pytest.raises(NotCompiled) as raised:
        NativeTable(first).compile()
    again = NativeTable(find_game(f"{path}:Sums"))
    monkeypatch.setattr(type(again.rules.kernel), "compile", None)
    assert is_compiled(type(again.game), "induction-native")
    with pytest.raises(NotCompiled) as remembered:
        again.compile()
    for error in (raised.value, remembered.value):
        assert (Path(error.file), error.line) == (path, 19)
    assert raised.value.reason == remembered.value.reason


def test_cpython_goes_on_where_it_was_when_nothing_came_of_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(not_compiled, "_warned", set())
    monkeypatch.setattr(asking, "begin", lambda *task: AfterSome(1))
    monkeypatch.setattr(asking, "is_compiled", lambda rules_class, engine: False)
    with pytest.warns(InterpretedWarning):
        solution = solve(Uncompilable(steps=20_000))
    assert (solution.engine, solution.value.exact) == ("induction-cpython", 7)


def test_the_compiler_of_another_process_leaves_all_that_repeats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACEUP_CACHE", str(tmp_path / "cache"))
    compile_cyclic(Chase(squares=24))
    assert is_compiled(Chase, "cyclic-native")
    assert not is_compiled(Chase, "induction-native")


def flip_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)


def damage(folder: Path, how: str) -> None:
    """Damage the files of a cache: an index, and machine code."""
    index, code = sorted(folder.rglob("*.nbi")), sorted(folder.rglob("*.nbc"))
    assert index
    assert code
    for path in (*index, *code):
        if how == "cut":
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])
        elif how == "junk":
            path.write_bytes(b"no pickle" * 100)
        elif how == "empty":
            path.write_bytes(b"")
        elif how == "flipped":
            flip_bit(path)
    if how == "swapped":
        contents = [path.read_bytes() for path in code]
        for path, content in zip(code, contents[1:] + contents[:1], strict=True):
            path.write_bytes(content)


def test_machine_code_that_was_damaged_on_disk_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACEUP_CACHE", str(tmp_path))
    for how in ("new", "kept", "cut", "junk", "empty", "flipped", "swapped", "kept"):
        if how not in ("new", "kept"):
            damage(tmp_path, how)
        kernels = [shared_kernel(function) for function in (add, subtract)]
        assert [kernel(7, 2) for kernel in kernels] == [9, 5], how
        loaded = [sum(kernel.stats.cache_hits.values()) for kernel in kernels]
        assert loaded == ([1, 1] if how == "kept" else [0, 0]), how
        assert len(list(tmp_path.rglob("*"))) < 20  # nothing is left beside the files


def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACEUP_CACHE", str(tmp_path))
    monkeypatch.setattr(Path, "write_bytes", full_disk)
    assert shared_kernel(add)(7, 2) == 9


def full_disk(path: Path, content: bytes) -> int:
    raise OSError(28, "No space left on device")


def add(one: int, other: int) -> int:
    return one + other


def subtract(one: int, other: int) -> int:
    return one - other

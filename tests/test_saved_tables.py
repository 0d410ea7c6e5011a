"""Tables that last: what is read from a file is what was solved, and a file that is damaged or of something else is
refused."""

import json
import random
import shutil
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from faceup.engines.model.policies import play_through
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.induction import block_file
from faceup.engines.solve.induction.block_file import BLOCK, BlockFile, Rows, write_blocks
from faceup.engines.solve.induction.checkpoint import CheckpointedTable, CheckpointNote, CheckpointWarning
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.induction.value_rows import ValueRows
from faceup.library.finding import find_game
from faceup.native.state_rows import ORDERED, in_order
from faceup.results.answers.solution import Solution
from faceup.results.documents.codec import document as document_of
from faceup.results.documents.solution import Solved
from faceup.rules.errors import UsageError
from tests.games import payoffs
from tests.games.milestones import Turns

from .commands import Capture, run
from .library import deep

Damage = Callable[[bytes], bytes]
NATIVE = "induction-native"
GAMES = (("hog", "goal=10"), ("kalah", "pits=3"), ("three-fourteen",))
RULES = Path(payoffs.__file__).read_text()


def documents(solution: Solution) -> Any:
    """All that is told of a solution, and of some positions of it, but for time."""
    document: dict[str, Any] = document_of(Solved(solution, solution.opening()))
    document.pop("seconds")
    game, found = solution.game, []
    for number in range(5):
        for state, move in play_through(game, 0, number, ("random",), None, 30):
            found.append((state, solution.value_of(state), solution.distance(state)))
            if move is not None and game.turn(state) >= 0:
                found.append((solution.best(state), solution.move(state), solution.values(state)))
    return json.dumps(document), found, solution.bytes


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The saved table of a game of Kalah."""
    path = tmp_path_factory.mktemp("kept") / "kalah.table"
    solve(find_game("kalah", ("pits=3",)), engine=NATIVE).save(path)
    return path


def refused(path: Path, *words: str, name: str = "kalah", parameters: tuple[str, ...] = ("pits=3",)) -> None:
    """Asked about a game, the file is refused in one line that names it and says so."""
    with pytest.raises(UsageError) as caught:
        documents(solve(find_game(name, parameters), table=path))
    text = str(caught.value)
    assert repr(str(path)) in text
    assert "\n" not in text
    assert "; possible: " in text
    assert all(word in text for word in words), text


@pytest.mark.parametrize("words", GAMES, ids=lambda words: words[0])
def test_what_is_read_is_what_was_solved(tmp_path: Path, words: tuple[str, ...]) -> None:
    game, path = find_game(words[0], words[1:]), tmp_path / "table"
    solution = solve(game, engine=NATIVE)
    solution.save(path)  # before more positions are asked for
    found = solve(game, table=path)
    assert isinstance(found.table, NativeTable)
    assert found.engine == NATIVE
    assert documents(found) == documents(solution)


def test_the_same_table_is_the_same_file(tmp_path: Path, kept: Path) -> None:
    solve(find_game("kalah", ("pits=3",)), engine=NATIVE).save(tmp_path / "table")
    assert (tmp_path / "table").read_bytes() == kept.read_bytes()


def test_what_was_asked_for_later_changes_no_document(tmp_path: Path) -> None:
    game = find_game("three-fourteen")
    solution = solve(game, engine=NATIVE)
    solution.value_of(game.State(0, 0b1111))  # which no play leads to
    before = documents(solution)
    solution.save(tmp_path / "table")
    again = solve(game, table=tmp_path / "table")
    assert again.table.states > again.states
    assert documents(again) == before
    again.save(tmp_path / "table")  # in its own place
    assert documents(solve(game, table=tmp_path / "table")) == before


def test_positions_that_are_not_in_the_file_are_solved(tmp_path: Path) -> None:
    game = find_game("kalah", ("pits=3",))
    later = game.play(game.start(), next(iter(game.moves(game.start()))))
    solve(game, engine=NATIVE, start=later).save(tmp_path / "table")
    found, whole = solve(game, table=tmp_path / "table"), solve(game, engine=NATIVE)
    assert (found.value, found.opening()) == (whole.value, whole.opening())
    assert documents(solve(game, table=tmp_path / "table", start=later))[0] != documents(found)[0]


def test_a_table_that_forgot_is_saved_with_its_milestones(tmp_path: Path) -> None:
    game, path = Turns(turns=20), tmp_path / "table"
    found = solve(game, engine=NATIVE, memory=1.2e6)
    expected = documents(solve(game, engine=NATIVE))[1]
    found.save(path)
    again = solve(game, table=path)
    milestones: Any = again.table
    assert (again.value, again.states) == (found.value, found.states)
    assert milestones.stored < found.states / 10
    assert documents(again)[1] == documents(found)[1] == expected


def test_one_look_reads_one_block(tmp_path: Path) -> None:
    game, path = find_game("three-fourteen", ("high=10",)), tmp_path / "table"
    solution = solve(game, engine=NATIVE)
    solution.save(path)
    table: Any = solve(game, table=path).table
    assert table.file.checked.count(1) <= 2 < len(table.file.checked)
    assert table.tally() == solution.open_table.tally()
    assert all(table.file.checked)


def test_rows_in_the_order_of_fields_are_read_as_they_were(tmp_path: Path) -> None:
    game, path = find_game("hog", ("goal=10",)), tmp_path / "table"
    solution = solve(game, engine=NATIVE)
    table: Any = solution.table
    before = documents(solution)
    address = in_order(*table.row_store.ranges(1), rows=10**6)
    rows: ValueRows | None = table.move_rows(address)
    assert rows is not None
    assert rows.address[ORDERED] > 0
    table.use(rows)
    solution.save(path)
    found: Any = solve(game, table=path)
    assert len(found.table.file.arrays) == 2
    assert documents(found)[:2] == before[:2]
    outside = game.State(2, -1, 1, 0, 0)
    assert not found.table.knows(outside)
    value = solution.value_of(outside)
    assert found.value_of(outside) == value
    solution.save(path)
    kept: Any = solve(game, table=path).table
    assert kept.slot(outside) >= kept.row_store.address[ORDERED]  # among the rows whose words stand apart
    assert kept.value(outside) == value


def test_a_flipped_bit_is_refused_or_changes_nothing(tmp_path: Path, kept: Path) -> None:
    game, path, whole = find_game("kalah", ("pits=3",)), tmp_path / "table", kept.read_bytes()
    before, chosen, refusals = documents(solve(game, table=kept)), random.Random(7), list[str]()
    front = chosen.sample(range(8 * 800), 12)  # header and checksums
    for bit in [*front, *chosen.sample(range(8 * len(whole)), 30)]:
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        try:
            found = solve(game, table=path)
            assert documents(found) == before
            found.open_table.tally()
        except UsageError as error:
            refusals.append(str(error))
    assert all(repr(str(path)) in text and "\n" not in text for text in refusals)
    assert len(refusals) > 35  # all but those between header and rows


def test_the_row_that_is_damaged_is_refused(tmp_path: Path, kept: Path) -> None:
    game, path = find_game("kalah", ("pits=3",)), tmp_path / "table"
    shutil.copy(kept, path)
    table: Any = solve(game, table=path).table
    place = table.file.places[0][0] + 8 * table.row_store.slots.shape[1] * table.slot(game.start())
    with path.open("r+b") as file:
        file.seek(place)
        byte = file.read(1)
        file.seek(place)
        file.write(bytes([byte[0] ^ 1]))
    refused(path, "is damaged")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda whole: whole[:0], "is not a table that faceup saved"),
        (lambda whole: whole[:20], "is not a table that faceup saved"),
        (lambda whole: whole[:100], "is damaged"),
        (lambda whole: whole[:-1], "bytes in the place of"),
        (lambda whole: whole[: len(whole) // 2], "bytes in the place of"),
        (lambda whole: whole + b"\0", "bytes in the place of"),
        (lambda whole: b"junk\n" * 1000, "is not a table that faceup saved"),
        (lambda whole: whole[:16] + bytes([2]) + whole[17:], "has format 2"),
        (lambda whole: whole[:24] + b"\xff" * 8 + whole[32:], "is damaged"),
        (lambda whole: whole[:32] + b"[" * (len(whole) - 32), "is damaged"),
    ],
)
def test_a_cut_or_foreign_file_is_refused(tmp_path: Path, kept: Path, change: Damage, told: str) -> None:
    path = tmp_path / "table"
    path.write_bytes(change(kept.read_bytes()))
    refused(path, told)


def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path: Path, kept: Path) -> None:
    game, path = find_game("kalah", ("pits=3",)), tmp_path / "table"
    for change in (lambda whole: b"", lambda whole: whole[:5000], lambda whole: whole[:5000] + b"\xff" * 200_000):
        path.write_bytes(kept.read_bytes())
        found = solve(game, table=path)
        path.write_bytes(change(path.read_bytes()))
        assert found.value_of(game.start()) == solve(game, table=kept).value  # which was read before
        with pytest.raises(UsageError, match="is damaged"):
            found.open_table.tally()
    path.write_bytes(kept.read_bytes())
    found = solve(game, table=path)
    path.unlink()
    assert documents(found) == documents(solve(game, table=kept))


def with_header(path: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Write a file anew with another header, sealed as it should be."""
    file = BlockFile(path)
    file.check_all()
    header = file.header
    change(header)
    arrays = [Rows(each.shape, lambda begin, end, each=each: each[begin:end]) for each in map(np.array, file.arrays)]
    write_blocks(path, header, arrays)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda header: header.update(faceup="0.0.9"), "saved by faceup 0.0.9"),
        (lambda header: header.update(code="0"), "other code"),
        (lambda header: header.update(engine="search"), "is of kalah"),
        (lambda header: header.pop("table"), "its header is not what faceup writes"),
        (lambda header: header["table"].update(address=[1, 2, 3, 4, 5, 6]), "its header is not"),
        (lambda header: header["table"].update(with_errors=True), "its header is not"),
        (lambda header: header.pop("rules"), "other rules"),
    ],
)
def test_a_header_of_something_else_is_refused(tmp_path: Path, kept: Path, change: Any, told: str) -> None:
    path = tmp_path / "table"
    shutil.copy(kept, path)
    with_header(path, lambda header: None)
    assert path.read_bytes() == kept.read_bytes()
    with_header(path, change)
    refused(path, told)


def test_another_game_and_other_parameters_are_refused(kept: Path) -> None:
    refused(kept, "pits=3", "pits=4", parameters=("pits=4",))
    refused(kept, "is of kalah", "fifteen", name="fifteen", parameters=())


def test_edited_rules_are_refused(tmp_path: Path) -> None:
    rules, path = tmp_path / "stones.py", tmp_path / "table"
    rules.write_text(RULES)
    solve(find_game(f"{rules}:LastStone"), engine=NATIVE).save(path)
    rules.write_text(RULES.replace("in turn; whoever", "one after the other; whoever"))  # which changes no play
    assert solve(find_game(f"{rules}:LastStone"), table=path).value.low == 1
    rules.write_text(RULES.replace("if s.left > 1:", "if s.left > 2:"))
    refused(path, "other rules", name=f"{rules}:LastStone", parameters=())


def test_rules_without_a_lasting_digest_are_refused_at_once(tmp_path: Path, capsys: Capture) -> None:
    rules = tmp_path / "stones.py"
    text = RULES.replace("from faceup", "import threading\nLOCK = threading.Lock()\nfrom faceup", 1)
    rules.write_text(text.replace("if s.mover == 1 else self.lost", "if s.mover == 1 or not LOCK else self.lost"))
    code, out, err = run(capsys, "solve", f"{rules}:LastStone", "--save", str(tmp_path / "table"))
    assert (code, out) == (2, "")
    assert "no lasting digest" in err


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    refused(tmp_path / "nowhere", "No such file")
    refused(tmp_path, "Is a directory")


def test_a_place_where_nothing_can_be_written_is_refused(tmp_path: Path) -> None:
    solution = solve(find_game("kalah", ("pits=3",)), engine=NATIVE)
    for path, told in (
        (tmp_path / "no" / "table", "no such place"),
        (tmp_path, "a folder"),
        (Path("/dev/null"), "no"),
    ):
        with pytest.raises(UsageError, match=f"cannot be written: .*{told}"):
            solution.save(path)
    assert not list(tmp_path.iterdir())


def test_what_has_no_such_table_is_not_saved(tmp_path: Path) -> None:
    game = find_game("fifteen")
    with pytest.raises(UsageError, match="engine 'induction-native' alone keeps a table"):
        solve(game).save(tmp_path / "table")
    stopped = solve(find_game("kalah", ("pits=5",)), engine=NATIVE, memory=1 << 20)
    assert stopped.value.how == "stopped"
    with pytest.raises(UsageError, match="a limit was reached"):
        stopped.save(tmp_path / "table")
    assert not list(tmp_path.iterdir())


def test_what_solves_anew_takes_no_table(kept: Path) -> None:
    game = find_game("kalah", ("pits=3",))
    ways: list[dict[str, Any]] = [{"exact": True}, {"symmetries": True}, {"engine": "search"}, {"by": "theory"}]
    for way in ways:
        with pytest.raises(UsageError, match="solves the game anew"):
            solve(game, table=kept, **way)
    assert solve(game, table=kept, engine="native").value == solve(game).value


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table"
    shutil.copy(kept, path)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(block_file.os, "fsync", full)
    with pytest.raises(UsageError, match="No space left"):
        solve(find_game("kalah", ("pits=3",)), table=kept).save(path)
    assert path.read_bytes() == kept.read_bytes()
    assert list(tmp_path.iterdir()) == [path]


SAVING = """
import sys
from faceup.engines.solve.induction import block_file
from faceup.engines.solve.induction.block_file import Rows, write_blocks

def waits(descriptor):
    print("written", flush=True)
    sys.stdin.read()

block_file.os.fsync = waits
from pathlib import Path
import numpy as np
write_blocks(Path(sys.argv[1]), {}, [Rows((9, 9), lambda begin, end: np.zeros((end - begin, 9), np.int64))])
"""


def test_a_kill_while_writing_leaves_the_old_file(tmp_path: Path, kept: Path) -> None:
    path = tmp_path / "table"
    shutil.copy(kept, path)
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", SAVING, str(path)], **pipes) as saver:
        assert saver.stdout.readline() == "written\n"
        assert path.read_bytes() == kept.read_bytes()
        saver.send_signal(signal.SIGKILL)
    assert path.read_bytes() == kept.read_bytes()
    game = find_game("kalah", ("pits=3",))
    solve(game, table=kept).save(path)  # over what the other has left
    assert documents(solve(game, table=path)) == documents(solve(game, table=kept))
    assert list(tmp_path.iterdir()) == [path]


KILLED = """
import os, signal, sys
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.induction import checkpoint, native_table
from faceup.library.finding import find_game

checkpoint.EVERY = checkpoint.SHARE = 0
native_table.TOGETHER_FROM = 1000
write = checkpoint.CheckpointedTable.write

def written(table):
    write(table)
    if table.states >= 10_000:
        os.kill(os.getpid(), signal.SIGKILL)

checkpoint.CheckpointedTable.write = written
solve(find_game(sys.argv[3], sys.argv[4:]), engine="induction-native", checkpoint=sys.argv[1], threads=int(sys.argv[2]))
"""


LARGER = ("kalah", "pits=3", "seeds=3")


def left_by_a_kill(path: Path, threads: int = 1, words: tuple[str, ...] = LARGER) -> None:
    """Have a process solve a game that is killed at a checkpoint in the midst of it.

    How many checkpoints two threads write is a matter of luck, so the kill goes by the number of states.
    """
    command = [sys.executable, "-c", KILLED, str(path), str(threads), *words]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert path.exists()


@pytest.mark.parametrize(("threads", "words"), [deep(1, LARGER), (2, LARGER), deep(1, ("hog", "goal=20"))])
def test_what_was_killed_goes_on(tmp_path: Path, threads: int, words: tuple[str, ...]) -> None:
    path, game = tmp_path / "unfinished", find_game(words[0], words[1:])
    left_by_a_kill(path, threads, words)
    with pytest.warns(CheckpointNote):
        begun = CheckpointedTable(game, path)
    with pytest.warns(CheckpointNote, match="going on from .*unfinished', which has [0-9,]+ states"):
        gone_on = solve(game, engine=NATIVE, checkpoint=path, threads=threads)
    at_once = solve(game, engine=NATIVE, threads=threads)
    assert 0 < begun.states < at_once.states
    assert documents(gone_on)[:2] == documents(at_once)[:2]
    gone_on.save(tmp_path / "table")
    assert not path.exists()
    assert documents(solve(game, table=tmp_path / "table"))[1] == documents(at_once)[1]


def test_a_checkpoint_of_something_else_is_not_used(tmp_path: Path) -> None:
    path, expected = tmp_path / "unfinished", solve(find_game("kalah", ("pits=3",)), engine=NATIVE)
    left_by_a_kill(path)
    whole = path.read_bytes()
    with pytest.raises(UsageError, match="is of a solve that has not ended"):
        solve(find_game(LARGER[0], LARGER[1:]), table=path)
    with warnings.catch_warnings():  # of other parameters nothing is said
        warnings.simplefilter("error")
        assert solve(find_game("kalah", ("pits=3",)), engine=NATIVE, checkpoint=path).value == expected.value
    for place in (40, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.warns(CheckpointWarning, match="solved from the beginning: the table .* is damaged"):
            found = solve(find_game(LARGER[0], LARGER[1:]), engine=NATIVE, checkpoint=path)
        assert found.value.exact is not None
    with pytest.raises(UsageError, match="is for engine='induction-native'"):
        solve(find_game(LARGER[0], LARGER[1:]), checkpoint=path)


def test_a_limit_leaves_a_checkpoint(tmp_path: Path, capsys: Capture) -> None:
    words = ("solve", "kalah", "pits=3", "seeds=3", "--save", str(tmp_path / "table"), "--threads", "1")
    code, _, err = run(capsys, *words, "--memory", "0.002")
    assert code == 3
    assert "the table so far is in 'table.unfinished', and the same command goes on from there" in err
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        code, out, err = run(capsys, *words)
    assert code == 0
    assert "going on from" in err
    assert out.splitlines()[1] == run(capsys, *words[:4])[1].splitlines()[1]
    assert [path.name for path in tmp_path.iterdir()] == ["table"]


def test_one_at_a_time_writes(tmp_path: Path) -> None:
    path = tmp_path / "table"
    order: list[str] = []
    waiting, go_on = threading.Event(), threading.Event()

    def slowly(begin: int, end: int) -> Any:
        order.append("first")
        waiting.set()
        assert go_on.wait(60)
        return np.zeros((end - begin, 1), np.int64)

    def quickly(begin: int, end: int) -> Any:
        order.append("second")
        return np.ones((end - begin, 1), np.int64)

    writers = [
        threading.Thread(target=write_blocks, args=(path, {}, [Rows((5, 1), rows)])) for rows in (slowly, quickly)
    ]
    writers[0].start()
    assert waiting.wait(60)
    writers[1].start()
    go_on.set()
    for writer in writers:
        writer.join()
    assert order == ["first", "second"]
    assert BlockFile(path).arrays[0].tolist() == [[1]] * 5


def test_each_block_has_its_checksum(tmp_path: Path) -> None:
    path, rows = tmp_path / "table", BLOCK // 8 * 20 + 3
    numbers = np.arange(3 * rows, dtype=np.int64).reshape(rows, 3)
    write_blocks(
        path, {"a": 1}, [Rows((rows, 3), lambda a, b: numbers[a:b]), Rows((2, 1), lambda a, b: numbers[:2, :1])]
    )
    file = BlockFile(path)
    assert file.header["a"] == 1
    file.check(0, BLOCK // 24)  # a row that lies in two blocks
    assert [k for k, known in enumerate(file.checked) if known] == [0, 1]
    file.check_all()
    assert (file.arrays[0] == numbers).all()
    assert file.arrays[1].tolist() == [[0], [3]]
    file.arrays[0][:] = 0  # in this process alone
    again = BlockFile(path)
    again.check_all()
    assert (again.arrays[0] == numbers).all()


def test_the_commands_answer_from_a_file(tmp_path: Path, capsys: Capture) -> None:
    path, game = str(tmp_path / "table"), ("hog", "goal=10")

    def document(*words: str) -> Any:
        code, out, err = run(capsys, *words, "--json")
        assert (code, err) == (0, "")
        found = json.loads(out)
        return {name: value for name, value in found.items() if name not in ("seconds", "games_per_second")}

    saved = document("solve", *game, "--save", path)
    assert saved["engine"] == NATIVE
    assert document("solve", *game, "--table", path) == saved
    other, board = str(tmp_path / "other"), ("kalah", "pits=2")
    document("solve", *board, "--save", other)
    for words in (["why", *board], ["why", *board, "1"], ["simulate", *board, "--policy", "best", "--games", "50"]):
        kept, found = document(*words), document(*words, "--table", other)
        assert found | {"certified": 0} == kept | {"certified": 0}  # CPython solved this one, and needs no certificate
    code, out, err = run(capsys, "solve", "hog", "goal=11", "--table", path)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert path in err
    code, _, err = run(capsys, "solve", *game, "--save", str(tmp_path / "no" / "table"))
    assert code == 2
    assert "no such place" in err
    code, _, err = run(capsys, "solve", *game, "--engine", "search", "--save", path)
    assert code == 2
    assert "keeps no table" in err
    code, _, err = run(capsys, "solve", "kalah", "--memory", "0.001", "--save", path)
    assert code == 3
    assert "the same command goes on from there" in err
    assert document("solve", *game, "--table", path) == saved
    code, _, err = run(capsys, "solve", *game, "--play", "random", "--table", path)
    assert code == 2
    assert "--table is of best play" in err
    code, _, err = run(capsys, "simulate", *game, "--table", path)
    assert code == 2
    assert "--policy best" in err
    code, _, err = run(capsys, "play", "hog", "goal=12", "--table", path)
    assert code == 2
    assert "goal=12" in err


def test_a_move_is_looked_up(kept: Path, tmp_path: Path, capsys: Capture) -> None:
    words = ("move", "kalah", "pits=3")
    assert run(capsys, *words, "--table", str(kept), typed="0") == run(capsys, *words, typed="0")
    code, out, err = run(capsys, *words, "--table", str(tmp_path), typed="0")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    code, out, err = run(capsys, "play", "kalah", "pits=3", "--table", str(kept), "--hints", typed="1\nquit\n")
    assert code == 0

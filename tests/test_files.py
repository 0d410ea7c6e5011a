"""Files: renamed into place, through links, and poured into what is not a file."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from faceup.rules import UsageError
from faceup.show.files import check_place, write_csv, write_file

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of another kind")

LINES = "a,b\r\n1,2\r\n"


def written(path: Path) -> None:
    check_place(path)
    write_csv(path, ("a", "b"), [(1, 2)])


def test_a_file_is_replaced_and_nothing_else_stays(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("before")
    written(path)
    assert path.read_bytes().decode() == LINES
    assert os.listdir(tmp_path) == ["table.csv"]


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path, there: bool) -> None:
    (tmp_path / "data").mkdir()
    target = tmp_path / "data" / "table.csv"
    if there:
        target.write_text("before")
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    first.symlink_to(Path("data") / "table.csv")
    second.symlink_to(first)
    written(second)
    assert first.is_symlink()
    assert second.is_symlink()
    assert target.read_bytes().decode() == LINES
    assert sorted(os.listdir(tmp_path)) == ["data", "first.csv", "second.csv"]
    assert os.listdir(tmp_path / "data") == ["table.csv"]


def test_a_pipe_is_given_the_bytes_and_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe.csv"
    os.mkfifo(path)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()), daemon=True)
    reader.start()
    written(path)
    reader.join(10)
    assert got == [LINES.encode()]
    assert stat.S_ISFIFO(path.lstat().st_mode)
    assert os.listdir(tmp_path) == ["pipe.csv"]


WRITE = """
import sys
from pathlib import Path
from faceup.show.files import check_place, write_csv
path = Path(sys.argv[1])
print("before")
check_place(path)
write_csv(path, ("a", "b"), [(1, 2)])
print("after")
"""


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no /dev/stdout")
@pytest.mark.parametrize("to", ["pipe", "file"])
def test_standard_output_keeps_what_was_printed(tmp_path: Path, to: str) -> None:
    path = tmp_path / "out"
    link = tmp_path / "link"  # never the device itself: broken code could replace it
    link.symlink_to("/dev/stdout")
    command = [sys.executable, "-c", WRITE, str(link)]
    with path.open("wb") as file:
        done = subprocess.run(command, stdout=subprocess.PIPE if to == "pipe" else file, check=True)
    assert (done.stdout if to == "pipe" else path.read_bytes()).decode() == f"before\n{LINES}after\n"
    assert link.is_symlink()


def test_a_place_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    nowhere, link = tmp_path / "none" / "table.csv", tmp_path / "link.csv"
    link.symlink_to(nowhere)
    for path in (nowhere, link):
        with pytest.raises(UsageError, match=f"{path.name}' cannot be written: no such place"):
            check_place(path)
        with pytest.raises(UsageError, match="cannot be written: No such file"):
            write_csv(path, ("a",), [])
    link.unlink()
    link.symlink_to(tmp_path)
    for path in (tmp_path, link):
        with pytest.raises(UsageError, match="it is a folder"):
            check_place(path)
    assert check_place(tmp_path / "table.csv") is None
    assert list(tmp_path.iterdir()) == [link], "to ask leaves nothing"


@pytest.mark.skipif(sys.platform != "linux", reason="for want of /proc")
def test_a_place_that_takes_no_files_is_refused_even_if_rights_are_granted() -> None:
    with pytest.raises(UsageError, match="cannot be written: "):
        check_place(Path("/proc/table.csv"))


def test_what_fails_on_the_way_leaves_what_was_there(tmp_path: Path) -> None:
    path, link = tmp_path / "table.csv", tmp_path / "link.csv"
    path.write_text("before")
    link.symlink_to(path)

    def fails(beside: Path) -> None:
        beside.write_text("half")
        raise OSError("no more room")

    with pytest.raises(UsageError, match=r"link.csv' cannot be written: no more room"):
        write_file(link, fails)
    assert path.read_text() == "before"
    assert sorted(os.listdir(tmp_path)) == ["link.csv", "table.csv"]

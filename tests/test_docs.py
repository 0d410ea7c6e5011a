"""What README and docs show is executed: README from the installed wheel, the other pages in this process."""

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from faceup.cli import main

ROOT = Path(__file__).parent.parent
README, DOCS = ROOT / "README.md", sorted((ROOT / "docs").rglob("*.md"))
BLOCK = re.compile(r"```(python|console)\n(.*?)```", re.DOTALL)
PICTURE = re.compile(r"!\[[^\]]*\]\((\S+?\.svg)\)")
FILE = re.compile(r"# file: (\S+)\n")
BEFORE = re.compile(r"<!-- with the files of (\S+\.md) -->")  # a page that is read before, and what it wrote
LONG = {"best-card-theory", "design", "speed"}  # to look things up in
MOST_WORDS = 1_500
CHECKER = doctest.OutputChecker()
# [echo "sent" |] faceup ... [; echo "exit code $?"], and no other sign that a shell knows.
ONE_COMMAND = re.compile(
    r"""(?:(?P<how>echo|printf)\ (?P<quote>["'])(?P<sent>.*?)(?P=quote)\ \|\ )?
        (?P<words>faceup\ (?:[^|;<>&$`*?"]|"[^$`"\\]*")*)(?P<code>;\ echo\ "exit\ code\ \$\?")?""",
    re.VERBOSE,
)


class Done(NamedTuple):
    code: int
    out: str
    err: str


def commands(block: str) -> list[tuple[str, str]]:
    """Each command of a console block with the output shown under it."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(head, tail) for head, _, tail in (part.partition("\n") for part in parts)]


def trimmed(text: str) -> str:
    """Without the spaces that tables end their lines with, and the compiling of rules that were not compiled before."""
    return re.sub(r" +$|, after [\d.]+ s of compiling", "", text, flags=re.MULTILINE)


def written(picture: Path) -> list[str]:
    """Everything that is written in a picture: titles, axes, numbers, names."""
    return [
        "".join(element.itertext()) for element in ElementTree.parse(picture).iter() if element.tag.endswith("}text")
    ]


def in_a_shell(command: str) -> Done:
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    return Done(done.returncode, done.stdout, done.stderr)


def in_this_process(command: str) -> Done:
    """The same as ``in_a_shell``, which does what is more than one command."""
    found = ONE_COMMAND.fullmatch(command)
    if not found:
        return in_a_shell(command)
    sent = found["sent"] or ""
    typed = sent + "\n" if found["how"] == "echo" else sent.replace("\\n", "\n")
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patched, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        with warnings.catch_warnings(), pytest.raises(SystemExit) as caught:
            main(shlex.split(found["words"])[1:])
    code = int(caught.value.code or 0)
    if found["code"]:
        return Done(0, f"{out.getvalue()}exit code {code}\n", err.getvalue())
    return Done(code, out.getvalue(), err.getvalue())


def session_in_this_process(session: str) -> str:
    """What differs in a session of Python."""
    out = io.StringIO()
    test = doctest.DocTestParser().get_doctest(session, {"__name__": "__main__"}, "session", "session", 0)
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(test, out=out.write)
    return out.getvalue()


def execute(page: Path, run: Callable[[str], Done], differs: Callable[[str], str]) -> None:
    """Everything that the page shows, in the current folder."""
    Path("pictures").mkdir()
    for before in BEFORE.findall(page.read_text()):
        for _, block in BLOCK.findall((page.parent / before).read_text()):
            if name := FILE.match(block):
                Path(name[1]).write_text(block)
    for kind, block in BLOCK.findall(page.read_text()):
        if kind == "console":
            for command, shown in commands(block):
                done = run(command)
                assert done.code == 0, f"{command}: {done.err}"
                assert CHECKER.check_output(shown, trimmed(done.out), doctest.ELLIPSIS), (
                    f"{command} printed\n{done.out}"
                )
        elif name := FILE.match(block):
            Path(name[1]).write_text(block)
        elif name := re.match(r"# from: (\S+)\n", block):  # a part of a file that is shown as it stands
            assert block[name.end() :].strip() in (ROOT / "src" / "faceup" / name[1]).read_text(), name[1]
        elif ">>>" in block:
            assert not differs(block)
        else:
            compile(block, page.name, "exec")
            raise AssertionError(f"{page.name} shows Python that no test runs: {block}")
    # A picture is what its command draws today: `make pictures` draws them all again.
    for picture in PICTURE.findall(page.read_text()):
        assert Path(picture).exists(), f"no command on {page.name} draws {picture}"
        assert written(page.parent / picture) == written(Path(picture)), picture


def test_a_guide_is_read_at_one_sitting_and_every_page_ends_with_the_next_step() -> None:
    long = [page.name for page in DOCS if page.stem not in LONG and len(page.read_text().split()) >= MOST_WORDS]
    assert long == []
    last = {page.name: page.read_text().rstrip().rpartition("\n\n")[2] for page in DOCS}
    assert [name for name, text in last.items() if not text.startswith("**Next:** [")] == []


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for needed in ("pyspiel", "gymnasium", "pettingzoo") if page.name == "interchange.md" else ():
        pytest.importorskip(needed)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.syspath_prepend(tmp_path)
    execute(page, in_this_process, session_in_this_process)


def test_readme(installed: dict[str, str], tmp_path: Path) -> None:
    """In one process: to begin one for each command would take longer than the commands."""
    program = """
from tests.test_docs import README, execute, in_this_process, session_in_this_process
execute(README, in_this_process, session_in_this_process)
"""
    path = f"{installed['PYTHONPATH']}{os.pathsep}{ROOT}"
    command, env = [sys.executable, "-c", program], installed | {"PYTHONPATH": path}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_wheel_is_what_runs(installed: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import faceup; print(faceup.__file__)"]
    where = subprocess.run(command, cwd=tmp_path, env=installed, capture_output=True, text=True, check=True).stdout
    assert installed["PYTHONPATH"] in where
    script = Path(installed["PYTHONPATH"]) / "bin" / "faceup"
    done = subprocess.run(
        [script, "move", "three-fourteen"], input="4 5 2 6 3\n", env=installed, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "5 5 2 6 3 1\n")


@pytest.mark.parametrize(
    "command",
    [
        'echo "4 5 2 6 3" | faceup move three-fourteen',
        "printf '4 5 2 6 3\\n0\\n2 5 5\\n' | faceup serve three-fourteen --stdio",
        'faceup same three-fourteen tic-tac-toe; echo "exit code $?"',
        'faceup solve "no > game"',
    ],
)
def test_a_command_in_this_process_is_as_in_a_shell(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert ONE_COMMAND.fullmatch(command)
    assert in_this_process(command) == in_a_shell(command)

"""``faceup play`` on a terminal: completion, colours, interrupts, the animation of a patience."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .visiting import PATIENCE, wait_until

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

# The terminal must be the one that controls the process, or an interrupt would not reach it.
BEGIN = "import fcntl, os, sys, termios; fcntl.ioctl(1, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"


class Terminal:
    """A command on a terminal of 80 columns and 24 lines; its input may be a file."""

    def __init__(self, words: tuple[str, ...], folder: Path, typed: Path | None = None, **environment: str) -> None:
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(self.master, (24, 80))
        clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")}
        clean |= {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"} | environment
        command = [sys.executable, "-c", BEGIN, sys.executable, "-m", "faceup", "play", *words]
        source = slave if typed is None else os.open(typed, os.O_RDONLY)
        self.process = subprocess.Popen(
            command, stdin=source, stdout=slave, stderr=slave, env=clean, cwd=folder, start_new_session=True
        )
        for handle in {source, slave}:
            os.close(handle)
        self.seen = ""

    def read(self, until: Callable[[str], bool]) -> str:
        """What is shown next, up to where it is enough."""
        found, end = b"", time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    part = os.read(self.master, 65536)
                except OSError:  # the other side is closed
                    part = b""
                found += part
                if not part:
                    break
            if until(found.decode("utf-8", "replace")):
                break
        text = found.decode("utf-8", "replace").replace("\r\n", "\n")
        self.seen += text
        assert until(text), self.seen
        return text

    def wait_for(self, text: str) -> str:
        return self.read(lambda seen: text in bare(seen))

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def answer(self, text: str, until: str) -> str:
        self.type(text + "\r")
        return self.wait_for(until)

    def interrupt(self, at_work: bool = False) -> tuple[int, str]:
        """The same after Ctrl-C, without what a terminal obeys."""
        if not at_work:  # CPython's readline may not hear an interrupt at the very moment of a key
            wait_until(self.idle)
        self.type("\x03")
        code, text = self.end()
        return code, bare(text)

    def idle(self) -> bool:
        """Whether it did nothing for a moment, as far as the system tells."""
        before = self.status()
        time.sleep(0.1)
        return before == self.status() and "R (running)" not in before

    def status(self) -> str:
        """Whether it sleeps, and how often it began to."""
        status = Path(f"/proc/{self.process.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return "\n".join(line for line in lines if line.startswith("State:") or "ctxt_switches" in line)

    def end(self) -> tuple[int, str]:
        """The exit code, and what was still shown."""
        found, end = b"", time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                part = os.read(self.master, 65536) if select.select([self.master], [], [], 0.1)[0] else None
            except OSError:
                break
            if part == b"":
                break
            found += part or b""
        return self.process.wait(PATIENCE), found.decode("utf-8", "replace").replace("\r\n", "\n")

    def close(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(PATIENCE)
        os.close(self.master)


def bare(text: str) -> str:
    """The text without what a terminal obeys."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r\n", "\n")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Begin ``faceup play`` with these words."""
    begun: list[Terminal] = []

    def begin(*words: str, **more: Any) -> Terminal:
        begun.append(Terminal(words, tmp_path, **more))
        return begun[-1]

    yield begin
    for one in begun:
        one.close()


Begin = Callable[..., Terminal]


def test_a_game_on_a_terminal(terminal: Begin) -> None:
    screen = terminal("three-fourteen", "--strength", "first", "--seed", "4")
    screen.wait_for("your move 1> ")
    screen.answer("6", "your move 3> ")
    screen.answer("3", "your move 5> ")
    shown = bare(screen.answer("5", "the game is over> "))
    assert "You win.\n" in shown
    assert "Next: again, switch (sides), undo, review, save FILE; Enter quits.\n" in shown
    assert "back before move 5\n" in bare(screen.answer("undo", "your move 5> "))
    screen.answer("5", "the game is over> ")
    screen.type("\r")
    code, rest = screen.end()
    assert (code, bare(rest).strip()) == (0, "")


def test_tab_completes_moves_and_commands(terminal: Begin) -> None:
    pytest.importorskip("readline")
    screen = terminal("nim", "--strength", "first")
    screen.wait_for("your move 1> ")
    screen.type("take 5\t\r")  # a whole line, blanks and all
    assert "take 5 from heap" in bare(screen.wait_for("your move 3> "))
    screen.type("hel\t\r")
    assert "the legal moves" in bare(screen.wait_for("your move 3> "))
    screen.type("take \t\t")
    listed = bare(screen.wait_for("take 4 from heap"))
    assert "take 1 from heap" in listed
    assert screen.interrupt()[0] == 130


def test_what_was_typed_comes_back_with_the_arrow(terminal: Begin) -> None:
    pytest.importorskip("readline")
    screen = terminal("fifteen", "--strength", "first")
    screen.wait_for("your move 1> ")
    screen.answer("nonsense", "your move 1> ")
    screen.type("\x1b[A\r")
    assert bare(screen.wait_for("lists the commands")).count("nonsense") == 2


def test_two_who_see_different_things_take_turns_to_look(terminal: Begin) -> None:
    screen = terminal("rock-paper-scissors", "as=both")
    shown = bare(screen.wait_for("the first player alone may look now; Enter goes on> "))
    assert "Both players show rock" in shown
    screen.answer("", "the first player, move 1> ")
    shown = screen.answer("rock", "the second player alone may look now; Enter goes on> ")
    assert "\x1b[3J" in shown.split("rock")[1], "what was typed is taken away"
    shown = bare(screen.answer("", "the second player, move 2> "))
    assert "rock" not in shown
    screen.type("\x1b[A\x1b[A")  # nor does the arrow bring it back
    shown = bare(screen.answer("paper", "the game is over> "))
    assert "the first player: rock" in shown
    assert "The second player wins." in shown


@pytest.mark.parametrize("typed", ["", "5"])
def test_an_interrupt_leaves_with_one_line(terminal: Begin, typed: str) -> None:
    screen = terminal("fifteen", "--strength", "first")
    screen.wait_for("your move 1> ")
    screen.type(typed)
    if typed:
        screen.wait_for(typed)
    code, rest = screen.interrupt()
    assert code == 130
    assert re.fullmatch(r"faceup: interrupted( in .*)?", rest.strip().removeprefix("^C").strip())
    assert "Traceback" not in rest


def test_an_interrupt_keeps_the_game_where_it_was_said(terminal: Begin, tmp_path: Path) -> None:
    screen = terminal("fifteen", "--strength", "first", "--save", "game.json")
    screen.wait_for("your move 1> ")
    screen.answer("5", "your move 3> ")
    code, rest = screen.interrupt()
    assert code == 130
    assert "saved 2 moves in 'game.json'" in rest
    assert '"moves": [5, 1]' in (tmp_path / "game.json").read_text()


@pytest.mark.parametrize(("typed", "said"), [("", ""), ("5\r", "save keeps it before you leave, and --load FILE")])
@pytest.mark.parametrize("end", ["\x04", "quit\r"])
def test_leaving_says_how_to_go_on(terminal: Begin, typed: str, said: str, end: str) -> None:
    screen = terminal("fifteen", "--strength", "first")
    screen.wait_for("your move 1> ")
    if typed:
        screen.type(typed)
        screen.wait_for("your move 3> ")
    screen.type(end)
    code, rest = screen.end()
    assert code == 0
    assert said in " ".join(bare(rest).split())
    assert bool(said) == ("not kept" in rest)


def test_a_game_that_was_saved_is_told_how_to_go_on(terminal: Begin) -> None:
    screen = terminal("fifteen", "--strength", "first")
    screen.wait_for("your move 1> ")
    screen.answer("save here.json", "your move 1> ")
    screen.answer("5", "your move 3> ")
    screen.answer("save", "your move 3> ")
    screen.type("\x04")
    code, rest = screen.end()
    assert (code, bare(rest).strip()) == (0, "faceup play fifteen --load here.json goes on")


def test_a_seed_is_drawn_and_told(terminal: Begin) -> None:
    seeds = set()
    for _ in range(2):
        found = re.search(r", seed ([0-9]+)\n", bare(terminal("pig").wait_for("your move 1> ")))
        assert found
        seeds.add(found[1])
    assert len(seeds) == 2


def test_colour_is_for_terminals_without_no_color(terminal: Begin) -> None:
    game = ("tic-tac-toe", "--strength", "first", "--seed", "0")
    coloured = terminal(*game)
    coloured.wait_for("your move 1> ")
    assert "\x1b[1;4;36mX\x1b[0m" in coloured.answer("b2", "your move 3> ")
    texts = []
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        plain = terminal(*game, **environment)
        plain.wait_for("your move 1> ")
        plain.answer("b2", "your move 3> ")
        shown = re.sub(r"\x1b\[\?2004[hl]|\x1b\[\?1034h", "", plain.seen)  # what readline says to any terminal
        assert "\x1b" not in shown
        texts.append(shown)
    texts.append(bare(coloured.seen))
    assert len({tuple(line.strip() for line in text.splitlines()) for text in texts}) == 1


def test_a_patience_is_drawn_in_place(terminal: Begin) -> None:
    screen = terminal("one-handed", "suits=2", "ranks=3", "--seed", "4", "--speed", "50")
    code, text = screen.end()
    assert code == 0
    assert "\x1b[1A" in text  # up, to draw the table anew
    shown = bare(text)
    for told in ("deal", "1. draw", "4. draw", "5. drop four", "7. draw"):
        assert f"{told}" in shown
    assert "[K♠]" not in shown
    assert "\x1b[1;31m[3♥]" in text
    assert shown.rstrip().endswith("Score 2, not won, after 7 steps.")
    assert text.count("\x1b[?25l") == text.count("\x1b[?25h") == 1  # the cursor is back


def test_a_patience_without_waiting_or_cursor_is_told(terminal: Begin) -> None:
    words = ("one-handed", "suits=2", "ranks=3", "--seed", "4")
    for screen in (terminal(*words, "--speed", "0"), terminal(*words, TERM="dumb")):
        code, text = screen.end()
        assert code == 0
        assert "1-4. draw (4 times)\n" in text
        assert "\x1b[1A" not in text


def test_a_patience_takes_its_time_and_can_be_interrupted(terminal: Begin) -> None:
    screen = terminal("clock", "--seed", "1", "--speed", "2", NO_COLOR="1")
    screen.wait_for("3. turn")
    screen.type("\x03")
    code, rest = screen.end()
    assert code == 130
    assert bare(rest).rstrip().endswith("faceup: interrupted")
    assert "\x1b[1;31m" not in screen.seen + rest
    assert rest.count("\x1b[?25h") == 1


def test_a_table_that_is_higher_than_the_window_is_cut_to_it(terminal: Begin) -> None:
    screen = terminal("war", "--seed", "1", "--speed", "200", COLUMNS="30", LINES="8")
    code, text = screen.end()
    assert code == 0
    assert "... " in bare(text)
    ups = [len(found.group().split("\x1b[1A")) - 1 for found in re.finditer(r"(?:\x1b\[2K|\x1b\[1A|\r)+", text)]
    assert max(ups) <= 7


def test_work_that_takes_long_is_announced_and_can_be_interrupted(terminal: Begin) -> None:
    screen = terminal("fifteen", "high=24", "target=36", "as=second")
    screen.wait_for("working the game out; Ctrl-C leaves, 1 s")
    code, rest = screen.interrupt(at_work=True)
    assert code == 130
    assert re.search(r"faceup: interrupted( in .*)?$", rest.strip())


def test_input_that_is_no_terminal_is_echoed(terminal: Begin, tmp_path: Path) -> None:
    (tmp_path / "moves").write_text("6\n3\nsave\n5\n")
    code, text = terminal("three-fourteen", "--strength", "first", typed=tmp_path / "moves").end()
    assert code == 0
    assert "count=3\n" in bare(text)
    for told in (
        "your move 1> 6\n",
        "your move 3> 3\n",
        "your move 5> save\nsaved 4 moves",
        "your move 5> 5\n",
        "You win.\n",
    ):
        assert told in bare(text)
    assert "\x1b[1m" in text

"""Where a game is shown and answered: a terminal, or pipes."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from faceup.cli.common import console
from faceup.cli.waiting import clock
from faceup.rules.errors import UsageError
from faceup.show.text.styled_lines import Text, clean, prose

if TYPE_CHECKING:
    from rich.console import Console

LONGEST_ANSWER = 10_000  # bytes of a line that is read


class Screen:
    """Standard output, as wide as it is, and answers from standard input.

    ``talks``: a person sits at a terminal. ``coloured``: the output is a terminal, and NO_COLOR is not set.
    ``moves``: the output is a terminal on which lines can be drawn anew.
    """

    def __init__(self) -> None:
        out = sys.stdout.isatty()
        self.moves = out and os.environ.get("TERM") not in ("dumb", "unknown")
        self.talks = out and sys.stdin is not None and sys.stdin.isatty()
        self.coloured = self.moves and not os.environ.get("NO_COLOR")
        self.encoding = sys.stdout.encoding or "utf-8"
        self._console: Console | None = None
        if self.talks:
            sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]

    @property
    def width(self) -> int:
        """Now: a window may be made narrower at any time. 80 where it is none, unless COLUMNS says otherwise."""
        return max(shutil.get_terminal_size().columns, 2)

    @property
    def height(self) -> int:
        return shutil.get_terminal_size().lines

    def show(self, lines: Iterable[Text]) -> None:
        """Print lines that are laid out."""
        clock.hide()
        for line in lines:
            if self.coloured:
                self.console.print(self.paint_line(line))
            else:
                self._write(line.plain.rstrip() + "\n")

    def clear(self) -> None:
        """Take away what is shown, what could be scrolled back to, where a terminal can do that, and what was typed."""
        if self.moves:
            self._write("\x1b[3J\x1b[2J\x1b[H")
        with suppress(ImportError):
            import readline

            readline.clear_history()

    def say(self, text: str = "", style: str = "", indent: int = 0, hanging: int = 0) -> None:
        """Print prose, wrapped."""
        self.show(prose(text, self.width, style, indent, hanging))

    def ask(self, prompt: str, possible: Sequence[str], expected: bool = True) -> str | None:
        """One line; None at the end of the input. Tab completes what is possible.

        Where no person sits at a terminal, what was read is shown behind the prompt; if no answer is ``expected``, only
        when there is one.
        """
        if self.talks:
            with completion(possible):
                try:
                    return input(prompt)
                except EOFError:
                    print()
                    return None
                except KeyboardInterrupt:
                    print()
                    raise
        if sys.stdin is None:
            raise UsageError("standard input is closed; send moves, one a line")
        if expected:
            self._write(prompt)
        read = sys.stdin.buffer.readline(LONGEST_ANSWER)
        answer = read.decode("utf-8", errors="replace").strip()
        if expected or read:
            self._write(("" if expected else prompt) + clean(answer) + "\n")
        return answer if read else None

    @property
    def console(self) -> "Console":
        if self._console is None:
            self._console = console()
        return self._console

    def paint_line(self, line: Text) -> Text:
        """The line as the output can show it, without any style where there is to be no colour."""
        shown = line.copy() if self.coloured else Text(line.plain)
        shown.plain = self._printable(line.plain)
        shown.no_wrap, shown.overflow = True, "crop"
        return shown

    def _write(self, text: str) -> None:
        clock.hide()
        sys.stdout.write(self._printable(text))
        sys.stdout.flush()

    def _printable(self, text: str) -> str:
        """The text in characters that the output has."""
        return text.encode(self.encoding, "replace").decode(self.encoding)


@contextmanager
def completion(possible: Sequence[str]) -> Iterator[None]:
    """Let Tab complete the line to one of these, words with blanks too, where readline is there."""
    try:
        import readline
    except ImportError:
        yield
        return

    def complete(text: str, number: int) -> str | None:
        found = [word for word in possible if word.casefold().startswith(text.casefold())]
        return found[number] if number < len(found) else None

    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    readline.set_completer_delims("")
    readline.set_completer(complete)
    try:
        yield
    finally:
        readline.set_completer(None)

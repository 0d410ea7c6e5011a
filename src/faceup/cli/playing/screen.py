"""Output and input of a game: a terminal, or pipes."""

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
        """Columns of the window now, which may change at any time; without a window, COLUMNS or 80."""
        return max(shutil.get_terminal_size().columns, 2)

    @property
    def height(self) -> int:
        return shutil.get_terminal_size().lines

    def show(self, lines: Iterable[Text]) -> None:
        """Print finished lines."""
        clock.hide()
        for line in lines:
            if self.coloured:
                self.console.print(self.paint_line(line))
            else:
                self._write(line.plain.rstrip() + "\n")

    def clear(self) -> None:
        """Clear the screen, the lines above it if the terminal can, and the history of typed lines."""
        if self.moves:
            self._write("\x1b[3J\x1b[2J\x1b[H")
        with suppress(ImportError):
            import readline

            readline.clear_history()

    def say(self, text: str = "", style: str = "", indent: int = 0, hanging: int = 0) -> None:
        """Print prose, wrapped."""
        self.show(prose(text, self.width, style, indent, hanging))

    def ask(self, prompt: str, possible: Sequence[str], expected: bool = True) -> str | None:
        """Read one line; None at the end of the input. Tab completes the ``possible`` words.

        From a pipe, the line is printed behind the prompt; if no answer is ``expected``, only if there is one.
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
        line = sys.stdin.buffer.readline(LONGEST_ANSWER)
        answer = line.decode("utf-8", errors="replace").strip()
        if expected or line:
            self._write(("" if expected else prompt) + clean(answer) + "\n")
        return answer if line else None

    @property
    def console(self) -> "Console":
        if self._console is None:
            self._console = console()
        return self._console

    def paint_line(self, line: Text) -> Text:
        """Return the line in characters that the output has, without styles if the output has no colour."""
        painted = line.copy() if self.coloured else Text(line.plain)
        painted.plain = self._printable(line.plain)
        painted.no_wrap, painted.overflow = True, "crop"
        return painted

    def _write(self, text: str) -> None:
        clock.hide()
        sys.stdout.write(self._printable(text))
        sys.stdout.flush()

    def _printable(self, text: str) -> str:
        """Return the text in characters that the output has."""
        return text.encode(self.encoding, "replace").decode(self.encoding)


@contextmanager
def completion(possible: Sequence[str]) -> Iterator[None]:
    """Let Tab complete the line to one of these words, blanks included, if readline is installed."""
    try:
        import readline
    except ImportError:
        yield
        return

    def complete(text: str, number: int) -> str | None:
        matches = [word for word in possible if word.casefold().startswith(text.casefold())]
        return matches[number] if number < len(matches) else None

    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    readline.set_completer_delims("")
    readline.set_completer(complete)
    try:
        yield
    finally:
        readline.set_completer(None)

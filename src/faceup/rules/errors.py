"""The errors a person can cause, each with the exit code the command gives for it, and how they quote what was sent."""

import os
import re
from fractions import Fraction
from typing import Any

LONGEST_QUOTE = 60  # characters
BESIDE = "faceup_beside_"  # before the name of a module beside rules, where the same name is somebody else's too
OWN = os.path.dirname(os.path.dirname(__file__))  # the folder of faceup
VERY_LONG = "a very long number"
INTERRUPT = "interrupt"  # ends work as a limit does
NOTHING_SAID: dict[type[BaseException], str] = {
    StopIteration: "next finds nothing more",
    AssertionError: "what is asserted is false",
    NotImplementedError: "a method is not written yet",
    MemoryError: "out of memory",
}


class FaceupError(Exception):
    """Something the user can mend; its text is one clear line."""

    exit_code = 2


class UsageError(FaceupError):
    """A word, a position or a file that was sent cannot be used."""


class ParameterError(UsageError):
    """A game was asked for with parameters that make no game."""


class RulesError(FaceupError):
    """The rules break the contract; the text shows the state in which they do."""


class RepeatingStateError(RulesError):
    """A state can come round again, and the question or the engine takes no games in which one does."""

    state: Any = None  #: such a state


class MisspelledWarning(UserWarning):
    """A method of the rules that nothing calls is named almost as one of the contract."""


class UnsupportedError(FaceupError):
    """The question is sound, but nothing here answers it yet."""


class LimitReached(FaceupError):
    """A limit of memory or time ended the work before there was an answer."""

    exit_code = 3
    limit: str = "memory"  #: which: ``memory``, ``time``, ``states``, or ``interrupt``
    positions: int = 0  #: how many were met by then,
    last: Any = None  #: and the last of them
    game: Any = None  #: whose positions they are, where it is known

    def of(self, game: Any) -> "LimitReached":
        """The same error, of the positions of this game."""
        self.game = game
        return self


#: What rules raise that are broken, or that are asked about what they do not expect, and what is said of them.
MISTAKES = (
    *(FaceupError, ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RuntimeError),
    *(StopIteration, TypeError, ValueError),
)


def is_own(file: str) -> bool:
    """Whether a file is a part of faceup, and none of its games: what stands there nobody can mend who plays."""
    return file.startswith(OWN + os.sep) and not file.startswith(os.path.join(OWN, "games") + os.sep)


def limit_reached(limit: str) -> str:
    """What ended the work, as the beginning of a sentence: ``the time limit was reached``."""
    return "interrupted" if limit == INTERRUPT else f"the {limit} limit was reached"


def quoted(sent: Any) -> str:
    """What was sent, as Python writes it, cut where it is long."""
    if isinstance(sent, str):
        return repr(sent if len(sent) <= LONGEST_QUOTE else sent[:LONGEST_QUOTE] + "...")
    if isinstance(sent, int | Fraction) and max(abs(sent.numerator), sent.denominator) >= 10**LONGEST_QUOTE:
        # Python itself refuses to write the longest ones.
        return VERY_LONG
    text = repr(sent)
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "..."


def at_source(text: str, source: str) -> str:
    """What is said of a line, with the line, unless it only raises the error, and says so itself."""
    return text if not source or source.startswith("raise ") else f"{text} in `{source}`"


def error_words(error: BaseException) -> str:
    """What an exception of Python says, without the name of its kind."""
    text = " ".join(str(error).split())
    if beside := re.search(BESIDE + r"(\w+)", text):
        return f"{text.replace(BESIDE, '')}; {beside[1]} is here the file {beside[1]}.py in the same folder"
    if isinstance(error, ZeroDivisionError):
        return "division by zero"
    if isinstance(error, KeyError):
        return f"there is no key {text}" if text else "a key is missing"
    if isinstance(error, OverflowError) and "convert to C" in text:
        return "a number leaves 64 bits"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename!r}" if error.filename else error.strerror
    if isinstance(error, SystemExit):
        return "the program is ended there"
    return text or NOTHING_SAID.get(type(error), "an exception is raised that says nothing")

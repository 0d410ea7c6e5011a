"""Errors that a person can cause, each with the exit code of the command, and how messages quote input."""

import os
import re
from fractions import Fraction
from typing import Any

LONGEST_QUOTE = 60  # characters
BESIDE = "faceup_beside_"  # the prefix of a module beside rules whose name another module has too
PACKAGE = os.path.dirname(os.path.dirname(__file__))  # the folder of faceup
VERY_LONG = "a very long number"
INTERRUPT = "interrupt"  # ends work as a limit does
DEFAULT_WORDS: dict[type[BaseException], str] = {
    StopIteration: "next finds nothing more",
    AssertionError: "what is asserted is false",
    NotImplementedError: "a method is not written yet",
    MemoryError: "out of memory",
}


class FaceupError(Exception):
    """A problem that the user can mend; its text is one clear line."""

    exit_code = 2


class UsageError(FaceupError):
    """A word, a position or a file that was sent cannot be used."""


class ParameterError(UsageError):
    """The parameters make no game."""


class RulesError(FaceupError):
    """The rules break the contract; the text shows the state in which they do."""


class RepeatingStateError(RulesError):
    """A state can repeat, and the question or the engine does not support such games."""

    state: Any = None  #: such a state


class MisspelledWarning(UserWarning):
    """A method of the rules that nothing calls is named almost as one of the contract."""


class UnsupportedError(FaceupError):
    """The question is valid, but nothing here answers it yet."""


class LimitReached(FaceupError):
    """A limit of memory or time ended the work before there was an answer."""

    exit_code = 3
    limit: str = "memory"  #: ``memory``, ``time``, ``states``, or ``interrupt``
    positions: int = 0  #: the number of positions met by then
    last: Any = None  #: the last of these positions
    game: Any = None  #: the game of these positions, if known
    unfinished: bool = False  #: whether a compiler took the time, so that the same question gets further once more

    def of(self, game: Any) -> "LimitReached":
        """Set the game of the positions, and return this error."""
        self.game = game
        return self


#: The exceptions that broken rules raise, and rules that are called with unexpected arguments.
MISTAKES = (
    *(FaceupError, ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RuntimeError),
    *(StopIteration, TypeError, ValueError),
)


NUMBER_AS_SET = "'int' object is not iterable", "argument of type 'int' is not", "type 'int' has no len"

#: For a writer who takes ``Cards`` for a class of sets.
CARDS_ARE = "Cards are one whole number, the sum of 1 << card; for a set of Python's, annotate the field frozenset[int]"


def is_own(file: str) -> bool:
    """Whether a file is part of faceup and no game of its library, so that a rule writer cannot mend it."""
    return file.startswith(PACKAGE + os.sep) and not file.startswith(os.path.join(PACKAGE, "games") + os.sep)


def limit_reached(limit: str) -> str:
    """The beginning of a sentence about the end of the work: ``the time limit was reached``."""
    return "interrupted" if limit == INTERRUPT else f"the {limit} limit was reached"


def quoted(sent: Any) -> str:
    """A value as Python prints it, cut if it is long."""
    if isinstance(sent, str):
        return repr(sent if len(sent) <= LONGEST_QUOTE else sent[:LONGEST_QUOTE] + "...")
    if isinstance(sent, int | Fraction) and max(abs(sent.numerator), sent.denominator) >= 10**LONGEST_QUOTE:
        # Python itself refuses to print the longest ones.
        return VERY_LONG
    text = repr(sent)
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "..."


def at_source(text: str, source: str) -> str:
    """A message with the source line it is about, unless the line only raises the error."""
    return text if not source or source.startswith("raise ") else f"{text} in `{source}`"


def error_words(error: BaseException) -> str:
    """The message of a Python exception, without the name of its class."""
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
    if isinstance(error, TypeError) and text.startswith("_typing._idfunc() takes"):
        return CARDS_ARE
    if isinstance(error, TypeError) and text.startswith("tuple[int, ...] is not a generic"):
        return "a Row may have any length: the annotation is Row alone"
    if isinstance(error, TypeError) and any(words in text for words in NUMBER_AS_SET):
        return f"{text} (bits(...) yields the members of Cards, size(...) counts them)"
    return text or DEFAULT_WORDS.get(type(error), "an exception is raised that says nothing")

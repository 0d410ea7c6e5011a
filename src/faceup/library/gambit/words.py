"""The words of a file, one after another, and errors that say in which line."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, NoReturn

from faceup.rules.errors import UsageError, quoted

WORD = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*)"|(?P<sign>[{}])|(?P<plain>[^\s{},"]+)|(?P<open>")|[\s,]+', re.DOTALL)
NUMBER = re.compile(r"[+-]?(?:\d+/\d+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?)", re.ASCII)
LONGEST_NUMBER = 4000  # characters: Python reads no longer ones
TEXT, SIGN, PLAIN, END = "text", "sign", "plain", "end"


class Word(NamedTuple):
    kind: str  # TEXT between quotation marks, SIGN { or }, PLAIN for all else, END
    text: str
    line: int


class Words:
    """A cursor that goes through the words of the file called ``path``."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self._rest = self._all(text)
        self.next = next(self._rest)

    def fails(self, line: int, problem: str) -> NoReturn:
        raise UsageError(f"{self.path}, line {line}: {problem}")

    def raise_unexpected(self, possible: str) -> NoReturn:
        """The next word is not what can stand there."""
        sent = "the file ends" if self.next.kind == END else quoted(self.next.text)
        self.fails(self.next.line, f"{sent}; possible: {possible}")

    def take(self) -> Word:
        word = self.next
        if word.kind != END:
            self.next = next(self._rest)
        return word

    def text(self, possible: str) -> str:
        if self.next.kind != TEXT:
            self.raise_unexpected(f"{possible}, between quotation marks")
        return self.take().text

    def sign(self, sign: str, possible: str) -> None:
        if not self.at(sign):
            self.raise_unexpected(f"{sign}, {possible}")
        self.take()

    def at(self, sign: str) -> bool:
        """Whether this sign comes next."""
        return self.next.kind == SIGN and self.next.text == sign

    def whole(self, possible: str, low: int = 0) -> int:
        """A whole number, not below ``low``."""
        word = self.next
        if word.kind != PLAIN or not re.fullmatch(r"\d{1,18}", word.text, re.ASCII) or int(word.text) < low:
            self.raise_unexpected(f"{possible}, a whole number from {low} up")
        return int(self.take().text)

    def number(self, possible: str) -> Fraction:
        """A number that is meant exactly: 0.1 is a tenth."""
        word = self.next
        if word.kind != PLAIN or len(word.text) > LONGEST_NUMBER or not NUMBER.fullmatch(word.text):
            self.raise_unexpected(f"{possible}, as in 2, 0.4 or 2/5")
        try:
            return Fraction(self.take().text)
        except ZeroDivisionError:
            self.fails(word.line, f"{quoted(word.text)}: nothing is divided by 0")

    def _all(self, text: str) -> Iterator[Word]:
        line, place = 1, 0
        while place < len(text):
            match = WORD.match(text, place)
            assert match, "what is no word is between words"
            kind = match.lastgroup
            if kind == "open":
                self.fails(line, f"{quoted(text[place:].splitlines()[0])} has no quotation mark at its end")
            if kind:
                said = match[kind]
                yield Word(kind, said.replace('\\"', '"') if kind == TEXT else said, line)
            line += match[0].count("\n")
            place = match.end()
        while True:
            yield Word(END, "", line)

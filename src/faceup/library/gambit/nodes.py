"""The content of a Gambit file: nodes, parents before their children, with information sets and outcomes.

R. Savani, T. L. Turocy, Gambit: The package for computation in game theory; its manual describes the format.
"""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, NoReturn

from faceup.rules.contract import CHANCE, OVER
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
    """A cursor over the words of the file ``path``."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self._rest = self._all(text)
        self.next = next(self._rest)

    def fails(self, line: int, problem: str) -> NoReturn:
        raise UsageError(f"{self.path}, line {line}: {problem}")

    def raise_unexpected(self, possible: str) -> NoReturn:
        """Raise UsageError: the next word is not possible here."""
        token = "the file ends" if self.next.kind == END else quoted(self.next.text)
        self.fails(self.next.line, f"{token}; possible: {possible}")

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
        """Whether the next word is this sign."""
        return self.next.kind == SIGN and self.next.text == sign

    def whole(self, possible: str, low: int = 0) -> int:
        """A whole number, not below ``low``."""
        word = self.next
        if word.kind != PLAIN or not re.fullmatch(r"\d{1,18}", word.text, re.ASCII) or int(word.text) < low:
            self.raise_unexpected(f"{possible}, a whole number from {low} up")
        return int(self.take().text)

    def number(self, possible: str) -> Fraction:
        """An exact number: 0.1 is a tenth."""
        word = self.next
        if word.kind != PLAIN or len(word.text) > LONGEST_NUMBER or not NUMBER.fullmatch(word.text):
            self.raise_unexpected(f"{possible}, as in 2, 0.4 or 2/5")
        try:
            return Fraction(self.take().text)
        except ZeroDivisionError:
            self.fails(word.line, f"{quoted(word.text)}: a division by 0")

    def _all(self, text: str) -> Iterator[Word]:
        line, place = 1, 0
        while place < len(text):
            match = WORD.match(text, place)
            assert match, "what is not a word is between words"
            kind = match.lastgroup
            if kind == "open":
                self.fails(line, f"{quoted(text[place:].splitlines()[0])} has no quotation mark at its end")
            if kind:
                token = match[kind]
                yield Word(kind, token.replace('\\"', '"') if kind == TEXT else token, line)
            line += match[0].count("\n")
            place = match.end()
        while True:
            yield Word(END, "", line)


MOST_NODES = 1_000_000
Payoffs = tuple[Fraction, ...]  # one for each player


class Choice(NamedTuple):
    """The actions of an information set, or the outcomes of a chance node; ``line`` is the first that has them."""

    who: int
    number: int
    name: str
    actions: tuple[str, ...]
    chances: tuple[Fraction, ...]  # of chance
    line: int

    @property
    def names(self) -> list[str]:
        """The names of the actions, or their numbers if a name is empty or occurs twice."""
        words = [" ".join(action.split()) for action in self.actions]
        count = Counter(words)
        return [word if word and count[word] == 1 else str(k) for k, word in enumerate(words)]


class Node(NamedTuple):
    line: int
    name: str
    who: int  # CHANCE, OVER, or a player from 0 up
    choice: Choice | None  # of all but ends
    payoffs: Payoffs | None  # added to other payments on the path


class Tree(NamedTuple):
    title: str
    comment: str
    players: tuple[str, ...]
    nodes: list[Node]


class _Outcome(NamedTuple):
    payoffs: Payoffs
    line: int


class _File:
    def __init__(self, path: str, text: str) -> None:
        self.words = Words(path, text)
        self.players: tuple[str, ...] = ()
        self.choices: dict[tuple[int, int], Choice] = {}
        self.outcomes: dict[int, _Outcome] = {}

    def tree(self) -> Tree:
        words = self.words
        for possible in (("EFG",), ("2",), ("R", "D")):
            if words.next.kind != PLAIN or words.next.text not in possible:
                words.raise_unexpected(f"a file that begins with EFG 2 R, with {' or '.join(possible)} here")
            words.take()
        title = words.text("the title of the game")
        words.sign("{", "and the names of the players")
        names = []
        while not words.at("}"):
            names.append(words.text("the name of a player"))
        words.take()
        if not names:
            words.fails(words.next.line, "the game has no players; possible: one or more")
        self.players = tuple(names)
        comment = words.take().text if words.next.kind == TEXT else ""
        nodes, missing = list[Node](), 1
        while missing:
            if len(nodes) == MOST_NODES:
                words.fails(words.next.line, f"there are more than {MOST_NODES:,} nodes")
            node = self._node(missing)
            nodes.append(node)
            missing += (len(node.choice.actions) if node.choice else 0) - 1
        if words.next.kind != END:
            words.raise_unexpected("the end of the file, for all nodes have their children")
        return Tree(title, comment, self.players, nodes)

    def _node(self, missing: int) -> Node:
        words = self.words
        line, kind = words.next.line, words.next.text
        if words.next.kind != PLAIN or kind not in ("c", "p", "t"):
            words.raise_unexpected(f"c, p or t, a node of chance, of a player or at an end; {missing:,} more must come")
        words.take()
        name = words.text("the name of the node")
        if kind == "t":
            return Node(line, name, OVER, None, self._payoffs())
        who = CHANCE
        if kind == "p":
            player = words.next
            who = words.whole("the number of a player", 1) - 1
            if who >= len(self.players):
                words.fails(player.line, f"player {quoted(player.text)}; possible: 1 to {len(self.players)}")
        choice = self._choice(who, line)
        return Node(line, name, who, choice, self._payoffs())

    def _choice(self, who: int, line: int) -> Choice:
        """The information set of a node; a later node may leave out its name and actions."""
        words = self.words
        number = words.whole("the number of an information set", 1)
        earlier = self.choices.get((who, number))
        name = words.take().text if words.next.kind == TEXT else ""
        if earlier and not words.at("{"):
            return earlier
        words.sign("{", "and the actions")
        actions, chances = list[str](), list[Fraction]()
        while not words.at("}"):
            actions.append(words.text("the name of an action"))
            if who == CHANCE:
                at = words.next
                chances.append(words.number("the chance of an outcome"))
                if chances[-1] < 0:
                    words.fails(at.line, f"{quoted(at.text)} is not a probability; possible: 0 to 1")
        words.take()
        choice = Choice(who, number, name, tuple(actions), tuple(chances), line)
        if earlier is None:
            self._check(choice)
            return self.choices.setdefault((who, number), choice)
        if (earlier.actions, earlier.chances) != (choice.actions, choice.chances):
            words.fails(line, f"{set_text(choice)} has other actions than in line {earlier.line}; possible: the same")
        return earlier

    def _check(self, choice: Choice) -> None:
        if not choice.actions:
            self.words.fails(choice.line, f"{set_text(choice)} has no actions; possible: one or more")
        if choice.who == CHANCE and (total := sum(choice.chances)) != 1:
            total_text = str(total) if total.denominator < 1000 else repr(float(total))
            self.words.fails(
                choice.line, f"the chances of {set_text(choice)} sum to {total_text}; possible: 1, as with 1/3 1/3 1/3"
            )

    def _payoffs(self) -> Payoffs | None:
        """The payoffs of a node's outcome, defined here or before; None for outcome 0."""
        words = self.words
        line = words.next.line
        number = words.whole("the number of an outcome")
        if words.next.kind == TEXT:
            words.take()
        earlier = self.outcomes.get(number)
        if not words.at("{"):
            if number and earlier is None:
                words.raise_unexpected(f"{{ and the payoffs of outcome {number}, which nothing before it tells")
            return earlier.payoffs if earlier else None
        words.take()
        payoffs = []
        while not words.at("}"):
            payoffs.append(words.number("a payoff"))
        words.take()
        row = tuple(payoffs)
        if len(row) != len(self.players):
            words.fails(
                line, f"outcome {number} has {len(row)} payoffs; possible: {len(self.players)}, for each player"
            )
        if number == 0:
            words.fails(line, "outcome 0 is none and pays nothing; possible: a number from 1 up")
        if earlier and earlier.payoffs != row:
            words.fails(line, f"outcome {number} pays another amount than in line {earlier.line}; possible: the same")
        self.outcomes[number] = earlier or _Outcome(row, line)
        return row


def read_tree(path: str, text: str) -> Tree:
    """The tree of a text in Gambit's format; raises UsageError with the line of the fault."""
    return _File(path, text).tree()


def set_text(choice: Choice) -> str:
    """``information set 2 of player 1``, with its name if it has one."""
    named = f" ({quoted(choice.name)})" if choice.name else ""
    if choice.who == CHANCE:
        return f"chance's set {choice.number}{named}"
    return f"information set {choice.number}{named} of player {choice.who + 1}"

"""A file as it is written: nodes, parents before their children, with the sets and the outcomes that they name.

R. Savani, T. L. Turocy, Gambit: The package for computation in game theory; its manual describes the format.
"""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from faceup.library.gambit.words import END, PLAIN, TEXT, Words
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import quoted

MOST_NODES = 1_000_000
Payoffs = tuple[Fraction, ...]  # one for each player


class Choice(NamedTuple):
    """What can be done in all nodes of an information set, or can happen in those of chance; ``line`` says it first."""

    who: int
    number: int
    name: str
    actions: tuple[str, ...]
    chances: tuple[Fraction, ...]  # of chance
    line: int

    @property
    def names(self) -> list[str]:
        """What the actions are called: by their numbers, where a name is empty or that of several."""
        words = [" ".join(action.split()) for action in self.actions]
        count = Counter(words)
        return [word if word and count[word] == 1 else str(k) for k, word in enumerate(words)]


class Node(NamedTuple):
    line: int
    name: str
    who: int  # CHANCE, OVER, or a player from 0 up
    choice: Choice | None  # of all but ends
    payoffs: Payoffs | None  # which are added to what else is paid on the way


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
        nodes, wanted = list[Node](), 1
        while wanted:
            if len(nodes) == MOST_NODES:
                words.fails(words.next.line, f"there are more than {MOST_NODES:,} nodes")
            node = self._node(wanted)
            nodes.append(node)
            wanted += (len(node.choice.actions) if node.choice else 0) - 1
        if words.next.kind != END:
            words.raise_unexpected("the end of the file, for all nodes have their children")
        return Tree(title, comment, self.players, nodes)

    def _node(self, wanted: int) -> Node:
        words = self.words
        line, kind = words.next.line, words.next.text
        if words.next.kind != PLAIN or kind not in ("c", "p", "t"):
            words.raise_unexpected(f"c, p or t, a node of chance, of a player or at an end; {wanted:,} more must come")
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
        """The set of a node; its name and actions may be left out where they are known."""
        words = self.words
        number = words.whole("the number of an information set", 1)
        known = self.choices.get((who, number))
        name = words.take().text if words.next.kind == TEXT else ""
        if known and not words.at("{"):
            return known
        words.sign("{", "and the actions")
        actions, chances = list[str](), list[Fraction]()
        while not words.at("}"):
            actions.append(words.text("the name of an action"))
            if who == CHANCE:
                at = words.next
                chances.append(words.number("the chance of an outcome"))
                if chances[-1] < 0:
                    words.fails(at.line, f"{quoted(at.text)} is no chance; possible: 0 to 1")
        words.take()
        choice = Choice(who, number, name, tuple(actions), tuple(chances), line)
        if known is None:
            self._check(choice)
            return self.choices.setdefault((who, number), choice)
        if (known.actions, known.chances) != (choice.actions, choice.chances):
            words.fails(line, f"{set_text(choice)} has other actions than in line {known.line}; possible: the same")
        return known

    def _check(self, choice: Choice) -> None:
        if not choice.actions:
            self.words.fails(choice.line, f"{set_text(choice)} has no actions; possible: one or more")
        if choice.who == CHANCE and (total := sum(choice.chances)) != 1:
            written = str(total) if total.denominator < 1000 else repr(float(total))
            self.words.fails(
                choice.line, f"the chances of {set_text(choice)} sum to {written}; possible: 1, as with 1/3 1/3 1/3"
            )

    def _payoffs(self) -> Payoffs | None:
        """Those of the outcome of a node, told here or before; None for outcome 0."""
        words = self.words
        line = words.next.line
        number = words.whole("the number of an outcome")
        if words.next.kind == TEXT:
            words.take()
        known = self.outcomes.get(number)
        if not words.at("{"):
            if number and known is None:
                words.raise_unexpected(f"{{ and the payoffs of outcome {number}, which nothing before it tells")
            return known.payoffs if known else None
        words.take()
        payoffs = []
        while not words.at("}"):
            payoffs.append(words.number("a payoff"))
        words.take()
        found = tuple(payoffs)
        if len(found) != len(self.players):
            words.fails(
                line, f"outcome {number} has {len(found)} payoffs; possible: {len(self.players)}, for each player"
            )
        if number == 0:
            words.fails(line, "outcome 0 is none and pays nothing; possible: a number from 1 up")
        if known and known.payoffs != found:
            words.fails(line, f"outcome {number} pays another amount than in line {known.line}; possible: the same")
        self.outcomes[number] = known or _Outcome(found, line)
        return found


def read_tree(path: str, text: str) -> Tree:
    """The tree that a text in Gambit's format holds; raises UsageError with the line of what is wrong."""
    return _File(path, text).tree()


def set_text(choice: Choice) -> str:
    """``information set 2 of player 1``, with its name where it has one."""
    named = f" ({quoted(choice.name)})" if choice.name else ""
    if choice.who == CHANCE:
        return f"chance's set {choice.number}{named}"
    return f"information set {choice.number}{named} of player {choice.who + 1}"

"""Symbolic execution: numbers and piles of which only expressions and bounds are known, for CPython to run rules on.

A card, a size and the number of a tally are ``Number`` objects: arithmetic on them builds an expression of the table
before the step. Wherever Python needs a truth value there is a fork, and the script of the run says which way to go.
Wherever it needs a plain number, as for an index, there is a fork for each possible value. All of Python works, since
Python itself runs the rules. Bounds of expressions, learnt from the forks taken, exclude forks with one possible way.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any, NoReturn

from faceup.rules.errors import error_words
from faceup.rules.pile import FULL, LARGEST_CARD

MOST_FORKS = 300  # on one way through a step
MOST_VALUES = 128  # values into which one number may be split
MOST_WORK = 20_000  # sizes and truth values needed on all ways together
RULE_ERRORS = (IndexError, ValueError, ZeroDivisionError, KeyError, AssertionError)

Span = tuple[int, int]


class LanesRefused(Exception):
    """The rules cannot be played in lanes; the text says why."""


class Node:
    """An expression of the table before the step; ``low`` and ``high`` hold for every table.

    Without parts: ("card", pile, row) with row 0 on top, ("size", pile), ("tally", place), ("constant", value) and,
    while cards are laid, ("deck", row). With two parts: the operations of ``span_of``.
    """

    __slots__ = ("args", "high", "low", "op")

    def __init__(self, op: str, args: tuple[Any, ...], low: int, high: int) -> None:
        self.op, self.args, self.low, self.high = op, args, low, high


@dataclass(frozen=True)
class Choice:
    """The way that a run took at a fork."""

    condition: Node
    truth: bool
    scoring: bool


class Nodes:
    """Expressions, each made once, so that equal expressions are identical (hash consing)."""

    def __init__(self) -> None:
        self.nodes: dict[tuple[Any, ...], Node] = {}

    def leaf(self, op: str, args: tuple[int, ...], low: int, high: int) -> Node:
        return self.nodes.setdefault((op, args), Node(op, args, low, high))

    def constant(self, value: int) -> Node:
        return self.leaf("constant", (value,), value, value)

    def make(self, op: str, a: Node, b: Node) -> Node:
        node = self.nodes.get((op, a, b))
        if node is None:
            node = self.nodes[op, a, b] = Node(op, (a, b), *span_of(op, (a.low, a.high), (b.low, b.high)))
        return node


def span_of(op: str, a: Span, b: Span) -> Span:
    """Return the bounds of an expression, from those of its parts; the second part of //, % and >> is a constant."""
    if op == "add":
        return a[0] + b[0], a[1] + b[1]
    if op == "sub":
        return a[0] - b[1], a[1] - b[0]
    if op == "mul":
        ends = [x * y for x in a for y in b]
        return min(ends), max(ends)
    if op == "floordiv":
        return a[0] // b[0], a[1] // b[0]
    if op == "mod":
        return (a[0] % b[0], a[1] % b[0]) if a[0] // b[0] == a[1] // b[0] else (0, b[0] - 1)
    if op == "rshift":
        return a[0] >> b[0], a[1] >> b[0]
    if op == "lt":
        return int(a[1] < b[0]), int(a[0] < b[1])
    if op == "eq":
        return int(a[0] == a[1] == b[0] == b[1]), int(a[0] <= b[1] and b[0] <= a[1])
    if op == "and" and max(a[0], b[0]) >= 0:
        return 0, min(x[1] for x in (a, b) if x[0] >= 0)
    whole = (1 << max((end if end >= 0 else ~end).bit_length() for end in (*a, *b))) - 1  # and, or, xor
    return (0 if min(a[0], b[0]) >= 0 else ~whole), whole


class Trace:
    """One run of the rules; as a context manager it separates errors of the rules from unsupported rules."""

    def __init__(self, nodes: Nodes, script: list[Choice], deck: int, work: "count[int]") -> None:
        self.nodes, self.script, self.deck, self.work = nodes, script, deck, work
        self.trail: list[Choice] = []
        self.facts: dict[Node, Span] = {}
        self.spans: dict[Node, Span] = {}  # bounds that follow from the facts
        self.scoring = self.failed = self.is_over = False
        self.refusal: LanesRefused | None = None

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        self.is_over = True
        if self.refusal is not None:  # even if the rules have caught it
            raise self.refusal
        if error is None or not isinstance(error, Exception):
            return False
        if not isinstance(error, RULE_ERRORS):
            raise LanesRefused(error_words(error)) from error
        self.failed = True
        return True

    def refuse(self, reason: str) -> NoReturn:
        self.refusal = self.refusal or LanesRefused(reason)
        raise self.refusal

    def count_work(self) -> None:
        if next(self.work) > MOST_WORK:
            self.refuse("there are too many or too long ways through step")

    # --- numbers ---

    def node(self, value: Any) -> Node:
        """Return the expression of a number, plain or symbolic."""
        if type(value) is Number:
            return value.node
        if not isinstance(value, int):
            self.refuse(f"{value!r} where a whole number is needed")
        return self.nodes.constant(int(value))

    def number(self, node: Node) -> Any:
        """Return an expression as a number: a plain one if it has only one possible value."""
        return node.low if node.low == node.high else Number(self, node)

    def apply(self, op: str, a: Any, b: Any) -> Any:
        """Build the expression of an operation, with constants on the right, and // and % of non-negative numbers."""
        if op in ("floordiv", "mod", "rshift", "lshift") and type(b) is Number:
            b = int(b)
        if type(a) is not Number and type(b) is not Number:
            return PLAIN[op](a, b)
        if op in ("floordiv", "mod"):
            return self.divide(op, a, b)
        if op == "lshift":
            return a * (1 << b)
        if op == "rshift" and b < 0:
            raise ValueError("negative shift count")
        x, y = self.node(a), self.node(b)
        if op == "sub" and y.op == "constant":
            op, y = "add", self.nodes.constant(-y.low)
        if x.op == "constant" and op != "sub":
            x, y = y, x
        if op == "add" and y.op == "constant":
            x, offset = _without_constant(x)
            y = self.nodes.constant(y.low + offset)
            if y.low == 0:
                return self.number(x)
        return self.number(self.nodes.make(op, x, y))

    def divide(self, op: str, a: Any, b: int) -> Any:
        """Return ``a // b`` or ``a % b`` for a constant b."""
        if b == 0:
            raise ZeroDivisionError("integer division or modulo by zero")
        if b < 0:
            return -a // -b if op == "floordiv" else -(-a % -b)
        low = self.node(a).low // b
        if low < 0:
            return (a - low * b) // b + low if op == "floordiv" else (a - low * b) % b
        node = self.node(a)
        return a if op == "mod" and node.high < b else self.number(self.nodes.make(op, node, self.nodes.constant(b)))

    # --- conditions ---

    def less(self, a: Any, b: Any) -> bool:
        """Whether a < b on this way through."""
        x, y = self.node(a), self.node(b)
        if x.op == "constant":
            return not self.less(b, x.low + 1)
        if y.op == "constant":
            x, offset = _without_constant(x)
            y = self.nodes.constant(y.low - offset)
        return self.truth(self.nodes.make("lt", x, y))

    def equal(self, a: Any, b: Any) -> bool:
        """Whether a == b on this way through."""
        x, y = self.node(a), self.node(b)
        if x.op == "constant" or ("eq", y, x) in self.nodes.nodes:
            x, y = y, x
        if y.op == "constant":
            x, offset = _without_constant(x)
            y = self.nodes.constant(y.low - offset)
        return x is y or self.truth(self.nodes.make("eq", x, y))

    def truth(self, condition: Node) -> bool:
        """Whether a condition holds on this way through."""
        self.count_work()
        low, high = self.span(condition)
        if low == high:
            return bool(low)
        place = len(self.trail)
        if self.is_over:
            self.refuse("the rules keep a number from one step to the next outside the table")
        if place < len(self.script):
            choice = self.script[place]
            if choice.condition is not condition:
                self.refuse("the rules look at more than the table")
        elif place == MOST_FORKS:
            self.refuse(f"one step asks more than {MOST_FORKS} conditions: a loop that depends on the cards?")
        else:
            choice = Choice(condition, True, self.scoring)
        self.trail.append(choice)
        self.learn(condition, choice.truth)
        return choice.truth

    def learn(self, condition: Node, truth: bool) -> None:
        """Narrow the bounds of both sides of a condition by its truth."""
        x, y = condition.args
        (a, b), (c, d) = self.span(x), self.span(y)
        self.narrow(condition, int(truth), int(truth))
        if condition.op == "lt" and truth:
            self.narrow(x, a, d - 1)
            self.narrow(y, a + 1, d)
        elif condition.op == "lt":
            self.narrow(x, c, b)
            self.narrow(y, c, b)
        elif truth:
            self.narrow(x, c, d)
            self.narrow(y, a, b)
        elif c == d:
            self.narrow(x, a + (a == c), b - (b == c))

    def narrow(self, node: Node, low: int, high: int) -> None:
        """Narrow the bounds of an expression, and of what it adds a constant to."""
        a, b = self.span(node)
        low, high = max(a, low), min(b, high)
        if low > high:
            raise IndexError("a way that no game goes")
        self.facts[node] = low, high
        self.spans.clear()
        if node.op == "add":
            x, c = _without_constant(node)
            if c:
                self.narrow(x, low - c, high - c)

    def span(self, node: Node) -> Span:
        """Return the bounds of an expression on this way through."""
        span = self.spans.get(node)
        if span is None:
            low, high = node.low, node.high
            if len(node.args) == 2 and node.op not in ("card", "constant"):
                a, b = span_of(node.op, self.span(node.args[0]), self.span(node.args[1]))
                low, high = max(low, a), min(high, b)
            a, b = self.facts.get(node, (low, high))
            span = self.spans[node] = max(low, a), min(high, b)
        return span

    def value(self, number: "Number") -> int:
        """Return the value of a number on this way through, found by a fork for each possible value."""
        low, high = self.span(number.node)
        if high - low >= MOST_VALUES:
            self.refuse(f"a number is used in a way that needs its value, and has more than {MOST_VALUES}")
        for value in range(low, high):
            if self.equal(number, value):
                return value
        return high


def _without_constant(node: Node) -> tuple[Node, int]:
    """Return an expression as another one plus a constant."""
    if node.op == "add" and node.args[1].op == "constant":
        return node.args[0], node.args[1].low
    return node, 0


PLAIN: dict[str, Callable[[int, int], int]] = {
    "add": int.__add__,
    "sub": int.__sub__,
    "mul": int.__mul__,
    "floordiv": int.__floordiv__,
    "mod": int.__mod__,
    "and": int.__and__,
    "or": int.__or__,
    "xor": int.__xor__,
    "lshift": int.__lshift__,
    "rshift": int.__rshift__,
}


def _is_whole(value: Any) -> bool:
    return type(value) is Number or isinstance(value, int)


class Number:
    """A whole number that depends on the table."""

    __slots__ = ("node", "run")
    __class__ = int  # type: ignore[assignment]  # what isinstance sees: cards are integers

    def __init__(self, run: Trace, node: Node) -> None:
        self.run, self.node = run, node

    def __index__(self) -> int:
        return self.run.value(self)

    def __hash__(self) -> int:
        return hash(self.__index__())

    def __bool__(self) -> bool:
        return not self.run.equal(self, 0)

    def __eq__(self, other: Any) -> bool:
        return self.run.equal(self, other) if _is_whole(other) else bool(self.__index__() == other)

    def __lt__(self, other: Any) -> bool:
        return self.run.less(self, other) if _is_whole(other) else bool(self.__index__() < other)

    def __gt__(self, other: Any) -> bool:
        return self.run.less(other, self) if _is_whole(other) else bool(self.__index__() > other)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __neg__(self) -> Any:
        return self.run.apply("sub", 0, self)

    def __pos__(self) -> Any:
        return self

    def __invert__(self) -> Any:
        return self.run.apply("sub", -1, self)

    def __abs__(self) -> Any:
        return -self if self < 0 else self

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__index__(), name)


def _define(name: str) -> None:
    """Define an operator of numbers, from either side: on expressions if possible, otherwise on their values."""
    symbolic = name in PLAIN

    def forward(self: Number, *others: Any) -> Any:
        if symbolic and _is_whole(others[0]):
            return self.run.apply(name, self, others[0])
        return getattr(int, f"__{name}__")(self.__index__(), *others)

    def backward(self: Number, *others: Any) -> Any:
        if symbolic and _is_whole(others[0]):
            return self.run.apply(name, others[0], self)
        return getattr(int, f"__r{name}__")(self.__index__(), *others)

    setattr(Number, f"__{name}__", forward)
    if hasattr(int, f"__r{name}__"):
        setattr(Number, f"__r{name}__", backward)


for _name in (*PLAIN, "truediv", "pow", "round", "float", "int", "trunc", "floor", "ceil"):
    _define(_name)
for _name in ("repr", "str", "format"):
    _define(_name)


class TracedPile:
    """A symbolic pile: the number of cards gone from the top, and the cards come since."""

    def __init__(self, run: Trace, base: Node, place: int, cards: Span) -> None:
        self.run, self.base, self.place, self.cards_span = run, base, place, cards
        self.gone: int | None = 0  # None: all
        self.come: list[Any] = []

    def size(self) -> Any:
        self.run.count_work()
        return len(self.come) if self.gone is None else self.run.number(self.base) - self.gone + len(self.come)

    def push(self, card: Any) -> None:
        self.run.node(card)
        if card < 0 or card > LARGEST_CARD:
            raise ValueError("push of a card that is not from 0 to 127")
        self.make_room(1)
        self.come.append(card)

    def pop(self) -> Any:
        if self.size() == 0:
            raise IndexError("pop from a pile that is empty")
        card = self.top(1)
        self.drop(1)
        return card

    def top(self, k: Any) -> Any:
        if k < 1 or k > self.size():
            raise IndexError("top of a pile that has fewer cards")
        k = int(k)
        if k <= len(self.come):
            return self.come[-k]
        assert self.gone is not None
        row = self.gone + k - len(self.come) - 1
        return self.run.number(self.run.nodes.leaf("card", (self.place, row), *self.cards_span))

    def drop(self, k: Any) -> None:
        if k < 0 or k > self.size():
            raise IndexError("drop from a pile that has fewer cards")
        k = int(k)
        if self.gone is not None:
            self.gone += max(0, k - len(self.come))
        del self.come[len(self.come) - min(k, len(self.come)) :]

    def take(self, pile: Any, cards: Any) -> None:
        if type(pile) is not TracedPile or pile is self:
            self.run.refuse("the rules take cards from what is not another pile")
        if cards < 0 or cards > pile.size():
            raise IndexError("take from a pile that has fewer cards")
        self.make_room(cards)
        for _ in range(cards):
            self.come.append(pile.pop())

    def make_room(self, cards: Any) -> None:
        if self.size() + cards > 2 * self.run.deck:
            raise IndexError(FULL)

    def clear(self) -> None:
        self.gone, self.come = None, []

    def from_below(self, name: str) -> list[Any]:
        """Return all cards of a pile that holds only cards come in this step, to change it at the bottom.

        Other piles cannot change there.
        """
        self.size()
        if self.gone is not None and self.base.high > 0:
            self.run.refuse(f"the rules use {name} of a pile")
        return self.come

    def tuck(self, card: Any) -> None:
        self.push(card)
        cards = self.from_below("tuck")
        cards.insert(0, cards.pop())

    def pull(self) -> Any:
        cards = self.from_below("pull")
        if not cards:
            raise IndexError("pull from a pile that is empty")
        return cards.pop(0)

    def tuck_pile(self, pile: Any) -> None:
        if type(pile) is not TracedPile or pile is self:
            self.run.refuse("the rules tuck what is not another pile")
        cards = pile.from_below("tuck_pile")
        self.make_room(len(cards))
        self.come = cards[::-1] + self.from_below("tuck_pile")
        pile.clear()

    def under(self, k: Any) -> Any:
        cards = self.from_below("under")
        if k < 1 or k > len(cards):
            raise IndexError("under of a pile that has fewer cards")
        return cards[int(k) - 1]

    def __getattr__(self, name: str) -> NoReturn:
        self.run.refuse(f"the rules use {name} of a pile")


class TracedTally:
    """A number on the table."""

    run: Trace
    n: Any

    def __init__(self, run: Trace, node: Node) -> None:
        self.__dict__.update(run=run, n=run.number(node))

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "n":
            self.run.refuse(f"the rules set {name} of a tally")
        self.__dict__["n"] = self.run.number(self.run.node(value))

    def __getattr__(self, name: str) -> NoReturn:
        self.run.refuse(f"the rules use {name} of a tally")

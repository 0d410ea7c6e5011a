"""The rule in words that separates all decisions between two moves without error, if there is one.

A rule looks at one number, compares two (``keep if total is above Ann``), or does so apart for each of a few values.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Any, NamedTuple

MOST_CASES = 2_000
LESS_PLAIN = " up to ", " at least ", " - "
MOST_COMPARED = 6  # numbers, of which any two are compared
MOST_VALUES = 3  # that a rule takes one by one


class Case(NamedTuple):
    """A decision: what its player sees by labels, None where it is hidden, and the best moves in words."""

    seen: Mapping[str, Any]
    best: Collection[str]


class Rule(NamedTuple):
    """How many conditions a rule has for a reader, and its text."""

    size: int
    text: str


class _Moves(NamedTuple):
    """The cases in which one move must be made, those in which the other must, and all."""

    one: Sequence[Mapping[str, Any]]
    other: Sequence[Mapping[str, Any]]
    every: Sequence[Mapping[str, Any]]

    def where(self, holds: Callable[[Mapping[str, Any]], bool]) -> "_Moves":
        """The cases for which this holds."""
        one, other, every = (list(filter(holds, part)) for part in self)
        return _Moves(one, other, every)


def rule_of(cases: Sequence[Case]) -> Rule | None:
    """The shortest rule that tells the best move of every case; None if no simple rule does, or moves are not two."""
    moves = tuple(dict.fromkeys(word for case in cases for word in case.best))
    if len(moves) != 2 or len(cases) > MOST_CASES:
        return None
    every = [case.seen for case in cases]
    alone = {word: [case.seen for case in cases if {*case.best} == {word}] for word in moves}
    if not all(alone.values()):  # one of them is right everywhere
        return None
    found = [
        Rule(rule.size, f"{rule.text}, else {other}")
        for word, other in permutations(moves)
        for rule in _rules(_Moves(alone[word], alone[other], every), word, other)
    ]
    return min(found, key=_length, default=None)


def _length(rule: Rule) -> tuple[int, int]:
    """The sort key of rules, the plainest first: those that go on from a number, or say that one is above another."""
    return rule.size, sum(map(rule.text.count, LESS_PLAIN))


def _rules(moves: _Moves, word: str, other: str) -> Iterator[Rule]:
    """Yield the rules that say where ``word`` is the move, and not the ``other``."""
    yield from _plain_rules(moves, word, other)
    yield from _split_rules(moves, word, other, _plain_rules)


def _plain_rules(moves: _Moves, word: str, other: str) -> Iterator[Rule]:
    """Yield the rules that look at one number, or none; if there are none, those that compare two."""
    simple, numbers = list(_simple_rules(moves, word, other)), _numbers(moves.every)
    yield from simple
    for a, b in permutations(numbers, 2) if not simple and len(numbers) <= MOST_COMPARED else ():
        least = min(seen[a] - seen[b] for seen in moves.one)
        most = max(seen[a] - seen[b] for seen in moves.other)
        if most < least:
            yield Rule(1, f"{word} if {_comparison(a, b, most, least)}")
        elif most == least == 0:
            level = moves.where(partial(_are_equal, a, b))
            for rule in (*_simple_rules(level, word, other), *_split_rules(level, word, other, _simple_rules)):
                yield Rule(1 + rule.size, f"{word} if {a} is above {b}; {_clause('if they are equal', rule)}")


def _clause(where: str, rule: Rule) -> str:
    """A rule for some cases; one of several clauses has brackets, so that what follows them is for all cases."""
    return f"{where}, {rule.text}" if rule.size == 1 else f"{where} ({rule.text})"


def _are_equal(a: str, b: str, seen: Mapping[str, Any]) -> bool:
    return bool(seen[a] == seen[b])


def _numbers(every: Sequence[Mapping[str, Any]]) -> list[str]:
    return [label for label in every[0] if all(type(seen[label]) is int for seen in every)]


def _simple_rules(moves: _Moves, word: str, other: str) -> Iterator[Rule]:
    """Yield the rules that look at one number, or none."""
    if not moves.one or not moves.other:
        yield Rule(1, f"always {word if moves.one else other}")
        return
    for label in _numbers(moves.every):
        values = {seen[label] for seen in moves.every}
        one, others = ([seen[label] for seen in part] for part in (moves.one, moves.other))
        if max(others) < min(one):
            yield Rule(1, f"{word} from {label} {min(value for value in values if value > max(others))} on")
        elif max(one) < min(others):
            yield Rule(1, f"{word} up to {label} {max(value for value in values if value < min(others))}")


def _is_seen(label: str, value: Any, seen: Mapping[str, Any]) -> bool:
    return bool(seen[label] == value)


def _comparison(a: str, b: str, most: int, least: int) -> str:
    """That one number is larger than another by more than ``most`` and by ``least`` or more, in the plainest words."""
    if most < 1 <= least:
        return f"{a} is above {b}"
    if most < 0 <= least:
        return f"{a} is at least {b}"
    return f"{a} is at least {b} {'-' if least < 0 else '+'} {abs(least)}"


def _split_rules(
    moves: _Moves, word: str, other: str, rules: Callable[[_Moves, str, str], Iterator[Rule]]
) -> Iterator[Rule]:
    """Yield the rules that have one of these ``rules`` for each value of what takes few values."""
    for label in moves.every[0]:
        values = list(dict.fromkeys(seen[label] for seen in moves.every))
        if None in values or not 1 < len(values) <= MOST_VALUES:
            continue
        apart = [moves.where(partial(_is_seen, label, value)) for value in values]
        parts = [min(rules(part, word, other), key=_length, default=None) for part in apart]
        if None not in parts:
            texts = [_clause(f"for {label} {value}", part) for value, part in zip(values, parts, strict=True) if part]
            yield Rule(sum(1 + part.size for part in parts if part), "; ".join(texts))

"""A tree with all that its rules need to know: what is paid at its ends, and what is seen at its nodes."""

from fractions import Fraction
from typing import Any

from faceup.library.gambit.nodes import read_tree
from faceup.library.gambit.seeing import check_memory, known_to_all, views_of
from faceup.library.gambit.shape import Shape
from faceup.rules.contract import OVER

Paid = int | Fraction


class PlayedTree:
    """The tree of a file; ``totals`` has what each player is paid on the whole way to each node, ``payoffs`` what the
    rules say of that at each end, ``views`` the node that is shown to each player at each node, nothing where all see
    everything. Copies are made from the text, and digests of it.

    Raises UsageError with the line of what is wrong.
    """

    def __init__(self, text: str, path: str = "the file") -> None:
        self.text = text
        self.shape = Shape(read_tree(path, text))
        check_memory(path, self.shape)
        known = known_to_all(self.shape)
        self.hidden = not all(known)
        self.totals = _totals(self.shape)
        self.payoffs = self._payoffs()
        self.views = views_of(self.shape, known) if self.hidden else []

    def __reduce__(self) -> tuple[type["PlayedTree"], tuple[str]]:
        return PlayedTree, (self.text,)

    def _payoffs(self) -> dict[int, Any]:
        """The first player's at each end, where one plays alone or what one gains the other loses, else rows."""
        nodes, players = self.shape.tree.nodes, len(self.shape.tree.players)
        ends = {number: self.totals[number] for number, node in enumerate(nodes) if node.who == OVER}
        if players == 1 or (players == 2 and len(set(map(sum, ends.values()))) == 1):
            return {end: _simplest(row[0]) for end, row in ends.items()}
        return {end: tuple(map(_simplest, row)) for end, row in ends.items()}


def _totals(shape: Shape) -> list[tuple[Fraction, ...]]:
    totals: list[tuple[Fraction, ...]] = []
    for number, node in enumerate(shape.tree.nodes):
        before = totals[shape.above[number]] if number else (Fraction(0),) * len(shape.tree.players)
        totals.append(tuple(a + b for a, b in zip(before, node.payoffs, strict=True)) if node.payoffs else before)
    return totals


def _simplest(number: Fraction) -> Paid:
    return number.numerator if number.denominator == 1 else number

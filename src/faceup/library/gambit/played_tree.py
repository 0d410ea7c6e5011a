"""A tree with all that its rules need to know: what is paid at its ends, and what is seen at its nodes."""

from fractions import Fraction
from typing import Any

from faceup.library.gambit.nodes import read_tree
from faceup.library.gambit.seeing import check_memory, known_to_all, views_of
from faceup.library.gambit.shape import Shape
from faceup.rules.contract import OVER
from faceup.rules.errors import UnsupportedError

Paid = int | Fraction


class PlayedTree:
    """The tree of a file; ``payoffs`` has what is paid on the whole way to each end, ``views`` the node that is shown
    to each player at each node, nothing where all see everything. Copies are made from the text, and digests of it.

    Raises UsageError or UnsupportedError with the line of what is wrong.
    """

    def __init__(self, text: str, path: str = "the file") -> None:
        self.text = text
        self.shape = Shape(read_tree(path, text))
        check_memory(path, self.shape)
        known = known_to_all(self.shape)
        self.hidden = not all(known)
        self.payoffs: dict[int, Any] = _payoffs(path, self.shape, self.hidden)
        self.views = views_of(self.shape, known) if self.hidden else []

    def __reduce__(self) -> tuple[type["PlayedTree"], tuple[str]]:
        return PlayedTree, (self.text,)


def _payoffs(path: str, shape: Shape, hidden: bool) -> dict[int, Any]:
    """What is paid at each end: the first player's, where one plays alone or what one gains the other loses, else rows.

    Raises UnsupportedError for rows where something is hidden.
    """
    nodes, players = shape.tree.nodes, len(shape.tree.players)
    totals: list[tuple[Fraction, ...]] = []
    for number, node in enumerate(nodes):
        before = totals[shape.above[number]] if number else (Fraction(0),) * players
        totals.append(tuple(a + b for a, b in zip(before, node.payoffs, strict=True)) if node.payoffs else before)
    ends = [number for number, node in enumerate(nodes) if node.who == OVER]
    other = next((end for end in ends if sum(totals[end]) != sum(totals[ends[0]])), None)
    if players == 1 or (players == 2 and other is None):
        return {end: _simplest(totals[end][0]) for end in ends}
    if not hidden:
        return {end: tuple(map(_simplest, totals[end])) for end in ends}
    if players > 2:
        why = f"{players} players, who do not see everything"
    else:
        one, two = (f"{sum(totals[end])} in line {nodes[end].line}" for end in (ends[0], other or 0))
        why = f"payoffs that sum to {one} and to {two}, and players who do not see everything"
    raise UnsupportedError(
        f"{path} has {why}; possible: two players whose payoffs always sum to the same, one player, or that everybody "
        "sees everything"
    )


def _simplest(number: Fraction) -> Paid:
    return number.numerator if number.denominator == 1 else number

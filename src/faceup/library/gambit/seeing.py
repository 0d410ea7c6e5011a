"""What each player is shown at each node, so that the information sets of the file follow from what players remember.

Everybody remembers what they saw and did. So each is shown the information set at its own moves, called by the first
node in it; and where no information set has nodes both inside and outside of what follows a node, all are shown that
node: it begins a game of its own. If nobody in the file forgets, sets and memories are the same.
"""

from typing import NamedTuple

from faceup.library.gambit.nodes import set_text
from faceup.library.gambit.shape import NOWHERE, Shape
from faceup.rules.errors import UnsupportedError


class _Own(NamedTuple):
    """An own move: the number of an information set, and what was done there."""

    number: int
    action: int


def check_memory(path: str, shape: Shape) -> None:
    """Raise UnsupportedError where a player would forget an own move, or what was known when it was made."""
    nodes = shape.tree.nodes
    for player in range(len(shape.tree.players)):
        last: list[_Own | None] = []  # on the way to each node
        first: dict[int, tuple[_Own | None, int]] = {}  # of each information set, and in which line
        for number, node in enumerate(nodes):
            above, own = shape.above[number], None
            if above != NOWHERE:
                by_player = nodes[above].who == player
                own = _Own(shape.choice(above).number, shape.by[number]) if by_player else last[above]
            last.append(own)
            if node.who != player:
                continue
            choice = shape.choice(number)
            met, line = first.setdefault(choice.number, (own, node.line))
            if met != own:
                raise UnsupportedError(
                    f"{path}, line {node.line}: in {set_text(choice)} the player has forgotten something: in line "
                    f"{line} the last own move was {_action_label(shape, player, met)}, "
                    f"here {_action_label(shape, player, own)}; "
                    "possible: games in which players remember what they knew and did"
                )


def _action_label(shape: Shape, player: int, own: _Own | None) -> str:
    if own is None:
        return "none"
    choice = shape.choice(shape.members[player, own.number][0])
    return f"{choice.names[own.action]!r} in information set {own.number}"


def known_to_all(shape: Shape) -> list[bool]:
    """Of each node, whether no information set has nodes both inside and outside of what follows it."""
    count = len(shape.above)
    lows, highs = list(range(count)), list(range(count))  # the outermost nodes of the sets of all that follows
    for members in shape.members.values():
        for number in members:
            lows[number], highs[number] = members[0], members[-1]
    for number in range(count - 1, 0, -1):
        above = shape.above[number]
        lows[above], highs[above] = min(lows[above], lows[number]), max(highs[above], highs[number])
    return [lows[number] >= number and highs[number] < shape.ends[number] for number in range(count)]


def views_of(shape: Shape, known: list[bool]) -> list[tuple[int, ...]]:
    """The node that is shown to each player, at each node."""
    views: list[tuple[int, ...]] = []
    for number, node in enumerate(shape.tree.nodes):
        if known[number]:
            views.append((number,) * len(shape.tree.players))
            continue
        seen = views[shape.above[number]]
        if node.who >= 0:
            seen = (*seen[: node.who], shape.alike(number)[0], *seen[node.who + 1 :])
        views.append(seen)
    return views

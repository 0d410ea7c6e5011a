"""A tree of a Gambit file with all that its rules need, and the rules of its game.

Views are chosen so that the information sets of the file follow from what players remember, namely what they saw and
did. Each player is shown the information set at its own moves, named by its first node. If no information set has
nodes both inside and outside of the subtree of a node, that node is shown to all: it begins a subgame. With perfect
recall, sets and memories are the same.
"""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from faceup.library.gambit.nodes import Choice, Tree, read_tree, set_text
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import UnsupportedError

NOWHERE = -1  # is above the first node
Key = tuple[int, int]  # of an information set: the player, and its number


class Shape:
    """``above`` has the parent of each node and ``by`` the action from there, ``below`` the children, by action; the
    subtree of a node is all nodes before its ``ends``.

    ``members`` are the nodes of each information set of a player.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        count = len(tree.nodes)
        self.above, self.by, self.ends = [NOWHERE] * count, [0] * count, [count] * count
        self.below: list[list[int]] = [[] for _ in range(count)]
        self.members: dict[Key, list[int]] = {}
        waiting: list[int] = []  # for nodes below them
        for number, node in enumerate(tree.nodes):
            if waiting:
                parent = waiting[-1]
                self.above[number], self.by[number] = parent, len(self.below[parent])
                self.below[parent].append(number)
            if node.choice is None:
                self.ends[number] = number + 1
                while waiting and len(self.below[waiting[-1]]) == len(self.choice(waiting[-1]).actions):
                    self.ends[waiting.pop()] = number + 1
            else:
                waiting.append(number)
                if node.who >= 0:
                    self.members.setdefault((node.who, node.choice.number), []).append(number)

    def choice(self, number: int) -> Choice:
        """The actions of a node that is no end."""
        choice = self.tree.nodes[number].choice
        assert choice
        return choice

    def alike(self, number: int) -> list[int]:
        """The nodes in the information set of a node; a node of chance or an end is alone."""
        node = self.tree.nodes[number]
        return self.members[node.who, self.choice(number).number] if node.who >= 0 else [number]

    def way(self, number: int) -> list[str]:
        """The names of the actions on the path to a node."""
        names: list[str] = []
        while (above := self.above[number]) != NOWHERE:
            names.append(self.choice(above).names[self.by[number]])
            number = above
        return names[::-1]


class _OwnMove(NamedTuple):
    """A player's own move: the number of an information set, and the action there."""

    number: int
    action: int


def check_memory(path: str, shape: Shape) -> None:
    """Raise UnsupportedError unless every player has perfect recall (remembers own moves and information sets)."""
    nodes = shape.tree.nodes
    for player in range(len(shape.tree.players)):
        last: list[_OwnMove | None] = []  # on the way to each node
        first: dict[int, tuple[_OwnMove | None, int]] = {}  # of each information set, and its line
        for number, node in enumerate(nodes):
            above, own_move = shape.above[number], None
            if above != NOWHERE:
                by_player = nodes[above].who == player
                own_move = _OwnMove(shape.choice(above).number, shape.by[number]) if by_player else last[above]
            last.append(own_move)
            if node.who != player:
                continue
            choice = shape.choice(number)
            earlier, line = first.setdefault(choice.number, (own_move, node.line))
            if earlier != own_move:
                raise UnsupportedError(
                    f"{path}, line {node.line}: in {set_text(choice)} the player has forgotten something: in line "
                    f"{line} the last own move was {_action_label(shape, player, earlier)}, "
                    f"here {_action_label(shape, player, own_move)}; "
                    "possible: games in which players remember what they knew and did"
                )


def _action_label(shape: Shape, player: int, own_move: _OwnMove | None) -> str:
    if own_move is None:
        return "none"
    choice = shape.choice(shape.members[player, own_move.number][0])
    return f"{choice.names[own_move.action]!r} in information set {own_move.number}"


def public_nodes(shape: Shape) -> list[bool]:
    """Whether each node begins a subgame: no information set has nodes both inside and outside of its subtree."""
    count = len(shape.above)
    lows, highs = list(range(count)), list(range(count))  # the outermost nodes of the sets of all that follows
    for members in shape.members.values():
        for number in members:
            lows[number], highs[number] = members[0], members[-1]
    for number in range(count - 1, 0, -1):
        above = shape.above[number]
        lows[above], highs[above] = min(lows[above], lows[number]), max(highs[above], highs[number])
    return [lows[number] >= number and highs[number] < shape.ends[number] for number in range(count)]


def views_of(shape: Shape, public: list[bool]) -> list[tuple[int, ...]]:
    """The node shown to each player, for each node."""
    views: list[tuple[int, ...]] = []
    for number, node in enumerate(shape.tree.nodes):
        if public[number]:
            views.append((number,) * len(shape.tree.players))
            continue
        views_above = views[shape.above[number]]
        if node.who >= 0:
            views_above = (*views_above[: node.who], shape.alike(number)[0], *views_above[node.who + 1 :])
        views.append(views_above)
    return views


Paid = int | Fraction


class PlayedTree:
    """The tree of a file; ``totals`` has each player's payments on the path to each node, ``payoffs`` those of the
    rules at each end, ``views`` the node shown to each player at each node, empty for perfect information. Copies are
    made from the text, and digests of it.

    Raises UsageError with the line of the fault.
    """

    def __init__(self, text: str, path: str = "the file") -> None:
        self.text = text
        self.shape = Shape(read_tree(path, text))
        check_memory(path, self.shape)
        public = public_nodes(self.shape)
        self.hidden = not all(public)
        self.totals = _totals(self.shape)
        self.payoffs = self._payoffs()
        self.views = views_of(self.shape, public) if self.hidden else []

    def __reduce__(self) -> tuple[type["PlayedTree"], tuple[str]]:
        return PlayedTree, (self.text,)

    def _payoffs(self) -> dict[int, Any]:
        """The first player's payoff at each end of a game for one player or of a zero-sum game, else rows."""
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


LONGEST_WAY = 100  # characters of the moves that led to a node


class TreeState(NamedTuple):
    node: int


class TreeGame(Game):
    """A game whose positions are the nodes of a tree."""

    State = TreeState
    played: ClassVar[PlayedTree]

    def start(self) -> TreeState:
        return TreeState(0)

    def turn(self, s: TreeState) -> int:
        return self.played.shape.tree.nodes[s.node].who

    def moves(self, s: TreeState) -> range:
        return range(len(self.played.shape.below[s.node]))

    def play(self, s: TreeState, m: int) -> TreeState:
        return TreeState(self.played.shape.below[s.node][m])

    def odds(self, s: TreeState, m: int) -> Fraction:
        return self.played.shape.choice(s.node).chances[m]

    def payoff(self, s: TreeState) -> Any:
        return self.played.payoffs[s.node]

    def say(self, s: TreeState, m: int) -> str:
        return self.played.shape.choice(s.node).names[m]

    def show(self, s: TreeState) -> str:
        """The name of the information set or of the node, else the path to it; with hidden information, the number of
        the set.
        """
        node = self.played.shape.tree.nodes[s.node]
        if node.who >= 0:
            choice = self.played.shape.choice(s.node)
            if choice.name or len(self.played.shape.alike(s.node)) > 1:
                return choice.name or f"information set {choice.number}"
        way = ", ".join(self.played.shape.way(s.node))
        return node.name or (way if len(way) <= LONGEST_WAY else "... " + way[-LONGEST_WAY:]) or "the start"


class HiddenTreeGame(TreeGame):
    """A tree with information sets: each player is shown the first node of the set."""

    def view(self, s: TreeState, player: int) -> TreeState:
        views = self.played.views[s.node]
        return TreeState(views[player] if player < len(views) else 0)  # a single player has no opponent


def tree_class(path: Path, text: str) -> type[TreeGame]:
    """The rules of a Gambit file. Raises UsageError or UnsupportedError as the tree does."""
    played_tree = PlayedTree(text, str(path))
    tree = played_tree.shape.tree
    names = tuple(" ".join(name.split()) for name in tree.players)
    word = "".join(part[:1].upper() + part[1:] for part in re.split(r"\W+", path.stem))
    body: dict[str, Any] = {
        "__doc__": tree.comment.strip() or f"The tree in the file {path.name}.",
        "name": path.stem,
        "player_names": names if all(names) and len(set(names)) == len(names) else (),
        "played": played_tree,
    }
    return type(word if word.isidentifier() else "Tree", (HiddenTreeGame if played_tree.hidden else TreeGame,), body)

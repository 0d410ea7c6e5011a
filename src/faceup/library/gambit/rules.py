"""The rules of a game given by a tree in a file."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from faceup.library.gambit.played_tree import PlayedTree
from faceup.rules.contract import Game

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

"""How the nodes of a tree hang together, by their numbers in the order of the file."""

from faceup.library.gambit.nodes import Choice, Tree

NOWHERE = -1  # is above the first node
Key = tuple[int, int]  # of an information set: the player, and its number


class Shape:
    """``above`` has the node above each and ``by`` the action that leads from there, ``below`` those that follow it, by
    action; what follows a node in any number of moves is all before its ``ends``.

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
        """What is chosen from at a node that is no end."""
        choice = self.tree.nodes[number].choice
        assert choice
        return choice

    def alike(self, number: int) -> list[int]:
        """The nodes that whoever moves cannot tell apart; a node at which nobody moves is alone."""
        node = self.tree.nodes[number]
        return self.members[node.who, self.choice(number).number] if node.who >= 0 else [number]

    def way(self, number: int) -> list[str]:
        """The names of the actions that lead to a node."""
        names: list[str] = []
        while (above := self.above[number]) != NOWHERE:
            names.append(self.choice(above).names[self.by[number]])
            number = above
        return names[::-1]

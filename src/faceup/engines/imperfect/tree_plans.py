"""Plans for all information sets of a tree, in machine code: average ones, and the best answers to them."""

from typing import Any

from faceup.engines.imperfect.tree_choices_kernel import SETS


def averaged(tree: Any) -> None:
    """Make plans of what moves count in all: at each decision in proportion, and evenly where nothing counts."""
    tree.plan[0] = tree.plan[1] = 1.0
    for choice in range(tree.registers[SETS]):
        begin, end = tree.firsts[choice], tree.firsts[choice + 1]
        come, whole = tree.plan[tree.parents[choice]], 0.0
        for q in range(begin, end):
            whole += tree.total[q]
        for q in range(begin, end):
            tree.plan[q] = come * (tree.total[q] / whole) if whole > 0.0 else come / (end - begin)


def best_of_all(tree: Any) -> None:
    """Add to what each sequence is worth at once what the best ones after it are worth."""
    for choice in range(tree.registers[SETS] - 1, -1, -1):
        begin, end = tree.firsts[choice], tree.firsts[choice + 1]
        best = tree.worth[begin]
        for q in range(begin + 1, end):
            best = max(best, tree.worth[q])
        tree.worth[tree.parents[choice]] += best


def dropped(tree: Any, least: float) -> None:
    """Let moves count nothing that were made less often than this in all turns."""
    for choice in range(tree.registers[SETS]):
        begin, end = tree.firsts[choice], tree.firsts[choice + 1]
        whole = 0.0
        for q in range(begin, end):
            whole += tree.total[q]
        for q in range(begin, end):
            if tree.total[q] < least * whole:
                tree.total[q] = 0.0

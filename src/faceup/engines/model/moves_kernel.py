"""Parts of kernels that go through the moves of a state and draw an outcome of chance.

``list_moves`` and ``draw_outcome`` have twins in CPython in ``engines.mcts.tree_search``.
"""

from typing import Any

from faceup.engines.model.kernel_names import EVEN, add, read_move, scaled_odds, write_move
from faceup.engines.model.random_stream import below_any


def list_moves(rules: Any, s: Any, moves: Any) -> int:
    """Write the moves down; returns how many there are, or one more than there is room for."""
    count = 0
    for m in rules.moves(s):
        count += 1
        if count > len(moves):
            break
        write_move(moves, count - 1, m)
    return count


def list_odds(rules: Any, s: Any, moves: Any, odds: Any, count: int) -> int:
    """Write the odds of the outcomes down; returns what they sum to, or -1 where these are none."""
    total = 0
    for k in range(count):
        weight = scaled_odds(rules, s, rules.odds(s, read_move(moves, k)))
        if weight < 0:
            return -1
        odds[k] = weight
        total = add(total, weight)
    return total if total > 0 else -1


def draw_by_odds(odds: Any, total: int, stream: Any) -> int:
    """The place of an outcome that is drawn by odds with this sum."""
    return place_by_odds(odds, below_any(stream, total))


def place_by_odds(odds: Any, point: int) -> int:
    """The place of the outcome in whose odds a point lies."""
    k = 0
    while point >= odds[k]:
        point -= odds[k]
        k += 1
    return k


def draw_outcome(rules: Any, s: Any, moves: Any, odds: Any, count: int, stream: Any) -> int:
    """The place of an outcome of chance among so many that are listed, drawn by their odds; -1 where these are none."""
    if EVEN:  # known when code is made
        return below_any(stream, count)
    total = list_odds(rules, s, moves, odds, count)
    return draw_by_odds(odds, total, stream) if total > 0 else -1

"""What machine code leaves out of the standard library: functions and classes that no rules need, with a way around."""

import ast
import bisect
import functools
import itertools
import operator
from collections import defaultdict, deque
from typing import Any

from faceup.native.lowering.names import Names
from faceup.native.lowering.tree import Unsupported

COUNT = "count in a dictionary: `held[x] = held.get(x, 0) + 1`"
CONDITION = "write a comprehension with `if`"
BREAK = "write a loop with `break`"
LAMBDA = "write a lambda: `key=lambda card: card.rank`"
PLACE = "count the smaller items: `sum(item < x for item in row)`"

#: What to write instead of each.
LEFT_OUT: tuple[tuple[Any, str], ...] = (
    (itertools.compress, CONDITION),
    (itertools.count, "write a loop with `while`"),
    (itertools.cycle, "take `row[k % len(row)]`"),
    (itertools.dropwhile, BREAK),
    (itertools.filterfalse, CONDITION),
    (itertools.groupby, COUNT),
    (defaultdict, COUNT),
    (itertools.pairwise, "write `zip(row, row[1:])`"),
    (itertools.repeat, "write `for k in range(n)`"),
    (itertools.starmap, "write a comprehension: `f(a, b) for a, b in pairs`"),
    (itertools.takewhile, BREAK),
    (itertools.tee, "make a list: `[...]`"),
    (itertools.zip_longest, "fill the shorter row up, and write `zip`"),
    (functools.reduce, "write a loop"),
    (operator.attrgetter, LAMBDA),
    (operator.itemgetter, LAMBDA),
    (bisect.bisect_left, PLACE),
    (bisect.bisect_right, PLACE),
    (deque, "take a list: `row.pop(0)`, `row.insert(0, x)`"),
)
IN_BASE = "read the digits in a loop: `number = base * number + int(digit)`"


def refuse_left_out(definition: ast.FunctionDef, names: Names) -> None:
    """Raise Unsupported for a use of what machine code leaves out."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            value = names.value(node)
            for one, instead in LEFT_OUT:
                if one is value:
                    raise Unsupported(node, f"`{ast.unparse(node)}`", instead)
        elif isinstance(node, ast.Call) and names.value(node.func) is int and len(node.args) + len(node.keywords) > 1:
            raise Unsupported(node, f"`{ast.unparse(node)}`", IN_BASE)

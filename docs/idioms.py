"""Write docs/python-in-rules.md: the Python that compiles, from the methods that the tests compare with CPython."""

import ast
import re
import textwrap
from itertools import groupby
from pathlib import Path

from faceup.native.lowering.left_out import LEFT_OUT

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "tests" / "games" / "idioms.py"
PAGE = ROOT / "docs" / "python-in-rules.md"

HEAD = """# Python in rules

Rules are plain Python. faceup compiles everything on this page to machine code, with the same meaning as in Python.
Each line and block below is a method of [one class](../tests/games/idioms.py); the tests call it in CPython and in
machine code, in eighteen states. In the examples, `s` is a state of two numbers `a` and `b` and a set of cards.

Other Python works too, interpreted. A warning then names the line, gives the reason, and suggests what to write
instead.

Machine code represents words and members of an enumeration by numbers: in moves, `yield "stop"`, in parameters, and in
fields of a state. The rules can compare them with texts of the rules by `==`, `!=`, `in` and `match`, compare members
of an `Enum` by `is` too, and use them as keys of a dictionary of constants. Rules that use the order of two words, or
their letters, run interpreted. A word in place of a number, `move + 1`, is an error in machine code too, with the
message of CPython.

A state's field `frozenset[int]` is a set of numbers from 0 to 62. Machine code has the operations of a set: `in`,
`len`, `|`, `&`, `-`, `^`, `==`, `<=` and the other comparisons, also with another set, `union` and the other methods,
`sorted`, `min`, `sum` and loops. A loop over such a field runs in ascending order, in CPython too. Other sets, `{1, 2}`
or `frozenset(range(9)) - s.taken`, have an order that only Python knows: loop over `sorted(...)` of the set.

If moves are of several kinds, distinguish them by `isinstance(m, str)`, `isinstance(m, tuple)`, `len(m) == 2`,
`m == "bank"` or `match`. A helper may take moves of all kinds.
"""
ELSE = """
## What to write instead

Rules with the Python on the left run interpreted. The text on the right compiles.

| in CPython alone | in machine code too |
|---|---|
{rows}
| an iterator under a name, `pairs = zip(a, b)` | loop over it at once, or make a list: `[...]` |
| an inner function with a default, handed on, or called in a comprehension | write a method of the class |
| `row.sort(key=...)`, `row.sort(reverse=True)` | write `row = sorted(row, ...)` |
| a star in a `case` | ask for the length and the items with `if` and `elif` |
| `int(text, base)`, `f"{{n:b}}"` | read and write the digits in a loop, or take `bin(n)` |
| a Counter that is compared, handed on or asked for `most_common` | loop over its `items()` |
"""
TAIL = """
## Limits of machine code

A number in machine code has 64 bits, and every operation checks for overflow: `+ - * // % ** << >>`, `int`, `abs`,
`sum`, `comb` and similar functions. Nothing wraps round: if a number exceeds 64 bits, `solve` continues in CPython,
whose numbers have no limit, and `simulate` plays that game in CPython. `solve --engine native` stops instead, and
prints the line and the state. So a set of cards holds cards 0 to 62 in machine code, and any card in CPython.

A fraction is two such numbers, a numerator and a denominator. Odds and payoffs may be fractions.

Machine code caches a helper under `functools.cache` if its arguments are whole numbers, tuples of them or rows of the
state, and its result is a number or a tuple of fixed length. It computes any other cached helper again at each call;
such a helper must not return a list, and must not call itself.

A new list costs more than a set of cards or a tuple: prefer those for speed. Loops over `combinations` and similar
functions cost nothing extra as `for` loops or inside `any`, `sum` and similar functions. Machine code never frees two
kinds of memory: a list that you pass to a generator of your own, and the lists in use when the rules raise an error.
Lists can be removed from a list of lists only one by one, from its end.

A lazy iterator (`map`, `filter`, a generator expression, `reversed`) is evaluated during the loop. Its
source must not change in the loop, it can be used only once, and you cannot pass it to a function of your own: make a
list, `[...]`.

**Next:** [how rules become machine code](design.md).
"""


def groups(text: str) -> list[tuple[str, list[str]]]:
    """Return the sections of the class: the comment that heads each, and the bodies of its methods."""
    lines = text.splitlines()
    tree = ast.parse(text)
    idioms = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Idioms")
    heads = [(number, line.strip()[2:]) for number, line in enumerate(lines, 1) if re.match(r"    # [a-z]", line)]
    sections: list[tuple[str, list[str]]] = []
    for (first, title), (last, _) in zip(heads, [*heads[1:], (len(lines) + 1, "")], strict=True):
        methods = [node for node in idioms.body if isinstance(node, ast.FunctionDef) and first < node.lineno < last]
        sections.append(
            (title, [body(node, lines) for node in methods if [a.arg for a in node.args.args] == ["self", "s"]])
        )
    return sections


def body(method: ast.FunctionDef, lines: list[str]) -> str:
    """Return the source of a method's body: its expression if it only returns one, else its statements."""
    text = textwrap.dedent("\n".join(lines[method.body[0].lineno - 1 : method.body[-1].end_lineno]))
    only = len(method.body) == 1 and isinstance(method.body[0], ast.Return)
    return re.sub(r"  # noqa.*", "", text.removeprefix("return ") if only else text)


def alternatives() -> str:
    """Return the rows of the table of what machine code leaves out, those with one way around together."""
    return "\n".join(
        f"| {', '.join(f'`{value.__qualname__}`' for value, _ in same)} | {instead} |"
        for instead, same in groupby(LEFT_OUT, key=lambda each: each[1])
    )


def page() -> str:
    """The text of the page."""
    text = SOURCE.read_text(encoding="utf-8")
    before = text[text.index("LINES =") : text.index("class Idioms(")].strip()
    parts = [HEAD, "\n## Definitions for the examples\n\n```text\n" + before + "\n```\n"]
    for title, bodies in groups(text):
        single = [each for each in bodies if "\n" not in each]
        longer = [each for each in bodies if "\n" in each]
        shown = "\n".join(single) + "".join(f"\n\n{each}" for each in longer)
        parts.append(f"\n## {title[0].upper()}{title[1:]}\n\n```text\n{shown.strip()}\n```\n")
    return "".join([*parts, ELSE.format(rows=alternatives()), TAIL])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

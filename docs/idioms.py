"""Writes docs/python-in-rules.md: what compiles, from the very methods that the tests hold against CPython."""

import ast
import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "tests" / "games" / "idioms.py"
PAGE = ROOT / "docs" / "python-in-rules.md"

HEAD = """# Python in rules

Rules are plain Python. What is on this page also becomes machine code, and means there what it means in Python: each
line and block below is a method of [one class](../tests/games/idioms.py) that the tests ask in CPython and in machine
code, in eighteen states. Here `s` is a state of two numbers `a` and `b` and a set of cards.

Rules that use something else work as well, interpreted, and a warning says which line, why, and what to write instead.

Moves that are words, `yield "stop"`, parameters that are texts, and fields of a state that hold words or members of an
enumeration are numbers in machine code. There they can be compared by `==`, `!=`, `in` and `match` with texts that
stand in the rules, members of an `Enum` by `is` too, and be the keys of a dictionary of constants. Rules that ask for
more, the order of two words, their letters, run interpreted. A word where Python wants a number, `move + 1`, is an
error in machine code, too, and told as CPython tells it.

A field `frozenset[int]` of a state is a set of numbers from 0 to 62. Machine code knows what Python asks of it: `in`,
`len`, `|`, `&`, `-`, `^`, `==`, `<=` and their kin, also with a set on the other side, `union` and the other methods,
`sorted`, `min`, `sum` and loops. It is gone through in ascending order, in CPython too. Of another set, `{1, 2}` or
`frozenset(range(9)) - s.taken`, Python alone knows the order: loop over `sorted(...)` of it.

Where moves are of several kinds, `isinstance(m, str)`, `isinstance(m, tuple)`, `len(m) == 2`, `m == "bank"` and `match`
tell them apart, and a helper may be given any of them.
"""
TAIL = """
## Numbers

A number in machine code has 64 bits, and every operation is checked: `+ - * // % ** << >>`, `int`, `abs`, `sum`,
`comb` and their like. Where a number leaves 64 bits, `solve` goes on in CPython, whose numbers have no end, and
`simulate` plays that game there; nothing wraps round. `solve --engine native` stops instead, with the line and the
state. A set of cards therefore holds cards 0 to 62 in machine code, and any in CPython.

A fraction is two such numbers, a numerator and a denominator. Odds may be fractions, and payoffs too.

A helper under `functools.cache` is remembered where it gets whole numbers, tuples of them or rows of the state, and
gives a number, or a tuple of one length. Any other is computed anew each time; it gives no list, and does not ask
itself.

A list that a rule makes costs more than a set of cards or a tuple: prefer those where speed matters. Loops over
`combinations` and the like cost nothing extra where they are written as loops or inside `any`, `sum` and their kin. Two
things take memory that machine code never gives back: a list that is handed to a generator of your own, and an error
that is raised where lists are in use. Lists are taken out of a list of lists one by one, at its end.

What a loop goes through late (`map`, `filter`, a generator expression, `reversed`, `groupby`) must not change in the
loop, must be asked once, and is not handed to a function of your own: make a list of it, `[...]`.

**Next:** [how rules become machine code](design.md).
"""


def groups(text: str) -> list[tuple[str, list[str]]]:
    """The comments that part the methods of the class, and the methods' bodies under each."""
    lines = text.splitlines()
    tree = ast.parse(text)
    idioms = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Idioms")
    heads = [(number, line.strip()[2:]) for number, line in enumerate(lines, 1) if re.match(r"    # [a-z]", line)]
    found: list[tuple[str, list[str]]] = []
    for (first, title), (last, _) in zip(heads, [*heads[1:], (len(lines) + 1, "")], strict=True):
        methods = [node for node in idioms.body if isinstance(node, ast.FunctionDef) and first < node.lineno < last]
        found.append(
            (title, [body(node, lines) for node in methods if [a.arg for a in node.args.args] == ["self", "s"]])
        )
    return found


def body(method: ast.FunctionDef, lines: list[str]) -> str:
    """What a method says: an expression where it only returns one, else its statements."""
    text = textwrap.dedent("\n".join(lines[method.body[0].lineno - 1 : method.body[-1].end_lineno]))
    only = len(method.body) == 1 and isinstance(method.body[0], ast.Return)
    return re.sub(r"  # noqa.*", "", text.removeprefix("return ") if only else text)


def page() -> str:
    """The text of the page."""
    text = SOURCE.read_text(encoding="utf-8")
    before = text[text.index("LINES =") : text.index("class Idioms(")].strip()
    parts = [HEAD, "\n## What the lines below speak of\n\n```text\n" + before + "\n```\n"]
    for title, bodies in groups(text):
        single = [each for each in bodies if "\n" not in each]
        longer = [each for each in bodies if "\n" in each]
        shown = "\n".join(single) + "".join(f"\n\n{each}" for each in longer)
        parts.append(f"\n## {title[0].upper()}{title[1:]}\n\n```text\n{shown.strip()}\n```\n")
    return "".join([*parts, TAIL])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

"""Change one thing in an engine or a kernel, and see whether the tests notice.

    python bench/mutants.py [--count 200] [--seed 1] [--only 1..40] [--at-once 2] [--seconds 600] [--tests FOLDER]

The mutants are drawn from all places where a comparison, a whole number, an operation, ``min`` or ``max``, ``and`` or
``or``, or a statement can be changed; the same seed draws the same from the same code. Each is put into a copy of the
package, and the test files that matter to its module run there, those that name it first, until one fails. Of one
that is still running after so many seconds nothing is known: it may go round for ever. ``--only`` runs some of those
drawn, by number, ``--tests`` those of another checkout's folder, to compare two suites; ``--list`` names them alone.
"""

import argparse
import ast
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "faceup"
# The test files that matter to a folder, the quickest first; those that name a module run before them.
MATTER = {
    "engines": "answers truth",
    "engines/model": "seats seats_played numbers solving contract doctor",
    "engines/graph": "graph stakes rounds seats numbers solving",
    "engines/exact": "rounds seats strategies reasons outcomes",
    "engines/solve": "solving theory distance numbers truth enumeration seats",
    "engines/solve/induction": "solving distance numbers truth native random_rules",
    "engines/solve/cyclic": "rounds native_rounds distance random_rules",
    "engines/solve/hidden": "hidden hidden_rounds learning",
    "engines/solve/search": "bounds search",
    "engines/solve/seats": "seats random_rules",
    "engines/chain": "outcomes seat_outcomes native_outcomes hidden_policies",
    "engines/simulate": "sample positions_met seat_samples simulation lanes running",
    "engines/simulate/kernels": "positions_met sample seat_samples simulation lanes",
    "engines/explain": "value best_play_sentences reasons strategies hidden_reasons seat_reasons",
    "engines/hidden": "hidden hidden_rounds hidden_policies learning",
    "engines/mcts": "alpha_beta mcts",
    "engines/same": "sameness symmetries",
    "engines/sweep": "first_cell sweep",
    "engines/doctor": "doctor contract",
    "native": "rows moves native meanings compiling digests words",
    "native/compiler": "meanings native compiling",
    "native/digests": "digests native compiling",
    "native/lowering": "idioms meanings native everyday moves words rows",
    "native/lowering/forms": "moves positions_met meanings idioms words",
    "native/operations": "checked sorted_rows rows meanings words everyday",
    "native/lanes": "lanes",
}
COMPARED = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
SIGNS = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}
OTHERS = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """One change: the bytes from here to there are replaced."""

    file: Path
    line: int
    first: int
    last: int
    old: str
    new: str

    def __str__(self) -> str:
        old = " ".join(self.old.split())
        where = self.file.relative_to(SOURCE).as_posix()
        return f"{where}:{self.line}  {old if len(old) < 60 else old[:57] + '...'}  ->  {self.new}"


def mutants_of(file: Path) -> list[Mutant]:
    """Every change that can be made in a file."""
    data = file.read_bytes()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(node: ast.AST, end: bool = False) -> int:
        line, column = (node.end_lineno, node.end_col_offset) if end else (node.lineno, node.col_offset)
        return starts[line - 1] + column

    def made(node: ast.AST, first: int, last: int, new: str) -> Mutant:
        return Mutant(file, node.lineno, first, last, data[first:last].decode(), new)

    def between(before: ast.AST, after: ast.AST, old: str, new: str) -> Iterator[Mutant]:
        first, last = place(before, end=True), place(after)
        at = data.find(old.encode(), first, last)
        if at >= 0 and b"#" not in data[first:last]:
            yield made(before, at, at + len(old), new)

    def changes(node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
            new = COMPARED[type(node.ops[0])]
            yield made(node, place(node.left, end=True), place(node.comparators[0]), f" {new} ")
        elif isinstance(node, ast.BinOp) and type(node.op) in SIGNS:
            yield from between(node.left, node.right, *SIGNS[type(node.op)])
        elif isinstance(node, ast.BoolOp):
            old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            yield from between(node.values[0], node.values[1], old, new)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield made(node, place(node), place(node, end=True), str(node.value + 1))
        elif isinstance(node, ast.Name) and node.id in OTHERS:
            yield made(node, place(node), place(node, end=True), OTHERS[node.id])
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.Expr) and not isinstance(node.value, ast.Constant):
            yield made(node, place(node), place(node, end=True), "pass")

    def looked_at(node: ast.AST) -> Iterator[ast.AST]:
        """All but what is written for people, and types."""
        for child in ast.iter_child_nodes(node):
            annotation = child is getattr(node, "annotation", None) or child is getattr(node, "returns", None)
            if not annotation and not isinstance(child, ast.JoinedStr | ast.Raise | ast.Import | ast.ImportFrom):
                yield child
                yield from looked_at(child)

    functions = [node for node in ast.walk(ast.parse(data)) if isinstance(node, ast.FunctionDef)]
    found = {one for function in functions for node in looked_at(function) for one in changes(node)}
    return sorted(one for one in found if one.old.strip() != one.new.strip())


def changed(one: Mutant) -> bytes:
    """The file with the change."""
    data = one.file.read_bytes()
    return data[: one.first] + one.new.encode() + data[one.last :]


def is_python(one: Mutant) -> bool:
    try:
        compile(changed(one), "", "exec")
    except SyntaxError:
        return False
    return True


def drawn(count: int, seed: int) -> list[Mutant]:
    """So many mutants, no two in one line."""
    files = [file for folder in ("engines", "native") for file in sorted((SOURCE / folder).rglob("*.py"))]
    places = [one for file in files for one in mutants_of(file)]
    random.Random(seed).shuffle(places)
    lines = {(one.file, one.line): one for one in reversed(places)}
    return list(islice((one for one in lines.values() if is_python(one)), count))


def tests_for(file: Path, tests: Path) -> list[str]:
    """The test files that matter to a module."""
    folder = file.parent.relative_to(SOURCE).as_posix()
    dotted = ".".join(file.relative_to(SOURCE.parent).with_suffix("").parts)
    package, _, module = dotted.rpartition(".")
    wanted = (f"from {package} import {module}", f"{dotted} import", f"import {dotted}")
    naming = [path for path in tests.glob("test_*.py") if any(words in path.read_text() for words in wanted)]
    naming.sort(key=lambda path: path.stat().st_size)
    others = [tests / f"test_{name}.py" for name in MATTER[folder].split()]
    return list(dict.fromkeys(f"tests/{path.name}" for path in (*naming[:4], *others) if path.exists()))


def outcome(one: Mutant, tests: Path, seconds: float, cache: str) -> str:
    """How the tests end: with the one that failed, ``too long`` or ``survived``."""
    with tempfile.TemporaryDirectory(prefix="faceup-mutant-") as name:
        place = Path(name)
        shutil.copytree(ROOT / "src", place / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        shutil.copytree(tests, place / "tests", ignore=shutil.ignore_patterns("__pycache__", "browser"))
        for needed in ("pyproject.toml", "README.md", "LICENSE", "docs"):
            (place / needed).symlink_to(ROOT / needed)
        file = place / one.file.relative_to(ROOT)
        file.write_bytes(changed(one))
        command = [sys.executable, "-m", "pytest", "-x", "--no-header", "-p", "no:cacheprovider"]
        # Code that was compiled before is used again; what looks after that code may have been changed.
        own = "native" in one.file.parts
        environ = {"PYTHONPATH": str(place / "src"), "FACEUP_CACHE": str(place / "cache") if own else cache}
        with subprocess.Popen(
            [*command, *tests_for(one.file, tests)],
            cwd=place,
            env=os.environ | environ,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as run:
            try:
                out, _ = run.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)
                run.communicate()
                return "too long"
        if run.returncode == 0:
            return "survived"
        lines = [line for line in out.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return lines[0].split(" - ")[0] if lines else f"pytest ended with {run.returncode}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="numbers of those to run, as 1..40")
    parser.add_argument("--at-once", type=int, default=2, help="how many are tested at the same time")
    parser.add_argument("--seconds", type=float, default=600.0, help="for the tests of one mutant")
    parser.add_argument("--tests", type=Path, default=ROOT / "tests", help="a folder of tests")
    parser.add_argument("--list", action="store_true", help="print the mutants, and run no tests")
    asked = parser.parse_args()
    first, _, last = (asked.only or f"1..{asked.count}").partition("..")
    numbered = enumerate(drawn(asked.count, asked.seed), start=1)
    chosen = [(number, one) for number, one in numbered if int(first) <= number <= int(last or first)]
    if asked.list:
        for number, one in chosen:
            print(f"{number:3}  {one}")
        return
    tally = {"killed": 0, "too long": 0, "survived": 0}
    with tempfile.TemporaryDirectory(prefix="faceup-mutants-") as cache, ThreadPoolExecutor(asked.at_once) as pool:

        def tested(number: int, one: Mutant) -> str:
            began = time.monotonic()
            end = outcome(one, asked.tests.resolve(), asked.seconds, cache)
            print(f"{number:3}  {one}\n     {end}  ({time.monotonic() - began:.0f} s)", flush=True)
            return end if end in tally else "killed"

        for end in pool.map(lambda numbered: tested(*numbered), chosen):
            tally[end] += 1
    print(f"{tally['killed']} of {len(chosen)} killed, {tally['survived']} survived, {tally['too long']} took too long")


if __name__ == "__main__":
    main()

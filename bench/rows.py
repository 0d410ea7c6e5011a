"""Rows of numbers in a state against the same games packed by hand: states a second, bytes a state, lines of rules.

    python bench/rows.py kalah pits=4 seeds=3

prints them for one game, in machine code, the fastest of several times.
"""

import ast
import json
import sys
import time
import tokenize
from collections.abc import Iterator
from pathlib import Path

from measuring import HERE, Row, python, row

#: Games with rows, and with the same states packed by hand.
PAIRS = (
    ("kalah pits=4 seeds=3", "kalah_packed.py pits=4 seeds=3"),
    ("tic_tac_toe_row.py", "tic-tac-toe"),
    ("five_dice_row.py", "five_dice_packed.py"),
    ("five_dice_in_place.py", "five_dice_packed.py"),
)
ROUNDS = 5
LEAST = 0.3  # seconds of a round, in which a small game is solved several times
LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


def rows() -> Iterator[Row]:
    """Each game in a process of its own."""
    for pair in PAIRS:
        with_rows, packed = (json.loads(python("rows.py", *game.split())) for game in pair)
        assert with_rows["states"] == packed["states"]
        yield row(f"{pair[0]}: states", with_rows["states"], "states")
        for game, found in zip(pair, (with_rows, packed), strict=True):
            yield row(game, found["speed"] / 1e3, "thousand states/s")
            yield row("  in", found["bytes"], "bytes a state")
            yield row("  rules", found["lines"], "lines")
        yield row("  packed by hand, times as fast", packed["speed"] / with_rows["speed"], "x", most=1.5)
        yield row("  rows, times as large", with_rows["bytes"] / packed["bytes"], "x", most=1.2)


def measured(name: str, *words: str) -> dict[str, float]:
    """States a second of CPU time, bytes a state, and the lines of the rules."""
    import inspect

    from faceup.engines.solve.induction.native_table import NativeTable
    from faceup.library.finding import find_game

    game = find_game(str(HERE / name) if name.endswith(".py") else name, words)
    NativeTable(game).value(game.start())
    speeds = []
    for _ in range(ROUNDS):
        states, began = 0, time.process_time()
        while time.process_time() - began < LEAST:
            table = NativeTable(game)
            table.value(game.start())
            states += table.states
        speeds.append(states / (time.process_time() - began))
    lines = lines_of_rules(Path(inspect.getfile(type(game))))
    return {"states": table.states, "speed": max(speeds), "bytes": table.bytes_a_state, "lines": lines}


def lines_of_rules(file: Path) -> int:
    """From the class to the end of the file, without blank lines, comments and docstrings."""
    tree = ast.parse(file.read_text())
    first = next(node.lineno for node in tree.body if isinstance(node, ast.ClassDef) and node.bases[0].id == "Game")
    with file.open("rb") as text:
        tokens = [token for token in tokenize.tokenize(text.readline) if token.type not in LAYOUT]
    written = {line for token in tokens for line in range(token.start[0], token.end[0] + 1) if line >= first}
    for node in ast.walk(tree):
        documented = isinstance(node, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None
        if documented:
            written -= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return len(written)


if __name__ == "__main__":
    print(json.dumps(measured(*sys.argv[1:])))

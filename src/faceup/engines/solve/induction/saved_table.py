"""Saved tables of backward induction: look positions up in a file, and solve those that it does not have.

The header of the file (``block_file``) says what the table depends on: the digest of the rules, as caches use it, the
parameters, and the digest of faceup's code that computes values and rows. If one of these differs, the file is refused,
for its values may be wrong.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import faceup
from faceup.engines.figures_digest import tables_digest
from faceup.engines.model.limits import Limits
from faceup.engines.solve.induction.block_file import BlockFile, Rows, write_blocks
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.induction.value_rows import ValueRows
from faceup.native.digests.digest import lasts, rules_digest
from faceup.native.rules_pointer import RulesPointer
from faceup.native.state_rows import COLUMN, EMPTY, HOMES, ORDERED, SLACK
from faceup.native.state_shape import Layout, give_room, layout_of
from faceup.results.answers.solution import Refusal, Solution
from faceup.results.certified import Certified
from faceup.rules.contract import CONTRACT_METHODS, Game
from faceup.rules.errors import UsageError
from faceup.rules.parameters import kinds, write_parameters

GO_ON = "possible: faceup solve --save"
SLOTS, KEYS = range(2)  # the arrays; only a table in the order of fields has separate keys
ROOM = ("places", "words", "width")  # the attributes of a layout that a header stores


class SavedTable(NativeTable):
    """A table that is read from a file, block by block as rows are used. New rows stay in memory.

    The loops in machine code are loaded for the first position without a row. The constructor and later reads raise
    UsageError if the file is damaged or of something else.
    """

    def __init__(self, game: Game, path: Path, limits: Limits | None = None) -> None:
        self.file, self.unread = BlockFile(path), False
        if self.file.header.get("unfinished"):
            self.file.refuse("is of a solve that has not ended", f"{GO_ON} goes on with it")
        _check_rules(self.file, game)
        try:
            saved = self.file.header["table"]
            layout = read_layout(game, self.file.header["layout"])
            super().__init__(game, limits)
            if self.shape.layout != layout:
                self.file.refuse("has rows that are laid out otherwise than the rules need")
            restore_rows(self, saved, self.file.arrays)
            self.certified = Certified(*saved["certified"]) if saved["certified"] else None
            self.stack.registers[:] = saved["registers"]
            solved = self.file.header["solution"]
            self.saved: dict[str, Any] = {
                "states": int(solved["states"]),
                "bytes": int(solved["bytes"]),
                "certified": Certified(*solved["certified"]) if solved["certified"] else None,
                "refused": tuple(Refusal(*refusal) for refusal in solved["refused"]),
            }
        except (KeyError, TypeError, ValueError, IndexError, OverflowError):
            self.file.refuse("is damaged: its header is not what faceup writes")
        self.unread = True

    def __getstate__(self) -> dict[str, Any]:
        self.read_all()
        return {**super().__getstate__(), "file": None}

    def load_row(self, row: int) -> None:
        if self.unread:
            self.file.check(SLOTS, row)
            ordered = int(self.row_store.address[ORDERED])
            if 0 < ordered <= row:
                self.file.check(KEYS, row - ordered)

    def read_all(self) -> None:
        """Read and verify all blocks that were not read yet."""
        with self.lock:
            if self.unread:
                self.file.check_all()
                self.unread = False

    def sampled_words(self, count: int) -> Any:
        self.read_all()
        return super().sampled_words(count)

    def tally(self) -> Mapping[int, int]:
        self.read_all()
        return super().tally()

    def take_loops(self) -> None:
        """Do nothing: ``compile`` loads them when they are needed."""

    def compile(self) -> RulesPointer:
        if self.pointer is None:
            super().take_loops()
        return super().compile()

    def solve(self, root: Any) -> None:
        self.read_all()
        super().solve(root)

    def as_saved(self, solution: Solution) -> Solution:
        """Return the solution with the counts of the saved one, if it starts from the same state."""
        same = self.file.header.get("start") == repr(tuple(solution.start))
        return replace(solution, **self.saved) if same else solution


def save(solution: Solution, path: Path) -> None:
    """Write the table of a solution to a file. Raises UsageError if that cannot be."""
    table = solution.table
    if not isinstance(table, NativeTable):
        reason = "engine 'induction-native' alone keeps a table that can be saved"
        possible = "possible: solve(game, engine='induction-native'), or faceup solve --save"
        raise UsageError(f"{type(solution.game).name} was solved by {solution.engine!r}, and {reason}; {possible}")
    if solution.value.how == "stopped":
        raise UsageError("a limit was reached before the value was known, so there is no table to save")
    with table.lock:
        table.read_all()
        if table.forgotten:
            table.keep_milestones()
        header = {
            **depends_on(table.game),
            "start": repr(tuple(solution.start)),
            "solution": {
                "states": solution.states,
                "bytes": solution.bytes,
                "certified": solution.certified,
                "refused": solution.refused,
            },
            "layout": written_layout(table),
            "table": table_header(table),
        }
        write_blocks(path, header, arrays_of_rows(table.row_store))
        table.note_saved()


def table_header(table: NativeTable) -> dict[str, Any]:
    """Return what a file stores about a table beside its rows."""
    return {
        "address": table.row_store.address.tolist(),
        "with_errors": table.with_errors,
        "weighing": table.weighing,
        "presumed": table.presumed,
        "looked_up": table.looked_up,
        "forgotten": table.forgotten,
        "certified": table.certified,
        "registers": table.stack.registers.tolist(),
    }


def written_layout(table: NativeTable) -> Any:
    """Return the layout of the states' rows of numbers, for a header; None in games without such rows."""
    layout = table.shape.layout
    return layout and [getattr(layout, name) for name in ROOM]


def read_layout(game: Game, saved: Any) -> Layout | None:
    """Return the layout from a header, and use it for this game's states from now on."""
    layout = layout_of(game) if saved else None
    if layout:
        layout = layout._replace(**dict(zip(ROOM, map(_tuples, saved), strict=True)))
        give_room(game, layout)
    return layout


def arrays_of_rows(rows: ValueRows) -> list[Rows]:
    """Return the rows of a table as arrays for a file, with empty rows set to 0."""
    arrays = [Rows(rows.slots.shape, partial(_slots, rows))]
    if rows.keys is not rows.slots:
        arrays.append(Rows(rows.keys.shape, partial(_keys, rows)))
    return arrays


def restore_rows(table: NativeTable, saved: Mapping[str, Any], arrays: Sequence[Any]) -> Sequence[Any]:
    """Give a table the rows of a file, described by ``table_header``; return the arrays after these."""
    table.with_errors, table.weighing = saved["with_errors"], saved["weighing"]
    table.presumed, table.looked_up, table.forgotten = (saved[key] for key in ("presumed", "looked_up", "forgotten"))
    rows = _rows_of_arrays(table, arrays, np.array(saved["address"], np.int64))
    table.use(rows)
    return arrays[1 if rows.keys is rows.slots else 2 :]


def _rows_of_arrays(table: NativeTable, arrays: Sequence[Any], address: Any) -> ValueRows:
    """Return the rows from a file's first arrays. Raises ValueError if these do not match the address."""
    rows, ordered, value = int(address[HOMES]) + SLACK, int(address[ORDERED]), int(address[COLUMN])
    shapes = [(rows, value + table.numbers), *([(rows - ordered, table.words)] if ordered else [])]
    if [array.shape for array in arrays[: len(shapes)]] != shapes or value != (0 if ordered else table.words):
        raise ValueError
    slots, keys = arrays[SLOTS], arrays[KEYS if ordered else SLOTS]
    return ValueRows(slots, slots.view(np.float64), keys, address)


def _slots(rows: ValueRows, begin: int, end: int) -> Any:
    """Return the rows in a range, with empty rows set to 0: memory has arbitrary contents there."""
    slots = rows.slots[begin:end].copy()
    slots[slots[:, rows.value] == EMPTY] = 0
    slots[rows.slots[begin:end, rows.value] == EMPTY, rows.value] = EMPTY
    return slots


def _keys(rows: ValueRows, begin: int, end: int) -> Any:
    """Return the separate keys in a range, with those of empty rows set to 0."""
    keys, ordered = rows.keys[begin:end].copy(), int(rows.address[ORDERED])
    keys[rows.slots[ordered + begin : ordered + end, rows.value] == EMPTY] = 0
    return keys


def depends_on(game: Game) -> dict[str, Any]:
    """Return all that values depend on. Raises UsageError if the rules have no lasting digest."""
    cls = type(game)
    if not lasts(cls):
        raise UsageError(f"the rules of {cls.name} reach something that has no lasting digest, so no table is kept")
    if overridden := sorted(vars(game).keys() & {*CONTRACT_METHODS} - {"start"}):
        raise UsageError(f"this {cls.name} answers {overridden[0]} otherwise than its rules, so no table is kept of it")
    return {
        "engine": "induction-native",
        "faceup": faceup.__version__,
        "code": tables_digest(),
        "game": cls.name,
        "parameters": write_parameters(game),
        "exactly": [repr(getattr(game, name)) for name in kinds(cls)],
        "rules": rules_digest(cls),
    }


def _check_rules(file: BlockFile, game: Game) -> None:
    """Refuse a file of another game, other parameters, other rules or another version of faceup."""
    current, saved = depends_on(game), file.header

    def differs(*names: str) -> bool:
        return any(saved.get(name) != current[name] for name in names)

    if differs("engine", "game"):
        file.refuse(f"is of {saved.get('game')}, and {current['game']} was asked for", "possible: a table of that game")
    if differs("parameters", "exactly"):
        before, now = (_parameters_text(header.get("parameters")) for header in (saved, current))
        file.refuse(f"is of {current['game']} with {before}, and it was asked for with {now}", f"possible: {before}")
    if differs("rules"):
        file.refuse(f"was saved under other rules of {current['game']}: they have been edited since")
    if differs("faceup"):
        file.refuse(f"was saved by faceup {saved.get('faceup')}, and this is faceup {current['faceup']}")
    if differs("code"):
        file.refuse("was saved by a faceup that solves by other code than this one")


def _parameters_text(parameters: Any) -> str:
    """Return parameters as a person writes them."""
    words = [f"{name}={value}" for name, value in parameters.items()] if isinstance(parameters, dict) else []
    return " ".join(words) or "no parameters"


def _tuples(value: Any) -> Any:
    """Return a tuple for a list from JSON; anything else as it is."""
    return tuple(value) if isinstance(value, list) else value

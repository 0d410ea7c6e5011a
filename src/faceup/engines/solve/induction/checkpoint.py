"""A table of backward induction under way, kept in a file from time to time: a solve that is killed goes on from there.

The file (``block_file``) has the rows of the table, those of positions without a value yet too, and what each thread
has on its stack. So the loop goes on with the very next move, and comes to the same answer. Its header says what values
depend on, as that of a saved table does; where that is another now, the table is begun anew, and the file written over.
"""

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from faceup.engines.model.limits import Limits
from faceup.engines.solve.induction.block_file import BlockFile, Rows, write_blocks
from faceup.engines.solve.induction.native_stack import Stack
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.induction.saved_table import (
    arrays_of_rows,
    depends_on,
    read_layout,
    restore_rows,
    table_header,
    written_layout,
)
from faceup.engines.solve.table import LimitHit
from faceup.rules.contract import Game
from faceup.rules.errors import UsageError

EVERY = 60.0  # seconds from one checkpoint to the next, at least
SHARE = 20  # and so many times as long as the last one took to be written
QUICK = 1 << 28  # bytes that are written within a second or so, when a limit has been reached


class CheckpointWarning(UserWarning):
    """A checkpoint cannot be used, or not be written, and the table is solved without it."""


class CheckpointNote(UserWarning):
    """A solve goes on from a checkpoint."""


class CheckpointedTable(NativeTable):
    """A table that is kept in a file while it is filled, and that goes on from there where there is one."""

    def __init__(self, game: Game, path: Path, limits: Limits | None = None) -> None:
        self.path, self.due = path, monotonic() + EVERY
        self.wanted = depends_on(game)
        super().__init__(game, limits)
        if path.exists():
            self._take_up()

    def look_at_limits(self) -> None:
        super().look_at_limits()
        if monotonic() >= self.due:
            self.write()

    def forget_states_under_way(self) -> None:
        # Where a limit was reached, all threads had returned; an error may have come in the middle of something.
        if isinstance(sys.exception(), LimitHit) and self.stack.depth and self.bytes <= QUICK:
            self.write()
        super().forget_states_under_way()

    def write(self) -> None:
        """Write the file anew; a disk that is full is no reason to stop."""
        began = monotonic()
        header = {
            **self.wanted,
            "unfinished": True,
            "layout": written_layout(self),
            "table": table_header(self),
            "stacks": [[list(array.shape) for array in _arrays_of(stack)] for stack in self.stacks],
        }
        stacks = [_as_rows(array) for stack in self.stacks for array in _arrays_of(stack)]
        try:
            write_blocks(self.path, header, [*arrays_of_rows(self.kept), *stacks])
        except UsageError as error:
            warnings.warn(f"no checkpoint: {error}", CheckpointWarning, stacklevel=2)
        now = monotonic()
        self.due = now + max(EVERY, SHARE * (now - began))

    def note_saved(self) -> None:
        with suppress(OSError):
            self.path.unlink()

    def _take_up(self) -> None:
        """Go on from the file, where it is of these rules, and whole."""
        try:
            file = BlockFile(self.path)
            header = file.header
            if not header.get("unfinished") or any(header.get(name) != value for name, value in self.wanted.items()):
                return
            file.check_all()
            layout = read_layout(self.game, header["layout"])
            self.take_shape()
            if self.shape.layout != layout:
                return
            self.reset(header["table"]["with_errors"])
            rest = restore_rows(self, header["table"], file.arrays)
            self.stack, *self.helpers = _stacks(self.rules, header["stacks"], rest)
            self.on_hold = True  # so that all positions are held to the rules, those of before too
            warnings.warn(f"going on from {str(self.path)!r}, which has {self.states:,} states", CheckpointNote, 3)
        except UsageError as error:
            warnings.warn(f"solved from the beginning: {error}", CheckpointWarning, stacklevel=3)
        except (KeyError, TypeError, ValueError, IndexError, OverflowError):
            told = f"solved from the beginning: the checkpoint {str(self.path)!r} is not as faceup writes it"
            warnings.warn(told, CheckpointWarning, stacklevel=3)
            self.reset(with_errors=False)


def _arrays_of(stack: Stack) -> list[Any]:
    """All that a stack holds, in the order of its file."""
    return [stack.states, stack.frames, stack.floats, stack.moves, stack.outcomes, stack.registers]


def _as_rows(array: Any) -> Rows:
    """An array of whole numbers or floats of 64 bits as rows of whole numbers."""
    flat = np.ascontiguousarray(array).view(np.int64).reshape(-1, 1)
    return Rows(flat.shape, partial(_between, flat))


def _between(rows: Any, begin: int, end: int) -> Any:
    return rows[begin:end]


def _stacks(rules: Any, shapes: Any, arrays: Sequence[Any]) -> Iterator[Stack]:
    """The stacks that were written."""
    rest = iter(arrays)
    for each in shapes:
        stack = Stack(rules)
        names = ("states", "frames", "floats", "moves", "outcomes", "registers")
        for name, old, form in zip(names, _arrays_of(stack), each, strict=True):
            values = next(rest).astype(np.int64).reshape(-1).view(old.dtype).reshape(tuple(form)).copy()
            if values.ndim != old.ndim or values.shape[1:] != old.shape[1:]:
                raise ValueError
            setattr(stack, name, values)
        yield stack

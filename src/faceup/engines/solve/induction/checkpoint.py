"""Checkpoints of an unfinished table of backward induction: a solve that is killed goes on from the last one.

The file (``block_file``) has the rows of the table, also of positions without a value yet, and the stack of each
thread. So the loop goes on with the very next move, and reaches the same answer. The header says what values depend on,
as in a saved table; if any of that has changed, the table starts anew and overwrites the file.
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

EVERY = 60.0  # seconds between checkpoints, at least
SHARE = 20  # and at least this many times the duration of the last write
QUICK = 1 << 28  # bytes that take about a second to write; larger tables are not written when a limit is reached


class CheckpointWarning(UserWarning):
    """A checkpoint cannot be read or written; the table is solved without it."""


class CheckpointNote(UserWarning):
    """A solve goes on from a checkpoint."""


class CheckpointedTable(NativeTable):
    """A table that writes checkpoints while it is filled, and starts from the checkpoint if there is one."""

    def __init__(self, game: Game, path: Path, limits: Limits | None = None) -> None:
        self.path, self.due = path, monotonic() + EVERY
        self.dependencies = depends_on(game)
        super().__init__(game, limits)
        if path.exists():
            self._resume()

    def look_at_limits(self) -> None:
        super().look_at_limits()
        if monotonic() >= self.due:
            self.write()

    def forget_states_under_way(self) -> None:
        # At a limit all threads have returned; after any other error the stacks may be inconsistent.
        if isinstance(sys.exception(), LimitHit) and self.stack.depth and self.bytes <= QUICK:
            self.write()
        super().forget_states_under_way()

    def write(self) -> None:
        """Write a checkpoint; if that fails, warn and go on."""
        began = monotonic()
        header = {
            **self.dependencies,
            "unfinished": True,
            "layout": written_layout(self),
            "table": table_header(self),
            "stacks": [[list(array.shape) for array in _arrays_of(stack)] for stack in self.stacks],
        }
        stacks = [_as_rows(array) for stack in self.stacks for array in _arrays_of(stack)]
        try:
            write_blocks(self.path, header, [*arrays_of_rows(self.row_store), *stacks])
        except UsageError as error:
            warnings.warn(f"no checkpoint: {error}", CheckpointWarning, stacklevel=2)
        now = monotonic()
        self.due = now + max(EVERY, SHARE * (now - began))

    def note_saved(self) -> None:
        with suppress(OSError):
            self.path.unlink()

    def _resume(self) -> None:
        """Load the checkpoint if it is whole and of these rules; otherwise warn, or start anew."""
        try:
            file = BlockFile(self.path)
            header = file.header
            if not header.get("unfinished") or any(
                header.get(name) != value for name, value in self.dependencies.items()
            ):
                return
            file.check_all()
            layout = read_layout(self.game, header["layout"])
            self.take_shape()
            if self.shape.layout != layout:
                return
            self.reset(header["table"]["with_errors"])
            rest = restore_rows(self, header["table"], file.arrays)
            self.stack, *self.helpers = _stacks(self.rules, header["stacks"], rest)
            self.on_hold = True  # so that the certificate covers all positions, not only new ones
            warnings.warn(f"going on from {str(self.path)!r}, which has {self.states:,} states", CheckpointNote, 3)
        except UsageError as error:
            warnings.warn(f"solved from the beginning: {error}", CheckpointWarning, stacklevel=3)
        except (KeyError, TypeError, ValueError, IndexError, OverflowError):
            message = f"solved from the beginning: the checkpoint {str(self.path)!r} is not as faceup writes it"
            warnings.warn(message, CheckpointWarning, stacklevel=3)
            self.reset(with_errors=False)


def _arrays_of(stack: Stack) -> list[Any]:
    """Return the arrays of a stack, in the order of the file."""
    return [stack.states, stack.frames, stack.floats, stack.moves, stack.outcomes, stack.registers]


def _as_rows(array: Any) -> Rows:
    """View an array of 64-bit numbers as rows of one int64 each."""
    flat = np.ascontiguousarray(array).view(np.int64).reshape(-1, 1)
    return Rows(flat.shape, partial(_between, flat))


def _between(rows: Any, begin: int, end: int) -> Any:
    return rows[begin:end]


def _stacks(rules: Any, shapes: Any, arrays: Sequence[Any]) -> Iterator[Stack]:
    """Yield the stacks of a checkpoint. Raises ValueError for arrays of other shapes."""
    rest = iter(arrays)
    for stack_shapes in shapes:
        stack = Stack(rules)
        names = ("states", "frames", "floats", "moves", "outcomes", "registers")
        for name, old, shape in zip(names, _arrays_of(stack), stack_shapes, strict=True):
            values = next(rest).astype(np.int64).reshape(-1).view(old.dtype).reshape(tuple(shape)).copy()
            if values.ndim != old.ndim or values.shape[1:] != old.shape[1:]:
                raise ValueError
            setattr(stack, name, values)
        yield stack

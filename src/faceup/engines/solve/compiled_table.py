"""The base class of tables that loops in machine code fill."""

from typing import Any, ClassVar

from faceup.engines.solve.overflow_check import LeavesRow
from faceup.engines.solve.table import Table
from faceup.native.digests.digest import note_compiled
from faceup.native.operations.row_type import RowTooSmall
from faceup.native.rules_pointer import CompiledRules, RulesPointer
from faceup.native.state_shape import shape_of, widen


class CompiledTable(Table):
    """A table that loops in machine code fill; they call the compiled rules through a pointer.

    ``engine`` is noted as compiled afterwards. ``loops`` are the attributes that ``take_loops`` sets.
    """

    engine: ClassVar[str]
    loops: ClassVar[tuple[str, ...]]
    pointer: RulesPointer | None = None  # to the compiled rules

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without addresses and machine code, which a copy restores itself."""
        return {name: value for name, value in super().__getstate__().items() if name not in ("pointer", *self.loops)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.take_loops()

    def take_shape(self) -> None:
        """Choose the layout of states that the game's rows need."""
        self.shape = shape_of(self.game)
        self.rules = CompiledRules(self.game, self.shape)
        self.pointer = None
        self.take_loops()

    def take_loops(self) -> None:
        """Load the loops for states of this shape."""
        raise NotImplementedError

    def compile(self) -> RulesPointer:
        """Compile the rules, or load them from disk, once. Raises NotCompiled."""
        if self.pointer is None:
            try:
                self.pointer = self.rules.pointer
            finally:
                note_compiled(type(self.game), self.engine)
        return self.pointer

    def widen(self, error: RowTooSmall, state: Any) -> None:
        """Give rows more room after this error in a state. Raises LeavesRow if machine code has no more."""
        if not widen(self.game, error, self.shape.layout):
            raise LeavesRow(self.game, state, error) from error

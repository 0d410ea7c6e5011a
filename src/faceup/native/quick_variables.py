"""The variables of each of Numba's instructions, listed quickly.

Numba asks for them again and again while it compiles, of every instruction, and makes a list for each part of it, most
of which are no variables.
"""

from typing import Any

from numba.core.ir import Inst, Loc, Var

from faceup.native.compiler_parts import require

require(Inst._rec_list_vars, "self", "val")
PLAIN = frozenset((Loc, str, int, bool, type(None)))  # parts of instructions that hold no variable


def _listed(_: Any, part: Any) -> list[Any]:
    found: list[Any] = []
    _gather(part, found)
    return found


def _gather(part: Any, found: list[Any]) -> None:
    if type(part) in PLAIN:
        return
    if isinstance(part, Var):
        found.append(part)
    elif isinstance(part, Inst):
        found += part.list_vars()
    elif isinstance(part, (list, tuple)):
        for item in part:
            _gather(item, found)
    elif isinstance(part, dict):
        for item in part.values():
            _gather(item, found)


Inst._rec_list_vars = _listed

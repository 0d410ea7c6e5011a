"""The variables of each of Numba's instructions, listed quickly.

Numba asks for them again and again while it compiles, of every instruction, and makes a list for each part of it, most
of which are no variables.
"""

from typing import Any

from numba.core.ir import Inst, Loc, Var

from faceup.native.compiler_parts import require

require(Inst._rec_list_vars, "self", "val")
KINDS = (Var, Inst, list, tuple, dict)  # parts of instructions that are or hold variables
_kinds: dict[type, type | None] = dict.fromkeys((Loc, str, int, bool, type(None)))  # of each class of parts, which


def _listed(_: Any, part: Any) -> list[Any]:
    found: list[Any] = []
    _gather(part, found)
    return found


def _gather(part: Any, found: list[Any]) -> None:
    try:
        kind = _kinds[type(part)]
    except KeyError:  # to ask whether a thing is a variable is slow, as Numba's classes are abstract ones
        kind = _kinds[type(part)] = next((kind for kind in KINDS if isinstance(part, kind)), None)
    if kind is None:
        return
    if kind is Var:
        found.append(part)
    elif kind is Inst:
        found += part.list_vars()
    else:
        for item in part.values() if kind is dict else part:
            _gather(item, found)


Inst._rec_list_vars = _listed

"""Two functions that Numba calls hundreds of times for each function it compiles, with the same results in less time.

Numba looks up compiled operations by types and options, and reads all options, one by one, at every look-up. It also
asks every statement for its variables after each of some ten passes. Both together take a tenth of the compile time
(seen with 0.68).
"""

from typing import Any

from numba.core import ir
from numba.core.targetconfig import TargetConfig

from faceup.native.compiler.whole_code import require

require(TargetConfig.values, "self")
require(ir.Inst._rec_list_vars, "self", "val")


_defaults: dict[type[TargetConfig], dict[str, Any]] = {}
_contents: dict[type, int] = {}
NOTHING, VARIABLE, INSTRUCTION, SEQUENCE, MAPPING = range(5)


def option_values(options: TargetConfig) -> dict[str, Any]:
    """Return all options of a compilation by name, in the order of their class: what was set, else the default."""
    kind = type(options)
    if kind not in _defaults:
        _defaults[kind] = {name: option.default for name, option in kind.options.items()}
    return {**_defaults[kind], **options._values}


def variables_in(instruction: ir.Inst, value: Any) -> list[Any]:
    """Return the variables of Numba's representation that occur in a part of an instruction, in their order."""
    found: list[Any] = []
    _collect(value, found)
    return found


def _collect(value: Any, found: list[Any]) -> None:
    """Append the variables in a value to ``found``."""
    kind = type(value)
    content = _contents[kind] if kind in _contents else _content(kind)
    if content == VARIABLE:
        found.append(value)
    elif content == INSTRUCTION:
        found.extend(value.list_vars())
    elif content != NOTHING:
        for part in value.values() if content == MAPPING else value:
            _collect(part, found)


def _content(kind: type) -> int:
    """Whether values of this class are variables, or what in them may be."""
    bases = {VARIABLE: ir.Var, INSTRUCTION: ir.Inst, SEQUENCE: (list, tuple), MAPPING: dict}
    content = next((content for content, base in bases.items() if issubclass(kind, base)), NOTHING)
    return _contents.setdefault(kind, content)


TargetConfig.values = option_values
ir.Inst._rec_list_vars = variables_in

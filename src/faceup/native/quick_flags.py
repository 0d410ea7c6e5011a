"""Numba's options of a function, compared quickly.

With every call that it types, Numba looks its options up among those of calls typed before, and lists all of them to
tell their hash, which is the same for all, and again to compare them: a tenth of the time that a game takes to compile.
"""

from typing import Any

from numba.core.targetconfig import TargetConfig

from faceup.native.compiler_parts import require

require(TargetConfig.__eq__, "self", "other")
require(TargetConfig.__hash__, "self")
_listed_hash, _listed_equal = TargetConfig.__hash__, TargetConfig.__eq__
_hashes: dict[type, int] = {}


def _hash(options: Any) -> int:
    """Numba makes it of the names of all options alone."""
    kind = type(options)
    if kind not in _hashes:
        _hashes[kind] = _listed_hash(options)
    return _hashes[kind]


def _equal(one: Any, other: Any) -> Any:
    """Whether all options have the same value, of which only those that were set can differ from the default."""
    if type(one) is not type(other):
        return _listed_equal(one, other)
    first, second = one._values, other._values
    if first == second:
        return True
    return all(
        first.get(name, one.options[name].default) == second.get(name, one.options[name].default)
        for name in first.keys() | second.keys()
    )


TargetConfig.__hash__ = _hash
TargetConfig.__eq__ = _equal

"""Digests of everything the rules say, with every helper they reach; and of faceup's own code, by what it does.

Compiled code is cached under the digest of the rules, so a changed rule, helper or constant can never run old code. It
is taken from what Python has loaded, not from file times: nothing is missed, and a comment costs no compilation.

Of faceup's own code there is a digest by what it does: a comment, a blank line or a moved line is no part of it.

The code objects are those that Python's import system has or makes, so that no text is compiled twice.
"""

import marshal
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import CodeType
from typing import Any

from faceup.native.digests.reach import code_content
from faceup.native.digests.reach_digest import ReachDigest

OWN_PACKAGES = ("faceup.rules",)  # a part of the digest of faceup's own sources
TOOLS = (*OWN_PACKAGES, "faceup.native")  # for kernels: what ``toolchain`` covers


def rules_digest(rules_class: type) -> str:
    """The digest of a rules class, in hexadecimal; parameters have no part in it."""
    return digest_of(rules_class)


def digest_of(*values: Any) -> str:
    """The digest of functions, or of anything a rule can reach, in hexadecimal; of several, all together."""
    return ReachDigest(values, OWN_PACKAGES).digest


def lasts(*values: Any) -> bool:
    """Whether the digest of these is the same in every process: all that they reach is understood."""
    return ReachDigest(values, OWN_PACKAGES).lasts


def presentation_names(rules_class: type) -> set[str]:
    """The methods and constants of rules that have no part in how their game is played."""
    return ReachDigest((rules_class,), OWN_PACKAGES).names_left_out


def kernel_digest(*parts: Any) -> str:
    """The digest of an engine's loop and of what it is given, in hexadecimal; none where it would not last."""
    reach = ReachDigest(parts, TOOLS)
    return reach.digest if reach.lasts else ""


PACKAGE = Path(__file__).parents[2]
FLAT = 2  # the format of marshal in which a thing is the same whether or not it is shared with another


@cache
def compiled_sources() -> str:
    """The digest of what can end up in any compiled code; a kernel is part of the digest of its own code alone."""
    return code_digest(modules_in("rules"), modules_in("native"))


def modules_in(folder: str, rooms: bool = True) -> Iterator[str]:
    """The modules in a folder of faceup, as ``engines.solve``; in the folders that it holds too, unless without."""
    for entry in sorted(PACKAGE.joinpath(*folder.split(".")).iterdir()):
        if entry.suffix == ".py":
            yield folder if entry.stem == "__init__" else f"{folder}.{entry.stem}"
        elif rooms and entry.is_dir():
            yield from modules_in(f"{folder}.{entry.name}")


def code_digest(*modules: Iterable[str]) -> str:
    """The digest of the code of some modules of faceup, in hexadecimal."""
    digest = sha256()
    for name in (f"faceup.{module}" for group in modules for module in group):
        spec = find_spec(name)
        code = spec and spec.loader and spec.loader.get_code(name)
        digest.update(marshal.dumps((name, _content(code)), FLAT))
    return digest.hexdigest()[:16]


def _content(value: Any) -> Any:
    """What a constant is, without the places that a code object has in a file."""
    if isinstance(value, CodeType):
        names = value.co_name, value.co_varnames, value.co_names, value.co_freevars, value.co_cellvars
        instructions, constants = code_content(value)
        return (
            names,
            value.co_argcount,
            value.co_flags,
            instructions,
            value.co_exceptiontable,
            list(map(_content, constants)),
        )
    if isinstance(value, tuple):
        return [_content(item) for item in value]
    if isinstance(value, frozenset):  # its order changes from process to process
        return sorted(map(repr, value))
    return value

"""Whether rules were compiled in an earlier run, told without waking the compiler."""

import os

from faceup.native.cache_folder import cache_folder
from faceup.native.digest import lasts, rules_digest
from faceup.native.source_digest import compiled_sources


def compiled_before(rules_class: type, engine: str) -> bool:
    """Whether nothing is left to compile for an engine, or nobody would find it again."""
    return not lasts(rules_class) or os.path.exists(_mark(rules_class, engine))


def note_compiled(rules_class: type, engine: str) -> None:
    """Note that it was done, or that it cannot be done."""
    path = _mark(rules_class, engine)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "a"):
            pass
    except OSError:
        return


def _mark(rules_class: type, engine: str) -> str:
    return os.path.join(cache_folder(), "native", compiled_sources(), f"{rules_digest(rules_class)}-{engine}")

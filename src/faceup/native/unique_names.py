"""Names that no other compiled function has, in this process or another.

Numba tells functions apart by name, types and a number that begins anew in every process; code loaded from disk brings
the names of the process that made it. Two functions of one name and number would be one to the linker: a game's code
would call another's (seen with 0.68).
"""

import secrets
from typing import Any


def function_from(text: str, **meanings: Any) -> Any:
    """The one function that a text defines, which reads these names, under a name of its own."""
    space = dict(meanings)
    exec(text, space)
    (name,) = space.keys() - meanings.keys() - {"__builtins__"}
    return unique(space[name])


def unique(function: Any) -> Any:
    """The function, with a qualified name of its own; its plain name stays."""
    function.__qualname__ = f"{function.__qualname__}_{secrets.token_hex(8)}"
    return function

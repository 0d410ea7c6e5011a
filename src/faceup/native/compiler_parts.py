"""What faceup uses of Numba's inside, which may be another in a later version."""

import inspect
from typing import Any

import numba


def require(part: Any, *arguments: str) -> None:
    """Raise ImportError unless this function of the compiler takes arguments of these names."""
    found = tuple(inspect.signature(part).parameters)
    if found != arguments:
        name = f"{part.__module__}.{part.__qualname__}"
        raise ImportError(
            f"numba {numba.__version__} is not one that faceup compiles rules with: {name} takes ({', '.join(found)}), "
            f"and not ({', '.join(arguments)}); install another version of it, or a newer faceup"
        )

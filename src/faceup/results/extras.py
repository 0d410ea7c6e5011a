"""Optional libraries."""

from importlib import import_module
from typing import Any

from faceup.rules.errors import UsageError


def optional(module: str, extra: str) -> Any:
    """Import an optional module; raises UsageError with the extra to install."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise UsageError(
            f"this needs {package}, which is not installed: pip install '.[{extra}]' in the folder of faceup"
        ) from error

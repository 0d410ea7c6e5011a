"""Libraries that are no part of a plain installation."""

from importlib import import_module
from typing import Any

from faceup.rules.errors import UsageError


def optional(module: str, extra: str) -> Any:
    """The module; raises UsageError that says which extra to install."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise UsageError(f"this needs {package}, which is not installed: pip install 'faceup[{extra}]'") from error

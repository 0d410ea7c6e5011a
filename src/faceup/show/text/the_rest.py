"""Where a reader finds the rest of a shortened text."""

from collections.abc import Callable

Rest = Callable[[str], str]  # the end of a sentence, for the name of the attribute with the rest


def in_terminal(name: str) -> str:
    """The option --all of the command."""
    return "; --all prints them"


def in_json(name: str) -> str:
    """The option --json, for a command without --all."""
    return "; --json prints them"


def in_notebook(name: str) -> str:
    """The attribute of the result."""
    return f"; .{name} has them"


def nowhere(name: str) -> str:
    """Nothing, for readers without access to the rest."""
    return ""

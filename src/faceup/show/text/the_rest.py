"""Where whoever reads finds what a text leaves out."""

from collections.abc import Callable

Rest = Callable[[str], str]  # the end of a sentence, from the name that the rest has in the result


def in_terminal(name: str) -> str:
    """An option of the command."""
    return "; --all prints them"


def in_json(name: str) -> str:
    """The option of a command that prints all of a result, where there is no other."""
    return "; --json prints them"


def in_notebook(name: str) -> str:
    """An attribute of the result that shows itself."""
    return f"; .{name} has them"


def nowhere(name: str) -> str:
    """Nothing: those who read have no more."""
    return ""

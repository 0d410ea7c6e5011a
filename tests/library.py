"""The library, as tests of one kind of game take it."""

from faceup.library.finding import find_class, library_names
from faceup.rules.facts import facts_of


def open_names() -> list[str]:
    """The names of the games in which everybody sees all."""
    return [name for name in library_names() if not facts_of(find_class(name)).hidden]

"""Where things lie on a page."""

from typing import Any


def boxes(found: Any) -> list[dict[str, float]]:
    """The boxes of all that a locator finds, in one question to the browser."""
    asked = "(nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON())"
    return list(found.evaluate_all(asked))

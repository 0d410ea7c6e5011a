"""Results show themselves in notebooks."""

from collections.abc import Callable
from typing import Any, ClassVar


class InNotebook:
    """A result that a notebook draws as tables and a picture.

    Drawing belongs to ``faceup.show``, which results know nothing of: importing the package
    gives them ``draw``.
    """

    draw: ClassVar[Callable[[Any], str]]

    def _repr_html_(self) -> str:
        return type(self).draw(self)

"""Results show themselves, in notebooks and where they are printed."""

from collections.abc import Callable
from typing import Any, ClassVar


class InNotebook:
    """A result that a notebook draws as tables and a picture, and ``print`` as text.

    Drawing belongs to ``faceup.show``, which results know nothing of: importing the package
    gives them ``draw``, which makes HTML, ``text``, and ``plot``, which writes the picture into a file.
    """

    draw: ClassVar[Callable[[Any], str]]
    text: ClassVar[Callable[[Any], str]]
    plot: ClassVar[Callable[[Any, str], None]]

    def _repr_html_(self) -> str:
        return type(self).draw(self)

    def __str__(self) -> str:
        return type(self).text(self)

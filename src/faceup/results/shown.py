"""Results show themselves in notebooks."""

from importlib import import_module


class Shown:
    """A result that a notebook draws as tables and a picture.

    Drawing belongs to ``faceup.show``, which results know nothing of; it is looked up by name when a notebook asks.
    """

    def _repr_html_(self) -> str:
        text: str = import_module("faceup.show.notebook").page(self)
        return text

"""The type of a variable that has no value yet."""

from typing import Any

from numba.core import types
from numba.core.typeconv import Conversion


class UnsetType(types.Type):
    """Becomes the type of whatever shares its variable."""

    def __init__(self) -> None:
        super().__init__(name="Unset")

    def can_convert_to(self, typing_context: Any, other: Any) -> Any:
        return Conversion.promote

    def unify(self, typing_context: Any, other: Any) -> Any:
        return other

"""A variable that has no value yet, whatever type it will have: in compiled code each needs one from the start."""

from typing import Any

from numba.core import types
from numba.extending import intrinsic, lower_cast, models, register_model

from faceup.native.operations.operation import operation
from faceup.native.unset_type import UnsetType

UNSET = UnsetType()
register_model(UnsetType)(models.OpaqueModel)


@lower_cast(UnsetType, types.Any)
def _null(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return context.get_constant_null(wanted)


@operation
@intrinsic
def unset(typing_context: Any) -> Any:
    """No value yet."""
    return UNSET(), lambda context, builder, signature, arguments: context.get_dummy_value()

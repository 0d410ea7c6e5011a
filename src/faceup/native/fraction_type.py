"""Fractions among the parameters, in machine code: a numerator over a denominator, to be asked for by these names."""

from fractions import Fraction
from typing import Any

from numba.core import cgutils, types
from numba.core.typeconv import Conversion
from numba.extending import NativeValue, make_attribute_wrapper, models, register_model, typeof_impl, unbox

TERMS = ("numerator", "denominator")


class FractionType(types.Type):
    """A fraction in lowest terms, both in 64 bits."""

    def __init__(self) -> None:
        super().__init__(name="Fraction")

    def can_convert_from(self, typing_context: Any, other: Any) -> Any:
        return Conversion.safe if isinstance(other, types.Integer | types.Boolean) else None

    def unify(self, typing_context: Any, other: Any) -> Any:
        return self if isinstance(other, types.Integer | types.Boolean) else None


fraction_type = FractionType()


@typeof_impl.register(Fraction)
def _typeof(number: Fraction, context: Any) -> FractionType:
    return fraction_type


@register_model(FractionType)
class FractionModel(models.StructModel):
    """Two words."""

    def __init__(self, manager: Any, frontend: Any) -> None:
        super().__init__(manager, frontend, [(term, types.int64) for term in TERMS])


for _term in TERMS:
    make_attribute_wrapper(FractionType, _term, _term)


@unbox(FractionType)
def _unbox(typ: Any, source: Any, c: Any) -> NativeValue:
    struct = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    for term in TERMS:
        attribute = c.pyapi.object_getattr_string(source, term)
        setattr(struct, term, c.unbox(types.int64, attribute).value)
        c.pyapi.decref(attribute)
    return NativeValue(struct._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


def constant_fraction(context: Any, builder: Any, number: Fraction) -> Any:
    """A fraction that is known when code is made."""
    struct = cgutils.create_struct_proxy(fraction_type)(context, builder)
    for term in TERMS:
        setattr(struct, term, context.get_constant(types.int64, getattr(number, term)))
    return struct._getvalue()

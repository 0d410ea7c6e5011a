"""Documents of records: a key for each field of a dataclass or NamedTuple, its value converted by the annotation."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from math import inf
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from faceup.numbers.exact import Exact
from faceup.numbers.value import Number, Value, ValueColumns, fraction_text, number_document, value_columns
from faceup.results.answers.sameness import Renaming
from faceup.results.documents.game import GameDocument, MoveDocument, game_document, move_document
from faceup.rules.contract import Game
from faceup.rules.moves import Move, numbers_text

Document = dict[str, Any]
Converter = Callable[[Any], Any]
GAME = "game"


def document(record: Any) -> Document:
    """The document of a record: its fields, or the fields and properties that its class names as ``document_keys``.

    A value, number or move is converted as everywhere, exact numbers become text, and an infinite float null; records
    may be nested. A ``game`` adds its own keys in the first place.
    """
    keys = {key: convert(getattr(record, key)) for key, convert in _converters(record.__class__).items()}
    return {**keys.pop(GAME), **keys} if GAME in keys else keys


def is_record(kind: Any) -> bool:
    """Whether a type is a dataclass or a NamedTuple."""
    return isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields"))


@cache
def key_types(kind: Any) -> dict[str, Any]:
    """The keys of a record's document, in their order, with the annotations of fields and properties."""
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else getattr(kind, "_fields", ())
    keys = getattr(kind, "document_keys", names)
    return {key: hints[key] if key in hints else _returned(getattr(kind, key)) for key in keys}


def _returned(computed: property) -> Any:
    """The annotation of a property."""
    return get_type_hints(computed.fget, include_extras=True)["return"]


@cache
def _converters(kind: type) -> dict[str, Converter]:
    return {key: game_document if key == GAME else _converter(hint) for key, hint in key_types(kind).items()}


def _converter(kind: Any) -> Converter:
    """The conversion of what is annotated so."""
    if kind in CONVERSIONS:
        return CONVERSIONS[kind].convert
    if is_record(kind):
        return document
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType) and NoneType in parts:
        convert = _converter(Union[tuple(part for part in parts if part is not NoneType)])  # noqa: UP007
        return lambda value: None if value is None else convert(value)
    if origin is tuple and parts[1:] != (...,):
        each = list(map(_converter, parts))
        return lambda row: [convert(value) for convert, value in zip(each, row, strict=True)]
    if origin in (tuple, list):
        one = _converter(parts[0])
        return lambda row: [*map(one, row)]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        text, convert = numbers_text if parts[0] == Move else _same, _converter(parts[1])
        return lambda mapping: {text(key): convert(value) for key, value in mapping.items()}
    return _same


def _same(value: Any) -> Any:
    return value


class Conversion(NamedTuple):
    """What a value becomes in a document: its type there, from which the schema is made, and the conversion."""

    kind: Any
    convert: Converter


CONVERSIONS: dict[Any, Conversion] = {
    float: Conversion(float, lambda number: number if abs(number) < inf else None),
    Move: Conversion(MoveDocument, move_document),
    Number: Conversion(float | None, number_document),
    Value: Conversion(ValueColumns, value_columns),
    Game: Conversion(GameDocument, game_document),
    Exact: Conversion(str, fraction_text),
    Renaming: Conversion(  # the new name of each move, by kind
        dict[str, dict[str, MoveDocument]],
        lambda renaming: _converter(dict[str, Mapping[Move, Move]])(renaming.kinds),
    ),
}

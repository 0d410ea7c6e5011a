"""Documents of records: a key for each field, its value converted by the annotation; games and moves in them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from math import inf
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypedDict, Union, get_args, get_origin, get_type_hints

from faceup.numbers.exact import Exact
from faceup.numbers.value import Number, Value, ValueColumns, finite, fraction_text, number_document, value_columns
from faceup.results.answers.sameness import Renaming
from faceup.rules.contract import Game, position_of
from faceup.rules.moves import Move, numbers_text, plain
from faceup.rules.parameters import write_parameters


class Position(TypedDict, total=False):
    """The position in which the game begins, as its rules read it; left out for the start of the rules."""

    position: str


class GameDocument(Position):
    """The game, with its parameters as a person writes them."""

    game: str
    parameters: Mapping[str, int | bool | str]


def game_document(game: Any) -> GameDocument:
    begins: Position = {"position": position_of(game)} if position_of(game) else {}
    return {"game": type(game).name, "parameters": write_parameters(game), **begins}


MoveDocument = int | str | list[int | str]


def move_document(move: Move) -> MoveDocument:
    return list(map(plain, move)) if isinstance(move, tuple) else plain(move)


def move_in(document: MoveDocument) -> Move:
    """Return the move that a document names."""
    return tuple(document) if isinstance(document, list) else document


def move_documents(moves: Iterable[Move]) -> list[MoveDocument]:
    return [*map(move_document, moves)]


Document = dict[str, Any]
Converter = Callable[[Any], Any]
GAME, BESIDE, OPTIONAL, FIGURE = "game", "*", "?", "~"


def document(record: Any) -> Document:
    """Return the document of a record: its fields, or the keys that its class names as ``document_keys``.

    Of these, ``length`` is a field or property, ``distance=win.length`` another one that its own name does not say
    (None if there is no ``win``), ``*value`` has its own keys among the others, ``~length`` is a figure with its
    interval (``length_low`` and ``length_high``), and ``certified?`` is left out if None. A game adds its own keys in
    the first place. A value, number or move is converted as everywhere, exact numbers become text, and an infinite
    float null; records may be nested.
    """
    first: Document = {}
    others: Document = {}
    for key, convert in _converters(record.__class__):
        value = key.of(record)
        if value is None and not key.needed:
            continue
        if key.beside == GAME:
            first = convert(value)
        elif key.beside:
            others |= convert(value)
        else:
            others[key.name] = convert(value)
    return {**first, **others} if first else others


def is_record(kind: Any) -> bool:
    """Whether a type is a dataclass or a NamedTuple."""
    return isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields"))


class Key(NamedTuple):
    """A key of a document: the attributes that lead to its value, and the annotation of the last.

    ``beside`` is the reason why several keys stand among the others instead; ``needed`` keys are never left out.
    """

    name: str
    path: tuple[str, ...]
    kind: Any
    beside: str
    needed: bool

    def of(self, record: Any) -> Any:
        """Return the value of a record; None if one on the way is."""
        for attribute in self.path:
            record = None if record is None else getattr(record, attribute)
        return record


@cache
def keys_of(kind: Any) -> tuple[Key, ...]:
    """Return the keys of a record's document, in their order."""
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else getattr(kind, "_fields", ())
    return tuple(_key(kind, text) for text in getattr(kind, "document_keys", names))


def _key(kind: Any, text: str) -> Key:
    name, _, way = text.strip(BESIDE + FIGURE + OPTIONAL).partition("=")
    path = tuple((way or name).split("."))
    absent = False
    for attribute in path:
        hints = get_type_hints(kind, include_extras=True)
        kind = hints[attribute] if attribute in hints else _return_annotation(getattr(kind, attribute))
        last, kind = kind, _without_none(kind)
        absent |= last != kind
    beside = GAME if name == GAME and kind is not str else text[0] if text[0] in (BESIDE, FIGURE) else ""
    needed = not text.endswith(OPTIONAL)
    return Key(name, path, Union[kind, None] if absent and needed else kind, beside, needed)  # noqa: UP007


def _without_none(kind: Any) -> Any:
    """Return the annotation of what is there."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    return Union[tuple(part for part in get_args(kind) if part is not NoneType)]  # noqa: UP007


def _return_annotation(computed: Any) -> Any:
    """Return the annotation of a property."""
    function = computed.func if isinstance(computed, cached_property) else computed.fget
    return get_type_hints(function, include_extras=True)["return"]


@cache
def _converters(kind: type) -> tuple[tuple[Key, Converter], ...]:
    return tuple((key, _key_converter(key)) for key in keys_of(kind))


def _key_converter(key: Key) -> Converter:
    if key.beside == FIGURE:
        names = figure_names(key.name)
        return lambda figure: dict(zip(names, map(finite, (figure.value, figure.low, figure.high)), strict=True))
    return game_document if key.beside == GAME else _converter(key.kind)


def figure_names(name: str) -> tuple[str, str, str]:
    """Return the keys of a figure and of the ends of its interval."""
    return name, f"{name}_low", f"{name}_high"


def _converter(kind: Any) -> Converter:
    """Return the conversion of what is annotated so."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _converter(parts[0])
    if kind in CONVERSIONS:
        return CONVERSIONS[kind].convert
    if is_record(kind):
        return document
    if origin in (Union, UnionType) and NoneType in parts:
        convert = _converter(_without_none(kind))
        return lambda value: None if value is None else convert(value)
    if origin is tuple and parts[1:] != (...,):
        each = list(map(_converter, parts))
        return lambda row: [convert(value) for convert, value in zip(each, row, strict=True)]
    if origin in (tuple, list, Sequence):
        one = _converter(parts[0])
        return lambda row: [*map(one, row)]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        text, convert = numbers_text if parts[0] == Move else str, _converter(parts[1])
        return lambda mapping: {text(key): convert(value) for key, value in mapping.items()}
    return _same


def _same(value: Any) -> Any:
    """Return a value of some other kind, as one of several: rows as lists, without enumeration classes."""
    if isinstance(value, tuple):
        return [*map(_same, value)]
    return plain(value) if isinstance(value, Enum) and isinstance(value, int | str) else value


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
    Fraction: Conversion(str, fraction_text),
    Renaming: Conversion(  # the new name of each move, by kind
        dict[str, dict[str, MoveDocument]],
        lambda renaming: _converter(dict[str, Mapping[Move, Move]])(renaming.kinds),
    ),
}

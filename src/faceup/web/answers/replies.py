"""The models of all documents that pages get, from which the description of the API is made."""

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import Field, StrictFloat, StrictInt, create_model

from faceup.results.answers.sameness import Sameness
from faceup.results.answers.strategy import About
from faceup.results.documents.codec import (
    CONVERSIONS,
    FIGURE,
    GAME,
    Document,
    GameDocument,
    figure_names,
    is_record,
    keys_of,
)
from faceup.results.documents.review import Reviewed
from faceup.results.documents.solution import Played, SolvingDocument
from faceup.web.answers.documents import SceneDocument
from faceup.web.answers.positions import Position
from faceup.web.answers.puzzles import PuzzleOfDay
from faceup.web.answers.replays import Replayed
from faceup.web.answers.requests import Message
from faceup.web.answers.samples import OutcomesShown, SampleShown, TournamentShown
from faceup.web.answers.setups import Setup
from faceup.web.answers.solutions import Compared, Smaller, Solved
from faceup.web.answers.strategy_tables import StrategyTable


class ParameterDocument(TypedDict):
    """A parameter with its default; ``least`` to ``most`` is the range of a slider, ``words`` all that it may be."""

    name: str
    kind: Literal["number", "yes-no", "cards", "fraction", "word"]
    value: int | bool | str | None
    words: list[str]
    least: int | None
    most: int | None


class PublishedResultDocument(TypedDict):
    """A figure from outside; a ``deal`` that it is about can be replayed with these ``parameters``."""

    text: str
    source: str
    deal: str
    parameters: dict[str, str]


class GameAboutDocument(TypedDict):
    name: str
    title: str
    what: Annotated[str, "the game in one sentence"]
    kind: Literal["game", "patience"]
    hidden: Annotated[bool, "whether something is hidden from its players"]
    decides: Annotated[bool, "whether anybody may have a choice, as far as is known"]
    rules: str
    seats: Annotated[int, "the number of seats with their own payoffs; 0 for other games"]
    players: Annotated[int, "the number of deciding players in some random games"]
    player_names: Annotated[list[str], "what the game itself calls its players, if it does"]
    shelf: Annotated[
        Literal["yours", "first", "games", "patiences"],
        "the section of the library: games named on the command line, the five puzzles, others",
    ]
    parameters: list[ParameterDocument]
    published: list[PublishedResultDocument]
    glimpse: Annotated[SceneDocument | None, "a position to look at"]


class LibraryDocument(TypedDict):
    """The served games, and the limits of one visitor."""

    games: list[GameAboutDocument]
    seat_kinds: Annotated[list[tuple[str, str]], "who may sit at a table, and in words"]
    seat_names: Annotated[list[str], "what seats are called that have a payoff of their own"]
    limits: dict[str, float]


class WaitingDocument(TypedDict):
    """A line of a simulation that has to wait until another one on this server ends, and a second one once it has."""

    waiting: Annotated[float, "seconds that it waits at most; 0 once the wait is over"]


class ErrorDocument(TypedDict):
    """An error, in one line for people."""

    error: str


class FailureDocument(ErrorDocument, total=False):
    """A failure, in one line for people."""

    unfinished: Annotated[bool, "whether the same question gets further once more"]


@cache
def model_of(*parts: Any) -> type[Message]:
    """The model of a document that has the keys of these records and typed documents, and nothing else.

    The last of them names and describes it.
    """
    fields: dict[str, Any] = {}
    for part in parts:
        fields |= _fields(part)
    last = parts[-1]
    name = getattr(last, "document_name", last.__name__.removesuffix("Document"))
    return create_model(name, __base__=Message, __doc__=last.__doc__, **fields)


def _fields(part: Any) -> dict[str, Any]:
    if is_record(part):
        keys: dict[str, Any] = {}
        for key in keys_of(part):
            if key.beside == FIGURE:
                keys |= {name: (_kind(float | None), ...) for name in figure_names(key.name)}
            elif key.beside == GAME:
                keys |= _fields(GameDocument)
            elif key.beside:
                keys |= _fields(CONVERSIONS[key.kind].kind if key.kind in CONVERSIONS else key.kind)
            else:
                keys[key.name] = (_kind(key.kind), ... if key.needed else None)
        return keys
    return {
        key: (_kind(kind), ...) if key in part.__required_keys__ else (_kind(kind), None)
        for key, kind in get_type_hints(part, include_extras=True).items()
    }


def _kind(kind: Any) -> Any:
    """The type of a field, with models in place of documents and records."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is float:  # JSON has one kind of number
        return StrictInt | StrictFloat
    converted = next((one.kind for known, one in CONVERSIONS.items() if kind == known), None)  # some have no hash
    if converted:
        return _kind(converted)
    if is_typeddict(kind) or is_record(kind):
        return model_of(kind)
    if origin is Annotated and parts[0] == Document:
        return model_of(*parts[1:])
    if origin is Sequence or (origin is tuple and parts[-1] is ...):
        return _kind(list.__class_getitem__(parts[0]))
    if origin is Annotated:
        told = parts[1]  # a description, or more about a field
        return Annotated[_kind(parts[0]), Field(description=told) if isinstance(told, str) else Field(**told)]
    if origin in (Union, UnionType):
        rest = tuple(part for part in parts if part is not NoneType)
        if rest != parts:
            return _kind(reduce(or_, rest)) | None
        return reduce(or_, map(_kind, parts))
    return kind if origin in (None, Literal) else origin[tuple(map(_kind, parts))]


Library, Failure, Waiting = map(model_of, (LibraryDocument, FailureDocument, WaitingDocument))
REPLIES: dict[str, type[Message]] = {
    "solve": model_of(GameDocument, SolvingDocument, Solved),
    "play": model_of(Position),
    "load": model_of(Position),
    "setup": model_of(GameDocument, Setup),
    "review": model_of(Reviewed),
    "strategy": model_of(GameDocument, About, StrategyTable),
    "outcomes": model_of(Played, OutcomesShown),
    "smaller": model_of(Smaller),
    "replay": model_of(Replayed),
    "simulate": model_of(SampleShown),
    "tournament": model_of(TournamentShown),
    "same": model_of(Sameness, Compared),
    "puzzle": model_of(PuzzleOfDay),
}

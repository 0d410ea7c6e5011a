"""A track as it lies: its squares, and the counters that stand on them or beside."""

from collections.abc import Sequence

from faceup.results.things import Item, Zone
from faceup.rules.boards import Track
from faceup.rules.contract import Game
from faceup.rules.errors import RulesError
from faceup.rules.fields import Field, Place, item_kind
from faceup.rules.parameters import write_parameters
from faceup.rules.rows import place_name

MOST_SQUARES = 200  # of a track, before places are numbers
ALONE = "●"  # the sign of a counter that has the track for itself


def track_zones(game: Game, fields: Sequence[Field]) -> tuple[list[Zone], list[Field]]:
    """The track with a counter for each place in the state, where that fits; and the fields that are shown so."""
    try:
        track = getattr(game, "track", None)
    except RulesError as error:  # of a track that depends on parameters
        parameters = (f"{name}={value}" for name, value in write_parameters(game).items())
        raise RulesError(f"{' '.join((type(game).__name__, *parameters))}: {error}") from None
    places = [field for field in fields if Place in (field.kind, item_kind(field.kind))]
    if track is None or not places:
        return [], []
    if not isinstance(track, Track):
        raise RulesError(f"{type(game).__name__}: track is {track!r}; possible: Track(range(1, 101)) or the like")
    if len(track.squares) > MOST_SQUARES:
        return [], []
    signs = _signs(places)
    counters = [counter for field, sign in zip(places, signs, strict=True) for counter in _counters(field, sign)]
    last = tuple(
        Item(sign, owner=k, square=number if number in track.squares else None, name=name)
        for k, (name, sign, number) in enumerate(counters)
    )
    rows = tuple(tuple(_square(track, number) for number in row) for row in track.rows)
    labels = [f"{field.label} {sign}".rstrip(f" {ALONE}") for field, sign in zip(places, signs, strict=True)]
    return [Zone("track", ", ".join(labels), (*rows, last), jumps=tuple(track.jumps.items()))], places


def _signs(places: Sequence[Field]) -> list[str]:
    """For each field the letter of its counters; a row's have numbers too, and these alone where there is one row."""
    single = [field for field in places if not isinstance(field.value, tuple)]
    if len(places) == 1:
        return [ALONE if single else ""]
    lettered = single if len(places) == len(single) + 1 else places
    letters = [field.label[:1].upper() for field in lettered]
    if len(set(letters)) < len(letters):
        letters = [chr(ord("A") + k) for k in range(len(letters))]
    left = iter(letters)
    return [next(left) if field in lettered else "" for field in places]


def _counters(field: Field, sign: str) -> list[tuple[str, str, int]]:
    """What each counter is called, its sign, and the number where it stands."""
    if not isinstance(field.value, tuple):
        return [(field.label, sign, field.value)]
    return [(place_name(field.label, k), f"{sign}{k}", number) for k, number in enumerate(field.value)]


def _square(track: Track, number: int | None) -> Item:
    return Item("") if number is None else Item(str(track.names.get(number, number)), square=number)

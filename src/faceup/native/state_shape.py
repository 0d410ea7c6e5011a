"""Layout of states and moves in 64-bit words: one word for a number, and as few words as possible for a row.

Random games show how long the rows of a game become, and how large their items. If a row does not fit later, the game
gets a wider layout and is compiled again.
"""

import random
import threading
from collections import namedtuple
from collections.abc import Iterable
from enum import Enum, EnumType
from functools import cached_property, lru_cache, partial
from itertools import accumulate, islice
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numba.core import types

from faceup.native.operations.row_type import (
    BITS,
    NARROW,
    TOO_LONG,
    WIDTHS,
    PackedRow,
    RowTooSmall,
    RowType,
    pack_row,
    unpack_row,
)
from faceup.native.value_types import NativeSet, NumberSetType, SpelledWord, WordType, number_set, words_type
from faceup.rules.cards import bits_of
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import MISTAKES
from faceup.rules.facts import facts_of
from faceup.rules.fields import field_kinds, holds_words
from faceup.rules.moves import is_move, parts_of
from faceup.rules.rows import holds_numbers, set_of
from faceup.rules.word_numbers import spelling

GAMES = 12  # random games whose rows are measured
SMALL = 4  # items from -4 to 3 are no reason to expect one of more than four bits
LONGEST = 200  # moves of each random game
MOST_MOVES = 1000  # moves of a state among which one is drawn
MOST_KINDS = 10  # kinds of moves; rules are compiled for each
MOST_STATES = 300  # states whose moves are all examined
MOST_WORDS = 32  # words of a row; with more, compiling takes long


class Layout(NamedTuple):
    """The layout of a class of states: the bits of an item in a row, and the words that each row takes."""

    state_class: Any
    places: tuple[int, ...]  # the places of fields that are rows
    words: tuple[int, ...]
    width: int
    spelled: WordType | None = None  # the type of fields that are words
    texts: tuple[int, ...] = ()  # the places of fields that are words
    sets: tuple[int, ...] = ()  # the places of fields that are sets of numbers

    @property
    def kind(self) -> RowType:
        """The type that all these rows have."""
        return RowType(self.width, max(self.words))

    def kind_of(self, place: int) -> Any:
        """Return the Numba type of a field."""
        if place in self.places:
            return self.kind
        return self.spelled if place in self.texts else number_set if place in self.sets else types.int64

    def members(self, place: int) -> tuple[Any, ...]:
        """Return the value in CPython for each word of a field, by the word's number; None for words it cannot hold."""
        return _members(field_kinds(self.state_class)[self.state_class._fields[place]], self.spelled)

    def wider(self, error: RowTooSmall) -> "Layout | None":
        """Return a wider layout, after a row did not fit into this one; None if there is none."""
        more_items = TOO_LONG in error.args and self.kind.capacity < 1 << self.width - 2
        width = self.width if more_items else 2 * self.width
        words = tuple(2 * words for words in self.words)
        return None if max(words) > MOST_WORDS or width > WIDTHS[-1] else self._replace(words=words, width=width)

    def with_room_for(self, other: "Layout") -> "Layout":
        """Return a layout with room for all rows that fit into either of two layouts."""
        width = max(self.width, other.width)
        words = zip(self.scale_words(width), other.scale_words(width), strict=True)
        return self._replace(words=tuple(map(max, words)), width=width)

    def scale_words(self, width: int) -> tuple[int, ...]:
        return tuple(-(-words * width // self.width) for words in self.words)


# The least layout of games whose rows did not fit before. The keys are games, not classes, or the certificate of an
# answer would depend on earlier questions.
_least: WeakKeyDictionary[Any, Layout] = WeakKeyDictionary()
_widening = threading.Lock()


def layout_of(rules: Any) -> Layout | None:
    """Return the layout of the states of this game; None if all fields are numbers, and for a solitaire game."""
    if not facts_of(rules).decisions:
        return None
    layout, least = _sampled_layout(rules), _least.get(rules)
    return layout.with_room_for(least) if layout and least else layout


def widen(game: Game, error: RowTooSmall, failed: Layout | None) -> bool:
    """Give the rows of this game more room than the ``failed`` layout has; False if there is no wider layout."""
    with _widening:
        if layout_of(game) != failed:  # another thread has widened it already
            return True
        wider = failed and failed.wider(error)
        if not wider:
            return False
        _least[game] = wider
        return True


def give_room(game: Game, layout: Layout) -> None:
    """Let the rows of this game have at least this layout."""
    with _widening:
        least = _least.get(game)
        _least[game] = layout.with_room_for(least) if least else layout


@lru_cache(4096)
def _sampled_layout(game: Game) -> Layout | None:
    try:
        return _layout_of_rows(game)
    except MISTAKES:  # an engine reports it
        return None


def _layout_of_rows(game: Game) -> Layout | None:
    """Return the layout of states by the rows in random games; None if all fields are numbers."""
    start = game.start()
    places = tuple(k for k, field in enumerate(start) if isinstance(field, tuple))
    kinds = field_kinds(type(start))
    texts = tuple(k for k, name in enumerate(start._fields) if holds_words(kinds.get(name)))
    spelled = words_type(type(game)) if texts else None
    sets = tuple(k for k, name in enumerate(start._fields) if holds_numbers(kinds.get(name)))
    if not places:
        return Layout(type(start), (), (), WIDTHS[0], spelled, texts, sets) if texts or sets else None
    longest, largest = [0] * len(places), 0
    for state in sample_states(game):
        rows = [state[place] for place in places]
        longest = [max(length, len(row)) for length, row in zip(longest, rows, strict=True)]
        largest = max(largest, *(abs(item) + (item >= 0) for row in rows for item in row), 0)
    greatest = max(largest, max(longest) + 1)
    width = next((width for width in WIDTHS if greatest <= 1 << width - 1), WIDTHS[-1])
    layout = Layout(type(start), places, _words(longest, width), width, spelled, texts, sets)
    if max(longest) <= RowType(NARROW, 1).capacity and largest <= SMALL:
        narrow = layout._replace(words=_words(longest, NARROW), width=NARROW)
        return narrow if narrow.words != layout.words else layout
    return layout


def _words(longest: list[int], width: int) -> tuple[int, ...]:
    """Return the number of words that rows of these lengths take, each rounded up."""
    return tuple(_round_up(-(-(length + 1) * width // BITS)) for length in longest)


def _round_up(words: int) -> int:
    """Return a number of words, rounded up, so that games with other parameters share compiled code."""
    return next(size for size in (1, 2, 3, 4, 6, 8, 12, 16, 24, words) if size >= words)


def sample_states(game: Game) -> Iterable[Any]:
    """Yield states of random games, up to one at which the rules raise an error."""
    chooser = random.Random(0)
    yield game.start()
    for _ in range(GAMES):
        state = game.start()
        for _ in range(LONGEST):
            try:
                moves = [] if game.turn(state) == OVER else list(islice(game.moves(state), MOST_MOVES))
                if not moves:
                    break
                state = game.play(state, chooser.choice(moves))
            except MISTAKES:  # an engine reports it
                break
            if not all(isinstance(field, tuple | int | str | Enum | frozenset) for field in state):
                break
            yield state


# The classes of moves in words, by the number of words; no tuple of rules has such a class.
LONGEST_WORDS = 80
WORDS = {
    width: namedtuple(f"MoveInWords{width}", [f"word_{k}" for k in range(width)]) for width in range(2, LONGEST_WORDS)
}
globals().update({words.__name__: words for words in WORDS.values()})


class MoveShape(NamedTuple):
    """The layout of moves in words: one word for a number, or for each number of a tuple.

    With several ``kinds`` of moves, the words are a tuple: the number of the kind, then the numbers of the move.
    """

    move_class: Any  # None for numbers, str for words, tuple, or a NamedTuple
    width: int
    kinds: "tuple[MoveShape, ...]" = ()
    places: tuple[int, ...] = ()  # the places of parts that are words
    spelled: WordType | None = None  # the type of these parts

    @classmethod
    def of_kinds(cls, kinds: "tuple[MoveShape, ...]") -> "MoveShape":
        """Return the layout of moves of these kinds."""
        width = 1 + max(kind.width for kind in kinds)
        return cls(WORDS.get(width, tuple), width, kinds)

    @classmethod
    def of(cls, spelled: WordType | None, move: Any) -> "MoveShape":
        """Return the layout of moves of the kind of this move; its words are of type ``spelled``."""
        places = tuple(k for k, part in enumerate(parts_of(move)) if isinstance(part, str))
        if spelled is None or not places:
            return cls(type(move), len(move)) if isinstance(move, tuple) else NUMBERS
        return cls(str if isinstance(move, str) else type(move), len(parts_of(move)), (), places, spelled)

    @property
    def in_words(self) -> Any:
        """The type of words in moves; None if all parts are numbers."""
        return next((kind.spelled for kind in (self, *self.kinds) if kind.spelled), None)

    @property
    def name(self) -> str:
        """The suffix that tells kernels for such moves apart; empty for numbers."""
        if self.kinds:
            return " words of" + " or".join(kind.name or " numbers" for kind in self.kinds)
        worded = f" {self.spelled} at {self.places}" if self.spelled else ""
        return "" if self.move_class is None else f" moves {self.move_class.__qualname__} {self.width}{worded}"

    @property
    def kind(self) -> Any:
        """The Numba type of a move."""
        if self.move_class is None:
            return types.int64
        if self.move_class is str:
            return self.spelled
        own = None if self.move_class is tuple else self.move_class
        parts = [self.spelled if k in self.places else types.int64 for k in range(self.width)]
        return types.BaseTuple.from_types(parts, own)

    def words(self, move: Any) -> tuple[int, ...]:
        """Return the words of a move. Raises ValueError for a move of an unknown kind."""
        if self.kinds:
            kind = MoveShape.of(self.in_words, move)
            words = (self.kinds.index(kind), *kind.words(move))
            return (*words, *[0] * (self.width - len(words)))
        if self.spelled:
            spelled = self.spelled.words
            return tuple(spelled.index(part) if isinstance(part, str) else int(part) for part in parts_of(move))
        return (int(move),) if self.move_class is None else tuple(map(int, move))

    def move(self, words: Any) -> Any:
        """Return the move with these words, one place of an array of moves."""
        if self.kinds:
            kind = self.kinds[int(words[0])]
            return kind.move(words[1] if kind.move_class is None else words[1 : 1 + kind.width])
        if self.move_class is None:
            return int(words)
        numbers: Any = map(int, words)
        if self.spelled:
            numbers = (self.spelled.words[part] if k in self.places else part for k, part in enumerate(numbers))
            if self.move_class is str:
                return next(numbers)
        return tuple(numbers) if self.move_class is tuple else self.move_class(*numbers)

    def room(self, count: int) -> Any:
        """Return an array with room for ``count`` moves, int64."""
        return np.zeros(count if self.move_class is None else (count, self.width), np.int64)


NUMBERS = MoveShape(None, 1)


@lru_cache(4096)
def kinds_of_moves(game: Game) -> tuple[MoveShape, ...]:
    """Return the kinds of moves that occur in the first random games."""
    kinds: dict[MoveShape, None] = {}
    shape = partial(MoveShape.of, None)
    try:
        for state in islice(sample_states(game), MOST_STATES):
            if game.turn(state) != OVER:
                moves = [*filter(is_move, islice(game.moves(state), MOST_MOVES))]
                if None in shape.args and any(isinstance(part, str) for move in moves for part in parts_of(move)):
                    shape = partial(MoveShape.of, words_type(type(game)))
                kinds |= dict.fromkeys(map(shape, moves))
    except MISTAKES:  # an engine reports it
        pass
    return tuple(kinds)


def move_shape_of(game: Game) -> MoveShape:
    """Return the layout of the moves of a game.

    Machine code knows only the kinds that occur in the first random games, and of too many kinds only the first.
    """
    kinds = kinds_of_moves(game)
    several = len(kinds) > 1 or any(kind.spelled or not kind.width for kind in kinds)
    if several and len(kinds) <= MOST_KINDS and max(kind.width for kind in kinds) < LONGEST_WORDS - 1:
        return MoveShape.of_kinds(kinds)
    return kinds[0] if kinds else NUMBERS


class LaidOut:
    """Rules on their way to compiled code, with the layout of their states and the kinds of their moves."""

    def __init__(self, game: Game, layout: Layout | None, kinds: tuple[MoveShape, ...]) -> None:
        self.game, self.layout, self.kinds = game, layout, kinds

    def __getattr__(self, name: str) -> Any:
        if name in ("game", "layout", "kinds"):  # not set yet, while an object is unpickled
            raise AttributeError(name)
        return getattr(self.game, name)


class StateShape:
    """The layout of the states and moves of a game, in tables and in calls of compiled code."""

    def __init__(self, state_class: Any, layout: Layout | None, moves: MoveShape = NUMBERS) -> None:
        self.state_class, self.moves = state_class, moves
        self.layout = layout if layout and layout.state_class is state_class else None
        self.places = self.layout.places if self.layout else ()
        self.texts, self.sets = (self.layout.texts, self.layout.sets) if self.layout else ((), ())
        sizes = [1] * len(state_class._fields)
        for place, words in zip(self.places, self.layout.words if self.layout else (), strict=True):
            sizes[place] = words
        self.slices = [slice(end - size, end) for size, end in zip(sizes, accumulate(sizes), strict=True)]
        self.count = sum(sizes)

    @cached_property
    def kind(self) -> Any:
        """The Numba type of a state."""
        fields = [self.layout.kind_of(k) if self.layout else types.int64 for k in range(len(self.state_class._fields))]
        return types.BaseTuple.from_types(fields, self.state_class)

    def words(self, state: Any) -> tuple[int, ...]:
        """Return the words of a state, ``count`` of them. Raises RowTooSmall."""
        if self.layout is None:
            return tuple(int(number) for number in state)
        words: list[int] = []
        for field, part in zip(state, self.slices, strict=True):
            if isinstance(field, tuple):
                words += pack_row(field, self.layout.width, part.stop - part.start)
            elif isinstance(field, frozenset):
                words.append(bits_of(field))
            elif isinstance(field, str | Enum) and self.layout.spelled and not isinstance(field, int):
                words.append(self.layout.spelled.number(field))
            else:
                words.append(int(field))
        return tuple(words)

    def state(self, words: Any) -> Any:
        """Return the state with these words."""
        if self.layout is None:
            return self.state_class(*map(int, words))
        return self.state_class(*(self._field(k, words[part]) for k, part in enumerate(self.slices)))

    def _field(self, place: int, words: Any) -> Any:
        """Return the value of the field at this place with these words."""
        if self.layout and place in self.places:
            return unpack_row(words, self.layout.width)
        if self.layout and place in self.layout.sets:
            return set_of(int(words[0]))
        return self.members[place][int(words[0])] if place in self.members else int(words[0])

    @cached_property
    def members(self) -> dict[int, tuple[Any, ...]]:
        """The values of each field of words, by its place, in the order of the words' numbers."""
        return {place: self.layout.members(place) for place in self.layout.texts} if self.layout else {}

    def rules(self, game: Game) -> Any:
        """Return the rules in the form that compiled code takes."""
        return LaidOut(game, self.layout, self.moves.kinds) if self.layout or self.moves.kinds else game

    def native_state(self, state: Any) -> Any:
        """Return a state whose fields are marked for compiled code: 64-bit integers, packed rows, sets and words."""
        if self.layout is None:
            return self.state_class(*map(int, state))
        kinds = map(self.layout.kind_of, range(len(state)))
        return self.state_class(*map(_native_field, state, kinds))


def _native_field(field: Any, kind: Any) -> Any:
    """Return the value of a field marked for compiled code as this type."""
    if isinstance(kind, RowType):
        return PackedRow(field, kind)
    if isinstance(kind, NumberSetType):
        return NativeSet(field)
    return SpelledWord(field, kind) if isinstance(kind, WordType) else int(field)


@lru_cache(4096)
def _members(annotation: Any, spelled: WordType) -> tuple[Any, ...]:
    """Return the value of a field with this annotation for each word; None for words it cannot hold."""
    if not isinstance(annotation, EnumType):
        return spelled.words
    members: Any = annotation
    by_text = {spelling(member): member for member in members}
    return tuple(map(by_text.get, spelled.words))


def shape_of(game: Any, moves: MoveShape | None = None) -> StateShape:
    """Return the layout of the states of this game, and of its moves, unless ``moves`` is given."""
    return StateShape(type(game.start()), layout_of(game), moves or move_shape_of(game))

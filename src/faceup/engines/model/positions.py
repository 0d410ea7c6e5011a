"""Positions as text: as the rules read them, or field by field, ``x=0,4 o=8``; and checks that they are possible.

A set is written by its members, ``1-3,7``; a row by its numbers, ``0,1,1``; dice by their faces; ``-`` is empty. A word
is written with ``_`` for a blank. Fields that are left out are as at the start.
"""

import random
import re
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import EnumType
from itertools import combinations
from time import monotonic
from typing import Any, NamedTuple, get_args

from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.contract_check import check_state, random_play
from faceup.engines.model.legal_moves import possible_moves
from faceup.engines.model.seats import seats_of
from faceup.results.scene.zones import own_marks, row_of_squares
from faceup.results.sentences.words import count_phrase
from faceup.rules.boards import board_of
from faceup.rules.cards import bits, bits_of, read_cards, write_cards
from faceup.rules.contract import OVER, Game, start_at
from faceup.rules.errors import MISTAKES, ParameterError, RulesError, UsageError, error_words, quoted
from faceup.rules.facts import facts_of, hides
from faceup.rules.fields import Card, Dice, Die, Field, Heap, fields_of, holds_words, item_kind, label_of, value_text
from faceup.rules.parameters import Cards
from faceup.rules.rows import set_like
from faceup.rules.texts import line_of
from faceup.rules.word_numbers import words_of

NOTHING = "-"
WORD = re.compile(r"([^\W\d]\w*)=(\S*)")
WHOLE = re.compile(r"-?[0-9]{1,19}")
FEWEST_GAMES, GAMES, LONGEST = 3, 40, 200  # random games that sample the fields, and moves of each
MANY_STATES = 1000  # after which no further game is played
WALKED, WALK_SECONDS = 30_000, 0.5  # limits of the walk that decides whether a position is reachable
MANY = 1000  # moves of a position that are tried, at most
MOST_NAMED = 12  # words that a message lists
COUNTED = (Card, Die, Heap)  # kinds that are never negative
YES_NO = {"no": 0, "yes": 1, "0": 0, "1": 1}


class Uneven(NamedTuple):
    """A set that lacks members beside another one, by random games: its field, how many it lacks, and that in words."""

    field: str
    lacking: int
    text: str


class UnfinishedError(ValueError):
    """A state from which nobody can play on, though each field of it is possible."""

    def __init__(self, reason: str, state: Any, uneven: Uneven | None = None) -> None:
        super().__init__(reason + (uneven.text if uneven else ""))
        self.reason, self.state, self.uneven = reason, state, uneven


class NoPositionError(UsageError):
    """A text is no possible position, for this ``reason``; if it is only ``unfinished``, other fields may mend it."""

    def __init__(self, game: Game, text: str, reason: str, unfinished: UnfinishedError | None = None) -> None:
        super().__init__(f"{quoted(text)} is not a position of {type(game).name}: {reason}")
        self.reason, self.unfinished = reason, unfinished


def at_position(game: Game, text: str) -> Game:
    """Return the game from the position in a text on; the game itself if the text is empty.

    Raises UsageError for a text that is not a possible position, and RulesError if ``read`` gives no state.
    """
    return start_at(game, state_in(game, text), text) if text else game


def state_in(game: Game, text: str) -> Any:
    """Return the state that a text describes. Raises UsageError, RulesError."""
    words, fields = text.split(), fields_of(game.start())
    matches = [WORD.fullmatch(word) for word in words]
    by_fields = bool(words) and all(matches)
    named = [match[1] for match in matches if match]
    rules_read = type(game).read is not Game.read
    if rules_read and not (by_fields and named == [field.name for field in fields]):
        return _as_rules_read(game, text)
    possible = " ".join(f"{field.name}={field_text(field)}" for field in fields)
    if not by_fields:
        raise UsageError(f"{quoted(text)} is not a position of {type(game).name}; possible: its fields, {possible}")
    if facts_of(game).hidden:
        raise UsageError(f"{hides(game)}, so every game starts at its beginning; possible: moves made from there")
    texts = {match[1]: match[2] for match in matches if match}
    names = {field.name for field in fields}
    for name in named:
        if name not in names or named.count(name) > 1:
            problem = "occurs twice" if name in names else "is not a field"
            raise NoPositionError(game, text, f"{name} {problem}; possible: {possible}")
    try:
        values = {field.name: _value(game, field, texts[field.name]) for field in fields if field.name in texts}
        state = game.start()._replace(**values)
        check_possible(game, state)
    except (ValueError, ParameterError) as error:
        unfinished = error if isinstance(error, UnfinishedError) else None
        raise NoPositionError(game, text, error_words(error), unfinished) from None
    return state


def _as_rules_read(game: Game, text: str) -> Any:
    """Return the state that the rules' ``read`` makes of a text. Raises NoPositionError, RulesError."""
    try:
        state: Any = game.read(text)
    except (ValueError, LookupError) as error:
        raise NoPositionError(game, text, error_words(error)) from None
    if getattr(state, "_fields", None) != getattr(game.start(), "_fields", ()):
        problem = f"read returns {state!r} for {quoted(text)}; possible: a state"
        raise RulesError(f"{type(game).__name__}: {problem}{line_of(game, 'read')}")
    return state


# Fields as text


def fields_text(state: Any) -> str:
    """Return a state as text, field by field, as ``state_in`` takes it."""
    return " ".join(f"{field.name}={field_text(field)}" for field in fields_of(state))


def field_text(field: Field) -> str:
    """Return the value of a field as text."""
    value, kind = field.value, field.kind
    if is_set(field):
        return write_cards(value) or NOTHING
    if holds_words(kind):
        return _word_text(value)
    if item_kind(kind) is Cards:
        return "/".join(write_cards(members) or NOTHING for members in value) or NOTHING
    if _is_yes_no(field):
        return "yes" if value else "no"
    return ",".join(map(str, _plain_numbers(field))) or NOTHING


def is_set(field: Field) -> bool:
    """Whether a field holds one set of numbers."""
    return field.kind is Cards and not isinstance(field.value, tuple)


def numbers_in(game: Game, field: Field) -> list[int]:
    """Return the numbers in a field: members, items, faces of dice, the one number, or the index of a word."""
    if holds_words(field.kind):
        return [possible_words(game, field).index(field.value)]
    return _plain_numbers(field)


def possible_words(game: Game, field: Field) -> list[Any]:
    """Return the words, or members of an enumeration, that a field may hold, in order."""
    kind = field.kind
    if kind is str:
        return [*words_of(type(game))]
    return list(kind if isinstance(kind, EnumType) else get_args(kind))


def _word_text(word: Any) -> str:
    return value_text(None, word).replace(" ", "_")


def _plain_numbers(field: Field) -> list[int]:
    """Return the numbers in a field that holds no words."""
    value, kind = field.value, field.kind
    if kind is Dice:
        return [face for face, count in enumerate(value, 1) for _ in range(count)]
    if isinstance(value, tuple):
        return list(map(int, value))
    if is_set(field):
        return list(bits(value))
    return [int(value)]


def _is_yes_no(field: Field) -> bool:
    return field.kind is bool or isinstance(field.value, bool)


def _value(game: Game, field: Field, text: str) -> Any:
    """Return the value of a field from text. Raises ValueError or ParameterError, with the field's name."""
    name, kind = field.name, field.kind
    text = "" if text == NOTHING else text
    if isinstance(field.value, tuple):
        if item_kind(kind) is Cards:
            return tuple(read_cards("" if part == NOTHING else part) for part in text.split("/")) if text else ()
        numbers = tuple(_whole(name, part) for part in text.split(",")) if text else ()
        if kind is not Dice:
            return numbers
        most = len(field.value)
        if impossible := [face for face in numbers if not 1 <= face <= most]:
            raise ValueError(f"{name} has a die that shows {impossible[0]}; possible: 1 to {most}")
        return tuple(numbers.count(face) for face in range(1, most + 1))
    if is_set(field):
        return set_like(getattr(game.start(), name), read_cards(text))
    if holds_words(kind):
        words = possible_words(game, field)
        by_text = {_word_text(word): word for word in words} | {str(number): word for number, word in enumerate(words)}
        if text not in by_text:
            possible = ", ".join(_word_text(word) for word in words[:MOST_NAMED])
            raise ValueError(f"{name} is {quoted(text)}; possible: {possible}")
        return by_text[text]
    if _is_yes_no(field):
        if text not in YES_NO:
            raise ValueError(f"{name} is {quoted(text)}; possible: yes or no")
        return type(field.value)(YES_NO[text])
    return _whole(name, text)


def _whole(name: str, text: str) -> int:
    if not WHOLE.fullmatch(text) or not -(2**63) <= int(text) < 2**63:
        raise ValueError(f"{name} has {quoted(text)}; possible: a whole number of 64 bits")
    return int(text)


# Whether a state is a position


def check_possible(game: Game, state: Any) -> None:
    """Raise ValueError, with the reason, if the rules cannot go on from this state; UnfinishedError if others might."""
    samples = dict(zip(state._fields, fields_seen(game), strict=True))
    for field in fields_of(state):
        if isinstance(field.value, tuple) and field.kind is not Dice and len(samples[field.name].lengths) == 1:
            (length,) = samples[field.name].lengths
            if len(field.value) != length:
                raise ValueError(f"{field.name} has {count_phrase(len(field.value), 'number')}; possible: {length}")
        kind = item_kind(field.kind) if isinstance(field.value, tuple) else field.kind
        if kind in COUNTED and (least := min(_plain_numbers(field), default=0)) < 0:
            raise ValueError(f"{field.name} has {least}; possible: 0 and more")
    _check_apart(state, samples)
    _check_board(game, state, samples)
    try:
        check_state(game, state)
        for move in legal_moves_of(game, state, most=MANY) if game.turn(state) != OVER else ():
            game.turn(game.play(state, move))
        made = _moves_until_stuck(game, state)
    except RulesError as error:
        made = 0 if _is_stuck(game, state) else None
        if made is None:
            raise ValueError(str(error).partition(": ")[2] or str(error)) from None
    except MISTAKES as error:
        raise UnfinishedError(f"the rules stumble over it: {error_words(error)}", state) from None
    if made is not None:
        later = f"play from here gets stuck: after {count_phrase(made, 'move')} " if made else ""
        stuck = f"{later}the player to move has no legal move"
        raise UnfinishedError(stuck, state, uneven_sets(game, state))


def _is_stuck(game: Game, state: Any) -> bool:
    """Whether play is not over at a state, and the player to move has no legal move; not if the rules raise errors."""
    with suppress(RulesError, *MISTAKES):
        return 0 <= game.turn(state) < (seats_of(game) or 2) and not legal_moves_of(game, state, most=1)
    return False


def _moves_until_stuck(game: Game, state: Any) -> int | None:
    """Return how many moves a random game from a state takes until it is stuck; None if none of a few games is."""
    there = start_at(game, state, fields_text(state))
    for number in range(FEWEST_GAMES):
        for made, then in enumerate(random_play(there, random.Random(number), LONGEST)):
            if _is_stuck(game, then):
                return made
    return None


def uneven_sets(game: Game, state: Any) -> Uneven | None:
    """Return which of two sets has too few members, by some random games; None if their sizes differ by several
    numbers there.

    Only those states of the games count in which the same fields that are no sets are 0.
    """

    def shape(one: Any) -> tuple[list[bool], dict[str, int]]:
        sets = {field.name: len(_plain_numbers(field)) for field in fields_of(one) if is_set(field)}
        return [not value for name, value in one._asdict().items() if name not in sets], sets

    samples = dict(zip(state._fields, fields_seen(game), strict=True))
    players = {player.lower(): player for player in game.player_names}
    zeros, sizes = shape(state)
    called = {name: players.get(name, label_of(name)) for name in sizes}
    alike = [sets for others, sets in map(shape, states_seen(game)) if others == zeros]
    for name, other in combinations(sizes, 2):
        here, seen = sizes[name] - sizes[other], {sets[name] - sets[other] for sets in alike}
        if len(seen) == 1 and here not in seen and other in samples[name].apart:
            (more,) = seen
            ahead = f"{called[name if more > 0 else other]} has {abs(more)} more"
            usual = f"at such points of random games {ahead if more else 'they have equally many'}"
            text = f"; {called[name]} has {sizes[name]} and {called[other]} {sizes[other]}, but {usual}"
            return Uneven(name if here < more else other, abs(here - more), text)
    return None


def _check_apart(state: Any, samples: Mapping[str, "Seen"]) -> None:
    """Raise ValueError for a card in two places that never shared one in random games."""
    for one, other in combinations(fields_of(state), 2):
        if other.name in samples[one.name].apart and (both := _cards_in(one) & _cards_in(other)):
            places = " and ".join(f"{'in ' * is_set(field)}{field.name}" for field in sorted((one, other), key=is_set))
            raise ValueError(f"{write_cards(bits_of(both))} is {places}; possible: one of them")


def _cards_in(field: Field) -> set[int]:
    """Return the members of a set, or the one card of a field that holds one."""
    return {*_plain_numbers(field)} - ({0} if field.kind is Card else set())


def _check_board(game: Game, state: Any, samples: Mapping[str, "Seen"]) -> None:
    """Raise ValueError for anything that cannot lie on the game's board."""
    board = board_of(game)
    if board is None:
        return
    fields, squares = fields_of(state), {square for row in board for square in row if square >= 0}
    row = row_of_squares(board, fields)
    if row is not None:
        marks = own_marks(game)
        possible = sorted({*marks, *samples[row.name].numbers}) if marks else []
        for square in sorted(squares) if possible else ():
            if row.value[square] not in possible:
                choices = ", ".join(map(str, possible))
                raise ValueError(f"{row.name} has {row.value[square]} on square {square}; possible: {choices}")
        return
    for field in fields:
        for square in bits(field.value) if field.kind is Cards else ():
            if square not in squares:
                raise ValueError(f"{field.name} has square {square}; possible: {write_cards(bits_of(squares))}")


class Seen(NamedTuple):
    """A sample of a field in random games: its numbers, their counts, and what never shared a card with it.

    These are the other sets of a set or of a card, and the cards of a set, such as the one led from a hand.
    """

    numbers: tuple[int, ...]
    lengths: frozenset[int]
    apart: frozenset[str]


def fields_seen(game: Game) -> list[Seen]:
    """Return a sample of every field in random games, the same ones each time."""
    start = fields_of(game.start())
    numbers: list[set[int]] = [set() for _ in start]
    lengths: list[set[int]] = [set() for _ in start]
    sets = [k for k, field in enumerate(start) if is_set(field)]
    cards = [k for k, field in enumerate(start) if field.kind is Card]
    apart = {(k, other) for k in (*sets, *cards) for other in sets if k != other}
    for state in states_seen(game):
        fields = fields_of(state)
        for k, field in enumerate(fields):
            numbers[k].update(numbers_in(game, field) if item_kind(field.kind) is not Cards else ())
            lengths[k].add(len(field.value) if isinstance(field.value, tuple) else 1)
        held = {k: _cards_in(fields[k]) for k in (*sets, *cards)}
        apart = {(k, other) for k, other in apart if not held[k] & held[other]}
    apart |= {(other, k) for k, other in apart}
    others = [frozenset(start[other].name for place, other in apart if place == k) for k in range(len(start))]
    return [
        Seen(tuple(sorted(held)), frozenset(counts), disjoint)
        for held, counts, disjoint in zip(numbers, lengths, others, strict=True)
    ]


def states_seen(game: Game) -> Iterator[Any]:
    """Yield the states of random games, until there are enough games or states."""
    chooser, states = random.Random(0), 0
    yield game.start()
    for count in range(GAMES):
        if count >= FEWEST_GAMES and states > MANY_STATES:
            return
        for state in random_play(game, chooser, LONGEST):
            states += 1
            yield state


def reachable(game: Game, state: Any) -> bool | None:
    """Whether some play from the game's start reaches the state; None if there are too many positions."""
    end = monotonic() + WALK_SECONDS
    todo, visited = deque([game.start()]), {game.start()}
    while todo:
        position = todo.popleft()
        if position == state:
            return True
        if len(visited) > WALKED or monotonic() > end:
            return None
        for move in possible_moves(game, position) if game.turn(position) != OVER else ():
            after = game.play(position, move)
            if after not in visited:
                visited.add(after)
                todo.append(after)
    return False

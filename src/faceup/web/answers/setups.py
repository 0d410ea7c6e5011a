"""A position set up by hand, for pages: every field with its possible values, and the verdict of the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from faceup.engines.graph.stakes import stakes_seen
from faceup.engines.model.policies import play_through
from faceup.engines.model.positions import (
    NoPositionError,
    Seen,
    fields_seen,
    fields_text,
    is_set,
    numbers_in,
    possible_words,
    reachable,
    state_in,
)
from faceup.results.documents.codec import Document, document, game_document
from faceup.results.sentences.games import NOT_REACHED
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UsageError
from faceup.rules.facts import facts_of, hides
from faceup.rules.fields import MOVER, Card, Die, Field, Heap, fields_of, holds_words, item_kind, value_text
from faceup.rules.parameters import Cards
from faceup.rules.rows import place_name
from faceup.web.answers.board_setups import Board, board_setup

TO_MOVE = "to move"  # the label of the field of the player to move
CHANCE_NEXT = "chance is next"
PAIR = 2  # players
GAMES, LONGEST = 4, 100  # random games that show what numbers mean, and moves of each
FEW = 12  # numbers that can be chosen from
UNCHECKED = "faceup has not checked whether play can lead to this position: the game has too many positions."

FieldKind = Literal["board", "board-set", "cards", "sets", "dice", "row", "number", "choice", "yes-no"]


@dataclass(frozen=True)
class FieldSetup:
    """A field of a position, and how a page sets it.

    ``kind`` is ``board`` (numbers that lie on the board), ``board-set`` (a set of its squares), ``cards`` (a set of
    cards, which may hold ``numbers``), ``sets`` (several sets, as text), ``dice``, ``row`` (numbers with labels),
    ``number``, or ``choice`` (one of few ``words``).
    """

    document_name = "Field"

    name: str
    label: str
    kind: FieldKind
    numbers: Sequence[int]
    text: str
    possible: Annotated[Sequence[int], "its values in some random games"]
    words: Sequence[str]
    grows: Annotated[bool, "whether a row has more numbers at one time than at another"]
    apart: Annotated[Sequence[str], "sets that have no member in common with it"]


class Setup(NamedTuple):
    """A position field by field, ``text`` as in an address; ``problem`` says why there is no such position.

    ``note`` says that no play leads to it, or that nobody knows whether one does. With a problem, ``text`` is the text
    that was sent.
    """

    text: str
    problem: str
    note: str
    fields: Sequence[FieldSetup]
    board: Board | None


def setup_document(game: Game, text: str) -> Document:
    """The setup of a position from its text; of the start if there is no text or no such position."""
    if facts_of(game).hidden:
        raise UsageError(f"{hides(game)}, so every game starts at its beginning; possible: play")
    position, problem, note = game.start(), "", ""
    state = position
    try:
        state = state_in(game, text) if text else position
        note = {False: NOT_REACHED, None: UNCHECKED}.get(reachable(game, state), "") if text else ""
    except NoPositionError as error:
        problem = error.reason
    except UsageError as error:
        problem = str(error)
    values_seen = fields_seen(game)
    fields = fields_of(state)
    board = board_setup(game, state)
    on_board = {place.field for at in board.places for place in at} if board else set()
    setup = Setup(
        text if problem else fields_text(state),
        problem,
        note,
        [_field(game, field, one, field.name in on_board) for field, one in zip(fields, values_seen, strict=True)],
        board,
    )
    return {**game_document(game), **document(setup)}


@lru_cache(maxsize=64)
def _labels_by_games(game: Game) -> dict[str, str]:
    """The labels of numbers whose meaning some random games show: a score, or that chance is next."""
    scores, labels = getattr(game, "scores", None), dict[str, str]()
    played = (play_through(game, 0, number, ("random",), None, LONGEST) for number in range(GAMES))
    turns = {state: game.turn(state) for play in played for state, _ in play}
    states = [state for state, turn in turns.items() if turn != OVER]
    rows = [scores(state) for state in states] if callable(scores) else []
    movers = [getattr(state, MOVER, turns[state]) for state in states]
    meanings = {CHANCE_NEXT: [int(turns[state] == CHANCE) for state in states]}
    for seat, name in enumerate(stakes_seen(game).names if rows and len(rows[0]) > 1 else ()):
        meanings[f"score of {name}"] = [row[seat] for row in rows]
    if rows and len(rows[0]) == PAIR and {*movers} <= {0, 1}:
        meanings["score of the player to move"] = [row[mover] for row, mover in zip(rows, movers, strict=True)]
        meanings["score of the other player"] = [row[1 - mover] for row, mover in zip(rows, movers, strict=True)]
    for name in game.start()._fields:
        values = [getattr(state, name) for state in states]
        meant = [label for label, numbers in meanings.items() if numbers == values]
        if meant and len({*values}) > 1:
            labels[name] = meant[0]
    return labels


def _label(field: Field) -> str:
    """The label of a field; a heap that has a letter for its name is called a heap."""
    return f"heap {field.label.upper()}" if field.kind is Heap and len(field.label) == 1 else field.label


def _field(game: Game, field: Field, values_seen: Seen, on_board: bool) -> FieldSetup:
    kind, words = _kind(game, field, values_seen, on_board)
    return FieldSetup(
        field.name,
        TO_MOVE if field.name == MOVER else _labels_by_games(game).get(field.name) or _label(field),
        kind,
        [] if kind == "sets" else numbers_in(game, field),
        field.text,
        values_seen.numbers,
        words,
        len(values_seen.lengths) > 1,
        sorted(values_seen.apart),
    )


def _kind(game: Game, field: Field, values_seen: Seen, on_board: bool) -> tuple[FieldKind, list[str]]:
    """The kind of control for a field, and the names of its numbers or of the places of a row."""
    if on_board:
        return "board-set" if is_set(field) else "board", []
    if is_set(field):
        return "cards", list(map(str, values_seen.numbers))
    if holds_words(field.kind):
        words = possible_words(game, field)
        return "choice", [value_text(None, words[number]) for number in values_seen.numbers]
    if isinstance(field.value, tuple):
        kind = item_kind(field.kind)
        if kind is Cards:
            return "sets", []
        if field.kind is not None and (kind is Die or numbers_in(game, field) != list(field.value)):
            return "dice", []
        return "row", [place_name(field.label, k) for k in range(len(field.value))]
    if field.name == MOVER:
        names = stakes_seen(game).names
        return "choice", [names[k] if 0 <= k < len(names) else str(k) for k in values_seen.numbers]
    if field.kind is bool or isinstance(field.value, bool):
        return "yes-no", []
    if field.kind is Card and len(values_seen.numbers) <= FEW:
        return "choice", [str(number) if number else "none" for number in values_seen.numbers]
    if field.kind is int and tuple(values_seen.numbers) == (0, 1):
        return "choice", ["no", "yes"]
    return "number", []

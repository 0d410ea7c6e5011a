"""A game in progress as a JSON document, and back; records are checked against the rules, move by move."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from faceup.play.expert import Expert
from faceup.play.session import Session
from faceup.results.documents.codec import move_documents, move_in
from faceup.rules.contract import Game, position_of
from faceup.rules.errors import UsageError, quoted
from faceup.rules.moves import numbers_text
from faceup.rules.parameters import read_parameters, write_parameters

FORMAT = "faceup game 1"
POSITION = "position"  # the start of a game that began elsewhere; absent in other records
KEYS = {"format": str, "game": str, "parameters": dict, "seats": list, "seed": int, "moves": list, "words": list}


def record(session: Session) -> dict[str, Any]:
    """The record of a game so far. ``words`` are its moves in words; seats with a user's policy are ``own:...``."""
    place = position_of(session.game)
    position = {POSITION: place} if place else {}
    return {
        "format": FORMAT,
        "game": type(session.game).name,
        "parameters": write_parameters(session.game),
        "seats": [seat.name for seat in session.seats],
        "seed": session.seed,
        "moves": move_documents(session.moves),
        "words": session.words,
        **position,
    }


def session_of(document: Any, game: Game, seats: Any = None, expert: Expert | None = None) -> Session:
    """The session of a record, with these rules; ``seats`` replace the recorded ones.

    Raises UsageError that quotes the first fault: a key, a parameter, an illegal move.
    """
    words = _check_record(document)
    name, parameters = type(game).name, words["parameters"]
    if words["game"] != name:
        raise UsageError(f"the record is of {quoted(words['game'])}, not of {name!r}")
    recorded_values = read_parameters(type(game), _words(parameters))
    defaults = {one.name: getattr(game, one.name) for one in fields(game)}
    if {one.name: recorded_values.get(one.name, one.default) for one in fields(game)} != defaults:
        raise UsageError(
            f"the record is of {name} {_parameters_text(parameters)}, "
            f"not of {name} {_parameters_text(write_parameters(game))}"
        )
    session = Session(
        game, seats or words["seats"], seed=words["seed"], moves=map(move_in, words["moves"]), expert=expert
    )
    if len(words["seats"]) != len(session.seats):
        raise UsageError(
            f"the record has {len(words['seats'])} seats; possible: one for each of {len(session.seats)} players"
        )
    for number, (recorded_word, word) in enumerate(zip(words["words"], session.words, strict=True), 1):
        if recorded_word not in (word, numbers_text(session.moves[number - 1])):
            raise UsageError(f"the record says move {number} in words as {quoted(recorded_word)}; it is {word!r}")
    return session


def recorded_position(document: Any) -> str:
    """The text of the position in which a recorded game began; empty for the start of the rules."""
    return str(_check_record(document).get(POSITION, ""))


def recorded_parameters(document: Any) -> tuple[str, tuple[str, ...]]:
    """The name of the game of a record, and its parameters as ``name=value`` words."""
    words = _check_record(document)
    return words["game"], _words(words["parameters"])


def _words(parameters: Mapping[str, Any]) -> tuple[str, ...]:
    for name, value in parameters.items():
        if not name.isidentifier() or not isinstance(value, int | str):
            assignment = f"{quoted(name)}: {quoted(value)}"
            raise UsageError(f"the record has {assignment}; a parameter is a number, a text, true or false")
    return tuple(f"{name}={value}" for name, value in parameters.items())


def read_record(text: str) -> Any:
    """The document of a file; raises UsageError if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise UsageError(f"{quoted(text.strip())} is not a saved game; `save` writes one") from None


def _check_record(document: Any) -> Mapping[str, Any]:
    """The record; raises UsageError for a missing key, an unknown key, or a value of another kind."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise UsageError(f"{quoted(document)} is not a saved game; its format is {FORMAT!r}")
    for key in document:
        if key not in (*KEYS, POSITION):
            raise UsageError(f"the record has {quoted(key)}; possible: {', '.join(KEYS)}")
    if not isinstance(document.get(POSITION, ""), str):
        raise UsageError(f"the record has {POSITION!r}: {quoted(document[POSITION])}, which is not a text")
    for key, kind in KEYS.items():
        if key not in document:
            raise UsageError(f"the record has no {key!r}")
        if type(document[key]) is not kind:
            raise UsageError(f"the record has {key!r}: {quoted(document[key])}; possible: a {_NAMES[kind]}")
    for key, kind in (("seats", str), ("words", str)):
        for thing in document[key]:
            if type(thing) is not kind:
                raise UsageError(f"the record has {quoted(thing)} in {key!r}; possible: a {_NAMES[kind]}")
    for move in document["moves"]:
        if not all(type(part) in (int, str) for part in (move if isinstance(move, list) else [move])):
            raise UsageError(f"the record has {quoted(move)} in 'moves', which is not a move")
    if len(document["words"]) != len(document["moves"]):
        raise UsageError(f"the record has {len(document['moves'])} moves and {len(document['words'])} words for them")
    return document


_NAMES = {str: "text", dict: "object", list: "list", int: "whole number"}


def _parameters_text(parameters: Mapping[str, Any]) -> str:
    return quoted(" ".join(f"{name}={value}" for name, value in parameters.items()))

"""A game in progress as a JSON document, and back: what is read is held against the rules, move by move."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from faceup.play.expert import Expert
from faceup.play.session import Session
from faceup.results.documents.moves import move_documents, move_in
from faceup.rules.contract import Game, position_of
from faceup.rules.errors import UsageError, quoted
from faceup.rules.parameters import read_parameters, write_parameters

FORMAT = "faceup game 1"
POSITION = "position"  # where a game began that did not begin at its own start; in no other record
KEYS = {"format": str, "game": str, "parameters": dict, "seats": list, "seed": int, "moves": list, "words": list}


def record(session: Session) -> dict[str, Any]:
    """The game so far. ``words`` are the moves as the game says them; seats of own policies are named ``own:...``."""
    place = position_of(session.game)
    begun = {POSITION: place} if place else {}
    return {
        "format": FORMAT,
        "game": type(session.game).name,
        "parameters": write_parameters(session.game),
        "seats": [seat.name for seat in session.seats],
        "seed": session.seed,
        "moves": move_documents(session.moves),
        "words": session.words,
        **begun,
    }


def session_of(found: Any, game: Game, seats: Any = None, expert: Expert | None = None) -> Session:
    """The game that a record tells, of these rules; ``seats`` instead of the recorded ones.

    Raises UsageError that quotes the first thing that cannot be: a key, a parameter, a move that is not legal.
    """
    words = _check_record(found)
    name, parameters = type(game).name, words["parameters"]
    if words["game"] != name:
        raise UsageError(f"the record is of {quoted(words['game'])}, not of {name!r}")
    given = read_parameters(type(game), _words(parameters))
    own = {one.name: getattr(game, one.name) for one in fields(game)}
    if {one.name: given.get(one.name, one.default) for one in fields(game)} != own:
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
    for number, (told, word) in enumerate(zip(words["words"], session.words, strict=True), 1):
        if told != word:
            raise UsageError(f"the record says move {number} in words as {quoted(told)}; it is {word!r}")
    return session


def recorded_position(found: Any) -> str:
    """The position at which a recorded game began, as text; empty for the game's own start."""
    return str(_check_record(found).get(POSITION, ""))


def recorded_parameters(found: Any) -> tuple[str, tuple[str, ...]]:
    """The game that a record names, and its parameters as ``name=value`` words."""
    words = _check_record(found)
    return words["game"], _words(words["parameters"])


def _words(parameters: Mapping[str, Any]) -> tuple[str, ...]:
    for name, value in parameters.items():
        if not name.isidentifier() or not isinstance(value, int | str):
            told = f"{quoted(name)}: {quoted(value)}"
            raise UsageError(f"the record has {told}; a parameter is a number, a text, true or false")
    return tuple(f"{name}={value}" for name, value in parameters.items())


def read_record(text: str) -> Any:
    """The document that a file holds; raises UsageError where it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise UsageError(f"{quoted(text.strip())} is no record of a game; `save` writes one") from None


def _check_record(found: Any) -> Mapping[str, Any]:
    """The record; raises UsageError where a key is missing, unknown, or of another kind."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise UsageError(f"{quoted(found)} is no record of a game; it has the format {FORMAT!r}")
    for key in found:
        if key not in (*KEYS, POSITION):
            raise UsageError(f"the record has {quoted(key)}; possible: {', '.join(KEYS)}")
    if not isinstance(found.get(POSITION, ""), str):
        raise UsageError(f"the record has {POSITION!r}: {quoted(found[POSITION])}, which is no text")
    for key, kind in KEYS.items():
        if key not in found:
            raise UsageError(f"the record has no {key!r}")
        if type(found[key]) is not kind:
            raise UsageError(f"the record has {key!r}: {quoted(found[key])}, which is no {_NAMES[kind]}")
    for key, kind in (("seats", str), ("words", str)):
        for thing in found[key]:
            if type(thing) is not kind:
                raise UsageError(f"the record has {quoted(thing)} in {key!r}, which is no {_NAMES[kind]}")
    for move in found["moves"]:
        if not all(type(part) in (int, str) for part in (move if isinstance(move, list) else [move])):
            raise UsageError(f"the record has {quoted(move)} in 'moves', which is no move")
    if len(found["words"]) != len(found["moves"]):
        raise UsageError(f"the record has {len(found['moves'])} moves and {len(found['words'])} words for them")
    return found


_NAMES = {str: "text", dict: "object", list: "list", int: "whole number"}


def _parameters_text(parameters: Mapping[str, Any]) -> str:
    return quoted(" ".join(f"{name}={value}" for name, value in parameters.items()))

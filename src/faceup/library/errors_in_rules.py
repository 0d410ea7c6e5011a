"""What rules raise, and where they are while they compute, told by file, line and state."""

import os
import re
import traceback
from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from types import FrameType
from typing import Any, NamedTuple

from faceup.library.finding import rule_folders
from faceup.rules.contract import Rules

LONGEST_STATE = 300  # characters

Frames = Iterable[tuple[FrameType, int]]  # with the line in each, the outermost first


class PlaceInRules(NamedTuple):
    """The last line of a rule file on the way; the game, and the state that its rules were asked about first."""

    file: str
    line: int
    method: str
    game: str
    state: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}{self.whose}"

    @property
    def whose(self) -> str:
        return f" ({self.game}, in {self.state})" if self.state else ""


def place_in_rules(frames: Frames) -> PlaceInRules | None:
    """Where the rules are; None where no rule file is on the way."""
    own = [(frame, line) for frame, line in frames if os.path.dirname(frame.f_code.co_filename) in rule_folders]
    if not own:
        return None
    frame, line = own[-1]
    file = os.path.basename(frame.f_code.co_filename)
    for outer, _ in own:
        if state := _state(outer):
            return PlaceInRules(file, line, outer.f_code.co_name, type(_arguments(outer)[0]).__name__, state)
    return PlaceInRules(file, line, own[0][0].f_code.co_name, "", "")


def place_of(error: BaseException) -> PlaceInRules | None:
    """Where the rules raised an exception."""
    return place_in_rules(traceback.walk_tb(error.__traceback__))


def rules_error_text(error: BaseException) -> str:
    """An exception that the rules raised, in one line."""
    place = place_of(error)
    if place is None:
        return f"{type(error).__name__}: {error}"
    return f"{place.file}, line {place.line}: {_problem(error, place)}{place.whose}"


def _arguments(frame: FrameType) -> list[Any]:
    """The arguments of the function of a frame, as they are now."""
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    return [frame.f_locals.get(name) for name in names]


def _state(frame: FrameType) -> str:
    """The state or table that a method of a game was asked about; empty where this is no such method."""
    arguments = _arguments(frame)
    if len(arguments) < 2 or not isinstance(arguments[0], Rules):
        return ""
    rules, state = arguments[:2]
    if hasattr(type(rules), "Table") and hasattr(state, "_fields"):
        try:
            return f"table {rules.show(state)}"[:LONGEST_STATE]
        except BaseException:  # a table of unknown cards cannot be shown, nor can one that the rules spoilt
            return ""
    try:
        return f"state {state!r}"[:LONGEST_STATE] if state is None or hasattr(state, "_fields") else ""
    except ValueError:  # Python writes no number of more than 4300 digits
        return "a state with a very long number"


def _owner(error: NameError) -> str:
    """What has an attribute of the name that was not found: ``self``, ``s``; empty where nothing has."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        arguments = zip(frame.f_code.co_varnames[: frame.f_code.co_argcount], _arguments(frame), strict=True)
        owner = next((name for name, value in arguments if error.name and hasattr(value, error.name)), "")
    return owner


def _problem(error: BaseException, place: PlaceInRules) -> str:
    """What went wrong, and for mistakes that are often made, the mend."""
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, FrozenInstanceError):
        name = re.sub(r".*'(\w+)'.*", r"\1", str(error))
        return f"rules cannot set self.{name}: a game never changes; what changes in play belongs in the state"
    if isinstance(error, AttributeError) and str(error) == "can't set attribute":
        if place.method in ("lay", "step", "score", "won"):
            return "a patience sets no field of its table; cards are pushed to piles, a tally is set as t.called.n = 3"
        return "rules cannot set a field of a state; they return a new state, as s._replace(field=value)"
    if isinstance(error, TypeError) and str(error) == "'tuple' object does not support item assignment":
        return f"{text}; a row never changes: replaced(row, place, value) gives another one"
    if isinstance(error, NameError) and (owner := _owner(error)):
        return f"{text}; did you mean {owner}.{error.name}?"
    if place.state == "state None":
        return f"{text}; play gave None before: it returns the state after the move"
    if isinstance(error, AttributeError) and error.name:
        from difflib import get_close_matches

        known = [name for name in dir(error.obj) if not name.startswith("_")]
        if near := get_close_matches(error.name, known, 1):
            return f"{text}; did you mean {near[0]!r}?"
    return text

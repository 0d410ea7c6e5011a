"""Errors raised by rules, and the place of rules that are running, by file, line and state."""

import inspect
import linecache
import os
import re
import traceback
from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

from faceup.library.finding import rule_folders
from faceup.rules.contract import Game, Patience, Rules
from faceup.rules.errors import at_source, error_words, is_own
from faceup.rules.names import near_names
from faceup.rules.texts import line_of

LONGEST_STATE = 300  # characters
LONGEST_SOURCE = 120
MADE = ("__init__", "__setattr__", "__delattr__")  # methods that Python makes for a class of parameters
LOADED = "<module>"  # the name of the code of a file that is being loaded

Frames = Iterable[tuple[FrameType, int]]  # with the current line of each, the outermost first


class PlaceInRules(NamedTuple):
    """The innermost line in a rule file, and the game and state of the outermost call of its rules."""

    file: str
    line: int
    source: str
    method: str
    game: str
    state: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}{self.whose}"

    @property
    def whose(self) -> str:
        return f" ({self.game}, in {self.state})" if self.state else ""


def place_in_rules(frames: Frames) -> PlaceInRules | None:
    """The place of running rules; None if no rule file is on the stack."""
    rule_frames = _frames_of_rules(frames)
    if not rule_frames:
        return None
    frame, line = rule_frames[-1]
    path = frame.f_code.co_filename
    lines = linecache.getlines(path) or []  # none while another thread fills the cache
    file, source = os.path.basename(path), "".join(lines[line - 1 : line]).strip()[:LONGEST_SOURCE]
    for outer, _ in rule_frames:
        if state := _state(outer):
            return PlaceInRules(file, line, source, outer.f_code.co_name, type(_arguments(outer)[0]).__name__, state)
    method = rule_frames[0][0].f_code.co_name
    return PlaceInRules(file, line, source, "loading" if method == LOADED else method, "", "")


def rule_frame(frames: Frames) -> FrameType | None:
    """The frame of the method of a game that was called, or of a rule file that is being loaded; None without either.

    Theories, and libraries that a rule file imports, do not count: they may take long. A policy is no rule.
    """
    frames = list(frames)
    rule_frames = _frames_of_rules(frames)
    if not rule_frames:
        return None
    frame, code = rule_frames[0][0], rule_frames[0][0].f_code
    if code.co_name == LOADED:
        return frame if frames[-1] == rule_frames[-1] else None
    return frame if _is_method(frame) and code.co_name != Game.theory.__name__ else None


def _codes(rules: type[Rules]) -> frozenset[CodeType]:
    """The code objects of all methods of a game."""
    methods = (thing for owner in rules.__mro__ for thing in vars(owner).values())
    return frozenset(method.__code__ for method in methods if isinstance(method, FunctionType))


def _frames_of_rules(frames: Frames) -> list[tuple[FrameType, int]]:
    """The frames in rule files, and in methods of games defined elsewhere, such as in a notebook."""
    return [
        (frame, line)
        for frame, line in frames
        if os.path.dirname(frame.f_code.co_filename) in rule_folders or _is_method(frame)
    ]


def _is_method(frame: FrameType) -> bool:
    code = frame.f_code
    if code.co_varnames[:1] != ("self",) or code.co_name in MADE or is_own(code.co_filename):
        return False
    rules = frame.f_locals.get("self")
    return isinstance(rules, Rules) and code in _codes(type(rules))


def place_of(error: BaseException) -> PlaceInRules | None:
    """The place in rules that raised an exception."""
    if isinstance(error.__cause__, StopIteration):  # in a generator, Python replaces the exception
        error = error.__cause__
    return place_in_rules(traceback.walk_tb(error.__traceback__))


def rules_error_text(error: BaseException) -> str:
    """An exception raised by rules, in one line."""
    if isinstance(error.__cause__, StopIteration):
        error = error.__cause__
    place = place_of(error)
    if place is None:
        words = error_words(error)
        if problem := _wrong_arguments(error):
            return problem
        return words if isinstance(error, OSError) else f"something is wrong in faceup itself: {words}"
    return f"{place.file}, line {place.line}: {_problem(error, place)}{place.whose}"


def _wrong_arguments(error: BaseException) -> str:
    """The problem of a method of rules with wrong arguments, as ``def start():``; empty for another error."""
    text = re.match(r"(\w+)\.(\w+)\(\) (takes|missing|got) ", str(error)) if isinstance(error, TypeError) else None
    if text is None:
        return ""
    name, method, _ = text.groups()
    for frame, _ in reversed([*traceback.walk_tb(error.__traceback__)]):
        for rules in frame.f_locals.values():
            base = Game if isinstance(rules, Game) else Patience
            if isinstance(rules, base) and type(rules).__name__ == name and hasattr(base, method):
                form = ", ".join(inspect.signature(getattr(base, method)).parameters)
                place = line_of(rules, method)
                return f"{name}: faceup calls {method}({form}), but the rules define it with other arguments{place}"
    return ""


def _arguments(frame: FrameType) -> list[Any]:
    """The arguments of the function of a frame, with their current values."""
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    return [frame.f_locals.get(name) for name in names]


def _state(frame: FrameType) -> str:
    """The state or table that a method of a game was called with; empty for other functions."""
    arguments = _arguments(frame)
    if len(arguments) < 2 or not isinstance(arguments[0], Rules):
        return ""
    rules, state = arguments[:2]
    if hasattr(type(rules), "Table") and hasattr(state, "_fields"):
        try:
            return f"table {rules.show(state)}"[:LONGEST_STATE]
        except BaseException:  # Reveal (no Exception) for unknown cards; anything for a table that rules damaged
            return ""
    try:
        return f"state {state!r}"[:LONGEST_STATE] if state is None or hasattr(state, "_fields") else ""
    except ValueError:  # Python writes no number of more than 4300 digits
        return "a state with a very long number"


def _owner(error: NameError) -> str:
    """The argument that has an attribute of the missing name: ``self``, ``s``; empty if none has."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        arguments = zip(frame.f_code.co_varnames[: frame.f_code.co_argcount], _arguments(frame), strict=True)
        owner = next((name for name, value in arguments if error.name and hasattr(value, error.name)), "")
    return owner


def _problem(error: BaseException, place: PlaceInRules) -> str:
    """The problem, and the fix for common mistakes."""
    text = at_source(error_words(error), place.source)
    if isinstance(error, FrozenInstanceError):
        name = re.sub(r".*'(\w+)'.*", r"\1", str(error))
        return f"rules cannot set self.{name}: a game never changes; what changes in play belongs in the state"
    if isinstance(error, AttributeError) and str(error) == "can't set attribute":
        if place.method in ("lay", "step", "score", "won"):
            return "a solitaire game sets no field of its table; push cards to piles, set a tally as t.called.n = 3"
        return "rules cannot set a field of a state; they return a new state, as s._replace(field=value)"
    if isinstance(error, TypeError) and str(error) == "'tuple' object does not support item assignment":
        return f"{text}; a row never changes: replaced(row, place, value) gives another one"
    if isinstance(error, NameError) and (owner := _owner(error)):
        return f"{text}; did you mean {owner}.{error.name}?"
    if place.state == "state None":
        return f"{text}; play gave None before: it returns the state after the move"
    if isinstance(error, AttributeError) and error.name:
        near = near_names(error.name, [name for name in dir(error.obj) if not name.startswith("_")])
        return f"{text}; did you mean {near[0]!r}?" if near else text
    return text

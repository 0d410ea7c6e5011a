"""Rules that the compiler refuses: the lines and the reasons, cached on disk so that each is found once."""

import inspect
import json
import linecache
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import numba
from numba import njit
from numba.core.errors import NumbaWarning

from faceup.native.code_cache import REFUSED, read_sealed, write_sealed
from faceup.native.digests.digest import presentation_names
from faceup.native.digests.reach import helpers_of, is_standard, names_in
from faceup.native.linking import counterparts, is_writers, link, requests
from faceup.native.lowering.calls import MOVE_LISTS
from faceup.native.lowering.lowered import YIELDING, Form, is_lowered, lower
from faceup.native.lowering.tree import NoSource, Unsupported
from faceup.native.operations.operation import FRACTION
from faceup.native.refusal_words import VAGUE, explain_messages, place_in_text
from faceup.native.rules_type import MOVE_METHODS, RulesType, kind_forms, rules_type, words_form
from faceup.native.state_shape import layout_of, move_shape_of, shape_of
from faceup.rules.contract import Game, Rules
from faceup.rules.errors import is_own
from faceup.rules.facts import facts_of
from faceup.rules.method_source import class_lines

PACKAGE = Path(__file__).parent.parent
GAMES = PACKAGE / "games"
COMPILER = Path(numba.__file__).parent
LONGEST_REASON = 300
# The methods that take a state, and how many moves they take.
ONE_STATE = dict.fromkeys(("turn", "moves", "choices", "payoff", "canon", "milestone"), 0) | dict.fromkeys(
    ("play", "odds", "reward"), 1
)


class InterpretedWarning(UserWarning):
    """Rules that cannot be compiled run in CPython, correctly but slowly."""


class Refusal(NamedTuple):
    """A place in the rules and why the compiler refuses it; line 0 if the line is unknown."""

    file: str
    line: int
    text: str


class NotCompiled(Exception):
    """The compiler refuses the rules; its own exception is the cause.

    ``file`` and ``line`` say where (line 0: unknown), and ``reason`` why; all are computed when first read.
    """

    def __init__(self, rules: Rules, error: Exception) -> None:
        super().__init__(str(error))
        self.rules = rules
        self.error = error

    @cached_property
    def unsupported(self) -> list[Unsupported | NoSource]:
        """Every construct in the rules that machine code does not support."""
        functions = functions_of(type(self.rules))
        forms = _forms_by_method(self.rules)
        errors = [
            error
            for function in functions
            for form in forms.get(function.__name__, ("",))
            if (error := _why_not_lowered(function, form))
        ]
        errors = errors or [error for error in _causes(self.error) if isinstance(error, Unsupported | NoSource)]
        return sorted(errors, key=lambda error: (error.file, error.line))

    @property
    def lasts(self) -> bool:
        """Whether the next run would be refused too: not if a file was edited since Python read it."""
        return not any(isinstance(error, NoSource) for error in self.unsupported)

    @cached_property
    def refusals(self) -> list[Refusal]:
        """Every refused place, in the order of the file, with the reason in a rule writer's words."""
        texts = {(error.file, error.line): str(error) for error in self.unsupported}
        messages_seen = [str(error) for error in self.unsupported]
        # A caller of a refused function is refused too, with a message that contains that of the function.
        errors = [(self.error, None), *_refusals(self.rules)]
        refused_names = {function.__name__ for _, function in errors if function}

        def order(refused: tuple[Exception, Any]) -> tuple[int, bool, int]:
            error, function = refused
            calls = {*names_in(function.__code__)} - {function.__name__} if function else set()
            return len(str(error)), function is None, len(calls & refused_names)

        for error, function in sorted(errors, key=order):
            messages = [str(getattr(cause, "msg", cause)) for cause in _causes(error)[::-1]]
            innermost = re.sub(r"^Failed in nopython mode pipeline .*\n", "", messages[0])
            core = " ".join(re.split(r"During:|\n\s*File \"|There are", innermost)[0].split())
            whole = " ".join(str(error).split())
            if any(seen in whole for seen in messages_seen):
                continue
            messages_seen.append(core)
            if any(isinstance(cause, Unsupported | NoSource) for cause in _causes(error)) or self.is_there(core):
                continue
            place = self.place_of(error, messages[0], function)
            text = FRACTION if FRACTION in whole else explain_messages(messages, linecache.getline(*place))
            texts.setdefault(place, text)
        clear = {place: text for place, text in texts.items() if VAGUE not in text}
        texts = clear or texts  # a caller of a refused function is refused without a clear reason
        placed = [Refusal(*place, text) for place, text in texts.items() if place[1]]
        return sorted(placed) or [Refusal(*place, text) for place, text in texts.items()]

    def is_there(self, message: str) -> bool:
        """Whether a state has the attribute that the compiler misses, so that the attribute itself was refused."""
        match = re.search(r"Unknown attribute '([a-z]\w*)' of type State", message)
        return bool(match and hasattr(getattr(self.rules, "State", None), match[1]))

    def place_of(self, error: BaseException, message: str, function: FunctionType | None) -> tuple[str, int]:
        """Return the file and line of the rules to which a compiler's error refers; line 0 if unknown."""
        places = [(place.filename, place.line) for cause in _causes(error) if (place := getattr(cause, "loc", None))]
        for file, line in [*places[::-1], place_in_text(message) or ("", 0)]:
            if file and line and not any(folder in Path(file).parents for folder in (PACKAGE, COMPILER)):
                return file, line
            if GAMES in Path(file).parents:
                return file, line
        if function is not None:
            return function.__code__.co_filename, function.__code__.co_firstlineno
        return inspect.getsourcefile(type(self.rules)) or "", 0  # only together with a kernel are the rules refused

    @property
    def file(self) -> str:
        return self.refusals[0].file

    @property
    def line(self) -> int:
        return self.refusals[0].line

    @property
    def reason(self) -> str:
        """The refused construct and what to write instead, in one line."""
        return self.refusals[0].text


def functions_of(rules_class: type) -> set[FunctionType]:
    """Return the methods and helpers of rules, without those that only people use."""
    members = [
        (name, getattr(value, "__func__", value)) for cls in rules_class.__mro__ for name, value in vars(cls).items()
    ]
    left_out = presentation_names(rules_class)
    plain = {
        member
        for name, member in members
        if isinstance(member, FunctionType) and name not in left_out and not name.startswith("__")
    }
    compiled_methods = {method for method in plain if method.__name__ != "say" and is_writers(method)}
    if not any(
        "say" in names_in(method.__code__) for method in compiled_methods
    ):  # nothing that is compiled asks for words
        plain = compiled_methods
    helpers = plain | {helper for method in plain for helper in helpers_of(method)}
    return {helper for helper in helpers if is_writers(helper) and not is_standard(helper.__module__ or "")}


def _refusals(rules: Rules) -> Iterator[tuple[Exception, Any]]:
    """Yield the compiler's errors for methods and helpers of these rules, each compiled by itself."""
    kinds = move_shape_of(rules).kinds if isinstance(rules, Game) else ()
    numba_type = rules_type(type(rules), layout_of(rules), kinds)
    helpers = functions_of(type(rules))
    for helper in helpers & counterparts.keys():
        yield from ((error, helper) for error in counterparts[helper]._compiler._failed_cache.values())
    codes = {helper.__code__ for helper in helpers}
    codes |= {code for helper in helpers for code in _lowered_codes(helper)}
    for function, arguments in [*requests, *_methods(rules)]:
        if numba_type in arguments[:1] or (
            function.__code__ in codes and not any(isinstance(kind, RulesType) for kind in arguments[:1])
        ):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", NumbaWarning)
                    njit(function).get_call_template(arguments, {})
            except Exception as error:  # any exception of the compiler is a refusal
                yield error, function


def _methods(rules: Rules) -> Iterator[tuple[FunctionType, tuple[Any, ...]]]:
    """Yield the methods of the contract that the compiler did not reach, with the types of their arguments."""
    if not facts_of(rules).decisions:
        return
    names_asked = {function.__name__ for function, _ in requests}
    shape = shape_of(rules)
    by_kind = (*MOVE_LISTS, *MOVE_METHODS) if shape.moves.kinds else ()  # they have a form of their own
    for name, count in ONE_STATE.items():
        if name in by_kind:
            continue
        arguments = (rules_type(type(rules), shape.layout, shape.moves.kinds), shape.kind, *[shape.moves.kind] * count)
        function = getattr(type(rules), name)
        if name not in names_asked and is_writers(function):
            with suppress(Unsupported, NoSource):  # ``unsupported`` reports these
                yield link(function, YIELDING if name in MOVE_LISTS else ""), arguments


def _forms_by_method(rules: Rules) -> dict[str, tuple[Form, ...]]:
    """Return the forms of each method, by name, if moves are of several kinds."""
    kinds = move_shape_of(rules).kinds if isinstance(rules, Game) else ()
    if not kinds:
        return {}
    forms = kind_forms(type(rules), kinds, layout_of(rules))
    return dict.fromkeys(MOVE_METHODS, forms) | dict.fromkeys(MOVE_LISTS, (words_form(kinds),))


def _why_not_lowered(function: FunctionType, form: Form = "") -> Unsupported | NoSource | None:
    """Return the error of lowering a function in this form; None if it succeeds."""
    try:
        lower(function, form)
    except (Unsupported, NoSource) as error:
        return error
    return None


def _lowered_codes(function: FunctionType) -> Iterator[CodeType]:
    """Yield the code of a lowered function, and of the functions lifted out of it."""
    if _why_not_lowered(function):
        return
    lowered = lower(function)
    yield lowered.__code__
    yield from (value.__code__ for value in lowered.__globals__.values() if is_lowered(value))


def _causes(error: BaseException | None) -> list[BaseException]:
    """Return an exception, its cause, the cause of that and so on."""
    causes = []
    while error is not None:
        causes.append(error)
        error = error.__cause__
    return causes


def place_of_state(rules_class: Any) -> tuple[str, int]:
    """Return the file of the rules and the line of their class of states; line 0 if unknown."""
    try:
        state_class = getattr(rules_class, "State", None) or rules_class.Table
        return inspect.getfile(rules_class), class_lines(state_class)[1]
    except (OSError, TypeError):
        return getattr(sys.modules.get(rules_class.__module__), "__file__", None) or "", 0


def explain(error: NotCompiled) -> str:
    """Return a line that says that the rules run interpreted, why, and what to write instead."""
    return f"{type(error.rules).__name__} runs interpreted, slowly: {describe_refusals(error)}"


def describe_refusals(error: NotCompiled) -> str:
    """Return the refused lines of the rules, and what to write instead, in one line."""
    first, *others = error.refusals
    if is_own(first.file):  # as a tree that was read from a file
        return "they are not rules in Python"
    more = "".join(
        f"; {'' if refusal.file == first.file else f'{Path(refusal.file).name}, '}line {refusal.line} too: "
        f"{_short(refusal)}"
        for refusal in others
    )
    where = Path(first.file).name + (f", line {first.line}" if first.line else "")
    return f"{where} cannot be compiled ({_short(first)}{more}); docs/python-in-rules.md lists what compiles"


def _short(refusal: Refusal) -> str:
    return refusal.text if len(refusal.text) <= LONGEST_REASON else refusal.text[: LONGEST_REASON - 3] + "..."


def warn_interpreted(rules: Rules, error: NotCompiled) -> None:
    """Warn, once for each rules class, that it runs interpreted."""
    if type(rules) not in _warned and not is_own(error.refusals[0].file):
        _warned.add(type(rules))
        warnings.warn(explain(error), InterpretedWarning, stacklevel=3)


_warned: set[type] = set()


class EarlierRefusal(NotCompiled):
    """A refusal that an earlier run stored on disk."""

    def __init__(self, rules: Rules, places: list[Any]) -> None:
        super().__init__(rules, ValueError("refused in an earlier run"))
        self.places = [Refusal(str(file), int(line), str(text)) for file, line, text in places]

    @cached_property
    def refusals(self) -> list[Refusal]:
        return self.places


def earlier_refusal(dispatcher: Any, rules: Rules) -> NotCompiled | None:
    """Return the stored refusal of this code for these rules; None if there is none."""
    path = _file(dispatcher)
    content = path and read_sealed(path)
    return EarlierRefusal(rules, json.loads(content)) if content else None


def store_refusal(dispatcher: Any, error: NotCompiled) -> None:
    """Store a refusal in the place of the code, unless a file was edited since Python read it."""
    path = _file(dispatcher)
    if path is None or not error.lasts:
        return
    with suppress(OSError):  # a folder that cannot be written: the compiler is asked again next time
        write_sealed(path, json.dumps(error.refusals).encode())


def _file(dispatcher: Any) -> Path | None:
    folder: Path | None = getattr(dispatcher, "folder", None)
    return folder and folder / REFUSED

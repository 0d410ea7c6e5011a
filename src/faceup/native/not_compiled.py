"""Rules that the compiler does not take: which line, and why; kept on disk, so that nobody asks about it twice."""

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
from faceup.native.digest import left_to_people
from faceup.native.linking import asked, is_writers, link, twins
from faceup.native.lowering.calls import MOVE_LISTS
from faceup.native.lowering.lowered import YIELDING, Form, is_lowered, lower
from faceup.native.lowering.tree import NoSource, Unsupported
from faceup.native.operations.operation import FRACTION
from faceup.native.reach import helpers_of, is_standard, names_in
from faceup.native.refusal_words import VAGUE, in_words, place_in_text
from faceup.native.rules_type import ASKED, RulesType, kind_forms, rules_type, words_form
from faceup.native.state_shape import layout_of, move_shape_of, shape_of
from faceup.rules.contract import Game, Rules
from faceup.rules.errors import is_own
from faceup.rules.facts import facts_of

PACKAGE = Path(__file__).parent.parent
GAMES = PACKAGE / "games"
COMPILER = Path(numba.__file__).parent
LONGEST_REASON = 300
ONE_STATE = {"turn": 0, "moves": 0, "choices": 0, "payoff": 0, "canon": 0, "play": 1, "odds": 1, "reward": 1}


class InterpretedWarning(UserWarning):
    """Rules that the compiler does not take run in CPython: right, but slow."""


class Refused(NamedTuple):
    """A place in the rules; line 0 where it is not known."""

    file: str
    line: int
    text: str


class NotCompiled(Exception):
    """The compiler does not take the rules; its own exception is the cause.

    ``file`` and ``line`` say where, line 0 that it is not known, and ``reason`` why; found when first asked for.
    """

    def __init__(self, rules: Rules, error: Exception) -> None:
        super().__init__(str(error))
        self.rules = rules
        self.error = error

    @cached_property
    def unsupported(self) -> list[Unsupported | NoSource]:
        """Everything in the rules that machine code is known not to have."""
        functions = functions_of(type(self.rules))
        forms = _forms(self.rules)
        refused = [
            error
            for function in functions
            for form in forms.get(function.__name__, ("",))
            if (error := _why_not_lowered(function, form))
        ]
        refused = refused or [error for error in _causes(self.error) if isinstance(error, Unsupported | NoSource)]
        return sorted(refused, key=lambda error: (error.file, error.line))

    @property
    def lasts(self) -> bool:
        """Whether the next run would be refused too; not where a file was edited since it was read."""
        return not any(isinstance(error, NoSource) for error in self.unsupported)

    @cached_property
    def refusals(self) -> list[Refused]:
        """Every place that is refused, the first in the file first, in a writer's words."""
        found = {(error.file, error.line): str(error) for error in self.unsupported}
        said = [str(error) for error in self.unsupported]
        # What calls a function that is refused is refused too, with a message that holds the other's.
        errors = [(self.error, None), *_refusals(self.rules)]
        refused_names = {function.__name__ for _, function in errors if function}

        def order(refused: tuple[Exception, Any]) -> tuple[int, bool, int]:
            error, function = refused
            called = {*names_in(function.__code__)} - {function.__name__} if function else set()
            return len(str(error)), function is None, len(called & refused_names)

        for error, function in sorted(errors, key=order):
            messages = [str(getattr(cause, "msg", cause)) for cause in _causes(error)[::-1]]
            first = re.sub(r"^Failed in nopython mode pipeline .*\n", "", messages[0])
            core = " ".join(re.split(r"During:|\n\s*File \"|There are", first)[0].split())
            whole = " ".join(str(error).split())
            if any(other in whole for other in said):
                continue
            said.append(core)
            if any(isinstance(cause, Unsupported | NoSource) for cause in _causes(error)) or self.is_there(core):
                continue
            place = self.place_of(error, messages[0], function)
            text = FRACTION if FRACTION in whole else in_words(messages, linecache.getline(*place))
            found.setdefault(place, text)
        clear = {place: text for place, text in found.items() if VAGUE not in text}
        found = clear or found  # what calls a function that is refused is refused without a clear word
        known = [Refused(*place, text) for place, text in found.items() if place[1]]
        return sorted(known) or [Refused(*place, text) for place, text in found.items()]

    def is_there(self, message: str) -> bool:
        """Whether what the compiler misses in a state is there, and itself refused."""
        missed = re.search(r"Unknown attribute '([a-z]\w*)' of type State", message)
        return bool(missed and hasattr(getattr(self.rules, "State", None), missed[1]))

    def place_of(self, error: BaseException, message: str, function: FunctionType | None) -> tuple[str, int]:
        """The file and line of the rules that an error of the compiler is about; line 0 where nobody knows."""
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
        """What is refused there and what to write instead, in one line."""
        return self.refusals[0].text


def functions_of(rules_class: type) -> set[FunctionType]:
    """The methods and helpers that a writer's rules consist of."""
    members = [
        (name, getattr(value, "__func__", value)) for cls in rules_class.__mro__ for name, value in vars(cls).items()
    ]
    left_out = left_to_people(rules_class)
    plain = {
        member
        for name, member in members
        if isinstance(member, FunctionType) and name not in left_out and not name.startswith("__")
    }
    others = {method for method in plain if method.__name__ != "say" and is_writers(method)}
    if not any("say" in names_in(method.__code__) for method in others):  # nothing that is compiled asks for words
        plain = others
    helpers = plain | {helper for method in plain for helper in helpers_of(method)}
    return {helper for helper in helpers if is_writers(helper) and not is_standard(helper.__module__ or "")}


def _refusals(rules: Rules) -> Iterator[tuple[Exception, Any]]:
    """What the compiler says against methods and helpers of these rules, each compiled by itself."""
    kinds = move_shape_of(rules).kinds if isinstance(rules, Game) else ()
    numba_type = rules_type(type(rules), layout_of(rules), kinds)
    helpers = functions_of(type(rules))
    for helper in helpers & twins.keys():
        yield from ((error, helper) for error in twins[helper]._compiler._failed_cache.values())
    codes = {helper.__code__ for helper in helpers}
    codes |= {code for helper in helpers for code in _lowered_codes(helper)}
    for function, arguments in [*asked, *_methods(rules)]:
        if numba_type in arguments[:1] or (
            function.__code__ in codes and not any(isinstance(kind, RulesType) for kind in arguments[:1])
        ):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", NumbaWarning)
                    njit(function).get_call_template(arguments, {})
            except Exception as error:  # whatever the compiler raises: it is what was asked for
                yield error, function


def _methods(rules: Rules) -> Iterator[tuple[FunctionType, tuple[Any, ...]]]:
    """The methods of the contract that were not asked for, since the compiler gave up before, with their arguments."""
    if not facts_of(rules).decisions:
        return
    begun = {function.__name__ for function, _ in asked}
    shape = shape_of(rules)
    by_kind = (*MOVE_LISTS, *ASKED) if shape.moves.kinds else ()  # they have a form of their own
    for name, others in ONE_STATE.items():
        if name in by_kind:
            continue
        arguments = (rules_type(type(rules), shape.layout, shape.moves.kinds), shape.kind, *[shape.moves.kind] * others)
        function = getattr(type(rules), name)
        if name not in begun and is_writers(function):
            with suppress(Unsupported, NoSource):  # which are told apart
                yield link(function, YIELDING if name in MOVE_LISTS else ""), arguments


def _forms(rules: Rules) -> dict[str, tuple[Form, ...]]:
    """In which forms methods are compiled, where moves are of several kinds, by name."""
    kinds = move_shape_of(rules).kinds if isinstance(rules, Game) else ()
    if not kinds:
        return {}
    given = kind_forms(type(rules), kinds, layout_of(rules))
    return dict.fromkeys(ASKED, given) | dict.fromkeys(MOVE_LISTS, (words_form(kinds),))


def _why_not_lowered(function: FunctionType, form: Form = "") -> Unsupported | NoSource | None:
    try:
        lower(function, form)
    except (Unsupported, NoSource) as error:
        return error
    return None


def _lowered_codes(function: FunctionType) -> Iterator[CodeType]:
    """The code of a function in lower terms, and of those that were made of its expressions."""
    if _why_not_lowered(function):
        return
    made = lower(function)
    yield made.__code__
    yield from (value.__code__ for value in made.__globals__.values() if is_lowered(value))


def _causes(error: BaseException | None) -> list[BaseException]:
    """An exception, its cause, the cause of that and so on."""
    found = []
    while error is not None:
        found.append(error)
        error = error.__cause__
    return found


def place_of_state(rules_class: Any) -> tuple[str, int]:
    """The file of the rules and the line where their states are said to be; line 0 where it is not known."""
    try:
        said = getattr(rules_class, "State", None) or rules_class.Table
        return inspect.getfile(rules_class), inspect.getsourcelines(said)[1]
    except (OSError, TypeError):
        return getattr(sys.modules.get(rules_class.__module__), "__file__", None) or "", 0


def explain(error: NotCompiled) -> str:
    """That the rules run interpreted, why, and what to do about it, in one line."""
    return f"{type(error.rules).__name__} runs interpreted, slowly: {refused_lines(error)}"


def refused_lines(error: NotCompiled) -> str:
    """Which lines of the rules the compiler does not take, and what to write instead."""
    first, *others = error.refusals
    if is_own(first.file):  # as a tree that was read from a file
        return "they are no rules in Python"
    more = "".join(
        f"; {'' if other.file == first.file else f'{Path(other.file).name}, '}line {other.line} too: {_short(other)}"
        for other in others
    )
    where = Path(first.file).name + (f", line {first.line}" if first.line else "")
    return f"{where} cannot be compiled ({_short(first)}{more}); docs/python-in-rules.md lists what compiles"


def _short(refused: Refused) -> str:
    return refused.text if len(refused.text) <= LONGEST_REASON else refused.text[: LONGEST_REASON - 3] + "..."


def warn_interpreted(rules: Rules, error: NotCompiled) -> None:
    """Say, once for each rules class, that it runs interpreted."""
    if type(rules) not in _warned and not is_own(error.refusals[0].file):
        _warned.add(type(rules))
        warnings.warn(explain(error), InterpretedWarning, stacklevel=3)


_warned: set[type] = set()


class RefusedBefore(NotCompiled):
    """What the compiler said against the rules in an earlier run."""

    def __init__(self, rules: Rules, places: list[Any]) -> None:
        super().__init__(rules, ValueError("refused in an earlier run"))
        self.places = [Refused(str(file), int(line), str(text)) for file, line, text in places]

    @cached_property
    def refusals(self) -> list[Refused]:
        return self.places


def refused_before(dispatcher: Any, rules: Rules) -> NotCompiled | None:
    """The refusal of this code for these rules, where one is on disk."""
    path = _file(dispatcher)
    content = path and read_sealed(path)
    return RefusedBefore(rules, json.loads(content)) if content else None


def keep_refusal(dispatcher: Any, error: NotCompiled) -> None:
    """Write it down, beside where the code would lie; not what a file says that was edited since it was read."""
    path = _file(dispatcher)
    if path is None or not error.lasts:
        return
    with suppress(OSError):  # a folder that cannot be written: the compiler is asked again next time
        write_sealed(path, json.dumps(error.refusals).encode())


def _file(dispatcher: Any) -> Path | None:
    folder: Path | None = getattr(dispatcher, "folder", None)
    return folder and folder / REFUSED

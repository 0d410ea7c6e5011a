"""Rules that the compiler does not take: which line, and why."""

import inspect
import re
import warnings
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType

from numba import njit

from faceup.native.digest import FOR_PEOPLE, helpers_of, is_standard
from faceup.native.linking import asked, is_writers, twins
from faceup.native.lowering.checked import FRACTION
from faceup.native.lowering.lowered import is_lowered, lowered
from faceup.native.lowering.syntax import NoSource
from faceup.native.lowering.unlowered import Unlowered
from faceup.native.rules_type import RulesType, rules_type
from faceup.rules.contract import Rules

PACKAGE = Path(__file__).parent.parent
GAMES = PACKAGE / "games"
LONGEST_REASON = 160


class InterpretedWarning(UserWarning):
    """Rules that the compiler does not take run in CPython: right, but slow."""


class NotCompiled(Exception):
    """The compiler does not take the rules; its own exception is the cause.

    ``file`` and ``line`` say where, line 0 that it is not known, and ``reason`` why; found when first asked for.
    """

    def __init__(self, rules: Rules, error: Exception) -> None:
        super().__init__(str(error))
        self.rules = rules
        self.error = error

    @cached_property
    def unlowered(self) -> list[Unlowered | NoSource]:
        """Everything in the rules that machine code is known not to have, where that is why they are refused."""
        if not any(isinstance(error, Unlowered | NoSource) for error in _causes(self.error)):
            return []
        refused: list[Unlowered | NoSource] = []
        for function in functions_of(type(self.rules)):
            try:
                lowered(function)
            except (Unlowered, NoSource) as error:
                refused.append(error)
        return sorted(refused, key=lambda error: (error.file, error.line))

    @cached_property
    def chain(self) -> list[BaseException]:
        """The compiler's exception about the innermost part of the rules that it refuses, and what caused that."""
        refusals = [self.error, *_refusals(type(self.rules))]
        # What calls a function that is refused is refused too, with a message that holds the other's.
        return _causes(min(refusals, key=lambda error: len(str(error))))

    @cached_property
    def place(self) -> tuple[str, int]:
        if self.unlowered:
            return self.unlowered[0].file, self.unlowered[0].line
        places = [place for error in self.chain if (place := getattr(error, "loc", None))]
        if places and (PACKAGE not in Path(places[-1].filename).parents or GAMES in Path(places[-1].filename).parents):
            return places[-1].filename, places[-1].line
        return inspect.getsourcefile(type(self.rules)) or "", 0  # only together with a kernel are the rules refused

    @property
    def file(self) -> str:
        return self.place[0]

    @property
    def line(self) -> int:
        return self.place[1]

    @property
    def reason(self) -> str:
        """What the compiler says about it, in one line."""
        if self.unlowered:
            return str(self.unlowered[0])
        if any(FRACTION in str(error) for error in self.chain):
            return FRACTION
        paragraphs = re.split(r"\n\s*\n", str(getattr(self.chain[-1], "msg", self.chain[-1])).strip())
        text = " ".join(paragraphs[: 2 if paragraphs[0].endswith(":") else 1])  # a signature has a paragraph of its own
        return " ".join(text.split()) or "no reason given"


def functions_of(rules_class: type) -> set[FunctionType]:
    """The methods and helpers that a writer's rules consist of."""
    members = [getattr(value, "__func__", value) for cls in rules_class.__mro__ for value in vars(cls).values()]
    plain = {member for member in members if isinstance(member, FunctionType)}
    helpers = plain | {helper for method in plain for helper in helpers_of(method)}
    own = {helper for helper in helpers if is_writers(helper) and not is_standard(helper.__module__ or "")}
    return {helper for helper in own if helper.__name__ not in FOR_PEOPLE and not helper.__name__.startswith("__")}


def _refusals(rules_class: type) -> Iterator[Exception]:
    """What the compiler says against methods and helpers of these rules, each compiled by itself."""
    numba_type = rules_type(rules_class)
    helpers = functions_of(rules_class)
    for helper in helpers & twins.keys():
        yield from twins[helper]._compiler._failed_cache.values()
    codes = {helper.__code__ for helper in helpers}
    codes |= {code for helper in helpers for code in _lowered_codes(helper)}
    for function, arguments in list(asked):
        if numba_type in arguments[:1] or (
            function.__code__ in codes and not any(isinstance(kind, RulesType) for kind in arguments[:1])
        ):
            try:
                njit(function).get_call_template(arguments, {})
            except Exception as error:
                yield error


def _lowered_codes(function: FunctionType) -> Iterator[CodeType]:
    """The code of a function in lower terms, and of those that were made of its expressions."""
    try:
        made = lowered(function)
    except (Unlowered, NoSource):
        return
    yield made.__code__
    yield from (value.__code__ for value in made.__globals__.values() if is_lowered(value))


def _causes(error: BaseException | None) -> list[BaseException]:
    """An exception, its cause, the cause of that and so on."""
    found = []
    while error is not None:
        found.append(error)
        error = error.__cause__
    return found


def explain(error: NotCompiled) -> str:
    """Which line of the rules the compiler does not take, and what to do about it, in one line."""
    name, reason = type(error.rules).__name__, error.reason[:LONGEST_REASON]
    where = Path(error.file).name + (f", line {error.line}" if error.line else "")
    more = "".join(f"; line {other.line} too: {other}" for other in error.unlowered[1:])
    return (
        f"{name} runs interpreted, slowly: {where} cannot be compiled ({reason}{more}); "
        "docs/writing-a-game.md says what the compiler takes"
    )


def warn_interpreted(rules: Rules, error: NotCompiled) -> None:
    """Say, once for each rules class, that it runs interpreted."""
    if type(rules) not in _warned:
        _warned.add(type(rules))
        warnings.warn(explain(error), InterpretedWarning, stacklevel=3)


_warned: set[type] = set()

"""The question of a sweep about every cell, the keys of its answers in a store, and the axes of its grid."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice, takewhile
from math import prod
from typing import Any

from faceup.engines.model.policies import Policy
from faceup.engines.simulate.processes import pack, unpack
from faceup.results.samples.sweep import FOLLOWED, PLAYED, SOLVED, base_of
from faceup.rules.errors import ParameterError, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.parameters import (
    Cards,
    Setting,
    check_given,
    kinds,
    no_parameter,
    parameter_value,
    read_number,
    read_value,
)

MOST_CELLS = 1_000_000


def axes_of(rules_class: Any, settings: Mapping[str, Any]) -> dict[str, tuple[Setting, ...]]:
    """Return the values of every parameter in ``settings``, in that order.

    A setting is one value, several, or text for ``read_axis``. Raises UsageError for an unknown parameter, for no
    values, for a repeated value and for too many cells.
    """
    parameter_kinds = kinds(rules_class)
    axes = {}
    for name, values in settings.items():
        if name not in parameter_kinds:
            raise no_parameter(rules_class, name)
        axes[name] = _checked_setting(parameter_kinds[name], name, values)
    check_given(rules_class, axes)
    sizes = [len(values) for values in axes.values()]
    if prod(sizes) > MOST_CELLS:
        product = " x ".join(f"{size:,}" for size in sizes if size > 1)
        raise UsageError(f"{product} are {prod(sizes):,} cells; possible: up to {MOST_CELLS:,}")
    return axes


def read_axis(kind: Any, name: str, text: str) -> Iterator[Setting]:
    """Yield the values of one parameter: numbers, ``LOW..HIGH`` and ``LOW..HIGH:STEP`` between commas.

    HIGH is included if a step lands on it. A set of cards is one value, with its commas.
    """
    for part in [text] if kind is Cards else text.split(","):
        if kind in (int, Fraction):
            yield from _range(kind, name, part)
        else:
            yield read_value(kind, name, part)


def _range(kind: Any, name: str, part: str) -> Iterable[int | Fraction]:
    """Return the numbers of one part. Raises ParameterError."""
    low, dots, rest = part.partition("..")
    high, colon, step = rest.partition(":")
    try:
        first = read_number(kind, name, low)
        last, by = (read_number(kind, name, text) for text in (high if dots else low, step if colon else "1"))
    except ParameterError:
        raise ParameterError(f"{name}={part}; possible: a number, LOW..HIGH or LOW..HIGH:STEP") from None
    if by <= 0:
        raise ParameterError(f"{name}={part}: a step is {'1 or more' if kind is int else 'more than 0'}")
    if last < first:
        raise ParameterError(f"{name}={part}: a range goes up; possible: {name}={last}..{first}{colon}{step}")
    return takewhile(lambda value: value <= last, (first + k * by for k in count()))


def _checked_setting(kind: Any, name: str, setting: Any) -> tuple[Setting, ...]:
    """Return the values of one setting. Raises ParameterError for none or a repeated one, UsageError for too many."""
    values = read_axis(kind, name, setting) if isinstance(setting, str) else setting
    distinct: dict[Setting, None] = {}
    for value in islice(values if isinstance(values, Iterable) else [values], MOST_CELLS + 1):
        number = parameter_value(kind, name, value)
        if number in distinct:
            raise ParameterError(f"{name}: {number} comes twice")
        distinct[number] = None
    if not distinct:
        raise ParameterError(f"{name} has no value")
    if len(distinct) > MOST_CELLS:
        sent = f"={setting}" if isinstance(setting, str) else ""
        raise UsageError(f"{name}{sent}: more than {MOST_CELLS:,} values; possible: a step, as in LOW..HIGH:STEP")
    return tuple(distinct)


@dataclass(frozen=True)
class CellQuestion:
    """The question about every cell; it can be sent to another process.

    ``memory`` is for all cells that run at the same time, ``together`` is their number (0: perhaps one on each
    processor), ``threads`` is for the simulation of one cell. Figures under the policies ``play`` are exact.
    """

    rules_class: Any
    figures: tuple[str, ...]
    exact: bool
    engine: str
    by: str
    memory: float | None
    games: int
    seed: int
    confidence: float
    policies: tuple[Policy | str, ...]
    together: int = 0
    threads: int = 1
    play: tuple[Policy | str, ...] = ()

    def __reduce__(self) -> Any:
        policies, play = (tuple(map(pack, given)) for given in (self.policies, self.play))
        return _unpack_question, (
            {**vars(self), "rules_class": pack(self.rules_class), "policies": policies, "play": play},
        )

    @property
    def solving(self) -> bool:
        return not self.play and any(base_of(figure) in SOLVED for figure in self.figures)

    @property
    def dealing(self) -> bool:
        """Whether the figures come from all deals of a solitaire game."""
        return self.exact and facts_of(self.rules_class).deals

    @property
    def playing(self) -> bool:
        """Whether games are simulated."""
        simulated = any(base_of(figure) in (*PLAYED, "tie_rate") for figure in self.figures)
        return simulated and not self.dealing and not self.play

    @property
    def options(self) -> dict[str, Any]:
        """The options that the figures depend on, besides rules and parameters, for people."""
        options: dict[str, Any] = {}
        if self.play:
            return {"play": [_name(policy) for policy in self.play]}
        if self.playing:
            options |= {"seed": self.seed, "games": self.games, "confidence": self.confidence}
            if facts_of(self.rules_class).decisions:
                options["policies"] = [_name(policy) for policy in self.policies]
        if not self.playing or self.solving:
            options["exact"] = self.exact
        if self.solving:
            options |= {"engine": self.engine, "by": self.by}
        return options

    @property
    def store_keys(self) -> dict[str, str]:
        """The key of each figure in a store: all that it depends on besides parameters, as text; also for further
        figures.

        Raises UsageError if a part of it has no lasting digest.
        """
        from faceup.engines.figures_digest import figures_digest, strategies_digest
        from faceup.native.digests.digest import digest_of, lasts, rules_digest

        cls = self.rules_class
        theory = getattr(cls, "theory", None)  # no part of the rules
        best = not {"best", "worst"}.isdisjoint((*self.policies, *self.play))
        if not lasts(cls, *self.policies, *self.play, theory if self.solving or best else None):
            raise UsageError("these rules reach something that has no lasting digest, so their cells cannot be stored")
        rules = {"faceup": figures_digest(), "rules": rules_digest(cls)}
        policies, play = (
            [policy if isinstance(policy, str) else digest_of(cls, policy) for policy in given]
            for given in (self.policies, self.play)
        )
        played = {"games": self.games, "seed": self.seed, "confidence": self.confidence, "policies": policies}
        if "best" in self.policies:
            played["theory"] = digest_of(cls, theory)
        solved = {"exact": self.exact, "engine": self.engine, "by": self.by, "theory": digest_of(cls, theory)}
        hows: dict[str, dict[str, Any]] = {}
        if self.solving:
            hows = dict.fromkeys(SOLVED, solved)
            # Quantities are not a part of the rules, but thresholds depend on them.
            hows["thresholds"] = solved | {
                "quantities": digest_of(cls, getattr(cls, "quantities", ())),
                "strategies": strategies_digest(),
            }
        if self.playing or self.dealing:
            hows |= dict.fromkeys((*PLAYED, "tie_rate"), {"deals": "all"} if self.dealing else played)
        if self.play:
            followed = {"play": play, "theory": digest_of(cls, theory)}
            hows = dict.fromkeys((*FOLLOWED, "tie_rate"), followed)
        hows |= {figure: hows[base_of(figure)] for figure in self.figures}
        return {figure: json.dumps({**rules, "figure": figure, **how}, sort_keys=True) for figure, how in hows.items()}


def _name(policy: Policy | str) -> str:
    return policy if isinstance(policy, str) else getattr(policy, "__name__", "")


def _unpack_question(parts: dict[str, Any]) -> CellQuestion:
    policies, play = (tuple(map(unpack, parts[name])) for name in ("policies", "play"))
    rules_class = unpack(parts["rules_class"])
    return CellQuestion(**{**parts, "rules_class": rules_class, "policies": policies, "play": play})

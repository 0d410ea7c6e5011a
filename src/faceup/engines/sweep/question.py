"""What a sweep asks about every cell, and under which keys a store keeps the answers."""

import json
from dataclasses import dataclass
from typing import Any

from faceup.engines.policies import Policy
from faceup.engines.simulate.portable_rules import packed, unpacked
from faceup.results.sweep import FOLLOWED, PLAYED, SOLVED, base_of
from faceup.rules.errors import UsageError
from faceup.rules.facts import facts_of


@dataclass(frozen=True)
class CellQuestion:
    """What is asked about every cell; it travels.

    ``memory`` is for all cells that are under way together, ``together`` how many these are (0: perhaps one on each
    processor), ``threads`` for the simulation of one. Figures under policies that ``play`` are exact.
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
        policies, play = (tuple(map(packed, given)) for given in (self.policies, self.play))
        return _unpacked, ({**vars(self), "rules_class": packed(self.rules_class), "policies": policies, "play": play},)

    @property
    def solving(self) -> bool:
        return not self.play and any(base_of(figure) in SOLVED for figure in self.figures)

    @property
    def dealing(self) -> bool:
        """Whether figures come from all deals of a patience."""
        return self.exact and facts_of(self.rules_class).deals

    @property
    def playing(self) -> bool:
        """Whether games are simulated."""
        simulated = any(base_of(figure) in (*PLAYED, "tie_rate") for figure in self.figures)
        return simulated and not self.dealing and not self.play

    @property
    def options(self) -> dict[str, Any]:
        """What the figures depend on besides rules and parameters, for people."""
        found: dict[str, Any] = {}
        if self.play:
            return {"play": [_name(policy) for policy in self.play]}
        if self.playing:
            found |= {"seed": self.seed, "games": self.games, "confidence": self.confidence}
            if facts_of(self.rules_class).decisions:
                found["policies"] = [_name(policy) for policy in self.policies]
        if not self.playing or self.solving:
            found["exact"] = self.exact
        if self.solving:
            found |= {"engine": self.engine, "by": self.by}
        return found

    @property
    def store_keys(self) -> dict[str, str]:
        """For each figure all that it depends on besides parameters, as text; more figures than asked for.

        Raises UsageError where that has no lasting digest.
        """
        from faceup.engines.figures_digest import figures_digest, strategies_digest
        from faceup.native.digest import digest_of, lasts, rules_digest

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
            # What a person looks at is no part of the rules, but thresholds are about it.
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


def _unpacked(parts: dict[str, Any]) -> CellQuestion:
    policies, play = (tuple(map(unpacked, parts[name])) for name in ("policies", "play"))
    rules_class = unpacked(parts["rules_class"])
    return CellQuestion(**{**parts, "rules_class": rules_class, "policies": policies, "play": play})

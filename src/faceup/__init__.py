"""Write a game's rules once, in plain Python; solve it exactly, simulate it, play it perfectly.

>>> import faceup
>>> print(faceup.solve(faceup.game("fifteen")).value)
0
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from faceup.rules.finding import find_game as _find_game

if TYPE_CHECKING:
    from faceup.engines.perfect import PerfectPlayer as PerfectPlayer
    from faceup.engines.reasons import explain as explain
    from faceup.engines.sameness import same as same
    from faceup.engines.short_strategies import short_strategy as short_strategy
    from faceup.engines.simulation import simulate as simulate
    from faceup.engines.solving import solve as solve
    from faceup.engines.strategies import strategy as strategy
    from faceup.engines.sweeping import sweep as sweep
    from faceup.engines.symmetries import symmetries as symmetries
    from faceup.play.review import review as review
    from faceup.play.session import Session as Session

__version__ = "0.1.0"
__all__ = [
    "PerfectPlayer",
    "Session",
    "explain",
    "game",
    "review",
    "same",
    "short_strategy",
    "simulate",
    "solve",
    "strategy",
    "sweep",
    "symmetries",
]

_HOMES = {
    "PerfectPlayer": "faceup.engines.perfect",
    "Session": "faceup.play.session",
    "explain": "faceup.engines.reasons",
    "review": "faceup.play.review",
    "same": "faceup.engines.sameness",
    "short_strategy": "faceup.engines.short_strategies",
    "simulate": "faceup.engines.simulation",
    "solve": "faceup.engines.solving",
    "strategy": "faceup.engines.strategies",
    "sweep": "faceup.engines.sweeping",
    "symmetries": "faceup.engines.symmetries",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'faceup' has no attribute {name!r}")


def game(name: str, **parameters: Any) -> Any:
    """The game of this name, or of ``path/to/file.py:Class``; parameters as in ``deck=100`` or ``matthew="1-16"``."""
    return _find_game(name, tuple(f"{key}={value}" for key, value in parameters.items()))

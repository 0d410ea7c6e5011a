"""Write a game's rules once, in plain Python; solve it exactly, simulate it, play it perfectly.

>>> import faceup
>>> print(faceup.solve(faceup.game("fifteen")).value)
0
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from faceup.library.finding import find_game as _find_game
from faceup.results.in_notebook import InNotebook as _InNotebook

if TYPE_CHECKING:
    from faceup.engines.explain.door import explain as explain
    from faceup.engines.explain.short_strategies import short_strategy as short_strategy
    from faceup.engines.explain.strategies import strategy as strategy
    from faceup.engines.same.door import same as same
    from faceup.engines.same.symmetries import symmetries as symmetries
    from faceup.engines.simulate.door import simulate as simulate
    from faceup.engines.solve.door import solve as solve
    from faceup.engines.solve.perfect_player import PerfectPlayer as PerfectPlayer
    from faceup.engines.sweep.door import sweep as sweep
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
    "PerfectPlayer": "faceup.engines.solve.perfect_player",
    "Session": "faceup.play.session",
    "explain": "faceup.engines.explain.door",
    "review": "faceup.play.review",
    "same": "faceup.engines.same.door",
    "short_strategy": "faceup.engines.explain.short_strategies",
    "simulate": "faceup.engines.simulate.door",
    "solve": "faceup.engines.solve.door",
    "strategy": "faceup.engines.explain.strategies",
    "sweep": "faceup.engines.sweep.door",
    "symmetries": "faceup.engines.same.symmetries",
}


def _draw(result: Any) -> str:
    text: str = import_module("faceup.show.notebook").page(result)
    return text


_InNotebook.draw = _draw


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'faceup' has no attribute {name!r}")


def game(name: str, **parameters: Any) -> Any:
    """The game of this name, or of ``path/to/file.py:Class``; parameters as in ``deck=100`` or ``matthew="1-16"``."""
    return _find_game(name, tuple(f"{key}={value}" for key, value in parameters.items()))

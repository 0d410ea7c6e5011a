"""Write a game's rules once, in plain Python; solve it exactly, simulate it, play it perfectly.

>>> import faceup
>>> print(faceup.solve(faceup.game("fifteen")).value)
0
"""

from importlib import import_module as _import_module
from pathlib import Path as _Path
from typing import TYPE_CHECKING
from typing import Any as _Any

from faceup.results.showable import Showable as _Showable
from faceup.rules.contract import Rules as _Rules

if TYPE_CHECKING:
    from faceup.engines.chain.outcomes import outcomes as outcomes
    from faceup.engines.doctor.diagnose import doctor as doctor
    from faceup.engines.explain.best_answers import best_answer as best_answer
    from faceup.engines.explain.mixed_strategies import mixed_reasons as mixed_reasons
    from faceup.engines.explain.mixed_strategies import mixed_strategy as mixed_strategy
    from faceup.engines.explain.short_strategies import short_strategy as short_strategy
    from faceup.engines.explain.strategies import strategy as strategy
    from faceup.engines.explain.why import explain as explain
    from faceup.engines.same.isomorphism import same as same
    from faceup.engines.same.symmetries import symmetries as symmetries
    from faceup.engines.simulate.sampler import compare as compare
    from faceup.engines.simulate.sampler import simulate as simulate
    from faceup.engines.simulate.tournament import tournament as tournament
    from faceup.engines.solve.dispatch import solve as solve
    from faceup.engines.sweep.first_cell import first_cell as first_cell
    from faceup.engines.sweep.grid import sweep as sweep
    from faceup.interchange.libraries import to_gymnasium as to_gymnasium
    from faceup.interchange.libraries import to_open_spiel as to_open_spiel
    from faceup.interchange.libraries import to_pettingzoo as to_pettingzoo
    from faceup.library.finding import game as game
    from faceup.library.finding import library_names as library_names
    from faceup.play.replays import replay as replay
    from faceup.play.review import review as review
    from faceup.play.session import Session as Session
    from faceup.rules.errors import FaceupError as FaceupError

__version__ = "0.2.0"

# Where each name lives: it is imported when it is first asked for.
_HOMES = {
    "FaceupError": "faceup.rules.errors",
    "Session": "faceup.play.session",
    "best_answer": "faceup.engines.explain.best_answers",
    "compare": "faceup.engines.simulate.sampler",
    "doctor": "faceup.engines.doctor.diagnose",
    "explain": "faceup.engines.explain.why",
    "first_cell": "faceup.engines.sweep.first_cell",
    "game": "faceup.library.finding",
    "library_names": "faceup.library.finding",
    "mixed_reasons": "faceup.engines.explain.mixed_strategies",
    "mixed_strategy": "faceup.engines.explain.mixed_strategies",
    "outcomes": "faceup.engines.chain.outcomes",
    "replay": "faceup.play.replays",
    "review": "faceup.play.review",
    "same": "faceup.engines.same.isomorphism",
    "short_strategy": "faceup.engines.explain.short_strategies",
    "simulate": "faceup.engines.simulate.sampler",
    "solve": "faceup.engines.solve.dispatch",
    "strategy": "faceup.engines.explain.strategies",
    "sweep": "faceup.engines.sweep.grid",
    "symmetries": "faceup.engines.same.symmetries",
    "to_gymnasium": "faceup.interchange.libraries",
    "to_open_spiel": "faceup.interchange.libraries",
    "to_pettingzoo": "faceup.interchange.libraries",
    "tournament": "faceup.engines.simulate.tournament",
}
__all__ = list(_HOMES)


def _draw(result: _Any) -> str:
    text: str = _import_module("faceup.show.notebook").page(result)
    return text


def _text(result: _Any) -> str:
    text: str = _import_module("faceup.show.text.printed").text(result)
    return text


def _plot(result: _Any, path: str | _Path) -> None:
    """Write the picture of a result as PNG, SVG or PDF, by the file's name."""
    _import_module("faceup.show.pictures.plots").plot(result, path)


def _draw_game(game: _Any) -> str:
    """The card of a game in a notebook."""
    about = _import_module("faceup.results.sentences.games")
    seen = _import_module("faceup.engines.graph.stakes").stakes_seen
    patience = _import_module("faceup.rules.facts").plays_itself(game)
    return _draw(about.AboutGame(game, "solitaire" if patience else about.players_text(seen(game, 4))))


_Rules._repr_html_ = _draw_game  # type: ignore[attr-defined]
_Showable.draw, _Showable.text, _Showable.plot = _draw, _text, _plot


def __getattr__(name: str) -> _Any:
    if name in _HOMES:
        return getattr(_import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'faceup' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__", "rules"])

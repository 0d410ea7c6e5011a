"""A numbered game, step by step, as pages read it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict, cast

from faceup.play.replays import ReplayEnd, ReplayStep
from faceup.results.documents.game import GameDocument, game_document
from faceup.results.value import plain
from faceup.rules.contract import Game, Patience
from faceup.web.answers.documents import SceneDocument, number_document, scene_document


class ReplayStepDocument(TypedDict):
    number: int
    what: str
    quiet: bool
    scene: SceneDocument


class EndingFacts(TypedDict, total=False):
    """A patience ends with a score, unless it never ends; a game with a payoff."""

    score: float | None
    won: bool | None
    endless: bool | None
    steps_taken: int | None
    payoff: float | None
    moves: int | None


class EndingDocument(EndingFacts):
    """How a numbered game ended: a patience with a score, unless it never ends; a game with a payoff."""

    text: str


class ReplayedDocument(GameDocument):
    """One numbered game, step by step."""

    seed: int
    number: int
    start: SceneDocument
    steps: list[ReplayStepDocument]
    result: EndingDocument
    left_out: int


def replay_document(
    game: Game | Patience,
    seed: int,
    number: int,
    steps: Iterable[ReplayStep | ReplayEnd],
    players: Sequence[str],
    most: int,
) -> ReplayedDocument:
    """``most`` steps are in it, and the rest counted; ``players`` are what to call them."""
    shown: list[ReplayStepDocument] = []
    left_out = 0
    for step in steps:
        if isinstance(step, ReplayEnd):
            result = _ending_document(step.result, players)
        elif step.number == 0:
            start = scene_document(step.scene())
        elif len(shown) < most:
            scene = scene_document(step.scene())
            shown.append({"number": step.number, "what": step.what, "quiet": step.quiet, "scene": scene})
        else:
            left_out += 1
    return {
        **game_document(game),
        "seed": seed,
        "number": number,
        "start": start,
        "steps": shown,
        "result": result,
        "left_out": left_out,
    }


def _ending_document(facts: Mapping[str, Any], players: Sequence[str]) -> EndingDocument:
    """The facts, and what they are in words."""
    numbers = {"payoff": number_document(facts["payoff"])} if "payoff" in facts else {}
    text = ", ".join(_fact_text(name, value, players) for name, value in facts.items())
    return cast(EndingDocument, {**facts, **numbers, "text": text})


def _fact_text(name: str, value: Any, players: Sequence[str]) -> str:
    if name == "payoff":
        return f"payoff {plain(float(value), 6)}" + (f" to {players[0]}" if len(players) > 1 else "")
    if name == "won":
        return "won" if value else "not won"
    if name == "endless":
        return "it never ends"
    if name == "steps_taken":
        return f"{value:,} steps"
    return f"{value} moves" if name == "moves" else f"{name} {value}"

"""A numbered game, step by step, as pages read it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from faceup.numbers.value import amount
from faceup.results.documents.game import GameDocument, game_document
from faceup.results.documents.replay import EndingDocument, ReplayStepDocument, ending_document
from faceup.results.replay import ReplayEnd, ReplayStep
from faceup.results.seat_names import seats_sentence
from faceup.rules.contract import Game, Patience
from faceup.show.text.phrases import count_phrase
from faceup.web.answers.documents import SceneDocument, scene_document
from faceup.web.answers.scene_changes import SceneChangeDocument, scene_change


class SceneStepDocument(ReplayStepDocument):
    """What was done, whether it is too ordinary to be told, and what changed on the table."""

    quiet: bool
    change: SceneChangeDocument


class TextEndingDocument(EndingDocument):
    """How a numbered game ended, in words too."""

    text: str


class ReplayedDocument(GameDocument):
    """One numbered game, or one deal, step by step."""

    deal: str
    seed: int
    number: int
    start: SceneDocument
    steps: list[SceneStepDocument]
    result: TextEndingDocument
    left_out: int


def replay_document(
    game: Game | Patience,
    seed: int,
    number: int,
    steps: Iterable[ReplayStep | ReplayEnd],
    players: Sequence[str],
    most: int,
    deal: str = "",
) -> ReplayedDocument:
    """``most`` steps are in it, and the rest counted; ``players`` are what to call them."""
    shown: list[SceneStepDocument] = []
    left_out = 0
    for step in steps:
        if isinstance(step, ReplayEnd):
            text = ", ".join(filter(None, (_fact_text(name, step.result, players) for name in step.result)))
            result: TextEndingDocument = {**ending_document(step.result), "text": text}
        elif step.number == 0:
            scene = step.scene()
            start = scene_document(scene)
        elif len(shown) < most:
            before, scene = scene, step.scene()
            change = scene_change(before, scene)
            shown.append({"number": step.number, "what": step.what, "quiet": step.quiet, "change": change})
        else:
            left_out += 1
    return {
        **game_document(game),
        "deal": deal,
        "seed": seed,
        "number": number,
        "start": start,
        "steps": shown,
        "result": result,
        "left_out": left_out,
    }


def _fact_text(name: str, result: Mapping[str, Any], players: Sequence[str]) -> str:
    value = result[name]
    if name == "payoffs":
        return seats_sentence(value, players)
    if name == "payoff":
        if "payoffs" in result:
            return ""
        return f"payoff {amount(value)}" + (f" to {players[0]}" if len(players) > 1 else "")
    if name == "won":
        return "won" if value else "not won"
    if name == "endless":
        return "it never ends"
    if name == "steps_taken":
        return count_phrase(value, "step")
    return count_phrase(value, "move") if name == "moves" else f"{name} {value}"

"""A numbered game, step by step, for pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from operator import eq
from typing import Annotated, NamedTuple

from faceup.results.documents.replay import EndingDocument, ending_document
from faceup.results.reviews.replay import ReplayEnd, ReplayStep
from faceup.results.scene.things import Item, Scene, Zone
from faceup.results.sentences.outcomes import ending_text
from faceup.rules.contract import Game, Patience


class RowChange(NamedTuple):
    """A change of a row: from item ``at`` on, ``drop`` items are replaced by ``put``."""

    zone: int
    row: int
    at: int
    drop: int
    put: tuple[Item, ...]


class SceneChange(NamedTuple):
    """The rows that changed; the whole scene where zones came or went."""

    whole: Scene | None
    rows: tuple[RowChange, ...]
    text: str
    more: Annotated[str, "what of the text is not drawn"]


def scene_change(before: Scene, after: Scene) -> SceneChange:
    rows: list[RowChange] = []
    alike = [_frame(zone) for zone in before.zones] == [_frame(zone) for zone in after.zones]
    if alike:
        for k, (old, new) in enumerate(zip(before.zones, after.zones, strict=True)):
            pairs = enumerate(zip(old.rows, new.rows, strict=True))
            rows += [_row_change(k, row, was, now) for row, (was, now) in pairs if was != now]
    return SceneChange(None if alike else after, tuple(rows), after.text, after.more)


def _frame(zone: Zone) -> tuple[str, str, bool, int]:
    """A zone without its items."""
    return zone.kind, zone.label, zone.choices, len(zone.rows)


def _row_change(zone: int, row: int, was: tuple[Item, ...], now: tuple[Item, ...]) -> RowChange:
    at = _common_prefix(was, now)
    end = _common_prefix(was[at:][::-1], now[at:][::-1])
    return RowChange(zone, row, at, len(was) - end - at, now[at : len(now) - end])


def _common_prefix(one: tuple[Item, ...], other: tuple[Item, ...]) -> int:
    """The number of equal items at the beginning."""
    return sum(takewhile(bool, map(eq, one, other)))


class SceneStep(NamedTuple):
    """A step, whether it is too ordinary to print, and the changes on the table."""

    number: int
    move: Annotated[int, "the number of a player's move; 0 for what chance did"]
    what: str
    who: Annotated[str, "who moved, where there are several"]
    quiet: bool
    change: SceneChange


class TextEndingDocument(EndingDocument):
    """The end of a numbered game, in words too."""

    text: str


@dataclass(frozen=True)
class Replayed:
    """One numbered game, or one deal, step by step; ``alike``: by these policies all numbers give this game."""

    game: Game | Patience
    deal: str
    seed: int
    number: int
    policies: Sequence[str]
    alike: bool
    start: Scene
    steps: Sequence[SceneStep]
    result: TextEndingDocument
    left_out: int


def replay_shown(
    game: Game | Patience,
    seed: int,
    number: int,
    policies: Sequence[str],
    steps: Iterable[ReplayStep | ReplayEnd],
    players: Sequence[str],
    most: int,
    deal: str = "",
    alike: bool = False,
) -> Replayed:
    """A replay with at most ``most`` steps, and the number of others; ``players`` are names."""
    shown: list[SceneStep] = []
    left_out = moves = 0
    for step in steps:
        if isinstance(step, ReplayEnd):
            result: TextEndingDocument = {
                **ending_document(step.result),
                "text": ending_text(step, players),
            }
        elif step.number == 0:
            scene = step.scene()
            start = scene
        elif len(shown) < most:
            before, scene = scene, step.scene()
            change, decided = scene_change(before, scene), step.player is not None
            who, moves = players[step.player or 0] if decided and len(players) > 1 else "", moves + decided
            shown.append(SceneStep(step.number, moves * decided, step.what, who, step.quiet, change))
        else:
            left_out += 1
    return Replayed(game, deal, seed, number, policies, alike, start, shown, result, left_out)

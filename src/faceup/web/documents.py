"""Results as the JSON documents that pages read."""

from collections.abc import Mapping, Sequence
from typing import Any

from faceup.results.frames import exact_text
from faceup.results.sample import Sample
from faceup.results.scene import Item, Scene, Zone
from faceup.results.value import Number, Value, finite, plain, rounded
from faceup.show.samples import bar_width, gathered

MOST_SCORES = 1000  # of a histogram, before neighbours are put together
LONGEST_FRACTION = 60  # characters, beyond which decimals say more


def value_words(value: Value | None) -> dict[str, Any] | None:
    """A value with its certainty; None where there is none."""
    if value is None:
        return None
    exact = exact_text(value)
    text = str(value) if exact is None or len(exact) <= LONGEST_FRACTION else f"{plain(value.value or 0, 12)} (exact)"
    return {
        "value": finite(value.value),
        "low": finite(value.low),
        "high": finite(value.high),
        "how": value.how,
        "exact": exact,
        "text": text,
    }


def number_words(number: Number | None) -> float | None:
    """A number as JSON has it: whole numbers stay whole."""
    if number is None or isinstance(number, int):
        return number
    near = rounded(number)
    return finite(int(near) if near == int(near) and abs(near) < 1e15 else near)


def scene_words(scene: Scene) -> dict[str, Any]:
    return {"zones": [_zone_words(zone) for zone in scene.zones], "text": scene.text, "more": scene.more}


def _zone_words(zone: Zone) -> dict[str, Any]:
    rows = [[_item_words(item) for item in row] for row in zone.rows]
    return {"kind": zone.kind, "label": zone.label, "rows": rows, "choices": zone.choices}


def _item_words(item: Item) -> dict[str, Any]:
    return {"text": item.text, "move": item.move, "owner": item.owner}


def sample_words(sample: Sample, players: Sequence[str], done: bool) -> dict[str, Any]:
    """A sample, finished or so far; ``players`` are what to call them.

    Of a very long histogram neighbouring scores are put together, ``step`` of them under the lowest.
    """
    duel, counts = sample.duel, sample.histogram
    long = len(counts) > MOST_SCORES
    return {
        "games": sample.games,
        "wins": sample.wins,
        "win_rate": value_words(sample.win_rate),
        "mean": value_words(sample.mean),
        "length": value_words(sample.length),
        "histogram": [[number_words(score), n] for score, n in (gathered(counts) if long else counts).items()],
        "step": number_words(bar_width(counts)) if long else 1,
        "players": list(players),
        "seconds": sample.seconds,
        "games_per_second": sample.games_per_second,
        "seed": sample.seed,
        "confidence": sample.confidence,
        "done": done,
        "kept": {what: _kept_words(games) for what, games in sample.kept.items()},
        "unfinished": sample.unfinished,
        "endless": sample.endless,
        "duel": duel,
        "draw_rate": value_words(sample.draw_rate) if duel else None,
        "loss_rate": value_words(sample.loss_rate) if duel else None,
        "engine": sample.engine,
    }


def _kept_words(games: Any) -> list[Mapping[str, Any]]:
    return [{"number": game.number, "length": game.length, "score": number_words(game.score)} for game in games]

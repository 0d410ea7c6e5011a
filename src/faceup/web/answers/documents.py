"""Results as the JSON documents that pages read."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from faceup.results.frames import exact_text
from faceup.results.histogram import bar_width, gathered
from faceup.results.review import Judged
from faceup.results.sameness import Sameness
from faceup.results.sample import Sample
from faceup.results.scene import Item, Scene, Zone
from faceup.results.strategy import Strategy
from faceup.results.value import Number, Value, finite, plain, rounded
from faceup.rules.contract import CHANCE
from faceup.show.text.basics import title
from faceup.show.text.sameness import board_of, keeps_names, sameness_lines
from faceup.show.text.strategies import seen, strategy_lines

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


def judged_words(row: Judged) -> dict[str, Any]:
    return {
        "number": row.number,
        "turn": row.turn,
        "who": row.who,
        "word": row.word,
        "before": value_words(row.before),
        "after": value_words(row.after),
        "lost": number_words(row.lost),
        "luck": number_words(row.luck) if row.turn == CHANCE else None,
        "best": list(row.best),
        "text": row.text,
    }


def strategy_words(found: Strategy, most: int) -> dict[str, Any]:
    """A strategy for a page: every move in words, long tables cut and the rest counted."""
    rows = [
        {
            "key": list(row.key),
            "shown": [seen(found, *cell) for cell in zip(found.quantities, row.key, strict=True)],
            "moves": list(row.moves),
            "words": [found.words[row.key, move] for move in row.moves],
            "sure": row.sure,
        }
        for row in islice(found.rows, most)
    ]
    lines = [
        {
            "ranges": [list(pair) for pair in line.ranges],
            "parts": [{"low": part.low, "words": [found.word(move) for move in part.moves]} for part in line.parts],
        }
        for line in islice(found.lines, most)
    ]
    return {
        "title": title(found.game),
        "value": value_words(found.value),
        "quantities": list(found.quantities),
        "columns": list(found.columns),
        "sets": sorted(found.sets),
        "rows": rows,
        "rows_left_out": len(found.rows) - len(rows),
        "lines": lines,
        "lines_left_out": len(found.lines) - len(lines),
        "thresholds": None if found.thresholds is None else list(found.thresholds),
        "steps": list(found.steps),
        "move": None if found.move is None else found.word(found.move),
        "text": list(strategy_lines(found)),
    }


def sameness_words(found: Sameness) -> dict[str, Any]:
    """Whether two games are one but for names, the renaming, and one laid out on the board of the other."""
    pairs: list[list[str]] = []
    board: list[list[dict[str, Any]]] | None = None
    if found.renaming is not None:
        mine, theirs = found.words[0].of(0), found.words[1].of(0)
        renaming = found.renaming.players[0]
        pairs = [[mine[old], theirs[new]] for old, new in renaming.items()]
        owner = next((i for i in (1, 0) if board_of(found.games[i])), None)
        if owner is not None and not found.renaming.apart:
            there = {new: old for old, new in renaming.items()} if owner else dict(renaming)
            here, away = (theirs, mine) if owner else (mine, theirs)
            rows = board_of(found.games[owner]) or ()
            board = [
                [{"square": here[move], "card": away[there[move]]} for move in row if move in there] for row in rows
            ]
    return {
        "same": found.same,
        "names_kept": found.renaming is not None and keeps_names(found.renaming),
        "first": title(found.games[0]),
        "second": title(found.games[1]),
        "text": [line for line in sameness_lines(found) if isinstance(line, str)],
        "moves": pairs,
        "board": board,
    }

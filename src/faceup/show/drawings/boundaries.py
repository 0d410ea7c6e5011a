"""Boundaries between two moves as one map: the value of a third number from which one move is best."""

from collections.abc import Sequence

from faceup.results.answers.strategy import Boundaries, Strategy
from faceup.results.number_texts import span_text
from faceup.results.sentences.strategies import boundaries_sentence
from faceup.results.sentences.strategy_cells import nowhere, quantity_label
from faceup.show.drawings.drawing import Cells, Drawing, Label, Panel, new_drawing
from faceup.show.drawings.map_regions import Cell, boxes, regions, runs
from faceup.show.drawings.places import Scale

MOST_SHADES = 5  # which can be told apart; of more boundaries, neighbours share one
LEAST = 0.2  # shade, which differs from a blank


def boundaries_drawing(strategy: Strategy, names: Sequence[str], boundaries: Boundaries) -> Drawing:
    """A cell for each pair of the first two numbers with its boundary, in italics if another boundary follows."""
    leading, second, last = (quantity_label(strategy, name) for name in names)
    across, up = Scale(second, (x for _, x in boundaries.starts)), Scale(leading, (y for y, _ in boundaries.starts))
    above, below = strategy.word(boundaries.above), strategy.word(boundaries.below)
    marks = sorted({start for start in boundaries.starts.values() if start is not None})
    count = min(len(marks), MOST_SHADES)
    bands = [marks[k * len(marks) // count : (k + 1) * len(marks) // count] for k in range(count)]
    looks = [f"shade {LEAST + (1 - LEAST) * k / max(count - 1, 1):.3g}" for k in range(count)]
    shades = {mark: look for band, look in zip(bands, looks, strict=True) for mark in band}
    by_kind: dict[tuple[str, str], list[Cell]] = {}
    labels: list[Label] = []
    for pair, start in boundaries.starts.items():
        place = across.at(pair[1]), up.at(pair[0])
        again = f"; {below} again with a larger {last}" if pair in boundaries.again else ""
        equal = "; in places both are equally good" if pair in boundaries.equal else ""
        text = (f"always {below}" if start is None else f"{above} from {last} {start:,}{again}") + equal
        by_kind.setdefault(("shade none" if start is None else shades[start], text), []).append(place)
        if start is not None:
            look = "number again" if again else "number"
            labels.append({"look": look, "text": f"{start:,}", "boxes": [(*place, 1.0, 1.0)]})
    cells: list[Cells] = [
        {"look": look, "name": "", "runs": list(runs(where)), "text": text} for (look, text), where in by_kind.items()
    ]
    never = regions([place for (look, _), where in by_kind.items() if look == "shade none" for place in where])
    labels += [{"look": "word", "text": f"always {below}", "boxes": boxes(part)} for part in never[:1]]
    keys = [(shades[band[0]], f"{above} from {last} {span_text(band[0], band[-1])}") for band in bands]
    if None in boundaries.starts.values():
        keys.append(("shade none", f"always {below}"))
    if boundaries.again:
        keys.append(("", f"in places {below} again with a larger {last} (italics)"))
    if boundaries.equal:
        keys.append(("", "in places both are equally good"))
    between = ", and just below some boundaries" if boundaries.skipped else ""
    keys.append(("blank", f"blank{between}: {nowhere(strategy)}"))
    panel: Panel = {"cells": cells, "labels": labels}
    return new_drawing(
        boundaries_sentence(strategy, boundaries), across.axis(), up.axis(), [panel], keys, nowhere=nowhere(strategy)
    )

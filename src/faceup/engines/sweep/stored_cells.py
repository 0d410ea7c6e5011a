"""The figures of a sweep's cells that a store has, and those that are put there."""

import json
from collections.abc import Mapping
from typing import Any

from faceup.numbers.value import Value
from faceup.results.store import CellStore
from faceup.results.sweep import Figure, figure_from_json, figure_to_json
from faceup.rules.errors import UsageError

Figures = dict[str, Figure | None]


def recall(store: CellStore, parameters: Mapping[str, Any], figures: tuple[str, ...]) -> Figures:
    """Those of a cell's figures that are known; raises UsageError where the store holds something else."""
    texts = {figure: store.get(_place(parameters), figure) for figure in figures}
    try:
        return {figure: figure_from_json(text) for figure, text in texts.items() if text is not None}
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(f"the store {str(store.path)!r} holds a cell that cannot be read: {texts}") from error


def keep(store: CellStore, parameters: Mapping[str, Any], figures: Figures) -> None:
    """Store the figures of a cell, but for bounds that a limit left."""
    final = {
        figure: figure_to_json(value)
        for figure, value in figures.items()
        if not (isinstance(value, Value) and value.how == "stopped")
    }
    store.put(_place(parameters), final)


def _place(parameters: Mapping[str, Any]) -> str:
    return json.dumps(parameters, sort_keys=True)

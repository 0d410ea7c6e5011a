"""A sweep as a document."""

from typing import Any

from faceup.results.samples.first_cell import FirstCell
from faceup.results.samples.sweep import Cell, Sweep, figure_columns


def first_cell_document(found: FirstCell) -> dict[str, Any]:
    """The first cell for which a condition holds, the one before it, and the cells that were tried."""
    document = sweep_document(found.tried)

    def of(cell: Cell | None) -> Any:
        return None if cell is None else document["cells"][found.tried.cells.index(cell)]

    ends = {"first": of(found.first), "before": of(found.before)}
    return {**document, "until": found.condition, **ends, "by": found.by, "range": found.cells}


def sweep_document(sweep: Sweep) -> dict[str, Any]:
    """Its keys depend on what was asked: the options, and of each cell the columns of its figures."""
    cells = [
        {
            "parameters": {name: cell.parameters[name] for name in sweep.axes},
            **figure_columns(cell, sweep.figures),
            "kind": cell.kind,
            "problem": cell.problem,
            "seconds": cell.seconds,
            "stored": cell.stored,
        }
        for cell in sweep.cells
    ]
    return {
        "game": sweep.game,
        "parameters": sweep.fixed,
        **sweep.options,
        "axes": sweep.axes,
        "figures": sweep.figures,
        "cells": cells,
        "seconds": sweep.seconds,
    }

"""A sweep as a document."""

from typing import Any

from faceup.results.sweep import Sweep, figure_columns


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

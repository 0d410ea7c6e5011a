"""What is wrong or unusual about rules, as a document."""

from math import inf
from typing import TypedDict

from faceup.results.answers.diagnosis import Diagnosis, Growth
from faceup.results.documents.game import GameDocument, game_document
from faceup.results.documents.solution import GrowingDocument, RefusalDocument, growing_document


class FindingDocument(TypedDict):
    """Something about the rules; ``wrong``: it breaks the contract."""

    wrong: bool
    text: str


class TrialDocument(TypedDict):
    """An engine at work for a short time: so many positions, of a patience games; ``whole``: there are no more."""

    engine: str
    number: int
    seconds: float
    whole: bool
    compile_seconds: float


class SizeCountedDocument(TypedDict):
    """The parameters of a smaller size, and its positions."""

    parameters: dict[str, int]
    positions: int


class GrowthDocument(TypedDict):
    """Between how many positions two smaller sizes make likely; null is more than a float holds."""

    sizes: list[SizeCountedDocument]
    low: float | None
    high: float | None


class DiagnosisDocument(GameDocument):
    """Findings, engines and trials. ``positions`` are counted, or else there are so many at least; see ``growth``.

    ``stopped``: a limit was reached before all was looked at.
    """

    wrong: bool
    findings: list[FindingDocument]
    answers: str | None
    beyond: str | None
    refused: list[RefusalDocument]
    interpreted: str | None
    trials: list[TrialDocument]
    positions: int | None
    positions_counted: bool
    table_bytes: int | None
    comes_round: str | None
    grows: GrowingDocument | None
    growth: GrowthDocument | None
    stopped: bool


def diagnosis_document(found: Diagnosis) -> DiagnosisDocument:
    return {
        **game_document(found.game),
        "wrong": found.wrong,
        "findings": [{"wrong": finding.wrong, "text": finding.text} for finding in found.findings],
        "answers": found.answers,
        "beyond": found.beyond,
        "refused": [{"engine": refusal.engine, "reason": refusal.reason} for refusal in found.refused],
        "interpreted": found.interpreted,
        "trials": [
            {
                "engine": trial.engine,
                "number": trial.number,
                "seconds": trial.seconds,
                "whole": trial.whole,
                "compile_seconds": trial.preparing,
            }
            for trial in found.trials
        ],
        "positions": found.positions,
        "positions_counted": found.counted,
        "table_bytes": found.table_bytes,
        "comes_round": found.comes_round,
        "grows": growing_document(found.grows) if found.grows else None,
        "growth": _growth_document(found.growth) if found.growth else None,
        "stopped": found.stopped,
    }


def _growth_document(found: Growth) -> GrowthDocument:
    low, high = (number if number < inf else None for number in (found.low, found.high))
    sizes: list[SizeCountedDocument] = [{"parameters": parameters, "positions": n} for parameters, n in found.sizes]
    return {"sizes": sizes, "low": low, "high": high}

"""A diagnosis of rules as a document."""

from math import inf
from typing import TypedDict

from faceup.results.answers.diagnosis import Diagnosis, Growth
from faceup.results.documents.game import GameDocument, game_document
from faceup.results.documents.solution import GrowingDocument, RefusalDocument, growing_document


class FindingDocument(TypedDict):
    """A finding about the rules; ``wrong`` if it breaks the contract."""

    wrong: bool
    text: str


class TrialDocument(TypedDict):
    """A short trial of an engine: its number of positions (games of a patience); ``whole`` if there are no more."""

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
    """An estimated range of positions, from two smaller sizes; null is more than a float holds."""

    sizes: list[SizeCountedDocument]
    low: float | None
    high: float | None


class DiagnosisDocument(GameDocument):
    """Findings, engines and trials. ``positions`` is their number if counted, else a lower bound; see ``growth``.

    ``stopped`` if a limit was reached before the diagnosis was complete.
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


def diagnosis_document(diagnosis: Diagnosis) -> DiagnosisDocument:
    return {
        **game_document(diagnosis.game),
        "wrong": diagnosis.wrong,
        "findings": [{"wrong": finding.wrong, "text": finding.text} for finding in diagnosis.findings],
        "answers": diagnosis.answers,
        "beyond": diagnosis.beyond,
        "refused": [{"engine": refusal.engine, "reason": refusal.reason} for refusal in diagnosis.refused],
        "interpreted": diagnosis.interpreted,
        "trials": [
            {
                "engine": trial.engine,
                "number": trial.number,
                "seconds": trial.seconds,
                "whole": trial.whole,
                "compile_seconds": trial.preparing,
            }
            for trial in diagnosis.trials
        ],
        "positions": diagnosis.positions,
        "positions_counted": diagnosis.counted,
        "table_bytes": diagnosis.table_bytes,
        "comes_round": diagnosis.comes_round,
        "grows": growing_document(diagnosis.grows) if diagnosis.grows else None,
        "growth": _growth_document(diagnosis.growth) if diagnosis.growth else None,
        "stopped": diagnosis.stopped,
    }


def _growth_document(growth: Growth) -> GrowthDocument:
    low, high = (number if number < inf else None for number in (growth.low, growth.high))
    sizes: list[SizeCountedDocument] = [{"parameters": parameters, "positions": n} for parameters, n in growth.sizes]
    return {"sizes": sizes, "low": low, "high": high}

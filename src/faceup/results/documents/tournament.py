"""A tournament as a document."""

from typing import cast

from faceup.results.documents.figures import Rates, figures
from faceup.results.documents.game import GameDocument, game_document
from faceup.results.samples.tournament import COLUMNS, Standing, Tournament, leader
from faceup.rules.contract import Game


class StandingDocument(Rates):
    """What a policy or a seat comes to on the whole."""

    name: str


class CellDocument(Rates):
    """What a policy comes to at one seat, from 0, where another policy plays at all others."""

    policy: str
    against: str
    seat: int


class StepDocument(Rates):
    """What a policy comes to against the one that was named before it, averaged over all seats."""

    policy: str
    against: str


class TournamentDocument(GameDocument):
    """Policies from every seat against each other; all intervals of a figure hold together at ``confidence``.

    ``games`` are those of each of the ``seatings``; ``going_first`` is by how much the first seat does better than the
    others on average. ``steps`` has each policy against the one before it. ``best_policy`` and ``best_seat`` are null
    where none is shown.
    """

    seed: int
    confidence: float
    games: int
    seatings: int
    policies: list[str]
    cells: list[CellDocument]
    by_policy: list[StandingDocument]
    by_seat: list[StandingDocument]
    going_first: StandingDocument
    steps: list[StepDocument]
    best_policy: str | None
    best_seat: str | None


def tournament_document(game: Game, found: Tournament) -> TournamentDocument:
    policy, seat = leader(found.by_policy), leader(found.by_seat)
    return {
        **game_document(game),
        "seed": found.sample.seed,
        "confidence": found.sample.confidence,
        "games": found.games,
        "seatings": len(found.samples),
        "policies": list(found.policies),
        "cells": [cast(CellDocument, dict(zip(COLUMNS, row, strict=True))) for row in found.rows],
        "by_policy": list(map(_standing, found.by_policy)),
        "by_seat": list(map(_standing, found.by_seat)),
        "going_first": _standing(found.going_first),
        "steps": [{"policy": step.policy, "against": step.against, **figures(Rates, step.own)} for step in found.steps],
        "best_policy": policy and policy.name,
        "best_seat": seat and seat.name,
    }


def _standing(one: Standing) -> StandingDocument:
    return {"name": one.name, **figures(Rates, one)}

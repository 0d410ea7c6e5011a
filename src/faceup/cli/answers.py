"""``--against POLICY`` of ``faceup solve`` and ``faceup strategy``: best answers, of one player or of each."""

from typing import TYPE_CHECKING, Any

import click

from faceup.cli.asked import FromPosition
from faceup.cli.common import Command, policy_of
from faceup.cli.waiting import waiting
from faceup.rules.errors import UsageError

if TYPE_CHECKING:
    from faceup.results.answers.best_answer import BestAnswer

NOT_WITH = (
    "after",
    "distribution",
    "play",
    "plot",
    "tree",
    "symmetries",
    "lines",
    "table",
    "save",
)  # options about best play


def against_option(what: str) -> Command:
    """``--against POLICY``"""
    help = f"For two players with hidden cards: {what}. POLICY is random, first or FILE.py:FUNCTION, of (game, view)."
    return click.option("--against", metavar="POLICY", default="", help=help)


def answers(asked: FromPosition, policy: str, player: int | None, limits: dict[str, Any]) -> "list[BestAnswer]":
    """The best answers to the policy; raises UsageError where it was asked together with what is about best play."""
    from faceup.engines.explain.best_answers import best_answer

    for option in NOT_WITH:
        if getattr(asked, option, None):
            raise UsageError(f"--{option} is about best play; --against has one player answer a policy")
    kept, first = policy_of(policy), 0 if player is None else player
    with waiting("looking for the best answer"):
        found = [best_answer(asked.played_game, kept, first, **limits)]
        if player is None:
            found.append(best_answer(found[0].best_play, kept, 1, **limits))
    return found

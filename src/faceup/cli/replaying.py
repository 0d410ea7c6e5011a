"""``faceup replay``."""

from dataclasses import dataclass
from typing import get_args

import click

from faceup.cli.asked import AboutGame, asked_as
from faceup.cli.common import NumberedGame, game_arguments, json_option, print_json, print_result, seconds_option
from faceup.cli.simulating import policies_in, policy_option, refuse_policies, seed_option
from faceup.cli.waiting import waiting
from faceup.cli.watchdog import watchdog
from faceup.engines.model.limits import stop
from faceup.results.reviews.replay import Level
from faceup.rules.errors import LimitReached, UsageError

LEVELS = get_args(Level)


@dataclass(frozen=True, kw_only=True)
class ReplayAsked(AboutGame):
    """What ``faceup replay`` was asked."""

    seed: int
    number: int | None
    deal: str | None
    level: Level
    policies: tuple[str, ...]
    seconds: float
    as_json: bool


@click.command(cls=NumberedGame, example="faceup replay one-handed --seed 1 --number 7")
@game_arguments
@seed_option
@click.option("--number", type=int, help="The number of the game, from 0.")
@click.option("--deal", metavar="CARDS", help="A patience's shuffled deck instead, the bottom card first.")
@click.option("--level", type=click.Choice(LEVELS), default="hands", show_default=True, help="How much to tell.")
@policy_option
@seconds_option
@json_option
@asked_as(ReplayAsked)
def replay(asked: ReplayAsked) -> int:
    """One numbered game, step by step, or one deal.

    Levels: result, the end alone; discards, the steps that are not ordinary draws; draws, every step; hands, every
    step with the whole table.
    """
    from faceup.play import replays
    from faceup.results.documents.replay import replay_document

    game, deal = asked.game, asked.deal
    if (asked.number is None) == (deal is None):
        raise UsageError("say which game: --number K, or --deal CARDS")
    refuse_policies(type(game), asked.policies)
    if deal is None:
        assert asked.number is not None
        found = replays.replay(game, asked.seed, asked.number, policies_in(asked.policies))
    else:
        found = replays.replay_deal(game, deal)
    watchdog.knows()
    with waiting("playing the game again"):
        if asked.as_json:
            print_json(replay_document(found, found.told(asked.level, _check_limit)))
        else:
            print_result(found, level=asked.level, met=_check_limit)
    return 0


def _check_limit(told: int) -> None:
    """Raise LimitReached where one was reached when so many steps were told."""
    if stop.limit:
        raise LimitReached(f"{stop.reason} after {told:,} steps{stop.way_out}")

"""``faceup replay``."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.asked import AboutGame, asked_as
from faceup.cli.common import console, game_arguments, json_option, print_json, print_lines, seconds_option
from faceup.cli.simulating import policies_in, policy_option, refuse_policies, seed_option
from faceup.cli.waiting import waiting
from faceup.cli.watchdog import watchdog
from faceup.engines.model.limits import stop
from faceup.rules.errors import LimitReached, UsageError

if TYPE_CHECKING:
    from faceup.results.documents.replay import TableStepDocument

LEVELS = ("result", "discards", "draws", "hands")


@dataclass(frozen=True, kw_only=True)
class ReplayAsked(AboutGame):
    """What ``faceup replay`` was asked."""

    seed: int
    number: int | None
    deal: str | None
    level: str
    policies: tuple[str, ...]
    seconds: float
    as_json: bool


@click.command()
@game_arguments
@seed_option
@click.option("--game", "number", type=int, help="The number of the game, from 0.")
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
    from faceup.show.text.phrases import title

    game, deal, level = asked.game, asked.deal, asked.level
    if (asked.number is None) == (deal is None):
        raise UsageError("say which game: --game K, or --deal CARDS")
    refuse_policies(type(game), asked.policies)
    if deal is None:
        assert asked.number is not None
        steps = replays.replay(game, asked.seed, asked.number, policies_in(asked.policies))
    else:
        steps = replays.replay_deal(game, deal)
    shown: list[TableStepDocument] = []
    end: dict[str, Any] = {}
    watchdog.knows()
    with waiting("playing the game again"):
        for step in steps:
            if stop.limit:
                raise LimitReached(f"{stop.reason} after {len(shown):,} steps{stop.way_out}")
            if isinstance(step, replays.ReplayEnd):
                end, table = step.result, step.scene().text
            elif step.number and (level in ("draws", "hands") or (level == "discards" and not step.quiet)):
                shown.append({"number": step.number, "what": step.what})
                if level == "hands":
                    shown[-1]["table"] = step.scene().text
    if asked.as_json:
        print_json(replay_document(game, asked.seed, asked.number, deal, shown, end, table))
        return 0
    which = f"deal {deal}" if asked.number is None else f"seed {asked.seed}, game {asked.number}"
    print_lines(console(), f"{title(game)}  {which}", _lines(shown, end, game.player_names))
    return 0


def _lines(steps: "list[TableStepDocument]", end: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    room = max((len(step["what"]) for step in steps), default=0)
    for step in steps:
        table = f"  {step['table']}" if "table" in step else ""
        yield f"{step['number']:>4}  {step['what']:<{room}}{table}".rstrip()
    if "payoffs" in end:
        from faceup.results.seat_names import seats_sentence

        yield f"{seats_sentence(end['payoffs'], names)}  moves {end['moves']}"
    else:
        yield ", ".join(_told(key, value) for key, value in end.items())


def _told(key: str, value: Any) -> str:
    """A fact about the end, in words."""
    from faceup.numbers.value import amount
    from faceup.show.text.phrases import counted

    if key in ("moves", "steps_taken"):
        return counted(value, "move" if key == "moves" else "step")
    if key == "won":
        return "won" if value else "not won"
    return "it never ends" if key == "endless" else f"{key} {amount(value) if key == 'payoff' else value}"

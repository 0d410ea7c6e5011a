"""``faceup doctor``: mistakes in a rule file, and what to expect of it."""

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from faceup.cli.common import game_arguments, json_option, print_json, print_result, seconds_option
from faceup.cli.help_layout import Command
from faceup.cli.waiting import waiting
from faceup.cli.watchdog import watchdog
from faceup.engines.model.limits import stop
from faceup.library.finding import find_game
from faceup.rules.errors import LimitReached

if TYPE_CHECKING:
    from faceup.results.answers.diagnosis import Diagnosis

ANSWER_IS_NO = 1
TRIAL = 0.2  # of all the time, for each engine


@click.command(cls=Command, example="faceup doctor my_game.py")
@game_arguments
@seconds_option
@json_option
def doctor(name: str, parameters: tuple[str, ...], seconds: float, as_json: bool) -> int:
    """What is wrong or unusual about rules, which engines answer, how fast, and how large the game seems.

    Random games and the text of the rules are looked at, which proves nothing, and each engine is tried for up to two
    seconds. Exit code 1 where the rules break the contract.
    """
    from faceup.engines.doctor.diagnose import SECONDS
    from faceup.engines.doctor.diagnose import doctor as examine
    from faceup.results.documents.diagnosis import diagnosis_document

    game = find_game(name, parameters)

    def tell(found: "Diagnosis") -> None:
        if as_json:
            print_json(diagnosis_document(found))
        else:
            print_result(found)

    watchdog.knows()
    with waiting("looking at the rules and trying the engines"):
        found = examine(game, min(SECONDS, TRIAL * seconds), lambda so_far: watchdog.knows(lambda: tell(so_far)))
    if stop.limit:
        found = replace(found, stopped=True)
    tell(found)
    if stop.limit and not found.wrong:
        raise LimitReached(f"{stop.reason} before all was looked at{stop.way_out}")
    return ANSWER_IS_NO if found.wrong else 0

"""``faceup same`` and ``faceup symmetries``."""

import click

from faceup.cli.common import (
    game_arguments,
    game_with_decisions,
    json_option,
    print_result,
    seconds_option,
)
from faceup.cli.help_layout import Command
from faceup.cli.waiting import waiting
from faceup.cli.watchdog import watchdog
from faceup.engines.model.limits import Limits
from faceup.library.finding import KINDS
from faceup.rules.errors import UsageError

USAGE = "GAME_A [NAME=VALUE]... GAME_B [NAME=VALUE]..."


def _two_games(words: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """The two games, each with the NAME=VALUE words that follow it."""
    games: list[tuple[str, tuple[str, ...]]] = []
    for word in words:
        if "=" in word and not any(kind in word for kind in KINDS):
            if not games:
                raise UsageError(f"{word!r} comes before any game; possible: {USAGE}")
            games[-1] = games[-1][0], (*games[-1][1], word)
        else:
            games.append((word, ()))
    if len(games) != 2:
        names = ", ".join(name for name, _ in games)
        raise UsageError(f"{names}: same compares two games; possible: {USAGE}")
    return games


@click.command(cls=Command, example="faceup same fifteen tic-tac-toe")
@click.argument("words", nargs=-1, required=True, metavar=USAGE)
@seconds_option
@json_option
def same(words: tuple[str, ...], seconds: float, as_json: bool) -> int:
    """Are two games the same up to the names of their moves?

    If so, same prints the renaming that turns one into the other, and checks it by playing both games through. If not,
    it prints facts that distinguish them. Exit code 1 if they differ.
    """
    first, second = (game_with_decisions(*each) for each in _two_games(words))
    from faceup.engines.same.isomorphism import same as compare

    watchdog.knows()
    with waiting("comparing the games"):
        comparison = compare(first, second, limits=Limits(seconds=seconds))
    print_result(comparison, as_json)
    return 0 if comparison else 1


@click.command(cls=Command, example="faceup symmetries tic-tac-toe")
@game_arguments
@click.option("--all", "everything", is_flag=True, help="List every symmetry, however many.")
@seconds_option
@json_option
def symmetries(name: str, parameters: tuple[str, ...], everything: bool, seconds: float, as_json: bool) -> int:
    """The renamings of moves that leave a game unchanged, computed from its rules.

    symmetries also lists the openings that really differ, and counts such positions.
    """
    game = game_with_decisions(name, parameters)
    from faceup.engines.same.symmetries import symmetries as find

    watchdog.knows()
    with waiting("looking for symmetries"):
        result = find(game, limits=Limits(seconds=seconds))
    print_result(result, as_json, everything=everything)
    return 0

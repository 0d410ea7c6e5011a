"""``faceup same`` and ``faceup symmetries``."""

import click

from faceup.cli.common import (
    game_arguments,
    game_with_decisions,
    json_option,
    print_json,
    print_result,
    seconds_option,
)
from faceup.cli.help_layout import Command
from faceup.cli.waiting import waiting
from faceup.cli.watchdog import watchdog
from faceup.engines.model.limits import Limits
from faceup.library.finding import KINDS
from faceup.rules.errors import UsageError


def _two_games(words: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Each game with the NAME=VALUE words that follow it."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for word in words:
        if "=" in word and not any(kind in word for kind in KINDS):
            if not found:
                raise UsageError(
                    f"{word!r} comes before any game; possible: GAME_A [NAME=VALUE]... GAME_B [NAME=VALUE]..."
                )
            found[-1] = found[-1][0], (*found[-1][1], word)
        else:
            found.append((word, ()))
    if len(found) != 2:
        names = ", ".join(name for name, _ in found)
        raise UsageError(f"{names}: {len(found)} game{'s' * (len(found) != 1)}; same compares two")
    return found


@click.command(cls=Command, example="faceup same fifteen tic-tac-toe")
@click.argument("words", nargs=-1, required=True, metavar="GAME_A [NAME=VALUE]... GAME_B [NAME=VALUE]...")
@seconds_option
@json_option
def same(words: tuple[str, ...], seconds: float, as_json: bool) -> int:
    """Are two games the same but for the names of their moves?

    If so, the renaming that turns one into the other, checked by playing both games through; else facts that tell them
    apart. Exit code 1 when they differ.
    """
    first, second = (game_with_decisions(*each) for each in _two_games(words))
    from faceup.engines.same.isomorphism import same as compare
    from faceup.results.documents.sameness import sameness_document

    watchdog.knows()
    with waiting("comparing the games"):
        found = compare(first, second, limits=Limits(seconds=seconds))
    if as_json:
        print_json(sameness_document(found))
    else:
        print_result(found)
    return 0 if found else 1


@click.command(cls=Command, example="faceup symmetries tic-tac-toe")
@game_arguments
@click.option("--all", "everything", is_flag=True, help="List every symmetry, however many.")
@seconds_option
@json_option
def symmetries(name: str, parameters: tuple[str, ...], everything: bool, seconds: float, as_json: bool) -> int:
    """The renamings of moves that leave a game unchanged, found from its rules alone.

    With the openings and the positions that are really different.
    """
    game = game_with_decisions(name, parameters)
    from faceup.engines.same.symmetries import symmetries as find
    from faceup.results.documents.sameness import symmetries_document

    watchdog.knows()
    with waiting("looking for symmetries"):
        found = find(game, limits=Limits(seconds=seconds))
    if as_json:
        print_json(symmetries_document(found))
    else:
        print_result(found, everything=everything)
    return 0

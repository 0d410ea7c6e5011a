"""``faceup export``."""

from pathlib import Path

import click

from faceup.cli.common import with_decisions
from faceup.cli.help_layout import Command
from faceup.cli.waiting import waiting
from faceup.library.finding import find_game
from faceup.rules.errors import UsageError, quoted

KIND = ".efg"


@click.command(cls=Command, example="faceup export kuhn-poker kuhn.efg")
@click.argument("name", metavar="GAME")
@click.argument("words", nargs=-1, required=True, metavar="[NAME=VALUE]... FILE.efg")
def export(name: str, words: tuple[str, ...]) -> int:
    """Write the game as a file of another program.

    FILE.efg is what Gambit reads: the whole tree, with chances and payoffs as fractions, and the information sets of
    all players.
    """
    from faceup.interchange.gambit import efg_lines
    from faceup.show.files import check_place, write_file

    *parameters, last = words
    path = Path(last)
    if path.suffix != KIND:
        raise UsageError(f"{quoted(last)}; possible: the name of a file that ends in {KIND}, which Gambit reads")
    check_place(path)
    game = with_decisions(name, find_game(name, tuple(parameters)))
    count = 0

    def write(place: Path) -> None:
        nonlocal count
        with place.open("w", encoding="utf-8") as file:
            for line in efg_lines(game):
                file.write(line + "\n")
                count += 1

    with waiting(f"writing {path}"):
        write_file(path, write)
    print(f"{path} has {type(game).name} for Gambit: {count - 2:,} nodes")
    return 0

"""``faceup new``: a rule file to begin from."""

from pathlib import Path

import click

from faceup.cli.help_layout import Command
from faceup.rules.errors import UsageError, quoted


@click.command(cls=Command, example="faceup new my_game.py --dice")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--dice", "kinds", flag_value="dice", multiple=True, help="A die, and one player who decides.")
@click.option("--board", "kinds", flag_value="board", multiple=True, help="Nine squares and two players.")
@click.option("--cards", "kinds", flag_value="cards", multiple=True, help="Open hands, and tricks.")
@click.option("--hidden", "kinds", flag_value="hidden", multiple=True, help="A card each that the other does not see.")
@click.option(
    "--seats", "kinds", flag_value="seats", multiple=True, help="A die, and three who play each for themselves."
)
@click.option("--patience", "kinds", flag_value="patience", multiple=True, help="A shuffled deck that plays itself.")
def new(path: Path, kinds: tuple[str, ...]) -> int:
    """Write a small game with comments, to begin from; without an option, stones that two players take.

    FILE is a new file, like my_game.py; a file that is there is left alone.
    """
    from faceup.library.finding import beginning, class_name
    from faceup.show.files import check_place, write_file

    kind, *others = dict.fromkeys(kinds) or ("game",)
    if others:
        raise UsageError(f"choose one of {' and '.join(f'--{each}' for each in (kind, *others))}")
    name = class_name(path)
    if path.exists():
        raise UsageError(f"{quoted(str(path))} is there already; possible: the name of a new file")
    check_place(path)
    text = beginning(kind, name)
    write_file(path, lambda place: place.write_text(text, encoding="utf-8"))
    print(f"{path} has the game {name}. Try, and then change it:")
    commands = ["simulate {}", "replay {} --number 1"] if kind == "patience" else ["solve {}", "play {}", "why {}"]
    for command in commands:
        print(f"  faceup {command.format(path)}")
    return 0

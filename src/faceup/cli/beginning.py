"""``faceup new``: a rule file to begin from."""

from pathlib import Path

import click

from faceup.rules.errors import UsageError, quoted


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--dice", "kind", flag_value="dice", help="A die, and one player who decides.")
@click.option("--board", "kind", flag_value="board", help="Nine squares and two players.")
@click.option("--cards", "kind", flag_value="cards", help="Open hands, and tricks.")
@click.option("--hidden", "kind", flag_value="hidden", help="A card each that the other does not see.")
@click.option("--seats", "kind", flag_value="seats", help="A die, and three who play each for themselves.")
@click.option("--patience", "kind", flag_value="patience", help="A shuffled deck that plays itself.")
def new(path: Path, kind: str | None) -> int:
    """Write a small game with comments, to begin from; without an option, stones that two players take.

    FILE is a new file, like my_game.py; a file that is there is left alone.
    """
    from faceup.library.beginning import beginning, class_name
    from faceup.show.files import check_place, write_file

    name = class_name(path)
    if path.exists():
        raise UsageError(f"{quoted(str(path))} is there already; possible: the name of a new file")
    check_place(path)
    text = beginning(kind or "game", name)
    write_file(path, lambda place: place.write_text(text, encoding="utf-8"))
    print(f"{path} has the game {name}. Try, and then change it:")
    for command in ["simulate", "replay"] if kind == "patience" else ["solve", "play", "why"]:
        print(f"  faceup {command} {path}")
    return 0

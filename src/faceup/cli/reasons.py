"""``faceup why``."""

import re

import click

from faceup.cli.common import console, document, game_with_decisions, json_option, memory_option, print_json
from faceup.rules.errors import UsageError


@click.command()
@click.argument("name", metavar="GAME")
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]... [MOVE]...")
@click.option("--all", "everything", is_flag=True, help="Print every line of a forced win.")
@memory_option
@json_option
def why(name: str, words: tuple[str, ...], everything: bool, memory: float | None, as_json: bool) -> int:
    """What best play is, and why, in plain sentences from computed facts.

    The position is the start, or the one after the MOVEs, whole numbers as the rules have them: faceup why fifteen 5 1
    """
    from faceup.engines.reasons import explain
    from faceup.show.reasons import explanation_lines, explanation_words
    from faceup.show.text import title

    game = game_with_decisions(name, tuple(word for word in words if "=" in word))
    moves = [word for word in words if "=" not in word]
    for word in moves:
        if not re.fullmatch(r"-?[0-9]{1,18}", word):
            raise UsageError(f"{word!r} is no move; possible: NAME=VALUE, or moves as whole numbers, as in '5 1'")
    found = explain(game, tuple(map(int, moves)), memory=memory and memory * 2**30)
    if as_json:
        print_json(document(game, found.value, **explanation_words(found)))
        return 0
    out = console()
    out.print(title(game), style="bold", markup=False)
    for text in explanation_lines(found, everything):
        out.print(text, markup=False)
    return 0

"""``faceup doctor``: mistakes in a rule file, and what to expect of it."""

import click

from faceup.cli.common import console, game_arguments, json_option, print_json, print_lines
from faceup.library.finding import find_game

ANSWER_IS_NO = 1


@click.command()
@game_arguments
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=2.0,
    show_default=True,
    help="How long each engine is tried.",
)
@json_option
def doctor(name: str, parameters: tuple[str, ...], seconds: float, as_json: bool) -> int:
    """What is wrong or unusual about rules, which engines answer, how fast, and how large the game seems.

    Random games and the text of the rules are looked at, which proves nothing. Exit code 1 where the rules break the
    contract.
    """
    from faceup.engines.doctor.door import diagnose
    from faceup.results.documents.diagnosis import diagnosis_document
    from faceup.show.text.diagnosis import diagnosis_lines
    from faceup.show.text.phrases import title

    game = find_game(name, parameters)
    found = diagnose(game, seconds)
    if as_json:
        print_json(diagnosis_document(found))
    else:
        print_lines(console(), title(game), diagnosis_lines(found))
    return ANSWER_IS_NO if found.wrong else 0

"""``faceup review``: the luck and the mistakes of a saved game."""

from math import inf
from pathlib import Path

import click

from faceup.cli.common import check_plot, draw, json_option, memory_option_of, plot_option, print_json, seconds_option
from faceup.cli.help_layout import Command
from faceup.cli.watchdog import watchdog
from faceup.engines.model.limits import stop
from faceup.rules.errors import UsageError, quoted
from faceup.rules.facts import facts_of, plays_itself


@click.command(cls=Command, example="faceup review my_game.json")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("name", metavar="[GAME]", required=False)
@memory_option_of("half of what is free")
@seconds_option
@plot_option("Draw the expected result after every move")
@json_option
def review(file: Path, name: str | None, memory: float | None, seconds: float, plot: Path | None, as_json: bool) -> int:
    """Review a saved game: your expected result after every move, luck, and mistakes.

    Of a game too large to solve in some seconds, only the end is judged exactly, and all other moves by estimates;
    --seconds or --memory gives it more.

    FILE is a file that save wrote, in a terminal or on a page. Name the GAME if its rules are a file of your own.
    """
    from faceup.cli.playing.narration import called_review
    from faceup.cli.playing.saved_game import read_saved, recorded_game, recorded_name
    from faceup.cli.playing.screen import Screen
    from faceup.cli.waiting import waiting
    from faceup.play.expert import Expert
    from faceup.play.record import session_of
    from faceup.play.review import MOST_STATES, SOLVING
    from faceup.play.review import review as review_of
    from faceup.results.documents.codec import document, game_document
    from faceup.results.documents.review import Reviewed
    from faceup.results.sentences.reviews import review_heading
    from faceup.show.text.reviews import review_page

    check_plot(plot)
    record = read_saved(file)
    try:
        game = recorded_game(name or recorded_name(record), (), record)
    except UsageError:
        if name is not None:
            raise
        raise UsageError(
            f"{str(file)!r} is of {quoted(recorded_name(record))}, which is not a game of the library; with "
            f"rules of your own: faceup review {file} GAME.py"
        ) from None
    if plays_itself(game):
        raise UsageError(f"{type(game).name} is a solitaire game, in which nobody decides; possible: faceup replay")
    watchdog.knows()
    most = MOST_STATES if memory is None and seconds == inf and not facts_of(game).hidden else inf
    expert = Expert(game, memory, seconds=SOLVING * min(seconds, stop.seconds_left), states=most)
    session = session_of(record, game, expert=expert)
    with waiting("working the game out; Ctrl-C leaves"):
        game_review = review_of(session, min(seconds, stop.seconds_left))
    code = 3 if game_review.limited else 0
    if as_json:
        print_json({**game_document(game), **document(Reviewed(game_review))})
    else:
        screen, told = Screen(), called_review(session, game_review)
        with watchdog.answering():
            screen.say(review_heading(told), "bold", hanging=2)
            screen.show(review_page(told, screen.width, screen.encoding, every=True))
    draw(game_review, plot)
    return code

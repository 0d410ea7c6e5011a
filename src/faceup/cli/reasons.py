"""``faceup why``."""

import time
from math import inf

import click

from faceup.cli.common import (
    after_option,
    console,
    game_with_decisions,
    json_option,
    memory_option,
    position_option,
    print_json,
    print_lines,
    seconds_option,
    width_of,
)
from faceup.rules.errors import LimitReached, UsageError, quoted
from faceup.rules.positions import at_position


def _moves_or_options(context: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words, of which a move may begin with a minus, as ``-1``."""
    for word in words:
        if word.startswith("-") and not word[1:2].isdigit():
            raise click.NoSuchOption(word, ctx=context)
    return words


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("name", metavar="GAME")
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]... [MOVE]...", callback=_moves_or_options)
@after_option
@position_option
@click.option("--all", "everything", is_flag=True, help="Print all of a forced win and of the line of best play.")
@memory_option
@seconds_option
@json_option
def why(
    name: str,
    words: tuple[str, ...],
    after: str,
    position: str,
    everything: bool,
    memory: float | None,
    seconds: float | None,
    as_json: bool,
) -> int:
    """What best play is, and why, in plain sentences from computed facts.

    The position is the start, or the one after the MOVEs, numbers or as the game says them: faceup why fifteen 5 1
    """
    from faceup.engines.explain.door import explain
    from faceup.engines.legal_moves import moves_from_words, moves_in_text
    from faceup.results.documents.explanation import explanation_document
    from faceup.show.text.phrases import title
    from faceup.show.text.reasons import explanation_lines

    game = at_position(game_with_decisions(name, tuple(word for word in words if "=" in word)), position)
    given = [word for word in words if "=" not in word]
    if given and after:
        raise UsageError(f"moves {quoted(' '.join(given))} and --after {quoted(after)}; possible: one of them")
    moves = moves_in_text(game, after) or moves_from_words(game, given)
    began = time.monotonic()
    explanation = explain(game, moves, memory=memory and memory * 2**30, seconds=seconds or inf)
    if as_json:
        print_json(explanation_document(explanation, list(explanation_lines(explanation, everything=True))))
    else:
        out = console()
        print_lines(out, title(game), explanation_lines(explanation, everything, width_of(out)))
    if seconds and time.monotonic() - began >= seconds:
        raise LimitReached("the time limit was reached, so some facts are left out; --seconds raises it")
    return 0

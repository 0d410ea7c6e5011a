"""``faceup move``: the text protocol, for programs that play."""

import sys
from pathlib import Path

import click

from faceup.cli.common import game_arguments, game_with_decisions, memory_option_of, saved_option, seconds_option
from faceup.cli.help_layout import Command
from faceup.cli.waiting import waiting
from faceup.cli.watchdog import watchdog
from faceup.rules.errors import LimitReached, UsageError


@click.command(cls=Command, example='echo "4 5 2 6 3" | faceup move three-fourteen')
@game_arguments
@memory_option_of("2, or half of what is free")
@seconds_option
@click.option(
    "--strength",
    default="best",
    metavar="HOW",
    help="How to choose the move: best (the default); for games too large to solve, mcts:1000 or mcts:0.5s (tree "
    "search with 1,000 playouts or for half a second) or ab:4 (alpha-beta, 4 moves ahead).",
)
@saved_option
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    help="Random seed, for games with hidden cards or another --strength than best; by default a new one, 0 for ab.",
)
def move(
    name: str,
    parameters: tuple[str, ...],
    memory: float | None,
    seconds: float,
    strength: str,
    table: Path | None,
    seed: int | None,
) -> int:
    """Print one perfect move, or a move by another --strength.

    move reads a position on standard input: a count and that many moves ("4 5 2 6 3", or "0" for the beginning), and
    prints the same with its own move added.
    """
    from faceup.play.protocol import answer

    game = game_with_decisions(name, parameters)
    if sys.stdin is None:
        raise UsageError("standard input is closed; send a position, as in '4 5 2 6 3'")
    text = sys.stdin.buffer.read(1 << 20).decode("utf-8", errors="replace")
    watchdog.knows()
    try:
        with waiting("working the game out"):
            reply = answer(game, text, memory, seed, strength, table)
    except LimitReached as error:
        if strength != "best":
            raise
        error.args = (f"{error}; --strength mcts:1000 moves without a solution",)
        raise
    print(reply)
    return 0

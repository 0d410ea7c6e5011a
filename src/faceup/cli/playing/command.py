"""``faceup play``, and the players of each seat, from ``as=second`` and ``--strength``."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.common import NumberedGame, after_option, memory_option_of, policy_of, position_option, saved_option
from faceup.cli.help_layout import missing_word
from faceup.cli.options import with_options
from faceup.engines.model.positions import at_position
from faceup.library.finding import find_game
from faceup.results.stakes import Stakes
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import UsageError
from faceup.rules.facts import plays_itself
from faceup.rules.names import place_named, short_name

if TYPE_CHECKING:
    from faceup.cli.playing.screen import Screen
    from faceup.play.session import Session

SIDES = ("first", "second", "third", "fourth", "fifth", "sixth")  # in the order of the first turns, or of seats


def split_side(words: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """Return the side of ``as=``, and the other words. (``as`` is a keyword of Python, so no parameter's name.)"""
    sides = [word for word in words if word.startswith("as=")]
    if not sides:
        return None, tuple(words)
    if len(sides) > 1:
        raise UsageError(f"{sides[1]!r}: as was given twice")
    return sides[0].removeprefix("as="), tuple(word for word in words if word not in sides)


def _side_named(side: str, game: Game, order: Sequence[int]) -> str:
    """Return the side for ``as=``, which may have a player's name, with the seats in the ``order`` of sides.

    Any case will do, and ``the second player`` is the side ``second``.
    """
    sides, called = SIDES[: len(order)], short_name(side.lower())
    if (seat := place_named(side, game.player_names)) is not None:
        return sides[order.index(seat)]
    if called not in (possible := (*sides, "both", "none")):
        every = ", ".join(f"as={one}" for one in (*possible, *game.player_names))
        raise UsageError(f"'as={side}'; possible: {every}")
    return called


def seated_players(
    game: Game, stakes: Stakes, side: str | None, strengths: Sequence[str], recorded: Sequence[str] | None
) -> list[Any]:
    """Return the player of each seat: persons by ``as=``, computers by ``--strength``; others as in the record."""
    strengths = [one.strip() for word in strengths for one in word.split(",")]
    if "person" in strengths:
        raise UsageError(
            "--strength person; possible: best, slips:0.1, random, first, mcts:1000, mcts:0.5s, ab:4, or as=both"
        )
    leader = stakes.first if stakes.first in (0, 1) else 0
    if side is not None:
        side = _side_named(side, game, range(stakes.seats) if stakes.seats else (leader, 1 - leader))
    if stakes.seats:
        return _players_at_table(stakes, side, strengths, recorded)
    if recorded is not None and len(recorded) != 2:
        raise UsageError(f"the record has {len(recorded)} seats; possible: one for each of 2 players")
    players = [player for player in (leader, 1 - leader) if player in stakes.players]
    if side is None and recorded is not None:
        persons = {player for player in (0, 1) if recorded[player] == "person"}
    elif not players and stakes.chance:  # chance decides everything
        persons = set[int]()
    elif len(players) == 1 and side in ("second", "both"):
        raise UsageError(f"as={side}: {type(game).name} has one player; possible: as=first, as=none")
    else:
        persons_of = {"first": [leader], "second": [1 - leader], "both": [0, 1], "none": []}[side or "first"]
        persons = {*players} if len(players) == 1 and persons_of else {*persons_of}
        recorded = None
    computers = [player for player in players if player not in persons]
    _check_strengths(strengths, len(computers))
    seats: list[Any] = list(recorded) if recorded else ["best", "best"]
    for player in persons:
        seats[player] = "person"
    for k, player in enumerate(computers if strengths else ()):
        seats[player] = policy_of(strengths[k % len(strengths)])
    return seats


def _check_strengths(strengths: Sequence[str], computers: int) -> None:
    """Raise UsageError unless there is a strength for each of so many computers, or one for all."""
    if strengths and (computers == 0 or len(strengths) not in (1, computers)):
        words = " ".join(f"--strength {word}" for word in strengths)
        there = "is 1 computer" if computers == 1 else f"are {computers or 'no'} computers"
        raise UsageError(f"{words}: there {there} to play so")


def _players_at_table(
    stakes: Stakes, side: str | None, strengths: Sequence[str], recorded: Sequence[str] | None
) -> list[Any]:
    """Return the player of each seat in a game whose seats have their own payoffs: one person, all persons, or none."""
    count = stakes.seats
    if recorded is not None and len(recorded) != count:
        raise UsageError(f"the record has {len(recorded)} seats; possible: one for each of {count} players")
    if side is None and recorded is not None:
        persons = {seat for seat in range(count) if recorded[seat] == "person"}
    elif not stakes.players or side == "none":
        persons = set()
    else:
        persons = {*range(count)} if side == "both" else {SIDES.index(side or "first")}
    computers = [seat for seat in range(count) if seat not in persons]
    _check_strengths(strengths, len(computers))
    seats: list[Any] = list(recorded) if recorded and side is None else ["best"] * count
    for k, seat in enumerate(computers if strengths else ()):
        seats[seat] = policy_of(strengths[k % len(strengths)])
    for seat in persons:
        seats[seat] = "person"
    return seats


USUAL_MEMORY = 2**30  # bytes: a person waits for the solver
PATIENCE = 10.0  # seconds for one solution without --memory: a person waits for the computer's move
DRAWN_SEEDS = 1_000_000  # a random seed is short enough to be typed again
USUAL_SPEED = 4.0  # steps a second
PERSONS = ("person", "person")  # the players until the rules say who begins


def _speed(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and not (isfinite(value) and value >= 0):
        raise click.BadParameter(f"{value:g} steps a second; possible: 0 (no waiting) or more")
    return value


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """The options of ``faceup play``; ``name`` is None if a saved game names the game."""

    name: str | None
    parameters: tuple[str, ...]
    strengths: tuple[str, ...]
    hints: bool
    seed: int | None
    after: str
    position: str
    load: Path | None
    save: Path | None
    memory: float | None
    speed: float | None
    number: int | None
    table: Path | None

    def seed_or_drawn(self, drawing: bool) -> int:
        """Return the seed of the options; without one, a random seed if ``drawing``, else 0."""
        if self.seed is not None:
            return self.seed
        return SystemRandom().randrange(DRAWN_SEEDS) if drawing else 0


@click.command(
    cls=NumberedGame,
    often=("--hints", "--strength", "--save", "--load", "--seed"),
    example="faceup play three-fourteen as=second --hints",
)
@click.argument("name", metavar="GAME", required=False)
@click.argument("parameters", nargs=-1, metavar="[NAME=VALUE]... [as=SIDE]")
@click.option(
    "--strength",
    "strengths",
    metavar="HOW",
    multiple=True,
    help="How the computer plays: best, slips:0.1 (best, with a mistake in one move of ten), random, first, mcts:1000 "
    "(tree search with 1,000 playouts for each move), mcts:0.5s (half a second for each move), ab:4 (alpha-beta, 4 "
    "moves ahead), or path/to/file.py:function. One for all computers, or one for each, separated by commas.",
)
@click.option("--hints", is_flag=True, help="Show the value of the position and of each move.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Random seed: same seed, same dice.")
@after_option
@position_option
@click.option("--load", type=click.Path(path_type=Path), help="Continue a saved game.")
@click.option("--save", type=click.Path(path_type=Path), help="Save the game here when it ends or you leave.")
@memory_option_of("1, or half of what is free")
@click.option(
    "--speed", type=float, callback=_speed, help="Steps of a solitaire game per second: 4 by default; 0 for no waiting."
)
@click.option("--number", type=int, help="The number of a solitaire game, from 0.")
@saved_option
@with_options(PlayOptions)
def play(options: PlayOptions) -> int:
    """Play against the computer, which is perfect in a game that it can solve, or weaker; watch a solitaire game.

    as=first (you begin), as=second, as=both (two people), as=none (computers alone). Type a move in the
    game's words; ? lists moves, help lists commands.
    """
    from faceup.cli.playing.saved_game import SavedGame, read_saved, recorded_game, recorded_name
    from faceup.cli.playing.screen import Screen

    record = read_saved(options.load) if options.load else None
    name, parameters = options.name, options.parameters
    if record is not None and (name is None or "=" in name):  # the record says which game
        parameters = parameters if name is None else (name, *parameters)
        name = recorded_name(record)
    if name is None:
        raise click.UsageError(missing_word("GAME", click.get_current_context()))
    side, words = split_side(parameters)
    game = find_game(name, words) if record is None else recorded_game(name, words, record)
    screen = Screen()
    if plays_itself(game):
        refuse(
            game,
            {
                f"as={side}": side,
                "--strength": options.strengths,
                "--hints": options.hints,
                "--save": options.save,
                "--memory": options.memory,
                "--table": options.table,
                "--after": options.after,
                "--position": options.position,
            },
        )
        from faceup.cli.playing.watching import watch

        seed = options.seed_or_drawn(screen.moves)
        watch(game, screen, seed, options.number or 0, USUAL_SPEED if options.speed is None else options.speed)
        return 0
    refuse(game, {"--speed": options.speed is not None, "--number": options.number is not None})
    if options.save:
        from faceup.show.files import check_place

        check_place(options.save)
    if (options.after or options.position) and record is not None:
        option = "--after" if options.after else "--position"
        raise UsageError(f"--load goes on with a game that was saved, and {option} begins one; possible: one of them")
    game = at_position(game, options.position)
    session = seat_players(options, game, screen, record, side)
    from faceup.cli.playing.dialogue import Dialogue

    saved_game = SavedGame(session, name, options.save, options.load)
    with warnings.catch_warnings():
        # The warning would come in the middle of a game, where it helps nobody; faceup doctor prints it too.
        warnings.filterwarnings("ignore", r".* runs interpreted, slowly: ")
        Dialogue(session, screen, saved_game, options.hints, bool(options.strengths)).run()
    return 0


def seat_players(options: PlayOptions, game: Game, screen: "Screen", record: Any, side: str | None) -> "Session":
    """Return a session with its players: a new game after the moves of ``--after``, or the recorded game."""
    from faceup.engines.model.legal_moves import moves_in_text
    from faceup.engines.model.limits import default_memory
    from faceup.play.expert import Expert
    from faceup.play.record import session_of
    from faceup.play.session import Session

    usual = min(USUAL_MEMORY, default_memory())
    memory, patience = (usual, PATIENCE) if options.memory is None else (options.memory, inf)
    expert = Expert(game, memory, seconds=patience, table=options.table)
    if options.table:
        expert.solution(game.start())  # refuses a file of no use at once
    if record is None:
        seed, moves = options.seed_or_drawn(screen.talks), moves_in_text(game, options.after)
        session = Session(game, PERSONS, seed=seed, moves=moves, expert=expert)
    else:
        session = session_of(record if options.seed is None else record | {"seed": options.seed}, game, PERSONS, expert)
    recorded = None if record is None else record["seats"]
    session.sit(seated_players(game, expert.stakes, side, options.strengths, recorded))
    return session


def refuse(game: Game | Patience, options: dict[str, Any]) -> None:
    """Raise UsageError if one of these options has a value: it is of no use to such a game."""
    watched = plays_itself(game)
    for option in (option for option, value in options.items() if value):
        kind = "games with decisions" if watched else "solitaire"
        what = "a solitaire game, which is watched" if watched else "none"
        raise UsageError(f"{option} is for {kind}; {type(game).name} is {what}")

"""Who plays what: ``as=second``, ``--strength``, and games that were saved."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from faceup.cli.common import policy_of
from faceup.library.finding import find_class, find_game
from faceup.results.stakes import Stakes
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import UsageError
from faceup.rules.parameters import read_parameters

SIDES = ("first", "second", "both", "none")
LARGEST_RECORD = 1 << 20  # bytes


def split_side(words: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """What ``as=`` says, and the words that are left; ``as`` is no name that Python lets a parameter have."""
    said = [word for word in words if word.startswith("as=")]
    if not said:
        return None, tuple(words)
    if len(said) > 1:
        raise UsageError(f"{said[1]!r}: as was given twice")
    side = said[0].removeprefix("as=")
    if side not in SIDES:
        raise UsageError(f"{said[0]!r}; possible: {', '.join(f'as={one}' for one in SIDES)}")
    return side, tuple(word for word in words if word not in said)


def read_saved(path: Path) -> Any:
    """The record in a file; raises UsageError where there is none."""
    from faceup.play.record import read_record

    try:
        with path.open("rb") as file:
            found = file.read(LARGEST_RECORD + 1)
        if len(found) > LARGEST_RECORD:
            raise UsageError(f"{str(path)!r} is longer than {LARGEST_RECORD:,} bytes; a game that was saved is not")
        return read_record(found.decode("utf-8"))
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise UsageError(f"{str(path)!r} is no text, so it is no record of a game") from None


def recorded_name(found: Any) -> str:
    """The name of the game that a record is of."""
    from faceup.play.record import recorded_parameters

    return recorded_parameters(found)[0]


def recorded_game(name: str, words: tuple[str, ...], found: Any) -> Game | Patience:
    """The game with the parameters of the record, which the words must not contradict."""
    from faceup.play.record import recorded_parameters

    recorded, parameters = recorded_parameters(found)
    rules_class = find_class(name)
    if rules_class.name != recorded:
        raise UsageError(f"the record is of {recorded[:60]!r}, not of {rules_class.name!r}")
    game = find_game(name, parameters)
    for word, value in zip(words, read_parameters(rules_class, words).items(), strict=True):
        if getattr(game, value[0]) != value[1]:
            there = next(text for text in parameters if text.startswith(f"{value[0]}="))
            raise UsageError(f"{word!r} contradicts the record, which has {there}")
    return game


def seats_of(
    game: Game, stakes: Stakes, side: str | None, strengths: Sequence[str], recorded: Sequence[str] | None
) -> list[Any]:
    """Who sits where: persons by ``as=``, computers by ``--strength``; what is not said is as recorded."""
    if "person" in strengths:
        raise UsageError("--strength person; possible: best, slips:0.1, random, first, simulation:200, or as=both")
    if recorded is not None and len(recorded) != 2:
        raise UsageError(f"the record has {len(recorded)} seats; possible: one for each of 2 players")
    leader = stakes.first if stakes.first in (0, 1) else 0
    players = [player for player in (leader, 1 - leader) if player in stakes.players]
    if side is None and recorded is not None:
        persons = {player for player in (0, 1) if recorded[player] == "person"}
    elif len(players) == 1 and side in ("second", "both"):
        raise UsageError(f"as={side}: {type(game).name} has one player; possible: as=first, as=none")
    else:
        chosen = {"first": [leader], "second": [1 - leader], "both": [0, 1], "none": []}[side or "first"]
        persons = {*players} if len(players) == 1 and chosen else {*chosen}
        recorded = None
    computers = [player for player in players if player not in persons]
    if (strengths and len(strengths) not in (1, len(computers))) or (strengths and not computers):
        words = " ".join(f"--strength {word}" for word in strengths)
        raise UsageError(
            f"{words}: there {'is' if len(computers) == 1 else 'are'} {len(computers) or 'no'} computer"
            f"{'' if len(computers) == 1 else 's'} to play so"
        )
    seats: list[Any] = list(recorded) if recorded else ["best", "best"]
    for player in persons:
        seats[player] = "person"
    for k, player in enumerate(computers if strengths else ()):
        seats[player] = policy_of(strengths[k % len(strengths)])
    return seats

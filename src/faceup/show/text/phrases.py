"""Short texts: titles of games, moves, counts, figures."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any, TypeVar

from faceup.numbers.value import Value, plain, short_fraction
from faceup.results.samples.sample import Sample
from faceup.results.sentences.capital_letters import capital
from faceup.rules.contract import Game, position_of
from faceup.rules.moves import Move
from faceup.rules.parameters import write_parameters
from faceup.rules.texts import line_texts, move_text
from faceup.show.text.the_rest import Rest

T = TypeVar("T")

LONGEST_LINE = 60  # moves of a line of best play, before the rest is counted
FEW_MOVES = 12  # of such a line in a sentence
DIGITS = 4  # of the largest of numbers side by side


def title(game: Any, after: Sequence[Move] = ()) -> str:
    """The name of a game with its parameters, its position, and the moves ``after`` it."""
    parameters = " ".join(f"{name}={value}" for name, value in write_parameters(game).items())
    place = f" from {position_of(game)}" if position_of(game) else ""
    moves = f" after {', '.join(line_texts(game, game.start(), after))}" if after else ""
    return f"{type(game).name} {parameters}".rstrip() + place + moves


def headline(game: Any, after: Sequence[Move] = ()) -> str:
    """The title of a picture: the game in words, the parameters that are not the default, and the moves ``after``."""
    usual = {field.name: field.default for field in fields(game)}
    parameters = [
        f"{name.replace('_', ' ')} {text}"
        for name, text in write_parameters(game).items()
        if getattr(game, name) != usual[name]
    ]
    name = capital(type(game).name.replace("-", " "))
    place = f" from {position_of(game)}" if position_of(game) else ""
    moves = f" after {', '.join(line_texts(game, game.start(), after))}" if after else ""
    return ", ".join((name, *parameters)) + place + moves


def moves_text(game: Game, state: Any, moves: Iterable[Move]) -> str:
    """Moves from one state, in the game's words."""
    return ", ".join(move_text(game, state, move) for move in moves)


def line_text(game: Game, state: Any, line: Sequence[Move], whole: bool) -> str:
    """A line of moves, those beyond ``LONGEST_LINE`` counted; unless ``whole``, more moves follow."""
    names = line_texts(game, state, line[:LONGEST_LINE])
    more = len(line) - len(names)
    rest = f" ... and {more:,} more" if more and whole else " ..." if more else ""
    return ", ".join(names) + rest


def best_line(steps: Sequence[str], everything: bool, rest: Rest) -> Iterator[str]:
    """A sentence with a line of best play, or with its beginning if it is long."""
    if len(steps) > 1:
        first_steps = steps if everything else steps[:FEW_MOVES]
        more = f" and so on, {len(steps)} moves in all{rest('line')}" if len(first_steps) < len(steps) else ""
        yield f"A line of best play: {', '.join(first_steps)}{more}."


def ends_in_words(sample: Sample) -> dict[float, str]:
    """The names of the payoffs -1, 0 and 1 in a game of wins, draws and losses; empty for other games."""
    stakes = sample.stakes
    if stakes is None or not stakes.decided or (not stakes.two and stakes.alone):
        return {}
    won, lost = (f"{stakes.name(0)} won", f"{stakes.name(1)} won") if stakes.two else ("won", "lost")
    return {-1.0: lost, 0.0: "drawn", 1.0: won}


def result_text(result: Any) -> str:
    """A figure as a short text: long fractions as decimals, marked as exact."""
    if isinstance(result, Value):
        return str(result)
    if isinstance(result, str) and "/" in result:
        return short_fraction(Fraction(result))
    if isinstance(result, tuple | list):
        return " ".join("-" if item is None else str(item) for item in result)
    return str(result)


def count_phrase(number: int, word: str, plural: str = "") -> str:
    """A number of things: 1 move, 2 moves."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def evenly(things: Sequence[T], most: int) -> list[T]:
    """At most ``most`` of the things, evenly spaced, the first and the last included."""
    if len(things) <= most:
        return list(things)
    return [things[round(k * (len(things) - 1) / (most - 1))] for k in range(most)]


def words_of(name: str) -> str:
    """A name in the rules as a person writes it."""
    return name.replace("_", " ")


def one_line(text: str, longest: int = 40) -> str:
    """A text on one line, cut off if it is long."""
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def alike(numbers: Sequence[float]) -> list[str]:
    """The numbers with the same number of decimals, for comparison."""
    texts = list(map(digits, numbers))
    if any("e" in text for text in texts):
        return texts
    largest = max(map(abs, numbers), default=0)
    room = DIGITS if largest <= 1 else max(DIGITS - len(str(int(largest))), 1)
    decimals = min(max((len(text.partition(".")[2]) for text in texts), default=0), room)
    return [f"{number:,.{decimals}f}" if decimals else text for number, text in zip(numbers, texts, strict=True)]


def digits(number: float) -> str:
    """A number as a short text."""
    return f"{number:,}" if isinstance(number, int) and abs(number) < 10**6 else plain(number, 4)

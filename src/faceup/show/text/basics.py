"""Results as lines and tables."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

from faceup.results.outcome_sentences import best_play_sentence
from faceup.results.solution import Solution
from faceup.results.stakes import Stakes
from faceup.results.value import Value, fraction_text
from faceup.rules.contract import Game
from faceup.rules.parameters import write_parameters
from faceup.rules.published import Published

if TYPE_CHECKING:
    from rich.table import Table

LONGEST_CELL = 32
LONGEST_LINE = 60  # moves of a line of best play, before the rest is counted


def title(game: Any) -> str:
    words = " ".join(f"{name}={value}" for name, value in write_parameters(game).items())
    return f"{type(game).name} {words}".rstrip()


def table(*columns: str, right: Iterable[str] = ()) -> "Table":
    """An empty table in the house style."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return made


def moves_text(game: Game, state: Any, moves: Iterable[int]) -> str:
    return ", ".join(game.say(state, move) for move in moves)


def line_text(game: Game, state: Any, line: Sequence[int], whole: bool) -> str:
    words = []
    for move in islice(line, LONGEST_LINE):
        words.append(game.say(state, move))
        state = game.play(state, move)
    more = len(line) - len(words)
    rest = f" ... and {more:,} more" if more and whole else " ..." if more else ""
    return ", ".join(words) + rest


def solution_lines(
    solution: Solution, best: list[int], line: list[int], whole: bool, start: Any, stakes: Stakes | None
) -> list[str]:
    """Value, best first moves, a line of best play (``whole``: up to its end), and the work it took."""
    game = solution.game
    winner = best_play_sentence(stakes, solution.value) if stakes else ""
    lines = [f"value   {solution.value}{'  ' * bool(winner)}{winner}"]
    if best:
        lines.append(f"best    {moves_text(game, start, best)}")
    if line:
        lines.append(f"line    {line_text(game, start, line, whole)}")
    if solution.checked:
        lines.append(f"by      theory, checked against search on {solution.checked}, in {solution.seconds:.3f} s")
    else:
        lines.append(f"states  {solution.states:,} in {solution.seconds:.3f} s ({solution.engine}){_saved(solution)}")
    return lines


def _saved(solution: Solution) -> str:
    """What symmetries saved, where they were looked for."""
    found = solution.symmetries
    if found is None:
        return ""
    if found.order == 1:
        return ", no symmetries"
    return f", for {found.positions:,} positions and {found.order:,} symmetries"


class Sources:
    """Sources by number, so that a table stays narrow."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, source: str) -> str:
        return f"({self.numbers.setdefault(source, len(self.numbers) + 1)})"

    def lines(self) -> list[str]:
        return [f"({number}) {source}" for source, number in self.numbers.items()]


def result_text(result: Any) -> str:
    """A figure in little room: long fractions as decimals, marked as exact."""
    if isinstance(result, Value):
        text = str(result)
        return text if len(text) <= LONGEST_CELL or result.exact is None else short(result.exact)
    if isinstance(result, str) and "/" in result:
        return short(Fraction(result))
    if isinstance(result, tuple | list):
        return " ".join("-" if item is None else str(item) for item in result)
    return str(result)


def published_text(published: Published) -> str:
    """A published figure with what it is about, in one line."""
    about = " ".join(f"{name}={value}" for name, value in published.parameters.items())
    rounded = "about " if published.within else ""
    text = f"{published.what} {rounded}{result_text(published.result)}"
    deal = "  of one deal" if published.deal else ""
    return text + deal + (f"  {about}" if about else "") + (f"  ({published.note})" if published.note else "")


def bar_chart(counts: dict[float, int], encoding: str, width: int = 50) -> list[str]:
    """A histogram as lines of text; every bar names its count."""
    total = sum(counts.values())
    drawn = bars(list(counts.values()), encoding, width)
    return [
        f"{score:>6.12g}  {bar}  {count:,} ({count / total:.2%})"
        for bar, (score, count) in zip(drawn, counts.items(), strict=True)
    ]


def bars(lengths: Sequence[float], encoding: str, width: int) -> list[str]:
    """A bar for each length, the longest as wide as that, in characters that the encoding has."""
    try:
        "█".encode(encoding)
        bar = "█"
    except UnicodeEncodeError:
        bar = "#"
    top = max(lengths, default=0) or 1
    return [f"{bar * round(width * length / top):<{width}}" for length in lengths]


def short(number: Fraction) -> str:
    """A fraction, or its decimals where it is long: the number is exact all the same."""
    text = fraction_text(number)
    return text if len(text) <= LONGEST_CELL else f"{float(number):.12g} (exact, rounded here)"


def counted(number: int, word: str, many: str = "") -> str:
    """A number of things: 1 move, 2 moves."""
    return f"{number:,} {word if number == 1 else many or word + 's'}"

"""A strategy as tables and lines of text."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from faceup.results.seat_names import seat_name
from faceup.results.strategy import Line, Row, ShortStrategy, Strategy
from faceup.rules.cards import write_cards
from faceup.rules.rows import ABSENT
from faceup.show.text.tables import table

if TYPE_CHECKING:
    from rich.table import Table

FIRST_ROWS = 60  # of a long table, before the rest is counted
MOST_TIES = 8  # that are named one by one
WORTH_IT = 0.75  # stretches for each row of the table, above which the plain rows are easier to read
MOST_PARTS = 8  # of a line; lists longer than that read worse than rows


def by_lines(strategy: Strategy) -> bool:
    """Whether the lines say it in clearly less room than the rows."""
    parts = [len(line.parts) for line in strategy.lines]
    return sum(parts) < WORTH_IT * len(strategy.rows) and max(parts, default=0) <= MOST_PARTS


def strategy_tables(strategy: Strategy, most: int = FIRST_ROWS) -> "tuple[Table, int]":
    """The table to print, and how many of its rows were left out."""
    if strategy.thresholds is not None:
        return _threshold_table(strategy), 0
    if by_lines(strategy):
        return _line_table(strategy, most), max(0, len(strategy.lines) - most)
    return _row_table(strategy, most), max(0, len(strategy.rows) - most)


def seen(strategy: Strategy, column: str, value: int) -> str:
    """What a person sees in a column: a number, or a set of cards."""
    if value == ABSENT:
        return "-"
    return (write_cards(value) or "-") if column in strategy.sets else str(value)


def threshold_text(strategy: Strategy) -> str:
    """What the thresholds are about, as ``hold from card, else go on``."""
    assert strategy.move is not None
    otherwise = "" if strategy.otherwise is None else f", else {strategy.word(strategy.otherwise)}"
    return f"{strategy.word(strategy.move)} from {strategy.quantities[-1]}{otherwise}"


def _threshold_table(strategy: Strategy) -> "Table":
    assert strategy.thresholds is not None
    columns, head = strategy.quantities, threshold_text(strategy)
    never = "never" if strategy.otherwise is None else f"always {strategy.word(strategy.otherwise)}"
    made = table(*columns[:-1], head, right=(*columns, head))
    for step, threshold in zip(strategy.steps, strategy.thresholds, strict=True):
        cell = never if threshold is None else str(threshold)
        made.add_row(*([str(step)] if len(columns) == 2 else []), cell)
    return made


def _line_table(strategy: Strategy, most: int) -> "Table":
    leads = strategy.columns[:-1]
    made = table(*leads, "play", right=leads)
    for line in strategy.lines[:most]:
        ranges = [
            seen(strategy, column, low) if low == high else _range(low, high)
            for column, (low, high) in zip(leads, line.ranges, strict=True)
        ]
        made.add_row(*ranges, _line_text(strategy, line))
    return made


def _line_text(strategy: Strategy, line: Line) -> str:
    first, *rest = line.parts
    last = strategy.columns[-1] if strategy.columns else ""
    entries = [" or ".join(first.words)]
    if last in strategy.sets:
        entries = [f"{last} {seen(strategy, last, part.low)}: {' or '.join(part.words)}" for part in line.parts]
    else:
        entries += [f"from {last} {part.low}: {' or '.join(part.words)}" for part in rest]
    return "; ".join(entries)


def _row_table(strategy: Strategy, most: int) -> "Table":
    made = table(*strategy.quantities, "best", right=strategy.quantities)
    for row in strategy.rows[:most]:
        moves = ", ".join(strategy.words_of(row))
        mark = "" if len(row.moves) == 1 else "  (equal)" if row.sure else "  (too close to tell)"
        made.add_row(*(seen(strategy, *cell) for cell in zip(strategy.quantities, row.key, strict=True)), moves + mark)
    return made


def strategy_lines(strategy: Strategy) -> Iterator[str]:
    """What stands under the table: ties, the value, and whether playing by the table gives it."""
    if strategy.thresholds is not None or by_lines(strategy):
        yield from _ties("equal", strategy, strategy.equal)
    yield from _ties("unsure", strategy, strategy.unsure)
    yield f"value       {strategy.value}"
    if strategy.played is None:
        return
    player = "" if strategy.player is None else seat_name(strategy.player, strategy.game.player_names)
    whose = f" by {player}" if player else ""
    if strategy.seats > 1:
        whose += " against the others' best play" if player else ""
    elif strategy.players > 1:
        whose += ", whatever the other does" if player or strategy.reach == "all" else " against best play"
    if strategy.lossless:
        both = strategy.value.exact is not None and strategy.played.exact is not None
        exactly = "exactly" if both else "as far as rounding shows"
        yield f"checked     played back{whose}, the table gives this value {exactly}"
        if strategy.representatives:
            yield "positions   one stands for all that are the same to play: there its moves go by other names"
    else:
        yield f"checked     played back{whose}, the table gives {strategy.played}, which is not this value"


def _ties(kind: str, strategy: Strategy, rows: tuple[Row, ...]) -> Iterator[str]:
    """The rows in which several moves are equally good, or too close to tell, each with those moves."""
    if not rows:
        return
    names = strategy.quantities
    ties = [
        ", ".join(f"{name} {seen(strategy, name, value)}" for name, value in zip(names, row.key, strict=True))
        + f": {' or '.join(strategy.words_of(row))}"
        for row in rows[:MOST_TIES]
    ]
    rest = f"; and {len(rows) - MOST_TIES:,} more" if len(rows) > MOST_TIES else ""
    why = "" if kind == "equal" else "rounding hides which is best, "
    yield f"{kind:<11} {why}{'; '.join(ties)}{rest}"


def _range(low: int, high: int) -> str:
    least = "-" if low == ABSENT else str(low)
    return least if low == high else f"{least}..{high}"


def short_text(short: ShortStrategy) -> str:
    """A short strategy with its price, in one line."""
    below, above = short.words

    def line(within: tuple[int, int] | None, mark: int | None) -> str:
        where = "" if within is None else f"{short.by} {_range(*within)}: "
        if below == above:
            return f"{where}always {above}"
        return where + (f"always {below}" if mark is None else f"{above} from {short.column} {mark}, else {below}")

    table = "; ".join(line(*part) for part in short.lines)
    kind = "the best" if short.proven else "the best found"
    count = "one line" if len(short.lines) == 1 else f"{len(short.lines)} lines"
    value, best = (f"{value.value:.6g}" for value in (short.value, short.best))
    worse = "less" if short.player == 0 else "more to the other"
    if short.cost.low > 0 or short.cost.how == "exact":
        price = "at no loss" if short.cost.high == 0 else f"{value} instead of {best}, {short.cost.value:.3g} {worse}"
    else:
        price = f"at no loss as far as rounding shows (within {short.cost.high:.1g})"
    return f"{kind} of {count}: {table}: {price}"

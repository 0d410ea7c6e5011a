"""A strategy in words: headings, thresholds, bands, ties, the value, and short strategies with their price."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from faceup.numbers.value import Value, no_less
from faceup.results.answers.strategy import Boundaries, Line, Row, ShortStrategy, Strategy, boundaries_of
from faceup.results.answers.winning_scale import WinningScale
from faceup.results.number_texts import chance_text
from faceup.results.sentences.rules_in_short import Case, rule_of
from faceup.results.sentences.strategy_cells import (
    EVERYWHERE,
    ROOM,
    Tie,
    by_lines,
    join_rows,
    line_cells,
    line_text,
    quantity_label,
    range_text,
    row_cells,
    telling_lines,
    telling_rows,
    ties_in_lines,
    ties_of,
)
from faceup.results.sentences.words import Cells, Fact, capital, count_phrase, either, words_of
from faceup.rules.names import as_player, seat_name

T = TypeVar("T")

MOST_BANDS = 6  # of each leading column of a shortened table
ROUND_STEPS = [digit * 10**power for power in range(19) for digit in (1, 2, 5)]
FEW_MARKS, MOST_MARKS = 3, 12  # thresholds in clauses of their own, and in a sentence
ALWAYS = "always"
LEAST_SHORTENED = 6  # conditions of a table that a rule may say in short
MOST_TIES = 8  # kinds of ties that are named one by one
KEPT = "first come those to which one best move each time leads"
MOST_PLACES, LONGEST_PLACES = 3, 160  # of each kind, and their letters, before they are counted


def strategy_blocks(strategy: Strategy) -> Iterator[tuple[str, Strategy]]:
    """The separate tables of a strategy with their headings: one for each player, or one for all."""
    if strategy.for_mover is not None:
        whose = "both" if strategy.players == 2 else "all"
        yield f"One table for {whose} players, who are alike, as the player to move sees it", strategy.for_mover
        return
    for one in strategy.by_player:
        assert one.player is not None
        yield capital(seat_name(one.player, strategy.game.player_names)), one
    if not strategy.by_player:
        several = strategy.players > 1 and strategy.player is None
        everybody = "Both players" if strategy.players == 2 else "All players"
        yield everybody if several and (strategy.rows or strategy.thresholds) else "", strategy


def boundaries_text(strategy: Strategy, names: Sequence[str], boundaries: Boundaries) -> str:
    """The range of the boundaries over the three numbers of these names: ``hold from pot 19 to 24, else roll``."""
    marks = [start for start in boundaries.starts.values() if start is not None]
    last = quantity_label(strategy, names[-1])
    below, on = strategy.word(boundaries.below), "" if boundaries.again else " on"
    reach = range_text(min(marks), max(marks)) if min(marks) < max(marks) else f"{marks[0]}{on}"
    other = f", in places {below} again with a larger {last}" if boundaries.again else f", else {below}"
    return f"{strategy.word(boundaries.above)} from {last} {reach}{other}"


class Bands(NamedTuple):
    """Boundaries as cells, and what these are: ``hold from pot``."""

    head: str
    cells: Cells


def bands_cells(strategy: Strategy) -> Bands | None:
    """A long table as a few rows: the boundary between two moves, by bands of the two leading numbers.

    Each cell has the least and the most boundary of its band. None unless two moves depend on three plain numbers.
    """
    if len(strategy.quantities) != 3 or strategy.looks:
        return None
    boundaries = boundaries_of(strategy.game, strategy.rows)
    if boundaries is None:
        return None
    rows, columns = (_bands([pair[k] for pair in boundaries.starts]) for k in (0, 1))
    down, across, _ = (quantity_label(strategy, name) for name in strategy.quantities)
    below = strategy.word(boundaries.below)
    down_bands = list(
        join_bands(rows, [[_band_text(boundaries, row, band, below) for band in columns] for row in rows])
    )
    across_bands = list(join_bands(columns, list(zip(*(cells for _, cells in down_bands), strict=True))))
    heads = (down, *(f"{across} {range_text(*band)}" for band, _ in across_bands))
    cells = [(range_text(*row), *(line[k] for _, line in across_bands)) for k, (row, _) in enumerate(down_bands)]
    head = f"{strategy.word(boundaries.above)} from {quantity_label(strategy, strategy.quantities[-1])}"
    return Bands(head, Cells(heads, cells))


def _bands(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """The numbers in a few bands, those in intervals of equal length."""
    length = next(step for step in ROUND_STEPS if step * MOST_BANDS > max(numbers) - min(numbers))
    bands = [list(band) for _, band in groupby(sorted(numbers), lambda number: number // length)]
    return [(band[0], band[-1]) for band in bands]


def join_bands(bands: Sequence[tuple[int, int]], contents: Sequence[T]) -> Iterator[tuple[tuple[int, int], T]]:
    """The bands with their contents; neighbours with the same contents are one band."""
    for cells, alike in groupby(zip(bands, contents, strict=True), lambda pair: pair[1]):
        joined = [band for band, _ in alike]
        yield (joined[0][0], joined[-1][1]), cells


def _band_text(boundaries: Boundaries, row: tuple[int, int], band: tuple[int, int], below: str) -> str:
    """The least and the most boundary of the pairs within these ranges."""
    starts = [start for (y, x), start in boundaries.starts.items() if row[0] <= y <= row[1] and band[0] <= x <= band[1]]
    marks = [start for start in starts if start is not None]
    if not marks:
        return below if starts else ""
    return range_text(min(marks), max(marks)) + (f" or {below}" if None in starts else "")


def table_cells(strategy: Strategy, width: int = ROOM) -> Cells:
    """The table of a strategy: its thresholds, or ranges of what a player sees, or rows, if these need less room."""
    if strategy.thresholds is not None:
        return threshold_cells(strategy)
    lines = by_lines(strategy)
    cells = line_cells(strategy, width) if lines else row_cells(strategy, width, telling_rows(strategy))
    return join_rows(strategy, cells, width)


def threshold_text(strategy: Strategy) -> str:
    """The meaning of the thresholds, as ``hold from card, else go on``."""
    assert strategy.move is not None
    otherwise = "" if strategy.otherwise is None else f", else {strategy.word(strategy.otherwise)}"
    return f"{strategy.word(strategy.move)} from {quantity_label(strategy, strategy.quantities[-1])}{otherwise}"


def threshold_cells(strategy: Strategy) -> Cells:
    """The thresholds as cells, a row for each step, or for several with the same one."""
    assert strategy.thresholds is not None
    columns, head = [quantity_label(strategy, name) for name in strategy.quantities], threshold_text(strategy)
    never = "never" if strategy.otherwise is None else f"always {strategy.word(strategy.otherwise)}"
    steps = [(step, step) for step in strategy.steps]
    rows = [
        (*([range_text(*band)] if len(columns) == 2 else []), never if mark is None else str(mark))
        for band, mark in join_bands(steps, strategy.thresholds)
    ]
    return Cells((*columns[:-1], head), rows, frozenset((*columns, head)))


def rule_text(strategy: Strategy) -> str:
    """What to do in one line, ``hold from card 93, 92, 55 for drawn 1 to 3, else go on``; empty if no line says it."""
    if strategy.thresholds is not None and strategy.move is not None:
        head, comma, otherwise = threshold_text(strategy).partition(", ")
        if all(mark is None for mark in strategy.thresholds):
            return otherwise.replace("else", "always")
        if rule := _rule_that_shortens(strategy):
            return rule
        return f"{_marks_text(strategy, head, strategy.thresholds)}{comma}{otherwise}"
    if always := next((words for label, words in always_fact(strategy) if label == ALWAYS), ""):
        return f"always {always}"
    plain = len(strategy.quantities) == 3 and not strategy.looks
    found = boundaries_of(strategy.game, strategy.rows) if plain else None
    if found and not found.again and len({*found.starts.values()}) == 1:
        return boundaries_text(strategy, strategy.quantities, found)
    lines = telling_lines(strategy)
    one = len(lines) == len(strategy.columns) == 1 and strategy.columns[0] not in strategy.looks and by_lines(strategy)
    return line_text(strategy, lines[0]) if one else _rule_that_shortens(strategy)


def _rule_that_shortens(strategy: Strategy) -> str:
    """A rule in words that has at most half as many conditions as the table; empty if there is none. It agrees with the
    table also where several moves are best, if such a rule does.
    """
    lines = telling_lines(strategy) if by_lines(strategy) else None
    length = len(strategy.rows) if lines is None else sum(len(line.parts) for line in lines)
    if strategy.thresholds is not None:
        length = sum(1 for _ in groupby(strategy.thresholds))
    if strategy.unsure or length < LEAST_SHORTENED or not telling_rows(strategy):
        return ""
    seen = [
        {
            quantity_label(strategy, name): strategy.value_label(name, n) if name in strategy.looks else n
            for name, n in zip(strategy.quantities, row.key, strict=True)
        }
        for row in strategy.rows
    ]
    best = [strategy.words_of(row) for row in strategy.rows]
    in_table = [
        _words_in_table(strategy, lines or (), row) or words for row, words in zip(strategy.rows, best, strict=True)
    ]
    for words in (in_table, best):
        rule = rule_of([Case(*case) for case in zip(seen, words, strict=True)])
        if rule and 2 * rule.size <= length:
            return rule.text
    return ""


def _words_in_table(strategy: Strategy, lines: Sequence[Line], row: Row) -> Sequence[str]:
    """The moves that the lines or thresholds of the table have for a row; empty if none of them has it."""
    if strategy.thresholds is not None:
        mark = dict(zip(strategy.steps, strategy.thresholds, strict=True)).get(row.key[0])
        made = strategy.otherwise if mark is None or row.key[-1] < mark else strategy.move
        return [strategy.words[row.key, move] for move in row.moves if move == made]
    values = dict(zip(strategy.quantities, row.key, strict=True))
    *leading, last = (values[name] for name in strategy.columns)
    for line in lines:
        if all(low <= value <= high for value, (low, high) in zip(leading, line.ranges, strict=True)):
            return next((part.words for part in reversed(line.parts) if part.low <= last), ())
    return ()


def rule_alone(strategy: Strategy) -> str:
    """The rule that stands in the place of a table of one line; empty for longer tables, and for one move."""
    one = len(table_cells(strategy).rows) == 1 and not any(always_fact(strategy))
    return rule_text(strategy) if one else ""


def _marks_text(strategy: Strategy, head: str, thresholds: Sequence[int | None]) -> str:
    """The thresholds with their steps behind a ``head``, ``hold from card 93, 92, 55 for drawn 1 to 3``: each in a
    clause if steps are few or apart; of many, how they change.
    """
    bands = list(join_bands([(step, step) for step in strategy.steps], thresholds))
    known = [(range_text(*band), mark) for band, mark in bands if mark is not None]
    if len(bands) == 1:
        return f"{head} {known[0][1]} on"
    by = quantity_label(strategy, strategy.quantities[0])
    first, last = strategy.steps[0], strategy.steps[-1]
    each = len(known) <= MOST_MARKS and [*map(int, strategy.steps)] == [*range(first, first + len(known))]
    if len(known) > FEW_MARKS and each:
        return f"{head} {', '.join(str(mark) for _, mark in known)} for {by} {range_text(first, last)}"
    if len(known) > FEW_MARKS:
        (low, one), (high, other), marks = known[0], known[-1], [mark for _, mark in known]
        if marks not in (sorted(marks), sorted(marks, reverse=True)):
            return f"{head} {min(marks)} to {max(marks)} on, depending on {by}"
        return f"{head} {one} for {by} {low}, {'rising' if other > one else 'falling'} to {other} for {by} {high}"
    least = min(row.key[-1] for row in strategy.rows)
    always = f"always {head.partition(' from ')[0]}"
    clauses = (always if mark <= least else f"{head} {mark} on" for _, mark in known)
    return "; ".join(f"for {by} {step}, {clause}" for (step, _), clause in zip(known, clauses, strict=True))


def always_fact(strategy: Strategy) -> Iterator[Fact]:
    """The move that is always best; nothing if the strategy has more to say."""
    if strategy.thresholds is not None or len(strategy.lines) != 1 or strategy.columns:
        return
    (part,) = strategy.lines[0].parts
    if telling_rows(strategy):
        yield ALWAYS if len(strategy.rows) > 1 else "best move", either(part.words)


def strategy_facts(strategy: Strategy, everything: bool = False) -> Iterator[Fact]:
    """The facts under the tables: ties, the value, and whether the tables achieve it."""
    yield from tie_facts(strategy, everything)
    yield from value_facts(strategy)


def tie_facts(strategy: Strategy, everything: bool = False) -> Iterator[Fact]:
    """The ties of a table: equally good moves, and moves too close to compare."""
    opening = next((row for row in strategy.equal if row.free and row.key == strategy.start), None)
    several = len(strategy.rows) > 1
    if strategy.boards:
        if free := len(strategy.boards) - len(strategy.telling_boards):
            where = f"in {count_phrase(free, 'more position')}" if strategy.telling_boards else EVERYWHERE
            yield "equal", f"any move {where}"
        return
    rows = strategy.thresholds is None and not by_lines(strategy)  # lines name most ties themselves
    named_by_lines = set() if rows else ties_in_lines(strategy)
    equal = [row for row in strategy.equal if (row.free or not rows) and row not in named_by_lines]
    if opening in equal and rows and several and len(equal) < len(strategy.rows):
        yield "equal", "any first move"
        equal.remove(opening)
    yield from _ties("equal", strategy, equal, everything)
    yield from _ties("as good", strategy, [] if rows else strategy.left_out_ties, everything)
    yield from _ties("unsure", strategy, strategy.unsure, everything)


def board_order(strategy: Strategy) -> str:
    """The order of the boards, and for what else they stand; empty without boards."""
    boards = strategy.telling_boards
    order = "" if all(board.plan for board in boards) else f"; {KEPT}"
    mirrored = "boards that are alike, such as mirror images, are shown once" * any(board.alike for board in boards)
    told = [f"in the order of play{order}" * (len(boards) > 1), mirrored]
    return "; ".join(filter(None, told))


def unmet_text(strategy: Strategy) -> str:
    """What the tables leave out; empty if they have every decision."""
    if strategy.reach == "all" or not strategy.rows or strategy.thresholds is not None:
        return ""
    if strategy.player is None or strategy.players == 1:
        return "positions that best play never meets" if strategy.reach == "best" else "positions that never come up"
    who = seat_name(strategy.player, strategy.game.player_names)
    if strategy.reach == "one":
        return f"other best moves, and positions that never come up if {who} makes these"
    return f"positions that {who} never meets with best play"


# What a table of one player, or of both, secures of the value to player 0.
SECURES = {
    0: "gives at least this value",
    1: "gives the other at most this value",
    None: "gives neither player less than this value",
}


def value_facts(strategy: Strategy, format_value: Callable[[Value], str] = str) -> Iterator[Fact]:
    """The value, and whether the tables achieve it."""
    if idle := not strategy.rows and strategy.thresholds is None:
        yield "decisions", "none: nobody has a choice"
    owner = strategy.player or 0 if strategy.seats else 0
    names = strategy.game.player_names
    yield "value", format_value(strategy.value) + (f" for {seat_name(owner, names)}" if strategy.players > 1 else "")
    if strategy.played is None or idle:
        return
    player = "" if strategy.player is None else seat_name(strategy.player, names)
    whose = f" for {player}" if player else ""
    against, gives = "", "gives this value"
    if strategy.seats > 1:
        against = " against the others' best play" if player else ""
    elif strategy.players > 1 and (player or strategy.reach == "all"):
        against = ", whatever the other does"
        gives = SECURES[strategy.player]
    elif strategy.players > 1:
        against = " against best play"
    if strategy.lossless:
        exact = strategy.value.exact is not None and strategy.played.exact is not None
        how = " up to rounding" if not exact else "" if against.startswith(",") else " exactly"
        yield "checked", f"playing by the table{whose} {gives}{how}{against}"
        if strategy.representatives and not strategy.on_boards:  # the boards say it
            yield (
                "positions",
                "those that are the same to play are shown once; in the others, moves have other names",
            )
    else:
        yield "checked", f"playing by the table{whose} gives {format_value(strategy.played)}, not this value{against}"


def _ties(kind: str, strategy: Strategy, rows: Sequence[Row], everything: bool) -> Iterator[Fact]:
    """Positions with several equally good moves, or moves too close to compare, by sets of moves."""
    most = len(rows) if everything else MOST_TIES
    why = "rounding hides which is best: " if kind == "unsure" else ""
    ties = list(ties_of(strategy, rows))
    for tie in ties[:most]:
        yield kind, f"{why}{tie.moves} {_where(tie, len(rows) if everything else MOST_PLACES)}"
    if len(ties) > most:
        yield kind, f"{why}and {count_phrase(sum(tie.positions for tie in ties[most:]), 'more place')}"


def _where(tie: Tie, most: int) -> str:
    """The places of a tie, or the number of its positions and the first if there are more, or too much text."""
    places = "; or ".join(tie.places)
    if places == EVERYWHERE:
        return EVERYWHERE
    if len(tie.places) > most or (most == MOST_PLACES and len(places) > LONGEST_PLACES):
        return f"in {count_phrase(tie.positions, 'position')}, for example where {tie.example}"
    return f"where {places}"


def short_text(short: ShortStrategy) -> str:
    """A short strategy with its price, in one line."""
    value, best = (f"{value.value:.4g}" for value in (short.value, short.best))
    worse = "less" if short.player == 0 else "more to the other"
    if short.cost.low > 0 or short.cost.how == "exact":
        price = "at no loss" if short.cost.high == 0 else f"{value} instead of {best}, {short.cost.value:.3g} {worse}"
    else:
        price = f"at no loss up to rounding (within {no_less(short.cost.high)})"
    return f"{'the best' if short.proven else 'the best found'} {_size(short)}: {_short_table(short)}: {price}"


def short_sentence(short: ShortStrategy, scale: WinningScale | None) -> str:
    """A short strategy in a sentence: ``The best rule that looks at one number (hold from card 88) wins 58%
    instead of 62%.``
    """
    kind = "The best rule" if short.proven else "The best rule found"
    if scale is not None and short.player in scale.winners:
        value, best = (chance_text(scale.chance(value, short.player)) for value in (short.value, short.best))
        verb = "wins"
    else:
        value, best = (f"{value.value:.4g}" for value in (short.value, short.best))
        verb = "is worth" if short.player == 0 else "gives the other"
    return f"{kind} {_size(short)} ({_short_table(short)}) {verb} {value} instead of {best}."


def _size(short: ShortStrategy) -> str:
    return "that looks at one number" if len(short.lines) == 1 else f"of {len(short.lines)} lines"


def _short_table(short: ShortStrategy) -> str:
    below, above = short.words

    def label(name: str) -> str:
        return short.labels.get(name, as_player(words_of(name), short.game.player_names))

    def line(within: tuple[int, int] | None, mark: int | None) -> str:
        where = "" if within is None else f"{label(short.by or '')} {range_text(*within)}: "
        if below == above:
            return f"{where}always {above}"
        from_mark = f"{above} from {label(short.column)} {mark}, else {below}"
        return where + (f"always {below}" if mark is None else from_mark)

    return "; ".join(line(*part) for part in short.lines)

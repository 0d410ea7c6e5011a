"""The legal moves as lines of text: their words, or each with what it is worth."""

from collections.abc import Callable, Iterable, Sequence

from faceup.numbers.value import Value
from faceup.results.outcome_sentences import shortly
from faceup.results.stakes import Stakes
from faceup.show.text.styled_lines import Text, clean, columns, flow, prose

MOST_VALUES = 60  # moves with their values
MOST_WORDS = 300  # moves without
INDENT = " " * 6  # of what does not fit beside its move


def move_lines(names: Iterable[str], width: int) -> list[Text]:
    """Moves, without a word on what they are worth."""
    named = list(names)
    shown = named[:MOST_WORDS]
    words = [Text(clean(name) + "," * (k < len(shown))) for k, name in enumerate(shown, 1)]
    return [*flow(words, width, "  ", "  "), *_left_out(len(named) - len(shown), width)]


def value_lines(
    rows: Sequence[tuple[str, Value, bool, int | None]],
    stakes: Stakes,
    turn: int,
    written: Callable[[Value], str],
    what: str,
    width: int,
) -> list[Text]:
    """Moves, each with its value, whether it is best and within how many moves it wins or loses, where that is known.

    ``written`` is how a value is shown that is no win, draw or loss, and ``what`` says what that number is.
    """
    shown = rows[:MOST_VALUES]
    widest = max(columns(clean(word)) for word, _, _, _ in shown)
    outcomes = [stakes.kind_for(turn, value) for _, value, _, _ in shown]
    lines: list[Text] = []
    for (word, value, best, moves), end in zip(shown, outcomes, strict=True):
        move, figure, style = clean(word), shortly(end, moves) if end else written(value), "bold" if best else ""
        mark, blank = "  * " if best else "    ", " " * (widest - columns(move) + 2)
        if len(mark) + widest + 2 + columns(figure) <= width:
            lines.append(Text.assemble((mark, "bold green"), (move, style), blank + figure))
        else:
            lines += flow((Text(part, style) for part in move.split()), width, mark, INDENT)
            lines.append(Text(INDENT + figure))
    figures = [written(value) for _, value, _, _ in shown]
    rounded_ones = ", to six digits," * any("." in figure and "%" not in figure for figure in figures)
    legend = "* best" + ("" if all(outcomes) else f"; the numbers{rounded_ones} are {what}")
    return [*lines, *_left_out(len(rows) - len(shown), width), *prose(legend, width, "dim", 2, 2)]


def _left_out(number: int, width: int) -> list[Text]:
    text = f"and {number:,} more: ? and the beginning of a move lists those that begin so"
    return prose(text, width, "", 2, 2) if number else []

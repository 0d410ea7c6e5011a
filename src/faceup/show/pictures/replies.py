"""First moves that are worth the same as a picture: what the replies to them lead to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from faceup.results.answers.solution import Solution
from faceup.results.sentences.solutions import MoveUnits
from faceup.results.sentences.words import count_phrase, either, one_line
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.show.pictures.house_style import BAR, FAINT, MARK, draw_lengths, new_axes, new_figure

FEW = 4  # moves that are named in a heading
NARROW = 0.1  # part of a bar that has room for a number alone


class Reply(NamedTuple):
    """First moves with the same replies: the number of replies by the result of whoever made the move."""

    words: Sequence[str]
    text: str  # of the value
    replies: Counter[str]
    mistakes: int


def reply_rows(
    solution: Solution, state: Any, words: Mapping[Move, str], texts: Mapping[Move, str], units: MoveUnits
) -> list[Reply] | None:
    """Return first moves that are worth the same, by how many of the other player's replies are mistakes, most first.

    Empty if no reply is one; None if the other player does not reply to each, or the results are not at hand.
    """
    game, who, stakes = solution.game, solution.game.turn(state), solution.stakes
    if not units.names or stakes is None or solution.standings(stakes) is None:
        return None
    value = units.of_reader(solution.value_of(state)).value or 0.0
    groups: dict[tuple[str, tuple[float, ...]], list[str]] = {}
    for move, word in words.items():
        after = game.play(state, move)
        if game.turn(after) != 1 - who:
            return None
        replies = sorted(units.of_reader(reply).value or 0.0 for reply in solution.values(after).values())
        groups.setdefault((texts[move], tuple(replies)), []).append(word)
    rows = [
        Reply(some, text, Counter(units.names[one] for one in replies), sum(one > value for one in replies))
        for (text, replies), some in groups.items()
    ]
    rows.sort(key=lambda row: -row.mistakes / row.replies.total())
    return rows if rows[0].mistakes else []


def replies_figure(heading: str, rows: Sequence[Reply], solution: Solution, who: int) -> Any:
    """Draw a bar for first moves that are worth the same: what the other player's replies lead to."""
    first = rows[0]
    names = either(first.words) if len(first.words) <= FEW else f"{first.words[0]} and {len(first.words) - 1} more"
    mistakes = f"{first.mistakes} of {count_phrase(first.replies.total(), 'reply', 'replies')}"
    lead = f"after {names}, {mistakes} {'is a mistake' if first.mistakes == 1 else 'are mistakes'}"
    figure = new_figure(f"{heading}; {lead}", 8, 1.6 + 0.45 * len(rows))
    axes = new_axes(figure, grid="")
    axes.spines["left"].set_visible(False)
    places, left = list(range(len(rows))), [0.0] * len(rows)
    mover, other = (seat_name(seat, solution.game.player_names) for seat in (who, 1 - who))
    results = {"win": (f"{mover} wins", BAR), "draw": ("draw", FAINT), "loss": (f"{other} wins", MARK)}
    for kind, (name, colour) in results.items():
        counts = [row.replies[kind] for row in rows]
        if any(counts):
            lengths = [count / row.replies.total() for count, row in zip(counts, rows, strict=True)]
            texts = [
                count_phrase(count, "reply", "replies") if length >= NARROW else str(count)
                for count, length in zip(counts, lengths, strict=True)
            ]
            draw_lengths(axes, left, lengths, texts, colour, name)
            left = [start + length for start, length in zip(left, lengths, strict=True)]
    axes.set_yticks(places, [one_line(", ".join(row.words), 24) for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda share, _: f"{100 * share:.4g}%")
    for place, row in enumerate(rows):
        axes.annotate(row.text, (1, place), (8, 0), textcoords="offset points", va="center", fontsize=9)
    axes.set_xlabel(f"replies of {other}, by the result of best play after them")
    figure.legend(loc="outside lower left", ncols=3)
    return figure

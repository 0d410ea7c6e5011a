"""The value of each first move as a picture."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count, islice, pairwise
from math import ceil
from typing import Any, NamedTuple

from faceup.numbers.value import Measure, Value, few_digits, fraction_text, measure, overlap
from faceup.results.answers.solution import UNKNOWN, Solution
from faceup.results.number_texts import chance_text
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.results.sentences.games import headline
from faceup.results.sentences.outcomes import HALF
from faceup.results.sentences.solutions import (
    MoveUnits,
    first_moves_finding,
    outcome_axis,
    outcome_head,
    units_of_moves,
    value_axis,
)
from faceup.results.sentences.words import count_phrase, one_line
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.moves import Move
from faceup.rules.names import possessive, seat_name
from faceup.show.pictures.house_style import (
    ACCENT,
    FAINT,
    MARKERS,
    MOVES,
    SOFT,
    house_style,
    new_axes,
    new_figure,
    text_width,
    whole_ticks,
)
from faceup.show.pictures.move_rows import (
    LONGEST_WORD,
    Option,
    are_numbers,
    by_field,
    gather,
    next_moves,
    outcome_rows,
)
from faceup.show.pictures.painter import LINES
from faceup.show.pictures.replies import replies_figure, reply_rows

MOST_ROWS = 40  # moves that get a line with their name and value each
MOST_MOVES = 2000
ROUND = (1, 2, 5)  # and these times ten, a hundred and so on: the steps between numbers on an axis
LONGEST_FRACTION = 12
MARGIN = 0.05  # room beside the ends of an axis of wins and losses
NARROWEST_BOUNDS = 0.002  # share of the axis; narrower bounds would not show

Ends = tuple[float, float] | None


class Axis(NamedTuple):
    """An axis of values, of ``shares`` or between two ``ends`` if it is known where they lie, or of named results."""

    label: str
    ends: Ends
    shares: bool = False
    names: Mapping[float, str] = {}


class _Mean(NamedTuple):
    """The value before chance decides, and its text."""

    number: float
    text: str


@house_style()
def moves_figure(solution: Solution, state: Any = None, after: Sequence[Move] = ()) -> Any:
    """Return the figure of the value of each move, at the start or in another state, to the player whom it names.

    At a chance node, its outcomes take the place of moves. The title names the moves ``after`` which it is. Raises
    UsageError if there is no move.
    """
    game = solution.game
    state = solution.start if state is None else state
    if solution.value.how == "stopped":
        raise LimitReached(UNKNOWN)
    if game.turn(state) == OVER:
        raise UsageError("there is no move to draw: the game is over")
    if len(list(islice(game.moves(state), MOST_MOVES + 1))) > MOST_MOVES:
        raise UsageError(f"there are too many moves to draw; possible: up to {MOST_MOVES:,}")
    forced, state = _forced_moves(solution, state)
    who, values = game.turn(state), solution.values(state)
    if who == CHANCE:
        values = {move: value for move, value in values.items() if game.odds(state, move) > 0}
    best = set(solution.best(state)) if who >= 0 else set()
    words = {move: one_line(word_of_move(game, state, move), LONGEST_WORD) for move in values}
    told = [(words[move], value) for move, value in values.items()]
    only = f"{', '.join(forced)} {'is the only move' if len(forced) == 1 else 'are the only moves'}; "
    finding = only * bool(forced and who != CHANCE) + first_moves_finding(
        solution, state, told, [words[move] for move in values if move in best]
    )
    heading, units = f"{headline(game, after)}: {finding}", units_of_moves(solution, who, list(values.values()))
    drawn = {move: units.of_reader(value) for move, value in values.items()}
    lengths = {move: _length(solution, state, move, value, units) for move, value in drawn.items()}
    texts = dict(zip(drawn, _texts(drawn.values(), lengths.values(), units), strict=True))
    if len(set(values.values())) == 1 < len(values):
        if replies := reply_rows(solution, state, words, texts, units):
            return replies_figure(heading, replies, solution, who)
        if replies is not None and len({*texts.values()}) == 1:
            raise UsageError(f"{finding}, whatever the reply")
    scale = measure([number for value in drawn.values() for number in (value.low, value.high)])
    by_move = {
        move: Option(words[move], texts[move], *_positions_of(value, scale), move in best, lengths[move])
        for move, value in drawn.items()
    }
    options, mean = [*by_move.values()], None
    if who == CHANCE:
        then = next_moves(solution, state, values)
        by_move = {
            move: option._replace(then=then.get(move, ""), odds=game.odds(state, move))
            for move, option in by_move.items()
        }
        deed = outcome_axis(solution, state, values)
        number, options = by_field(solution, state, by_move) if deed else ("", [*by_move.values()])
        rows = outcome_rows(options)
        head = number or deed or f"{outcome_head(solution, state, values)}{_after(forced)}"
        head += ", how likely" * (len(rows) <= MOST_ROWS and rows[0].word.endswith("%)"))
        of_all = units.of_reader(solution.value_of(state))
        mean = _Mean(_positions_of(of_all, scale)[0], *_texts([of_all], [0], units))
    else:
        sign = 1 if {who, units.reader} == {0, 1} else -1  # of a mover who wants as little as possible for the reader
        rows, head = gather(sorted(options, key=lambda option: (sign * option.number, option.length))), ""
    axis = _axis(solution, who, scale, units)
    if len(rows) <= MOST_ROWS:
        return _rows(heading, rows, axis, head, mean)
    return _cloud(heading, options, head or "move, in the order of the rules", axis, mean)


def _after(moves: Sequence[str]) -> str:
    return f" after {', '.join(moves)}" if moves else ""


def _forced_moves(solution: Solution, state: Any) -> tuple[list[str], Any]:
    """Return the moves from a state on to which there is no other, in words, and the state after them: the first in
    which somebody or chance decides. A move that gains something ends them, and so does the end.
    """
    game, words, met = solution.game, list[str](), set[Any]()
    while state not in met and len(moves := list(islice(game.moves(state), 2))) == 1:
        met.add(state)
        after = game.play(state, moves[0])
        if game.turn(after) == OVER or not overlap(solution.value_of(after), solution.value_of(state)):
            break
        words += [word_of_move(game, state, moves[0])] * (game.turn(state) >= 0)
        state = after
    return words, state


def _length(solution: Solution, state: Any, move: Move, value: Value, units: MoveUnits) -> int:
    """Return within how many moves the game is won after a move, less than 0 if it is lost; 0 if that is unknown."""
    if not units.names or solution.stakes is None:
        return 0
    length = solution.won_after(state, move, solution.stakes) or 0
    return length if units.names[value.value or 0.0] == "win" else -length


def _texts(values: Collection[Value], lengths: Iterable[int], units: MoveUnits) -> list[str]:
    """Return the values of the reader as texts: chances, results, or numbers, which are fractions if all are short."""
    if units.scale:
        return list(map(chance_text, values))
    if units.names:
        names = (units.names[value.value or 0.0] for value in values)
        within = (f" within {count_phrase(abs(length), 'move')}" if length else "" for length in lengths)
        return list(map(str.__add__, names, within))
    short = all(value.exact is not None and len(fraction_text(value.exact)) <= LONGEST_FRACTION for value in values)
    return list(map(_fraction if short else _decimals, values))


def _ends(solution: Solution) -> Ends:
    """Return the least and the largest payoff of a game of wins and losses, between which a single value is drawn."""
    stakes = solution.stakes
    return None if stakes is None or stakes.numeric else (float(min(stakes.payoffs)), float(max(stakes.payoffs)))


def _positions_of(value: Value, scale: Measure) -> tuple[float, float, float]:
    middle, low, high = (scale.place(number) for number in (value.middle or 0, value.low, value.high))
    return middle, low, high


def _fraction(value: Value) -> str:
    """Return a value that is a short fraction, with its decimals."""
    exact = value.exact or 0
    return fraction_text(exact) if exact.denominator == 1 else f"{exact} = {few_digits(exact, 6)}"


def _decimals(value: Value) -> str:
    return few_digits(value.middle or 0, 4)


def _draw(axes: Any, options: Sequence[Option], places: Sequence[float], upright: bool) -> None:
    """Draw points, with bars for inexact values; the best are filled diamonds."""
    numbers = [option.number for option in options]
    span = max(numbers) - min(numbers) or 1.0
    plain = {"marker": "o", "markerfacecolor": "white", "color": SOFT}
    looks = {(False, ""): plain, (True, ""): {"marker": "D", "color": ACCENT}}
    thens = dict.fromkeys(option.then for option in options if option.then)
    looks |= {(False, then): {"marker": MARKERS[k], "color": MOVES[k]} for k, then in enumerate(thens)}
    for (best, then), look in looks.items():
        moves = [
            (place, option)
            for place, option in zip(places, options, strict=True)
            if (option.best, option.then) == (best, then)
        ]
        if not moves:
            continue
        where, values = [place for place, _ in moves], [option.number for _, option in moves]
        below = [option.number - option.low for _, option in moves]
        reach = below, [option.high - option.number for _, option in moves]
        xs, ys = (where, values) if upright else (values, where)
        error = {"yerr" if upright else "xerr": reach} if max(map(max, reach)) > NARROWEST_BOUNDS * span else {}
        size = 7 if len(options) <= 100 else 4
        label = "best" if best else ("other moves" if any(option.best for option in options) else None)
        label = f"best then: {then}" if then else label
        axes.errorbar(xs, ys, **error, linestyle="none", markersize=size, capsize=3, zorder=3, label=label, **look)
    if thens or (any(option.best for option in options) and not all(option.best for option in options)):
        axes.figure.legend(loc="outside lower left", ncols=max(len(thens), 2))


def _rows(heading: str, options: Sequence[Option], axis: Axis, down: str, mean: _Mean | None) -> Any:
    """Draw a line for each move, the best at the top, with its value at the right, and the mean above."""
    figure = new_figure(heading, 8, max(1.5 + 0.3 * len(options), 1.1 + text_width(down, 10) / 72))
    axes = new_axes(figure, grid="x")
    axes.spines["left"].set_visible(False)
    places = list(range(len(options)))
    axes.hlines(places, 0, 1, transform=axes.get_yaxis_transform(), color=FAINT, linewidth=0.6, zorder=1)
    _draw(axes, options, places, upright=False)
    axes.set_yticks(places, [option.word for option in options])
    axes.set_ylim(len(options) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.margins(x=0.06)
    for place, option in zip(places, options, strict=True):
        axes.annotate(
            option.text,
            (1, place),
            (8, 0),
            xycoords=axes.get_yaxis_transform(),
            textcoords="offset points",
            va="center",
            fontsize=9,
            weight="bold" if option.best else "normal",
        )
        if option.best:
            axes.get_yticklabels()[place].set_fontweight("bold")
    if mean:
        axes.axvline(mean.number, zorder=2, **LINES["mean"])
        above = {"xycoords": axes.get_xaxis_transform(), "textcoords": "offset points", "ha": "center"}
        axes.annotate(f"before: {mean.text}", (mean.number, 1), (0, 3), fontsize=9, **above)
    axes.set_xlabel(axis.label)
    axes.set_ylabel(down)
    _breathe(axes.xaxis, options, axes.set_xlim, axis)
    return figure


def _cloud(heading: str, options: Sequence[Option], across: str, axis: Axis, mean: _Mean | None) -> Any:
    """Draw a point for each move, in the order of the rules, with the names of some, and the mean at the right."""
    figure = new_figure(heading, 8, 4.5)
    axes = new_axes(figure)
    places = list(range(len(options)))
    _draw(axes, options, places, upright=True)
    longest = max(len(option.word) for option in options)
    every = ceil(len(options) * min(longest + 2, 14) / 90)
    places_shown = places[::every]
    if are_numbers(options):
        first, step = int(options[0].word), next(s * 10**k for k in count() for s in ROUND if s * 10**k >= every)
        places_shown = [place for place in places if (first + place) % step == 0]
    turned = {"rotation": 35, "ha": "right"} if longest > 8 else {}
    axes.set_xticks(places_shown, [one_line(options[k].word, 20) for k in places_shown], **turned)
    axes.set_xlabel(across)
    axes.set_ylabel(axis.label)
    least, *others = sorted(zip(places, options, strict=True), key=lambda pair: pair[1].number)
    place, option = least
    alone = not any(one.best for one in options) and option.number < others[0][1].number
    turns = [one for before, one in pairwise(options) if one.then != before.then]
    notes = [f"{option.word}: {option.text}"] * alone
    notes += [f"{turns[0].then} from {turns[0].word} on"] * (len(turns) == 1)
    text = "; ".join(notes)
    axes.annotate(text, (place, option.number), (-8, 0), textcoords="offset points", ha="right", va="center")
    if mean:
        axes.axhline(mean.number, zorder=2, **LINES["mean"])
        beside = {"xycoords": axes.get_yaxis_transform(), "textcoords": "offset points", "va": "center"}
        axes.annotate(f"before:\n{mean.text}", (1, mean.number), (6, 0), fontsize=9, **beside)
    _breathe(axes.yaxis, options, axes.set_ylim, axis)
    return figure


def _axis(solution: Solution, who: int, scale: Measure, units: MoveUnits) -> Axis:
    """Return the axis of the reader's chances of winning, of named results, or of values."""
    stakes, reader = solution.stakes, units.reader
    moves = ""
    if stakes and who == 1 != reader:  # one who decides alone has no name but "the player"
        moves = f"; {stakes.name(1) if stakes.two else seat_name(1, stakes.own)} moves"
    if units.scale is not None and stakes is not None:
        whose = f"{possessive(stakes.name(reader))} " if stakes.two else ""
        half = HALF if units.scale.draws else ""
        return Axis(f"{whose}chance of winning{half}{moves}", (0.0, 1.0), shares=True)
    if units.names and stakes is not None:
        return Axis(f"result{f' for {stakes.name(reader)}' * stakes.two}", None, names=units.names)
    return Axis(f"{value_axis(solution, reader)}{scale.words}{moves}", _ends(solution))


def _breathe(side: Any, options: Sequence[Option], limit: Any, axis: Axis) -> None:
    """Set whole ticks for whole values; a single other value lies between the ends, if there are any."""
    values = [option.number for option in options]
    if axis.names:
        side.set_ticks(list(axis.names), list(axis.names.values()))
        limit(min(axis.names) - MARGIN, max(axis.names) + MARGIN)
        return
    if axis.shares:
        side.set_major_formatter(lambda share, _: f"{100 * share:.4g}%")
    whole = all(value.is_integer() for value in values) and not axis.shares
    if whole:
        whole_ticks(side)
    if max(values) - min(values) < 1e-9 * max(1.0, *map(abs, values)):
        if axis.ends and not whole:
            limit(axis.ends[0] - MARGIN, axis.ends[1] + MARGIN)
            return
        reach = max(option.high - option.low for option in options)
        room = (0.5 if whole else 0.1 * abs(values[0])) + reach
        limit(values[0] - room, values[0] + room)

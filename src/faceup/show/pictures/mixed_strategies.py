"""A mixed strategy as a picture: a bar for each information set, divided by the probabilities of moves."""

from collections.abc import Mapping, Sequence
from typing import Any

from faceup.numbers.value import Number
from faceup.results.answers.decision import Decision, MixedStrategy
from faceup.results.number_texts import amount_text, lot, share
from faceup.results.sentences.games import headline
from faceup.results.sentences.mixed_strategies import worth_meaning, worth_texts
from faceup.results.sentences.solutions import answer
from faceup.results.sentences.words import capital, one_line
from faceup.results.showable import optional
from faceup.rules.errors import UsageError
from faceup.rules.names import seat_name
from faceup.show.drawings.pure_strategies import pure_drawing
from faceup.show.pictures.house_style import (
    INK,
    MOVES,
    house_style,
    ink_on,
    move_ground,
    new_axes,
    new_figure,
    text_width,
)
from faceup.show.pictures.painter import paint_figure

MOST_ROWS, FEW_ROWS = 24, 30  # decisions of a player, of many and of those that are all drawn
LONGEST_SEEN, LONGEST_WORD = 60, 24  # characters of an information set, and of a move
WIDEST_NAMES = 4.5  # inches for information sets
BARS, WORTHS, ROW, FRAME = 5.5, 1.2, 0.3, 0.6  # inches across and for worths; up for a row, and around a player's
VALUE = "the value of the decision "
HATCHES, EDGE = ("", "////", "||||"), {"edgecolor": "white", "linewidth": 0.8}
SIZE = 9  # the size of words in bars, in points


@house_style()
def mixed_figure(strategy: MixedStrategy) -> Any:
    """Return a figure of the probabilities of moves by information set, the most frequent sets of each player.

    If no decision is mixed, maps show the move by the numbers that are seen. Raises UsageError if there is no decision
    to draw, and for moves without mixing by anything else.
    """
    game = strategy.game
    if not strategy.decisions:
        raise UsageError(f"{type(game).name} has no decision to draw")
    mixed = any(one.mixed for one in strategy.decisions)
    by_player = {player: _most_frequent(strategy.of(player)) for player in strategy.players}
    worth = f"Best play is worth {amount_text(strategy.value)} to {seat_name(0, game.player_names)}."
    heading = f"{headline(game)}. {worth if strategy.solution is None else answer(strategy.solution)}"
    if not mixed:
        return paint_figure({**pure_drawing(strategy), "title": heading})
    decisions = [one for rows in by_player.values() for one in rows]
    used_words = {word for one in decisions for word, _ in _lots(one)}
    words = [word for word in _in_order(decisions) if word in used_words]
    fills = {word: _fill(k) for k, word in enumerate(words)}
    figure = _bars_figure(strategy, heading, by_player, fills)
    patch = optional("matplotlib.patches", "plots").Patch
    handles = [patch(**fill, label=word) for word, fill in fills.items()]
    columns = max(1, int(72 * figure.get_figwidth() / (max(text_width(word, SIZE) for word in words) + 42)))
    figure.set_figheight(figure.get_figheight() + 0.2 * -(-len(words) // columns))
    figure.legend(handles=handles, loc="outside lower left", ncols=columns, handlelength=1.6, handleheight=1.2)
    return figure


def _fill(place: int) -> dict[str, Any]:
    """Return the fill of the move at this place: its colour, with white lines from the ninth on."""
    return {"facecolor": move_ground(place), "hatch": HATCHES[place // len(MOVES) % len(HATCHES)], **EDGE}


def _bars_figure(
    strategy: MixedStrategy, heading: str, by_player: Mapping[int, Sequence[Decision]], fills: Mapping[str, Any]
) -> Any:
    """Return a figure of a bar for each decision, under each other for each player."""
    decisions = [one for rows in by_player.values() for one in rows]
    names = max(text_width(_seen_text(strategy, one), 10) for one in decisions) / 72
    counts = [len(rows) for rows in by_player.values()]
    width = BARS + WORTHS + min(names, WIDEST_NAMES)
    figure = new_figure(heading, width, FRAME * len(counts) + ROW * sum(counts) + 0.9)
    grid = figure.add_gridspec(len(by_player), 1, height_ratios=counts)
    for place, (player, rows) in enumerate(by_player.items()):
        axes = new_axes(figure, grid[place], grid="x")
        axes.set_title(_heading(strategy, player, len(rows)), loc="left")
        _bars(axes, strategy, rows, fills)
    worth = worth_meaning(strategy).removeprefix("worth is ")
    known = any(one.worths is not None for one in decisions)
    at_the_right = f"; at the right, {VALUE if worth.startswith('to ') else ''}{worth}" if known else ""
    axes.set_xlabel(f"probability of each move{at_the_right}")
    return figure


def _most_frequent(decisions: Sequence[Decision]) -> list[Decision]:
    """Return the most frequent decisions that a picture holds, in their order; all if hardly any would be left out."""
    if len(decisions) <= FEW_ROWS:
        return [*decisions]
    frequent = sorted(decisions, key=lambda one: -float(one.reach or 0))[:MOST_ROWS]
    return [one for one in decisions if one in frequent]


def _heading(strategy: MixedStrategy, player: int, rows: int) -> str:
    """Return the player of the decisions, and which of them are shown if there are more."""
    name, count = capital(seat_name(player, strategy.game.player_names)), len(strategy.of(player))
    return name if rows == count else f"{name}: the {rows} of {count:,} decisions that best play comes to most often"


def _lots(decision: Decision) -> list[tuple[str, Number]]:
    """Return the moves with a probability above 0, each with it."""
    pairs = zip(decision.words, decision.chances, strict=True)
    return [(one_line(word, LONGEST_WORD), chance) for word, chance in pairs if chance]


def _in_order(decisions: Sequence[Decision]) -> list[str]:
    """Return the words of all moves there, as the rules list them."""
    return list(dict.fromkeys(one_line(word, LONGEST_WORD) for one in decisions for word in one.words))


def _seen_text(strategy: MixedStrategy, decision: Decision) -> str:
    return one_line(strategy.sees[decision], LONGEST_SEEN)


def _bars(axes: Any, strategy: MixedStrategy, rows: Sequence[Decision], fills: Mapping[str, Any]) -> None:
    """Draw a bar for each decision, the first on top, with its value at the right."""
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.set_yticks(range(len(rows)), [_seen_text(strategy, one) for one in rows])
    axes.tick_params(length=0)
    axes.set_xlim(0, 1)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.xaxis.set_major_formatter(lambda number, _: f"{number:.0%}")
    at_the_right = {"xycoords": axes.get_yaxis_transform(), "textcoords": "offset points", "va": "center"}
    known = [one for one in rows if one.worths is not None]
    worths = worth_texts(strategy.solution, rows[0].player, [max(one.worths or ()) for one in known])
    for one, text in zip(known, worths, strict=True):
        axes.annotate(text, (1, rows.index(one)), (6, 0), fontsize=SIZE, color=INK, **at_the_right)
    for place, one in enumerate(rows):
        start = 0.0
        for word, chance in sorted(_lots(one), key=lambda lot: list(fills).index(lot[0])):
            wide = float(chance)
            axes.barh(place, wide, 0.76, left=start, **fills[word], zorder=2)
            middle = (start + wide / 2, place)
            if label := _move_label(word, chance, wide * BARS * 72):
                ink = ink_on(fills[word]["facecolor"])
                axes.text(*middle, label, size=SIZE, color=ink, ha="center", va="center", zorder=3)
            start += wide


def _move_label(word: str, chance: Number, room: float) -> str:
    """As much of the move and its probability as fits into so many points."""
    texts = [word] if chance == 1 else [lot(word, chance), share(chance), word]
    return next((text for text in texts if text_width(text, SIZE) + 5 < room), "")

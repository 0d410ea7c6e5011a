"""Pictures of sweeps: curves, bands, maps and thresholds of every cell, and of no other."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import dist
from typing import Any

import matplotlib
import pytest

from faceup.engines.sweep.grid import sweep
from faceup.games.best_card import BestCard
from faceup.numbers.value import Value, exactly
from faceup.results.samples.sweep import FAILED, LIMIT, NO_GAME
from faceup.rules.errors import UsageError
from faceup.show.pictures.sweep_maps import usual_range
from faceup.show.pictures.sweeps import sweep_figure

from .test_pictures import lab, sweep_of, ticks, title_of


def test_a_line_goes_through_its_cells_and_breaks_where_there_is_none() -> None:
    def value(deck: int) -> Any:
        return {3: NO_GAME, 6: FAILED, 7: LIMIT}.get(deck) or exactly(Fraction(deck * deck, 7))

    figure = sweep_figure(sweep_of("value", {"deck": tuple(range(1, 10))}, value))
    axes = figure.axes[0]
    lines = {
        tuple(map(int, line.get_xdata())): list(line.get_ydata()) for line in axes.lines if line.get_linestyle() == "-"
    }
    assert set(lines) == {(1, 2), (4, 5), (8, 9)}
    assert all(ys == pytest.approx([x * x / 7 for x in xs]) for xs, ys in lines.items())
    marks = {line.get_label(): list(line.get_xdata()) for line in axes.lines if line.get_linestyle() == "None"}
    assert marks == {"failed": [6], "a limit was reached": [7]}
    assert "Made up, size 3: value rises from 0.14 at deck 1 to 11.57 at deck 9" in title_of(figure)


def test_intervals_are_bands() -> None:
    def value(games: int) -> Value:
        return Value(0.4 - 1 / games, 0.5 + 1 / games, "sampled", 0.45 + games / 100)

    figure = sweep_figure(sweep_of("win_rate", {"games": (3, 4, 5)}, value))
    (band,) = figure.axes[0].collections
    edge = {(round(x), round(y, 6)) for x, y in band.get_paths()[0].vertices}
    assert {(games, round(bound, 6)) for games in (3, 4, 5) for bound in (0.4 - 1 / games, 0.5 + 1 / games)} <= edge
    assert "intervals at 95% confidence" in figure.axes[0].get_ylabel()


def test_bounds_that_a_limit_left_are_no_numbers() -> None:
    def value(deck: int) -> Value:
        return Value(0, 1, "stopped") if deck == 2 else exactly(deck)

    figure = sweep_figure(sweep_of("value", {"deck": (1, 2, 3)}, value))
    solid = [line for line in figure.axes[0].lines if line.get_linestyle() == "-"]
    assert {x for line in solid for x in line.get_xdata()} == {1, 3}
    (dotted,) = [line for line in figure.axes[0].lines if line.get_linestyle() == ":"]
    assert (list(dotted.get_xdata()), list(dotted.get_ydata())) == ([2, 2], [0, 1])


def test_a_map_has_its_numbers_and_says_what_is_missing() -> None:
    def value(deck: int, hand: int) -> Any:
        return {(2, 1): NO_GAME, (3, 2): FAILED, (1, 3): LIMIT}.get((deck, hand)) or exactly(Fraction(deck, hand))

    figure = sweep_figure(sweep_of("value", {"deck": (1, 2, 3, 4), "hand": (1, 2, 3)}, value))
    axes = figure.axes[0]
    texts = {(int(text.get_position()[0]), int(text.get_position()[1])): text.get_text() for text in axes.texts[:-1]}
    for y, deck in enumerate((1, 2, 3, 4)):
        for x, hand in enumerate((1, 2, 3)):
            wanted = {(2, 1): None, (3, 2): "X", (1, 3): "?"}.get((deck, hand), f"{deck / hand:.3f}")
            assert texts.get((x, y)) == wanted
    assert axes.texts[-1].get_text().split("   ") == ["blank: no game", "X: failed", "?: a limit was reached"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("hand", "deck")
    assert axes.yaxis_inverted()  # as in the table


def test_without_room_for_numbers_few_values_are_lines_and_many_a_map() -> None:
    decks = tuple(range(100, 160))
    figure = sweep_figure(sweep_of("value", {"hand": (1, 2), "deck": decks}, lambda hand, deck: exactly(hand * deck)))
    lines = [list(line.get_ydata()) for line in figure.axes[0].lines]
    assert lines == [[hand * deck for deck in decks] for hand in (1, 2)]
    assert {text.get_text() for text in figure.axes[0].texts} == {"hand 1", "hand 2"}
    both = {"deck": decks, "hand": tuple(range(40))}
    figure = sweep_figure(sweep_of("value", both, lambda deck, hand: exactly(hand * deck)))
    (mesh,) = (found for found in figure.axes[0].collections if found.get_array() is not None)
    shown = mesh.get_array().reshape(40, 60)
    assert all(shown[hand][deck - 100] == hand * deck for hand in both["hand"] for deck in decks)


def test_thresholds_are_a_curve_for_each_cell() -> None:
    marks = {10: (9, 8, 7), 20: (18, None, 12), 30: None, 40: (9, 8, 7)}
    figure = sweep_figure(sweep_of("thresholds", {"deck": tuple(marks)}, lambda deck: marks[deck] or "limit"))
    drawn = [(list(line.get_xdata()), list(line.get_ydata())) for line in figure.axes[0].lines]
    assert drawn == [([1, 2, 3], [9, 8, 7]), ([1, 3], [18, 12])]
    assert {text.get_text() for text in figure.axes[0].texts} == {"deck 10, 40", "deck 20"}


def test_a_single_threshold_each_is_a_line() -> None:
    figure = sweep_figure(sweep_of("thresholds", {"deck": (10, 20, 30)}, lambda deck: (deck // 3,)))
    (line,) = figure.axes[0].lines
    assert (list(line.get_xdata()), list(line.get_ydata())) == ([10, 20, 30], [3, 6, 10])
    assert "threshold rises from 3 at deck 10 to 10 at deck 30" in title_of(figure)


def test_counts_far_apart_are_on_a_logarithmic_scale() -> None:
    figure = sweep_figure(sweep_of("states", {"deck": (1, 2, 3)}, lambda deck: 50**deck))
    axes = figure.axes[0]
    figure.draw_without_rendering()
    assert axes.get_yscale() == "log"
    assert "10,000" in {label.get_text() for label in axes.get_yticklabels()}
    near = sweep_figure(sweep_of("states", {"deck": (1, 2, 3)}, lambda deck: 50 * deck))
    assert near.axes[0].get_yscale() == "linear"


def test_parameters_that_are_no_numbers_stand_side_by_side() -> None:
    axes = {"open": (False, True), "hands": ("1-5", "6-9")}
    figure = sweep_figure(sweep_of("value", {"open": axes["open"]}, lambda open: exactly(int(open))))
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["False", "True"]
    assert sweep_figure(sweep_of("value", axes, lambda open, hands: exactly(int(open))))


def test_several_figures_are_one_below_the_other() -> None:
    one = sweep_of("value", {"deck": (1, 2, 3)}, lambda deck: exactly(deck))
    cells = tuple(replace(cell, values={**cell.values, "states": 7 * k}) for k, cell in enumerate(one.cells))
    figure = sweep_figure(replace(one, figures=("value", "states"), cells=cells))
    assert [axes.get_ylabel() for axes in figure.axes] == ["value to the first player", "number of states"]
    alone = sweep_figure(sweep(BestCard, {"deck": 12, "hand": "1..10"})).axes[0]
    assert (alone.get_ylabel(), list(alone.get_xticks())) == ("share of games won", list(range(1, 11)))
    assert [list(axes.lines[0].get_ydata()) for axes in figure.axes] == [[1, 2, 3], [0, 7, 14]]


@pytest.mark.parametrize("names", [(), ("a", "b", "c")])
def test_no_parameters_and_three_are_no_picture(names: tuple[str, ...]) -> None:
    made = sweep_of("value", dict.fromkeys(names, (1, 2)), lambda **key: exactly(1))
    with pytest.raises(UsageError, match=rf"{len(names)} parameters vary.*; a picture has room for one or two"):
        sweep_figure(made)


def test_panels_of_thresholds_have_whole_ticks_and_say_where_there_is_no_curve() -> None:
    def value(deck: int, hand: int) -> Any:
        return {1: (), 2: (deck,), 3: (deck, None, 4), 4: (None, None), 5: NO_GAME}[hand]

    axes = {"hand": (1, 2, 3, 4, 5), "deck": (4, 5, 6, 7, 8, 9)}
    figure = sweep_figure(sweep_of("thresholds", axes, lambda hand, deck: value(deck, hand)))
    figure.draw_without_rendering()
    empty, single, two, never, none = figure.axes
    for panel, told in ((empty, "no thresholds"), (never, "no thresholds"), (none, "no game")):
        assert ([text.get_text() for text in panel.texts], panel.lines[:], panel.axison) == ([told], [], False)
    assert (ticks(single.xaxis), ticks(single.yaxis)) == (["1"], ["4", "5", "6", "7", "8", "9"])
    assert (ticks(two.xaxis), ticks(two.yaxis)) == (["1", "2", "3"], ["4", "5", "6", "7", "8", "9"])


def test_neighbouring_curves_differ_in_colour_and_mark() -> None:
    decks = {"deck": tuple(range(20, 32))}
    figure = sweep_figure(sweep_of("thresholds", decks, lambda deck: tuple(range(deck, deck - 20, -1))))
    lines = figure.axes[0].lines
    assert len(lines) == 12
    for a, b in pairwise(lines):
        assert a.get_marker() != b.get_marker()
        assert a.get_markevery() != b.get_markevery()  # not all at the same steps
        assert dist(lab(a.get_color()), lab(b.get_color())) > 9


def test_a_sweep_without_any_number_has_no_numbers_beside_it() -> None:
    figure = sweep_figure(sweep_of("thresholds", {"deck": (10, 20, 30)}, lambda deck: ()))
    (axes,) = figure.axes
    figure.draw_without_rendering()
    assert (ticks(axes.yaxis), ticks(axes.xaxis)[0], ticks(axes.xaxis)[-1]) == ([], "10", "30")


def test_a_single_whole_number_has_a_single_tick() -> None:
    figure = sweep_figure(sweep_of("value", {"deck": (1, 2, 3)}, lambda deck: exactly(-1)))
    figure.draw_without_rendering()
    assert ticks(figure.axes[0].yaxis) == ["\N{MINUS SIGN}1"]


def test_few_numbers_have_a_colour_each_and_a_name() -> None:
    sweep = sweep_of("value", {"a": tuple(range(40)), "b": tuple(range(40))}, lambda a, b: exactly((a + b) % 3))
    figure = sweep_figure(sweep)
    assert len(figure.axes) == 1  # no bar of colours
    (key,) = figure.legends
    assert [text.get_text() for text in key.get_texts()] == [f"value to the first player {n}" for n in range(3)]
    colours = [matplotlib.colors.to_hex(patch.get_facecolor()) for patch in key.get_patches()]
    assert len(set(colours)) == 3
    (mesh,) = figure.axes[0].collections
    figure.draw_without_rendering()
    assert {matplotlib.colors.to_hex(colour) for colour in mesh.get_facecolors()} == set(colours)


def test_outliers_do_not_make_all_others_alike() -> None:
    usual = list(range(100))
    assert usual_range(usual) == (0, 99)
    assert usual_range([*usual, 10_000]) == (0, 95)
    assert usual_range([-10_000, *usual]) == (4, 99)
    assert usual_range([5] * 50) == (5, 5)
    assert usual_range([0.0]) == (0, 0)
    sweep = sweep_of(
        "value",
        {"a": tuple(range(1, 41)), "b": tuple(range(1, 41))},
        lambda a, b: exactly(-(10**6) if (a, b) == (1, 1) else a + b),
    )
    bar = sweep_figure(sweep).axes[1]
    assert bar.get_ylim() == (14, 80)  # of 1,600 cells the 80 lowest may be far beyond the others

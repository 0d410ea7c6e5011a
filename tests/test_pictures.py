"""Pictures: they show what was computed, all of it and nothing else, and can be read without colour."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, pairwise
from math import inf
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import matplotlib
import matplotlib.colors
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.transforms import Affine2D

import faceup
from faceup.engines.chain.outcomes import outcomes
from faceup.engines.explain.mixed_strategies import mixed_strategy
from faceup.engines.explain.strategies import strategy
from faceup.engines.explain.why import best_play
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.enumeration import enumerate_deals
from faceup.engines.solve.table import Table
from faceup.engines.sweep.grid import sweep
from faceup.games.best_card import BestCard
from faceup.games.fifteen import Fifteen
from faceup.games.goofspiel import Goofspiel
from faceup.games.hexapawn import Hexapawn
from faceup.games.hog import Hog
from faceup.games.kuhn_poker import KuhnPoker
from faceup.games.mia import Mia
from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.games.red_black import RedBlack
from faceup.games.secretary import Secretary
from faceup.games.tic_tac_toe import TicTacToe
from faceup.native.not_compiled import InterpretedWarning
from faceup.numbers.value import Value, exactly
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import Solution
from faceup.results.answers.strategy import Row, Strategy
from faceup.results.number_texts import rate_text
from faceup.results.samples.sweep import Cell, Sweep
from faceup.rules import Game
from faceup.rules.errors import LimitReached, UsageError
from faceup.show.drawings.regions import boxes, regions, runs, threshold_words
from faceup.show.pictures.first_moves import moves_figure
from faceup.show.pictures.house_style import save, shades, svg_text, text_width
from faceup.show.pictures.mixed_strategies import mixed_figure
from faceup.show.pictures.move_rows import ALIKE, Option, gather
from faceup.show.pictures.painter import CROSSES, DOTS, STRIPES
from faceup.show.pictures.plots import distribution_figure, sample_figure, strategy_figure
from faceup.show.pictures.sweeps import sweep_figure
from faceup.show.pictures.trees import tree_figure
from tests.commands import Capture, run
from tests.games.arbitrary import Scramble
from tests.games.chance import Field, Pot
from tests.games.duels import Dense, Ends, LastWord, LoserTwice
from tests.games.payoffs import HugePayoffs
from tests.library import deep, one_in
from tests.oracle import oracle

MAPS: dict[str, tuple[Game, str]] = {
    "thresholds over steps": (BestCard(deck=13, hand=7), "best"),
    "a band": (Secretary(candidates=12), "best"),
    "red and black": (RedBlack(red=6, black=6), "best"),
    "many steps": (BestCard(deck=50, hand=40), "best"),
    "three moves": (Hog(goal=8, dice=3, sides=3), "best"),
    "four moves": (Field(), "best"),
    "values far apart": (Field(gap=7), "best"),
    "three numbers": (Pot(), "all"),
    "many moves": (Nim(a=2, b=2, c=3), "all"),
    "anything": (Scramble(seed=2, nodes=30), "all"),
}


@cache
def strategy_of(which: str) -> Strategy:
    game, reach = MAPS[which]
    return strategy(solve(game), reach=reach)


@cache
def figure_of(which: str) -> Any:
    return strategy_figure(strategy_of(which))


def cells_of(axes: Any) -> dict[str, set[tuple[int, int]]]:
    """The cells of each kind that are drawn, by the name of the patch."""
    found: dict[str, set[tuple[int, int]]] = {}
    for patch in axes.patches:
        if patch.get_gid():
            corners = patch.get_path().vertices.reshape(-1, 5, 2)
            found[patch.get_gid()] = {
                (round(box[0][0] + 0.5), y)
                for box in corners
                for y in range(round(box[0][1] + 0.5), round(box[2][1] + 0.5))
            }
    return found


def name_of(row: Row) -> str:
    return f"{'best' if row.sure else 'unsure'}-{'-'.join(map(str, row.moves))}"


def places(values: Sequence[int]) -> dict[int, int]:
    """The cell of each value: in even steps where these are not too many."""
    known = sorted(set(values))
    step = min((b - a for a, b in pairwise(known)), default=1)
    even = all((value - known[0]) % step == 0 for value in known) and (known[-1] - known[0]) / step < 4 * len(known)
    return {value: (value - known[0]) // step if even else k for k, value in enumerate(known)}


# --- maps of decisions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", [which for which in MAPS if which not in ("three numbers", "many moves")])
def test_a_map_has_one_cell_for_each_decision_and_says_its_moves(which: str) -> None:
    found = strategy_of(which)
    across, up = (places([row.key[k] for row in found.rows]) for k in (0, -1))
    for axes, part in zip(figure_of(which).axes, found.by_player or (found,), strict=True):
        expected: dict[str, set[tuple[int, int]]] = {}
        for row in part.rows:
            place = across[row.key[0]], up[row.key[-1]] if len(row.key) > 1 else 0
            expected.setdefault(name_of(row), set()).add(place)
        assert cells_of(axes) == expected


def test_long_gaps_between_values_are_no_cells() -> None:
    rows = tuple(Row((x, y), ((x + y) % 4,)) for x in (0, 1, 1000) for y in (2, 4))
    axes = strategy_figure(replace(strategy_of("four moves"), rows=rows)).axes[0]
    drawn = sorted(cell for cells in cells_of(axes).values() for cell in cells)
    assert drawn == [(x, y) for x in (0, 1, 3) for y in range(2)]  # 2 is the gap
    assert [label.get_text() for label in axes.get_xticklabels()] == ["0", "1", "...", "1,000"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["2", "4"]


def test_three_numbers_are_panels_of_maps() -> None:
    found = strategy_of("three numbers")
    figure = figure_of("three numbers")
    values = sorted({row.key[0] for row in found.rows})
    assert [axes.get_title(loc="left") for axes in figure.axes] == [f"turns {value}" for value in values]
    across, up = (places([row.key[k] for row in found.rows]) for k in (1, 2))
    for axes, value in zip(figure.axes, values, strict=True):
        expected: dict[str, set[tuple[int, int]]] = {}
        for row in found.rows:
            if row.key[0] == value:
                expected.setdefault(name_of(row), set()).add((across[row.key[1]], up[row.key[2]]))
        assert cells_of(axes) == expected


def test_of_many_panels_some_are_chosen_evenly() -> None:
    rows = tuple(Row((a, b, c), ((a + b + c) % 3,)) for a in range(1, 21) for b in range(3) for c in range(3))
    figure = strategy_figure(replace(strategy_of("four moves"), quantities=("turns", "b", "c"), rows=rows))
    shown = [int(axes.get_title(loc="left").split()[-1]) for axes in figure.axes]
    assert len(shown) == 12
    assert (shown[0], shown[-1]) == (1, 20)
    assert {b - a for a, b in pairwise(shown)} == {1, 2}
    told = title_of(figure)
    assert "180 decisions" in told
    assert "12 of 20 values of turns" in told


def test_two_moves_over_three_numbers_are_one_map_of_boundaries() -> None:
    found = strategy(solve(Pot(goal=9, turns=20)), reach="all")
    starts: dict[tuple[int, ...], list[int]] = {}
    for row in found.rows:
        starts.setdefault(row.key[:2], [])
        if "bank" in {found.word(move) for move in row.moves}:
            starts[row.key[:2]].append(row.key[2])
    figure = strategy_figure(found)
    (axes,) = figure.axes
    drawn = sorted(int(text.get_text()) for text in axes.texts if text.get_text() != "always roll")
    assert drawn == sorted(min(pots) for pots in starts.values() if pots)
    assert title_of(figure).startswith("Pot, turns 20: bank from pot ")
    assert ("always roll" in keys_of(figure)) == any(not pots for pots in starts.values())


def test_where_the_first_move_is_best_once_more_its_number_leans() -> None:
    rows = tuple(
        Row((a, b, c), (int(c in (2, 3) or (a, b, c) == (1, 1, 4)),))
        for a in range(6)
        for b in range(2)
        for c in range(5)
    )
    figure = strategy_figure(replace(strategy_of("four moves"), quantities=("a", "b", "c"), rows=rows))
    styles = Counter(text.get_style() for text in figure.axes[0].texts)
    assert styles == {"italic": 11, "normal": 1}
    assert any("again with a larger" in key for key in keys_of(figure))


def test_numbers_that_decide_nothing_are_left_out_of_four() -> None:
    found = strategy_of("many moves")
    assert len(found.quantities) == 4
    drawn = sum(len(cells) for axes in figure_of("many moves").axes for cells in cells_of(axes).values())
    assert drawn == len({row.key[:3] for row in found.rows})


@pytest.mark.parametrize("which", MAPS)
def test_stripes_are_exactly_where_moves_are_equal(which: str) -> None:
    found = strategy_of(which)
    named = [patch for axes in figure_of(which).axes for patch in axes.patches if patch.get_gid()]
    striped = [patch for patch in named if patch.get_hatch() in (STRIPES, CROSSES, DOTS)]
    plain = [patch for patch in named if patch not in striped]
    assert all(patch.get_gid().count("-") >= 2 for patch in striped)
    assert all(patch.get_gid().count("-") == 1 for patch in plain)
    if which != "many moves":  # where rows are put together
        drawn = sum(
            len(cells) for axes in figure_of(which).axes for n, cells in cells_of(axes).items() if n.count("-") > 1
        )
        assert drawn == len(found.equal)
    assert bool(striped) == bool(found.equal)
    assert ("equal" in " ".join(keys_of(figure_of(which)))) == bool(found.equal)


def keys_of(figure: Any) -> list[str]:
    return [text.get_text() for legend in figure.legends for text in legend.get_texts()]


def test_cells_too_close_to_tell_are_dotted() -> None:
    exact = strategy_of("three moves")
    hidden = [row for row in exact.rows if len(row.moves) > 1][:2]
    assert len(hidden) == 2
    found = replace(exact, rows=tuple(row._replace(sure=row not in hidden) for row in exact.rows))
    figure = strategy_figure(found)
    (dotted,) = [patch for patch in figure.axes[0].patches if (patch.get_gid() or "").startswith("unsure")]
    assert set(dotted.get_hatch()) == {"."}
    assert len(cells_of(figure.axes[0])[dotted.get_gid()]) == 2
    assert any(key.startswith("dotted: too close to tell: 2 (") for key in keys_of(figure))


def test_thresholds_are_drawn_and_written_at_their_steps() -> None:
    found = strategy_of("thresholds over steps")
    assert found.thresholds == (12, 12, 12, 12, 11, 10)
    axes = figure_of("thresholds over steps").axes[0]
    numbers = {round(text.xy[0]) + 1: text.get_text() for text in axes.texts if hasattr(text, "xy")}
    assert numbers == {step: str(mark) for step, mark in zip(found.steps, found.thresholds, strict=True)}
    boundary, marks = axes.lines
    assert list(marks.get_ydata()) == [mark - 1 for mark in found.thresholds]  # cards count from 1, cells from 0
    assert list(boundary.get_ydata())[::2] == [mark - 1.5 for mark in found.thresholds]


def ticks(axis: Any) -> list[str]:
    """The ticks that are seen, as text."""
    low, high = sorted(axis.get_view_interval())
    spots = zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True)
    return [label.get_text() for place, label in spots if low <= place <= high]


def title_of(figure: Any) -> str:
    return " ".join(figure.get_suptitle().split())


@pytest.mark.parametrize(
    ("which", "title"),
    [
        ("thresholds over steps", "Best card, deck 13, hand 7: hold from card 12 down to 10"),
        ("a band", "The secretary problem, candidates 12: take from seen 5 on"),
        ("red and black", "Red and black, red 6, black 6: stop from black 1 up to 5; never at red 4 to 6"),
    ],
)
def test_the_title_states_the_finding(which: str, title: str) -> None:
    assert title_of(figure_of(which)) == title


def test_the_title_names_the_steps_that_have_a_boundary_if_others_are_on_both_sides() -> None:
    found = strategy_of("red and black")
    for marks, told in (((None, 1, 1), "never at red 1"), ((None, 1, None), "from black 1, only at red 2")):
        assert told in threshold_words(replace(found, steps=(1, 2, 3), thresholds=marks))


def test_the_title_of_a_map_counts_decisions() -> None:
    found = strategy_of("four moves")
    counts = Counter(row.moves[0] for row in found.rows if len(row.moves) == 1)
    told = title_of(figure_of("four moves"))
    assert f"of {len(found.rows)} decisions" in told
    for move, count in counts.items():
        assert f"{found.word(move)} in {count / len(found.rows):.0%}" in told
    assert f"{len(found.equal) / len(found.rows):.0%} have several best moves" in told


@pytest.mark.parametrize("which", MAPS)
def test_every_move_is_named_in_the_picture_or_in_its_key(which: str) -> None:
    found, figure = strategy_of(which), figure_of(which)
    told = " ".join([text.get_text() for axes in figure.axes for text in axes.texts] + keys_of(figure))
    assert all(found.word(move) in told for row in found.rows for move in row.moves)


@pytest.mark.parametrize("which", ["four moves", "three numbers", "thresholds over steps"])
def test_words_stand_inside_their_own_regions(which: str) -> None:
    found = strategy_of(which)
    words = {found.word(move): move for row in found.rows for move in row.moves}
    seen = 0
    for axes in figure_of(which).axes:
        cells = cells_of(axes)
        for text in axes.texts:
            if text.get_text() not in words:
                continue
            box = text.get_window_extent().transformed(axes.transData.inverted())
            under = {
                (x, y) for x in range(round(box.x0), round(box.x1) + 1) for y in range(round(box.y0), round(box.y1) + 1)
            }
            assert under <= cells[f"best-{words[text.get_text()]}"], text
            seen += 1
    assert seen >= 2


def test_thresholds_without_decisions_are_a_curve() -> None:
    whole = strategy_of("many steps")
    assert whole.thresholds is not None
    figure = strategy_figure(replace(whole, rows=(), lines=()))
    (line,) = figure.axes[0].lines
    assert list(line.get_ydata())[::2] == [mark - 0.5 for mark in whole.thresholds]
    assert {"hold", "do not hold"} <= {text.get_text() for text in figure.axes[0].texts}
    with pytest.raises(UsageError, match="hold is never best"):
        strategy_figure(replace(whole, rows=(), thresholds=(None,) * 3, steps=(1, 2, 3)))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Fifteen(high=5, target=8), r"sets of cards \(first, second\)"),
        (Hexapawn(), "a strategy of boards has no picture; its boards are in the text"),
        (Nim(a=0, b=0, c=0), "nim has no decision"),
        (Field(wide=1, high=1), "the best move is always split <& go>"),
        (Nim(a=9, b=9, c=9), r"moves are best somewhere; a map can show 24"),
    ],
)
def test_what_cannot_be_a_map_says_why(game: Game, message: str) -> None:
    found = strategy(solve(game))
    with pytest.raises(UsageError, match=message):
        strategy_figure(found)


def test_more_than_three_numbers_are_no_map() -> None:
    rows = tuple(Row((n, n * n % 3, n * n % 5, n * n % 7), (n % 2,)) for n in range(9))
    found = replace(strategy_of("four moves"), quantities=("a", "b", "c", "d"), columns=("a", "b", "c", "d"), rows=rows)
    with pytest.raises(UsageError, match=r"over 4 numbers \(a, b, c, d\) cannot be drawn; possible: .* one to three"):
        strategy_figure(found)


# --- all kinds of pictures ------------------------------------------------------------------------------------------


def sweep_of(figure: str, axes: dict[str, tuple[Any, ...]], values: Any, **more: Any) -> Sweep:
    """A sweep made by hand: ``values`` gives a cell's figure, or its kind where that is text."""
    keys: list[dict[str, Any]] = [{}]
    for name, choices in axes.items():
        keys = [{**key, name: choice} for key in keys for choice in choices]
    cells = []
    for key in keys:
        found = values(**key)
        kind = found if isinstance(found, str) else more.get("kind", "")
        cells.append(Cell(key | {"size": 3}, {figure: None if isinstance(found, str) else found}, kind, kind and "why"))
    return Sweep("made-up", axes, {"size": 3}, (figure,), tuple(cells), {"confidence": 0.95})


TWO = {"deck": tuple(range(5)), "hand": (1, 2, 3)}
WIDE = {"deck": tuple(range(60)), "hand": (1, 2, 3)}
LARGE = {"deck": tuple(range(60)), "hand": tuple(range(40))}
TREES = (Dense(layers=2, wide=5), Nim(a=1, b=2, c=2), RedBlack(red=2, black=3), Scramble(seed=16, nodes=25))
TREES += (BestCard(deck=5, hand=3), BestCard(deck=6, hand=2), Fifteen(low=1, high=4, target=6))


def moves_drawn() -> list[Any]:
    games = (Nim(), RedBlack(red=4, black=4), BestCard(deck=60, hand=3), Scramble(seed=3), Nim(a=20, b=15, c=10))
    return [moves_figure(solve(game)) for game in games]


def lots_drawn() -> list[Any]:
    hidden = [solve(game) for game in (KuhnPoker(), Mia(), Goofspiel(cards=3))]
    assert all(isinstance(solution, HiddenSolution) for solution in hidden)
    return [mixed_figure(mixed_strategy(solution)) for solution in hidden]


# One or several of every kind.
PICTURES: dict[str, Callable[[], Any]] = {
    **{f"strategy: {which}": partial(figure_of, which) for which in MAPS},
    "moves": moves_drawn,
    "tree": lambda: [tree_figure(best_play(solve(tree))) for tree in TREES],
    "sample": lambda: sample_figure(simulate(OneHanded(), 200, seed=1), "one-handed"),
    "duel": lambda: sample_figure(simulate(TicTacToe(), 200, seed=1)),
    "distribution": lambda: distribution_figure(enumerate_deals(OneHanded(suits=2, ranks=3)), "one-handed"),
    "line": lambda: sweep_figure(sweep_of("value", {"deck": (1, 2, 5, 9)}, lambda deck: exactly(Fraction(deck, 3)))),
    "map": lambda: sweep_figure(sweep_of("value", TWO, lambda deck, hand: exactly(deck * hand))),
    "lines": lambda: sweep_figure(sweep_of("value", WIDE, lambda deck, hand: exactly(deck * hand))),
    "near lines": lambda: sweep_figure(sweep_of("value", WIDE, lambda deck, hand: exactly(100 * deck + hand))),
    "large map": lambda: sweep_figure(sweep_of("states", LARGE, lambda deck, hand: 1 + deck**2 * hand)),
    "curves": lambda: sweep_figure(
        sweep_of("thresholds", {"deck": (10, 20, 30)}, lambda deck: (deck, deck // 2, None, deck // 3))
    ),
    "panels": lambda: sweep_figure(sweep_of("thresholds", TWO, lambda deck, hand: (9 + deck, 3 + deck, deck + hand))),
    "lots": lots_drawn,
}


@cache
def drawings_of(kind: str) -> list[ElementTree.Element]:
    """The SVG of every picture of this kind."""
    drawn = PICTURES[kind]()
    return [ElementTree.fromstring(svg_text(figure)) for figure in (drawn if isinstance(drawn, list) else [drawn])]


SVG = "{http://www.w3.org/2000/svg}"


class Written(NamedTuple):
    """A text of an SVG picture and where it stands."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    level: bool


def written(node: Any, moved: Any = None) -> Iterator[Written]:
    """Every text in an SVG element, with the transforms of the elements around it."""
    numbers = {
        name: [float(number) for number in inside.replace(",", " ").split()]
        for name, inside in re.findall(r"(\w+)\(([^)]*)\)", node.attrib.get("transform", ""))
    }
    assert set(numbers) <= {"translate", "rotate", "scale"}, numbers
    here = Affine2D()
    if "scale" in numbers:
        here.scale(*numbers["scale"])
    if "rotate" in numbers:
        angle, *about = numbers["rotate"]
        here.rotate_deg_around(*(about or (0, 0)), angle)
    here.translate(*numbers.get("translate", (0, 0)))
    whole = here if moved is None else here + moved
    if node.tag == f"{SVG}text":
        text = "".join(node.itertext())
        style = node.attrib["style"]
        (size,) = map(float, re.findall(r"([\d.]+)px", style))
        anchor = re.search(r"text-anchor: (\w+)", style)
        wide = text_width(text, size)
        x, y = float(node.attrib.get("x", 0)), float(node.attrib.get("y", 0))
        x -= {"start": 0, "middle": wide / 2, "end": wide}[anchor[1] if anchor else "start"]
        corners = whole.transform([(x, y), (x + wide, y), (x, y - 0.75 * size), (x + wide, y - 0.75 * size)])
        yield Written(text, *corners.min(axis=0), *corners.max(axis=0), corners[0][1] == corners[1][1])
    for child in node:
        yield from written(child, whole)


@pytest.mark.parametrize("kind", one_in(2, PICTURES))
def test_no_text_leaves_the_canvas(kind: str) -> None:
    for drawing in drawings_of(kind):
        width, height = map(float, drawing.attrib["viewBox"].split()[2:])
        texts = list(written(drawing))
        assert len(texts) > 3
        for text in texts:
            assert text.left >= -1, text
            assert text.top >= -1, text
            assert text.right <= width + 1, text
            assert text.bottom <= height + 1, text


@pytest.mark.parametrize("kind", one_in(2, PICTURES))
def test_no_text_lies_on_another(kind: str) -> None:
    for drawing in drawings_of(kind):
        texts = [text for text in written(drawing) if text.level and text.text.strip()]
        for a, b in combinations(texts, 2):
            across = min(a.right, b.right) - max(a.left, b.left)
            down = min(a.bottom, b.bottom) - max(a.top, b.top)
            assert min(across, down) <= 1.5, (a, b)  # in points


def test_pictures_drawn_twice_are_the_same_bytes(tmp_path: Path) -> None:
    def twice(draw: Any, suffix: str) -> bool:
        save(draw(), tmp_path / f"a{suffix}")
        with matplotlib.rc_context({"axes.facecolor": "black", "font.size": 20, "svg.fonttype": "path"}):
            save(draw(), tmp_path / f"b{suffix}")  # whatever the user's own settings are
        return (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()

    tree = best_play(solve(Nim(a=1, b=2, c=2)))
    sweep = sweep_of("value", {"deck": (1, 2, 5, 9)}, lambda deck: exactly(deck))
    assert twice(lambda: strategy_figure(strategy_of("four moves")), ".svg")
    assert twice(lambda: tree_figure(tree), ".png")
    assert twice(lambda: sweep_figure(sweep), ".pdf")
    assert {path.suffix for path in tmp_path.iterdir()} == {".svg", ".png", ".pdf"}


@pytest.mark.parametrize("name", ["plot.gif", "plot", "plot.svg.txt"])
def test_other_kinds_of_files_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"a plot is a \.png, \.svg, \.pdf file"):
        save(figure_of("a band"), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_dollars_and_angles_in_names_stay_what_they_are() -> None:
    drawing = ElementTree.fromstring(svg_text(figure_of("four moves")))
    texts = ["".join(node.itertext()) for node in drawing.iter(f"{SVG}text")]
    assert any("double $5 or $6" in text for text in texts)
    assert any("split <& go>" in text for text in texts)


def test_no_window_and_no_global_state() -> None:
    script = (
        "import sys; from faceup.engines.solve.dispatch import solve; from faceup.games.nim import Nim;"
        "from faceup.show.pictures.first_moves import moves_figure;"
        "from faceup.show.pictures.house_style import svg_text;"
        "import matplotlib; before = matplotlib.rcParams.copy(); svg_text(moves_figure(solve(Nim())));"
        "assert matplotlib.rcParams.copy() == before; assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", script], check=True)


def lab(colour: Any) -> tuple[float, float, float]:
    """CIE L*, 0 to 100, a* and b* of a colour in sRGB, whose white is D65."""
    rgb = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in matplotlib.colors.to_rgb(colour)]
    x, y, z = (
        (sum(share * c for share, c in zip(row, rgb, strict=True)) / sum(row)) ** (1 / 3)
        for row in ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("count", range(2, 25))
def test_shades_are_steps_of_lightness(count: int) -> None:
    steps = [a[0] - b[0] for a, b in pairwise(map(lab, shades(count)))]
    assert min(steps) > (14 if count <= 4 else 50 / count)


# --- regions ---------------------------------------------------------------------------------------------------------

cells_drawn = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1)


@given(cells_drawn)
def test_runs_cover_the_cells_once(cells: set[tuple[int, int]]) -> None:
    covered = [(x, y + k) for x, y, n in runs(cells) for k in range(n)]
    assert sorted(covered) == sorted(cells)
    starts = {(x, y) for x, y, _ in runs(cells)}
    assert not any((x, y - 1) in cells for x, y in starts)  # as long as can be


@given(cells_drawn)
def test_regions_are_what_hangs_together(cells: set[tuple[int, int]]) -> None:
    parts = regions(cells)
    assert sorted(cell for part in parts for cell in part) == sorted(cells)

    def near(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1

    assert not any(near(a, b) for one, other in combinations(parts, 2) for a in one for b in other)
    for part in parts:
        reached = {min(part)}
        while more := {b for a in reached for b in part if near(a, b)} - reached:
            reached |= more
        assert reached == part


@given(cells_drawn)
def test_boxes_are_the_widest_that_fit(cells: set[tuple[int, int]]) -> None:
    def fits(wide: int, high: int) -> bool:
        return any(all((x + i, y + j) in cells for i in range(wide) for j in range(high)) for x, y in cells)

    for x, y, wide, high in boxes(cells):
        left, bottom = round(x - (wide - 1) / 2), round(y - (high - 1) / 2)
        assert {(left + i, bottom + j) for i in range(int(wide)) for j in range(int(high))} <= cells
        assert not fits(int(wide) + 1, int(high))
    assert [high for *_, high in boxes(cells)] == [high for high in (1, 2, 3, 4, 6) if fits(1, high)]


# --- values of moves ----------------------------------------------------------------------------------------------


def marked(figure: Any) -> dict[str, set[float]]:
    """The places of the marks of each shape."""
    axes = figure.axes[0]
    found: dict[str, set[float]] = {}
    for line in axes.lines:
        if line.get_marker() in ("o", "D"):
            found.setdefault(line.get_marker(), set()).update(line.get_ydata())
    return found


@pytest.mark.parametrize(
    "game", [Nim(), faceup.game("three-fourteen"), RedBlack(red=4, black=4), Scramble(seed=4), Scramble(seed=7)]
)
def test_each_move_has_its_value_and_the_best_another_shape(game: Game) -> None:
    solution = solve(game)
    start = game.start()
    assert game.turn(start) in (0, 1)
    figure = moves_figure(solution)
    axes = figure.axes[0]
    values = solution.values(start)
    names = [label.get_text() for label in axes.get_yticklabels()]
    moves, best = list(values), set(solution.best(start))
    told = sorted(axes.texts, key=lambda text: text.xy[1])
    for place, (name, text) in enumerate(zip(names, told, strict=True)):  # a line stands for four or more alike
        word, _, length = re.split(" = | within ", text.get_text())[0], *text.get_text().partition(" within ")[1:]
        alike = [
            move
            for move in moves
            if {"win": "1", "draw": "0", "loss": "-1"}.get(word, word)
            == str((values[move] if game.turn(start) == 0 else values[move].to_the_other()).exact)
            and (not length or length == f"{solution.won_after(start, move, solution.stakes)} moves")
        ]
        others = re.fullmatch(r"(?:all|the other) (\d+)|.*, and (\d+) more of \d+", name)
        count = 1 if others is None else int(others[1] or int(others[2]) + 1)
        assert count in (1, len(alike))
        first = next(move for move in alike if others or game.say(start, move) == name)
        assert others is not None if len(alike) >= ALIKE else name == game.say(start, first)
        assert (place in marked(figure).get("D", set())) == (first in best)
        moves = [move for move in moves if move not in (alike if count > 1 else [first])]
    assert moves == []


def test_many_values_are_points_in_the_order_of_the_rules() -> None:
    game = BestCard(deck=60, hand=4)
    solution = solve(game)
    figure = moves_figure(solution)
    drawn = {}
    lines = {line.get_marker(): line for line in figure.axes[0].lines}
    assert set(lines["None"].get_ydata()) == {solution.value.value}  # before a card is drawn
    for marker in "os":
        drawn |= dict(zip(lines[marker].get_xdata(), lines[marker].get_ydata(), strict=True))
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["best then: go on", "best then: hold"]
    assert [drawn[k] for k in range(60)] == [value.value for value in solution.values(game.start()).values()]


def test_many_moves_of_two_values_are_two_lines() -> None:
    figure = moves_figure(solve(Nim(a=20, b=15, c=10)))
    names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert names[0] == "take 15 from heap a"
    assert len(names) < len(list(Nim(a=20, b=15, c=10).moves(Nim(a=20, b=15, c=10).start())))
    assert "take 15 from heap a is the best of 45 moves, and wins" in title_of(figure)
    best = [Option(word, "1", 1, 1, 1, True, 0) for word in "abcd"]
    worse = [Option(word, str(k), k, k, k, False, 0) for k, word in enumerate("efgh", -4)]
    assert gather([*best, *worse])[0].word == "a, b, c, d"  # as many as the others, but not the others


def test_moves_of_one_result_are_told_apart_by_the_replies() -> None:
    figure = moves_figure(solve(TicTacToe()))
    assert title_of(figure) == "Tic-tac-toe: every move draws; after a3, c3, a1 or c1, 7 of 8 replies are mistakes"
    assert [[bar.get_width() for bar in part] for part in figure.axes[0].containers] == [[7 / 8, 1 / 2], [1 / 8, 1 / 2]]
    with pytest.raises(UsageError, match=r"every move .*, whatever the reply"):
        moves_figure(solve(LastWord()))
    twice = moves_figure(solve(LoserTwice()))  # the other player does not reply at once
    assert [label.get_text() for label in twice.axes[0].get_yticklabels()] == ["0", "1"]


def test_where_chance_begins_its_outcomes_are_drawn() -> None:
    figure = moves_figure(solve(RedBlack(red=0, black=0)), RedBlack.State(1, 2, 1))
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["red (33%)", "black (67%)"]
    assert title_of(moves_figure(solve(BestCard(deck=13, hand=7)))).startswith(
        "Best card, deck 13, hand 7: you win 71.57%, 50.00% to 100% after the draw"
    )
    (axes,) = moves_figure(solve(faceup.game("shut-the-box", tiles=7))).axes
    assert axes.get_ylabel() == "thrown, how likely"  # the sum of two dice
    assert [label.get_text() for label in axes.get_yticklabels()][:2] == ["2 (2.8%)", "3 (5.6%)"]


@pytest.mark.parametrize(
    ("name", "title", "axis"),
    [
        (
            "pig",
            "Pig: the first player wins 54.62%, 45.38% to 57.48% after the roll",
            None,
        ),
        ("hog", "Hog: 3 dice is the best of 3 moves, and wins 62.32% of games", "the first player's chance of winning"),
        ("three-fourteen", "3-14: 6 and 8 win; the rest draw", None),
        ("red-black", "Red and black: turn is the best of 2 moves, and is worth 2.624", "what best play brings"),
    ],
)
def test_what_first_moves_come_to_is_said_in_the_words_of_the_game(name: str, title: str, axis: str | None) -> None:
    figure = moves_figure(solve(faceup.game(name)))
    assert title_of(figure) == title
    assert axis in (None, figure.axes[0].get_xlabel())


def test_moves_of_the_second_player_have_their_results_for_that_player(tmp_path: Path) -> None:
    solution = solve(Nim(a=3, b=4, c=5))
    (axes,) = moves_figure(solution, Nim.State(1, 4, 5, 1)).axes
    assert axes.get_xlabel() == "replies of the first player, by the result of best play after them"
    (axes,) = moves_figure(solution, Nim.State(1, 4, 4, 1)).axes
    assert {text.get_text().split()[0] for text in axes.texts} == {"win", "loss"}
    assert axes.get_xlabel() == "result for the second player"
    (axes,) = moves_figure(
        solve(Ends(low=-2, second=False, player=1)), Ends.State(11, 0, 0)
    ).axes  # nobody else decides
    assert axes.get_xlabel() == "what best play brings the first player; the second player moves"


def test_there_is_nothing_to_draw_at_the_end_or_behind_a_limit() -> None:
    with pytest.raises(UsageError, match="no move to draw"):
        moves_figure(solve(Nim(a=0, b=0, c=0)))
    with pytest.raises(LimitReached):
        moves_figure(solve(Nim(a=30, b=30, c=30), memory=1000.0))


class Rounded(Table):
    """A table that knows no value exactly."""

    states = bytes = 0

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.truth = oracle(game)

    def value(self, state: Any) -> Value:
        found = float(self.truth[state])
        return Value(found - 0.6, found + 0.4, "bounded", found)


def rounded(game: Game) -> Solution:
    table = Rounded(game)
    return Solution(game, table.value(game.start()), game.start(), 0, 0.0, "native", 0, table)


def test_bounds_are_bars_and_best_moves_may_be_several() -> None:
    solution = rounded(Field(wide=2, high=2))
    state = Field.State(1, 0, 1)
    figure = moves_figure(solution, state)
    reach = [tuple(segment[:, 0]) for bars in figure.axes[0].collections[1:] for segment in bars.get_segments()]
    values = solution.values(state).values()
    wanted = sorted((float(value.low), float(value.high)) for value in values)
    assert sorted(reach) == [pytest.approx(pair) for pair in wanted]


# --- distributions --------------------------------------------------------------------------------------------------


def test_bars_are_the_shares_of_a_sample() -> None:
    sample = simulate(OneHanded(), 300, seed=1)
    figure = sample_figure(sample, "one-handed")
    bars = {round(bar.get_x() + bar.get_width() / 2, 6): bar.get_height() for bar in figure.axes[0].patches}
    assert bars == pytest.approx({score: count / 300 for score, count in sample.histogram.items()})
    won = rate_text(sample.win_rate).split()[0]
    assert f"won {won} of 300 games, mean score {sample.mean.value:.4g}" in title_of(figure)


def test_bars_are_the_exact_shares_of_all_deals() -> None:
    found = enumerate_deals(OneHanded(suits=2, ranks=3))
    figure = distribution_figure(found)
    bars = [bar.get_height() for bar in figure.axes[0].patches]
    assert bars == pytest.approx([float(share) for share in found.histogram.values()])
    assert title_of(figure) == "won 13.33% of all 720 deals, mean score 2.733"


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("strategy best-card deck=13 hand=7 --plot {}", "hold from card 12 down to 10"),
        ("solve nim --plot {}", "take 2 from heap a is the best of 12 moves, and wins"),
        ("solve nim a=1 b=2 c=3 --tree {}", "best play is worth -1 to the first player; it meets 19 positions"),
        ("solve one-handed suits=2 ranks=3 --plot {}", "won 13.33% of all 720 deals"),
        ("simulate one-handed --games 300 --seed 1 --plot {}", "of 300 games"),
        (
            "sweep nim a=1..3 --plot {}",
            "Nim, b 4, c 5: best play is a win for the second player in 1, a win for the first player in 2 cells",
        ),
    ],
)
def test_the_command_draws(capsys: Capture, tmp_path: Path, words: str, told: str) -> None:
    path = tmp_path / "plot.svg"
    code, out, err = run(capsys, *words.format(path).split())
    assert (code, err) == (0, "")
    assert out
    texts = ElementTree.parse(path).iter(f"{SVG}text")
    assert told in " ".join("".join(node.itertext()) for node in texts)
    assert [found.name for found in tmp_path.iterdir()] == ["plot.svg"]


UNENDED = "--rotate --policy random --policy first --limit 3 --games 20 --plot {}/plot.svg"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ("solve fifteen --tree {}/tree.svg", 2, "no plot: best play of fifteen meets 884 positions; possible"),
        ("strategy fifteen --plot {}/plot.svg", 2, "no plot: a strategy over sets of cards (first, second) cannot be"),
        ("solve one-handed --tree {}/tree.svg", 2, "'one-handed' is a solitaire game"),
        ("solve mia --tree {}/tree.svg", 2, "no plot: mia hides something from its players; --tree is for"),
        ("solve nim --plot {}/plot.gif", 2, "plot.gif"),
        ("solve nim --tree {}/none/tree.svg", 2, "cannot be written"),
        ("solve nim a=0 b=0 c=0 --plot {}/plot.svg", 2, "no plot: there is no move to draw"),
        ("strategy pig goal=20 --plot {}/plot.svg", 2, "no plot: the best move is always roll"),
        ("solve fifteen high=14 target=21 --memory 0.002 --plot {}/plot.svg", 3, "nothing to draw"),
        ("sweep nim a=3 --plot {}/plot.svg", 2, "0 parameters vary"),
        (f"simulate dots-and-boxes {UNENDED}", 2, "no plot: a tournament in which no game of a seating ended has no"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(capsys: Capture, tmp_path: Path, words: str, code: int, told: str) -> None:
    found, out, err = run(capsys, *words.format(tmp_path).split())
    assert found == code
    assert told in err
    assert bool(out) == (told.startswith("no plot: ") or code == 3)  # the answer is printed all the same
    assert err.startswith("faceup: ")
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("power", [deep(15), 16, deep(40), deep(100), deep(200), 306, 400])
@pytest.mark.parametrize("how", range(3))
def test_numbers_of_any_size_are_drawn_without_a_word(recwarn: pytest.WarningsRecorder, power: int, how: int) -> None:
    """Large ones, those that no float tells apart, and a single one."""
    game, values = HugePayoffs(how=how, power=power), {"how": range(3), "power": [power, power + 1]}
    solution = solve(game)
    figures = [distribution_figure(outcomes(solution), "")]
    if len({*solution.values().values()}) > 1:
        figures.append(moves_figure(solution))
    for figure in figures:
        left, right = figure.axes[0].get_xlim()
        assert -inf < left < right < inf
    if power < 300:
        figures.append(sample_figure(simulate(game, 200, engine="cpython"), ""))
    figures += [sweep_figure(sweep(HugePayoffs, each)) for each in (values, {**values, "how": [how]})]
    for figure in figures:
        figure.draw_without_rendering()
    assert not [str(one.message) for one in recwarn if not issubclass(one.category, InterpretedWarning)]


def test_what_floats_do_not_tell_apart_is_drawn_less_the_least() -> None:
    (axes,) = sample_figure(simulate(HugePayoffs(how=1, power=20), 200, engine="cpython"), "").axes
    assert axes.get_xlabel() == "payoff less 1e+20"

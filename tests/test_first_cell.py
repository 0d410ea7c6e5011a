"""The first value of a parameter for which a figure reaches a target."""

import json
from fractions import Fraction
from typing import Any

import pytest

import faceup
from faceup.cli import main
from faceup.engines.sweep.first_cell import condition_of, first_cell
from faceup.results.samples.sweep import ENDED, FOLLOWED
from faceup.rules.errors import UsageError
from tests.games.rounds import Ruin
from tests.library import one_in


def first_of_all(axes: dict[str, Any], until: str, **how: Any) -> tuple[Any, Any]:
    """The first value and the one before it, from the whole sweep."""
    condition = condition_of(until)
    axis = next(iter(axes))
    cells = faceup.sweep(Ruin, axes, figures=(condition.figure,), **how).cells
    cells = tuple(cell for cell in cells if not cell.kind)
    place = next((k for k, cell in enumerate(cells) if condition.holds(cell)), len(cells))
    values = [cell.parameters[axis] for cell in cells]
    return values[place] if place < len(values) else None, values[place - 1] if place else None


@pytest.mark.parametrize("target", one_in(4, (Fraction(k, 6) for k in range(7))))
@pytest.mark.parametrize("comparison", [">=", "<", "<=", ">"])
def test_the_first_cell_is_that_of_the_whole_sweep(comparison: str, target: Fraction) -> None:
    axes = {"wanted": "4..30", "coins": 3}
    until = f"value {comparison} {target}"
    found = first_cell(Ruin, axes, until)
    ends = tuple(cell and cell.parameters["wanted"] for cell in (found.first, found.before))
    assert ends == first_of_all(axes, until)
    assert found.by == "bisection"
    assert len(found.tried.cells) < 14


def test_a_figure_that_rises_and_falls_is_walked_along() -> None:
    """Sums in the middle are won, and neither the least nor the greatest."""
    found = first_cell("fifteen", {"target": "6..24"}, "value == 1")
    assert (found.by, found.first and found.first.parameters["target"]) == ("walking", 12)
    none = first_cell("fifteen", {"target": "8..11"}, "value > 0")
    assert (none.first, none.before and none.before.parameters["target"]) == (None, 11)


def test_cells_that_make_no_game_are_passed_over() -> None:
    found = first_cell("best-card", {"deck": "1..12", "hand": 4}, "value < 3/4")
    whole = faceup.sweep("best-card", {"deck": "1..12", "hand": 4})
    values = {cell.parameters["deck"]: cell.values["value"] for cell in whole.cells if not cell.kind}
    assert found.first is not None
    assert found.first.parameters["deck"] == next(d for d, value in values.items() if value.exact < Fraction(3, 4))


def test_figures_of_policies_are_exact() -> None:
    axes = {"wanted": "4..20", "coins": 3}
    found = first_cell(Ruin, axes, "length_90 > 20", play=("random",))
    assert (found.first and found.first.parameters["wanted"], found.before and found.before.parameters["wanted"]) == (
        first_of_all(axes, "length_90 > 20", play=("random",))
    )
    (cell,) = faceup.sweep(Ruin, {"wanted": 9}, figures=FOLLOWED, play=("best",)).cells
    single = faceup.outcomes(Ruin(wanted=9))
    assert cell.values["win_rate"] == single.win_rate
    assert [cell.values[f"length_{share}"] for share in (50, 90, 99)] == [
        single.length_within(Fraction(share, 100)) for share in (50, 90, 99)
    ]


@pytest.mark.parametrize("text", ["", "value", "value 3", "value => 3", ">= 3", "value >= x", "value > 1/0"])
def test_what_is_no_condition_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="possible: a figure"):
        first_cell(Ruin, {"wanted": "4..9"}, text)


@pytest.mark.parametrize(
    ("until", "axes", "how", "why"),
    [
        ("value > 0", {"wanted": "4..9", "coins": "1..3"}, {}, "2 parameters vary"),
        ("worth > 0", {"wanted": "4..9"}, {}, "figure 'worth'"),
        ("draw_rate > 0", {"wanted": "4..9"}, {}, "draw_rate is known where play says"),
        ("states > 0", {"wanted": "4..9"}, {"play": ("best",)}, "states is of best play"),
    ],
)
def test_questions_without_an_answer_are_refused(until: str, axes: Any, how: Any, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        first_cell(Ruin, axes, until, **how)


def test_the_command_finds_it(capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> tuple[Any, str]:
        with pytest.raises(SystemExit) as caught:
            main(["sweep", *words])
        return caught.value.code, capsys.readouterr().out

    code, out = run("nim", "a=1..9", "b=4", "c=5", "--until", "value < 1")
    assert (code, out.splitlines()[1]) == (0, "first   a=1, with value -1")
    code, out = run("fifteen", "target=8..11", "--until", "draw_rate < 30%", "--play", "random,best", "--json")
    document = json.loads(out)
    assert (code, document["first"]["parameters"]) == (0, {"target": 9})
    assert document["play"] == ["random", "best"]
    code, out = run("fifteen", "target=8..11", "--until", "value > 0")
    assert (code, out.splitlines()[1]) == (1, "first   none with value > 0")
    assert run("fifteen", "target=8..11", "--until", "value > 0", "--figure", "value")[0] == 2


@pytest.mark.parametrize("figure", ENDED)
def test_other_figures_than_those_of_best_play_need_policies(figure: str) -> None:
    with pytest.raises(UsageError, match="is known where play says who keeps to which policy"):
        faceup.sweep("nim", {"a": "1..3"}, figures=(figure,))

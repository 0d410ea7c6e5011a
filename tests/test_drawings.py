"""Drawings: pictures as data hold what was computed, all of it, and can be sent as they are."""

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from faceup import game, outcomes
from faceup.engines.explain.strategies import strategy
from faceup.engines.graph.stakes import stakes_for
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve.dispatch import solve
from faceup.games.best_card import BestCard
from faceup.games.hog import Hog
from faceup.games.left_center_right import LeftCenterRight
from faceup.games.red_black import RedBlack
from faceup.games.triple_duel import TripleDuel
from faceup.results.answers.strategy import Row
from faceup.rules import CHANCE, OVER, Game, NamedTuple
from faceup.rules.errors import UsageError
from faceup.rules.rows import ABSENT
from faceup.show.drawings.bars import MOST_BARS, lengths_drawing, played_seats_drawing, sample_drawing
from faceup.show.drawings.drawing import Drawing
from faceup.show.drawings.regions import Scale
from faceup.show.drawings.strategies import strategy_drawing
from faceup.show.pictures.painter import paint_figure
from faceup.show.pictures.plots import distribution_figure
from faceup.web.answers.replies import model_of
from faceup.web.answers.samples import outcomes_shown
from tests.games.alike import Favoured
from tests.games.chance import Pot
from tests.games.words import Stones

STRATEGIES: list[tuple[Game, str]] = [
    (BestCard(deck=13, hand=7), "best"),
    (RedBlack(red=6, black=6), "best"),
    (Hog(goal=8, dice=3, sides=3), "best"),
    (Pot(), "all"),
    (Stones(), "all"),
    (Favoured(), "best"),
]


def told(drawing: Drawing) -> dict[tuple[int, int, int], str]:
    """What can be read in each cell of each panel."""
    return {
        (k, x, y + up): cells["text"]
        for k, panel in enumerate(drawing["panels"])
        for cells in panel["cells"]
        for x, y, count in cells["runs"]
        for up in range(count)
    }


@pytest.mark.parametrize(("rules", "reach"), STRATEGIES, ids=str)
def test_every_decision_is_read_once_in_words(rules: Game, reach: str) -> None:
    found = strategy(solve(rules), reach=reach)
    drawing = strategy_drawing(found)
    read = sorted(told(drawing).values())
    equal = {1: "", 2: ", equally good", 3: ", equally good"}
    assert read == sorted(" or ".join(found.words_of(row)) + equal[len(row.moves)] for row in found.rows)
    if found.by_player:
        assert [panel["title"] for panel in drawing["panels"]] == list(rules.player_names[:2])
        assert [panel.get("begins", False) for panel in drawing["panels"]] == [False, True]  # a row each


@pytest.mark.parametrize(("rules", "reach"), STRATEGIES, ids=str)
def test_a_word_has_room_only_where_its_move_is_best(rules: Game, reach: str) -> None:
    drawing = strategy_drawing(strategy(solve(rules), reach=reach))
    read, seen = told(drawing), 0
    for k, panel in enumerate(drawing["panels"]):
        for label in panel["labels"]:
            for x, y, wide, high in label["boxes"]:
                left, bottom = round(x - (wide - 1) / 2), round(y - (high - 1) / 2)
                under = {read[k, left + i, bottom + j] for i in range(int(wide)) for j in range(int(high))}
                assert under == {label["text"]}
                seen += 1
    assert seen > 1


def test_steps_say_where_the_boundary_is_and_what_is_equal() -> None:
    found = strategy(solve(RedBlack(red=6, black=6)))
    (panel,) = strategy_drawing(found)["panels"]
    assert found.thresholds is not None
    for step, mark, red in zip(panel["steps"], found.thresholds, found.steps, strict=True):
        said, *equal = step["text"].split("; ")
        assert said == f"red {red}: " + ("never stop" if mark is None else f"stop from black {mark}")
        assert len(equal) == sum(row.key[0] == red for row in found.equal)


def test_all_drawings_are_the_documents_that_pages_get() -> None:
    drawings = [strategy_drawing(strategy(solve(rules), reach=reach)) for rules, reach in STRATEGIES]
    drawings.append(sample_drawing(simulate(LeftCenterRight(), 100, seed=1)))
    drawings.append(lengths_drawing(outcomes(game("pig", goal=6))))
    for drawing in drawings:
        text = json.dumps(drawing)
        assert json.loads(text) == as_lists(drawing)
        assert model_of(Drawing).model_validate_json(text).model_dump(mode="json", exclude_unset=True) == as_lists(
            drawing
        )


def as_lists(document: Any) -> Any:
    """The same with lists for tuples, after a look that all else is plain."""
    if isinstance(document, dict):
        return {key: as_lists(part) for key, part in document.items()}
    if isinstance(document, list | tuple):
        return [as_lists(part) for part in document]
    assert document is None or type(document) in (str, int, float, bool)
    return document


def test_many_lengths_share_bars_and_none_is_lost() -> None:
    found = outcomes(game("snakes-and-ladders"))
    (panel,) = lengths_drawing(found)["panels"]
    last = found.length_within(Fraction(999, 1000))
    assert last is not None
    shown = {length: share for length, share in found.lengths.items() if length <= last}
    assert len(panel["bars"]) <= MOST_BARS < len(shown)
    assert sum(bar["share"] for bar in panel["bars"]) == pytest.approx(float(sum(shown.values())))
    assert all(" to " in bar["cells"][0] for bar in panel["bars"])


def test_players_who_decide_by_different_numbers_have_axes_of_their_own() -> None:
    drawing = strategy_drawing(strategy(solve(TripleDuel())))
    axes = [(panel["title"], panel["across"]["label"]) for panel in drawing["panels"]]
    assert axes[:2] == [("The first player", "alive of second"), ("The second player", "alive of first")]
    words = {text.partition(": ")[0] for text in (key["text"] for key in drawing["keys"])}
    assert {"at first", "at second", "at third"} <= words, "moves have the words of each player"
    assert len(paint_figure(drawing).axes) == len(axes)


def test_two_moves_of_many_are_crossed_and_not_striped() -> None:
    found = strategy(solve(Hog(goal=8, dice=3, sides=3)))
    rows = tuple(Row((x, y), tuple({x, (x + 8 * y) % 10})) for x in range(10) for y in range(2))
    drawing = strategy_drawing(replace(found, rows=rows, words={((), move): str(move) for move in range(10)}))
    looks = {cells["look"] for cells in drawing["panels"][0]["cells"]}
    assert looks == {f"move {move}" for move in range(10)} | {"crossed"}
    assert ("crossed", 1) in {(key["look"], key["text"].count("equally good")) for key in drawing["keys"]}
    long = {((), move): "go" + " on" * move for move in range(10)}
    keys = strategy_drawing(replace(found, rows=rows[1:], words=long))["keys"]  # a letter beside others is told too
    assert [key["text"] for key in keys if key["text"].startswith("A: ")] == ["A: go, only as one of several"]


MANY = [(a, b, c) for a in range(6) for b in range(2) for c in range(9)]


def drawn(rows: Iterable[Row]) -> Drawing:
    """The drawing of a strategy over the player to move, who does not matter, and three numbers."""
    found = strategy(solve(Hog(goal=8, dice=3, sides=3)))
    names, moved = ("a", "b", "c"), tuple(row._replace(key=(0, *row.key)) for row in rows)
    words = {((), 0): "roll", ((), 1): "hold"}
    return strategy_drawing(replace(found, quantities=("mover", *names), columns=names, rows=moved, words=words))


def keys_of(drawing: Drawing) -> str:
    return "\n".join(key["text"] for key in drawing["keys"])


def test_no_boundary_is_drawn_through_what_is_too_close_to_tell() -> None:
    drawing = drawn(Row(key, ((0,), (0, 1), (1,))[key[2] // 3], key[2] // 3 != 1) for key in MANY)
    assert "from c" not in drawing["title"]
    assert "too close to tell" in keys_of(drawing)


@pytest.mark.parametrize("equal", [0, 4, 5, 7, 8])
def test_moves_that_are_equally_good_lie_on_either_side_of_a_boundary_and_are_told(equal: int) -> None:
    drawing = drawn(Row(key, (0, 1) if key[2] == equal else (int(key[2] > 4),)) for key in MANY)
    start = 6 if equal == 5 else 5
    assert drawing["title"] == f"hold from c {start} on, else roll"
    assert "in places both are equally good" in keys_of(drawing)
    assert "italics" not in keys_of(drawing)


def test_a_boundary_after_which_the_other_move_comes_again_says_so() -> None:
    drawing = drawn(Row(key, (int(3 <= key[2] < (7 if key[1] else 9)),)) for key in MANY)
    assert drawing["title"] == "hold from c 3, in places roll again with a larger c"
    assert "roll again with a larger c" in keys_of(drawing)


@pytest.mark.parametrize(("met", "told"), [((0, 1, 2, 8), True), ((0, 1, 2, 3, 8), False)])
def test_a_boundary_above_values_that_never_come_says_so(met: tuple[int, ...], told: bool) -> None:
    drawing = drawn(Row(key, (int(key[2] > 2),)) for key in MANY if key[2] in met)
    assert drawing["title"] == f"hold from c {8 if told else 3} on, else roll"
    assert ("blank, and just below some boundaries: never reached" in keys_of(drawing)) == told


class Stuck(Game):
    """A throw decides whether the player wins or turns round for ever."""

    wins: int = 1
    seats: bool = False

    @property
    def endless(self):
        return (0, 0) if self.seats else 0

    class State(NamedTuple):
        at: int

    def start(self):
        return self.State(0)

    def turn(self, s):
        return (CHANCE, OVER, 0)[s.at]

    def moves(self, s):
        return [2] if s.at else range(1, 3) if self.wins else [2]

    def odds(self, s, m):
        return self.wins if m == 1 else 3

    def play(self, s, m):
        return self.State(m)

    def payoff(self, s):
        return (1, 0) if self.seats else 1


@pytest.mark.parametrize("seats", [False, True])
def test_titles_say_how_many_plays_never_end(seats: bool) -> None:
    found = outcomes(Stuck(seats=seats), "best")
    drawing = played_seats_drawing(found, "share of plays") if seats else lengths_drawing(found)
    assert ", never end: 75.00%" in drawing["title"]
    never = outcomes(Stuck(wins=0, seats=seats), "best")
    with pytest.raises(UsageError, match="nothing to draw: no play ever ends"):
        distribution_figure(never)


def test_where_no_play_ends_pages_get_no_picture() -> None:
    rules = Stuck(wins=0)
    found = outcomes(rules, "best")
    shown = outcomes_shown(rules, found, stakes_for(rules, found.value), [])
    assert (shown["lengths_drawing"], shown["seats_drawing"]) == (None, None)


def test_an_axis_names_the_place_of_what_is_not_there() -> None:
    scale = Scale("pile 2", (ABSENT, 1, 4))
    assert scale.axis()["names"] == [["none", "1", "4"]]
    assert [scale.at(value) for value in (ABSENT, 1, 4)] == [0, 1, 2]

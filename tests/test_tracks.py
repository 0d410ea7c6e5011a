"""Places on a track: where counters stand, what they are called, and how that is drawn in a terminal."""

import re

import pytest

import faceup
from faceup.results.scene.scene_of_game import MOST_SQUARES, scene_of
from faceup.results.scene.things import Item, Scene, Zone
from faceup.rules import Game, RulesError, Track
from faceup.show.text.scenes import scene_lines
from tests.games.tracks import Lovers, Squares, Standing, Twins, TwoRows, WrongTrack


def one_zone(scene: Scene) -> Zone:
    (zone,) = scene.zones
    return zone


def lines(scene: Scene, width: int = 80, encoding: str = "utf-8") -> list[str]:
    return [line.plain for line in scene_lines(scene, width, encoding)]


def begun(game: Game) -> Scene:
    return scene_of(game, game.start(), ())


def on_square(number: int) -> Scene:
    climb = faceup.game("snakes-and-ladders")
    return scene_of(climb, climb.State(number), ())


def spun() -> Scene:
    wheel = faceup.game("wheel", sections=12)
    return scene_of(wheel, wheel.State((0, 12, 3), 1, spun=5, again=0, winner=0), ())


def test_counters_stand_on_a_track_or_beside_it() -> None:
    scene = spun()
    track = one_zone(scene)
    squares, counters = track.rows
    assert (track.kind, track.label) == ("track", "first 1, second 2, third 3, spun S")
    assert [(item.text, item.square) for item in squares] == [(str(5 * k), k) for k in range(1, 13)]
    assert [(item.name, item.text, item.square) for item in counters] == [
        ("first", "1", None),
        ("second", "2", 12),
        ("third", "3", 3),
        ("spun", "S", 5),
    ]
    assert scene.more == ""  # the counters say it


def test_a_long_track_winds_upwards_and_carries_counters() -> None:
    track = one_zone(on_square(24))
    rows = [[item.square for item in row] for row in track.rows[:-1]]
    assert (len(rows), rows[-1], rows[-2]) == (10, [*range(1, 11)], [*range(20, 10, -1)])
    assert {(1, 38), (98, 78)} < set(track.jumps)
    assert track.rows[-1] == (Item("●", owner=0, square=24, name="square"),)
    assert Track(range(13)).rows == [[None] * 7 + [12, 11, 10], [*range(10)]]


def test_a_place_without_a_track_that_fits_is_a_number() -> None:
    kinds = [one_zone(begun(faceup.game("gamblers-ruin", wanted=MOST_SQUARES + k))).kind for k in (-1, 0)]
    assert kinds == ["track", "number"]
    zone = one_zone(begun(Standing()))
    assert (zone.kind, [item.text for item in zone.items]) == ("number", ["7", "9"])


@pytest.mark.parametrize(
    ("game", "label", "signs"), [(Lovers(), "romeo R, juliet J", "RJ"), (Twins(), "first A, fourth B", "AB")]
)
def test_counters_are_told_apart(game: Game, label: str, signs: str) -> None:
    track = one_zone(begun(game))
    assert (track.label, [item.text for item in track.rows[-1]]) == (label, [*signs])
    assert lines(begun(game))[0] == f"  {label}  0 1({signs[0]})({signs[1]}) 2 3"


def test_what_is_no_track_is_told() -> None:
    with pytest.raises(RulesError, match=re.escape("WrongTrack: track is range(0, 5); possible: Track(range(1, 101))")):
        begun(WrongTrack())
    told = "Squares squares=0: Track(range(0, 0)) has no square; possible: one or more, as in Track(range(1, 101))"
    with pytest.raises(RulesError, match=re.escape(told)):
        begun(Squares(squares=0))
    for squares in (5, "12"):
        with pytest.raises(RulesError, match=re.escape(f"Track({squares!r}); possible: numbers in their order")):
            Track(squares)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=re.escape("Track: names is ['a']; possible: a dictionary")):
        Track(range(5), names=["a"])  # type: ignore[arg-type]


def test_a_track_in_a_terminal_has_its_counters_and_where_squares_lead() -> None:
    assert lines(spun()) == [
        "  first 1, second 2, third 3, spun S  (1) 5 10 15(3) 20 25(S) 30 35 40 45 50 55",
        "                                      60(2)",
    ]
    wide = lines(on_square(24))
    assert wide[0] == "  square"
    assert wide[8:11] == [
        "  21▲  22  23 24●  25  26  27 28▲  29  30",
        "   20  19  18  17 16▼  15  14  13  12  11",
        "   1▲   2   3  4▲   5   6   7   8  9▲  10",
    ]
    assert wide[11].startswith("  jumps 1-38 4-14 ")
    assert lines(on_square(0), encoding="ascii")[0] == "  square beside it (o)"
    assert lines(on_square(0), 30)[0] == "  square beside it"
    assert lines(on_square(24), 30)[0] == "  square on 24"


def test_counters_of_two_rows_are_told_apart() -> None:
    assert lines(begun(TwoRows()))[0] == "  first F, second S  (S1) 0 1(F0)(S0) 2 3(F1)"

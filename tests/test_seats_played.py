"""Tables of several that are played: positions, records, reviews and samples by seat, in the API and in words."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.cli import main
from faceup.numbers.value import Value
from faceup.play.record import record, session_of
from faceup.play.review import review
from faceup.play.session import Session
from faceup.results.scene.scene_of_game import scene_of
from faceup.results.seats import SeatFigures
from faceup.results.sentences.outcomes import most_wins_sentence, seats_sentence_for
from faceup.results.sentences.reviews import NO_ACCURACY, review_sentences, skills
from faceup.rules import OVER, Game, NamedTuple, Row, UsageError, replaced
from faceup.show.pictures.plots import sample_figure
from faceup.web.answers.answering import Answerer
from faceup.web.answers.replies import REPLIES
from faceup.web.games import describe, serve_games
from tests.games.seats import Kingmaker, Table
from tests.visiting import PATIENT

FOUR = {"players": 4}
PLAY = {"parameters": FOUR, "moves": [], "seats": ["person", "best"], "seed": 1, "values": True, "go_on": True}


@pytest.fixture(scope="module")
def answers() -> Answerer:
    return Answerer(serve_games([f"{Path(__file__).parent / 'games' / 'seats.py'}:Kingmaker"]), PATIENT)


def ask(answers: Answerer, do: str, name: str, **request: Any) -> Any:
    """The answer, which is as the API describes it; of a simulation the last one."""
    found = answers.answer(do, name, request)
    found = list(found)[-1] if do == "simulate" else found
    REPLIES[do].model_validate(found)
    return found


def play(answers: Answerer, name: str = "coin-race", **request: Any) -> Any:
    return ask(answers, "play", name, **(PLAY | request))


def exact(rows: list[Any]) -> list[Fraction]:
    return [Fraction(row["value"]["exact"]) for row in rows]


def test_who_sits_alone_needs_no_other() -> None:
    session = Session(Table(players=1), ("first",))
    list(session.go_on())
    assert session.over
    assert len(review(session).lost) == 1
    with pytest.raises(UsageError, match="0 seats; possible: one for each of 1 players"):
        Session(Table(players=1), ())


# --- positions ---------------------------------------------------------------------------------------------------


def test_a_position_has_a_row_for_every_seat(answers: Answerer) -> None:
    found = play(answers, seats=["random", "random", "person", "best"])
    game = faceup.game("coin-race", players=4)
    solution = faceup.solve(game)
    state = Session(game, moves=found["moves"]).state
    assert found["turn"] == found["reader"] == 2
    assert [row["name"] for row in found["by_seat"]] == found["players"]
    assert found["players"][3] == "the fourth player"
    assert exact(found["by_seat"]) == [value.exact for value in solution.table.row(state)]
    for entry in found["legal"]:
        rows = solution.table.rows(state)[entry["move"]]
        assert [Fraction(value["exact"]) for value in entry["by_seat"]] == [value.exact for value in rows]
        assert Fraction(entry["value"]["exact"]) == rows[2].exact


def test_worse_moves_of_any_seat_have_the_smaller_share(answers: Answerer) -> None:
    moves = [1, 0, 1, 1]  # toss, a tail; toss, a head: the second player may stop
    found = play(answers, seats=["person"] * 4, moves=moves)
    worth = {entry["word"]: entry for entry in found["legal"]}
    assert (worth["toss"]["share"], worth["stop"]["share"]) == (1, 0)
    assert (worth["toss"]["best"], worth["stop"]["best"]) == (True, False)


def test_the_last_seat_that_is_named_stands_for_those_that_follow(answers: Answerer) -> None:
    assert play(answers)["seats"] == ["person", "best", "best", "best"]
    with pytest.raises(UsageError, match="5 seats; possible: one for each of 4 players"):
        play(answers, seats=["best"] * 5)


@pytest.mark.parametrize(("person", "you"), [(2, "win"), (0, "loss"), (None, None)])
def test_the_end_is_told_to_the_one_person(answers: Answerer, person: int | None, you: str | None) -> None:
    seats = ["person" if person in (None, seat) else "best" for seat in range(4)]
    moves = [1, 0, 1, 0, 1, 1, 1, 1]  # the third player tosses two heads
    found = play(answers, seats=seats, moves=moves)
    assert found["over"]
    assert found["result"]["text"] == "the third player wins"
    assert found["result"]["you"] == you
    assert [row["gained"] for row in found["by_seat"]] == [0, 0, 1, 0]


def test_a_hidden_table_ends_with_what_it_pays() -> None:
    session = Session(faceup.game("secret-heir", players=3), "random", seed=1)
    list(session.go_on())
    assert session.value().exact == session.payoffs[0]
    with pytest.raises(UsageError, match="nobody has a choice here"):
        session.estimate()


def test_two_who_are_no_opponents_have_a_row_each(answers: Answerer) -> None:
    found = play(answers, "centipede", parameters={}, moves=[0])
    assert found["result"]["text"] == "20 for the first player, 80 for the second player"
    assert found["result"]["you"] is None
    opponents = play(answers, "nim", parameters={})
    assert (opponents["by_seat"], opponents["legal"][0]["by_seat"], opponents["reader"]) == ([], [], 0)


def test_chance_alone_plays_a_table_of_several(answers: Answerer) -> None:
    few = {"players": 3, "chips": 2}  # all positions are known long before there is no more time
    found = play(answers, "left-center-right", parameters=few)
    assert found["over"]
    assert found["deciding"] == []
    assert found["result"]["you"] is None
    begun = play(answers, "left-center-right", parameters=few, go_on=False)
    assert begun["turn"] == -1
    assert sum(row["value"]["value"] for row in begun["by_seat"]) == pytest.approx(1)
    # What the throws are worth to the reader is, on average, what the game is.
    mean = sum(Fraction(entry["odds"]) * Fraction(entry["value"]["value"]) for entry in begun["legal"])
    assert float(mean) == pytest.approx(begun["value"]["value"])


def test_a_game_of_four_is_saved_and_goes_on(answers: Answerer) -> None:
    found = play(answers, seats=["person", "best", "person", "slips:0.25"], moves=[1, 0])
    loaded = ask(answers, "load", "coin-race", record=found["record"], values=True)
    assert {**loaded, "added": 0, "frames": []} == {**found, "added": 0, "frames": []}
    session = session_of(found["record"], faceup.game("coin-race", players=4))
    assert record(session) == found["record"]


@pytest.mark.parametrize(
    ("row", "person", "said"),
    [
        ((0, 1, 0, 0), None, "The second player wins"),
        ((0, 1, 0, 0), 1, "You win"),
        ((0, 1, 0, 0), 3, "You lose: the second player wins"),
        ((40, 10), 1, "You get 10: 40 for the first player, 10 for the second player"),
        ((40, 10), 0, "You get 40, the most: 40 for the first player, 10 for the second player"),
        ((1, 1, 0), 1, "You get 1: 1 for the first player, 1 for the second player, 0 for the third player"),
        ((1, 1, 0), None, "1 for the first player, 1 for the second player, 0 for the third player"),
    ],
)
def test_an_end_in_words(row: tuple[int, ...], person: int | None, said: str) -> None:
    assert seats_sentence_for(row, person) == said


def test_a_replay_in_the_terminal_says_who_won(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["replay", "coin-race", "goal=1", "players=4", "--number", "1"])
    assert not left.value.code
    last = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"the (first|second|third|fourth) player wins, \d+ moves? and \d+ moves? of chance", last)


# --- reviews -----------------------------------------------------------------------------------------------------


def test_what_moves_changed_adds_up_to_the_end(answers: Answerer) -> None:
    for seed in range(5):
        session = Session(faceup.game("coin-race", players=4), ["random"] * 4, seed=seed)
        for _ in session.go_on():
            pass
        found = review(session)
        start = session.expert.row(session.game.start())
        for seat, value in enumerate(start):
            assert value.exact + sum(row.changes[seat] for row in found.rows) == session.payoffs[seat]
            own = [row for row in found.rows if row.turn == seat]
            assert found.lost[seat] == sum(row.lost for row in own) == -sum(row.changes[seat] for row in own)
        told = ask(answers, "review", "coin-race", parameters=FOUR, moves=session.moves)
        assert told["lost"] == [pytest.approx(float(lost)) for lost in found.lost]
        assert [row["changes"] for row in told["rows"]] == [
            [pytest.approx(float(change)) for change in row.changes] for row in found.rows
        ]


def test_a_choice_that_is_the_same_to_whoever_makes_it_and_not_to_others_is_told(answers: Answerer) -> None:
    session = Session(Kingmaker(), ["person"] * 3, moves=[2])
    (row,) = review(session).rows
    assert (row.lost, row.favours, row.changes) == (0, True, (0, -1, 1))
    changed = (
        "move 1, you: crown 2 cost nothing, and changed what others get: the second player -100% of winning chance, "
        "the third player +100; you have 0%"
    )
    why = "no move could lose anything here, so it does not count"
    assert review_sentences(review(session)) == ["No mistakes.", f"{changed}; {why}"]
    found = ask(answers, "review", "kingmaker", parameters={}, moves=[2])
    (told,) = found["rows"]
    assert (told["favours"], told["changes"], told["changed"]) == (True, [0, -1, 1], ["0", "-100", "+100"])
    assert (told["says"], told["advice"], told["change"]) == (changed, why, "nothing, but others' chances changed")
    assert found["note"] == NO_ACCURACY.format(whose="None of your moves")
    assert not review(Session(Kingmaker(), ["person"] * 3, moves=[1])).rows[0].favours


def test_luck_is_that_of_the_seat_that_reads() -> None:
    race = faceup.game("coin-race", goal=1)
    found = review(Session(race, ["random", "person", "random"], moves=[1, 0, 1, 1]))
    luck = {seat: sum(row.changes[seat] for row in found.rows) for seat in range(3)}
    assert luck == {0: Fraction(-4, 7), 1: Fraction(5, 7), 2: Fraction(-1, 7)}
    assert review_sentences(found)[0].startswith("Luck gave you 71.4% of winning chance, most after move 2 (")
    assert [(skill.who, skill.luck) for skill in skills(found)] == [
        ("the first player", "-57.1%"),
        ("you", "+71.4%"),
        ("the third player", "-14.3%"),
    ]


# --- solving, replays, samples --------------------------------------------------------------------------------------


def test_a_solution_has_the_value_of_every_seat(answers: Answerer) -> None:
    found = ask(answers, "solve", "coin-race", parameters={"goal": 1})
    assert exact(found["by_seat"]) == [Fraction(4, 7), Fraction(2, 7), Fraction(1, 7)]
    assert found["says"] == (
        "The first player wins most often, 57.14%; the second player 28.57%; the third player 14.29% (exact)."
    )
    told = ask(answers, "solve", "kingmaker", parameters={})["by_seat"][2]
    assert [told[key]["exact"] for key in ("value", "least", "most")] == ["0", "0", "1"]
    assert ask(answers, "solve", "nim", parameters={})["by_seat"] == []


def test_a_replay_says_who_won(answers: Answerer) -> None:
    request = {"parameters": FOUR, "seed": 1, "number": 2, "policies": ["random", "best", "first", "random"]}
    found = ask(answers, "replay", "coin-race", **request)
    winner = found["result"]["payoffs"].index(1)
    name = ("first", "second", "third", "fourth")[winner]
    decided = sum(step["move"] > 0 for step in found["steps"])
    length = f"{decided} moves and {found['result']['moves'] - decided} moves of chance"
    assert found["result"]["text"] == f"the {name} player wins, {length}"


def test_a_sample_has_the_figures_of_every_seat(answers: Answerer) -> None:
    request = {"parameters": {}, "games": 20_000, "seed": 1, "policies": ["random"], "confidence": 0.95}
    found = ask(answers, "simulate", "left-center-right", **request)
    expected = faceup.simulate(faceup.game("left-center-right"), 20_000, seed=1)
    assert [row["win_rate"]["value"] for row in found["by_seat"]] == [seat.win_rate.value for seat in expected.seats]
    assert [row["name"] for row in found["by_seat"]] == [seat.name for seat in expected.seats]
    assert (found["tied"], found["most"]) == (0, "the third player won most")
    assert ask(answers, "simulate", "hog", **request)["by_seat"] == []


@pytest.mark.parametrize(
    ("rates", "told"),
    [
        ([(0.2, 0.3), (0.31, 0.4), (0.1, 0.2)], "the second player won most"),
        ([(0.2, 0.32), (0.31, 0.4), (0.1, 0.2)], "who wins most is not sure"),
        ([(0.2, 0.3), (0.2, 0.3)], "who wins most is not sure"),
        ([(None, None)], ""),
    ],
)
def test_who_won_most_is_said_where_intervals_stand_apart(rates: list[Any], told: str) -> None:
    def value(low: Any, high: Any) -> Value:
        return Value(float("-inf"), float("inf"), "stopped") if low is None else Value(low, high, "sampled")

    unknown = value(None, None)
    names = ("the first player", "the second player", "the third player")
    seats = [SeatFigures(k, names[k], value(*rate), unknown, unknown) for k, rate in enumerate(rates)]
    assert most_wins_sentence(seats) == told


@pytest.mark.parametrize(
    ("games", "title"),
    [(100, "lcr: 100 games; who wins most is not sure"), (20_000, "lcr: the third player won most, ")],
)
def test_a_picture_of_seats_says_only_what_is_sure(games: int, title: str) -> None:
    figure = sample_figure(faceup.simulate(faceup.game("left-center-right"), games, seed=1), "lcr")
    (axes,) = figure.axes
    texts = [text.get_text() for text in (*figure.texts, axes.title, axes._left_title, figure._suptitle or axes.title)]
    assert any(text.startswith(title) for text in texts), texts


def test_a_game_says_how_many_sit_at_its_table() -> None:
    games = serve_games([])
    assert [describe(games[name])["seats"] for name in ("wheel", "centipede", "nim", "one-handed")] == [3, 2, 0, 0]


# --- boards ------------------------------------------------------------------------------------------------------


class Squares(Game):
    """Four take squares in turn."""

    players: int = 4
    board = ((0, 1, 2, 3), (4, 5, -1, 6))

    class State(NamedTuple):
        squares: Row

    def start(self):
        return self.State((0,) * 7)

    def turn(self, s):
        return (7 - s.squares.count(0)) % 4 if 0 in s.squares else OVER

    def moves(self, s):
        return [square for square, mark in enumerate(s.squares) if mark == 0]

    def play(self, s, m):
        return self.State(replaced(s.squares, m, self.turn(s) + 1))

    def payoff(self, s):
        return tuple(s.squares.count(k + 1) for k in range(4))


class OwnMarks(Squares):
    marks = {1: "a", 2: "b", 3: "c"}


@pytest.mark.parametrize(
    ("game", "written"), [(Squares(), ["X", "O", "A", "B", ""]), (OwnMarks(), ["a", "b", "c", "4", ""])]
)
def test_everybody_has_a_mark_on_a_board_and_nobody_has_none(game: Game, written: list[str]) -> None:
    (zone,) = scene_of(game, game.State((1, 2, 3, 4, 0, 0, 0)), ()).zones  # type: ignore[attr-defined]
    assert [item.text for item in zone.items][:5] == written
    assert [item.owner for item in zone.items][:5] == [0, 1, 2, 3, None]

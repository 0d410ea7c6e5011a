"""Positions written field by field: read and written for every game, held against the rules, solved, and set up."""

import random
from typing import Any

import pytest

import faceup
from faceup.engines.graph.stakes import stakes_seen
from faceup.engines.model.contract_check import random_play
from faceup.engines.model.positions import at_position, fields_text, reachable, state_in
from faceup.library.finding import find_game, library_names
from faceup.play.session import Session
from faceup.rules.contract import from_own_start, position_of
from faceup.rules.errors import UsageError
from faceup.rules.facts import facts_of, plays_itself
from faceup.web.answers.answering import Answerer
from faceup.web.answers.setups import setup_document
from faceup.web.games import serve_games
from faceup.web.limits import VisitorLimits
from tests.games.duels import Bet, Dropping
from tests.games.phases import Cards15, Phase, Staged, Stakes, Weather
from tests.games.steps import Pairs
from tests.library import six_first

OPEN = [
    name for name in library_names() if facts_of(find_game(name)).decisions and not facts_of(find_game(name)).hidden
]


@pytest.mark.parametrize("name", six_first(OPEN))
def test_every_position_of_a_game_is_read_as_it_is_written(name: str) -> None:
    game = find_game(name)
    assert not plays_itself(game)
    for state in list(random_play(game, random.Random(3), 40))[::7]:
        assert state_in(game, fields_text(state)) == state


@pytest.mark.parametrize("rules", [Stakes, Staged, Weather, Cards15])
def test_words_and_sets_are_read_as_they_are_written(rules: Any) -> None:
    game = rules()
    for state in random_play(game, random.Random(3), 40):
        assert state_in(game, fields_text(state)) == state
        assert setup_document(game, fields_text(state))["problem"] == ""


def test_a_word_may_be_told_by_its_place_as_a_page_does() -> None:
    game = Staged()
    (phase,) = (field for field in setup_document(game, "phase=roll")["fields"] if field["name"] == "phase")
    assert (phase["kind"], phase["numbers"], phase["words"]) == ("choice", [1], ["choose", "roll", "over"])
    assert state_in(game, "phase=1") == state_in(game, "phase=roll") == game.start()._replace(phase=Phase.ROLL)
    with pytest.raises(UsageError, match="phase is 'sleep'; possible: choose, roll, over"):
        state_in(game, "phase=sleep")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tic-tac-toe", "x=0,4 o=1"),
        ("hexapawn", "squares=2,2,2,0,1,0,1,0,1 mover=1"),
        ("nim", "a=1 c=7"),  # more than any play has, and the rules go on from it
        ("yahtzee-turn", "dice=6,6,3,2,1 throws=2"),
        ("coin-race", "mover=2"),
    ],
)
def test_it_is_worth_what_the_state_is_worth(name: str, text: str) -> None:
    game: Any = find_game(name)
    there = at_position(game, text)
    assert position_of(there) == text
    assert from_own_start(there).start() == game.start()
    solution = faceup.solve(there)
    assert solution.value == faceup.solve(game, start=state_in(game, text)).value
    assert solution.value.exact is not None


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("tic-tac-toe", "x=0,4 o=4", "4 is in x and in o; possible: one of them"),
        ("tic-tac-toe", "x=0,14", "x has square 14; possible: 0-8"),
        ("tic-tac-toe", "x=0 x=1", "x occurs twice; possible: x=- o=-"),
        ("tic-tac-toe", "y=0", "y is not a field; possible: x=- o=-"),
        ("tic-tac-toe", "x=a", "'a' is not a set of cards; write one as 1-16,36-44"),
        ("hexapawn", "squares=2,2", "squares has 2 numbers; possible: 9"),
        ("hexapawn", "squares=2,2,2,0,7,0,1,0,1", "squares has 7 on square 4; possible: 0, 1, 2"),
        ("hexapawn", "mover=5", "turn is 5; possible: 0, 1, CHANCE"),
        ("nim", "c=-1", "c has -1; possible: 0 and more"),
        ("nim", "c=99999999999999999999", "c has '99999999999999999999'; possible: a whole number of 64 bits"),
        ("yahtzee-turn", "dice=6,9", "dice has a die that shows 9; possible: 1 to 6"),
        ("fifteen", "first=1,2 second=2", "2 is in first and in second; possible: one of them"),
        ("high-low", "matthew=3 benjamin=7 led=7 leader=1", "7 is led and in benjamin; possible: one of them"),
        (
            "high-low",
            "benjamin=18-35,45-50",
            "; Matthew has 25 and Benjamin 24, but at such points of random games they have equally many",
        ),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(name: str, text: str, problem: str) -> None:
    with pytest.raises(UsageError) as caught:
        state_in(find_game(name), text)
    told = str(caught.value)
    assert told.startswith(f"{text!r} is not a position of {name}: ")
    assert problem in told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("mover=5", "turn is 5; possible: 0, 1, CHANCE"),
        ("right=-", "play from here gets stuck: after 1 move the player to move has no legal move"),
    ],
)
def test_rules_that_fail_there_are_asked_no_further_and_sizes_that_differ_are_no_rule(text: str, problem: str) -> None:
    with pytest.raises(UsageError, match=f"is not a position of dropping: {problem}[^;]*(; with more .*)?$"):
        state_in(Dropping(), text)


def test_a_yes_and_a_no_are_no_players_though_whose_turn_it_is_goes_by_them() -> None:
    assert [one["words"] for one in setup_document(Bet(), "")["fields"]] == [["no", "yes"], []]
    assert setup_document(find_game("high-low"), "")["fields"][3]["words"] == ["Matthew", "Benjamin"]


def test_what_has_no_fields_and_what_is_hidden_is_refused() -> None:
    with pytest.raises(UsageError, match=r"'4 5' is not a position of tic-tac-toe; possible: its fields, x=- o=-"):
        state_in(find_game("tic-tac-toe"), "4 5")
    with pytest.raises(
        UsageError, match="kuhn-poker hides something from its players, so every game starts at its beginning"
    ):
        state_in(find_game("kuhn-poker"), "first=1")


def test_rules_that_read_positions_read_all_but_those_that_name_every_field() -> None:
    game = Pairs()
    state = state_in(game, "2 1 for 5, 2")
    assert state_in(game, fields_text(state)) == state
    with pytest.raises(UsageError, match="is not a position of pairs: "):
        state_in(game, "mover=1")


def test_near_the_end_a_win_is_called_one() -> None:
    """The few games from there may all end alike; what an end is worth the other ends of the game say."""
    game: Any = find_game("tic-tac-toe")
    over, won = at_position(game, "x=0,1,2 o=3,4"), at_position(game, "x=0,1,4,5 o=2,3,6")
    for one in (over, won):
        assert stakes_seen(one).duel
        assert "he first player wins" in str(faceup.solve(one))
    assert Session(over).result == "the first player wins"


def test_whether_play_leads_to_it() -> None:
    game: Any = find_game("tic-tac-toe")
    assert reachable(game, state_in(game, "x=0,4 o=1")) is True
    assert reachable(game, state_in(game, "x=0,4,8")) is False
    game = find_game("hex")
    assert reachable(game, state_in(game, "black=0-9")) is None


def setup(answers: Answerer, name: str, **wish: Any) -> dict[str, Any]:
    request = {"parameters": {}, "position": "", "moves": [], **wish}
    return dict(answers.answer("setup", name, request))  # type: ignore[arg-type]


def test_a_page_is_told_what_every_field_may_hold() -> None:
    answers = Answerer(serve_games([]), VisitorLimits())
    found = setup(answers, "tic-tac-toe", position="x=0,4,8")
    assert (found["text"], found["problem"]) == ("x=0,4,8 o=-", "")
    assert found["note"].startswith("No play from the start leads to this position")
    assert [(one["name"], one["kind"], one["numbers"]) for one in found["fields"]] == [
        ("x", "board-set", [0, 4, 8]),
        ("o", "board-set", []),
    ]
    pieces = [(piece["name"], piece["numbers"]) for piece in found["board"]["pieces"]]
    assert pieces == [("", [0, 0]), ("cross", [1, 0]), ("nought", [0, 1])]
    wrong = setup(answers, "tic-tac-toe", position="x=0 o=0")
    assert (wrong["text"], wrong["problem"]) == ("x=0 o=0", "0 is in x and in o; possible: one of them")
    unfinished = {
        ("high-low", "matthew=- benjamin=- led=0 leader=1"): "",  # so does every game end
        ("hexapawn", "squares=0,0,0,2,2,0,0,0,0 mover=0"): "",  # and some of these
        ("high-low", "matthew=3,5,9 benjamin=2"): "Benjamin needs 2 more cards.",
        ("high-low", "matthew=3,5 benjamin=2,4 led=25 leader=1"): "Matthew needs 1 more card.",
        ("hexapawn", "squares=0,0,0,0,0,0,0,0,0"): "Missing on the board: white pawn and black pawn.",
        ("othello", "squares=0" + 15 * ",0"): "",  # nobody knows that no game ends so
        ("tic-tac-toe", "x=0,1,2 o=3,4"): "",  # an end that play comes to
    }
    for (name, text), missing in unfinished.items():
        found = setup(answers, name, position=text)
        assert (found["missing"], found["problem"]) == (missing, "")
    moved = setup(answers, "hexapawn", moves=[[7, 4]])
    assert moved["fields"][0]["numbers"] == [2, 2, 2, 0, 1, 0, 1, 0, 1]
    assert [piece["numbers"] for piece in moved["board"]["pieces"]] == [[0], [1], [2]]
    mover = moved["fields"][1]
    assert (mover["label"], mover["kind"]) == ("to move", "choice")
    assert mover["words"] == ["the first player", "the second player"]
    hands = setup(answers, "fifteen", moves=[5])["fields"]
    assert [(one["kind"], one["apart"], one["possible"]) for one in hands] == [
        ("cards", ["second"], list(range(1, 10))),
        ("cards", ["first"], list(range(1, 10))),
    ]
    labels = [[one["label"] for one in setup(answers, name)["fields"]] for name in ("pig", "nim")]
    scores = ["score of the player to move", "score of the other player"]
    assert labels == [[*scores, "pot", "to move", "a roll is next"], ["heap A", "heap B", "heap C", "to move"]]
    with pytest.raises(UsageError, match="hides something from its players"):
        setup(answers, "kuhn-poker")


def test_a_position_is_played_from_on_a_page() -> None:
    answers = Answerer(serve_games([]), VisitorLimits())
    wish = {"parameters": {}, "moves": [], "after": "", "position": "x=0,4 o=1,3", "seats": ["person", "best"]}
    found: Any = answers.answer("play", "tic-tac-toe", {**wish, "seed": 0, "values": True, "go_on": False})
    assert found["says"] == "You win within 1 move with best play (exact)."
    assert found["record"]["position"] == "x=0,4 o=1,3"
    assert [entry["word"] for entry in found["legal"] if entry["best"]] == ["c1"]

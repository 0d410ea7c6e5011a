"""The puzzle of a day: chosen by the date alone, one move alone is best, and every pick is judged with its reason."""

from datetime import UTC, date, datetime, timedelta

import pytest

from faceup.play.puzzles import FEWEST_MOVES, day_named, is_puzzle
from faceup.rules.errors import UsageError
from faceup.web.answers.answering import Answerer
from faceup.web.answers.puzzles import GAMES, _puzzle_of_day
from faceup.web.games import ServedGame, serve_games
from faceup.web.limits import VisitorLimits

ALL = tuple(range(len(GAMES)))
BEGIN = date(2026, 11, 1)
DAYS = [BEGIN + timedelta(days=k) for k in range(len(GAMES))]  # one of each game


@pytest.fixture(scope="module")
def answers() -> Answerer:
    return Answerer(serve_games([]), VisitorLimits())


def asked(answers: Answerer, day: str, move: object = None, answer: bool = False) -> dict:
    return dict(answers.answer("puzzle", "", {"day": day, "move": move, "answer": answer}))  # type: ignore[arg-type]


@pytest.mark.parametrize("day", DAYS)
def test_one_move_alone_is_right_and_all_others_are_told_why_not(answers: Answerer, day: date) -> None:
    puzzle = asked(answers, str(day))
    assert puzzle["verdict"] is puzzle["answer"] is None
    assert all(entry["value"] is entry["best"] is None for entry in puzzle["position"]["legal"])
    legal = puzzle["position"]["legal"]
    assert len(legal) >= FEWEST_MOVES
    said = [asked(answers, str(day), entry["move"])["verdict"] for entry in legal]
    assert [verdict["right"] for verdict in said].count(True) == 1
    told = asked(answers, str(day), answer=True)
    right = next(k for k, verdict in enumerate(said) if verdict["right"])
    assert told["answer"]["move"] == legal[right]["move"]
    assert [entry["move"] for entry in told["position"]["legal"] if entry["best"]] == [legal[right]["move"]]
    for verdict in said:
        begins = "Right: " if verdict["right"] else "That is not it: "
        assert verdict["says"].startswith(begins + verdict["word"])
        refuted = ("After ", f"{verdict['word']} loses within ")
        assert verdict["right"] or len(puzzle["position"]["players"]) == 1 or verdict["reason"].startswith(refuted)


def test_a_puzzle_is_of_its_day_and_the_same_again() -> None:
    _puzzle_of_day.cache_clear()
    first = [_puzzle_of_day(day, ALL) for day in DAYS]
    _puzzle_of_day.cache_clear()
    assert [(one.game, one.moves, one.answer) for one in (_puzzle_of_day(day, ALL) for day in DAYS[:4])] == [
        (one.game, one.moves, one.answer) for one in first[:4]
    ]
    assert len({one.game for one in first}) == len(GAMES)
    assert all(is_puzzle(one.expert, one.session().state) and one.moves for one in first)


def test_the_rule_that_chooses_is_kept() -> None:
    """Whoever looks yesterday's puzzle up finds the same one after an update."""
    puzzle = _puzzle_of_day(date(2026, 11, 20), ALL)
    assert (type(puzzle.game).name, puzzle.moves, puzzle.answer) == ("tic-tac-toe", (7, 5, 0, 3), 4)
    puzzle = _puzzle_of_day(date(2026, 11, 28), ALL)
    assert (type(puzzle.game).name, puzzle.moves, puzzle.answer) == ("fifteen", (8, 1, 6, 3, 4), 5)


def test_days_in_the_same_turn_of_games_differ() -> None:
    turns = [_puzzle_of_day(BEGIN + timedelta(days=len(GAMES) * k), ALL).moves for k in range(6)]
    assert len(set(turns)) > 3


def test_today_yesterday_and_days_to_come(answers: Answerer) -> None:
    today = datetime.now(UTC).date()
    puzzle = asked(answers, "")
    assert (puzzle["today"], puzzle["next"]) == (True, "")
    before = asked(answers, puzzle["previous"])
    assert (before["today"], before["next"]) == (False, puzzle["day"])
    assert puzzle["day"] in (str(today), str(today + timedelta(days=1)))
    with pytest.raises(UsageError, match="day '2999-01-01' is still to come; possible: up to "):
        asked(answers, "2999-01-01")
    with pytest.raises(UsageError, match="day 'tomorrow'; possible: a date such as 2026-11-28"):
        day_named("tomorrow", date(2026, 11, 28))
    with pytest.raises(UsageError, match=r"move 5 \(99\) is not legal; legal moves: "):
        asked(answers, "2026-11-20", 99)


def test_a_game_of_another_with_its_name_is_left_out() -> None:
    games = serve_games([]) | {"tic-tac-toe": ServedGame("tic-tac-toe", "mine.py")}
    answers = Answerer(games, VisitorLimits())
    for k in range(len(GAMES)):
        assert asked(answers, str(BEGIN + timedelta(days=k)))["position"]["game"] != "tic-tac-toe"
    with pytest.raises(UsageError, match="there are no puzzles"):
        asked(Answerer({}, VisitorLimits()), "2026-11-20")

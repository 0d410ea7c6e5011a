"""A game in progress: sessions, seats, what an expert knows, reviews, and records that were tampered with."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import faceup
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.dispatch import solve
from faceup.games.dodgem import Dodgem
from faceup.library.finding import find_game
from faceup.play.expert import Expert
from faceup.play.in_progress import PlayedMove
from faceup.play.record import read_record, record, recorded_parameters, session_of
from faceup.play.review import review
from faceup.play.seats import seat
from faceup.play.session import Session
from faceup.results.answers.solution import Solution
from faceup.results.documents.review import review_graph
from faceup.results.sentences.outcomes import best_play_sentence
from faceup.results.sentences.reviews import accuracy_note, left_out, summary
from faceup.rules import CHANCE, OVER, Game
from faceup.rules.errors import FaceupError, LimitReached, RulesError, UsageError
from tests.games.arbitrary import LongWalk, Scramble
from tests.games.broken import Broken, WorthForEver
from tests.games.duels import Alone, Ends, Needle, OneMove, Survive
from tests.games.rounds import Standoff
from tests.games.wordings import Sayings, Twins, Wordless
from tests.games.written import Once
from tests.library import TOO_LARGE, open_names, six_first

GAMES = [name for name in open_names() if isinstance(faceup.game(name), Game)]
SOLVED = [name for name in GAMES if name not in TOO_LARGE]
TINY = {
    "best-card": {"deck": 12, "hand": 4},
    "secretary": {"candidates": 8},
    "high-low": {"cards": 8, "matthew": "1-4"},
}


def session(name: str, *moves: int, seats: Any = ("person", "person"), **more: Any) -> Session:
    name, *parameters = name.split()
    game = find_game(name, tuple(parameters)) if parameters else faceup.game(name, **TINY.get(name, {}))
    return Session(game, seats, moves=moves, **more)


# --- playing ----------------------------------------------------------------------------------------------------


def test_a_session_without_options_is_a_person_against_the_perfect_player() -> None:
    played = Session(faceup.game("fifteen"))
    assert [one.name for one in played.seats] == ["person", "best"]
    assert (played.turn, played.person, played.over, played.result) == (0, True, False, "")
    played.make(5)
    assert (played.turn, played.person) == (1, False)
    assert [one.turn for one in played.go_on()] == [1]
    assert played.history[0] == PlayedMove(played.game.start(), 0, 5)
    assert played.moves[0] == 5
    assert played.words[0] == "5"
    assert played.legal() == [card for card in range(1, 10) if card not in played.moves]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_to_its_end_by_computers(name: str) -> None:
    played = session(name, seats=("random", "first"), seed=8)
    moves = [one.move for one in played.go_on()]
    assert played.moves == moves
    assert played.over
    assert played.result
    assert played.legal() == []
    assert played.values() == {}
    assert played.step() is None
    with pytest.raises(UsageError, match="the game is over before move"):
        played.make(0)
    again = session(name, *moves, seats=("random", "first"))
    assert (again.state, again.payoff) == (played.state, played.payoff)


@pytest.mark.parametrize(
    ("word", "move"),
    [
        ("stay", 1),
        ("STAY", 1),
        ("sta", 1),
        ("Stop", 2),
        ("stop", 2),
        ("7", 7),  # a number is the move of that number, whatever another is called
        ("take 12", 4),
        ("take", 4),
        ("t", 4),
        ("go", 6),
        ("go ", 5),
        ("go o", 5),
        ("13", 13),
        ("bid 1,000", 8),
        ("[1]", 10),
    ],
)
def test_words_name_moves(word: str, move: int) -> None:
    played = Session(Sayings(), ("person", "person"))
    assert played.move_of(word) == move
    played.make(word)
    assert played.moves == [move]


@pytest.mark.parametrize(
    "word",
    ["", "st", "s", "take 1", "g", "14", "-1", "1", "000", "5", " stay", "stays", "\uff10", "\u0663", "\x00", "1 2"],
)
def test_other_words_are_quoted(word: str) -> None:
    played = Session(Sayings(), ("person", "person"))
    with pytest.raises(UsageError) as caught:
        played.move_of(word)
    several = {"st": "stay, Stop", "s": "stay, Stop", "g": "go on, go"}.get(word)
    expected = f"{word!r} may be {several}" if several else f"move 1 ({word!r}) is not legal; legal moves: stay, Stop, "
    assert str(caught.value).startswith(expected)


def test_a_number_that_is_gone_is_not_the_beginning_of_a_longer_one() -> None:
    played = Session(find_game("fifteen", ("high=12",)), ("person", "person"), moves=(1, 10, 11))
    with pytest.raises(UsageError, match="'1'"):
        played.move_of("1")
    assert played.move_of("12") == 12


def test_long_words_and_many_moves_make_no_long_error() -> None:
    played = Session(find_game("nim", ("a=1000",)), ("person", "person"))
    with pytest.raises(UsageError) as caught:
        played.make("x" * 5000)
    assert len(str(caught.value)) < 1500
    assert "and 969 more" in str(caught.value)


@pytest.mark.parametrize("move", [0, 10, -1, 2**70])
def test_a_move_that_is_not_legal_changes_nothing(move: int) -> None:
    played = session("fifteen", 5)
    with pytest.raises(UsageError, match=f"move 2 \\({move}\\) is not legal; legal moves: 1, 2, 3, 4, 6, 7, 8, 9"):
        played.make(move)
    assert played.moves == [5]
    with pytest.raises(UsageError, match="move 2"):
        session("fifteen", 5, move)


def test_outcomes_of_chance_that_cannot_be_are_not_legal() -> None:
    played = Session(find_game("red-black", ("red=0",)), moves=(1,))
    assert played.turn == CHANCE
    assert played.legal() == [1]
    with pytest.raises(UsageError, match="legal moves: black"):
        played.make(0)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(UsageError, match="'one-handed' is a solitaire game"):
        Session(faceup.game("one-handed"))  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="Game"):
        Session(Game())
    with pytest.raises(UsageError, match="3 seats"):
        session("fifteen", seats=("person",) * 3)
    for seed in (-1, 2**63):
        with pytest.raises(UsageError, match=f"seed {seed}; possible"):
            session("fifteen", seed=seed)


def test_rules_that_are_broken_are_told() -> None:
    with pytest.raises(RulesError, match="turn is 7"):
        list(Session(Broken(how=1), ("first", "first")).go_on())
    with pytest.raises(RulesError, match="no legal move"):
        Session(Broken(how=0), ("person", "person"), moves=(0, 0, 0)).legal()
    with pytest.raises(RulesError, match="sum to 0"):
        list(Session(Broken(how=2), ("first", "first")).go_on())
    with pytest.raises(RulesError, match="odds of outcome"):
        list(Session(Broken(how=3), ("first", "first")).go_on())


# --- taking back ------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_last_move_of_a_person() -> None:
    played = session("fifteen", seats=("person", "best"))
    for card in ("5", "1"):
        played.make(card)
        list(played.go_on())
    moves = played.moves
    played.undo()
    assert played.moves == moves[:2]
    played.undo()
    assert played.moves == []
    with pytest.raises(UsageError, match="no move of yours"):
        played.undo()
    played.redo()
    played.redo()
    assert played.moves == moves
    with pytest.raises(UsageError, match="nothing to make again"):
        played.redo()
    played.undo()
    played.make("9")
    with pytest.raises(UsageError, match="nothing to make again"):
        played.redo()


def test_moves_are_made_again_after_what_chance_did_by_itself() -> None:
    played = session("secretary", seats=("person",), seed=8)
    for _ in range(2):
        played.play().make("pass")
    moves = played.play().moves
    assert (played.history[0].turn, played.over) == (CHANCE, False)
    for number in (2, 1):  # of decisions, which alone are counted
        played.back(number)
        played.play()
    for _ in range(2):
        if played.moves != moves:
            played.redo()
            played.play()
    assert played.moves == moves
    played.back(1)
    played.seed = 1  # with which chance does something else
    played.make("pass")
    assert played.play().moves != moves[: len(played.moves)]
    with pytest.raises(UsageError, match="nothing to make again"):
        played.redo()


def test_chance_and_computers_decide_the_same_again() -> None:
    played = session("hog", seats=("person", "random"), seed=11)
    for _ in range(3):
        played.make("2")
        list(played.go_on())
    moves = played.moves
    for _ in range(3):
        played.undo()
    for _ in range(3):
        played.make("2")
        list(played.go_on())
    assert played.moves == moves
    other = session("hog", seats=("person", "random"), seed=12)
    other.play("2")
    list(other.go_on())
    assert other.moves != moves[: len(other.moves)]


@settings(max_examples=80)
@given(
    st.sampled_from(["fifteen", "tic-tac-toe", "nim", "hog", "best-card", "secretary", "red-black", "scramble"]),
    st.tuples(st.sampled_from(["person", "random", "first"]), st.sampled_from(["person", "random"])),
    st.integers(0, 2**63 - 1),
    st.lists(st.tuples(st.sampled_from(["play", "undo", "redo", "go on", "step"]), st.integers(0, 1000)), max_size=40),
)
def test_a_session_is_a_list_of_moves(
    name: str, seats: tuple[str, str], seed: int, actions: list[tuple[str, int]]
) -> None:
    game: Game = Scramble(seed=seed % 1000) if name == "scramble" else faceup.game(name, **TINY.get(name, {}))
    played = Session(game, seats, seed=seed)
    moves: list[int] = []
    undone: list[list[int]] = []

    def state_and_turn() -> tuple[Any, int]:
        state = game.start()
        for move in moves:
            state = game.play(state, move)
        return state, game.turn(state)

    def own(number: int) -> bool:
        state = game.start()
        for move in moves[:number]:
            state = game.play(state, move)
        return game.turn(state) in (0, 1) and seats[game.turn(state)] == "person"

    for action, number in actions:
        state, turn = state_and_turn()
        if action == "play":
            legal = [m for m in game.moves(state) if turn != CHANCE or game.odds(state, m)] if turn != OVER else []
            assert played.legal() == legal
            if legal:
                moves.append(legal[number % len(legal)])
                undone.clear()
                played.make(moves[-1])
        elif action == "undo":
            places = [k for k in range(len(moves)) if own(k)]
            if places:
                undone.append(moves[places[-1] :])
                del moves[places[-1] :]
                played.undo()
            else:
                with pytest.raises(UsageError):
                    played.undo()
        elif action == "redo":
            if undone:
                moves += undone.pop()
                played.redo()
            else:
                with pytest.raises(UsageError):
                    played.redo()
        else:
            made = [played.step()] if action == "step" else list(played.go_on())
            new = [one.move for one in made if one is not None]
            for move in new:
                if undone and undone[-1][0] == move:
                    undone[-1] = undone[-1][1:]
                    undone = undone if undone[-1] else undone[:-1]
                else:
                    undone.clear()
            moves += new
        state, turn = state_and_turn()
        assert (played.moves, played.state, played.turn) == (moves, state, turn)
        assert played.person == (turn in (0, 1) and seats[turn] == "person")
        assert played.words == [game.say(one.state, one.move) for one in played.history]
    again = Session(game, seats, seed=seed, moves=moves)
    assert (again.history, again.payoff) == (played.history, played.payoff)
    assert record(session_of(json.loads(json.dumps(record(played))), game)) == record(played)


# --- how it ends ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "moves", "result"),
    [
        ("three-fourteen", (6, 0, 1, 3, 7), "the first player wins"),
        ("fifteen", (1, 9, 2, 5, 3, 8, 4), ""),
        ("fifteen", (1, 5, 2, 6, 3, 4), "the second player wins"),
        ("fifteen", (1, 5, 2, 3, 7, 6, 4, 9, 8), "a draw"),
        ("high-low", (1, 5, 6, 2, 7, 3, 8, 4), "0 for Matthew"),
        ("best-card", (12, 1, 0, 0, 0), "the player wins"),
        ("best-card", (5, 1, 0, 6), "the player does not win"),
        ("red-black", (1, 0, 1, 1, 1, 0, 0), "the score is 1"),
        ("secretary", (1, 1, 1), "the player does not win"),
        ("hog goal=2 dice=1 sides=2", (1, 2), "the first player wins"),
        ("hog goal=2 dice=1 sides=2", (1, 1, 1, 2), "the second player wins"),  # for which the payoff is 0
    ],
)
def test_results_are_words(name: str, moves: tuple[int, ...], result: str) -> None:
    assert session(name, *moves).result == result


def ended(payoff: int, **parameters: Any) -> str:
    game = Ends(**parameters)
    way = [0] * 11 if payoff != game.rare or game.low <= game.rare <= game.high else [0] * 10 + [1]
    return Session(game, ("person", "person"), moves=[*way, payoff]).result


def test_ends_that_random_games_did_not_show_are_numbers() -> None:
    assert [ended(k) for k in (-1, 0, 1)] == ["the first player wins", "a draw", "the second player wins"]
    assert ended(5, rare=5) == "5 for the second player"
    assert ended(-2, low=0, rare=-2) == "-2 for the second player"
    assert ended(-1, low=0, rare=-1) == "the first player wins"
    assert [ended(k, low=0) for k in (0, 1)] == ["the second player does not win", "the second player wins"]
    assert ended(0, low=0, high=0) == "a draw"
    assert ended(-1, high=-1) == "the first player wins"


def test_one_player_wins_or_loses() -> None:
    assert [ended(k, second=False) for k in (-1, 0, 1)] == ["the player loses", "a draw", "the player wins"]
    assert [ended(k, second=False, player=1) for k in (-1, 1)] == ["the player wins", "the player loses"]
    assert ended(0, second=False, player=1, low=0) == "the player wins"  # the other payoff is a loss for player 1
    assert ended(0, second=False, high=0) == "the player wins"
    assert ended(0, second=False, low=0) == "the player does not win"
    assert ended(5, second=False, player=1, rare=5) == "5 for the first player"
    assert ended(0, second=False, low=0, high=0) == "the score is 0"


def test_payoffs_add_up_rewards() -> None:
    played = Session(faceup.game("high-low", cards=4, matthew="1,4"), ("person", "person"))
    payoffs = []
    for card in (4, 2, 1, 3):
        played.make(card)
        payoffs.append(played.payoff)
    assert (payoffs, played.result) == ([0, 1, 1, 1], "1 for Matthew")


# --- seats ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["person", "best", "random", "first", "slips:0.1", "slips:1", "slips:0", "slips:.5"])
def test_a_seat_has_its_word_as_name(word: str) -> None:
    assert seat(word).name == word


@pytest.mark.parametrize("word", ["mcts:0200", "simulation:200"])
def test_a_number_of_playouts_has_one_name(word: str) -> None:
    assert seat(word).name == "mcts:200"


@pytest.mark.parametrize(("word", "name"), [("mcts:0.50s", "mcts:0.5s"), ("mcts:2s", "mcts:2s")])
def test_a_number_of_seconds_has_one_name(word: str, name: str) -> None:
    assert seat(word).name == name


NO_SEATS = """
    nobody Best best: best:1 slips slips: slips:2 slips:1.5 slips:-0.1 slips:nan slips:0.1234567 slips:1e-3
    slips:\u0663 simulation simulation: simulation:-1 mcts mcts: mcts:0 mcts:1e3 mcts:1000001 mcts:-1 mcts:\u0663
    own:policy mcts:0s mcts:s mcts:.s mcts:3601s mcts:1e3s mcts:-1s mcts:0.0001s mcts:1S
"""


@pytest.mark.parametrize("word", ["", *NO_SEATS.split()])
def test_other_words_are_no_seats(word: str) -> None:
    with pytest.raises(UsageError, match="possible: "):
        seat(word)


def test_the_perfect_player_never_throws_value_away() -> None:
    for name in ("fifteen", "three-fourteen", "nim", "hog"):
        game = find_game(name, ("goal=8", "dice=2") if name == "hog" else ())
        expert = Expert(game)
        for seed in range(4):
            played = Session(game, ("best", "random"), seed=seed, expert=expert)
            list(played.go_on())
            assert review(played).lost[0] == 0


@pytest.mark.parametrize(("word", "least", "most"), [("slips:0", 0, 0), ("slips:1", 1, 1), ("slips:0.5", 0.3, 0.7)])
def test_slips_come_as_often_as_said(word: str, least: float, most: float) -> None:
    game = faceup.game("three-fourteen")
    expert = Expert(game)
    slips = 0
    for seed in range(60):
        played = Session(game, (word, "first"), seed=seed, expert=expert)
        played.step()
        slips += played.moves[0] not in (6, 8)
    assert least * 60 <= slips <= most * 60


def test_slips_where_every_move_is_best_are_none() -> None:
    played = session("fifteen", seats=("slips:1", "first"))
    played.step()  # every opening draws
    assert review(played).lost == (0, 0)


def test_looking_ahead_sees_a_win_and_a_threat() -> None:
    for seed in range(5):
        winning = session("tic-tac-toe", 0, 3, 1, 4, seats=("mcts:60", "first"), seed=seed)
        winning.step()
        assert winning.moves[-1] == 2
        holding = session("tic-tac-toe", 0, 4, 1, seats=("first", "mcts:200"), seed=seed)
        holding.step()
        assert holding.moves[-1] == 2


def test_looking_ahead_counts_rewards_and_odds() -> None:
    richer = Session(find_game("red-black", ("red=9", "black=1")), ("mcts:100", "first"))
    richer.step()
    assert richer.words == ["turn"]
    poorer = Session(find_game("red-black", ("red=1", "black=9")), ("mcts:100", "first"))
    poorer.step()
    assert poorer.words == ["stop"]


def test_looking_ahead_in_a_game_without_an_end_in_sight_ends() -> None:
    played = Session(LongWalk(length=100_000), ("mcts:2", "first"))
    assert played.step()


def test_a_policy_of_ones_own() -> None:
    def highest(game: Any, state: Any) -> int:
        return max(game.moves(state))

    played = session("fifteen", seats=(highest, "first"))
    assert played.seats[0].name == "own:highest"
    played.step()
    assert played.moves == [9]
    wrong = session("fifteen", seats=(lambda game, state: 77, "first"))
    with pytest.raises(UsageError, match="its move 77 is not legal: first holds nothing"):
        wrong.step()


def test_a_person_is_not_moved() -> None:
    with pytest.raises(UsageError, match="a person makes this move"):
        seat("person").choose(Session(faceup.game("nim")).sight.situation(), [])


# --- what it is worth -------------------------------------------------------------------------------------------


def test_values_hints_and_lines_are_those_of_the_solution() -> None:
    played = session("three-fourteen", 6)
    solution = solve(played.game)
    assert played.value() == solution.value_of(played.state)
    assert played.values() == solution.values(played.state)
    lengths = played.won_after()
    slowest = max(lengths[move] for move in solution.best(played.state))
    assert played.hint() == [move for move in solution.best(played.state) if lengths[move] == slowest]
    line = played.line()
    assert Session(played.game, moves=[6, *line]).result == "the first player wins"
    assert played.line(2) == line[:2]


def test_an_expert_is_shared_and_solves_once(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[Any] = []

    def counting(game: Game, **how: Any) -> Any:
        solved.append(how["start"])
        return solve(game, **how)

    monkeypatch.setattr("faceup.play.expert.solve", counting)
    game = faceup.game("fifteen")
    expert = Expert(game)
    one, other = (Session(game, moves=moves, expert=expert) for moves in ((5, 1), ()))
    one.value()
    other.value()
    other.values()
    assert solved == [game.start()]


def test_a_game_that_is_too_large_says_so_quickly_the_second_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("fifteen", ("high=20", "target=30"))
    played = Session(game, ("person", "best"), expert=Expert(game, memory=2e5))
    played.make(1)
    with pytest.raises(LimitReached, match=r"fifteen is too large to be solved here: .* after [0-9,]+ states"):
        played.step()
    assert played.moves == [1]
    monkeypatch.setattr("faceup.play.expert.solve", None)  # it must not be asked again
    for ask in (played.value, played.values, played.hint, played.line, played.step):
        with pytest.raises(LimitReached):
            ask()


# --- looking back -----------------------------------------------------------------------------------------------


def test_a_review_finds_what_was_thrown_away() -> None:
    found = review(session("three-fourteen", 5, 0, 1, 3, 8))
    assert [row.number for row in found.rows] == [1, 2, 3, 4, 5]
    first, second = found.mistakes[:2]
    assert (first.who, first.word, first.lost, first.best) == ("the first player", "5", 1, ("6", "8"))
    assert first.text == "threw a win away: now a draw"
    assert second.turn == 1
    assert found.lost == tuple(sum(row.lost for row in found.rows if row.turn == turn) for turn in (0, 1))


@pytest.mark.parametrize("name", six_first(name for name in SOLVED if not seats_of(faceup.game(name))))
def test_losses_and_luck_explain_the_result(name: str) -> None:
    """The value at the start, changed by losses and luck, is what came out in the end."""
    game = session(name).game
    expert = Expert(game)
    for seed in range(2):
        played = Session(game, ("random", "random"), seed=seed, expert=expert)
        list(played.go_on())
        found = review(played)
        luck = sum(row.luck for row in found.rows if row.luck is not None)
        start = found.rows[0].before
        expected = Fraction(start.exact) if start.exact is not None else start.value
        assert expected is not None
        total = expected + luck - found.lost[0] + found.lost[1]
        assert abs(float(total) - float(played.payoff)) < 1e-9
        for row in found.rows:
            assert (row.luck is None) == (row.turn != CHANCE)
            assert row.lost >= 0
            assert row.turn == CHANCE or (row.word in row.best) == (not row.lost)


def test_a_review_of_nothing_is_empty() -> None:
    found = review(session("fifteen"))
    assert (found.rows, found.lost, found.mistakes) == ((), (0, 0), ())


# --- records ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", six_first(SOLVED))
def test_a_record_tells_the_whole_game(name: str) -> None:
    played = session(name, seats=("random", "slips:0.25"), seed=2**62)
    list(played.go_on())
    text = json.dumps(record(played))
    found = read_record(text)
    word, parameters = recorded_parameters(found)
    game = find_game(word, parameters)
    assert isinstance(game, Game)
    assert game == played.game
    again = session_of(found, game)
    assert json.dumps(record(again)) == text
    assert again.history == played.history


def test_a_record_is_held_against_the_rules() -> None:
    found = record(session("fifteen", 5, 1, 9))
    game = faceup.game("fifteen")
    for change, expected in [
        ({"moves": [5, 5, 9]}, r"move 2 \(5\) is not legal"),
        ({"moves": [5, 1], "words": ["5"]}, "2 moves and 1 words"),
        ({"words": ["5", "1", "8"]}, "move 3 in words as '8'; it is '9'"),
        ({"game": "nim"}, "the record is of 'nim', not of 'fifteen'"),
        ({"parameters": {"low": 2}}, "not of fifteen 'low=1 high=9"),
        ({"seats": ["person"]}, "1 seats"),
        ({"seats": ["person", "genius"]}, "'genius'"),
        ({"seed": -1}, "seed -1"),
        ({"seed": True}, "possible: a whole number"),
        ({"moves": [5, True, 9]}, "True in 'moves'"),
        ({"format": "faceup game 2"}, "not a saved game"),
        ({"more": 1}, "'more'"),
    ]:
        with pytest.raises(UsageError, match=expected):
            session_of({**found, **change}, game)
    with pytest.raises(UsageError, match="has no 'seed'"):
        session_of({key: value for key, value in found.items() if key != "seed"}, game)


@pytest.mark.parametrize("text", ["", "{", "nonsense", "[" * 100_000, "1" * 5000, '{"a": NaN', "\x00"])
def test_what_is_no_json_is_no_record(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_record(text)
    assert len(str(caught.value)) < 200


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([2**70, "best", "5"]),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=5), inside, max_size=3),
    max_leaves=8,
)


@st.composite
def tampered(draw: st.DrawFn) -> Any:
    """A record in which something was changed, added or taken away, at any depth."""
    name = draw(st.sampled_from(["fifteen", "best-card", "high-low"]))
    played = session(name, seats=("random", "random"), seed=draw(st.integers(0, 9)))
    for _ in range(draw(st.integers(0, 5))):
        played.step()
    document: Any = record(played)
    for _ in range(draw(st.integers(1, 3))):
        place: Any = document
        keys = list(place)
        key: Any = draw(st.sampled_from(keys)) if keys else "game"
        if isinstance(place.get(key), dict | list) and place[key] and draw(st.booleans()):
            place = place[key]
            key = draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
        change = draw(st.sampled_from(["set", "set", "remove", "add"]))
        if change == "set":
            place[key] = draw(JSON)
        elif change == "remove":
            del place[key]
        elif isinstance(place, dict):
            place[draw(st.text(max_size=5))] = draw(JSON)
        else:
            place.insert(draw(st.integers(0, len(place))), draw(JSON))
    return name, document


@settings(max_examples=100)
@given(tampered())
def test_a_record_that_was_tampered_with_is_refused_or_still_a_game(found: tuple[str, Any]) -> None:
    name, document = found
    text = json.dumps(document)
    try:
        document = read_record(text)
        word, parameters = recorded_parameters(document)
        game = find_game(word, parameters)
        assert isinstance(game, Game)
        played = session_of(document, game)
    except UsageError as error:
        played, problem = None, str(error)
    if played is None:
        assert problem
    else:
        assert type(played.game).name == name
        assert record(played)["moves"] == document["moves"]


@given(JSON)
def test_any_document_is_refused_in_one_line(document: Any) -> None:
    for read in (recorded_parameters, lambda found: session_of(found, faceup.game("fifteen"))):
        with pytest.raises(FaceupError) as caught:
            read(document)
        assert len(str(caught.value)) < 300


# --- odd games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [0, 1])
def test_one_player_has_a_sure_win_whichever_number_they_have(player: int) -> None:
    expert = Expert(OneMove(player=player))
    assert best_play_sentence(expert.stakes, expert.value(expert.game.start())) == "a sure win"


def test_an_even_chance_is_no_draw() -> None:
    expert = Expert(Needle())
    assert expert.value(expert.game.start()).exact == 0
    assert best_play_sentence(expert.stakes, expert.value(expert.game.start())) == ""


def test_no_win_of_the_second_player_is_called_so() -> None:
    played = Session(Survive(), ("person", "person"), moves=(1, 0))
    assert played.payoff == 0
    assert played.result == "the second player does not win"


def test_a_word_of_two_moves_names_neither() -> None:
    played = Session(Twins(), ("person", "person"))
    assert played.move_of("stay") == 0
    with pytest.raises(UsageError, match=r"'go'.*legal moves: -1, stay, 1"):
        played.make("go")
    assert played.move_of("-1") == -1


def test_words_that_are_no_text_are_the_rules_fault() -> None:
    with pytest.raises(RulesError, match="say returns -1 for move -1; possible: text"):
        Session(Wordless(), ("person", "person")).move_of("1")
    with pytest.raises(RulesError, match="say returns 1"):
        _ = Session(Wordless(), ("person", "person"), moves=(1,)).words


def test_a_payoff_that_is_no_number_is_the_rules_fault() -> None:
    with pytest.raises(RulesError, match="inf, which is not a finite number"):
        _ = Session(WorthForEver(), ("person", "person"), moves=(1,)).payoff


def test_an_answer_does_not_depend_on_what_was_asked_before() -> None:
    """With a theory, and with machine code: late positions first, then the start."""
    for game in (faceup.game("best-card", deck=60, hand=8), faceup.game("hog", goal=12)):
        played = Session(game, ("random", "random"), seed=3)
        list(played.go_on())
        asked_late, fresh = Expert(game), Expert(game)
        late = [played.history[k].state for k in (len(played.history) - 1, len(played.history) // 2, 0)]
        answers = [asked_late.value(state) for state in late]
        assert answers == [fresh.value(state) for state in reversed(late)][::-1]


def test_a_game_too_large_as_a_whole_is_solved_from_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faceup.play.expert.WHOLE", 50_000)
    game = faceup.game("fifteen")
    expert = Expert(game)
    late = Session(game, moves=(5, 1, 9, 2)).state
    assert expert.value(late).exact == faceup.solve(game).value_of(late).exact
    assert not expert.whole
    other = Session(game, moves=(2, 1, 3, 4)).state  # not among what was found
    assert expert.values(other) == faceup.solve(game).values(other)
    assert expert.solution(other).start == other


def test_a_record_may_leave_out_what_is_as_usual_and_write_sets_otherwise() -> None:
    game = faceup.game("high-low", cards=6, matthew="1,4-5")
    found = record(Session(game, ("person", "person"), moves=(4,)))
    again = session_of({**found, "parameters": {"matthew": "1,4,5", "cards": 6}}, game)
    assert again.moves == [4]
    with pytest.raises(UsageError, match="not of high-low"):
        session_of({**found, "parameters": {"cards": 6}}, game)


@pytest.mark.parametrize("endless", [0, 1])
def test_computers_that_would_go_on_for_ever_end_where_a_position_has_repeated(endless: int) -> None:
    session = Session(Standoff(endless=endless), ("best", "first"), seed=5)
    assert [played.move for played in session.go_on()] == [0, 0]
    assert session.over
    assert session.payoff == endless
    ended = "the first player wins" if endless else "a draw"
    assert session.result == f"the position has repeated, and play would never end: {ended}"
    assert session.step() is None


@pytest.mark.parametrize("seats", [("random", "first"), ("slips:0.5", "best"), ("person", "best")])
def test_play_that_may_go_another_way_next_time_goes_on(seats: tuple[str, str]) -> None:
    session = Session(Standoff(), seats, moves=[0, 0, 0, 0])
    assert not session.over
    session.make(1)
    assert session.payoff in (1, -1)


def test_whoever_plays_alone_loses_to_nobody() -> None:
    found = review(Session(Alone(), ("person", "person"), moves=(0, 0, 0)))
    (mistake,) = found.mistakes
    assert "loses within" in mistake.reason
    assert "wins" not in mistake.reason.partition(";")[2]


class Rare(Once):
    """Chance throws a hundred-sided die: 5 for a hundred, else 1 or 0; a value is not a probability of winning."""

    who = CHANCE

    def moves(self, s):
        return range(1, 101)

    def payoff(self, s):
        return 5 if s.made == 100 else s.made % 2


def test_a_review_counts_chances_only_where_all_ends_are_known() -> None:
    found = review(Session(Rare(), ("person", "person"), moves=(100,)))
    assert found.scale.kind == "own"
    assert [float(hope) for hope in found.hopes(0)] == [0.55, 5]
    for game, moves in ((faceup.game("pig", goal=3), (1, 3)), (faceup.game("hog", goal=2, dice=1, sides=2), (1, 1, 1))):
        endings = review(Session(game, ("random", "person"), moves=moves))
        assert (endings.scale.kind, endings.reader) == ("chance", 1)
    counted = review(Session(faceup.game("snakes-and-ladders"), ("random",), moves=(1, 2)))
    assert summary(counted) == "Chance took 3.237 off the expected result, most on move 1 (spun 1)."
    assert summary(endings) == "Luck gave you 25% of winning chance; no mistakes."
    both = review(session("tic-tac-toe", 4, 1, 0, 8, 2, 6, 7, 3, 5))
    mistakes = "The first player's mistakes cost half a win; the second player's mistakes cost half a win."
    assert (both.result, summary(both)) == ("a draw", mistakes)


def test_a_review_of_a_game_that_may_repeat_counts_in_points_where_all_results_are_plain() -> None:
    for endless, kind in ((0, "result"), (-1, "result"), (Fraction(1, 2), "own")):
        game = type("Round", (Dodgem,), {"endless": endless})()
        found = review(Session(game, ("person", "person"), moves=[next(iter(game.moves(game.start())))]))
        assert found.scale.kind == kind


def test_a_review_keeps_what_it_has_judged_when_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    played = session("fifteen", 1, 2, 3, 4, 5)
    asked = count(1)
    monkeypatch.setattr("faceup.play.review.Deadline.is_set", lambda self: next(asked) > 3 or self.seconds_left == 0)
    found = review(played, 60)
    assert ([row.number for row in found.rows], found.limited) == ([3, 4, 5], True)
    assert left_out(found) == "Moves 1 to 2 are not judged: the time limit was reached."
    assert summary(found).endswith(" in the moves judged.")
    forced = replace(found, rows=tuple(row._replace(lost=0, free=True) for row in found.rows))
    assert (summary(forced), accuracy_note(forced)) == (
        "No mistakes in the moves judged.",
        "None of the moves judged could have been a mistake, so there is no accuracy to tell.",
    )
    assert len(found.hopes(0)) == 4
    none = review(played, 0)
    assert (none.rows, review_graph(none), left_out(none)) == ((), None, "No review: the time limit was reached.")


def test_a_review_by_search_counts_in_results_where_the_rules_show_the_payoffs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solution, "plain_ends", None)  # as after a search
    played = session("fifteen", 1, 2, 3, 4, 5)
    played.expert = Expert(played.game, whole=False)
    found = review(played)
    assert (found.scale.kind, review_graph(found).ticks) == ("result", ("loss", "draw", "win"))


def test_a_limit_of_time_is_no_fact_about_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    expert = Expert(faceup.game("nim"), seconds=0)
    with pytest.raises(LimitReached, match="was not solved in time"):
        expert.value(expert.game.start())
    with monkeypatch.context() as patched:
        patched.setattr("faceup.play.expert.solve", None)  # whoever plays does not wait at every move
        with pytest.raises(LimitReached, match="was not solved in time"):
            expert.value(expert.game.start())
    expert.seconds = 60  # whoever has more time asks again
    assert expert.value(expert.game.start()).how == "exact"


def test_time_that_a_compiler_took_is_not_taken_from_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faceup.play.expert.compiler_at_work", lambda: True)
    expert = Expert(faceup.game("nim"), seconds=0)
    with pytest.raises(
        LimitReached, match=r"nim was not solved in time: .* while the rules were being compiled"
    ) as refused:
        expert.value(expert.game.start())
    assert refused.value.unfinished
    expert.seconds = 60
    assert expert.value(expert.game.start()).how == "exact"


def test_one_question_takes_the_time_of_one() -> None:
    expert, tried = Expert(faceup.game("nim"), seconds=0), list[Any]()
    solve_from = expert._from

    def counting(state: Any, memory: float | None) -> Any:
        tried.append(state)
        return solve_from(state, memory)

    expert._from = counting  # type: ignore[method-assign]
    start = expert.game.start()
    later = expert.game.play(start, next(iter(expert.game.moves(start))))
    for _ in range(2):  # from the start, and then, as that was too much lately, from the position at hand
        with pytest.raises(LimitReached, match="was not solved in time"):
            expert.value(later)
    assert tried == [start, start, later]


def test_a_review_without_values_counts_the_moves_that_were_made() -> None:
    session = Session(
        faceup.game("kuhn-poker"), ("person", "random"), expert=Expert(faceup.game("kuhn-poker"), seconds=0)
    )
    session.play()
    session.make(session.legal()[0])
    found = review(session)
    assert (found.moves, found.rows) == (1, ())


def test_moves_that_are_alike_share_one_estimate_in_a_game_of_any_seed() -> None:
    game = find_game("connect-four", ("columns=5",))
    found = Session(game, seed=1).estimate(40)
    assert found == Session(game, seed=2).estimate(40)
    by_word = {game.say(game.start(), row.move): row for row in found.moves}
    for one, other in ("ae", "bd"):
        assert by_word[one]._replace(move=by_word[other].move) == by_word[other]
    assert all(0 < row.error < 1 and abs(row.mean) <= 1 for row in found.moves)

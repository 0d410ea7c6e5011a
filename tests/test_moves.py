"""Moves of several numbers, wherever a move goes."""

import json
from fractions import Fraction
from math import isclose
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.engines.explain.why import explain
from faceup.engines.model import thresholds
from faceup.engines.model.legal_moves import moves_in_text, state_after
from faceup.engines.model.positions import at_position
from faceup.engines.same.isomorphism import same
from faceup.engines.same.symmetries import symmetries
from faceup.engines.simulate.game_player import CompiledGamePlayer, GamePlayer
from faceup.engines.simulate.processes import pack_game, unpack_game
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.induction.python_table import PythonTable
from faceup.games.hexapawn import Hexapawn, Step
from faceup.native.not_compiled import InterpretedWarning, NotCompiled, describe_refusals
from faceup.play.protocol import answer, read_position
from faceup.play.record import record, recorded_position, session_of
from faceup.play.session import Session
from faceup.results.documents.codec import game_document
from faceup.rules.errors import RulesError, UsageError
from faceup.rules.texts import move_text
from faceup.web.answers.answering import Answerer
from faceup.web.games import serve_games
from tests.games import steps
from tests.games.steps import (
    Asking,
    Countdown,
    Dealt,
    DealThenBet,
    NoNumbers,
    Pairs,
    Pieces,
    Rerolls,
    Slices,
)
from tests.library import deep
from tests.visiting import PATIENT


def plain_step(game: Any, state: Any) -> Any:
    """A policy that gives the numbers of a move, and not the rules' own class."""
    return (6, 3) if (6, 3) in list(game.moves(state)) else next(tuple(move) for move in game.moves(state))


def last_step(game: Any, state: Any) -> Any:
    """A policy of one's own."""
    return list(game.moves(state))[-1]


def farthest_step(game: Any, state: Any) -> Any:
    """The same, which begins with no move at all."""
    found = None
    for move in game.moves(state):
        if found is None or move > found:
            found = move
    return found


@pytest.mark.parametrize("game", [Hexapawn(), deep(Pairs()), deep(Slices())], ids=lambda game: type(game).__name__)
def test_machine_code_and_cpython_agree(game: Any) -> None:
    native, python = NativeTable(game), PythonTable(game)
    for state in [game.start(), *(game.play(game.start(), move) for move in game.moves(game.start()))]:
        one, other = native.value(state), python.value(state)
        assert one.low <= other.low <= other.high <= one.high
        assert list(native.values(state)) == list(python.values(state))
    assert native.states == python.states


@pytest.mark.parametrize(
    ("game", "policy"),
    [
        *(deep(Pairs(), "random"), deep(Pairs(), last_step), (Pairs(), farthest_step)),
        *(deep(Hexapawn(), "best"), deep(Hexapawn(), last_step), deep(Hexapawn(), farthest_step)),
        *(deep(Dealt(), "best"), deep(Slices(), "best")),
    ],
)
def test_games_are_played_alike(game: Any, policy: Any) -> None:
    solution = faceup.solve(game) if policy == "best" else None
    player = GamePlayer(game, seed=3, longest=200, policies=(policy, "random"), solution=solution)
    one, other = player.outcomes(0, 80), CompiledGamePlayer(player).outcomes(0, 80)
    assert [array.tolist() for array in one] == [array.tolist() for array in other]


def test_moves_keep_their_kind() -> None:
    solution = faceup.solve(Hexapawn())
    best = solution.best(Hexapawn().start())
    assert best == [Step(6, 3), Step(7, 4), Step(8, 5)]
    assert all(isinstance(move, Step) for move in [*best, *solution.line()])
    assert explain(Hexapawn()).groups[0].moves[0] in best


def test_games_with_such_moves_are_the_same_and_have_symmetries() -> None:
    assert same(Hexapawn(), Hexapawn())
    found = symmetries(Hexapawn())
    assert found.order == 2
    assert {frozenset(group) for group in found.openings} == {frozenset({(6, 3), (8, 5)}), frozenset({(7, 4)})}


def test_a_session_takes_them_and_its_record_comes_back() -> None:
    session = Session(Hexapawn(), ("person", "best"))
    session.make((7, 4))
    assert len(list(session.go_on())) == 1
    assert isinstance(session.history[0].move, Step)
    told = json.loads(json.dumps(record(session)))
    assert told["moves"][0] == [7, 4]
    again = session_of(told, Hexapawn())
    assert again.state == session.state
    assert again.history == session.history
    with pytest.raises(UsageError, match=r"move 1 \(7-5\) is not legal; legal moves: a1-a2, b1-b2, c1-c2"):
        Session(Hexapawn()).play((7, 5))


def test_they_are_named_in_words_and_by_numbers() -> None:
    game = Pairs()
    assert moves_in_text(game, "throw 1 and 2, take 3 of heap 1, 1-2") == [(1, 2), (0, 3), (1, 2)]
    assert state_after(game, [(1, 2), (0, 3), (1, 2)]).heaps == (0, 0)
    with pytest.raises(UsageError, match=r"move 1 \('9-9'\) is not legal; legal moves: 1-1, 1-2"):
        moves_in_text(game, "9-9")


def test_the_text_protocol_has_their_numbers_one_after_another() -> None:
    words = answer(Hexapawn(), "2 7 4 0 4").split()
    assert words[:5] == ["3", "7", "4", "0", "4"]
    state_after(Hexapawn(), [(7, 4), (0, 4), (int(words[5]), int(words[6]))])
    with pytest.raises(UsageError, match="announces 2 moves and has 1"):
        answer(Hexapawn(), "2 7 4")


def test_a_position_as_text_is_where_a_game_begins() -> None:
    game = at_position(Pairs(), "2 1 for 5, 2")
    assert game.start() == game.State((2, 1), 5, 1)
    assert faceup.solve(game).value.exact == PythonTable(Pairs()).value(game.start()).exact
    session = Session(game, ("person", "person"))
    session.make((0, 1))
    told = json.loads(json.dumps(record(session)))
    assert told["position"] == "2 1 for 5, 2"
    assert session_of(told, at_position(Pairs(), recorded_position(told))).state == session.state


@pytest.mark.parametrize(
    ("game", "text", "problem"),
    [
        (Pairs(), "2 1 for", r"'2 1 for' is not a position of pairs: "),
        (
            Hexapawn(),
            "anything",
            r"'anything' is not a position of hexapawn; possible: its fields, squares=.* mover=0",
        ),
    ],
)
def test_what_is_no_position_is_told(game: Any, text: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        at_position(game, text)


def test_a_policy_may_give_the_numbers_alone() -> None:
    player = GamePlayer(Hexapawn(), seed=3, longest=200, policies=(plain_step, "random"))
    assert player.outcomes(0, 30).lengths.min() > 0
    session = Session(Hexapawn(), (plain_step, "random"))
    list(session.go_on())
    assert isinstance(session.history[0].move, Step)
    session = Session(Hexapawn())
    session.make([7, 4])  # type: ignore[arg-type]  # as JSON has it
    assert session.history[0].move == Step(7, 4)


def test_moves_cut_from_a_row_run_in_cpython() -> None:
    with pytest.raises(NotCompiled) as refused:
        NativeTable(Pieces()).value(Pieces().start())
    assert "cut from a row" in describe_refusals(refused.value)
    assert faceup.solve(Pieces()).value.exact == PythonTable(Pieces()).value(Pieces().start()).exact


def test_what_is_as_wide_as_words_is_not_taken_for_a_move_in_words() -> None:
    with pytest.raises(NotCompiled) as refused:
        NativeTable(Asking()).value(Asking().start())
    assert "moves of kinds that were not met" in describe_refusals(refused.value)


def test_moves_of_several_kinds_are_the_same_in_every_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Dealt()
    truth = faceup.solve(game, engine="induction-cpython")
    for engine in ("induction-native", "cyclic-native"):
        solution = faceup.solve(game, engine=engine)
        assert solution.value.low <= truth.value.exact <= solution.value.high
        assert solution.certified is not None
    assert solution.line() == truth.line()
    fractions = faceup.outcomes(game, ("best", "random"))
    monkeypatch.setattr(thresholds, "CHAIN_POSITIONS", 0)
    floats = faceup.outcomes(game, ("best", "random"))
    assert (fractions.engine, floats.engine) == ("chain", "native-chain")
    assert floats.value.low <= fractions.value.low <= floats.value.high
    with pytest.warns(
        InterpretedWarning,
        match=r"a policy of one's own where moves are of several kinds; let all moves be of one kind\)",
    ):
        faceup.simulate(game, 10, policies=(last_step, "random"), engine="native")


def test_a_game_that_is_over_at_once_refuses_nothing_for_others() -> None:
    with pytest.raises(NotCompiled):  # nobody has seen a move
        NativeTable(Countdown(stones=0)).value(Countdown(stones=0).start())
    assert (
        NativeTable(Countdown()).value(Countdown().start()).exact
        == PythonTable(Countdown()).value(Countdown().start()).exact
    )


def test_a_move_has_numbers() -> None:
    with pytest.raises(
        RulesError, match=r"moves yields None; a move is a whole number, a word as in .* a tuple of these"
    ):
        faceup.solve(NoNumbers())


def test_a_move_may_be_an_empty_tuple() -> None:
    game = Rerolls()
    state = game.play(game.play(game.start(), 1), 3)
    by_cpython, native = (faceup.solve(game, engine=f"induction-{backend}") for backend in ("cpython", "native"))
    assert isclose(float(native.value), float(by_cpython.value), abs_tol=1e-12)
    assert by_cpython.best(state) == native.best(state) == [(0,)]
    assert [move_text(game, state, move) for move in game.moves(state)] == ["none", "0", "1", "0-1"]
    assert read_position(game, "3 1 3 none")[1] == game.play(state, ())


def test_a_game_at_a_position_is_another_game(tmp_path: Path) -> None:
    game, there = Pairs(), at_position(Pairs(), "2 1 for 5, 2")
    assert there != game
    assert there == at_position(Pairs(), "2 1 for 5, 2")
    assert len({game, there, Pairs()}) == 2
    assert unpack_game(pack_game(there)).start() == there.start()
    assert game_document(there)["position"] == "2 1 for 5, 2"
    samples = [faceup.simulate(one, 50, store=tmp_path / "store") for one in (game, there, game)]
    assert samples[0].mean == samples[2].mean
    assert samples[1].histogram != samples[0].histogram


def test_a_visitor_with_a_position_changes_nobody_elses_game(tmp_path: Path) -> None:
    answers = Answerer(serve_games([f"{steps.__file__}:Pairs"]), PATIENT)
    session = Session(at_position(Pairs(), "2 1 for 5, 2"), ("person", "person"))
    loaded = answers.answer("load", "pairs", {"record": json.loads(json.dumps(record(session))), "values": False})
    assert loaded["record"]["position"] == "2 1 for 5, 2"
    wish = {"parameters": {}, "moves": [], "seats": ["person", "person"], "seed": 1, "values": False, "go_on": False}
    assert answers.answer("play", "pairs", wish)["turn"] == -1
    again = answers.answer("play", "pairs", wish | {"position": "2 1 for 5, 2"})
    assert [entry["move"] for entry in again["legal"]] == [[0, 1], [0, 2], [1, 1]]


@pytest.mark.parametrize("text", ["1-2 0-3 1-2", "1-2,0-3,1-2", "1-2, 0-3, 1-2", "(1, 2), (0,3) (1,2)", "1 2 0 3 1 2"])
def test_moves_of_several_numbers_are_read_however_they_are_written(text: str) -> None:
    assert moves_in_text(Pairs(), text) == [(1, 2), (0, 3), (1, 2)]


def test_a_tuple_of_numbers_goes_into_a_row_where_other_moves_have_words() -> None:
    fractions, floats = (faceup.solve(DealThenBet(), engine=f"induction-{by}") for by in ("cpython", "native"))
    assert fractions.value.exact == Fraction(5, 3)
    assert floats.value.low <= Fraction(5, 3) <= floats.value.high

"""Moves that are words: what stands in the rules is what people say, in every engine."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.engines.model.legal_moves import moves_in_text
from faceup.engines.simulate.game_player import CompiledGamePlayer, GamePlayer
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.play.protocol import answer
from faceup.play.record import record, session_of
from faceup.play.session import Session
from faceup.results.documents.codec import move_documents
from faceup.rules.errors import RulesError, UsageError
from faceup.rules.texts import in_order, move_text
from faceup.web.answers.answering import Answerer
from faceup.web.games import describe, serve_games
from tests.commands import Capture, run
from tests.games import phases, words
from tests.games.phases import AskedSets, Caller, Cards15, Phase, Staged, Stakes
from tests.games.words import (
    AskedFarkle,
    Bluff,
    Computed,
    Farkle,
    Matched,
    MatchedFarkle,
    Numbered,
    Pig,
    Spaced,
    Spelled,
    Stones,
    Twofold,
    Wager,
)
from tests.library import deep
from tests.oracle import oracle
from tests.visiting import PATIENT


def state_after(game: Any, *moves: Any) -> Any:
    state = game.start()
    for move in moves:
        assert move in list(game.moves(state))
        state = game.play(state, move)
    return state


@pytest.mark.parametrize(
    "game", [Stones(), deep(Matched()), Spelled(), deep(Numbered())], ids=lambda game: type(game).__name__
)
def test_machine_code_values_words_as_cpython_does(game: Stones) -> None:
    values, table = oracle(game), NativeTable(game)
    assert {state: table.value(state).exact for state in values} == values
    solution = faceup.solve(game)
    assert solution.value.exact == values[game.start()]
    assert all(set(table.best(state)) == set(solution.best(state)) for state in values if game.turn(state) >= 0)


@pytest.mark.parametrize("given", [{}, {"form": "long"}, {"form": "long", "p": 0.35}, {"p": 0.65}, {"form": "stop"}])
def test_parameters_are_fractions_and_words_in_machine_code(given: dict[str, Any]) -> None:
    game = Wager(**given)
    values, table = oracle(game), NativeTable(game)
    assert all(table.value(state).low <= value <= table.value(state).high for state, value in values.items())
    assert faceup.solve(game).value.exact == values[game.start()]


@pytest.mark.deep  # machine code plays these rules in every run
def test_numbers_of_chance_and_words_of_players_go_together() -> None:
    game = Pig()
    native, cpython = (faceup.solve(game, engine=f"cyclic-{how}") for how in ("native", "cpython"))
    assert native.value.low <= cpython.value.exact <= native.value.high
    rolled = state_after(game, "roll", 3)
    assert native.best(rolled) == cpython.best(rolled)
    assert native.line() == ["roll"]


@pytest.mark.parametrize(
    "game",
    [
        *(deep(Stones()), deep(Matched()), Pig(), deep(Bluff()), deep(Farkle()), deep(AskedFarkle())),
        *(deep(Wager()), deep(Wager(form="long")), deep(Stakes()), deep(Staged(rounds=2)), deep(Cards15(cards=5))),
        *(deep(AskedSets()), deep(MatchedFarkle())),
    ],
    ids=lambda game: type(game).__name__,
)
def test_the_same_games_are_played_in_machine_code(game: Any) -> None:
    player = GamePlayer(game, seed=3, longest=200, policies=("random", "first"))
    one, other = player.outcomes(0, 60), CompiledGamePlayer(player).outcomes(0, 60)
    assert [array.tolist() for array in one] == [array.tolist() for array in other]


def test_what_is_hidden_is_bet_on_in_words() -> None:
    solution = faceup.solve(Bluff())
    decision = solution.decision([3])
    assert (solution.value.exact, solution.engine) == (faceup.rules.Fraction(8, 9), "sequence-form")
    assert (decision.moves, decision.words) == (("bet", "check"), ("bet", "check"))
    assert solution.decision([3, "bet"]).moves == ("fold", "call")


def test_words_are_in_the_order_of_the_rules_text() -> None:
    assert in_order(Stones(), iter(["pass", ("take", 2), "halve", ("take", 1), 7])) == [
        *(7, "halve", "pass"),
        *(("take", 1), ("take", 2)),
    ]


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        (
            Computed(),
            r"moves yields 'take1', which does not stand in the rules' text as a whole; possible: a word that",
        ),
        (Spaced(), r"moves yields ' pass'; possible: a word of printed letters"),
        (Twofold(), r"moves yields the text '1' and numbers, too; possible: one of the two"),
    ],
)
def test_what_is_no_word_is_refused_with_the_line(game: Any, wrong: str) -> None:
    with pytest.raises(RulesError, match=rf"{wrong}.*\(words.py, line \d+\)"):
        faceup.solve(game)


def test_people_type_the_words() -> None:
    game = Stones()
    assert moves_in_text(game, "take 1, pass halve take-1") == [("take", 1), "pass", "halve", ("take", 1)]
    with pytest.raises(UsageError, match=r"move 2 \('fold'\) is not legal; legal moves: halve, take 1, "):
        moves_in_text(Stones(stones=8), "pass fold")
    session = Session(game, ("person", "person"))
    session.make("pass")
    session.make(("take", 1))
    session.make("hal")
    assert session.moves == ["pass", ("take", 1), "halve"]
    again = session_of(json.loads(json.dumps(record(session))), game)
    assert again.moves == session.moves
    with pytest.raises(UsageError, match=r"move 4 \('fold'\) is not legal; legal moves: .*take 1, take 2, take 3"):
        session.make("fold")


@pytest.mark.parametrize("game", [Spelled(stones=5), Numbered(stones=5)], ids=["words", "numbers"])
def test_members_of_an_enumeration_are_read_and_typed_by_their_names(game: Stones) -> None:
    solution = faceup.solve(game, engine="cpython")
    own = [move_text(game, game.start(), move) for move in game.moves(game.start())]
    assert own == ["take 1", "take 2", "take 3", "pass"]
    assert move_text(game, game.start(), solution.best()[0]) in own
    plain = (0, 1) if isinstance(game, Numbered) else ("take", 1)
    assert move_text(game, game.start(), plain) == "take 1"
    moves = moves_in_text(game, "take 1, halve all" if isinstance(game, Numbered) else "take 1 halve")
    assert move_documents(moves) == ([[0, 1], 2] if isinstance(game, Numbered) else [["take", 1], "halve"])
    assert all(type(part) in (int, str) for part in (*move_documents(moves)[0], move_documents(moves)[1]))


def test_a_line_of_the_protocol_has_words() -> None:
    game = Stones(stones=4)
    assert answer(game, "1 halve").startswith("2 halve take ")
    assert answer(game, "2 take 1 pass").startswith("3 take 1 pass take ")
    with pytest.raises(UsageError, match=r"'1 take 7': move 1 \(take-7\) is not legal; legal moves: take-1"):
        answer(game, "1 take 7")
    with pytest.raises(UsageError, match=r"'1 banana': move 1 \(banana\) is not legal; legal moves: take-1"):
        answer(game, "1 banana")
    with pytest.raises(UsageError, match=r"'1 banana': move 1 \(banana\) .*, as in '1 roll'"):
        answer(Pig(), "1 banana")


def test_documents_and_pages_have_words(capsys: Capture) -> None:
    file = f"{words.__file__}:Stones"
    document = json.loads(run(capsys, "solve", file, "stones=5", "--after", "take 1, pass", "--json")[1])
    assert (document["after"], document["best"]) == ([["take", 1], "pass"], [["take", 3]])
    answers = Answerer(serve_games([file]), PATIENT)
    wish = {"parameters": {}, "moves": ["pass", ["take", 1]], "seats": ["person", "person"], "values": False}
    shown = answers.answer("play", "stones", {**wish, "seed": 1, "go_on": False})
    assert [(entry["move"], entry["word"]) for entry in shown["legal"]][-1] == ("halve", "halve")


def test_a_page_asks_for_a_word_and_a_fraction(capsys: Capture) -> None:
    file = f"{words.__file__}:Wager"
    described = describe(serve_games([file])["wager"], ranges=False)
    assert [(each["kind"], each["value"]) for each in described["parameters"]] == [
        *(("fraction", "2/5"), ("number", 3), ("word", "short")),
    ]
    document = json.loads(run(capsys, "sweep", file, "p=0.1..0.3:0.1", "form=short,long", "--json")[1])
    assert document["axes"] == {"p": ["1/10", "1/5", "3/10"], "form": ["short", "long"]}
    assert [cell["value_how"] for cell in document["cells"]] == ["exact"] * 6
    assert run(capsys, "solve", file, "form=long", "p=0.3")[1].startswith("wager p=3/10 times=3 form=long\n")


def test_a_policy_gives_words(tmp_path: Path) -> None:
    def cautious(game: Any, state: Any) -> Any:
        return "bank" if state.risked > 1 else "roll"

    stored = {"policies": (cautious, "random"), "store": tmp_path / "store"}
    samples = [faceup.simulate(Pig(), 50, **stored) for _ in range(2)]
    assert samples[0].mean == samples[1].mean
    with pytest.raises(RulesError, match=r"its move 'stop' is not legal in .*; possible: roll"):
        faceup.simulate(Pig(), 5, policies=lambda game, state: "stop")


def test_strategies_and_reasons_print_the_words(capsys: Capture) -> None:
    file = f"{words.__file__}:Pig"
    assert "risked below 6: roll; 6: bank" in run(capsys, "strategy", file)[1]
    assert "The only first move is roll." in run(capsys, "why", file)[1]
    several = run(capsys, "why", f"{words.__file__}:Stones", "stones=12")[1]
    assert "3 of the 5 first moves are best: halve, take 1, take 2." in several  # words come before tuples
    assert "With pass or take 3, the first player gets -2." in several


@pytest.mark.parametrize(
    "game",
    [deep(Stakes()), Staged(rounds=2), Cards15(cards=5), deep(AskedSets(draws=3))],
    ids=lambda game: type(game).__name__,
)
def test_states_hold_words_members_and_sets_in_machine_code_too(game: Any) -> None:
    values, table = oracle(game), NativeTable(game)
    for state, value in values.items():
        found = table.value(state)
        assert found.low <= value <= found.high
        assert table.shape.state(table.shape.words(state)) == state


def test_members_come_back_from_machine_code_as_themselves(tmp_path: Path) -> None:
    game = Staged()
    solution = faceup.solve(game, engine="induction-native")
    state = solution.open_table.shape.state(solution.open_table.shape.words(game.start()))
    assert state.phase is Phase.CHOOSE
    solution.save(tmp_path / "staged.table")
    again = faceup.solve(game, table=tmp_path / "staged.table")
    assert (again.value, again.best()) == (solution.value, solution.best())


@pytest.mark.parametrize("engine", ["sequence-form", deep("regret")])
def test_what_is_hidden_may_be_a_word(engine: str) -> None:
    solution = faceup.solve(Caller(), engine=engine)
    assert solution.value.low <= faceup.rules.Fraction(-1, 5) <= solution.value.high
    assert solution.decision(["heads"]).words == ("heads", "tails")


def test_fields_of_words_are_told_and_tabled_as_words(capsys: Capture) -> None:
    assert "left 6, phase choose" in run(capsys, "play", f"{phases.__file__}:Staged", "--seed", "1")[1]
    assert "sky wet: ride; sky dry or windy: walk" in run(capsys, "strategy", f"{phases.__file__}:Weather")[1]


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        (phases.Unannotated(), r"field phase is 'choose'; a field that holds words is annotated so: `phase: str`"),
        (
            phases.Unwritten(),
            r"field phase is 'choice'; it does not stand in the rules' text as a whole; possible: a word",
        ),
        (phases.Wordless(), r"field phase is ''; a word cannot be empty; possible: a word for what it means"),
        (phases.Unlisted(), r"field phase is 'over'; it is annotated with 'choose', 'roll'"),
        (
            phases.Unlike(),
            r"field phase is <Stake.LOW: 'low'>; it is annotated with Phase, of which this is not a",
        ),
        (phases.Numbered(), r"field phase is 0; it is annotated as words"),
    ],
    ids=lambda given: type(given).__name__ if not isinstance(given, str) else "",
)
def test_what_a_field_of_words_cannot_hold_is_refused(game: Any, wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        faceup.solve(game)
    with pytest.raises(RulesError, match=wrong):
        faceup.replay(game, 0, 0)


def test_sets_of_a_state_are_gone_through_in_ascending_order() -> None:
    state = Cards15().State(frozenset({8, 1}), second=frozenset({16, 0, 8}))
    assert (list(state.first), [*state._replace(first=frozenset([9, 8, 1])).first]) == ([1, 8], [1, 8, 9])
    assert list(frozenset({0, 8, 16, 1}) - state.first | {24, 2}) == [0, 2, 16, 24]
    assert (state.first, hash(state.first), repr(state.second)) == (
        *({1, 8}, hash(frozenset({1, 8})), "frozenset({0, 8, 16})"),
    )
    assert pickle.loads(pickle.dumps(state)) == state


def test_sets_are_told_and_tabled_as_sets(capsys: Capture) -> None:
    file = f"{phases.__file__}:Cards15"
    replayed = " ".join(run(capsys, "replay", file, "--seed", "1", "--number", "1")[1].split())
    assert "first: 1 3 second: 4 last: 4 8" in replayed
    assert run(capsys, "strategy", file, "cards=4")[0] == 0


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        (
            frozenset({63}),
            r"the members of a set are whole numbers from 0 to 62; keep others as a sorted tuple",
        ),
        ({1}, r"a set can change, and a state does not: keep `frozenset\(...\)` of it, as `first: frozenset\[int\]`"),
        (3, r"field first is 3; it is annotated as a set of numbers"),
    ],
)
def test_what_a_field_of_a_set_cannot_hold_is_refused(monkeypatch: pytest.MonkeyPatch, field: Any, wrong: str) -> None:
    monkeypatch.setattr(Cards15, "start", lambda self: self.State(field, frozenset()))
    with pytest.raises(RulesError, match=wrong):
        faceup.solve(Cards15())

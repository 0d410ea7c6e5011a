"""Playing where something is hidden: whoever plays is told what they know, and nothing that they do not."""

import io
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

import faceup
from faceup.cli import main
from faceup.engines.hidden import observer as observing
from faceup.engines.hidden.memory import UNSEEN, Memories
from faceup.engines.hidden.observer import Observer
from faceup.engines.model.legal_moves import possible_moves
from faceup.engines.model.random_stream import STREAM_SIZE, begin
from faceup.play.expert import Expert
from faceup.play.hidden_review import LUCK
from faceup.play.protocol import answer
from faceup.play.session import Session
from faceup.results.documents.codec import document
from faceup.results.documents.review import Reviewed
from faceup.results.scene.scene_of_view import scene_of_view
from faceup.rules import CHANCE, OVER, Game, RulesError, UsageError
from faceup.rules.texts import in_order
from faceup.web.answers.answering import Answerer
from faceup.web.games import seal_seed, serve_games
from tests.library import deep, six_first
from tests.visiting import PATIENT

from .games.hidden import Forgetting, Knocking, MadeUp, MadeUpAlone, Sneaking, ToldByMoves, Unnoticed

Moves = list[Any]
Play = Callable[..., tuple[int, str]]
SECRET = b"of these tests"
COMPUTERS = ("best", "slips:0.5", "random", "first", "mcts:20")
SMALL: dict[str, dict[str, Any]] = {
    "goofspiel": {"cards": 3},
    "kuhn-poker": {"cards": 3},
    "leduc-poker": {},
    "liars-dice": {"sides": 3},
    "mastermind": {"colours": 3, "most": 3},
    "mia": {},
    "morra": {},
    "rock-paper-scissors": {},
}


def story(game: Game, moves: Moves, player: int) -> tuple[str, Any]:
    """All that a player saw and did, by the memory that solving has, and whether play is over or theirs to go on."""
    memories, state = Memories(game), game.start()
    known = memories.begin(state)
    for move in moves:
        who, state = game.turn(state), game.play(state, move)
        known = memories.after(known, who, move, state)
    turn = game.turn(state)
    return repr(memories.story(known[player])), turn if turn in (player, OVER) else "others"


def plays(game: Game, state: Any = None, moves: Moves | None = None) -> Iterator[tuple[Any, Moves]]:
    """Every beginning of a play: the state, and the moves that led there."""
    state, moves = game.start() if state is None else state, moves or []
    yield state, moves
    if game.turn(state) != OVER:
        for move in possible_moves(game, state):
            yield from plays(game, game.play(state, move), [*moves, move])


def watched(game: Game, moves: Moves, player: int) -> Observer:
    """An observer who has followed these moves."""
    observer, state = Observer(game, player), game.start()
    for move in moves:
        who, state = game.turn(state), game.play(state, move)
        observer.follow(who, move, state)
    return observer


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """Run a command with what is typed: its exit code, and standard output or else the line on standard error."""

    def run(typed: str, *words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        with pytest.raises(SystemExit) as caught:
            main(list(words))
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return int(caught.value.code or 0), out or err

    return run


@pytest.fixture(scope="module")
def answers() -> Answerer:
    return Answerer(serve_games([]), PATIENT, SECRET)


# What is known


@pytest.mark.parametrize(
    "games",
    [[*(MadeUp(seed=seed) for seed in range(first, first + 60))] for first in range(0, 120, 60)]
    + [[Forgetting(), Unnoticed(), Knocking(), *(MadeUpAlone(seed=seed) for seed in (96, 211))]],
    ids=lambda games: type(games[0]).__name__,
)
def test_what_is_told_is_the_same_wherever_a_player_knows_the_same(games: list[Game]) -> None:
    for game, player in product(games, (0, 1)):
        alike: dict[Any, list[tuple[Any, Moves]]] = defaultdict(list)
        for state, moves in plays(game):
            alike[story(game, moves, player)].append((state, moves))
        for (_, turn), found in alike.items():
            observers = [watched(game, moves, player) for _, moves in found]
            at = turn if isinstance(turn, int) else CHANCE
            told = observers[0].known_moves(at)
            assert all(observer.known_moves(at) == told for observer in observers)
            if isinstance(turn, int):
                states = Counter(state for state, _ in found)
                assert all(Counter(way.state for way in observer.histories(turn)) == states for observer in observers)
            for state, moves in found:  # and what is told is true
                words, here = [], game.start()
                for move in moves:
                    words.append((game.turn(here), game.say(here, move)))
                    here = game.play(here, move)
                assert here == state
                assert is_part(((one.turn, one.word) for one in told if one.word != UNSEEN), words)


def is_part(some: Iterator[Any], all_of_them: list[Any]) -> bool:
    """Whether these are among those, in their order."""
    rest = iter(all_of_them)
    return all(one in rest for one in some)


def test_what_passed_unnoticed_is_told_when_it_becomes_known() -> None:
    session = Session(faceup.game("rock-paper-scissors"), ("random", "person"), seed=3)
    session.play()
    assert (len(session.history), session.known_moves) == (1, [(0, UNSEEN, None, "", "")])
    assert session.scene.text == "nothing shown yet"
    session.play("rock")
    assert [(one.turn, one.word) for one in session.known_moves] == [(0, session.words[0]), (1, "rock")]
    kuhn = Session(faceup.game("kuhn-poker"), ("person", "person"), moves=[(3, 1), 1])
    assert [one.word for one in kuhn.known_moves] == ["bet"]
    assert [(zone.label, [item.text for item in zone.items]) for zone in kuhn.scene.zones] == [
        ("first", ["?"]),
        ("second", ["1"]),
    ]
    kuhn.make("call")
    assert [one.word for one in kuhn.known_moves] == ["cards 3 and 1", "bet", "call"]
    kuhn.back(2)  # decisions are counted, not the moves of chance
    assert kuhn.words == ["cards 3 and 1", "bet"]


def test_the_last_round_lies_there_if_all_its_cards_were_seen() -> None:
    def rounds(*seats: str) -> list[list[str]]:
        session = Session(faceup.game("goofspiel", cards=3), seats, moves=[1, 2, 3])
        return [[item.text for item in zone.items] for zone in session.scene.zones if zone.label == "last round"]

    assert rounds("person", "first") == [["1", "2", "3"]]
    assert rounds("first", "person") == [], "the bid lay face down before the second player's own"


@pytest.mark.parametrize(("hands", "second"), [((0b110, 0b1010), ["?", "?"]), ((0b110, 0b1000), None), ((0, 0), [])])
def test_a_hidden_hand_lies_face_down_or_is_left_out(hands: tuple[int, ...], second: list[str] | None) -> None:
    game = faceup.game("fifteen")
    view = game.start()._replace(first=0b10)
    scene = scene_of_view(game, view, (), 0, {"first": [0b10], "second": hands}.get)
    drawn = {zone.label: [item.text for item in zone.items] for zone in scene.zones}
    assert (drawn["first"], drawn.get("second")) == (["1"], second)


def test_more_ways_than_are_followed_leave_own_moves_alone_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observing, "MOST_HISTORIES", 2)
    game = faceup.game("leduc-poker")
    seats = ("person", "mcts:20")
    session = Session(game, seats, seed=5)
    session.play("check")
    assert session.sight.observer(1).lost
    assert {one.turn for one in session.known_moves} <= {0}
    while not session.over:  # nor does a computer know more, and it plays all the same
        session.play(session.legal_words()[0][1])


def test_moves_that_tell_what_is_hidden_are_refused() -> None:
    with pytest.raises(RulesError, match="the moves tell player 0 what view hides"):
        Session(ToldByMoves(), ("person", "best"), moves=[1]).legal()


# Computers


def test_the_perfect_player_draws_by_the_chances_of_its_plan() -> None:
    game = faceup.game("kuhn-poker")
    solution = faceup.solve(game)
    made, expert = Counter[Any](), Expert(game)
    for seed in range(600):
        session = Session(game, ("best", "best"), seed=seed, moves=[(2, 1), 0], expert=expert)
        session.step()
        made[session.moves[-1]] += 1
    decision = solution.decision([(2, 1), 0])
    assert dict(zip(decision.moves, decision.chances, strict=True)) == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert abs(made[1] - 200) < 4 * (600 * 2 / 9) ** 0.5


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *product(("kuhn-poker",), COMPUTERS),
        ("mastermind", "best"),
        *(deep("mastermind", kind) for kind in COMPUTERS if kind != "best"),
        *(deep("goofspiel", kind) for kind in COMPUTERS),
    ],
)
def test_computers_decide_by_what_they_know(name: str, kind: str) -> None:
    game = find(name)
    expert, alike = Expert(game), defaultdict(set)
    for state, moves in plays(game):
        turn = game.turn(state)
        if turn >= 0 and len(moves) < 4:
            seats = ["person", "person"]
            seats[turn] = kind
            session = Session(game, seats, moves=moves, seed=1, expert=expert)
            choice = session.seats[turn].choose(session.sight.situation(), stream())
            alike[turn, story(game, moves, turn)].add(choice)
    assert alike
    assert all(len(choices) == 1 for choices in alike.values())


def stream() -> list[int]:
    numbers = [0] * STREAM_SIZE
    begin(numbers, 1, 2)
    return numbers


def find(name: str) -> Game:
    game = faceup.game(name, **SMALL[name])
    assert isinstance(game, Game)
    return game


def test_an_own_policy_sees_what_its_player_sees() -> None:
    seen = []

    def fold(game: Game, view: Any) -> int:
        seen.append(view)
        return 0

    Session(faceup.game("kuhn-poker"), ("person", fold), moves=[(3, 1), 1]).step()
    assert [(view.first, view.second) for view in seen] == [(0, 1)]


# Values and review


def test_values_are_those_of_what_is_known() -> None:
    game = faceup.game("kuhn-poker")
    session = Session(game, ("person", "best"), moves=[(2, 1), 0, 1])
    same = Session(game, ("person", "best"), moves=[(2, 3), 0, 1])
    assert session.values() == same.values()
    assert {move: value.exact for move, value in session.values().items()} == {0: -1, 1: -1}
    assert session.value().exact == -1
    assert session.hint() == [0, 1]
    assert session.sight.decision.shares == ("fold 2/3", "call 1/3")
    assert session.line() == []
    high = Session(game, ("person", "best"), moves=[(3, 1)])
    assert high.sight.decision.played == (0,)
    assert high.hint() == [0, 1], "to bet is as good, though best play does not"


def test_a_review_judges_by_what_was_known() -> None:
    game = faceup.game("kuhn-poker")
    found = faceup.review(Session(game, ("person", "best"), moves=[(3, 1), 0, 1, 0]))
    assert [(row.number, row.word, row.lost) for row in found.rows] == [(1, "check", 0), (3, "fold", 3)]
    assert found.rows[1].best == ("call",)
    assert (found.end, found.hopes(0)[-1]) == ((), -1), "who folds has the result"
    assert found.seats == (0,)
    assert found.lost == (3, 0)
    lucky = faceup.review(Session(game, ("best", "person"), moves=[(3, 1), 0, 1, 1]))
    assert [(row.word, row.lost, row.free) for row in lucky.rows] == [("bet", 0, True)]
    as_good = faceup.review(Session(game, ("person", "best"), moves=[(3, 1), 1, 0])).rows[0]
    assert (as_good.word, as_good.best, as_good.lost) == ("bet", ("check", "bet (as good)"), 0)
    assert (lucky.hopes(1)[-2:], "end" in str(lucky)) == ((-1, -2), True), "the call is drawn, too"
    told = document(Reviewed(lucky))
    assert (told["start"], told["rows"][0]["luck_before"]) == (["-0.05556", "0.05556"], "luck -1.056")
    assert (told["rows"][0]["hopes"], told["luck_after"], told["end"]) == (["1", "-1"], "luck -1", ["2", "-2"])
    both = faceup.review(Session(game, ("best", "best"), moves=[(3, 1), 0, 1, 0]))
    assert [(row.turn, row.lost) for row in both.rows] == [(0, 0), (1, 0), (0, 3)]
    never = faceup.review(Session(game, ("best", "person"), moves=[(3, 1), 1, 1]))
    assert (never.rows, "best play of the other never comes to that" in never.unknown) == ((), True)
    assert faceup.review(Session(game, moves=[(3, 1)])).rows == ()


def test_what_was_gained_counts_as_far_as_it_was_known() -> None:
    session = Session(find("goofspiel"), ("person", "random"), seed=2)
    session.play()
    while not session.over:
        session.play(session.legal()[0])
    found = faceup.review(session)
    assert [(row.number, row.place) for row in found.rows] == [(1, 0), (3, 1), (5, 2)]
    last = found.rows[-1]
    assert last.free
    assert last.hopes[0] == session.payoff, "nothing is left to be decided, and all is known"
    assert found.hope_before(last, 0) == last.hoped[0]


# The terminal and the protocol


@pytest.mark.parametrize("name", six_first(SMALL, {*SMALL} - {"leduc-poker", "mia", "liars-dice"}))
def test_a_terminal_shows_the_same_wherever_the_person_knows_the_same(name: str, play: Play) -> None:
    game = find(name)
    words = [f"{key}={value}" for key, value in SMALL[name].items()]
    player = int(
        name in ("goofspiel", "mia", "morra", "rock-paper-scissors")
    )  # who cannot know all when it is their turn
    shown: dict[Any, set[str]] = defaultdict(set)
    truth: dict[Any, set[Any]] = defaultdict(set)
    for seed in range(10):
        session = Session(game, ("person", "random")[:: 1 if player == 0 else -1], seed=seed)
        session.play()
        against = () if name == "mastermind" else ("--strength", "random")
        side = f"as={('first', 'second')[player]}"
        code, text = play("", "play", name, *words, side, "--hints", "--seed", str(seed), *against)
        assert code == 0
        key = story(game, session.moves, player)
        shown[key].add(text.replace(f"seed {seed}", "seed"))
        truth[key].add(session.state)
    assert all(len(texts) == 1 for texts in shown.values())
    assert any(len(states) > 1 for states in truth.values())


def test_a_game_in_a_terminal(play: Play) -> None:
    typed = "?\nhint\nline\nbet\nreview\n"
    code, text = play(typed, "play", "kuhn-poker", "--seed", "3", "--hints", "as=second")
    assert code == 0
    for part in (
        "the computer: check",
        "  computer  ?\n  you       1\n",
        "best: check 2 times in 3, else bet",
        "best play goes on at random",
        "mistakes cost",
    ):
        assert part in text
    code, text = play("rock\npaper\n", "play", "rock-paper-scissors", "as=both")
    assert (code, text.count("nothing shown yet")) == (0, 2)
    assert "The second player wins." in text
    assert text.index("the first player: rock") > text.index("the second player, move 2> paper")
    code, text = play("", "play", "leduc-poker", "as=none", "--seed", "3")
    seen = re.search(r"^cards \d and \d$", text, re.MULTILINE)
    assert (code, seen is None) == (0, False), "whoever looks on where computers play alone sees all"
    assert re.findall(r"^(\d+)\. the \w+ player: ", text, re.MULTILINE)[:2] == ["1", "2"], "as the review counts"
    code, text = play("12\n", "play", "mastermind", "--seed", "0")
    assert ("misplaced 2" in text, "21" in text) == (True, False), "the code is the player's to infer"
    _, text = play("12\n21\n", "play", "mastermind", "--seed", "0")
    assert "  code   2 1\n" in text


def test_the_protocol_draws_by_what_the_mover_knows(play: Play) -> None:
    game = faceup.game("kuhn-poker")
    made = {answer(game, f"2 {card} 1 0", seed=seed) for card in (2, 3) for seed in range(20)}
    assert made == {f"3 {card} 1 0 {act}" for card in (2, 3) for act in (0, 1)}
    for seed in range(20):
        first, second = (answer(game, f"2 {card} 1 0", seed=seed) for card in (2, 3))
        assert first.split()[-1] == second.split()[-1], "the card is not known to whoever moves"
    assert play("2 3 1 0", "move", "kuhn-poker", "--seed", "5")[1] == answer(game, "2 3 1 0", seed=5) + "\n"
    code, err = play("2 3 1 7", "move", "kuhn-poker")
    assert (code, "move 2 (7) is not legal; legal moves: 0, 1" in err) == (2, True)
    code, err = play("2 3 1", "move", "kuhn-poker")
    assert (code, "announces 2 moves and has 1" in err) == (2, True)
    assert answer(faceup.game("mastermind"), "2 1 2 1 1") == "3 1 2 1 1 1 2"


# Pages


def asked(name: str, moves: Moves, seat: int, seed: int) -> dict[str, Any]:
    seats = ["random" if name == "goofspiel" else "best"] * 2  # whose best play is without lots
    seats[seat] = "person"
    return {"parameters": SMALL[name], "moves": moves, "seats": seats, "seed": seed, "values": True, "go_on": True}


def told_to(answers: Answerer, name: str, seat: int, seed: int) -> Iterator[tuple[Moves, str]]:
    """What a page is answered after every move of its person, who moves by what they know: the moves, all answers."""
    moves: Moves = []
    for _ in range(12):
        request = asked(name, moves, seat, seed)
        position = answers.answer("play", name, request)
        assert (position["seed"], position["record"], position["moves"]) == (seed, None, moves)
        review = answers.answer("review", name, {k: v for k, v in request.items() if k not in ("values", "go_on")})
        yield list(moves), json.dumps([{**position, "seed": None}, review], sort_keys=True)
        if position["over"]:
            return
        legal = [entry["move"] for entry in position["legal"]]
        moves.append(legal[len(json.dumps(position["history"])) % len(legal)])


@pytest.mark.parametrize("name", six_first(SMALL, {*SMALL} - {"leduc-poker", "mia"}))
def test_a_page_is_sent_the_same_wherever_its_person_knows_the_same(name: str, answers: Answerer) -> None:
    game = find(name)
    expert, alone, hidden = Expert(game), name == "mastermind", 0
    for player in (0,) if alone else (0, 1):
        sent: dict[Any, set[str]] = defaultdict(set)
        truth: dict[Any, set[Any]] = defaultdict(set)
        for seed in range(12):
            for moves, text in told_to(answers, name, player, seed):
                seats = asked(name, [], player, seed)["seats"]
                session = Session(game, seats, seed=seal_seed(game, seats, seed, SECRET), expert=expert)
                session.play()
                for move in moves:
                    session.play(tuple(move) if isinstance(move, list) else move)
                if session.over:  # then everything is seen
                    continue
                key = story(game, session.moves, player)
                sent[key].add(text)
                truth[key].add(session.state)
        assert all(len(texts) == 1 for texts in sent.values())
        hidden += sum(len(states) > 1 for states in truth.values())
    assert hidden, "some of these could not be told apart"


def test_moves_that_nobody_else_sees_have_no_numbers() -> None:
    for moves in ([1], [2, 1]):
        session = Session(Sneaking(), ("person", "first"), moves=moves)
        with pytest.raises(UsageError, match=r"move 1 \(9\) is not legal"):
            session.play(9)
        session.play(1)
        assert (session.number, [row.number for row in faceup.review(session).rows]) == (2, [1])
        with pytest.raises(UsageError, match=r"move 5; possible: 1$"):
            session.back(5)
        session.back(1)
        assert (session.number, session.person) == (1, True)


def test_another_secret_hides_another_game() -> None:
    game = faceup.game("kuhn-poker")
    seats = ["person", "best"]
    seeds = [
        seal_seed(game, *one)
        for one in ((seats, 1, SECRET), (seats, 1, b""), (seats, 2, SECRET), (seats[::-1], 1, SECRET))
    ]
    assert len({*seeds, seal_seed(faceup.game("kuhn-poker", cards=4), seats, 1, SECRET)}) == 5
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_what_a_page_cannot_ask_where_something_is_hidden(answers: Answerer) -> None:
    request = asked("kuhn-poker", [], 0, 1)
    for wrong, message in (
        ({"seats": ["person", "person"]}, "so one person can play on a page, not 2 as in 'person,person'; possible: "),
        ({"seats": ["person", "mcts:1s"]}, "the page has the computers' moves worked out again; possible: mcts:1000"),
        ({"after": "(2, 1)"}, "kuhn-poker hides something; possible: its start"),
        ({"moves": [1, 1, 1]}, "3 moves; the game is over, or nobody's to decide, after"),
        ({"moves": [7]}, "is not legal; legal moves: check, bet"),
    ):
        with pytest.raises(UsageError, match=message.replace("(", r"\(")):
            answers.answer("play", "kuhn-poker", request | wrong)
    session = Session(faceup.game("kuhn-poker"), moves=[(2, 1)])
    with pytest.raises(UsageError, match="a game of it cannot be read here"):
        answers.answer("load", "kuhn-poker", {"record": faceup.play.record.record(session), "values": True})


def test_moves_are_in_an_order_that_tells_nothing() -> None:
    class Turned(ToldByMoves):
        """The same moves in another order, after one side of the coin."""

        def moves(self, s: Any) -> Any:
            return (1, 2) if s.coin < 2 else (2, 1)

    orders = {tuple(Session(Turned(), ("person", "best"), moves=[coin]).legal()) for coin in (1, 2)}
    assert len(orders) == 1
    assert in_order(Turned(), *orders) == [1, 2]


def test_a_review_on_the_way_tells_neither_of_two_what_the_other_did() -> None:
    game = faceup.game("kuhn-poker")
    found = {repr(faceup.review(Session(game, ("person", "person"), moves=[(card, 1), 1])).rows) for card in (2, 3)}
    assert found == {"()"}, "it is the second player who looks, and has not decided anything"
    over = faceup.review(Session(game, ("person", "person"), moves=[(3, 1), 0, 0]))
    assert [row.turn for row in over.rows] == [0, 1]
    assert over.of == (0, 1)


def test_hopes_count_what_was_gained_where_it_is_known() -> None:
    game = find("goofspiel")
    watched_by_all = Session(game, ("random", "random"), seed=2)
    watched_by_all.play()
    found = faceup.review(watched_by_all)
    assert found.rows[-1].hopes[0] == watched_by_all.payoff
    assert (found.note, sum(found.lucks)) == (LUCK, sum(found.lost))
    unsure = faceup.review(Session(MadeUp(seed=5), ("person", "random"), moves=(0, 1, 1, 1)))
    assert "What was gained on the way is left out" in unsure.note


def test_when_the_game_is_over_everything_is_seen() -> None:
    game = faceup.game("kuhn-poker")
    session = Session(game, ("person", "best"), moves=[(3, 1), 1])
    assert "?" in {item.text for zone in session.scene.zones for item in zone.items}
    session = Session(game, ("best", "person"), moves=[(3, 1), 1, 0])
    assert (session.over, session.scene.text, session.known_moves[0].move) == (True, game.show(session.state), (3, 1))
    assert session.value().exact == game.payoff(session.state)


def test_a_policy_without_a_name_is_one_all_the_same() -> None:
    first = partial(lambda game, view: 0)
    assert faceup.best_answer(faceup.game("kuhn-poker"), first, 1).policy == "partial"
    assert Session(faceup.game("kuhn-poker"), ("person", first)).seats[1].name == "own:partial"


def test_two_who_load_a_game_are_not_told_what_was_done(play: Play, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    code, text = play("rock\nsave here.json\nquit\n", "play", "rock-paper-scissors", "as=both")
    assert (code, "saved 1 move in" in text) == (0, True)
    code, text = play("undo\nredo\nquit\n", "play", "--load", "here.json")
    assert code == 0
    assert "rock" not in text.split("goes on")[1]
    assert "goes on where it was left" in text
    assert "made again\n" in text

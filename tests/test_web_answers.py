"""What pages are answered with, held against the library called directly."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.engines.simulate.numbered_games import NumberedGames
from faceup.play.replays import replay
from faceup.play.session import Session
from faceup.results.answers.solution import NO_OPENING
from faceup.results.documents.codec import document
from faceup.results.documents.solution import Played, Solved
from faceup.rules import RulesError, UsageError
from faceup.rules.errors import LimitReached
from faceup.web.answers import positions
from faceup.web.answers.answering import Answerer
from faceup.web.answers.replies import REPLIES
from faceup.web.games import addresses_of_files, describe, serve_games
from tests.visiting import PATIENT

PLAY = {"parameters": {}, "moves": [], "seats": ["person", "best"], "seed": 1, "values": True, "go_on": True}


@pytest.fixture(scope="module")
def answers() -> Answerer:
    return Answerer(serve_games([]), PATIENT)


def test_a_position_has_the_values_that_solving_gives(answers: Answerer) -> None:
    found = answers.answer("play", "three-fourteen", PLAY | {"moves": [5, 2]})
    game = faceup.game("three-fourteen")
    session = Session(game, moves=(5, 2))
    expected = faceup.solve(game).values(session.state)
    assert [entry["move"] for entry in found["legal"]] == session.legal()
    for entry in found["legal"]:
        assert entry["value"]["exact"] == str(expected[entry["move"]].exact)
        assert entry["outcome"] == {1: "win", 0: "draw", -1: "loss"}[int(expected[entry["move"]].exact)]
        assert entry["best"] == (expected[entry["move"]].exact == max(value.exact for value in expected.values()))


def test_outcomes_are_those_of_the_player_to_move(answers: Answerer) -> None:
    found = answers.answer("play", "nim", PLAY | {"seats": ["person", "person"], "moves": [6]})
    assert found["turn"] == 1
    wins = [entry for entry in found["legal"] if entry["outcome"] == "win"]
    assert wins
    assert found["reader"] == 1
    assert all(entry["value"]["exact"] == "1" and entry["best"] and entry["share"] == 1 for entry in wins)


def test_numbers_are_shared_out_from_worst_to_best(answers: Answerer) -> None:
    found = answers.answer("play", "red-black", PLAY)
    worth = {entry["word"]: entry for entry in found["legal"]}
    assert worth["turn"]["share"] == 1
    assert worth["stop"]["share"] == 0
    assert worth["turn"]["outcome"] is None
    assert worth["stop"]["value"]["exact"] == "0"


def test_chance_has_odds_and_no_best_outcome(answers: Answerer) -> None:
    found = answers.answer("play", "red-black", PLAY | {"moves": [1], "go_on": False, "parameters": {"red": 1}})
    assert found["turn"] == -1
    assert [(entry["word"], entry["odds"], entry["best"]) for entry in found["legal"]] == [
        ("red", "1/27", None),
        ("black", "26/27", None),
    ]


def test_the_same_seed_gives_the_same_game_after_taking_back(answers: Answerer) -> None:
    whole = answers.answer("play", "hog", PLAY)
    one = answers.answer("play", "hog", PLAY | {"moves": [*whole["moves"], 2]})
    again = answers.answer("play", "hog", PLAY | {"moves": [*whole["moves"], 2]})
    assert one["moves"] == again["moves"]
    assert one["added"] == len(one["frames"]) == len(one["moves"]) - 1


def test_a_saved_game_loads(answers: Answerer) -> None:
    found = answers.answer("play", "hog", PLAY | {"moves": [2], "parameters": {"goal": 9}})
    loaded = answers.answer("load", "hog", {"record": found["record"], "values": True})
    assert {**loaded, "added": 0, "frames": []} == {**found, "added": 0, "frames": []}


def test_without_values_nothing_is_solved(answers: Answerer) -> None:
    request = PLAY | {"values": False, "seats": ["person", "random"], "parameters": {"matthew": "1-9,20-31,40-43"}}
    found = answers.answer("play", "high-low", request)
    assert found["value"] is None
    assert {entry["value"] for entry in found["legal"]} == {None}
    assert answers.experts.of(answers.games["high-low"], request["parameters"]).bytes == 0


def test_it_is_said_once_that_every_move_loses(answers: Answerer) -> None:
    found = answers.answer("play", "hexapawn", PLAY | {"moves": [], "go_on": False})
    assert [(entry["distance"], entry["best"]) for entry in found["legal"]] == [(4, False), (6, True), (4, False)]
    assert found["says"].startswith("Every move loses. You lose")
    drawn = answers.answer("play", "tic-tac-toe", PLAY | {"go_on": False})
    assert all(entry["best"] for entry in drawn["legal"])


def test_moves_alike_are_offered_once(answers: Answerer, tmp_path: Path) -> None:
    file = tmp_path / "keep.py"
    file.write_text(KEEP)
    own = Answerer(serve_games([str(file)]), PATIENT)
    found = own.answer("play", "keep", PLAY | {"values": False, "moves": [2, 2]})
    assert [entry["word"] for entry in found["legal"]] == ["keep nothing", "keep 2", "keep 2 2"]
    dice, _ = found["scene"]["zones"]
    assert [(choice["move"], choice["texts"]) for choice in dice["selections"]] == [
        (0, []),
        (1, ["2"]),
        (2, ["2"]),
        (3, ["2", "2"]),
    ]
    assert [step["says"] for step in found["history"]] == ["rolled 2", "rolled 2"]


def test_a_file_is_described_by_its_docstring_and_its_server_told_where_it_is(
    tmp_path: Path,
) -> None:
    keep, bare = tmp_path / "keep.py", tmp_path / "bare.py"
    keep.write_text(KEEP)
    described = 'class Nim(Game):\n    """Nim(rolls), with one die."""'
    bare.write_text(KEEP.replace("class Keep(Game):", described).replace("(1, 2)", "(1, 7)").replace("=m)", "=m + 1)"))
    games = serve_games([str(keep), str(bare)])
    assert [*addresses_of_files(games.values(), "http://127.0.0.1/")] == [
        f"{keep} is at http://127.0.0.1/play/keep",
        f"{bare} is at http://127.0.0.1/play/nim, in place of the library's game of that name",
    ]
    assert describe(games["nim"])["what"] == "Nim(rolls), with one die."
    assert describe(games["nim"])["rules"] == "Nim(rolls), with one die.", "and nothing that its author alone needs"


KEEP = """
from faceup.rules import CHANCE, OVER, Game, NamedTuple


class Keep(Game):
    class State(NamedTuple):
        a: int
        b: int
        rolls: int

    def start(self):
        return self.State(0, 0, 2)

    def turn(self, s):
        return CHANCE if 0 in (s.a, s.b) else 0 if s.rolls else OVER

    def moves(self, s):
        return range(4) if s.a and s.b else (1, 2)

    def play(self, s, m):
        if s.a and s.b:
            kept = sorted((s.a * (m & 1), s.b * (m >> 1)), reverse=True)
            return self.State(*kept, s.rolls - 1 if m < 3 else 0)
        return s._replace(b=m) if s.a else s._replace(a=m)

    def payoff(self, s):
        return s.a + s.b
"""


def test_a_game_too_large_is_played_without_values() -> None:
    tight = Answerer(serve_games([]), replace(PATIENT, memory=1 << 20))
    request = PLAY | {"seats": ["person", "random"], "parameters": {"low": 1, "high": 16, "target": 34, "count": 4}}
    found = tight.answer("play", "fifteen", request)
    assert "too large" in found["unknown"]
    assert found["estimate"] == "estimated by 4,000 playouts"
    assert {(entry["value"]["how"], bool(entry["within"])) for entry in found["legal"]} == {("estimated", True)}
    assert 1 < sum(entry["best"] for entry in found["legal"]) < 16, "playouts do not tell them apart"
    assert found["value"] is None
    assert len(found["legal"]) == 16
    assert found["note"] is None
    found = tight.answer("play", "fifteen", request | {"seats": ["best", "person"], "values": False})
    assert "too large" in found["note"]
    assert found["seats"] == ["mcts:1000", "person"]
    assert found["added"] == 1
    with pytest.raises(LimitReached, match="too large"):
        tight.answer("solve", "fifteen", request)


def test_the_strategy_is_that_of_the_whole_game_whatever_was_asked_before(answers: Answerer) -> None:
    answers.answer("play", "best-card", PLAY)  # solved from a position in which the first card lies
    found = answers.answer("strategy", "best-card", {"parameters": {}})
    assert found["thresholds"] == [93, 92, 91, 89, 87, 84, 80, 72, 55]
    assert found["value"]["exact"] == "793241858169757/1275496486264000"
    assert found["move"] == "hold"


def test_a_long_table_says_what_was_left_out() -> None:
    found = Answerer(serve_games([]), replace(PATIENT, rows=10)).answer("strategy", "hog", {"parameters": {}})
    whole = faceup.strategy(faceup.solve(faceup.game("hog")))
    assert len(found["rows"]) == 10
    assert found["rows_left_out"] == len(whole.rows) - 10
    lines = found["lines"]
    assert len(lines["rows"]) + lines["left_out"] == len(whole.lines)
    assert lines["heads"] == ["your score", "move"]
    assert lines["rows"][1] == ["12", "their score below 5: 2 dice; 5 or more: 3 dice"]


def test_solving_tells_states_of_its_own(answers: Answerer) -> None:
    answers.answer("play", "fifteen", PLAY | {"moves": [1, 2, 3]})
    found = answers.answer("solve", "fifteen", {"parameters": {}})
    assert (found["states"], found["says"], len(found["best"])) == (5478, "A draw with best play (exact).", 9)
    deals = answers.answer("solve", "one-handed", {"parameters": {"suits": 2, "ranks": 3}})
    assert deals["win"]["exact"] == "2/15"
    assert sum(share for _, share in deals["histogram"]) == pytest.approx(1)
    assert (deals["engine"], deals["refused"]) == ("enumeration", [])


def test_a_page_reads_what_a_command_prints(answers: Answerer) -> None:
    found = answers.answer("solve", "fifteen", {"parameters": {}})
    printed: Any = document(Solved(faceup.solve(faceup.game("fifteen")), NO_OPENING))
    for key in ("game", "parameters", "states", "engine", "refused"):
        assert found[key] == printed[key]
    games = [faceup.game(name) for name in ("fifteen", "tic-tac-toe")]
    sides = [{"game": type(game).name, "parameters": {}} for game in games]
    compared = answers.answer("same", "fifteen", {"first": sides[0], "second": sides[1]})
    expected = document(faceup.same(*games))
    assert compared == compared | expected | {"seconds": compared["seconds"]}


@pytest.mark.parametrize("policies", [["best"], ["random", "worst"]])
def test_how_it_ends_is_what_the_command_prints(answers: Answerer, policies: list[str]) -> None:
    found = answers.answer("outcomes", "pig", {"parameters": {"goal": 6}, "after": "", "policies": policies})
    game = faceup.game("pig", goal=6)
    ends = faceup.outcomes(game, policies)
    printed: Any = document(Played(game, ends))
    assert found == found | printed | {"seconds": found["seconds"]}
    bars = found["lengths_drawing"]["panels"][0]["bars"]
    shown = [(length, float(share)) for length, share in ends.lengths.items()][: len(bars)]
    assert [(int(bar["cells"][0]), bar["share"]) for bar in bars] == shown
    assert sum(bar["share"] for bar in bars) == pytest.approx(1, abs=0.001)  # 999 of 1,000 plays
    assert found["results"] == [[-1, float(ends.lost), "-1"], [1, float(ends.won), "1"]]
    assert found["worth"]["value"] == ends.value.value


def test_how_it_ends_begins_where_it_is_asked(answers: Answerer) -> None:
    found = answers.answer("outcomes", "nim", {"parameters": {}, "after": "take 2 from heap a", "policies": ["best"]})
    game = faceup.game("nim")
    assert found["outcomes"]["win_rate"]["exact"] == "1"
    assert found["outcomes"]["lengths"] == {str(len(faceup.solve(game).line()) - 1): "1"}


def test_nobody_has_a_policy_in_a_patience(answers: Answerer) -> None:
    with pytest.raises(UsageError, match="plays itself"):
        answers.answer("outcomes", "clock", {"parameters": {}, "after": "", "policies": ["best"]})


def test_the_magic_square(answers: Answerer) -> None:
    sides = {name: {"game": name, "parameters": {}} for name in ("fifteen", "tic-tac-toe")}
    for first, second in (("fifteen", "tic-tac-toe"), ("tic-tac-toe", "fifteen")):
        found = answers.answer("same", first, {"first": sides[first], "second": sides[second]})
        cards = [[int(cell["card"]) for cell in row] for row in found["board"]]
        lines = [
            *cards,
            *zip(*cards, strict=True),
            [cards[i][i] for i in range(3)],
            [cards[i][2 - i] for i in range(3)],
        ]
        assert {sum(line) for line in lines} == {15}
        named = [[f"square {column}{row}" for column in "abc"] for row in (3, 2, 1)]
        assert [[cell["square"] for cell in row] for row in found["board"]] == named


def test_games_that_differ_say_why(answers: Answerer) -> None:
    sides = [{"game": name, "parameters": {}} for name in ("three-fourteen", "tic-tac-toe")]
    found = answers.answer("same", "three-fourteen", {"first": sides[0], "second": sides[1]})
    assert (found["same"], found["board"], found["moves"]) == (False, None, [])
    assert "because" in found["text"][1]


def test_a_small_game_says_at_the_start_that_the_computer_plays_perfectly(
    answers: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish = PLAY | {"seats": ["person", "best"], "seed": 1, "values": False}
    monkeypatch.setattr(positions, "AT_ONCE", 60)
    told = answers.answer("play", "fifteen", wish)
    assert told["sitting"] == "You (first) vs computer (second): perfect play"
    told = answers.answer("play", "triple-duel", wish)
    assert [seat["who"] for seat in told["by_seat"]] == ["you", "computer: perfect play", "computer: perfect play"]
    monkeypatch.setattr(positions, "AT_ONCE", 0)
    unsure = "perfect play if solved in time, else looks ahead"
    told = answers.answer("play", "othello", wish)
    assert told["sitting"] == f"You (first, black) vs computer (second, white): {unsure}"


def test_a_review_calls_the_opponent_of_one_person_the_computer(answers: Answerer) -> None:
    found = answers.answer("review", "fifteen", {"parameters": {}, "moves": [1, 2, 3, 4], "seats": ["best", "person"]})
    assert found["players"] == ["the computer", "the second player"]
    assert {row["who"] for row in found["rows"]} == {"the computer", "you"}
    assert "the first player" not in str([found["says"], found["rows"], found["skill_words"]])


def test_a_review_adds_up(answers: Answerer) -> None:
    request = PLAY | {"seats": ["random", "random"], "seed": 3}
    moves = answers.answer("play", "three-fourteen", request)["moves"]
    found = answers.answer("review", "three-fourteen", {"parameters": {}, "moves": moves})
    assert found["lost"] == [sum(row["lost"] for row in found["rows"] if row["turn"] == player) for player in (0, 1)]
    assert any(row["text"] for row in found["rows"])
    for row, after in zip(found["rows"], found["rows"][1:], strict=False):
        assert row["after"]["exact"] == after["before"]["exact"]


def test_a_review_is_from_the_side_of_the_one_person_and_counts_luck_apart(answers: Answerer) -> None:
    moves = answers.answer("play", "pig", PLAY | {"seats": ["random", "random"], "seed": 3})["moves"]
    ways = {"parameters": {}, "moves": moves, "seats": ["best", "person"]}
    found = answers.answer("review", "pig", ways)
    assert (found["reader"], found["you"], found["counts"]) == (1, True, "chance")
    one, other = found["skill"]
    assert one["luck"] == pytest.approx(-other["luck"])
    heights = found["graph"]["heights"]
    assert heights[-1] in (0, 1)
    assert heights[0] + (other["luck"] - other["lost"] + one["lost"]) / 2 == pytest.approx(heights[-1])
    for seat, skill in enumerate(found["skill"]):
        own = [row for row in found["rows"] if row["turn"] == seat]
        assert skill["counted"] + skill["free"] == len(own)
        assert skill["best"] == sum(not row["lost"] for row in own if not row["free"])


def test_a_review_of_numbers_is_from_the_side_of_the_one_whose_they_are(answers: Answerer) -> None:
    ways = {"parameters": {"matthew": "1,4", "cards": 4}, "moves": [4, 2, 1, 3], "seats": ["best", "person"]}
    found = answers.answer("review", "high-low", ways)
    assert (found["reader"], found["you"], found["counts"]) == (0, False, "own")
    assert [row["hopes"][0] for row in found["rows"]][-1] == "1"  # round that Matthew won


def test_a_review_of_a_game_that_is_too_large_has_its_end() -> None:
    small = Answerer(serve_games([]), replace(PATIENT, memory=100_000))
    ways = {"parameters": {"high": 12, "target": 20}, "moves": [*range(1, 9)]}
    found = small.answer("review", "fifteen", ways)
    assert "the game is too large to be solved here" in found["unknown"]
    rows = found["rows"]
    assert (found["made"], [row["number"] for row in rows]) == (8, list(range(1, 9)))
    assert [row["estimated"] for row in rows] == sorted((row["estimated"] for row in rows), reverse=True)
    assert (rows[0]["estimated"], rows[0]["after"]["how"], rows[-1]["estimated"]) == (True, "estimated", False)
    assert all("about" in row["hopes"][0] for row in rows if row["estimated"])


@pytest.mark.parametrize(("high", "policy"), [(9, "best"), (30, "random")])
def test_moves_that_nobody_chose_are_the_best_ones_or_random_where_these_take_too_long(high: int, policy: str) -> None:
    tight = Answerer(serve_games([]), PATIENT if high == 9 else replace(PATIENT, memory=1 << 20))
    parameters = {"high": high, "target": 15 if high == 9 else 70, "count": 3 if high == 9 else 5}
    request = {"parameters": parameters, "seed": 1, "number": 0, "deal": ""}
    usual, chosen = (tight.answer("replay", "fifteen", request | {"policies": some}) for some in ([], [policy]))
    assert usual == chosen
    assert usual["policies"] == [policy]


def test_a_replay_is_cut_where_it_is_long() -> None:
    found = Answerer(serve_games([]), replace(PATIENT, steps=5)).answer(
        "replay", "one-handed", {"parameters": {}, "seed": 1, "number": 17, "deal": "", "policies": ["random"]}
    )
    assert len(found["steps"]) == 5
    assert found["left_out"] == found["result"]["steps_taken"] - 5


@pytest.mark.parametrize("name", ["one-handed", "clock", "high-low"])
def test_what_a_replay_changes_is_what_the_table_becomes(answers: Answerer, name: str) -> None:
    found = answers.answer(
        "replay", name, {"parameters": {}, "seed": 1, "number": 17, "deal": "", "policies": ["first"]}
    )
    scene, steps = found["start"], found["steps"]
    for step, expected in zip(steps, replay(faceup.game(name), 1, 17, ("first",)), strict=False):
        assert scene == document(expected.scene())
        change = step["change"]
        for row in change["rows"]:
            items = scene["zones"][row["zone"]]["rows"][row["row"]]
            items[row["at"] : row["at"] + row["drop"]] = row["put"]
        scene = change["whole"] or {**scene, "text": change["text"], "more": change["more"]}
    assert len(steps) == found["result"]["steps_taken" if "steps_taken" in found["result"] else "moves"]


def test_a_deal_is_replayed(answers: Answerer) -> None:
    request = {"parameters": {}, "seed": 0, "number": 0, "policies": ["random"]}
    longest = next(p for p in faceup.game("beggar-my-neighbour").published if p.result == 4791)
    found = answers.answer("replay", "beggar-my-neighbour", request | {"deal": longest.deal})
    assert (found["deal"], len(found["steps"]), found["left_out"]) == (longest.deal, 4791, 0)
    with pytest.raises(UsageError, match="no deals; possible: the number of a game"):
        answers.answer("replay", "fifteen", request | {"deal": "1 2"})


def test_a_simulation_reports_and_ends(answers: Answerer) -> None:
    request: dict[str, Any] = {
        "parameters": {},
        "deal": "",
        "games": 300_000,
        "seed": 1,
        "policies": ["random"],
        "confidence": 0.9,
    }
    found = answers.answer("simulate", "one-handed", request)
    assert isinstance(found, Iterator)
    told = list(found)
    expected = faceup.simulate(faceup.game("one-handed"), 300_000, seed=1, confidence=0.9)
    assert [sample["done"] for sample in told] == [False] * (len(told) - 1) + [True]
    assert [sample["games"] for sample in told] == sorted(sample["games"] for sample in told)
    assert told[-1]["wins"] == expected.won
    assert told[-1]["histogram"] == list(map(list, expected.histogram.items()))
    assert len(told[-1]["kept"]["wins"]) == 5
    first = told[-1]["kept"]["wins"][0]["number"]
    again = answers.answer("replay", "one-handed", request | {"number": first})
    assert again["result"]["won"]


def test_a_tournament_ends_with_the_figures_and_the_words_of_the_command(answers: Answerer) -> None:
    request = {"parameters": {}, "games": 40, "seed": 1, "policies": ["best", "random"], "confidence": 0.95}
    *told, last = answers.answer("tournament", "nim", request)
    assert [line["done"] for line in told] == [False] * len(told)
    REPLIES["tournament"].model_validate(last)
    assert (last["games"], last["wanted"]) == (160, 160)
    expected = faceup.tournament(faceup.game("nim"), ("best", "random"), 40, seed=1)
    assert [(one["policy"], one["against"]) for one in last["pairs"]] == [("best", "random")]
    assert last["pairs"][0]["value"]["value"] == expected.pairs[0].own.win_rate.value
    words = [word for part in last["parts"] for row in [[part["text"]], *part["rows"]] for word in row]
    assert all(word in str(expected) for word in words)
    with pytest.raises(UsageError, match="possible: 1 to 2,500,000"):
        list(answers.answer("tournament", "nim", request | {"games": 10**7}))


def test_nobody_waits_for_a_compiler_when_all_games_are_played(
    answers: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NumberedGames, "certificate", lambda *_: pytest.fail("the page shows no certificate"))
    request = {"parameters": {}, "games": 100, "seed": 1, "policies": ["random"], "confidence": 0.9}
    assert list(answers.answer("simulate", "nim", request))[-1]["done"]


def test_a_simulation_that_is_closed_stops(answers: Answerer) -> None:
    request = {"parameters": {}, "games": 10**9, "seed": 1, "policies": ["random"], "confidence": 0.9}
    found = answers.answer("simulate", "one-handed", request)
    assert isinstance(found, Iterator)
    assert not next(found)["done"]
    found.close()  # type: ignore[attr-defined]
    assert next(found, None) is None


def test_patiences_are_not_played(answers: Answerer) -> None:
    with pytest.raises(UsageError, match="possible: play, simulate, replay, check"):
        answers.answer("play", "one-handed", PLAY)


ODD = '''
from faceup.rules import CHANCE, OVER, Game, NamedTuple

class Round(Game):
    """It can repeat."""
    class State(NamedTuple):
        a: int
        who: int
    def start(self):
        return self.State(0, 0)
    def turn(self, s):
        return OVER if s.a == 3 else s.who
    def moves(self, s):
        yield 0
        yield 1
    def play(self, s, m):
        return self.State(s.a + 1 if m else max(s.a - 1, 0), 1 - s.who)
    def payoff(self, s):
        return 1 if s.who else -1

class Paying(Round):
    """It can repeat, with something to be gained."""
    def reward(self, s, m):
        return 1 - m

class Twice(Round):
    """Chance names one outcome twice, and two have one word."""
    def turn(self, s):
        return OVER if s.a == 3 else CHANCE
    def moves(self, s):
        yield 1
        yield 1
        yield 2
    def play(self, s, m):
        return self.State(3, m)
    def say(self, s, m):
        return "thrown"

class Big(Round):
    """Moves that a page cannot hold."""
    def moves(self, s):
        yield 2**53
    def play(self, s, m):
        return self.State(3, 0)

class Long(Round):
    """A hundred throws before anybody is to move."""
    def turn(self, s):
        return OVER if s.a == 101 else CHANCE if s.a < 100 else 0
    def moves(self, s):
        yield 1
    def play(self, s, m):
        return self.State(s.a + 1, 0)

class Second(Round):
    """The player with number 1 begins, and wins by 1."""
    def start(self):
        return self.State(0, 1)
    def play(self, s, m):
        return self.State(3, 1 - m) if s.a == 2 else self.State(s.a + 1, 1 - s.who)
'''


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Answerer:
    path = tmp_path_factory.mktemp("odd") / "odd.py"
    path.write_text(ODD)
    return Answerer(
        serve_games([f"{path}:{name}" for name in ("Round", "Paying", "Twice", "Big", "Long", "Second")]),
        PATIENT,
    )


def test_a_cyclic_game_is_played_without_values(odd: Answerer) -> None:
    found = odd.answer("play", "paying", PLAY | {"seats": ["person", "random"], "moves": [1, 1]})
    assert "play can come back to this state" in found["unknown"]
    assert [entry["value"]["how"] for entry in found["legal"]] == ["estimated", "exact"]


def test_outcomes_named_twice_are_one_and_words_named_twice_have_numbers(odd: Answerer) -> None:
    found = odd.answer("play", "twice", PLAY | {"go_on": False})
    assert [(entry["word"], entry["odds"]) for entry in found["legal"]] == [
        ("thrown (1)", "2/3"),
        ("thrown (2)", "1/3"),
    ]


def test_moves_that_a_page_cannot_hold_are_refused(odd: Answerer) -> None:
    with pytest.raises(RulesError, match=r"move 9007199254740992; on a page moves are"):
        odd.answer("play", "big", PLAY | {"values": False})


def test_of_very_many_moves_the_last_have_scenes(odd: Answerer) -> None:
    found = odd.answer("play", "long", PLAY)
    assert found["added"] == len(found["moves"]) == 100
    assert 1 < len(found["frames"]) < 100
    assert found["frames"][-1] == found["scene"] | {"zones": found["frames"][-1]["zones"]}


def test_players_are_called_what_the_rules_make_them(odd: Answerer) -> None:
    names = ["the second player", "the first player"]
    found = odd.answer("play", "second", PLAY | {"seats": ["person", "person"]})
    assert (found["players"], found["who"]) == (names, names[1])
    over = odd.answer("play", "second", PLAY | {"seats": ["person", "person"], "moves": [0, 0, 1]})
    assert over["result"]["text"] == "the first player wins"
    assert odd.answer("review", "second", {"parameters": {}, "moves": [0]})["players"] == names
    request = {"parameters": {}, "games": 10, "seed": 1, "policies": ["random"], "confidence": 0.9}
    assert list(odd.answer("simulate", "second", request))[-1]["players"] == names


def test_a_record_of_another_game_names_it(answers: Answerer) -> None:
    found = answers.answer("play", "nim", PLAY)["record"]
    with pytest.raises(UsageError, match="the record is of 'nim', not of 'fifteen'"):
        answers.answer("load", "fifteen", {"record": found, "values": True})


def test_whoever_looks_to_a_depth_sits_where_all_is_seen(answers: Answerer) -> None:
    found = answers.answer("play", "dodgem", PLAY | {"seats": ["ab:2", "person"]})
    assert found["seats"] == ["ab:2", "person"]
    assert found["added"] == 1
    request = {"parameters": {}, "games": 2, "seed": 1, "policies": ["ab:1"], "confidence": 0.95}
    assert list(answers.answer("simulate", "dodgem", request))[-1]["games"] == 2
    with pytest.raises(UsageError, match="ab:3 is for two opponents who see everything, and kuhn-poker hides"):
        answers.answer("play", "kuhn-poker", PLAY | {"seats": ["person", "ab:3"]})

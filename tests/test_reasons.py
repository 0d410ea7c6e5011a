"""Why: every fact in the sentences is true by the rules alone."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.cli import main
from faceup.engines.explain.contests import careful
from faceup.engines.explain.strategies import strategy
from faceup.engines.explain.why import explain
from faceup.engines.graph.stakes import stakes_seen
from faceup.engines.model.legal_moves import moves_in_text, named_moves
from faceup.engines.solve.dispatch import solve
from faceup.games.best_card import BestCard
from faceup.games.centipede import Centipede
from faceup.games.fifteen import Fifteen
from faceup.games.high_low import HighLow
from faceup.games.hog import Hog
from faceup.games.nim import Nim
from faceup.games.pig import Pig
from faceup.games.red_black import RedBlack
from faceup.games.three_fourteen import ThreeFourteen
from faceup.games.tic_tac_toe import TicTacToe
from faceup.library.finding import find_game
from faceup.results.answers.reasons import Branch, Contest, Explanation
from faceup.results.sentences.reasons import explanation_parts
from faceup.results.sentences.strategies import rule_text
from faceup.rules import CHANCE, OVER, Cards, Game, NamedTuple
from faceup.rules.errors import UsageError
from faceup.show.text.parts import plain_lines
from tests.games.chance import Toss
from tests.games.duels import Alone, FairCoin, LoserTwice, SecondBegins, Steps, WinnerTwice
from tests.library import deep
from tests.oracle import oracle

ODD = [(LoserTwice(), ()), (WinnerTwice(), ()), (SecondBegins(), ()), (Alone(), ()), (FairCoin(), ())]

POSITIONS = [
    (Fifteen(high=7, target=12), ()),
    deep(ThreeFourteen(), ()),
    deep(ThreeFourteen(), (0, 6)),
    deep(TicTacToe(), (4, 1)),
    (TicTacToe(), (0, 4, 8)),
    (Nim(), ()),
    (Nim(a=1, b=4, c=5), ()),
    (Nim(a=2, b=3, c=1), (5,)),
    (Hog(goal=6, dice=2, sides=3), ()),
    (RedBlack(red=3, black=3), ()),
    (HighLow(matthew=Cards(0b1011010), cards=8), ()),
]


@pytest.mark.parametrize(("game", "moves"), POSITIONS, ids=repr)
def test_moves_their_values_and_safe_replies_are_the_oracles(game: Game, moves: tuple[int, ...]) -> None:
    truth, why = oracle(game), explained(game, moves)
    state = why.state
    assert why.value.low <= truth[state] <= why.value.high
    worth = {m: game.reward(state, m) + truth[game.play(state, m)] for m in game.moves(state)}
    top = max(worth.values()) if why.who == 0 else min(worth.values())
    assert sorted(m for group in why.groups for m in group.moves) == sorted(worth)
    for group in why.groups:
        for move in group.moves:
            assert group.value.low <= worth[move] <= group.value.high
            assert group.best == (worth[move] == top)
        after = game.play(state, group.moves[0])
        if group.replies:
            assert game.turn(after) == 1 - why.who
            replies = {m: game.reward(after, m) + truth[game.play(after, m)] for m in game.moves(after)}
            best = min(replies.values()) if why.who == 0 else max(replies.values())
            assert (group.replies, list(group.safe)) == (len(replies), [m for m in replies if replies[m] == best])


@cache
def explained(game: Game, moves: tuple[int, ...]) -> Explanation:
    return explain(game, moves)


def plays_out(game: Game, state: Any, plan: tuple[Branch, ...], winner: int) -> int:
    """The most moves until the winner has won when the plan is followed; fails where it has no answer or is wrong."""
    who = game.turn(state)
    if who == OVER:
        assert game.payoff(state) == (1 if winner == 0 else -1)
        assert plan == ()
        return 0
    told = [move for branch in plan for move in branch.moves]
    assert all(branch.who == who for branch in plan)
    if who == winner:
        assert len(told) == 1
        assert told[0] in game.moves(state)
    else:
        assert sorted(told) == sorted(game.moves(state))
    return 1 + max(
        plays_out(game, game.play(state, move), branch.then, winner) for branch in plan for move in branch.moves
    )


@pytest.mark.parametrize(("game", "moves"), [*POSITIONS, *ODD], ids=repr)
def test_a_forced_win_has_an_answer_to_every_reply(game: Game, moves: tuple[int, ...]) -> None:
    why = explained(game, moves)
    truth = oracle(game)[why.state]
    duel = type(game) in (Fifteen, ThreeFourteen, TicTacToe, Nim, LoserTwice, WinnerTwice, SecondBegins)
    assert (why.win is not None) == (duel and truth != 0)
    if why.win is not None:
        assert why.win.winner == (0 if truth == 1 else 1)
        assert why.win.plan is not None
        assert plays_out(game, why.state, why.win.plan, why.win.winner) == why.win.length


def test_the_win_of_three_fourteen_is_told_to_the_end() -> None:
    lines = plain_lines(explanation_parts(explained(ThreeFourteen(), ()), everything=True), 11)
    assert lines[0].startswith("The first player wins")
    assert "2 of the 9 first moves win: 6, 8." in lines
    assert sum(line.endswith(" wins") for line in lines) > 20
    short = plain_lines(explanation_parts(explained(ThreeFourteen(), ())), 11)
    assert len(short) < len(lines)
    assert any("--all prints them" in line for line in short)


def played(game: Game, choosers: list[Any], start: Any) -> Fraction:
    """The mean payoff by plain recursion, each picking evenly among the chosen moves."""

    @cache
    def value(s: Any) -> Fraction:
        who = game.turn(s)
        if who == OVER:
            return Fraction(game.payoff(s))
        if who == CHANCE:
            odds = {m: game.odds(s, m) for m in game.moves(s)}
        else:
            odds = dict.fromkeys(choosers[who % len(choosers)](s), 1)
        return sum((w * (game.reward(s, m) + value(game.play(s, m))) for m, w in odds.items() if w), Fraction(0)) / sum(
            odds.values()
        )

    return value(start)


@pytest.mark.parametrize(("game", "moves"), POSITIONS, ids=repr)
def test_contests_are_computed_from_all_positions(game: Game, moves: tuple[int, ...]) -> None:
    why, solution = explained(game, moves), faceup.solve(game)
    known = {"random": game.moves, "best": solution.best, "careful": lambda s: careful(game, why.stakes, s)}
    assert why.contests
    for contest in why.contests:
        truth = played(game, [known[word] for word in contest.players], why.state)
        assert contest.mean == pytest.approx(float(truth), abs=1e-12)
        if contest.shares:
            assert sum(contest.shares.values()) == pytest.approx(1)
            assert sum(k * share for k, share in contest.shares.items()) == pytest.approx(float(truth), abs=1e-12)


def test_a_contest_agrees_with_simulated_games() -> None:
    game = Nim()  # best moves are unique wherever they win, so both play the same
    (contest,) = (c for c in explain(game).contests if c.players == ("random", "best"))
    sample = faceup.simulate(game, 500, seed=3, policies=("random", "best"), confidence=0.9999, engine="cpython")
    assert sample.mean.low <= contest.mean <= sample.mean.high


def test_where_best_play_goes_round_no_games_are_played_that_might_not_end() -> None:
    assert explain(Circling()).contests == ()


class Circling(Game):
    """Two walk round a circle of six, one step or none; whoever steps on the other wins, and nobody need."""

    endless = 0

    class State(NamedTuple):
        apart: int
        mover: int

    def start(self):
        return self.State(3, 0)

    def turn(self, s):
        return s.mover if s.apart else OVER

    def moves(self, s):
        return (0, 1, 2)

    def play(self, s, m):
        return self.State((s.apart + m - 1) % 6, 1 - s.mover)

    def payoff(self, s):
        return 1 if s.mover else -1


def test_careful_play_wins_at_once_and_does_not_let_win() -> None:
    game = TicTacToe()
    assert careful(game, stakes_seen(game), game.State(0b000000011, 0b000011000)) == [2]
    assert careful(game, stakes_seen(game), game.State(0b000010001, 0b000000110)) == [8]
    assert careful(game, stakes_seen(game), game.State(0b000000001, 0b000011000)) == [5]  # the second player is to move
    assert careful(game, stakes_seen(game), game.State(0b100000001, 0b000011000)) == [5]


def test_fifteen_is_tic_tac_toe_and_three_fourteen_is_not() -> None:
    why = explain(Fifteen())
    assert [type(twin.games[1]).name for twin in why.twins] == ["tic-tac-toe"]
    assert why.symmetries is not None
    assert why.symmetries.order == 8
    assert len(why.groups) == 3
    assert explained(ThreeFourteen(), ()).twins == ()


def test_best_card_says_what_to_do_and_what_a_shorter_rule_costs() -> None:
    text = "\n".join(plain_lines(explanation_parts(explain(BestCard())), 11))
    assert "hold from card 93, 92, 91, 89, 87, 84, 80, 72, 55 for drawn 1 to 9, else go on" in text
    assert (
        "\nThe best rule that looks at one number (hold from card 88, else go on) wins 57.79% instead of 62.19%.\n"
        in text
    )
    assert "Playing at random wins 18.55%, best play 62.19%." in text


@pytest.mark.parametrize(
    ("name", "parameters", "sentence"),
    [
        ("pig", ("goal=10",), "What to do: always roll."),
        ("pig", (), "No short rule is known that says what to do; strategy lists it, position by position."),
        ("red-black", (), "What to do: stop from black 1 for red 0, rising to 26 for red 20, else turn."),
        ("hog", ("goal=5",), "What to do: your score below 3: 2 dice; 3 or more: 1 die."),
        (
            "hog",
            ("goal=16",),
            "No rule that looks at one number is best everywhere; strategy lists what is, position by position.",
        ),
        ("craps", (), "Nobody decides anything; solve --distribution shows how games end, and how long they are."),
        ("kalah", ("pits=3",), "  With sow pit 1, the first player loses by 8."),
    ],
)
def test_a_rule_or_where_more_is_known(name: str, parameters: tuple[str, ...], sentence: str) -> None:
    assert sentence in plain_lines(explanation_parts(explain(find_game(name, parameters))), 11)


def test_words_fit_games_of_other_kinds() -> None:
    first = {type(game): plain_lines(explanation_parts(explained(game, moves)), 11)[0] for game, moves in ODD}
    assert first[LoserTwice].startswith("The second player wins")  # player 0, who does not begin
    assert first[WinnerTwice].startswith("The first player wins")
    assert first[SecondBegins].startswith("The second player wins")
    assert first[Alone] == "Best play is a sure win within 3 moves."
    assert first[FairCoin] == "The first player wins 50.00% of games with best play by both."
    text = "\n".join(
        line for game, moves in ODD[-1:] for line in plain_lines(explanation_parts(explained(game, moves)), 11)
    )
    assert "draw" not in text


def test_never_and_always_are_meant() -> None:
    class Steep(Steps):
        """Player 0 wins only by 1 at every step, of fifty."""

        order = (0, 1) * 25

        def play(self, s, m):
            return self.State(s.made + 1, s.moves if self.order[s.made] else s.moves + m)

        def payoff(self, s):
            return 1 if s.moves == 25 else -1

    text = "\n".join(plain_lines(explanation_parts(explain(Steep())), 11))
    assert "The first player playing at random wins <0.01%, loses >99.99%" in text
    assert "The second player playing at random or looking one move ahead always loses" in text


def test_thresholds_of_steps_with_gaps_name_their_steps() -> None:
    class Gaps(Game):
        """At step 1, 3 or 10 you may take the step's number, or the card's."""

        class State(NamedTuple):
            shown: int
            step: int
            card: int

        quantities = ("step", "card")

        def start(self):
            return self.State(0, 0, 0)

        def turn(self, s):
            return (CHANCE, CHANCE, 0, OVER)[s.shown]

        def moves(self, s):
            yield from ((1, 3, 10), range(12), (0, 1))[s.shown]

        def play(self, s, m):
            if s.shown == 2:
                return self.State(3, s.card if m else s.step, 0)
            return self.State(s.shown + 1, *((m, 0) if s.shown == 0 else (s.step, m)))

        def payoff(self, s):
            return s.step

    clauses = "; ".join(f"for step {step}, 1 from card {step} on" for step in (1, 3, 10))
    assert f"What to do: {clauses}, else 0." in plain_lines(explanation_parts(explain(Gaps())), 11)


def test_a_game_too_large_to_look_at_every_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faceup.engines.explain.why.MOST_POSITIONS", 100)
    why = explain(TicTacToe())
    assert why.positions is why.symmetries is why.win is None
    assert len(why.groups) == 9
    assert [type(contest) for contest in why.contests] == [Contest, Contest]
    assert all(contest.games == 400 for contest in why.contests)
    text = "\n".join(plain_lines(explanation_parts(why), 11))
    assert "Best play by both ends in a draw" in text
    assert re.search(r"draws 0\.5% ± 0\.7%, loses 99\.5% ± 0\.7%\.", text)
    assert "Against best play (400 games, 95% intervals):" in text


def test_a_search_for_symmetries_that_takes_long_is_given_up_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faceup.engines.same.renaming_search.LITTLE_WORK", 10)
    why = explain(TicTacToe())
    assert why.symmetries is None
    assert "Moves that are alike by symmetry were not searched for to the end." in plain_lines(
        explanation_parts(why), 11
    )


def test_a_rule_says_what_it_weighs_in_its_first_and_in_its_closest_decision() -> None:
    why = explain(BestCard(deck=20, hand=5))
    lead = "The first decision that matters"
    closest = "In best play, the best two moves differ least"
    assert [line for line in plain_lines(explanation_parts(why), 11) if line.startswith((lead, closest))] == [
        f"{lead}, for example at 1 of 5 turned, the highest is 1: go on wins 68.50% and hold wins 0%.",
        f"{closest} at 3 of 5 turned, the highest is 15: hold wins 48.53% and go on wins 47.79%.",
    ]
    (alone,) = (line for line in plain_lines(explanation_parts(explain(Toss())), 11) if " decision" in line)
    assert alone == f"{lead}: dare brings 1 and stay brings 0 on average."  # it has no place of its own
    (alike,) = (line for line in plain_lines(explanation_parts(explain(Pig(goal=4))), 11) if " decision" in line)
    assert alike.startswith(f"{lead} is, for example, the first player's at 0 to 0, 2")  # one of two that read alike
    worths = oracle(why.game)
    for state, who, _, values, as_close, among_all, _ in why.weighed:
        assert (who, as_close, among_all) == (0, 1, True)
        assert {move: value.exact for move, value in values} == {
            move: worths[why.game.play(state, move)] for move in why.game.moves(state)
        }


class Fork(Toss):
    """After a toss you go left, to 6 or 3, or right, to 1 or 0."""

    def turn(self, s):
        return CHANCE if s.phase == 0 else OVER if s.phase > 3 else 0

    def moves(self, s):
        return (("heads", "tails"), ("left", "right"), ("6", "3"), ("1", "0"))[s.phase]

    def play(self, s, m):
        phases = {"left": 2, "right": 3}
        return self.State(1 if s.phase == 0 else phases.get(m, 4), int(m) if s.phase in (2, 3) else 0)


def test_the_closest_decision_is_one_that_best_play_comes_to() -> None:
    (first, closest) = explain(Fork()).weighed
    assert ([move for move, _ in first.values], [move for move, _ in closest.values]) == (["left", "right"], ["6", "3"])


class TwoSums(Game):
    """Two dice with sides 1 and 2 are rolled; what is paid is their sum, or twice that."""

    class State(NamedTuple):
        total: int
        times: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.times else 0 if s.total else CHANCE

    def moves(self, s):
        return (1, 2) if s.total else (2, 3, 4)

    def odds(self, s, m):
        return 2 if m == 3 else 1

    def play(self, s, m):
        return s._replace(times=m) if s.total else s._replace(total=m)

    def payoff(self, s):
        return s.total * s.times


def test_the_likeliest_of_several_first_decisions_is_told() -> None:
    first = explain(TwoSums()).weighed[0]
    assert (first.place, first.among) == ("total 3", 3)


class OneSum(TwoSums):
    """The sum is paid whatever the choice."""

    def payoff(self, s):
        return s.total


def test_choices_that_are_alike_need_no_rule() -> None:
    lines = list(plain_lines(explanation_parts(explain(OneSum())), 11))
    assert lines[2] == "Every choice is as good as another."
    assert not [line for line in lines if "short rule" in line]
    found = strategy(solve(OneSum()))
    assert rule_text(replace(found, rows=2 * found.rows)) == "", "nor do many"


class Piles(Game):
    """Chance picks who picks one of two piles, which the other pays."""

    piles = ((3, -2), (0, 0.001))

    class State(NamedTuple):
        step: int
        who: int
        picked: int

    def start(self):
        return self.State(0, 0, 0)

    def turn(self, s):
        return (CHANCE, s.who, OVER, OVER)[s.step]

    def moves(self, s):
        return (0, 1)

    def play(self, s, m):
        return self.State(1, m, 0) if s.step == 0 else self.State(s.step + 1, s.who, m)

    def payoff(self, s):
        return self.piles[s.who][s.picked]


class ClosePiles(Piles):
    piles = ((3, -2), (-5.1, -5.1000001))


class Lots(Piles):
    """One picks the odds of winning, in a billion, by a draw of lots."""

    piles = ((900_000_000, 1), (500_000_000, 500_000_001))

    class State(NamedTuple):
        step: int
        who: int
        picked: int
        won: int

    def start(self):
        return self.State(0, 0, 0, 0)

    def turn(self, s):
        return (CHANCE, 0, CHANCE, OVER)[s.step]

    def play(self, s, m):
        return s._replace(step=s.step + 1, **{("who", "picked", "won")[s.step]: m})

    def odds(self, s, m):
        return 1 if s.step == 0 else self.piles[s.who][s.picked] if m else 10**9 - self.piles[s.who][s.picked]

    def payoff(self, s):
        return 1 if s.won else -1


@pytest.mark.parametrize(
    ("game", "first", "closest"),
    [
        (Piles(), "0 wins 3 and 1 loses 2 on average.", "0 brings 0 and 1 loses 0.001 on average."),
        (ClosePiles(), "0 wins 3 and 1 loses 2 on average.", "1 wins 5.1000001 and 0 wins 5.1 on average."),
        (Lots(), "0 wins 90.00% and 1 wins less than 0.0001%.", "1 wins 50.0000001% and 0 wins 50%."),
    ],
)
def test_what_moves_bring_is_told_apart(game: Game, first: str, closest: str) -> None:
    lines = plain_lines(explanation_parts(explain(game)), 11)
    assert [line.rpartition(": ")[2] for line in lines if line.startswith(("The first dec", "In best play"))] == [
        *(first, closest)
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["fifteen", "5", "5"], "move 2 ('5') is not legal; legal moves: 1, 2, 3, 4, 6, 7, 8, 9"),
        (["best-card", "55", "keep"], "move 2 ('keep') is not legal; legal moves: go on, hold"),
        (["fifteen", "1", "5", "2", "3", "9", "4", "6", "7", "8", "1"], "is over before move"),
        (["one-handed"], "plays itself"),
    ],
)
def test_bad_input_is_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["why", *words])
    out, err = capsys.readouterr()
    assert stop.value.code == 2
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


def test_moves_may_be_given_as_the_game_says_them() -> None:
    game = BestCard(deck=20, hand=3)
    assert (
        named_moves(game, ["15", "go on", "a lower card"])
        == named_moves(game, [15, 0, 0])
        == named_moves(game, ["15", "go on, a lower card"])
        == [15, 0, 0]
    )
    with pytest.raises(UsageError, match="move 3"):
        named_moves(game, ["15", "go on, a better card"])


class Signed(Game):
    """Moves of two numbers, which may be less than nothing."""

    class State(NamedTuple):
        total: int
        played: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.played == 2 else s.played

    def moves(self, s):
        return ((-1, -4), (-1, 2), (2, -3))

    def play(self, s, m):
        return self.State(s.total * 7 + m[0] * m[1], s.played + 1)

    def payoff(self, s):
        return s.total


@pytest.mark.parametrize("words", [["-1--4", "2--3"], ["(-1,-4)", "(2, -3)"], ["-1 -4", "2,-3"]])
def test_moves_of_several_numbers_may_have_a_minus(words: list[str]) -> None:
    assert named_moves(Signed(), words) == [(-1, -4), (2, -3)]
    assert moves_in_text(Signed(), " ".join(words)) == [(-1, -4), (2, -3)]


def test_a_move_with_a_minus_is_no_option(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["class Minus(Game):", "    class State(NamedTuple):", "        total: int"]
    words += ["    def start(self):", "        return self.State(0)"]
    words += ["    def turn(self, s):", "        return OVER if s.total else 0"]
    words += ["    def moves(self, s):", "        return (-1, 1)"]
    words += ["    def play(self, s, m):", "        return self.State(m)"]
    words += ["    def payoff(self, s):", "        return s.total"]
    (tmp_path / "minus.py").write_text("\n".join(["from faceup.rules import OVER, Game, NamedTuple", *words]) + "\n")
    with pytest.raises(SystemExit) as done:
        main(["why", str(tmp_path / "minus.py"), "-1"])
    assert done.value.code == 0
    assert "-1" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["why", "fifteen", "--al"])
    assert "no option '--al'; did you mean --all?" in capsys.readouterr().err


def test_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["why", "three-fourteen", "6", "0", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert stop.value.code == 0
    assert found["moves"] == [6, 0]
    assert found["value"] == 1.0
    assert found["forced_win"]["winner"] == 0
    assert [len(branch["moves"]) for branch in found["forced_win"]["plan"]] == [1]
    assert {m for group in found["first_moves"] for m in group["moves"]} == {1, 2, 3, 4, 5, 7, 8}
    assert found["sentences"][0].startswith("After 6, 0: the first player wins")


def test_the_end_of_a_game_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["why", "tic-tac-toe", "a3", "b3", "b2", "c3", "c1"])
    assert "the game is over: the first player wins." in capsys.readouterr().out
    with pytest.raises(UsageError, match="the game is over"):
        explain(TicTacToe(), (0, 1, 4, 2, 8, 3))


class PaidTwice(Nim):
    """Each move pays the first player, and so may the end."""

    end: int = -7

    def reward(self, s: Any, m: Any) -> int:
        return 1

    def payoff(self, s: Any) -> int:
        return self.end


class PaidCentipede(Centipede):
    """Each move pays the first of two who are no opponents."""

    def reward(self, s: Any, m: Any) -> tuple[int, int]:
        return (1, 0)


@pytest.mark.parametrize(
    ("game", "moves", "told"),
    [
        (PaidTwice(a=1, b=1, c=0), (5, 6), "its end pays -7 for the first player, besides the rewards"),
        (PaidTwice(a=1, b=1, c=0, end=0), (5, 6), "nothing more is gained"),
        (PaidCentipede(), (1,), "its end pays 40 for the first player, 10 for the second player, besides the rewards"),
    ],
)
def test_the_end_of_a_game_with_rewards_is_not_all_that_was_gained(game: Any, moves: Any, told: str) -> None:
    assert f"the game is over: {told}." in plain_lines(explanation_parts(explain(game, moves)), 11)[0]

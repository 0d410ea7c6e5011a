"""How games end and how long they take, against an oracle that follows all plays and solves all equations by hand."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import faceup
from faceup.engines.chain import lengths
from faceup.engines.chain.evaluation import evaluate, single_edges
from faceup.engines.explain.best_answers import facing
from faceup.engines.graph.game_graph import walk
from faceup.engines.model.policies import Policy
from faceup.results.documents.codec import document as document_of
from faceup.results.samples.distribution import Distribution
from faceup.results.sentences.distributions import distribution_parts
from faceup.rules import CHANCE, OVER
from faceup.rules.errors import LimitReached, RepeatingStateError, RulesError, UsageError
from faceup.show.text.parts import part_lines
from tests.elimination import solve_linear
from tests.games.beginnings import Again, ThrownFor, Throws
from tests.games.rounds import Arbitrary, Duration, Ruin, Wheel

POLICIES: tuple[tuple[Policy | str, ...], ...] = (
    ("random",),
    ("best", "random"),
    ("first", "best"),
    (lambda game, state: max(game.moves(state)), "random"),
)


def onward(game: Any, state: Any, policies: tuple[Policy | str, ...], solution: Any) -> list[tuple[Fraction, Any]]:
    """With which chance play goes on by which move."""
    moves, who = list(game.moves(state)), game.turn(state)
    if who == CHANCE:
        total = sum(game.odds(state, move) for move in moves)
        return [(Fraction(game.odds(state, move), total), move) for move in moves]
    policy = policies[who % len(policies)]
    if policy == "random":
        return [(Fraction(1, len(moves)), move) for move in moves]
    move = policy(game, state) if callable(policy) else moves[0] if policy == "first" else solution.move(state)
    return [(Fraction(1), move)]


def followed(game: Any, policies: tuple[Policy | str, ...], solution: Any, most: int) -> tuple[Any, Any]:
    """The shares of plays of each length up to ``most`` moves, and of each result among them."""
    here = {(game.start(), 0): Fraction(1)}
    ended, results = Counter[int](), Counter[Any]()
    for step in range(most + 1):
        after = Counter[Any]()
        for (state, gained), share in here.items():
            if game.turn(state) == OVER:
                ended[step] += share
                results[gained + game.payoff(state)] += share
            else:
                for chance, move in onward(game, state, policies, solution):
                    after[game.play(state, move), gained + game.reward(state, move)] += share * chance
        here = after
    return dict(ended), dict(results)


def expected(game: Arbitrary, policies: tuple[Policy | str, ...], solution: Any) -> Any:
    """The probability of each payoff, and the mean of the length and of its square, over plays that end."""
    chances: dict[Any, dict[Any, Fraction]] = {}
    todo = [game.start()]
    while todo:
        state = todo.pop()
        if state not in chances and game.turn(state) != OVER:
            chances[state] = Counter()
            for chance, move in onward(game, state, policies, solution):
                chances[state][game.play(state, move)] += chance
                todo.append(game.play(state, move))
    overs = {there for own in chances.values() for there in own} - chances.keys()
    ending = {s for s in chances if overs & chances[s].keys()}
    while more := {s for s in chances if ending & chances[s].keys()} - ending:
        ending |= more
    order = sorted(ending)

    def values(step: Any, end: Any) -> dict[Any, Fraction]:
        rows = [[Fraction(int(i == j)) - chances[i].get(j, 0) for j in order] for i in order]
        right = [
            sum((p * (step(t) + (end(t) if t in overs else 0)) for t, p in chances[i].items()), Fraction(0))
            for i in order
        ]
        return dict(zip(order, solve_linear(rows, right), strict=True))

    payoffs = {game.payoff(over) for over in overs}
    shares = {
        payoff: values(lambda t: 0, lambda t, payoff=payoff: int(game.payoff(t) == payoff)).get(game.start(), 0)
        for payoff in payoffs
    }
    ends = values(lambda t: 0, lambda t: 1) | dict.fromkeys(overs, Fraction(1))
    first = values(lambda t: ends.get(t, Fraction(0)), lambda t: 0)
    second = values(lambda t: ends.get(t, Fraction(0)) + 2 * first.get(t, Fraction(0)), lambda t: 0)
    share, start = ends.get(game.start(), Fraction(0)), game.start()
    return {p: s for p, s in shares.items() if s}, share, first.get(start, 0), second.get(start, 0)


def test_policies_on_a_graph_are_worth_the_same_by_whatever_way() -> None:
    """Of two and of one, where the other answers best; in fractions and within bounds; mixed and of one move each."""
    for seed in range(20):
        game = Arbitrary(seed=seed)
        graph = walk(game)
        first = single_edges(graph, graph.first[:-1][graph.turns >= 0])
        for name, policy in (("random", np.ones(len(graph.moves), np.int64)), ("first", first)):
            both = faceup.outcomes(game, name, exact=True).value.exact
            assert evaluate(graph, policy, (0, 1), exact=True)[0].exact == both
            for kept in ((0, 1), (0,), (1,)):
                exact, bounded = (evaluate(graph, policy, kept, exact=exact)[0] for exact in (True, False))
                assert bounded.low <= exact.low == exact.high <= bounded.high < bounded.low + 1e-9, (seed, name, kept)
                if len(kept) == 1:
                    worth = faceup.solve(facing(game, kept[0], name), engine="cyclic-cpython").value
                    assert exact.exact == worth.exact, (seed, name, kept)


@pytest.mark.parametrize("policies", POLICIES, ids=["random", "best-random", "first-best", "last-random"])
def test_random_games_end_as_the_oracle_says(policies: tuple[Policy | str, ...]) -> None:
    endless = 0
    for seed in range(12):
        game = Arbitrary(seed=seed)
        solution = faceup.solve(game, engine="cyclic-cpython")
        found = faceup.outcomes(solution, policies)
        shares, ending, first, second = expected(game, policies, solution)
        assert {payoff: share for payoff, share in found.histogram.items() if share} == shares, seed
        assert (found.ended, found.endless, found.undecided) == (ending, 1 - ending, 0)
        endless += ending < 1
        if ending:
            mean = first / ending
            assert (found.length.exact, found.length_variance.exact) == (mean, second / ending - mean**2)
            result = sum(payoff * share for payoff, share in shares.items()) / ending
            assert found.mean.exact == result
            square = sum(payoff**2 * share for payoff, share in shares.items()) / ending
            assert found.variance.exact == square - result**2
        assert found.value.exact == sum(p * s for p, s in shares.items()) + game.endless * (1 - ending)
        last = min(max(found.lengths, default=0), 20)
        short = {step: share for step, share in found.lengths.items() if step <= last}
        assert short == followed(game, policies, solution, last)[0]
        assert sum(found.lengths.values()) + found.longer == ending
        assert found.longer < Fraction(1, 10**12)
    assert 0 < endless < 30


@pytest.mark.parametrize(
    ("name", "parameters"), [("high-low", {"matthew": "1-5", "cards": 10}), ("hog", {"goal": 6}), ("nim", {})]
)
@pytest.mark.parametrize("policies", [("random",), ("best", "random"), ("worst", "best")])
def test_games_with_an_end_in_sight_are_followed_to_it(
    name: str, parameters: dict[str, Any], policies: tuple[str, ...]
) -> None:
    game = faceup.game(name, **parameters)
    solution = faceup.solve(game)
    found = faceup.outcomes(solution, policies)
    if "worst" not in policies:
        ended, results = followed(game, policies, solution, 60)
        assert (found.lengths, found.histogram) == (dict(sorted(ended.items())), dict(sorted(results.items())))
    assert sum(found.histogram.values()) == sum(found.lengths.values()) == 1
    assert found.mean.exact == sum(Fraction(result) * share for result, share in found.histogram.items())
    assert found.length.exact == sum(length * share for length, share in found.lengths.items())


def test_best_play_is_worth_what_was_solved_and_others_no_more() -> None:
    solution = faceup.solve(faceup.game("hog", goal=8, dice=2))
    worth = {who: faceup.outcomes(solution, (who, "best")).value.exact for who in ("best", "worst", "random", "first")}
    assert worth["best"] == solution.value.exact
    assert worth["best"] > worth["random"] > worth["worst"]
    assert worth["first"] < worth["best"]


def test_two_policies_that_were_computed_by_others_are_known() -> None:
    """Fifteen is tic-tac-toe, where perfect play that begins wins 191 of 192 against random moves, at most."""
    solution = faceup.solve(faceup.game("fifteen"))
    found = faceup.outcomes(solution, ("random", "random"))
    # All 255,168 games are not alike in probability: 737/1260, 121/420 and 8/63 are those of random play.
    assert (found.won, found.lost, found.drawn) == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))


def test_throws_that_never_settle_are_told_up_to_a_tail() -> None:
    found = faceup.outcomes(Ruin(coins=3, wanted=7), "random")
    assert (found.won, found.lost, found.length.exact) == (Fraction(3, 7), None, 12)
    assert found.length_within(0.5) == min(n for n in found.lengths if _within(found, n) >= Fraction(1, 2))
    assert found.usual_length == 3 or found.lengths[found.usual_length] == max(found.lengths.values())
    shorter = faceup.outcomes(Ruin(coins=3, wanted=7), tail=Fraction(1, 100))
    assert len(shorter.lengths) < len(found.lengths)
    assert Fraction(1, 1000) < shorter.longer < Fraction(1, 100)
    assert shorter.length == found.length  # the mean is that of all


def _within(found: Any, length: int) -> Fraction:
    return sum((share for other, share in found.lengths.items() if other <= length), Fraction(0))


def test_lengths_are_rounded_down_where_numbers_would_be_long(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Ruin(coins=5, wanted=10, p=Fraction(9, 19))
    exact = faceup.outcomes(game)
    monkeypatch.setattr(lengths, "LONGEST_UNIT", 100)
    monkeypatch.setattr(lengths, "ROUNDED_UNIT", 60)
    rounded = faceup.outcomes(game)
    below = [exact.lengths[n] - share for n, share in rounded.lengths.items()]
    assert all(0 <= gap < Fraction(1, 10**12) for gap in below)
    assert any(below)
    assert (rounded.length, rounded.won) == (exact.length, exact.won)


def test_rewards_on_the_way_are_part_of_the_result() -> None:
    found = faceup.outcomes(Duration(), "random")
    assert found.mean.exact == faceup.solve(Duration()).value.exact
    assert found.mean == found.length  # a coin for every throw
    with pytest.raises(RepeatingStateError):
        faceup.outcomes(Wheel(), lambda game, state: 0)


def test_what_cannot_be_played_is_told() -> None:
    game = faceup.game("fifteen")
    with pytest.raises(UsageError, match="policy 'better'; possible: best, worst, random, first, or a function"):
        faceup.outcomes(game, "better")
    with pytest.raises(UsageError, match="plays itself"):
        faceup.outcomes(faceup.game("one-handed"))
    with pytest.raises(RulesError, match=r"policy test_outcomes\.py:<lambda>: its move 77 is not legal"):
        faceup.outcomes(game, lambda game, state: 77)
    with pytest.raises(LimitReached):
        faceup.outcomes(faceup.game("hog"), "random", seconds=0.05)


def test_an_end_that_no_payoff_is_has_no_share_however_much_is_undecided() -> None:
    third = Fraction(1, 3)
    found = Distribution({-1: third, 1: third}, {}, third, Fraction(0), third, 5, 0.0, drawn=Fraction(0), lost=third)
    assert found.draw_rate.exact == 0
    assert (found.win_rate.low, found.win_rate.high) == (third, 2 * third)
    seldom = replace(found, histogram={-1: third, 0: Fraction(0), 1: third})  # less than is told
    assert (seldom.draw_rate.low, seldom.draw_rate.high) == (0, third)


@pytest.mark.parametrize("policies", [("best",), ("random",), ("best", "random")])
@pytest.mark.parametrize("game", [ThrownFor(), ThrownFor(sides=2, odd=3), Again(turns=3, odd=1)], ids=str)
def test_plays_are_told_apart_by_who_begins(game: ThrownFor, policies: tuple[str, ...]) -> None:
    """Those of a player's are what the game is after that player's beginning, but for the throws before."""
    found = faceup.outcomes(game, policies)
    higher, lower = game.sides * (game.sides - 1) // 2 * (1 + game.odd), game.sides * (game.sides - 1) // 2
    throws = Fraction(higher + lower + game.sides, higher + lower)
    assert [(begun.player, begun.share) for begun in found.begun] == [
        (0, Fraction(higher, higher + lower)),
        (1, Fraction(lower, higher + lower)),
    ]
    for player, plays in ((one.player, one.plays) for one in found.begun):
        alone = faceup.outcomes(game, policies, start=game.State(1, player, game.turns))
        assert plays.histogram == alone.histogram
        assert plays.rates_of(0) == alone.rates_of(0)
        assert plays.length.exact == alone.length.exact + throws
    for figure in ("won", "drawn", "lost"):
        assert sum(
            share * getattr(plays, figure) for share, plays in ((one.share, one.plays) for one in found.begun)
        ) == getattr(found, figure)
    assert sum(one.share * one.plays.length.exact for one in found.begun) == found.length.exact
    wins = sum(one.share * one.plays.rates_of(one.player).win.exact for one in found.begun)
    assert found.beginner is not None
    assert (found.beginner.win.exact, sum(rate.exact for rate in found.beginner)) == (wins, 1)


@pytest.mark.parametrize("game", [ThrownFor(leader=1), ThrownFor(odd=-1), Throws(), Ruin()], ids=str)
def test_where_nothing_is_left_to_chance_nobody_is_said_to_begin(game: Any) -> None:
    found = faceup.outcomes(game, "random")
    assert (found.begun, found.beginner) == ((), None)


def test_who_begins_is_told_in_words_and_in_the_document() -> None:
    found = faceup.outcomes(ThrownFor(turns=1))
    told = [line for line in part_lines(distribution_parts(found), 8, 120) if line.startswith(("begins", "first"))]
    assert told == [
        "begins  the first player, 50.00% of plays: wins 1/2 = 50.00%, draws 1/2 = 50.00%, loses 0%, 7/2 = 3.5 moves",
        "begins  the second player, 50.00% of plays: wins 1/2 = 50.00%, draws 1/2 = 50.00%, loses 0%, 7/2 = 3.5 moves",
        "first   the beginner wins 1/2 = 50.00%, draws 1/2 = 50.00%, loses 0%",
    ]
    document = document_of(found)
    assert [begun["win_rate"]["exact"] for begun in document["begun"]] == ["1/2", "0"]
    assert document["beginner"]["win_rate"]["exact"] == "1/2"  # type: ignore[index]

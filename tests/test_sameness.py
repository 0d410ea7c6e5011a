"""Same: against trying every renaming, on games in disguise, near misses, and games as hard to compare as graphs."""

import json
import random
import re
from collections import Counter
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from faceup.engines.graph.game_graph import walk
from faceup.engines.model.limits import Limits
from faceup.engines.same import renaming_search
from faceup.engines.same.isomorphism import check_renaming, same
from faceup.engines.same.labelled_graph import label, minimal_graph
from faceup.engines.same.refinement import refine, sharpen_colours
from faceup.engines.same.symmetries import symmetries
from faceup.games.best_card import BestCard
from faceup.games.connect_four import ConnectFour
from faceup.games.dots_and_boxes import DotsAndBoxes
from faceup.games.fifteen import Fifteen
from faceup.games.hog import Hog
from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.games.pig import Pig
from faceup.games.red_black import RedBlack
from faceup.games.secretary import Secretary
from faceup.games.three_fourteen import ThreeFourteen
from faceup.games.tic_tac_toe import TicTacToe
from faceup.results.answers.sameness import ByMove, Renaming
from faceup.results.sentences.sameness import sameness_facts
from faceup.rules import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, UnsupportedError, UsageError
from faceup.show.text.parts import part_lines
from tests.games.arbitrary import Scramble
from tests.games.disguises import (
    GRAPHS,
    Listed,
    Marks,
    Names,
    agree,
    bijections,
    cycles,
    disguised,
    linked_both_ways,
    moves_of,
    options,
    renamings,
    states_of,
)
from tests.games.duels import HiddenTicTacToe
from tests.games.payments import DotsAtTheEnd, Halved, Stones, StonesLater, Tolls, TollsOnArrival, Web
from tests.games.rounds import Arbitrary, Chase
from tests.library import deep, one_in
from tests.test_cli import done, refused, run

Capture = pytest.CaptureFixture[str]
scrambles = st.builds(
    Scramble, seed=st.integers(0, 10**6), nodes=st.integers(1, 14), width=st.integers(1, 4), chance=st.booleans()
)


def all_names(renaming: Renaming) -> tuple[Names, Names, Names]:
    return renaming.of(0), renaming.of(1), renaming.of(CHANCE)


def other_names(game: Game, data: st.DataObject, apart: bool = False) -> tuple[Names, Names, Names]:
    """New names for all moves, drawn at random."""
    moves = moves_of(game)
    if not apart:
        moves[0] = moves[1] = moves[0] | moves[1]
    parts = []
    for who in (0, 1, CHANCE):
        old = sorted(moves[who])
        new = data.draw(st.lists(st.integers(-9, 9), min_size=len(old), max_size=len(old), unique=True))
        parts.append(dict(zip(old, new, strict=True)))
    return (parts[0], parts[1] if apart else parts[0], parts[2])


# --- arbitrary games ----------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(scrambles, st.integers(0, 3), st.data())
def test_a_game_in_disguise_is_found_out(game: Scramble, memory: int, data: st.DataObject) -> None:
    other = disguised(game, other_names(game, data), memory=memory)
    found = same(game, other)
    assert found.same
    assert not found.reasons
    assert found.renaming is not None
    assert not found.renaming.apart
    assert agree(game, other, all_names(found.renaming))
    assert check_renaming(game, other, found.renaming)
    assert check_renaming(other, game, reverse(found.renaming))
    assert found.distinct[0] == found.distinct[1] <= min(found.positions)


def reverse(renaming: Renaming) -> Renaming:
    def back(part: Names) -> Names:
        return {new: old for old, new in part.items()}

    return ByMove(tuple(back(part) for part in renaming.players), back(renaming.chance))


@settings(max_examples=30)
@given(scrambles, st.data())
def test_of_several_renamings_the_first_is_given(game: Scramble, data: st.DataObject) -> None:
    other = disguised(game, other_names(game, data))
    found = same(game, other)
    assert found.renaming is not None
    assert all_names(found.renaming) == renamings(game, other)[0]


@settings(max_examples=15)
@given(scrambles, st.sampled_from(("payoff", "reward", "odds", "move")), st.data())
def test_near_misses_are_the_same_only_where_some_renaming_says_so(
    game: Scramble, what: str, data: st.DataObject
) -> None:
    wanted = {"payoff": (OVER,), "reward": (0, 1, CHANCE), "odds": (CHANCE,), "move": (0, 1)}[what]
    least = 2 if what in ("move", "odds") else 0
    places = [s for s in states_of(game) if game.turn(s) in wanted and len(options(game, s)) >= least]
    assume(places)
    state = data.draw(st.sampled_from(places))
    moves = list(options(game, state))
    move = 1 if what == "payoff" else data.draw(st.sampled_from(moves))
    other = disguised(game, other_names(game, data), spoilt=(what, state, move))
    found = same(game, other)
    together, apart = renamings(game, other), renamings(game, other, apart=True)
    assert found.same == bool(together or apart)
    assert bool(found.reasons) == (not found.same)
    if found.renaming is not None:
        assert found.renaming.apart == (not together)
        assert agree(game, other, all_names(found.renaming))


@settings(max_examples=40)
@given(scrambles, scrambles)
def test_arbitrary_pairs_agree_with_trying_every_renaming(first: Scramble, second: Scramble) -> None:
    found = same(first, second)
    assert found.same == bool(renamings(first, second) or renamings(first, second, apart=True))
    assert found.same or found.reasons


@settings(max_examples=30)
@given(st.lists(st.lists(st.integers(0, 1), min_size=3, max_size=3), min_size=3, max_size=3), st.data())
def test_players_may_need_a_renaming_each(payoffs: list[list[int]], data: st.DataObject) -> None:
    game = Listed.of(payoffs)
    other = disguised(game, other_names(game, data, apart=True))
    found = same(game, other)
    together = renamings(game, other)
    assert found.renaming is not None
    assert found.renaming.apart == (not together)
    assert all_names(found.renaming) == (together or renamings(game, other, apart=True))[0]


# --- games of the library -----------------------------------------------------------------------------------------


def test_fifteen_is_tic_tac_toe_on_a_magic_square() -> None:
    found = same(Fifteen(), TicTacToe())
    assert found
    assert found.renaming is not None
    cards = {square: card for card, square in found.renaming.of(0).items()}
    rows = [[cards[square] for square in row] for row in TicTacToe.board]
    lines = [*rows, *zip(*rows, strict=True), [rows[i][i] for i in range(3)], [rows[i][2 - i] for i in range(3)]]
    assert [sum(line) for line in lines] == [15] * 8
    assert sorted(tuple(sorted(line)) for line in lines) == list(found.winning_sets)
    assert found.check is not None
    assert found.check.positions == found.positions[0] == found.positions[1] == 5478


def test_three_fourteen_is_not_tic_tac_toe() -> None:
    found = same(ThreeFourteen(), TicTacToe())
    assert not found
    assert found.renaming is None
    assert found.check is None
    facts = {reason.what: reason for reason in found.reasons}
    assert (facts["value"].first, facts["value"].second) == (1, 0)
    assert (facts["winning sets"].first, facts["winning sets"].second) == (7, 8)
    triples = [hand for hand in permutations(range(9), 3) if list(hand) == sorted(hand) and sum(hand) == 14]
    assert len(triples) == 7
    for hand in triples:
        assert "{" + " ".join(map(str, hand)) + "}" in facts["winning sets"].text
    counted = [lengths(game) for game in (ThreeFourteen(), TicTacToe())]
    assert (facts["games"].first, facts["games"].second) == (counted[0][5, 1], counted[1][5, 1]) == (1260, 1440)
    assert all(counted[0][end] == counted[1][end] for end in counted[0] | counted[1] if end[0] < 5)


def lengths(game: Game) -> Counter[tuple[int, float]]:
    """How many ways to play there are of each length and payoff."""

    @cache
    def from_here(state: Any) -> Counter[tuple[int, float]]:
        if game.turn(state) == OVER:
            return Counter({(0, game.payoff(state)): 1})
        found = Counter[tuple[int, float]]()
        for move in options(game, state):
            for (moves, payoff), ways in from_here(game.play(state, move)).items():
                found[moves + 1, payoff] += ways
        return found

    return from_here(game.start())


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Nim(), Nim(a=5, b=3, c=4)),
        (Hog(goal=6, dice=2, sides=3), None),
        (BestCard(deck=12, hand=4), None),
        (RedBlack(), None),
    ],
    ids=repr,
)
def test_games_with_chance_and_with_one_player(first: Game, second: Game | None) -> None:
    moves = moves_of(first)
    together = {move: -move for move in moves[0] | moves[1]}
    other = second or disguised(first, (together, together, {move: 7 - move for move in moves[CHANCE]}), memory=2)
    found = same(first, other)
    assert found.renaming is not None
    assert agree(first, other, all_names(found.renaming))
    if second is None:
        assert same(first, first).renaming == ByMove(
            ({move: move for move in sorted(together)},), {move: move for move in sorted(moves[CHANCE])}
        )


# --- graphs -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("marks", [2, 3])
def test_two_strongly_regular_graphs_are_told_apart_by_trying_all(marks: int) -> None:
    """The two with parameters 16, 6, 2, 2 (Shrikhande): no count tells their games apart."""
    found = same(Marks(graph=0, marks=marks), Marks(graph=1, marks=marks))
    assert not found
    assert [reason.what for reason in found.reasons] == ["tried"]
    assert found.reasons[0].first


def test_sharper_colours_tell_rings_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine rings of six and two of three against ten of six: every point has two neighbours. Trying all takes ages."""
    game = Marks(points=60, marks=2, graph=2)
    other = Marks(points=60, marks=2, graph=3)
    (one,), (two,) = label([minimal_graph(walk(game))]), label([minimal_graph(walk(other))])
    assert sorted(refine([one, two])[0].names.tolist()) == sorted(refine([one, two])[1].names.tolist())
    sharp = sharpen_colours([one, two], refine([one, two]), Limits())
    assert sorted(sharp[0].names.tolist()) != sorted(sharp[1].names.tolist())
    monkeypatch.setattr(renaming_search, "LITTLE_WORK", 10_000)
    assert not same(game, other)


@pytest.mark.parametrize("pairs", [1, 5000])
def test_a_search_that_is_given_up_never_says_no(monkeypatch: pytest.MonkeyPatch, pairs: int) -> None:
    monkeypatch.setattr(renaming_search, "MOST_PAIRS", pairs)
    monkeypatch.setattr(renaming_search, "LITTLE_WORK", 50)
    monkeypatch.setattr(renaming_search, "MOST_WORK", 50)
    with pytest.raises(LimitReached, match="nothing is proven"):
        same(Marks(graph=0, marks=2), Marks(graph=1, marks=2))


@pytest.mark.parametrize("work", [1, deep(40), 300, deep(3000)])
def test_whatever_the_limits_what_is_found_is_right(monkeypatch: pytest.MonkeyPatch, work: int) -> None:
    """Few pairs, early questions whether names can be swapped, an unfinished search for the first renaming."""
    monkeypatch.setattr(renaming_search, "WORTH_A_CHECK", 0)
    monkeypatch.setattr(renaming_search, "LITTLE_WORK", work)
    with monkeypatch.context() as few:
        few.setattr(renaming_search, "MOST_PAIRS", 3)
        assert same(Fifteen(), TicTacToe())
    assert not same(Marks(graph=0, marks=2), Marks(graph=1, marks=2))
    hidden = frozenset(linked_both_ways([(7 * i % 20, 7 * (i + 1) % 20) for i in range(20)]))
    GRAPHS[4:] = [frozenset(cycles([20])), hidden, frozenset(cycles([10, 10]))]
    assert same(Marks(points=20, marks=2, graph=4), Marks(points=20, marks=2, graph=5))
    assert not same(Marks(points=20, marks=2, graph=4), Marks(points=20, marks=2, graph=6))


# --- the parts ----------------------------------------------------------------------------------------------------


@settings(max_examples=50)
@given(scrambles)
def test_the_least_graph_has_one_position_for_each_tree(game: Scramble) -> None:
    trees: dict[Any, Any] = {}

    def tree(state: Any) -> Any:
        if state not in trees:
            who = game.turn(state)
            moves = sorted(options(game, state).items())
            below = [(m, odds, game.reward(state, m), tree(game.play(state, m))) for m, odds in moves]
            trees[state] = (who, game.payoff(state) if who == OVER else 0, tuple(below))
        return trees[state]

    tree(game.start())
    graph = walk(game)
    least = minimal_graph(graph)
    assert len(least.states) == len(set(trees.values()))
    assert least.states[0] == game.start()
    assert len({trees[state] for state in least.states}) == len(least.states)
    for i, state in enumerate(least.states):
        edges = least.edges(i)
        assert [int(least.moves[edge]) for edge in edges] == sorted(options(game, state))
        for edge in edges:
            assert trees[least.states[least.targets[edge]]] == trees[game.play(state, int(least.moves[edge]))]


@settings(max_examples=30)
@given(scrambles, st.data())
def test_colours_do_not_depend_on_names(game: Scramble, data: st.DataObject) -> None:
    new = other_names(game, data)
    a, b = label([minimal_graph(walk(game)), minimal_graph(walk(disguised(game, new, memory=2)))])
    for one, other in (refine([a, b]), sharpen_colours([a, b], refine([a, b]), Limits())):
        assert Counter(one.positions.tolist()) == Counter(other.positions.tolist())
        assert one.positions[0] == other.positions[0]
        colours = dict(zip(b.names, other.names.tolist(), strict=True))
        for (kind, move), colour in zip(a.names, one.names.tolist(), strict=True):
            assert colours[kind, (new[CHANCE] if kind == 2 else new[0])[move]] == colour


@pytest.mark.parametrize(
    ("renaming", "says"),
    [
        ({card: card - 1 for card in range(1, 10)}, "payoff|turn"),
        ({card: card for card in range(1, 10)}, "moves"),
        (dict.fromkeys(range(1, 10), 0), "same new name"),
        ({card: card - 1 for card in range(1, 9)}, "no new name"),
    ],
)
def test_a_wrong_certificate_is_refuted(renaming: dict[int, int], says: str) -> None:
    check = check_renaming(Fifteen(), TicTacToe(), ByMove((renaming,), {}))
    assert not check
    assert re.search(says, check.disagreement)


@settings(max_examples=50)
@given(scrambles, st.sampled_from(("payoff", "reward", "odds", "move")), st.data())
def test_playing_through_agrees_with_plain_recursion(game: Scramble, what: str, data: st.DataObject) -> None:
    new = other_names(game, data)
    state = data.draw(st.sampled_from(states_of(game)))
    other = disguised(game, new, memory=data.draw(st.integers(0, 2)), spoilt=(what, state, 0))
    assume(all(options(other, s) or other.turn(s) == OVER for s in states_of(other)))
    assert bool(check_renaming(game, other, ByMove((new[0],), new[2]))) == agree(game, other, new)


@pytest.mark.parametrize(
    ("rows", "others", "how"),
    [
        (((1, 1, 1), (1, 1, 0), (0, 0, 0)), ((1, 1, 1), (1, 0, 0), (0, 1, 0)), "which go on alike"),
        (((1, 0, 0), (0, 1, 0), (1, 1, 0)), ((1, 0, 0), (0, 1, 0), (1, 0, 1)), "which come about and go on alike"),
    ],
)
def test_a_position_tells_apart_what_no_count_does(rows: Any, others: Any, how: str) -> None:
    (reason,) = same(Listed.of(rows), Listed.of(others)).reasons
    assert reason.what == "position"
    assert how in reason.text
    assert not renamings(Listed.of(rows), Listed.of(others), apart=True)


# --- cyclic games ----------------------------------------------------------------------------------------


class Hunted(Chase):
    """A hunter who never comes to an end has won."""

    endless = 1


def renamed(game: Game, seed: int) -> Any:
    """Other names for all moves, for each player alike."""
    drawn, moves = random.Random(seed), moves_of(game)
    players, chance = sorted(moves[0] | moves[1]), sorted(moves[CHANCE])
    new = dict(zip(players, drawn.sample(range(50, 99), len(players)), strict=True))
    return new, new, dict(zip(chance, drawn.sample(range(50, 99), len(chance)), strict=True))


def test_cyclic_games_are_compared() -> None:
    told_apart = 0
    for seed in range(20):
        game, other = Arbitrary(seed=seed), Arbitrary(seed=seed + 1000)
        assert same(game, disguised(game, renamed(game, seed), memory=2)), seed
        ends = [state for state in states_of(game) if game.turn(state) == OVER]
        if ends:
            spoilt = disguised(game, renamed(game, seed), spoilt=("payoff", ends[0], 0))
            assert not same(game, spoilt), seed
        told_apart += not same(game, other)
    assert told_apart > 17
    found = same(Chase(), Hunted())
    assert [reason.what for reason in found.reasons][:1] == ["endless"]
    assert "a play of" in found.reasons[0].text


def test_positions_are_one_where_play_goes_on_alike_for_ever() -> None:
    """On a ring only the distance counts, and whose turn it is."""
    least = minimal_graph(walk(Chase(squares=6)))
    assert len(walk(Chase(squares=6)).states) > len(least.states) == 3 + 2 + 1
    assert symmetries(Chase(squares=6)).order == 2


# --- what cannot be compared --------------------------------------------------------------------------------------


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(UsageError, match="solitaire"):
        same(OneHanded(), Fifteen())  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="hides"):
        same(Fifteen(), HiddenTicTacToe())
    with pytest.raises(LimitReached):
        same(Fifteen(), TicTacToe(), most=100)


# --- the command --------------------------------------------------------------------------------------------------


def test_the_command_lays_the_cards_on_the_board(capsys: Capture) -> None:
    out = done(capsys, "same", "fifteen", "tic-tac-toe")
    assert "yes, up to renaming" in out
    assert "6 1 8\n         7 5 3\n         2 9 4\n" in out
    assert "each of the 8 quickest winning sets sums to 15: the rows, columns and diagonals of the board" in out
    assert "5,478 positions, no difference" in out
    assert "2 7 6\n         9 5 1\n         4 3 8\n" in done(capsys, "same", "tic-tac-toe", "fifteen")


def test_the_first_moves_of_games_with_many_positions_may_be_enough() -> None:
    found = same(Pig(), Fifteen())
    assert (found.same, found.positions) == (False, None)
    assert [reason.text for reason in found.reasons] == ["at first there is 1 way to go on in pig, and 9 in fifteen"]
    chance = same(Pig(), Secretary(candidates=200))
    assert chance.reasons[0].text == "the first player begins in pig, chance in secretary"
    later = same(ConnectFour(), ConnectFour(rows=2))
    assert later.reasons[0].text.startswith(
        "after 2 moves there are 343 ways to go on in connect-four rows=6, and 336 in "
    )
    at_once = same(Fifteen(target=1, count=1), TicTacToe(), most=10)  # in the one of which the first move may end it
    assert at_once.reasons[0].text.startswith("after 1 move there are 64 ways to go on in fifteen")


def test_the_command_says_why_not(capsys: Capture) -> None:
    code, out, err = run(capsys, "same", "three-fourteen", "tic-tac-toe")
    assert (code, err) == (1, "")
    assert "the first player wins three-fourteen, and tic-tac-toe is a draw" in out
    assert "7 triples of moves ({0 6 8}, " in out
    assert "against 8 triples of moves ({a3 b3 c3}, " in out


def test_parameters_belong_to_the_game_before_them(capsys: Capture) -> None:
    out = done(capsys, "same", "nim", "a=1", "b=2", "nim", "a=5", "b=1", "c=2")
    assert "take 2 from heap b   take 2 from heap c" in out
    assert "keep their names" in done(capsys, "same", "hog", "goal=3", "hog", "goal=3")


def test_the_document_of_same(capsys: Capture, tmp_path: Path) -> None:
    words = json.loads(done(capsys, "same", "fifteen", "tic-tac-toe", "--json"))
    assert words["games"][1] == {"game": "tic-tac-toe", "parameters": {}}
    assert words["same"] is True
    assert words["renaming"]["moves"]["5"] == 4
    assert (words["compared"], words["positions"], words["reasons"]) == (5478, [5478, 5478], [])
    code, out, _ = run(capsys, "same", "three-fourteen", "tic-tac-toe", "--json")
    words = json.loads(out)
    assert code == 1
    assert (words["same"], words["renaming"], words["compared"]) == (False, None, None)
    assert {reason["what"]: (reason["first"], reason["second"]) for reason in words["reasons"]}["value"] == ("1", "0")
    file = tmp_path / "toe.py"
    file.write_text("from faceup.games.tic_tac_toe import TicTacToe\nclass Toe(TicTacToe):\n    board = ((0, 1),)\n")
    assert json.loads(done(capsys, "same", f"{file}:Toe", "fifteen", "--json"))["same"] is True


def test_wrong_use_of_same(capsys: Capture) -> None:
    assert "same compares two games; possible: GAME_A" in refused(capsys, "same", "fifteen")
    assert "fifteen, nim, hog: same compares two" in refused(capsys, "same", "fifteen", "nim", "hog")
    assert "'a=3' comes before any game" in refused(capsys, "same", "a=3", "nim", "nim")
    assert "solitaire" in refused(capsys, "same", "fifteen", "one-handed")
    assert "no game 'chess'" in refused(capsys, "same", "chess", "fifteen")
    assert "has no parameter 'x=1'" in refused(capsys, "same", "fifteen", "x=1", "nim")


# --- paid now, paid later ---------------------------------------------------------------------------------------


def plays(game: Game, names: tuple[Names, Names, Names] | None = None) -> set[tuple[Any, ...]]:
    """Every play as its turns, moves (renamed) and odds, with all that is gained in it."""
    found = set()

    def go_on(state: Any, so_far: tuple[Any, ...], gained: Any) -> None:
        who = game.turn(state)
        if who == OVER:
            found.add((*so_far, gained + game.payoff(state)))
            return
        for move, odds in options(game, state).items():
            name = names[who][move] if names else move
            go_on(game.play(state, move), (*so_far, (who, name, odds)), gained + game.reward(state, move))

    go_on(game.start(), (), 0)
    return found


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (DotsAndBoxes(rows=1), DotsAtTheEnd(rows=1)),
        (DotsAtTheEnd(rows=1, columns=1), DotsAndBoxes(rows=1, columns=1)),
        (Stones(), StonesLater()),
        (Stones(), Halved()),
        (Halved(stones=5), StonesLater(stones=5)),
    ],
    ids=str,
)
def test_it_does_not_matter_when_it_is_paid(first: Game, second: Game) -> None:
    found = same(first, second)
    assert found.same
    assert found.paid_apart
    assert found.check
    assert "paid     the same in every play, though not at the same moves" in part_lines(sameness_facts(found), 9)
    assert not same(first, first).paid_apart


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (DotsAndBoxes(rows=1), DotsAtTheEnd(rows=1, corner=2)),
        (DotsAndBoxes(rows=1), DotsAtTheEnd(rows=1, last=1)),
        (Stones(), StonesLater(bonus=1)),
        (Stones(stones=5), Halved(stones=6)),
    ],
    ids=str,
)
def test_what_is_paid_besides_does_matter(first: Game, second: Game) -> None:
    found = same(first, second)
    assert not found.same
    assert not any("payoff" in reason.text for reason in found.reasons)


@pytest.mark.parametrize("toll", [-2, 3])
def test_it_does_not_matter_when_it_is_paid_where_positions_repeat(toll: int) -> None:
    found = same(Tolls(toll=toll), TollsOnArrival(toll=toll))
    assert found.same
    assert found.paid_apart
    assert found.check
    assert not same(Tolls(toll=toll), TollsOnArrival(toll=toll, besides=1)).same
    assert not same(Tolls(toll=toll), TollsOnArrival(toll=toll + 1)).same


def test_payments_that_go_round_either_way_are_compared_move_by_move() -> None:
    assert same(Tolls(turned=1), Tolls(turned=1)).same
    assert not same(Tolls(turned=1), TollsOnArrival(turned=1)).same


@pytest.mark.parametrize("seed", one_in(3, range(60)))
def test_games_are_the_same_if_all_their_plays_are(seed: int) -> None:
    """Against trying every renaming on every play; of all seeds some are and some are not."""
    first, spoilt = Web(seed=seed), Web(seed=seed, moved=seed + 1, spoilt=(0, 10, 100, 201)[seed % 4])
    moved = Web(seed=seed, moved=seed + 1)
    assert same(first, moved).same
    old, new, wanted = moves_of(first), moves_of(spoilt), plays(spoilt)
    parts = [bijections(old[who], new[who]) for who in (0, 1, CHANCE)]
    assert same(first, spoilt).same == any(plays(first, names) == wanted for names in product(*parts))


def test_a_certificate_that_forgets_a_payment_is_refuted() -> None:
    keep: Any = ByMove(({1: 1, 2: 2},), {})
    assert check_renaming(Stones(), StonesLater(), keep, totals=True)
    assert not check_renaming(Stones(), StonesLater(), keep)
    wrong = check_renaming(Stones(), StonesLater(bonus=1), keep, totals=True)
    assert "are gained" in wrong.disagreement or "gained from there on" in wrong.disagreement

"""Pictures of trees of best play: all of it, in layers, where little crosses."""

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faceup.engines.explain.why import best_play
from faceup.engines.solve.dispatch import solve
from faceup.games.best_card import BestCard
from faceup.games.fifteen import Fifteen
from faceup.games.nim import Nim
from faceup.games.red_black import RedBlack
from faceup.results.answers.reasons import BestPlay
from faceup.rules import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, UsageError
from faceup.show.pictures.graph_layout import Layout, apart
from faceup.show.pictures.trees import tree_figure
from tests.games.arbitrary import Scramble
from tests.games.duels import Dense
from tests.library import one_in
from tests.oracle import oracle

from .test_pictures import rounded


def best_by_oracle(game: Game) -> tuple[set[Any], Counter[tuple[Any, Any]]]:
    """All that best play meets, by the rules and plain recursion alone."""
    values = oracle(game)
    seen, edges, front = {game.start()}, Counter[tuple[Any, Any]](), [game.start()]
    while front:
        state = front.pop()
        who = game.turn(state)
        if who == OVER:
            continue
        moves = list(game.moves(state))
        if who == CHANCE:
            chosen = [move for move in moves if game.odds(state, move)]
        else:
            worth = {move: game.reward(state, move) + values[game.play(state, move)] for move in moves}
            top = max(worth.values()) if who == 0 else min(worth.values())
            chosen = [move for move in moves if worth[move] == top]
        for move in chosen:
            after = game.play(state, move)
            edges[state, after] += 1
            if after not in seen:
                seen.add(after)
                front.append(after)
    return seen, edges


SMALL = [Nim(a=1, b=2, c=2), RedBlack(red=2, black=3), BestCard(deck=4, hand=3), *(Scramble(seed=s) for s in range(12))]


def test_a_tree_with_too_many_positions_is_refused() -> None:
    game = Nim(a=4, b=5, c=6)
    seen, _ = best_by_oracle(game)
    with pytest.raises(UsageError, match=f"meets {len(seen):,} positions; possible: up to 60"):
        best_play(solve(game))


@pytest.mark.parametrize("game", one_in(3, SMALL), ids=str)
def test_the_tree_is_all_of_best_play(game: Game) -> None:
    seen, edges = best_by_oracle(game)
    tree = best_play(solve(game))
    values = oracle(game)
    assert {position.state: position.value.exact for position in tree.positions} == {s: values[s] for s in seen}
    states = [position.state for position in tree.positions]
    assert Counter((states[move.source], states[move.target]) for move in tree.moves) == edges
    for k, position in enumerate(tree.positions):
        if position.turn == CHANCE:
            assert sum(move.share for move in tree.moves if move.source == k) == 1
    figure = tree_figure(tree)
    axes = figure.axes[0]
    drawn = {path.get_label(): len(path.get_offsets()) for path in axes.collections}
    names = {0: "the first player moves", 1: "the second player moves", CHANCE: "chance decides", OVER: "the end"}
    assert drawn == dict(Counter(names[position.turn] for position in tree.positions))
    assert len(axes.patches) == len(edges)  # merges are drawn as merges, equal moves between two positions as one
    texts = [text.get_text() for text in axes.texts]
    for position in tree.positions:
        exact = str(position.value.exact)
        assert exact in texts or len(exact) > 9
    for move in tree.moves:
        assert any(game.say(states[move.source], move.move) in text for text in texts)


def test_no_two_positions_share_a_place_and_all_moves_lead_right() -> None:
    for game in SMALL[:3]:
        tree = best_play(solve(game))
        layout = Layout(len(tree.positions), [(move.source, move.target) for move in tree.moves])
        assert all(layout.layer[move.source] < layout.layer[move.target] for move in tree.moves)
        for a, b in combinations(range(len(tree.positions)), 2):
            if layout.layer[a] == layout.layer[b]:
                assert abs(layout.height[a] - layout.height[b]) > 1 - 1e-9
        assert min(layout.height) >= 0


def test_moves_without_room_are_no_picture() -> None:
    assert tree_figure(best_play(solve(Dense(layers=5, wide=4))))
    with pytest.raises(UsageError, match="best play of dense has 84 moves to draw; possible: up to 80"):
        tree_figure(best_play(solve(Dense(layers=6, wide=4))))
    assert tree_figure(best_play(solve(Dense(layers=6, wide=2, wordy=True))))
    with pytest.raises(UsageError, match=r"has 55 moves to draw, and the names of \d+ would lie on others; possible: "):
        tree_figure(best_play(solve(Dense(wide=5, wordy=True))))


def test_moves_that_may_be_best_are_dashed() -> None:
    tree = best_play(rounded(Nim(a=1, b=1, c=0)))
    assert sorted(move.sure for move in tree.moves) == [False, False, True, True]
    figure = tree_figure(tree)
    assert sum(patch.get_linestyle() == "--" for patch in figure.axes[0].patches) == 2
    sure = BestPlay(tree.game, tree.positions, tuple(move._replace(sure=True) for move in tree.moves))
    assert not any(patch.get_linestyle() == "--" for patch in tree_figure(sure).axes[0].patches)


def test_large_and_unfinished_trees_are_refused() -> None:
    with pytest.raises(UsageError, match="best play of fifteen meets 884 positions; possible: up to 60"):
        best_play(solve(Fifteen()))
    with pytest.raises(LimitReached):
        best_play(solve(Nim(a=30, b=30, c=30), memory=1000.0))


nodes = st.integers(2, 12)


@settings(max_examples=60)
@given(nodes.flatmap(lambda n: st.tuples(st.just(n), st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))))))
def test_a_layout_keeps_its_promises(graph: tuple[int, set[tuple[int, int]]]) -> None:
    count, pairs = graph
    edges = sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})
    layout = Layout(count, edges)
    for a, b in edges:
        route = layout.route((a, b))
        assert [layer for layer, _ in route] == list(range(layout.layer[a], layout.layer[b] + 1))
        assert (route[0][1], route[-1][1]) == (layout.height[a], layout.height[b])
    for layer in range(layout.layers):
        heights = sorted(layout.height[k] for k in range(count) if layout.layer[k] == layer)
        assert all(b - a > 1 - 1e-9 for a, b in pairwise(heights))


@given(st.lists(st.tuples(st.floats(-9, 9), st.floats(0.1, 2), st.floats(0, 3)), min_size=1, max_size=6))
def test_things_are_moved_apart_as_little_as_can_be(things: list[tuple[float, float, float]]) -> None:
    wanted, rooms = [thing[0] for thing in things], [thing[1] for thing in things]
    found = apart(wanted, rooms)
    gaps = [(a + b) / 2 for a, b in pairwise(rooms)]
    assert all(b - a >= gap - 1e-9 for (a, b), gap in zip(pairwise(found), gaps, strict=True))
    other = [wanted[0] - 1]  # any other places that keep the distances
    for gap, (_, _, more) in zip(gaps, things[1:], strict=True):
        other.append(other[-1] + gap + more)

    def cost(places: list[float]) -> float:
        return sum((place - want) ** 2 for place, want in zip(places, wanted, strict=True))

    for share in (1.0, 0.1, 0.01):
        between = [a + share * (b - a) for a, b in zip(found, other, strict=True)]
        assert cost(found) <= cost(between) + 1e-9

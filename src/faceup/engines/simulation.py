"""``simulate``: numbered games. Game k under a seed is the same on any machine, compiled or not."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from faceup.engines import contract
from faceup.engines.random_stream import STREAM_SIZE, begin, below, shuffle
from faceup.results.sample import Sample
from faceup.results.solution import Solution
from faceup.rules.contract import CHANCE, OVER, Game, Patience
from faceup.rules.errors import RulesError, UsageError
from faceup.rules.pile import LARGEST_CARD, Pile

BLOCK = 1 << 16  # games between two returns from machine code
COMPILE_FROM = 2000  # fewer games are played sooner in CPython than the compiler starts
LONGEST = 1_000_000  # steps after which a game counts as unfinished

Policy = Callable[[Game, Any], int]


def deck_of(game: Patience) -> Pile:
    """The full deck in its first order; raises RulesError for a card that is no small integer."""
    cards = list(game.deck())
    for card in cards:
        if not isinstance(card, int) or not 0 <= card <= LARGEST_CARD:
            raise RulesError(
                f"{type(game).__name__}: deck has card {card!r}; cards are integers from 0 to {LARGEST_CARD}"
            )
    if not 0 < len(cards) <= LARGEST_CARD:
        raise RulesError(f"{type(game).__name__}: the deck has {len(cards)} cards; possible: 1 to {LARGEST_CARD}")
    return Pile(len(cards), cards)


def deal(game: Patience, seed: int, number: int) -> Any:
    """The table at the beginning of one numbered game."""
    deck = deck_of(game)
    room = deck.size()
    stream = [0] * STREAM_SIZE
    begin(stream, seed, number)
    shuffle(deck, stream)
    table = game.Table(*(Pile(room) for _ in game.Table._fields))
    game.lay(table, deck)
    return table


def play_out(game: Patience, table: Any, longest: int = LONGEST) -> Iterator[int]:
    """Step to the end, in CPython; yields each step after it was done. Raises RulesError for a broken step."""
    for _ in range(longest):
        try:
            step = game.step(table)
        except (IndexError, ValueError) as error:
            raise RulesError(f"{type(game).__name__}: {error} at the table {game.show(table)}") from error
        if step == OVER:
            return
        yield step


def play_blocks(
    rules: Any, deck: Any, cells: Any, seed: int, first: int, longest: int, scores: Any, marks: Any, stream: Any
) -> int:
    """Play one game for each place in ``scores``; ``marks`` are 0 lost, 1 won, 2 unfinished. Returns the steps."""
    table = make_table(cells)
    pack = pile_on(deck.copy())
    size = deck[0]
    steps = 0
    for i in range(len(scores)):
        for k in range(size + 1):
            pack.cells[k] = deck[k]
        for k in range(cells.shape[0]):
            cells[k, 0] = 0
        begin(stream, seed, first + i)
        shuffle(pack, stream)
        rules.lay(table, pack)
        marks[i] = 2
        for _ in range(longest):
            if rules.step(table) == OVER:
                scores[i] = rules.score(table)
                marks[i] = 1 if rules.won(table) else 0
                break
            steps += 1
    return steps


def table_maker(table_class: Any) -> Any:
    """A compiled function from a block of cells to the table whose piles they are."""
    from numba import njit

    from faceup.native.types import pile_on

    piles = ", ".join(f"pile_on(cells[{k}])" for k in range(len(table_class._fields)))
    space = {"Table": table_class, "pile_on": pile_on}
    exec(f"def make_table(cells):\n    return Table({piles})", space)
    return njit(space["make_table"])


def simulate(
    game: Game | Patience,
    games: int,
    *,
    seed: int = 0,
    confidence: float = 0.95,
    engine: str = "auto",
    longest: int = LONGEST,
    policies: tuple[Policy | str, ...] = ("random",),
    solution: Solution | None = None,
) -> Sample:
    """Play games 0 to ``games - 1`` of a seed and count.

    A Game is played by ``policies``, one for all players or one for each: ``random``, ``first`` (the first legal
    move), ``best`` (needs ``solution``), or a function ``policy(game, state)`` that returns a move.
    """
    if games < 1:
        raise UsageError(f"{games} games; possible: 1 or more")
    if engine not in ("auto", "cpython", "native"):
        raise UsageError(f"engine {engine!r}; possible: auto, cpython, native")
    if not 1 <= len(policies) <= 2:
        raise UsageError(f"{len(policies)} policies; possible: one for all players, or one for each of two")
    if not 0 < confidence < 1:
        raise UsageError(f"confidence {confidence}; possible: between 0 and 1")
    if not 0 <= seed < 2**63:
        raise UsageError(f"seed {seed}; possible: 0 to 2**63 - 1")
    contract.complete(game)
    began = time.perf_counter()
    used = "cpython"
    if isinstance(game, Patience):
        if engine == "native" or (engine == "auto" and games >= COMPILE_FROM):
            counts, used = _patience_native(game, games, seed, longest)
        else:
            counts = _patience_cpython(game, games, seed, longest)
    else:
        counts = _play_games(game, games, seed, longest, policies, solution)
    histogram, wins, unfinished, steps = counts
    return Sample(
        games,
        seed,
        dict(sorted(histogram.items())),
        wins,
        unfinished,
        steps,
        time.perf_counter() - began,
        confidence,
        used,
    )


Counts = tuple[Counter[float], int, int, int]


def _patience_cpython(game: Patience, games: int, seed: int, longest: int) -> Counts:
    histogram: Counter[float] = Counter()
    wins = unfinished = steps = 0
    for number in range(games):
        table = deal(game, seed, number)
        taken = sum(1 for _ in play_out(game, table, longest))
        steps += taken
        if taken == longest:
            unfinished += 1
        else:
            histogram[game.score(table)] += 1
            wins += bool(game.won(table))
    return histogram, wins, unfinished, steps


def _patience_native(game: Patience, games: int, seed: int, longest: int) -> tuple[Counts, str]:
    import numpy as np

    from faceup.native.kernel import NotCompiled, compile_for, kernel, warn_interpreted
    from faceup.native.types import pile_on

    _patience_cpython(game, 3, seed, min(longest, 10_000))  # rules that break show it here, with a clear message
    pack = deck_of(game)
    deck = np.frombuffer(bytes(pack.cells), np.int8).copy()
    cells = np.zeros((len(game.Table._fields), len(deck)), np.int8)
    stream = np.zeros(STREAM_SIZE, np.int64)
    histogram: Counter[float] = Counter()
    wins = unfinished = steps = 0
    try:
        play = kernel(play_blocks, game, make_table=table_maker(game.Table), pile_on=pile_on)
        for first in range(0, games, BLOCK):
            count = min(BLOCK, games - first)
            scores, marks = np.zeros(count), np.zeros(count, np.int8)
            if first == 0:
                compile_for(play, game, deck, cells, seed, first, longest, scores, marks, stream)
            steps += play(game, deck, cells, seed, first, longest, scores, marks, stream)
            values, counts = np.unique(scores[marks != 2], return_counts=True)
            for value, number in zip(values.tolist(), counts.tolist(), strict=True):
                histogram[int(value) if value.is_integer() else value] += number
            wins += int((marks == 1).sum())
            unfinished += int((marks == 2).sum())
    except (IndexError, ValueError) as error:
        raise RulesError(f"{type(game).__name__}: {error}, in some game of seed {seed}") from error
    except NotCompiled as error:
        warn_interpreted(game, error)
        return _patience_cpython(game, games, seed, longest), "cpython"
    return (histogram, wins, unfinished, steps), "native"


def _play_games(
    game: Game, games: int, seed: int, longest: int, policies: tuple[Policy | str, ...], solution: Solution | None
) -> Counts:
    histogram: Counter[float] = Counter()
    wins = unfinished = steps = 0
    for number in range(games):
        total: float = 0
        for state, move in played(game, seed, number, policies, solution, longest):
            if move is None:
                total += game.payoff(state)
                histogram[total] += 1
                wins += total > 0
                break
            total += game.reward(state, move)
            steps += 1
        else:
            unfinished += 1
    return histogram, wins, unfinished, steps


def played(
    game: Game,
    seed: int,
    number: int,
    policies: tuple[Policy | str, ...] = ("random",),
    solution: Solution | None = None,
    longest: int = LONGEST,
) -> Iterator[tuple[Any, int | None]]:
    """One numbered game: each state with the move made in it; the last state with None."""
    stream = [0] * STREAM_SIZE
    begin(stream, seed, number)
    state = game.start()
    for _ in range(longest):
        who = game.turn(state)
        if who == OVER:
            yield state, None
            return
        if who not in (0, 1, CHANCE):
            raise contract.bad_turn(game, state, who)
        moves = list(game.moves(state))
        if not moves:
            raise contract.no_moves(game, state)
        if who == CHANCE:
            move = _thrown(game, state, moves, stream)
        else:
            policy = policies[who % len(policies)]
            if policy == "random":
                move = moves[below(stream, len(moves))]
            elif policy == "first":
                move = moves[0]
            elif policy == "best":
                if solution is None:
                    raise UsageError("policy 'best' needs the solved game")
                move = solution.best(state)[0]
            elif callable(policy):
                move = policy(game, state)
                if move not in moves:
                    raise RulesError(f"the policy's move {move!r} is not legal in {state!r}")
            else:
                raise UsageError(f"policy {policy!r}; possible: random, first, best, or a function")
        yield state, move
        state = game.play(state, move)


def _thrown(game: Game, state: Any, moves: list[int], stream: list[int]) -> int:
    weights = [game.odds(state, move) for move in moves]
    for move, weight in zip(moves, weights, strict=True):
        if not isinstance(weight, int) or weight < 0:
            raise contract.bad_odds(game, state, move, weight)
    total = sum(weights)
    if total <= 0 or total > 1 << 32:
        raise RulesError(f"{type(game).__name__}, in state {state!r}: the odds sum to {total}; possible: 1 to 2**32")
    point = below(stream, total)
    for move, weight in zip(moves, weights, strict=True):
        if point < weight:
            return move
        point -= weight
    raise AssertionError("a point below the total falls on some outcome")

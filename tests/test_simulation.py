"""Simulation: numbered games in both engines, games that never end, policies, and figures that are known exactly."""

import itertools
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest

import faceup
from faceup.engines.model.dealing import deal, lay_out, order_in, order_of
from faceup.engines.model.policies import play_through
from faceup.engines.simulate.counting import WATCH, Playthrough, finish
from faceup.engines.simulate.numbered_games import NumberedGames
from faceup.engines.simulate.sampler import simulate
from faceup.games.beggar_my_neighbour import ENDLESS as ENDLESS_DEAL
from faceup.games.beggar_my_neighbour import BeggarMyNeighbour
from faceup.games.clock import Clock
from faceup.games.one_handed import OneHanded
from faceup.games.perpetual_motion import PerpetualMotion
from faceup.games.war import War
from faceup.library.finding import find_game
from faceup.native.not_compiled import InterpretedWarning
from faceup.play.session import Session
from faceup.results.samples.sample import wilson
from faceup.results.samples.totals import Outcomes
from faceup.rules import OVER, Game, Pile, RulesError, UsageError
from faceup.rules.contract import ENDLESS, LOST, UNFINISHED, WON
from faceup.rules.pile import contents
from tests.games.broken import BadDeck, Broken, Trap
from tests.games.chance import Draw, DrawUnwarned
from tests.games.small_patiences import EndlessIfLowest, Wheel
from tests.library import deep

LIMIT = 1_000_000


def player(game: Any, engine: str, *, seed: int = 0, longest: int = LIMIT, games: int = 40, **how: Any) -> Any:
    """Who plays the numbered games of this game, in the engine that was asked for; CPython plays 40 along at most."""
    made = NumberedGames(game, seed, longest, engine, games, **how).player
    assert made.engine == engine
    return made


def lists(outcomes: Outcomes) -> list[list[Any]]:
    return [array.tolist() for array in outcomes]


def check_alike(game: Any, count: int, *, first: int = 0, **how: Any) -> Outcomes:
    """That both engines play these games alike: score, mark and length, one by one."""
    slow, fast = (player(game, engine, **how).outcomes(first, count) for engine in ("cpython", "native"))
    assert [len(array) for array in fast] == [count] * 3
    assert lists(slow) == lists(fast)
    return fast


# --- One Handed Solitaire ---------------------------------------------------------------------------------------


def score_by_hand(draws: list[tuple[int, int]]) -> int:
    """One Handed Solitaire from its description; the cards, as (rank, suit), in the order they are drawn."""
    stock, hand = list(draws), []
    hand, stock = stock[:4], stock[4:]
    while True:
        if len(hand) >= 4 and hand[-1][1] == hand[-4][1]:
            del hand[-3:-1]
        elif len(hand) >= 4 and hand[-1][0] == hand[-4][0]:
            del hand[-4:]
        elif stock:
            hand.append(stock.pop(0))
        else:
            return len(hand)


def played_in_order(game: OneHanded, draws: tuple[int, ...]) -> tuple[int, bool]:
    """What the rule file makes of cards that are drawn in this order."""
    table = game.Table(Pile(len(draws), draws[::-1]), Pile(len(draws)))
    assert finish(game, table, LIMIT)[1] == (WON if game.won(table) else LOST)
    return game.score(table), game.won(table)


@pytest.mark.parametrize(("suits", "ranks", "lowest"), [(4, 13, 1), (4, 13, 2), (2, 20, 1), (8, 8, 1), (1, 5, 1)])
def test_the_rule_file_scores_as_the_description_does(suits: int, ranks: int, lowest: int) -> None:
    game = OneHanded(suits=suits, ranks=ranks, lowest=lowest)
    for number in range(300):
        table = deal(game, 42, number)
        cards = table.stock.cards()[::-1]
        assert sorted(cards) == list(range(suits * ranks))
        finish(game, table, LIMIT)
        assert game.score(table) == score_by_hand([divmod(card, suits) for card in cards])


@pytest.mark.parametrize(
    ("suits", "ranks", "chance"), [(2, 3, Fraction(2, 15)), (4, 2, Fraction(65, 168)), (2, 2, None), (3, 2, None)]
)
def test_small_decks_over_all_their_orders(suits: int, ranks: int, chance: Fraction | None) -> None:
    game = OneHanded(suits=suits, ranks=ranks)
    wins = games = 0
    for draws in itertools.permutations(range(suits * ranks)):
        score, won = played_in_order(game, draws)
        assert score == score_by_hand([divmod(card, suits) for card in draws])
        assert won == (score == 0)
        wins += won
        games += 1
    assert chance is None or Fraction(wins, games) == chance


def test_the_numbered_games_never_change() -> None:
    game, scores = OneHanded(), []
    for number in range(12):
        table = deal(game, 1, number)
        finish(game, table, LIMIT)
        scores.append(game.score(table))
    # Computed without faceup: Philox and the shuffle of tests/second_stream.py, and score_by_hand.
    assert scores == [16, 18, 16, 10, 8, 22, 4, 8, 12, 24, 6, 10]


# --- engines ----------------------------------------------------------------------------------------------------

# Games that CPython plays in a fraction of a second, where that is fewer than 1,000.
FEWER = {"high-low": 300, "nim": 300, "hog": 300, "perpetual-motion": 30, "war": 150}


# One of each kind; in every run the first games are compared with CPython's, whatever the rules.
KINDS = (
    *(deep("best-card"), deep("fifteen"), deep("high-low"), "hog", deep("kalah"), deep("nim"), deep("shut-the-box")),
    *(deep("clock"), "one-handed", deep("perpetual-motion"), deep("war")),
)


@pytest.mark.parametrize("name", KINDS)
def test_both_engines_play_the_same_games(name: str) -> None:
    found = check_alike(find_game(name), FEWER.get(name, 1_000), seed=1)
    assert len(set(found.marks.tolist())) > 1 or len(set(found.scores.tolist())) > 1


@pytest.mark.parametrize(
    ("game", "count", "seed", "first"),
    [
        (OneHanded(), 500, 2**63 - 1, 2**62 - 500),
        (OneHanded(suits=2, ranks=3), 3000, 7, 2**32 - 1000),
        (OneHanded(suits=1, ranks=1), 10, 0, 0),
        (OneHanded(suits=10, ranks=12), 500, 1 << 40, 8190),
        deep(Clock(suits=9), 500, 3, 1),
        deep(Clock(suits=1, ranks=2), 100, 3, 0),
        deep(War(suits=1, ranks=20, order=1), 300, 4, 0),
        deep(War(short_loses=True, down=1), 300, 4, 0),
        deep(BeggarMyNeighbour(ranks=10, courts=3), 300, 5, 0),
        (PerpetualMotion(suits=2, ranks=6), 150, 6, 0),
    ],
    ids=str,
)
def test_both_engines_play_the_same_games_with_other_parameters(game: Any, count: int, seed: int, first: int) -> None:
    check_alike(game, count, seed=seed, first=first)


def test_code_for_one_set_of_parameters_alone_plays_the_same_games() -> None:
    game = OneHanded(suits=3, ranks=9)
    special = player(game, "native", seed=8, games=1_000_000).outcomes(0, 3000)
    assert lists(special) == lists(check_alike(game, 3000, seed=8))


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_a_numbered_game_is_the_same_wherever_its_block_begins(engine: str) -> None:
    playing = player(OneHanded(suits=2, ranks=4), engine, seed=3)
    whole = playing.outcomes(8000, 400)
    for first, count in [(8000, 1), (8191, 2), (8192, 130), (8399, 1), (8127, 129)]:
        for part, array in zip(playing.outcomes(first, count), whole, strict=True):
            assert part.tolist() == array[first - 8000 : first - 8000 + count].tolist()


def test_the_sample_counts_the_outcomes() -> None:
    for game in (OneHanded(), PerpetualMotion(suits=2, ranks=3), find_game("hog")):
        scores, marks, lengths = lists(player(game, "cpython", seed=11).outcomes(0, 300))
        for engine in ("cpython", "native"):
            run = simulate(game, 300, seed=11, engine=engine)
            ended = [k for k in range(300) if marks[k] < UNFINISHED]
            assert (run.engine, run.games, run.finished) == (engine, 300, len(ended))
            assert dict(run.histogram) == Counter(scores[k] for k in ended)
            assert dict(run.lengths) == Counter(lengths[k] for k in ended)
            assert run.steps == sum(lengths)
            won = scores.count(1) if game.name == "hog" else marks.count(WON)
            assert run.won == won
            assert (run.unfinished, run.endless) == (0, marks.count(ENDLESS))


def test_a_replayed_game_is_the_game_inside_the_run() -> None:
    game = OneHanded()
    outcomes = player(game, "native", seed=11).outcomes(0, 400)
    for number in range(400):
        table = deal(game, 11, number)
        assert finish(game, table, LIMIT) == (outcomes.lengths[number], outcomes.marks[number])
        assert game.score(table) == outcomes.scores[number]


def test_a_replayed_game_with_decisions_is_the_game_inside_the_run() -> None:
    game = find_game("hog")
    payoffs: Counter[float] = Counter()
    for number in range(50):
        *_, (state, move) = play_through(game, 4, number, ("random",), None, LIMIT)
        assert move is None
        payoffs[game.payoff(state)] += 1
    assert dict(simulate(game, 50, seed=4).histogram) == payoffs


def test_a_simulated_small_deck_agrees_with_all_its_orders() -> None:
    rate = simulate(OneHanded(suits=2, ranks=3), 20_000, seed=3, confidence=0.999).win_rate
    assert rate.low < 2 / 15 < rate.high


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_rules_that_break_in_a_later_game_show_the_table(engine: str) -> None:
    game = Trap()
    traps = (
        (seed, [k for k in range(600) if order_of(list(range(60)), seed, k)[0] == 1]) for seed in itertools.count()
    )
    seed, (trapped, *_) = next((seed, found) for seed, found in traps if found and found[0] > 200)
    # The games tried before machine code is believed are in order.
    playing = player(game, engine, seed=seed)
    playing.outcomes(0, trapped)
    with pytest.raises(RulesError, match=r"Trap: pop from a pile that is empty at the table stock: \d.* rest: -"):
        playing.outcomes(0, trapped + 1)


# --- games that never end ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "phases", "lead"),
    [
        (1, 1, 0),
        (3, 2, 0),
        (3, 2, 1023),
        (3, 2, 1024),
        (3, 2, 1025),
        (1, 1, 5000),
        deep(31, 33, 0),
        (1, 1024, 0),
        (1, 1025, 0),
        deep(25, 41, 7),
        deep(53, 47, 100),
        deep(63, 64, 2048),
        deep(61, 67, 5000),
        (63, 128, 0),
    ],
)
def test_a_cyclic_game_is_endless(cards: int, phases: int, lead: int) -> None:
    game = Wheel(cards=cards, phases=phases, lead=lead)
    for longest, mark, length in [
        (LIMIT, ENDLESS, game.seen),
        (game.seen, UNFINISHED, game.seen),  # the limit comes first
        (game.seen - 1, UNFINISHED, game.seen - 1),
        (3, UNFINISHED, 3),
        (1, UNFINISHED, 1),
    ]:
        for engine, count in (("cpython", 1), ("native", 7)):
            found = player(game, engine, longest=longest, games=1).outcomes(0, count)
            assert lists(found) == [[0] * count, [mark] * count, [length] * count]


@pytest.mark.parametrize(
    "games",
    [
        (PerpetualMotion(suits=2, ranks=5), PerpetualMotion(suits=2, ranks=4)),
        deep((PerpetualMotion(suits=2, ranks=5), War(suits=2, ranks=5, order=1), War(suits=1, ranks=12))),
    ],
    ids=["perpetual-motion", "war"],
)
def test_what_is_seen_to_repeat_does_repeat_and_nothing_else_does(games: tuple[Any, ...]) -> None:
    marks: Counter[int] = Counter()
    for game in games:
        outcomes = check_alike(game, 60, seed=5)
        for number in range(60):
            table, seen = deal(game, 5, number), set()
            while (now := contents(table)) not in seen:
                seen.add(now)
                if game.step(table) == OVER:
                    break
            else:
                assert outcomes.marks[number] == ENDLESS
                marks[ENDLESS] += 1
                continue
            assert outcomes.marks[number] == (WON if game.won(table) else LOST)
            assert outcomes.lengths[number] == len(seen) - 1
            marks[WON] += 1
    assert min(marks[ENDLESS], marks[WON]) > 20


@pytest.mark.deep  # other endless deals are met in every run
def test_the_endless_deal_of_beggar_my_neighbour_is_endless_in_machine_code() -> None:
    game = BeggarMyNeighbour()
    order = order_in(game, ENDLESS_DEAL)
    orders = np.array([order, order_of(order, 0, 0), order], np.int8)
    slow, fast = (player(game, engine).outcomes_of(orders) for engine in ("cpython", "native"))
    assert lists(slow) == lists(fast)
    assert fast.marks.tolist()[::2] == [ENDLESS] * 2
    assert fast.marks[1] in (WON, LOST)
    assert (fast.marks[0], fast.lengths[0]) == finish(game, lay_out(game, order), LIMIT)[::-1]
    assert player(game, "native", longest=WATCH).outcomes_of(orders).marks[0] == UNFINISHED


def test_a_game_played_out_returns_how_it_ended() -> None:
    assert finish(Wheel(), deal(Wheel(), 0, 0), LIMIT) == (WATCH + 1, ENDLESS)
    assert finish(Wheel(), deal(Wheel(), 0, 0), WATCH) == (WATCH, UNFINISHED)
    play = Playthrough(OneHanded(suits=1, ranks=1), deal(OneHanded(suits=1, ranks=1), 0, 0), LIMIT)
    assert list(play) == [0]
    assert (play.steps, play.end) == (1, LOST)


@pytest.mark.parametrize("engine", ["cpython", "native"])
@pytest.mark.parametrize("longest", [50, LIMIT])
def test_unfinished_and_endless_games_are_counted_apart(engine: str, longest: int) -> None:
    game = EndlessIfLowest()
    run = simulate(game, 600, seed=1, engine=engine, longest=longest)
    never = sum(deal(game, 1, number).stock.top(1) == 0 for number in range(600))
    assert 50 < never < 150
    assert run.engine == engine
    assert run.games == 600
    assert (run.unfinished, run.endless) == ((never, 0) if longest == 50 else (0, never))
    assert run.steps == (50 if longest == 50 else WATCH + 1) * never
    assert sum(run.histogram.values()) == sum(run.lengths.values()) == run.finished == 600 - never
    assert 0 not in run.histogram
    assert run.won == run.histogram[1]
    assert run.lost == 600 - never - run.won
    # An unfinished game may be won or lost, and the interval allows for both; an endless one is not won.
    z = 1.959964
    assert run.win_rate.low == pytest.approx(wilson(run.won, 600, z)[0], abs=1e-6)
    assert run.win_rate.high == pytest.approx(wilson(run.won + run.unfinished, 600, z)[1], abs=1e-6)


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_a_game_with_decisions_that_does_not_end_in_time_is_counted_as_unfinished(engine: str) -> None:
    run = simulate(find_game("hog", ("goal=1000",)), 5, longest=20, engine=engine)
    assert (run.engine, run.unfinished, run.steps, dict(run.histogram), run.won) == (engine, 5, 100, {}, 0)
    assert run.mean.value is None
    assert run.length.value is None


# --- policies ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "policies"),
    [
        ("hog", ("first",)),
        ("hog", ("best", "random")),
        ("hog", ("random", "best")),
        deep("tic-tac-toe", ("best", "first")),
        deep("tic-tac-toe", ("random", "best")),
        deep("best-card", ("best",)),
        *(deep("red-black", ("best",)), deep("secretary", ("best",))),
    ],
)
def test_both_engines_follow_the_same_policies(name: str, policies: tuple[str, ...]) -> None:
    game = find_game(name, ("goal=12",) if name == "hog" else ())
    solution = faceup.solve(game) if "best" in policies else None
    found = check_alike(game, 300, seed=6, policies=policies, solution=solution)
    differ = player(game, "native", seed=6).outcomes(0, 300)
    assert lists(found) != lists(differ)


def test_best_play_meets_the_value_and_is_solved_where_no_solution_is_given() -> None:
    game = find_game("hog", ("goal=12",))
    solution = faceup.solve(game)
    runs = [
        simulate(game, 5_000, seed=2, confidence=0.999, policies=("best",), solution=given)
        for given in (None, solution)
    ]
    assert runs[0].totals == runs[1].totals
    run = runs[0]
    value = float(solution.value.low)
    assert run.mean.low < value < run.mean.high
    assert run.win_rate.low < value < run.win_rate.high
    assert run.mean.high - run.mean.low < 0.06


def test_best_play_wins_against_chance_in_nim() -> None:
    game = find_game("nim")
    assert simulate(game, 300, policies=("best", "random")).won == 300
    assert simulate(game, 300, policies=("random", "best")).win_rate.value < 0.2


def test_first_and_own_policies() -> None:
    game = find_game("nim", ("a=1", "b=1", "c=1"))
    assert dict(simulate(game, 5, policies=("first",)).histogram) == {1: 5}

    def last(game: Game, state: object) -> int:
        return list(game.moves(state))[-1]

    nim = find_game("nim", ("a=0", "b=1", "c=2"))
    moves = [move for _, move in play_through(nim, 0, 0, (last, "first"), None, LIMIT)]
    assert moves == [2 * 4 + 3, 1 * 4 + 2, None]


def test_rewards_on_the_way_are_counted() -> None:
    game = find_game("red-black", ("red=3", "black=1"))
    run = simulate(game, 1900, seed=1, confidence=0.999, policies=("best",))
    value = float(faceup.solve(game).value.low)
    assert run.mean.low < value < run.mean.high


def last_digit(game, s):
    return s.number % 10


def one_more(game, s):
    return (s.number + 1) % 10


BOOK = {number: number % 10 for number in range(6000)}


def by_the_book(game, s):
    with nullcontext():  # which the compiler does not take
        return BOOK[s.number]


def cheat(game, s):
    return s.number % 10 + (990 if s.number == 5000 else 0)


def test_more_moves_than_there_is_room_for_at_first() -> None:
    for outcomes in (256, 257, 1025):
        check_alike(Draw(high=outcomes, low=1), 20, seed=1)


def test_own_policies_are_compiled() -> None:
    game = Draw()
    found = check_alike(game, 600, seed=2, policies=(last_digit, one_more))
    assert Counter(found.scores.tolist()).keys() == {0.0, 1.0}  # player 1 always names a wrong one
    swapped = check_alike(game, 600, seed=2, policies=(one_more, last_digit))
    assert (found.scores - swapped.scores).tolist() == [1.0] * 600
    run = simulate(game, 600, seed=2, policies=(last_digit, one_more), engine="native")
    assert (run.engine, run.won) == ("native", int(found.scores.sum()))


def test_an_own_policy_that_does_not_compile_is_followed_in_cpython() -> None:
    with pytest.warns(InterpretedWarning, match="Unwarned"):
        run = simulate(DrawUnwarned(), 2000, seed=2, policies=(by_the_book,))
    assert run.engine == "cpython"
    assert dict(run.histogram) == dict(
        simulate(Draw(), 2000, seed=2, policies=(last_digit,), engine="cpython").histogram
    )


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_an_illegal_move_of_a_policy_is_refused_in_whatever_game_it_is_made(engine: str) -> None:
    playing = player(Draw(), engine, seed=1, policies=(cheat,))
    last_states = ([*play_through(Draw(), 1, k, (last_digit,), None, LIMIT)][-1][0] for k in itertools.count())
    cheated = next(k for k, state in enumerate(last_states) if state.number == 5000)
    assert cheated > 16  # so that the games tried before machine code is believed are in order
    playing.outcomes(cheated - 100, 100)
    with pytest.raises(
        RulesError, match=r"policy test_simulation\.py:cheat: its move 990 is not legal in State\(high=66, number=5000"
    ):
        playing.outcomes(cheated - 100, 101)


def never_a_fraction(game, s):
    return 1.0 if s.number < 0 else 1


def always_a_fraction(game, s):
    return float(s.number % 10)


def test_a_move_that_is_no_whole_number_is_refused() -> None:
    with pytest.raises(RulesError, match=r"policy test_simulation\.py:always_a_fraction: its move \d\.0 is neither"):
        simulate(Draw(), 100, policies=(always_a_fraction,))
    with pytest.warns(InterpretedWarning, match="is not a whole number in some case"):
        simulate(Draw(), 2000, policies=(never_a_fraction,))
    with pytest.raises(UsageError, match=r"policy test_simulation\.py:always_a_fraction: its move \d\.0 is neither"):
        Session(Draw(), always_a_fraction).play()


def test_an_illegal_move_in_the_first_game_is_refused() -> None:
    with pytest.raises(RulesError, match="999"):
        simulate(find_game("nim"), 3, policies=(lambda game, state: 999,))


def test_best_moves_are_learned_by_two_threads_at_once() -> None:
    game = Draw()
    solution = faceup.solve(game)
    expected = player(game, "cpython", seed=3, policies=(last_digit,)).outcomes(0, 2000)
    assert Counter(expected.scores.tolist()).keys() == {1.0, -1.0}
    for _ in range(2):
        playing = player(game, "native", seed=3, policies=("best",), solution=solution)
        with ThreadPoolExecutor(2) as pool:
            blocks = [pool.submit(playing.outcomes, first, 1000) for first in (0, 1000)]
            found = [block.result() for block in blocks]
        parts = [np.concatenate([block[k] for block in found]).tolist() for k in range(3)]
        assert parts == lists(expected)


@pytest.mark.parametrize("policies", [("worst",), (), (3,), ("best", "best", "random")])
def test_a_policy_that_cannot_be_played_is_refused(policies: tuple[Any, ...]) -> None:
    with pytest.raises(UsageError, match="polic"):
        simulate(find_game("nim"), 3, policies=policies)


# --- what is refused --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [5, 6], ids=["reward", "payoff"])
@pytest.mark.parametrize("games", [10, 3000], ids=["cpython", "native"])
def test_a_payoff_or_reward_that_is_no_finite_number_is_refused_as_in_solving(how: int, games: int) -> None:
    with pytest.raises(RulesError, match="not a finite number"):
        faceup.solve(Broken(how=how))
    with pytest.raises(RulesError, match="not a finite number"):
        simulate(Broken(how=how), games)


@pytest.mark.parametrize(
    "given",
    [
        *({"games": games} for games in (0, -1)),
        *({"seed": seed} for seed in (-1, 2**63)),
        *({"confidence": confidence} for confidence in (0.0, 1.0, float("nan"))),
        *({"longest": longest} for longest in (0, -5)),
        *({"threads": threads} for threads in (0, -1)),
        *({"until": until} for until in (0, -0.5, float("nan"))),
        {"figure": "spread"},
        {"engine": "nativ"},
    ],
    ids=str,
)
def test_nonsense_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=str(next(iter(given.values())))):
        simulate(OneHanded(), **{"games": 3, **given})


@pytest.mark.parametrize("keep", [{"wins": 0}, {"wins": 10_001}, {"losses": 1}])
def test_keeping_nonsense_is_refused(keep: dict[str, int]) -> None:
    with pytest.raises(UsageError, match=next(iter(keep))):
        simulate(OneHanded(), 3, keep=keep)


def test_neither_games_nor_until_is_refused() -> None:
    with pytest.raises(UsageError, match="how many"):
        simulate(OneHanded())


@pytest.mark.parametrize(
    ("card", "cards", "match"), [(128, 1, "128"), (-1, 1, "-1"), (1, 0, "0 cards"), (1, 128, "128")]
)
def test_a_deck_that_is_none_is_refused(card: int, cards: int, match: str) -> None:
    with pytest.raises(RulesError, match=match):
        simulate(BadDeck(card=card, cards=cards), 1)


def test_a_number_of_games_may_be_written_with_an_exponent() -> None:
    assert simulate(War(), 1e1).totals == simulate(War(), 10).totals
    for games in (0, 1.5, inf, nan, "5"):
        with pytest.raises(UsageError, match=re.escape(f"{games!r} games; possible: a whole number, 1 or more")):
            simulate(War(), games)  # type: ignore[arg-type]

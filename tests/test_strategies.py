"""Strategies: without loss, as small as can be, exact at ties; and short ones with their true price."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faceup.engines.chain import evaluation
from faceup.engines.exact.opponents import Known
from faceup.engines.explain import short_strategies, strategies
from faceup.engines.explain.short_strategies import short_strategy
from faceup.engines.explain.smallest_table import FullTable, smallest_table, stretches
from faceup.engines.explain.strategies import strategy
from faceup.engines.graph.game_graph import walk
from faceup.engines.model.broken_rules import quantity
from faceup.engines.solve import best_moves
from faceup.engines.solve.dispatch import solve
from faceup.games.best_card import BestCard
from faceup.games.fifteen import Fifteen
from faceup.games.hexapawn import Hexapawn
from faceup.games.high_low import HighLow
from faceup.games.hog import Hog
from faceup.games.nim import Nim
from faceup.games.pig import Pig as Race
from faceup.games.red_black import RedBlack
from faceup.games.secretary import Secretary
from faceup.games.tic_tac_toe import TicTacToe
from faceup.games.yahtzee_turn import YahtzeeTurn
from faceup.numbers.intervals import Bounds
from faceup.numbers.value import exactly
from faceup.results.answers.strategy import Row as StrategyRow
from faceup.results.answers.strategy import Strategy
from faceup.results.documents.codec import document as document_of
from faceup.results.documents.strategy import StrategyTable
from faceup.results.sentences.rules_in_short import Case, rule_of
from faceup.results.sentences.strategies import (
    bands_cells,
    rule_text,
    strategy_blocks,
    strategy_facts,
    table_cells,
    tie_facts,
)
from faceup.results.sentences.strategy_cells import line_cells, row_cells
from faceup.rules import CHANCE, OVER, Board, Cards, Dice, Die, Game, NamedTuple, Row, replaced
from faceup.rules.errors import LimitReached, RulesError, UsageError
from faceup.show.drawings.strategies import strategy_drawing
from faceup.show.text.parts import part_lines
from faceup.show.text.strategies import strategy_boards, strategy_tables
from tests.games.alike import Favoured, Purses
from tests.games.arbitrary import Scramble
from tests.games.chance import OneDoor, Pig, TwoDoors
from tests.games.expected_rank import ExpectedRank
from tests.library import deep
from tests.oracle import oracle

GAMES = [
    BestCard(deck=13, hand=7),
    BestCard(deck=9, hand=3),
    Fifteen(high=6, target=9),
    Hog(goal=6, dice=2, sides=3),
    Nim(a=2, b=2, c=3),
    RedBlack(red=5, black=5),
    Secretary(candidates=12),
]


def players(game: Game) -> list[int | None]:
    """Whose strategy may be asked for: everybody's, or that of one player."""
    return [None, 0, 1] if isinstance(game, Fifteen | Hog | Nim) else [None, 0]


def said(found: Strategy, game: Game, state: Any) -> tuple[int, ...]:
    """What the lines tell a person who reads them: the first line whose ranges fit, its last part that has begun."""
    seen = [quantity(game, state, name) for name in found.columns]
    for line in found.lines:
        if all(low <= value <= high for value, (low, high) in zip(seen, line.ranges, strict=False)):
            parts = [part for part in line.parts if not seen or part.low <= seen[-1]]
            if parts:
                return parts[-1].moves
    return ()


def worth(game: Game, options: Callable[[Any], Any], player: int) -> Fraction:
    """Plain recursion: ``player`` takes the worst of the options, the other and chance as always."""

    @cache
    def value(s: Any) -> Fraction:
        who = game.turn(s)
        if who == OVER:
            return Fraction(game.payoff(s))
        moves = [m for m in game.moves(s) if game.odds(s, m)] if who == CHANCE else list(options(s))
        after = [game.reward(s, m) + value(game.play(s, m)) for m in moves]
        if who == CHANCE:
            odds = [game.odds(s, m) for m in moves]
            return sum((w * v for w, v in zip(odds, after, strict=True)), Fraction(0)) / sum(odds)
        return max(after) if (who == 0) != (who == player) else min(after)

    return value(game.start())


@pytest.mark.parametrize("reach", ["best", "one", "all"])
@pytest.mark.parametrize(("game", "player"), [(game, player) for game in GAMES for player in players(game)], ids=repr)
def test_nothing_is_lost(game: Game, player: int | None, reach: str) -> None:
    truth = oracle(game)
    solution = solve(game)
    found = strategy(solution, reach=reach, player=player)
    assert found.lossless
    for me in (0, 1) if player is None else (player,):
        open_to_all = reach == "all" or player is not None

        def options(s: Any, me: int = me, open_to_all: bool = open_to_all) -> Any:
            if game.turn(s) != me:
                if open_to_all:
                    return game.moves(s)
                return solution.best(s) if reach == "best" else [solution.move(s)]
            moves = list(game.moves(s))
            return moves if len(moves) == 1 else said(found, game, s)

        assert worth(game, options, me) == truth[game.start()]


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(2, 30), st.integers(2, 4), st.booleans(), st.sampled_from(["best", "all"]))
def test_arbitrary_games(seed: int, nodes: int, width: int, chance: bool, reach: str) -> None:
    game = Scramble(seed=seed, nodes=nodes, width=width, chance=chance)
    truth = oracle(game)
    found = strategy(solve(game), reach=reach)
    assert found.lossless
    places = {tuple(quantity(game, s, name) for name in found.quantities): s for s in truth if game.turn(s) in (0, 1)}
    if len(found.quantities) == 2:  # the rows are states: each has all its best moves and no others
        for row in found.rows:
            s = places[row.key]
            after = {m: game.reward(s, m) + truth[game.play(s, m)] for m in game.moves(s)}
            top = max(after.values()) if game.turn(s) == 0 else min(after.values())
            assert list(row.moves) == [m for m in after if after[m] == top]


def deciding(found: Strategy, columns: tuple[int, ...]) -> bool:
    """Whether these columns leave a common move in every group of rows."""
    groups: dict[tuple[int, ...], set[int]] = {}
    for row in found.rows:
        key = tuple(row.key[k] for k in columns)
        groups[key] = groups.get(key, set(row.moves)) & set(row.moves)
    return all(groups.values())


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_no_fewer_columns_would_do(game: Game) -> None:
    found = strategy(solve(game), reach="all")
    for columns in combinations(range(len(found.quantities)), max(len(found.columns) - 1, 0)):
        assert len(found.columns) == 0 or not deciding(found, columns)


def fewest(rows: list[tuple[int, tuple[int, ...]]]) -> int:
    """The least number of stretches, by dynamic programming."""
    best = [0] + [len(rows)] * len(rows)
    for end in range(1, len(rows) + 1):
        for begin in range(end):
            if set.intersection(*(set(moves) for _, moves in rows[begin:end])):
                best[end] = min(best[end], best[begin] + 1)
    return best[-1]


@given(st.lists(st.sets(st.integers(0, 3), min_size=1).map(lambda s: tuple(sorted(s))), min_size=1, max_size=12))
def test_stretches_are_the_fewest_and_begin_as_low_as_they_can(column: list[tuple[int, ...]]) -> None:
    rows = list(enumerate(column))
    parts = stretches(rows)
    assert len(parts) == fewest(rows)
    for k, part in enumerate(parts):
        end = parts[k + 1].low if k + 1 < len(parts) else len(rows)
        inside = [set(moves) for _, moves in rows[part.low : end]]
        assert set(part.moves) == set.intersection(*inside)
        if k and parts[k - 1].low < part.low - 1:
            assert not set(part.moves) & set(column[part.low - 1])


@pytest.mark.parametrize("machine", ["cpython", "native"])
def test_ties_are_decided_exactly_even_where_values_are_rounded(machine: str) -> None:
    ties = 0
    for deck, hand in [(13, 7), *product((6, 8, 9, 11), (2, 3, 4, 5))]:
        game = BestCard(deck=deck, hand=hand)
        truth = oracle(game)
        found = strategy(solve(game, engine=machine), reach="all")
        both = {
            (s.drawn, s.card)
            for s in truth
            if game.turn(s) == 0 and s.drawn < hand and len({truth[game.play(s, m)] for m in game.moves(s)}) == 1
        }
        assert found.quantities in (("drawn", "card"), ("card",))
        names = [("drawn", "card").index(name) for name in found.quantities]
        assert {row.key for row in found.equal} == {tuple(key[k] for k in names) for key in both}
        assert not found.unsure
        ties += len(both)
    assert ties


def test_the_tie_of_deck_13_and_hand_7() -> None:
    found = strategy(solve(BestCard(deck=13, hand=7), engine="native"))
    assert [row.key for row in found.equal] == [(1, 12)]
    assert found.thresholds == (12, 12, 12, 12, 11, 10)
    assert [line.ranges for line in found.lines] == [((1, 4),), ((5, 5),), ((6, 6),)]


def test_ties_that_are_too_much_work_are_called_unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_moves, "TIE_WORK", 10)
    found = strategy(solve(BestCard(deck=13, hand=7), engine="native"))
    assert [row.key for row in found.unsure] == [(1, 12)]
    assert not found.equal


def test_quantities_may_be_methods_and_one_table_serves_both_players() -> None:
    found = strategy(solve(Hog()), reach="all")
    assert found.quantities == ("mine", "theirs")
    assert len(found.lines) < 20 < len(found.rows)


def test_sets_of_cards_have_no_boundaries() -> None:
    found = strategy(solve(TicTacToe()), player=0, reach="one")
    assert found.sets == {"x", "o"}
    assert found.thresholds is None
    assert all(low == high for line in found.lines for low, high in line.ranges)
    keys = {(*(low for low, _ in line.ranges), part.low) for line in found.lines for part in line.parts}
    assert len(keys) == sum(len(line.parts) for line in found.lines)


def test_quantities_that_do_not_decide_are_joined_by_the_fields() -> None:
    class Blind(Secretary):
        quantities = ("doing",)

    found = strategy(solve(Blind(candidates=9)))
    assert found.lossless
    assert "seen" in found.quantities


def test_a_game_of_three_quantities_that_needs_a_fourth() -> None:
    found = strategy(solve(Pig()), reach="all")
    assert found.lossless
    assert set(found.columns) <= {"mine", "theirs", "pot", "mover", "left", "rolling"}


def rules_of_one_line(game: BestCard) -> Iterator[tuple[int, Fraction]]:
    """Every threshold with its exact value, by plain recursion."""
    for mark in range(1, game.deck + 2):

        def options(s: Any, mark: int = mark) -> list[int]:
            hold = s.card >= mark or s.drawn == game.hand
            return [game.HOLD if hold else game.GO_ON]

        yield mark, worth(game, options, 0)


@pytest.mark.parametrize(("deck", "hand"), [(7, 3), (9, 4), (8, 5)])
def test_the_best_single_threshold_is_found_and_priced_exactly(deck: int, hand: int) -> None:
    game = BestCard(deck=deck, hand=hand)
    solution = solve(game)
    short = short_strategy(solution, strategy(solution))
    assert short is not None
    truth = dict(rules_of_one_line(game))
    assert short.value.exact == max(truth.values())
    if short.column == "card":
        ((_, mark),) = short.lines
        assert truth[deck + 1 if mark is None else mark] == short.value.exact
    assert short.cost.exact == solution.value.low - short.value.low
    assert short.proven


def test_one_threshold_for_best_card_costs_four_points() -> None:
    solution = solve(BestCard())
    full = strategy(solution)
    short = short_strategy(solution, full)
    assert short is not None
    assert (short.column, short.lines) == ("card", ((None, 88),))
    assert round(float(short.value.low), 4) == 0.5779
    longer = short_strategy(solution, full, 9)
    assert longer is not None
    assert len(longer.lines) == 9
    assert short.value.low < longer.value.low == solution.value.low  # nine lines are the whole strategy


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.tuples(*[st.integers(0, 3)] * 3), st.sets(st.integers(0, 2), min_size=1), min_size=1))
def test_lines_of_ranges_say_what_the_rows_say(rows: dict[Any, set[int]]) -> None:
    rows_in_order = {key: tuple(sorted(moves)) for key, moves in sorted(rows.items())}
    small = smallest_table(FullTable(("a", "b", "c"), rows_in_order, {}))
    for key, moves in rows_in_order.items():
        assert set(small.moves(key)) <= set(moves)
        own = tuple(key[k] for k in small.places)
        within = [line for line in small.lines if all(a <= n <= b for n, (a, b) in zip(own, line.ranges, strict=False))]
        assert len(within) == 1


def test_rows_that_agree_along_any_column_are_one_line() -> None:
    rows = {(a, b, c): (int(c >= 2) if a == b == 0 else 1,) for a in range(3) for b in range(3) for c in range(4)}
    small = smallest_table(FullTable(("a", "b", "c"), rows, {}))
    assert sorted(line.ranges for line in small.lines) == [((0, 0), (0, 0)), ((0, 0), (1, 2)), ((1, 2), (0, 2))]


class Offers(Game):
    """One offers 0 to 3 of them, the other may take what is offered: move 1 is an offer, and an answer."""

    class State(NamedTuple):
        offer: int
        taken: int

    def start(self):
        return self.State(-1, -1)

    def turn(self, s):
        return OVER if s.taken >= 0 else 0 if s.offer < 0 else 1

    def moves(self, s):
        return range(4) if s.offer < 0 else range(2)

    def play(self, s, m):
        return s._replace(offer=m) if s.offer < 0 else s._replace(taken=m)

    def payoff(self, s):
        return (3 - s.offer, s.offer) if s.taken else (0, 0)

    def say(self, s, m):
        return f"offer {m}" if s.offer < 0 else ("refuse", "take")[m]


def printed(found: Strategy) -> list[str]:
    """The cells of the table, row by row."""
    made, _ = strategy_tables(found)
    return [" ".join(row) for row in zip(*(column.cells for column in made.columns), strict=True)]


def test_a_move_goes_by_the_words_that_hold_where_it_is_made() -> None:
    solution = solve(Offers())
    whole, met = strategy(solution, reach="all"), strategy(solution)
    assert printed(whole) == ["offer -1: offer 1; 0: refuse; 1 or more: take"]
    assert printed(met) == ["-1 offer 1", "1 take"]  # the smallest table would be ``1``, which says neither
    assert met.thresholds is None
    assert whole.lossless
    assert met.lossless


class Bids(Offers):
    """One bids up to two and gets as much, the other loses one by bidding too, or passes."""

    class State(NamedTuple):
        offer: int
        taken: int
        round: int

    def start(self):
        return self.State(-1, -1, 0)

    def play(self, s, m):
        return super().play(s, m)._replace(round=m + 1)

    def moves(self, s):
        return range(3) if s.offer < 0 else range(2)

    def payoff(self, s):
        return (s.offer, -s.taken)

    def say(self, s, m):
        return f"bid {m}" if m else "pass"


def test_below_a_threshold_the_other_move_is_named() -> None:
    found = strategy(solve(Bids()), reach="all")
    assert found.thresholds == (None, 1, 2, 3)
    made, _ = strategy_tables(found)
    assert made.columns[-1].header == "pass from round, else bid 2"
    assert printed(found) == ["-1 always bid 2", "0 1", "1 2", "2 3"]


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("game", [deep(Race(goal=7, sides=3)), Race(goal=5, sides=2)], ids=str)
def test_one_line_is_found_where_positions_repeat(game: Race, player: int) -> None:
    """Against every boundary in every column, each solved as a game of its own in which the player has no choice."""
    solution = solve(game)
    short = short_strategy(solution, strategy(solution, player=player, reach="all"))
    assert short is not None
    assert short.proven

    class Bound(Race):
        place: int = 0  # of the column among those of the state
        mark: int = 0
        low: int = 0
        high: int = 0

        def moves(self, s: Any) -> Any:
            moves = tuple(super().moves(s))
            if s.throwing or s.mover != player or len(moves) == 1:
                return moves
            return (self.low,) if s[self.place] < self.mark else (self.high,)

    worths = []
    for place, mark, (low, high) in product(range(3), range(game.goal + 1), ((0, 1), (1, 0))):
        bound = Bound(goal=game.goal, sides=game.sides, place=place, mark=mark, low=low, high=high)
        worths.append(solve(bound, engine="cyclic-cpython").value.exact)
    best = max(worths) if player == 0 else min(worths)
    assert short.value.low <= best <= short.value.high


def test_a_table_is_played_back_within_bounds_where_values_are_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = walk(Race(goal=7))
    for player in (0, 1):
        value = evaluation.evaluate(graph, worst=(player,), exact=True)[0].exact
        assert value is not None
        (flat,) = evaluation.evaluate(graph, worst=(player,), exact=False)
        assert flat.low <= value <= flat.high < flat.low + 1e-9
        with monkeypatch.context() as patch:  # as where equations are solved within bounds alone
            patch.setattr(
                evaluation, "values_of", lambda *_, low=value - 1, **__: [Known(Bounds(low, low + 1), None, None)]
            )
            assert evaluation.evaluate(graph, worst=(player,))[0].how == "bounded"
    solution = solve(Race(goal=32))
    assert solution.value.how == "bounded"
    table = strategy(solution)
    assert table.lossless
    assert table.played is not None
    assert table.played.how == "bounded"


def test_short_tables_of_numbers_beyond_floats_are_refused() -> None:
    class Vast(Secretary):
        def payoff(self, s: Any) -> int:
            return super().payoff(s) * 10**400

    solution = solve(Vast(candidates=6))
    with pytest.raises(UsageError, match="cannot compute with numbers as large as these"):
        short_strategy(solution, strategy(solution), 1)


def test_two_lines_where_positions_repeat_are_worth_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Played as a game of its own in which the player keeps to them; more than one line, and no less."""
    game = Race(goal=7, sides=2)
    solution = solve(game)
    full = strategy(solution, player=0, reach="all")
    one, two = short_strategy(solution, full, 1), short_strategy(solution, full, 2)
    assert one is not None
    assert two is not None
    assert len(two.lines) == 2
    assert two.value.low > one.value.high
    places = {name: k for k, name in enumerate(game.State._fields)}

    class Bound(Race):
        def moves(self, s: Any) -> Any:
            moves = tuple(super().moves(s))
            if s.throwing or s.mover != 0 or len(moves) == 1:
                return moves
            step = s[places[str(two.by)]]
            (mark,) = [mark for within, mark in two.lines if within and within[0] <= step <= within[1]]
            return (two.below if mark is None or s[places[two.column]] < mark else two.above,)

    worth = solve(Bound(goal=7, sides=2), engine="cyclic-cpython").value
    assert two.value.low <= worth.high
    assert worth.low <= two.value.high
    assert two.value.high - two.value.low < 1e-9
    monkeypatch.setattr(short_strategies, "FEW_ENOUGH", 10)
    with pytest.raises(UsageError, match="1 where more than 10 positions can repeat"):
        short_strategy(solution, full, 2)


def tables_of(game: ExpectedRank, lines: int) -> Iterator[Any]:
    """Every table of so many stretches of what was seen, each with its boundary in rank, below which one takes."""
    steps, marks = range(1, game.candidates), range(1, game.candidates + 2)
    for cuts in combinations(steps[1:], lines - 1):
        begins = (1, *cuts)
        for own in product(marks, repeat=lines):
            yield begins, own


@pytest.mark.parametrize(("candidates", "lines"), [(5, 2), (6, 2), (5, 3)])
def test_no_table_of_several_lines_is_better(candidates: int, lines: int) -> None:
    game = ExpectedRank(candidates=candidates)
    solution = solve(game)
    short = short_strategy(solution, strategy(solution), lines)
    assert short is not None
    found = Fraction(short.value.low)

    def taking(begins: Any, own: Any) -> Any:
        def options(s: Any) -> list[int]:
            if s.rank == 0:
                return list(game.moves(s))
            mark = own[sum(begin <= s.seen for begin in begins) - 1]
            return [1 if s.rank < mark or s.seen == game.candidates else 0]

        return options

    assert found == max(worth(game, taking(*table), 0) for table in tables_of(game, lines))


@pytest.mark.parametrize(("lines", "value"), [(2, -3.78553), (19, None)])
def test_boundaries_of_expected_rank_are_the_best_there_are(lines: int, value: float | None) -> None:
    solution = solve(ExpectedRank())
    short = short_strategy(solution, strategy(solution), lines)
    assert short is not None
    assert float(short.value.low) == pytest.approx(float(solution.value.low) if value is None else value, abs=1e-5)


def test_a_short_strategy_against_an_opponent_is_worth_what_it_guarantees() -> None:
    game = Hog(goal=5, dice=2, sides=3)
    solution = solve(game)
    for player in (0, 1):
        short = short_strategy(solution, strategy(solution, player=player, reach="all"))
        assert short is not None
        ((_, mark),) = short.lines

        def options(s: Any, player: int = player, short: Any = short, mark: Any = mark) -> Any:
            if game.turn(s) != player:
                return game.moves(s)
            low = mark is None or quantity(game, s, short.column) < mark
            return [short.below if low else short.above]

        assert worth(game, options, player) == short.value.exact
        assert short.cost.low >= 0


def test_what_cannot_be_shortened_or_asked() -> None:
    solution = solve(Nim())
    assert short_strategy(solution, strategy(solution, player=0)) is None
    with pytest.raises(UsageError, match="which, 0 or 1"):
        short_strategy(solution, strategy(solution))
    with pytest.raises(UsageError, match="possible: best, one, all"):
        strategy(solution, reach="some")
    with pytest.raises(LimitReached, match="too large"):
        strategy(solution, reach="all", most=10)


def test_a_game_without_choices_has_an_empty_table() -> None:
    class Falling(Game):
        class State(NamedTuple):
            height: int

        def start(self):
            return self.State(3)

        def turn(self, s):
            return 0 if s.height else OVER

        def moves(self, s):
            yield 1

        def play(self, s, m):
            return self.State(s.height - 1)

        def payoff(self, s):
            return 7

    found = strategy(solve(Falling()))
    assert found.rows == found.lines == ()
    assert found.lossless


def test_a_declared_set_keeps_its_type_out_of_the_state() -> None:
    assert Fifteen.State.__annotations__["first"] is Cards
    assert type(Fifteen().play(Fifteen().start(), 3).first) is int


def test_a_table_is_about_the_states_themselves_even_where_the_game_names_representatives() -> None:
    for game in (TwoDoors(), OneDoor()):
        found = strategy(solve(game))
        assert not found.representatives
        assert {row.key: row.moves for row in found.rows} == {(0,): (0,), (1,): (1,)}
    folded = strategy(solve(TwoDoors(), symmetries=True))
    assert folded.representatives  # in the other position the move goes by another name, and the output says so
    deal = HighLow(matthew=Cards(0b1010110), cards=8)
    truth = oracle(deal)
    found = strategy(solve(deal), reach="all")
    assert not found.representatives
    choices = [s for s in truth if deal.turn(s) in (0, 1) and len(list(deal.moves(s))) > 1]
    seen = {tuple(quantity(deal, s, name) for name in found.quantities) for s in choices}
    assert {row.key for row in found.rows} == seen


def test_representatives_stand_in_where_states_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategies, "MOST_WHOLE", 20)
    found = strategy(solve(HighLow(matthew=Cards(0b1010110), cards=8)), reach="all")
    assert found.representatives
    assert found.lossless


def test_words_that_differ_among_states_of_one_row_give_way_to_the_number() -> None:
    class Coloured(Secretary):
        def say(self, s, m):
            return f"{m} at {s.seen}"

        quantities = ("doing",)

    found = strategy(solve(Coloured(candidates=2)))
    assert all(text in (f"move {move}", f"{move} at 1", f"{move} at 2") for (_, move), text in found.words.items())

    class Blurred(TwoDoors):
        quantities = ("always",)

        def always(self, s):
            return 1

        def say(self, s, m):
            return f"door {m} of {s.door}"

        def payoff(self, s):
            return 1

    assert set(strategy(solve(Blurred())).words.values()) == {"move 0", "move 1"}


def test_a_quantity_is_a_whole_number() -> None:
    class Half(TwoDoors):
        quantities = ("half",)

        def half(self, s):
            return s.door / 2

    with pytest.raises(RulesError, match=r"the quantity half is 0\.0; possible: a whole number"):
        strategy(solve(Half()))


def test_a_player_who_never_decides_has_no_strategy() -> None:
    with pytest.raises(UsageError, match="player 1 never decides in best-card"):
        strategy(solve(BestCard()), player=1)


def test_a_short_table_may_use_a_move_that_is_never_best() -> None:
    class Compromise(Game):
        """A card 1 to 3 is shown: 0 is right at 1 and a disaster else, 2 at 3 likewise; 1 is fair at all three."""

        class State(NamedTuple):
            shown: int
            card: int
            won: int

        quantities = ("card",)

        def start(self):
            return self.State(0, 0, 0)

        def turn(self, s):
            return (CHANCE, 0, OVER)[s.shown]

        def moves(self, s):
            if s.shown == 0:
                yield from (1, 2, 3, 4)
            else:
                yield from (0, 1, 2, 3)

        def play(self, s, m):
            if s.shown == 0:
                return self.State(1, m, 0)
            return self.State(2, 0, 8 if m == 3 else 10 if (m, s.card) in ((0, 1), (1, 2), (2, 3), (0, 4)) else 0)

        def payoff(self, s):
            return s.won

    solution = solve(Compromise())
    full = strategy(solution)
    assert 3 not in {move for row in full.rows for move in row.moves}
    short = short_strategy(solution, full)
    assert short is not None
    assert short.proven
    assert 3 in (short.below, short.above)
    assert short.value.exact == Fraction(34, 4)  # 8 for three cards and 10 for the first or the last


class Rounds(Game):
    """Two dice are thrown, then one of them is taken; with a board of one square that holds the last one taken."""

    board = Board(1, 2)
    marks = ("", "X", "O")

    class State(NamedTuple):
        squares: Row
        dice: tuple[Die, ...]
        kept: Dice
        wagers: Row
        mover: int

    def start(self):
        return self.State((0, 0), (), (0, 0, 0), (2, 2), 0)

    def turn(self, s):
        return OVER if sum(s.kept) == 2 else s.mover if s.dice else CHANCE

    def moves(self, s):
        return (0, 1) if s.dice else range(9)

    def play(self, s, m):
        if not s.dice:
            return s._replace(dice=(m // 3 + 1, m % 3 + 1))
        face = s.dice[m]
        squares = replaced(s.squares, m, 1 + s.mover)
        kept = replaced(s.kept, face - 1, s.kept[face - 1] + 1)
        return self.State(squares, (), kept, replaced(s.wagers, s.mover, face), 1 - s.mover)

    def payoff(self, s):
        return s.wagers[0] - s.wagers[1]

    def say(self, s, m):
        return f"take {s.dice[m]}" if s.dice else str(m)


def test_a_person_sees_squares_hands_and_players() -> None:
    found = strategy(solve(Rounds()), reach="all")
    assert found.lossless
    assert found.quantities == ("a1", "b1", "dice", "kept", "wager 0", "mover")
    looks = {name: (look.kind, list(look.names.values())) for name, look in found.looks.items()}
    assert looks.pop("dice") == ("hand", [f"{a} {b}" for a in (1, 2, 3) for b in (1, 2, 3)])
    assert looks == {
        "a1": ("piece", [".", "X"]),
        "b1": ("piece", [".", "X"]),
        "kept": ("hand", ["-", "1", "2", "3"]),
        "mover": ("player", ["first", "second"]),
    }
    assert found.fixed == {"wager 1": "2"}
    assert [group.ranks for group in found.groups] == [(("a1", "b1"),), (("wager 0", "wager 1"),)]
    data = document_of(StrategyTable(found))
    assert data["names"] == {
        "a1": {"0": ".", "1": "X"},
        "b1": {"0": ".", "1": "X"},
        "mover": {"0": "first", "1": "second"},
    }
    assert data["rows"][0][2:4] == [[1, 1], []]
    assert {row.free for row in found.rows if found.seen_at(row.key)["dice"] == "2 2"} == {True}
    assert {row.free for row in found.rows if found.seen_at(row.key)["dice"] == "1 3"} == {False}
    wide, narrow = (strategy_tables(found, width=width)[0] for width in (100, 40))
    assert [column.header for column in wide.columns] == ["dice", "move"]  # a good die is good for both
    assert narrow.row_count == wide.row_count == 2
    # Hands with the same move share a row, and those in which all moves are as good are left out.
    assert table_cells(found).rows == [("1 2 or 2 1", "take 2"), ("1 3, 2 3, 3 1 or 3 2", "take 3")]
    rows = row_cells(found, 40, found.rows[:1])
    assert rows.heads == ("board", "dice", "kept", "wager of first", "to move", "best moves")
    assert rows.rows == [("..", "1 1", "-", "2", "first", "take 1, take 1  (equal)")]


class Pair(Game):
    """Roll two dice; keep the sum or roll once more. The rules call the dice nothing special."""

    class State(NamedTuple):
        rolled: tuple[int, int]
        rolls: int

    def start(self):
        return self.State((0, 0), 0)

    def turn(self, s):
        return OVER if s.rolls == 3 else CHANCE if s.rolled == (0, 0) else 0

    def moves(self, s):
        return product(range(1, 7), repeat=2) if s.rolled == (0, 0) else ("keep", "again")

    def play(self, s, m):
        if s.rolled == (0, 0):
            return self.State(m, s.rolls + 1)
        return self.State((0, 0), s.rolls) if m == "again" else self.State(s.rolled, 3)

    def payoff(self, s):
        return sum(s.rolled)


def test_what_one_throw_shows_is_seen_together_in_any_order() -> None:
    """Annotated or not; heaps that chance deals and players change one by one are none."""
    found = strategy(solve(Pair()))
    assert (found.lossless, found.columns) == (True, ("rolled",))
    assert list(found.looks["rolled"].names.values()) == [f"{a} {b}" for a in range(1, 7) for b in range(a, 7)]
    (tie,) = part_lines(tie_facts(found), 12)
    assert tie == "equal       keep or again where rolled 1 6, 2 5 or 3 4, rolls 2"
    assert strategy(solve(DealtHeaps()), reach="all").quantities == ("heap 0", "heap 1", "mover")


class DealtHeaps(Game):
    """Chance deals two heaps; players take any number from one of them, and whoever takes the last wins."""

    class State(NamedTuple):
        heaps: Row
        mover: int

    def start(self):
        return self.State((), 0)

    def turn(self, s):
        return CHANCE if not s.heaps else s.mover if any(s.heaps) else OVER

    def moves(self, s):
        if not s.heaps:
            return product((1, 2), repeat=2)
        return [(heap, count) for heap in (0, 1) for count in range(1, s.heaps[heap] + 1)]

    def play(self, s, m):
        if not s.heaps:
            return s._replace(heaps=m)
        return self.State(replaced(s.heaps, m[0], s.heaps[m[0]] - m[1]), 1 - s.mover)

    def payoff(self, s):
        return 1 if s.mover == 1 else -1


def test_moves_that_the_table_names_are_told_once() -> None:
    found = strategy(solve(YahtzeeTurn()))
    assert found.equal
    assert not list(part_lines(tie_facts(found), 12))


def test_players_who_are_alike_have_one_table() -> None:
    """What whoever is to move has comes first; moves that are as good, and not in the table, are told."""
    found = strategy(solve(Purses()))
    ((heading, table),) = strategy_blocks(found)
    assert heading == "One table for both players, who are alike, as the player to move sees it"
    assert strategy_drawing(found) == strategy_drawing(table)
    assert (found.lossless, found.by_player, table.columns) == (True, (), ("own purses", "other's purses", "pot"))
    assert "as good     draw or draw too where own purses 0 or 1, other's purses 0, pot 0" in "\n".join(
        part_lines(tie_facts(table), 12)
    )
    document = document_of(StrategyTable(found))
    assert (document["for_mover"] or {})["columns"] == list(table.columns)
    assert document["lines"]["columns"] == list(found.columns)


def test_players_who_are_not_alike_have_a_table_each() -> None:
    """By their own names, where what they look at belongs to players, and by no number of a seat."""
    for seats in (2, 3):
        found = strategy(solve(Favoured(goal=2, players=seats)), reach="all")
        assert (found.lossless, found.for_mover) == (True, None)
        assert [who for who, _ in strategy_blocks(found)] == ["Ann", "Bob", "Cleo"][:seats]
        heads = {head for _, one in strategy_blocks(found) for head in line_cells(one, 100).heads}
        assert not any("0" in head or "1" in head for head in heads), heads


def test_a_board_without_room_is_one_and_what_makes_no_difference_is_gathered() -> None:
    found = strategy(solve(Hexapawn()))
    wide, narrow = line_cells(found, 80), line_cells(found, 40)
    assert wide.heads == ("a3", "a2", "c2", "to move", "move")
    assert ("any", ". or ♙", "♟", "second", "c2-c1") in wide.rows
    assert wide.rows[-1][-1] == "c3 .: a3-a2; c3 ♟: a3-b2 or c3-b2"
    assert narrow.heads == ("board", "to move", "move")
    assert ("***/**♟/***, a2 . or ♙", "second", "c2-c1") in narrow.rows
    free = [row for row in found.rows if row.free]
    game = found.game
    for row in found.rows:  # the squares are the whole state
        state = game.State(row.key[:9], row.key[9])
        assert row.free == (set(row.moves) == set(game.moves(state)))
    for part in found.by_player:
        ties = [line for line in part_lines(strategy_facts(part), 12) if line.startswith("equal")]
        alike = [board for board in part.boards if board.free and board.after]
        assert ties == [f"equal       any move in {len(alike)} more positions"]
        assert sum(row.free for row in part.rows) > len(alike) > 0  # one for its mirror image too
    told = replace(found, by_player=())
    ties = [line for line in part_lines(strategy_facts(told), 12) if line.startswith("equal")]
    assert ties[0].startswith(f"equal       any move in {len(free)} positions, for example where board ")
    assert ties[1] == "equal       c3-b2 or a2-a1 where board ..♟/♟♙./..., second to move"
    assert not any(" more" in line for line in part_lines(strategy_facts(told, everything=True), 12))

    class Holed(Hexapawn):
        board = ((-1, 0, 1, 2), (3, -1, 4, 5), (6, 7, 8, -1))  # type: ignore[assignment]

    found = strategy(solve(Holed()))
    assert "where board  ..♟/♟ ♙./..., second to move" in "\n".join(
        part_lines(strategy_facts(replace(found, by_player=())), 12)
    )
    assert ("  . . ♟\n♟   ♙ .\n. . .") in {
        "\n".join(board.ranks) for part in found.by_player for board in strategy_boards(part, 99)
    }


class Ends(Game):
    """Take the coin at one end of a row by turns; after each a toss may turn the row around. More money wins."""

    class State(NamedTuple):
        row: tuple[int, ...]
        lead: int
        mover: int
        tossing: bool

    def start(self):
        return self.State((1, 2, 5, 3, 4), 0, 0, False)

    def turn(self, s):
        return OVER if not any(s.row) else CHANCE if s.tossing else s.mover

    def moves(self, s):
        return ("heads", "tails") if s.tossing else ("left", "right")[: len(s.row)]

    def play(self, s, m):
        if s.tossing:
            return s._replace(row=s.row[::-1] if m == "heads" else s.row, tossing=False)
        coin, row = (s.row[0], s.row[1:]) if m == "left" else (s.row[-1], s.row[:-1])
        return self.State(row, s.lead + (coin if s.mover == 0 else -coin), 1 - s.mover, len(row) > 1)

    def payoff(self, s):
        return s.lead


def test_a_rule_for_each_is_told_apart_where_it_is_simpler_than_one_for_both() -> None:
    """Though both meet the same rows of coins, each of which is one thing to look at: no place of it keeps its coin."""
    found = strategy(solve(Ends()))
    (_, first), (_, second) = strategy_blocks(found)
    assert (rule_text(first), rule_text(second)) == ("always right", "")
    assert table_cells(second).rows == [("1 2 5 3, 5 2 or 5 3", "left"), ("3 5 2 1, 2 5 or 3 5", "right")]


def test_each_player_has_a_table_unless_one_serves_both() -> None:
    """Each keeps to what the whole table says, and both are played back at once."""
    blocks = dict(strategy_blocks(strategy(solve(Fifteen()))))
    assert list(blocks) == ["The first player", "The second player"]
    for player, one in enumerate(blocks.values()):
        assert one.player == player
        assert {one.game.turn(one.game.State(*row.key)) for row in one.rows} == {player}
        assert one.lossless
    ((heading, _),) = strategy_blocks(strategy(solve(Hog(goal=8, dice=3, sides=3))))
    assert heading == "Both players"  # whose scores are mine and theirs
    first = blocks["The first player"]
    sizes = [bin(key[0] | key[1]).count("1") for key, *_ in first.rows]
    assert sizes == sorted(sizes)  # as play comes to them
    assert next(iter(tie_facts(first))) == ("equal", "any first move")
    (alone,) = strategy_blocks(strategy(solve(Fifteen()), player=1))
    assert alone[0] == ""


def test_a_board_has_stars_where_it_is_best_to_move_to() -> None:
    solution = solve(TicTacToe())
    found = dict(strategy_blocks(strategy(solution)))["The second player"]
    texts = ["\n".join(board.lines) for board in strategy_boards(found, 99)]
    assert texts[0] == "after a3\nX . .\n. * .\n. . ."  # the corner is answered by the middle alone
    assert [board.after for board in found.boards[:4]] == [("a3",), ("b3",), ("b2",), ("a3", "b2", "b3")]
    assert [board.plan for board in found.boards] == sorted((board.plan for board in found.boards), reverse=True)
    for board in found.boards:
        assert board.state == solution.table.state_after(solution.start, ", ".join(board.after))
    (start,) = strategy_boards(strategy(solution, player=0), 1)
    assert start.lines == ("at the start", "* * *", "* * *", "* * *", "any move")


def test_a_game_that_is_not_solved_is_told() -> None:
    with pytest.raises(UsageError, match=r"possible: faceup.strategy\(faceup.solve\(game\)\)"):
        strategy(Nim())


def test_a_long_table_is_told_in_bands() -> None:
    """A cell has the least and the most of all rows within it, and says where a move is never made."""
    hold, throw = Race.HOLD, Race.ROLL
    rows = tuple(
        StrategyRow((mine, other, pot), (hold,) if mine < 4 and pot >= mine + other else (throw,))
        for mine, other, pot in product(range(1, 7), range(3, 27), range(2, 40))
    )
    words = {((0,), hold): "hold", ((0,), throw): "throw"}
    told = Strategy(Race(goal=10), exactly(0), ("mine", "theirs", "pot"), rows, (), (), words)
    found = bands_cells(told)
    assert found is not None
    made = found.cells
    assert (found.head, rule_text(told)) == ("hold from pot", "")
    assert made.heads == (
        "mine",
        "theirs 3 to 4",
        "theirs 5 to 9",
        "theirs 10 to 14",
        "theirs 15 to 19",
        "theirs 20 to 24",
        "theirs 25 to 26",
    )
    assert [row[:2] for row in made.rows] == [("1", "4 to 5"), ("2", "5 to 6"), ("3", "6 to 7"), ("4 to 6", "throw")]
    assert bands_cells(replace(told, quantities=("mine", "theirs"))) is None
    found = bands_cells(replace(told, rows=(*rows, StrategyRow((1, 27, 2), (throw,)))))
    assert found is not None
    assert found.cells.rows[0][6] == "26 to 27 or throw"


def test_a_rule_compares_two_numbers_where_that_tells_every_best_move() -> None:
    def rule(best: Callable[[int, int, int], str]) -> str:
        every = product((1, 2), range(1, 7), range(1, 7))
        cases = [Case({"tries": t, "total": a, "Ann": b}, best(t, a, b).split()) for t, a, b in every]
        found = rule_of(cases)
        return found.text if found else ""

    assert rule(lambda t, a, b: "keep" if a > b else "roll") == "keep if total is above Ann, else roll"
    assert rule(lambda t, a, b: "keep" if a >= b else "roll") == "roll if Ann is above total, else keep"
    assert rule(lambda t, a, b: "keep" if a - b >= 3 else "roll") == "keep if total is at least Ann + 3, else roll"
    assert rule(lambda t, a, b: "keep" if a > 3 else "keep roll") == ""  # nothing is wrong anywhere
    ties = "keep if total is above Ann; if they are equal (for tries 1, keep from total 5 on; for tries 2, always keep)"
    assert rule(lambda t, a, b: "keep" if a > b or a == b > 8 - 4 * t else "roll") == f"{ties}, else roll"
    level = "keep if total is above Ann; if they are equal, keep from total 4 on"
    assert rule(lambda t, a, b: "keep" if (a > 4 if t == 1 else a > b or a == b > 3) else "roll") == (
        f"for tries 1, keep from total 5 on; for tries 2 ({level}), else roll"
    )
    assert rule(lambda t, a, b: "keep" if a * b > 9 else "roll") == ""


def test_a_rule_stands_for_many_thresholds_that_it_says_in_short() -> None:
    throw, hold = Race.ROLL, Race.HOLD
    keys, steps = list(product(range(1, 9), repeat=2)), tuple(range(1, 9))
    rows = tuple(StrategyRow((a, b), (throw,) * (a >= b) + (hold,) * (a <= b)) for a, b in keys)
    words = {(key, move): word for key in keys for move, word in ((throw, "throw"), (hold, "hold"))}
    told = Strategy(Race(goal=10), exactly(0), ("mine", "theirs"), rows, (), (), words, steps, steps, hold)
    assert rule_text(told) == "throw if mine is above theirs, else hold"

"""The patiences of the library, stepped in CPython: rules by hand, exact small cases, published deals."""

import itertools
import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from faceup.games.beggar_my_neighbour import BeggarMyNeighbour
from faceup.games.clock import Clock
from faceup.games.perpetual_motion import PerpetualMotion
from faceup.games.war import War
from faceup.rules import OVER, NamedTuple, ParameterError, Patience, Pile, RulesError, Tally, UsageError
from faceup.rules.pile import contents, things

FOUR = [BeggarMyNeighbour, Clock, PerpetualMotion, War]


def empty_table(game: Patience) -> Any:
    room = len(list(game.deck()))
    return game.Table(*(Tally() if kind is Tally else Pile(room) for kind in things(game.Table)))


def laid(game: Patience, order: Iterable[int]) -> Any:
    """The table for a deck in this order, the bottom card first."""
    table, cards = empty_table(game), list(order)
    game.lay(table, Pile(len(cards), cards))
    return table


def shuffled(game: Patience, chance: random.Random) -> list[int]:
    order = list(game.deck())
    chance.shuffle(order)
    return order


def play(game: Patience, table: Any, longest: int = 100_000) -> Counter[str]:
    """Step to the end and count the steps by name; ``endless`` is counted where there is none."""
    counts: Counter[str] = Counter()
    for _ in range(longest):
        step = game.step(table)
        if step == OVER:
            return counts
        counts[game.steps[step]] += 1
    counts["endless"] += 1
    return counts


def loop(game: Patience, table: Any, kind: Any = int) -> tuple[int, int] | None:
    """The steps before and within the loop that a game falls into, cards of one kind being alike; None if it ends."""
    seen: dict[Any, int] = {}
    for number in itertools.count():
        state = tuple(tuple(map(kind, part)) if isinstance(part, bytes) else part for part in contents(table))
        if state in seen:
            return seen[state], number - seen[state]
        seen[state] = number
        if game.step(table) == OVER:
            return None
    raise AssertionError


# --- all four ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", FOUR)
def test_a_game_keeps_its_cards_and_ends_with_over_for_good(rules: type[Patience]) -> None:
    game, chance = rules(), random.Random(7)
    discards = rules is PerpetualMotion
    for _ in range(5):
        table = laid(game, shuffled(game, chance))
        ended = False
        for _ in range(20_000):
            before = contents(table)
            step = game.step(table)
            cards = sorted(card for part in table if isinstance(part, Pile) for card in part.cards())
            assert discards or cards == list(game.deck())
            assert len(set(cards)) == len(cards)
            if step == OVER:
                assert contents(table) == before  # OVER changes nothing
                ended = True
                break
            assert step in game.steps
            assert contents(table) != before  # and every other step something
        assert ended or discards


@pytest.mark.parametrize("rules", FOUR)
def test_every_card_has_a_name_of_its_own_that_is_read_back(rules: type[Patience]) -> None:
    for parameters in ({}, {"suits": 2, "ranks": 5}, {"suits": 5, "ranks": 6}):
        if rules is PerpetualMotion and parameters.get("suits") == 5:
            continue  # it has four piles at most
        game = rules(**parameters)
        order = shuffled(game, random.Random(3))
        names = [game.say(card) for card in order]
        assert len(set(names)) == len(names)
        assert list(game.read(" ".join(names))) == order


@pytest.mark.parametrize(
    ("rules", "parameters"),
    [
        (Clock, {"ranks": 14}),
        (Clock, {"ranks": 1}),
        (Clock, {"suits": 0}),
        (BeggarMyNeighbour, {"courts": 5}),
        (BeggarMyNeighbour, {"ranks": 3, "courts": 4}),
        (BeggarMyNeighbour, {"suits": 10}),
        (War, {"down": -1}),
        (War, {"order": 3}),
        (War, {"suits": 1, "ranks": 1}),
        (PerpetualMotion, {"suits": 5}),
        (PerpetualMotion, {"ranks": 0}),
    ],
)
def test_parameters_that_make_no_game_are_refused(rules: type[Patience], parameters: dict[str, int]) -> None:
    with pytest.raises(ParameterError):
        rules(**parameters)


# --- clock ------------------------------------------------------------------------------------------------------


def clock(text: str, **parameters: int) -> tuple[Clock, Any]:
    """Clock with the deck in the order in which it is dealt, the top card first."""
    game = Clock(**parameters)
    return game, laid(game, list(game.read(text))[::-1])


def test_clock_by_hand() -> None:
    game, table = clock("KS 2H AS AH KH 2S", suits=2, ranks=3)
    assert [[game.say(card) for card in pile.cards()] for pile in table[:4]] == [
        ["2S"],
        ["KS", "AH"],
        ["2H", "KH"],
        ["AS"],
    ]
    steps = [game.steps[game.step(table)] for _ in range(4)]
    assert [game.say(card) for card in table.turned.cards()] == ["2S", "KH", "AS", "AH", "KS"]
    assert steps == ["king", "turn", "turn", "king"]
    assert game.step(table) == OVER
    assert (game.score(table), game.won(table)) == (1, False)  # the two of hearts stays face down


@pytest.mark.parametrize(("suits", "ranks"), [(1, 2), (1, 6), (2, 2), (2, 3), (4, 2), (3, 2)])
def test_clock_is_won_by_exactly_one_order_in_as_many_as_there_are_ranks(suits: int, ranks: int) -> None:
    game = Clock(suits=suits, ranks=ranks)
    won, left, orders = 0, 0, 0
    for order in itertools.permutations(game.deck()):
        table = laid(game, order)
        counts = play(game, table)
        won += game.won(table)
        left += game.score(table)
        orders += 1
        assert game.score(table) == suits * ranks - 1 - counts.total()
        assert counts["king"] + (table.turned.cards()[0] >= suits * (ranks - 1)) == suits
    cards = suits * ranks
    assert Fraction(won, orders) == Fraction(1, ranks)
    assert Fraction(left, orders) == cards - Fraction(suits * (cards + 1), suits + 1)


def test_clock_with_52_cards_is_won_once_in_13() -> None:
    game, chance, games = Clock(), random.Random(1), 5000
    won = left = 0
    for _ in range(games):
        table = laid(game, shuffled(game, chance))
        play(game, table)
        won += game.won(table)
        left += game.score(table)
    assert abs(won - games / 13) < 4 * (games * 12 / 169) ** 0.5
    assert left / games == pytest.approx(9.6, abs=0.5)


# --- beggar-my-neighbour ----------------------------------------------------------------------------------------


def beggars(first: str, second: str) -> tuple[BeggarMyNeighbour, Any]:
    """Any two hands, the card that is played first at the left; letters for court cards, no two cards the same."""
    game = BeggarMyNeighbour(suits=5, ranks=13)
    table = empty_table(game)
    left = {price: [card for card in game.deck() if game.price(card) == price] for price in range(5)}
    for hand, text in ((table.first, first), (table.second, second)):
        for letter in text:
            hand.tuck(left["-JQKA".index(letter)].pop())
    return game, table


def hand(game: BeggarMyNeighbour, pile: Pile) -> str:
    return "".join("-JQKA"[game.price(card)] for card in reversed(pile.cards()))


def test_a_queen_costs_two_cards_and_the_payer_may_answer_with_a_court_card() -> None:
    game, table = beggars("-Q--A", "--J--")
    seen = []
    for _ in range(7):
        seen.append((game.steps[game.step(table)], table.turn.n, table.due.n))
    assert seen == [
        ("play", 1, 0),
        ("play", 0, 0),
        ("play", 1, 2),  # the queen: two are due
        ("play", 1, 1),
        ("play", 0, 1),  # the jack ends that payment, and one is due from the first player
        ("take", 1, 0),
        ("play", 0, 0),
    ]
    assert hand(game, table.first) == "-A"
    assert hand(game, table.second) == "-" + "--Q-J-"  # one still in hand, then the pile as it was played
    assert hand(game, table.pile) == "-"


@pytest.mark.parametrize(
    ("first", "second", "cards", "tricks"),
    [
        ("-", "-", 2, 1),
        ("--", "-", 3, 1),
        ("--", "---", 4, 1),
        ("-A", "-----", 7, 1),
        ("-A", "----K", 7, 1),  # whoever must pay and has no card loses
        ("-A--Q", "----K", 10, 1),
        ("-A--Q", "----K-J", 12, 1),
        ("-A--Q-", "----K-J", 13, 1),
        ("J", "-J", 5, 2),
        ("J--", "-JA", 12, 4),
        ("-" * 26, "----------AAAAKKKKQQQQJJJJ", 40, 4),
        ("-A-A-K-K-Q-Q-J-J----------", "-A-A-K-K-Q-Q-J-J----------", 59, 4),
        ("-A-A-K-K-Q-Q-J-J----------", "----------J-J-Q-Q-K-K-A-A-", 151, 21),
        ("K---J----AK---J-J---------", "--KAQ-A-Q-----Q-K--A-Q-J--", 542, 76),
        ("-A---QJ-----KA--K---K---K-", "----QJA------JA-Q-JQ------", 327, 42),
    ],
)
def test_the_tests_of_exercism_in_cards_and_tricks(first: str, second: str, cards: int, tricks: int) -> None:
    game, table = beggars(first, second)
    counts = play(game, table)
    assert (counts.total(), counts["take"]) == (cards, tricks)
    assert (table.first.size() == 0) != (table.second.size() == 0)
    assert table.pile.size() == table.due.n == 0
    assert game.won(table) == (game.score(table) == 1) == (table.second.size() == 0)


@pytest.mark.parametrize(("first", "second"), [("J--", "-J-"), ("--J-", "K-J-")])
def test_small_loops_of_exercism(first: str, second: str) -> None:
    game, table = beggars(first, second)
    assert loop(game, table, game.price) is not None


@pytest.mark.parametrize(
    "published", [p for p in BeggarMyNeighbour.published if p.what == "length"], ids=lambda p: p.note
)
def test_the_longest_games_that_were_found(published: Any) -> None:
    game = BeggarMyNeighbour()
    tricks = {p.deal: p.result for p in game.published if p.what == "take"}
    counts = play(game, laid(game, game.read(published.deal)))
    assert (counts.total(), counts["take"]) == (published.result, tricks[published.deal])


def test_the_game_that_never_ends() -> None:
    game = BeggarMyNeighbour()
    (deal,) = [p.deal for p in game.published if p.what == "endless" and not p.parameters]
    table = laid(game, game.read(deal))
    assert hand(game, table.first) + "/" + hand(game, table.second) == deal
    for _ in range(34):
        game.step(table)
    start = [game.price(card) for pile in (table.first, table.second) for card in pile.cards()]
    assert sum(game.step(table) == 1 for _ in range(440)) == 62  # tricks in the cycle, as Casella et al. say
    assert [game.price(card) for pile in (table.first, table.second) for card in pile.cards()] == start
    assert loop(game, laid(game, game.read(deal)), game.price) == (34, 440)
    assert loop(game, laid(game, game.read(deal))) == (34, 33000)  # until every single card is back


@pytest.mark.parametrize("published", [p for p in BeggarMyNeighbour.published if p.parameters], ids=lambda p: p.note)
def test_camicia_can_go_on_for_ever(published: Any) -> None:
    game = BeggarMyNeighbour(**published.parameters)
    assert loop(game, laid(game, game.read(published.deal))) is not None


def test_a_shuffled_deck_is_dealt_evenly_at_random() -> None:
    game = BeggarMyNeighbour(suits=2, ranks=2, courts=1)
    deals = {tuple(contents(laid(game, order))[:2]) for order in itertools.permutations(game.deck())}
    assert len(deals) == 24  # each order of the deck another deal
    odd = BeggarMyNeighbour(suits=1, ranks=5, courts=1)
    table = laid(odd, odd.deck())
    assert (table.first.size(), table.second.size()) == (3, 2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("--J-/J", "4 and 1"),
        ("--/--/--", "2 and 2 and 2"),
        ("--J-", "4 cards"),
        ("", "0 cards"),
        ("--J-/--X-", "'X'"),
        ("--J-/-K--", "'K'"),  # there are no kings with one rank of court cards
        ("-JJ-/J---", "too many J"),
        ("----/----", "too many -"),
        ("2S XX", "'XX'"),
    ],
)
def test_a_malformed_deal_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        list(BeggarMyNeighbour(suits=2, ranks=4, courts=1).read(text))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


# --- war --------------------------------------------------------------------------------------------------------


def war(first: str, second: str, **parameters: Any) -> tuple[War, Any]:
    """Any two hands of ranks, the card that is played first at the left."""
    game = War(suits=8, **parameters)
    table = empty_table(game)
    left = {rank: [card for card in game.deck() if game.rank_name(card) == rank] for rank in "23456789TJQKA"}
    for pile, text in ((table.first, first), (table.second, second)):
        for rank in text:
            pile.tuck(left[rank].pop())
    return game, table


def ranks(game: War, pile: Pile) -> str:
    return "".join(game.rank_name(card) for card in reversed(pile.cards()))


@pytest.mark.parametrize(("order", "first", "second"), [(0, "9", "48K7"), (1, "9", "487K"), (2, "9", "487K")])
def test_a_battle_goes_to_the_higher_card(order: int, first: str, second: str) -> None:
    game, table = war("79", "K48", order=order)
    assert game.steps[game.step(table)] == "battle"
    assert (ranks(game, table.first), ranks(game, table.second)) == (first, second)


@pytest.mark.parametrize(("order", "first"), [(0, "6T2345T7893"), (1, "6T7893T2345"), (2, "6T2345T7893")])
def test_a_war_with_three_cards_face_down(order: int, first: str) -> None:
    game, table = war("T23456", "T78932", order=order)
    assert game.steps[game.step(table)] == "war"
    assert (ranks(game, table.first), ranks(game, table.second)) == (first, "2")


def test_a_war_within_a_war_and_fewer_cards_face_down() -> None:
    game, table = war("TT5A", "TT52", down=0)
    assert game.step(table) == 1
    assert (ranks(game, table.first), ranks(game, table.second)) == ("TT5ATT52", "")
    assert game.step(table) == OVER
    assert (game.score(table), game.won(table)) == (1, True)


def test_who_runs_short_in_a_war_turns_the_last_card() -> None:
    game, table = war("T2A", "T78945")
    assert game.step(table) == 1
    assert (ranks(game, table.first), ranks(game, table.second)) == ("T2AT7894", "5")


def test_or_loses_at_once() -> None:
    game, table = war("T2A", "T78945", short_loses=True)
    assert game.step(table) == 1
    assert (table.first.size(), table.second.size()) == (0, 9)
    assert game.step(table) == OVER
    assert (game.score(table), game.won(table)) == (-1, False)


def test_who_has_no_card_for_a_war_loses_and_if_neither_has_it_is_a_draw() -> None:
    game, table = war("T", "T7")
    assert [game.step(table), game.step(table), game.score(table)] == [1, OVER, -1]
    game, table = war("T2", "T")
    assert [game.step(table), game.step(table), game.score(table)] == [1, OVER, 1]
    game, table = war("T5", "T5")
    assert [game.step(table), game.step(table), game.score(table)] == [1, OVER, 0]
    assert not game.won(table)


def test_spiveys_war_comes_back_after_31920_battles() -> None:
    (published,) = [p for p in War.published if p.what == "endless"]
    game = War(**published.parameters)
    table = laid(game, game.read(published.deal))
    start = contents(table)
    assert ranks_of(game, table.first)[:5] == [27, 7, 52, 46, 45]
    for _ in range(31920 - 1):
        assert game.step(table) == 0
        assert contents(table) != start
    game.step(table)
    assert contents(table) == start


def ranks_of(game: War, pile: Pile) -> list[int]:
    return [card // game.suits + game.lowest for card in reversed(pile.cards())]


def test_a_deal_of_war_names_ranks_alone() -> None:
    game = War(suits=2, ranks=4)
    table = laid(game, game.read("5 4 2 5 / 3 3 2 4"))
    assert (ranks(game, table.first), ranks(game, table.second)) == ("5425", "3324")
    assert list(War(suits=1, ranks=4, lowest=9).read("10 11 / 9 Q")) == [3, 0, 2, 1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5 4 2 5 / 3 3 2", "4 and 3"),
        ("5 4 2 5 / 3 3 / 2 4", "4 and 2 and 2"),
        ("5 4 2 5 / 3 3 2 6", "'6'"),
        ("5 4 2 5 / 3 3 2 5", "too many 5"),
    ],
)
def test_a_malformed_deal_of_war_is_refused(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        list(War(suits=2, ranks=4).read(text))


@pytest.mark.parametrize("rules", [War, BeggarMyNeighbour])
def test_neither_player_is_favoured(rules: type[Patience]) -> None:
    game, chance, games = rules(), random.Random(5), 400
    won = 0
    for _ in range(games):
        table = laid(game, shuffled(game, chance))
        assert "endless" not in play(game, table)
        won += game.won(table)
    assert abs(won - games / 2) < 4 * games**0.5 / 2


# --- perpetual motion -------------------------------------------------------------------------------------------


def motion(text: str, **parameters: int) -> tuple[PerpetualMotion, Any]:
    """Perpetual Motion with the stock in the order in which it is dealt."""
    game = PerpetualMotion(**parameters)
    table = empty_table(game)
    cards = {game.say(card): card for card in game.deck()}
    for word in reversed(text.split()):
        table.stock.push(cards[word])
    return game, table


def piles(game: PerpetualMotion, table: Any) -> list[str]:
    return [" ".join(map(game.say, pile.cards())) for pile in table[1:]]


def test_a_card_goes_on_the_leftmost_of_its_rank_in_the_row() -> None:
    game, table = motion("2S KS 2H KH  5S 5H 5D 9S")
    assert game.steps[game.step(table)] == "move"
    assert piles(game, table) == ["2S 2H", "KS KH", "", ""]
    assert game.steps[game.step(table)] == "move"
    assert piles(game, table) == ["2S 2H 5S 5H 5D", "KS KH", "", "9S"]


def test_cards_that_a_move_uncovers_do_not_count() -> None:
    game, table = motion("AS 2S 3S 4S  5S 5H 2H 9S")
    assert game.steps[game.step(table)] == "deal"
    assert game.steps[game.step(table)] == "move"  # the five leaves the two of spades bare; the two of hearts stays
    assert piles(game, table) == ["AS 5S 5H", "2S", "3S 2H", "4S 9S"]


def test_four_alike_are_discarded_and_the_piles_are_turned_over_from_left_to_right() -> None:
    game, table = motion("AS 2S 3S AH  7S 7H 7D 7C")
    assert [game.steps[game.step(table)] for _ in range(3)] == ["move", "discard", "collect"]
    assert [game.say(card) for card in reversed(table.stock.cards())] == ["3S", "2S", "AS", "AH"]  # as they come next
    assert piles(game, table) == ["", "", "", ""]
    assert game.score(table) == 4


def test_perpetual_motion_is_won_when_nothing_is_left() -> None:
    game, table = motion("AS 2S AH 2H", suits=2, ranks=2)
    assert [game.steps[game.step(table)] for _ in range(3)] == ["deal", "deal", "collect"]
    # Dealt again from the rightmost pile: 2S 2H, then AS AH.
    assert [game.steps[game.step(table)] for _ in range(2)] == ["discard", "discard"]
    assert game.step(table) == OVER
    assert game.won(table)


def completes(order: Iterable[int], suits: int) -> bool:
    """Whether Perpetual Motion ends, written another way; the deck is turned over to be the stock."""
    stock = list(order)
    seen = set()
    while stock and tuple(stock) not in seen:
        seen.add(tuple(stock))
        piles: list[list[int]] = [[] for _ in range(suits)]
        for begin in range(0, len(stock), suits):
            row = stock[begin : begin + suits]
            kinds = [card // suits for card in row]
            if len(set(kinds)) > 1:
                for card, kind in zip(row, kinds, strict=True):
                    piles[kinds.index(kind)].append(card)
        stock = [card for pile in reversed(piles) for card in pile]
    return not stock


@pytest.mark.parametrize(("suits", "ranks"), [(2, 3), (3, 2)])
def test_perpetual_motion_is_won_or_repeats(suits: int, ranks: int) -> None:
    game = PerpetualMotion(suits=suits, ranks=ranks)
    won = 0
    for order in itertools.permutations(game.deck()):
        ends = loop(game, laid(game, order)) is None
        assert ends == completes(order, suits)
        won += ends
    assert 0 < won < 720


def test_perpetual_motion_with_four_piles_agrees_with_its_twin() -> None:
    game, chance = PerpetualMotion(ranks=5), random.Random(4)
    found = set()
    for _ in range(100):
        order = shuffled(game, chance)
        ends = loop(game, laid(game, order)) is None
        assert ends == completes(order, 4)
        found.add(ends)
    assert found == {True, False}


def test_perpetual_motion_with_52_cards_is_won_as_often_as_clarke_found() -> None:
    game, chance, games = PerpetualMotion(), random.Random(2), 40
    won = sum("endless" not in play(game, laid(game, shuffled(game, chance)), 8000) for _ in range(games))
    assert abs(won - 0.5455 * games) < 4 * (0.5455 * 0.4545 * games) ** 0.5


def test_a_pile_is_not_gone_through() -> None:
    """From which end, would be a guess."""
    with pytest.raises(TypeError, match="card by card"):
        list(Pile(3, (1, 2)))


# --- what lies on a table -----------------------------------------------------------------------------------------


def test_a_field_of_a_table_that_is_no_pile_is_refused_by_name() -> None:
    class Table(NamedTuple):
        stock: Pile
        tricks: "Tally"

    class Wrong(NamedTuple):
        stock: Pile
        called: int

    assert things(Table) == (Pile, Tally)
    with pytest.raises(RulesError, match=r"called: int: a field of .*Wrong is a Pile of cards or a Tally"):
        things(Wrong)

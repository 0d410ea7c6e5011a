"""Sets of cards, their text, and piles, against Python's own sets and lists."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faceup.rules import ParameterError, Pile, bits, highest, holds, lowest, rank, read_cards, size, suit, write_cards

card_sets = st.sets(st.integers(0, 62))


def bitset(cards: set[int]) -> int:
    return reduce(lambda found, card: found + 2**card, cards, 0)


@given(card_sets)
def test_a_bitset_is_the_set(cards: set[int]) -> None:
    number = bitset(cards)
    assert list(bits(number)) == sorted(cards)
    assert size(number) == len(cards)
    assert [card for card in range(63) if holds(number, card)] == sorted(cards)
    if cards:
        assert (lowest(number), highest(number)) == (min(cards), max(cards))


@given(st.integers(1, 10), st.integers(1, 12))
def test_a_deck_has_every_pair_of_rank_and_suit_once(suits: int, ranks: int) -> None:
    pairs = [(rank(card, suits), suit(card, suits)) for card in range(suits * ranks)]
    assert sorted(pairs) == [(r, s) for r in range(ranks) for s in range(suits)]
    assert pairs == sorted(pairs)  # rank by rank


@given(card_sets)
def test_written_cards_are_read_back(cards: set[int]) -> None:
    assert read_cards(write_cards(bitset(cards))) == bitset(cards)


@given(card_sets)
def test_written_cards_have_as_few_parts_as_runs(cards: set[int]) -> None:
    runs = sum(card - 1 not in cards for card in cards)
    assert len([part for part in write_cards(bitset(cards)).split(",") if part]) == runs


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", set()),
        ("0", {0}),
        ("62", {62}),
        ("5-5", {5}),
        ("9,1", {1, 9}),
        ("1-16,36-44", {*range(1, 17), *range(36, 45)}),
        ("0-62", set(range(63))),
    ],
)
def test_texts(text: str, cards: set[int]) -> None:
    assert read_cards(text) == bitset(cards)


BAD = [",", "1,", ",1", "1,,2", "-", "1-", "-1", "1--2", "2-1", "63", "0-63", "1,1", "1-5,5-9", "a", "1-b", "1.5"]
BAD += ["0x1", " ", "1 2", " 1", "1-2-3", "+1", "1_0", "\u0661", "\u00b2", "1\n", "1\n2"]
BAD += ["9" * 30, "9" * 5000, "1-" + "9" * 5000]


@pytest.mark.parametrize("text", BAD, ids=lambda text: ascii(text)[:12])
def test_bad_texts_are_named(text: str) -> None:
    with pytest.raises(ParameterError) as caught:
        read_cards(text)
    assert repr(text)[:40].rstrip("'") in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(st.sampled_from("0123456789-, ax")) | st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found: int | str = read_cards(text)
    except ParameterError as error:
        found = str(error)
    assert "\n" not in found if isinstance(found, str) else read_cards(write_cards(found)) == found


ROOM = 30
cards_in_a_pile = st.integers(0, 127)
operations = st.one_of(
    st.tuples(st.just("push"), cards_in_a_pile),
    st.tuples(st.sampled_from(["pop", "clear"]), st.just(0)),
    st.tuples(st.just("drop"), st.integers(0, ROOM)),
)


@given(st.lists(cards_in_a_pile, max_size=ROOM), st.lists(operations, max_size=80))
def test_a_pile_is_a_list(first: list[int], todo: list[tuple[str, int]]) -> None:
    pile, model = Pile(ROOM, first), list(first)
    for word, number in todo:
        if word == "push" and len(model) < ROOM:
            pile.push(number)
            model.append(number)
        elif word == "pop" and model:
            assert pile.pop() == model.pop()
        elif word == "drop" and number <= len(model):
            pile.drop(number)
            del model[len(model) - number :]
        elif word == "clear":
            pile.clear()
            model.clear()
        assert pile.cards() == model
        assert pile.size() == len(model)
        assert [pile.top(k) for k in range(1, len(model) + 1)] == model[::-1]
    assert repr(pile) == f"Pile({model})"


def test_a_full_pile_refuses_another_card() -> None:
    pile = Pile(2, [1, 2, 3, 4])  # room for twice the deck
    for put in (pile.push, pile.tuck):
        with pytest.raises(IndexError, match="full"):
            put(5)
        assert pile.cards() == [1, 2, 3, 4]


@pytest.mark.parametrize("card", [-1, 128, 256])
def test_a_pile_refuses_what_is_no_card(card: int) -> None:
    pile = Pile(3, [7])
    with pytest.raises(ValueError, match="from 0 to 127"):
        pile.push(card)
    assert pile.cards() == [7]

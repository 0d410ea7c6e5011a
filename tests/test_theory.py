"""Theories: that of best card against search and exact fractions; what is made of any theory, right or wrong."""

import json
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import combinations, product, repeat
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faceup.engines.explain.strategies import strategy
from faceup.engines.solve import theory as engine
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.theory import agreement
from faceup.games.best_card import BestCard
from faceup.games.high_low_theory import balance
from faceup.games.nim import Nim
from faceup.library.finding import find_class, library_names
from faceup.native.digests.digest import digest_of, rules_digest
from faceup.rules import Estimate, Game, RulesError, Theory, UsageError
from faceup.rules.errors import LimitReached
from tests.commands import Capture, run
from tests.games.theories import (
    Blind,
    Gains,
    KnownNim,
    NoNumber,
    NoSizes,
    NoTheory,
    Seeing,
    TheorySometimes,
    WrongBound,
    WrongLarge,
    WrongMove,
    WrongThreshold,
    WrongValue,
)
from tests.library import deep
from tests.oracle import oracle

GO_ON, HOLD = BestCard.GO_ON, BestCard.HOLD


def exactly(game: Game, state: object) -> Fraction:
    found = game.theory().value(state, exact=True)
    assert isinstance(found, int | Fraction)
    return Fraction(found)


def contains(estimate: object, truth: Fraction) -> bool:
    if not isinstance(estimate, Estimate):
        return estimate == truth
    return abs(Fraction(estimate.value) - truth) <= Fraction(estimate.error)


# The theory of best card


@pytest.mark.parametrize("hand", [1, 2, deep(3), deep(4), 5, deep(6), 7, deep(8)])
def test_values_moves_and_thresholds_are_those_of_search(hand: int) -> None:
    ties = 0
    for deck in range(hand, 31):
        game = BestCard(deck=deck, hand=hand)
        theory, search = game.theory(), solve(game, engine="cpython")
        held: dict[int, list[int]] = {}
        for state, value in search.table.known_states.items():  # type: ignore[attr-defined]
            assert theory.value(state, exact=True) == value, (game, state)
            assert contains(theory.value(state), value), (game, state)
            if game.turn(state) == 0:
                best = search.best(state)
                assert theory.best(state) == best, (game, state)
                ties += len(best) > 1
                if HOLD in best and state.drawn < hand:
                    held.setdefault(state.drawn, []).append(state.card)
        assert theory.thresholds() == tuple(min(held[drawn]) for drawn in range(1, hand))
    assert (ties > 0) == (hand > 1)


@pytest.mark.parametrize(("deck", "hand"), [(1, 1), (2, 2), (5, 3), (9, 4), (10, 10), (12, 7)])
def test_every_state_has_the_oracles_value(deck: int, hand: int) -> None:
    game = BestCard(deck=deck, hand=hand)
    for state, value in oracle(game).items():
        assert exactly(game, state) == value


def test_deck_13_hand_7_has_a_tie() -> None:
    game = BestCard(deck=13, hand=7)
    theory = game.theory()
    ties = [(i, c) for i in range(1, 7) for c in range(i, 14) if len(theory.best(game.State(i, c, game.CHOOSING))) == 2]
    assert ties
    for drawn, card in ties:
        after = [game.State(drawn, card, doing) for doing in (game.HOLDING, game.TURNING)]
        assert exactly(game, after[0]) == exactly(game, after[1])


def odds(deck: int, hand: int, drawn: int, card: int) -> tuple[Fraction, Fraction]:
    """The chances that no higher card comes and that exactly one record does, from how many higher cards come."""
    more, higher, lower = hand - drawn, deck - card, card - drawn
    ways = [comb(higher, m) * comb(lower, more - m) for m in range(more + 1)]
    one_record = sum((Fraction(n, m) for m, n in enumerate(ways) if m), Fraction(0))
    return Fraction(ways[0], sum(ways)), one_record / sum(ways)


@settings(max_examples=300)
@given(st.data())
def test_looking_one_step_ahead(data: st.DataObject) -> None:
    deck = data.draw(st.integers(1, 60) | st.integers(1, 10**5))
    hand = data.draw(st.integers(1, min(deck, 30)))
    drawn = data.draw(st.integers(1, hand))
    card = data.draw(st.integers(drawn, deck))
    none, one = odds(deck, hand, drawn, card)
    theory, more = BestCard(deck=deck, hand=hand).theory(), hand - drawn
    excess = theory.excess(more, card)
    assert (excess > 0) == (one > none)
    assert (excess == 0) == (one == none)
    if none:
        assert theory.look_ahead(more, card) == pytest.approx(float(one / none), rel=1e-12)
        unit = 1 << 128
        units = theory.odds_in_units(more, card, unit)
        assert units <= unit * one / none <= units + (2 + one / none) * more
        assert theory.exact_excess(more, card) == (one > none) - (one < none)


@pytest.mark.parametrize("deck", [40, 1000, 10**6, 10**12, 10**15, 2**63 - 1])
@pytest.mark.parametrize("hand", [2, 7, 40])
def test_a_threshold_is_the_lowest_card_worth_holding(deck: int, hand: int) -> None:
    theory = BestCard(deck=deck, hand=hand).theory()
    thresholds = theory.thresholds()
    assert len(thresholds) == hand - 1
    assert list(thresholds) == sorted(thresholds, reverse=True)
    for drawn, card in enumerate(thresholds, 1):
        assert theory.exact_excess(hand - drawn, card) <= 0
        assert card == hand or theory.exact_excess(hand - drawn, card - 1) > 0


LARGER = [
    (100, 10),
    (100, 60),
    (100, 100),
    (101, 100),
    (211, 30),
    (997, 100),
    (10**4, 50),
    (10**9, 30),
    (2**63 - 1, 20),
]


@pytest.mark.parametrize(("deck", "hand"), LARGER)
def test_the_bound_contains_the_exact_value(deck: int, hand: int) -> None:
    game = BestCard(deck=deck, hand=hand)
    theory = game.theory()
    places = [(0, 0)]
    for drawn, part in product({1, hand // 2, hand - 1} - {0}, (1, 10, 500, 900, 990, 1000)):
        places.append((drawn, max(drawn, deck * part // 1000)))
    for (drawn, card), doing in product(places, (game.TURNING, game.CHOOSING, game.HOLDING)):
        state = game.State(drawn, card, doing)
        if drawn or doing == game.TURNING:
            found = theory.value(state)
            assert contains(found, exactly(game, state)), state
            assert not isinstance(found, Estimate) or found.error < 1e-13


def test_one_word_of_the_formula_is_checked_by_hand() -> None:
    # Three cards, two turned: hold a 2 or a 3 at once (2 against a lower one or a higher one: even, so a tie).
    game = BestCard(deck=3, hand=2)
    assert game.theory().thresholds() == (2,)
    assert game.theory().best(game.State(1, 2, game.CHOOSING)) == [HOLD, GO_ON]
    assert exactly(game, game.start()) == Fraction(5, 6)  # 3 always wins, 1 too by going on, 2 half the time


def with_fifty_digits(deck: int, hand: int, thresholds: tuple[int, ...]) -> Fraction:
    """The win probability as the page first derives it, in whole numbers of 10**-60."""
    one, total = 10**60, 10**60
    for place, low in enumerate((*thresholds, 1), 1):
        chances = [one]
        for k in range(hand):
            chances.append(chances[k] * (low - 1 - k) // (deck - k))
        total -= chances[hand]
        for k in range(place, hand):
            total += (hand * chances[k] - k * chances[hand]) // (k * (hand - k))
    return Fraction(total, hand * one)


def test_a_million_cards_a_thousand_in_hand() -> None:
    game = BestCard(deck=10**6, hand=1000)
    theory = game.theory()
    found = theory.value(game.start())
    assert isinstance(found, Estimate)
    assert found.error < 1e-12
    assert f"{found.value:.12f}" == "0.580563929679"
    assert contains(found, with_fifty_digits(10**6, 1000, theory.thresholds()))


def test_fifty_digits_are_those_of_the_exact_value() -> None:
    game = BestCard(deck=10**5, hand=120)
    near = with_fifty_digits(10**5, 120, game.theory().thresholds())
    assert abs(near - exactly(game, game.start())) < Fraction(1, 10**50)


def test_machine_code_agrees() -> None:
    game = BestCard(deck=150, hand=12)
    search, theory = solve(game, engine="native"), solve(game)
    assert (search.engine, theory.engine) == ("induction-native", "theory")
    assert search.value.low <= exactly(game, game.start()) <= search.value.high
    for drawn, card in product((1, 6, 12), (12, 60, 130, 150)):
        state = game.State(drawn, card, game.CHOOSING)
        assert set(theory.best(state)) <= set(search.best(state))


# What the engine makes of a theory


def test_small_games_are_searched_and_large_ones_use_the_theory() -> None:
    small = solve(BestCard())
    assert (small.engine, small.checked) == ("induction-cpython", None)
    large = solve(BestCard(deck=400, hand=20))
    assert (large.engine, large.states, large.value.how) == ("theory", 0, "bounded")
    assert large.checked is not None
    assert large.checked.sizes >= 30
    assert solve(BestCard(deck=400, hand=20), exact=True).value.exact == exactly(large.game, large.start)
    assert solve(BestCard(deck=150, hand=12), by="rules").engine == "induction-native"


@pytest.mark.parametrize("exact", [False, True])
def test_a_solution_by_theory_answers_like_one_by_search(exact: bool) -> None:
    game = BestCard(deck=13, hand=7)
    search, theory = solve(game, by="rules"), solve(game, by="theory", exact=exact)
    assert theory.value.how == ("exact" if exact else "bounded")
    assert theory.line() == search.line()
    for state in search.table.known_states:  # type: ignore[attr-defined]
        truth = search.value_of(state)
        found = theory.value_of(state)
        assert found.low <= truth.low <= found.high
        assert found.exact == truth.exact or not exact
        if game.turn(state) == 0:
            assert theory.best(state) == search.best(state)
            assert list(theory.values(state)) == list(search.values(state))
    state = game.State(1, 9, game.CHOOSING)
    assert solve(game, by="theory", start=state).value.low <= search.value_of(state).low


def test_the_comparison_is_made_once_and_counts_work(monkeypatch: pytest.MonkeyPatch) -> None:
    class Own(BestCard):
        pass

    monkeypatch.setattr(engine, "_agreements", {})
    first, second = agreement(Own(), 5000), agreement(Own(deck=7, hand=2), 5000)
    assert first is second
    assert agreement(BestCard(), 5000) == first
    assert agreement(Own(), 50_000).sizes > first.sizes


def test_a_theory_may_be_no_more_than_its_values() -> None:
    game = KnownNim(a=1000, b=777, c=31)
    solution = solve(game)
    assert (solution.engine, str(solution.value), str(solution.checked)) == ("theory", "1", "4 sizes up to a=3 b=2 c=3")
    (move,) = solution.best(game.start())
    assert solution.value_of(game.play(game.start(), move)).exact == 1
    assert solve(KnownNim(), by="theory").best(Nim().start()) == solve(Nim()).best(Nim().start())


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (NoTheory, "NoTheory: theory returns 5; possible: a Theory, or None"),
        (WrongValue, "WrongValue deck=5 hand=1, in state State.*by theory value 1/2.*, by search 1"),
        (WrongBound, r"WrongBound deck=1 hand=1, .*by theory value 1.000000001 \(within .*\), by search 1"),
        (WrongMove, r"WrongMove deck=3 hand=2, in state .*by theory best moves \[1\], by search \[1, 0\]"),
        (WrongThreshold, r"WrongThreshold deck=5 hand=4, .*by theory threshold of move 1 6, by search best moves \[1"),
        (NoNumber, "NoNumber, in state .*the theory's value is 0.5; possible: a whole number or Fraction"),
        (NoSizes, "NoSizes: its theory has no size small enough"),
        (TheorySometimes, "Sometimes deck=2 hand=2: its theory is to be compared with search here, but there is none"),
    ],
)
def test_a_wrong_theory_is_refused_with_the_size_and_both_numbers(rules: type[BestCard], words: str) -> None:
    with pytest.raises(RulesError, match=words):
        solve(rules(deck=1000, hand=30))
    with pytest.raises(RulesError, match=words):
        solve(rules(deck=4, hand=3), by="theory")
    assert solve(rules(deck=4, hand=3), by="rules").value.how == "exact"


def test_a_theory_that_is_wrong_only_beyond_its_sizes_is_held_against_what_search_had_found() -> None:
    assert solve(WrongLarge(deck=300, hand=20)).engine == "theory"
    with pytest.raises(
        RulesError, match=r"WrongLarge deck=400 hand=20, in state State.*by theory value 0, by search 1"
    ):
        solve(WrongLarge(deck=400, hand=20))


def test_parameters_that_the_sizes_leave_out_are_those_of_the_game() -> None:
    assert solve(Gains(), by="theory").value.exact == 3
    with pytest.raises(RulesError, match=r"Gains size=1 gain=3 cap=100, in state .*by theory value 1, by search 3"):
        solve(Gains(gain=3), by="theory")
    assert solve(Gains(), by="theory").value.exact == 3
    right = [solve(Seeing(size=5, gain=gain), by="theory") for gain in (3, 0, -2)]
    assert [solution.value.exact for solution in right] == [15, 0, -10]
    assert str(right[2].checked) == "4 sizes up to size=9 gain=-2 cap=100"  # of two that are the same one counts


def test_sizes_that_make_no_game_with_the_other_parameters_are_left_out() -> None:
    assert str(solve(Gains(size=5, cap=8), by="theory").checked) == "3 sizes up to size=8 gain=1 cap=8"
    words = "Gains: its theory has no size small enough .* with gain=3 cap=0, so it is not used; of one: .*size=1"
    with pytest.raises(RulesError, match=words):
        solve(Gains(size=0, gain=3, cap=0), by="theory")


def with_theory(**own: Any) -> type[Game]:
    """Gains with a theory that is right but for what is said here."""
    theory = type("Odd", (Blind,), own)
    return type("Gains", (Gains,), {"theory": lambda self: theory(self)})


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({"sizes": lambda self: None}, r"sizes\(\) None; possible: mappings of parameters, which are size, gain, cap"),
        ({"sizes": Theory.sizes}, r"sizes\(\) None; possible: mappings of parameters, which are size, gain, cap"),
        ({"sizes": lambda self: [{"deck": 3}]}, r"sizes\(\) with {'deck': 3}; possible: mappings of size, gain, cap"),
        ({"sizes": lambda self: [3]}, r"sizes\(\) with 3; possible: mappings of size, gain, cap"),
        ({"thresholds": lambda self: (1,)}, r"columns \(\); possible: one or two of left"),
        (
            {"thresholds": lambda self: (1,), "columns": ("right",)},
            r"columns \('right',\); possible: one or two of left",
        ),
        ({"thresholds": lambda self: (1,), "columns": "left"}, "columns 'left'; possible: one or two of left"),
    ],
)
def test_a_theory_that_cannot_be_compared_is_named_with_what_is_possible(own: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError, match="^Gains: its theory Odd has " + words):
        solve(with_theory(**own)(), by="theory")


def test_sizes_without_end_that_bring_nothing_come_to_an_end() -> None:
    same = with_theory(sizes=lambda self: repeat({"size": 2}))
    assert str(solve(same(), by="theory").checked) == "1 size up to size=2 gain=1 cap=100"
    none = with_theory(sizes=lambda self: repeat({"size": 101}))
    with pytest.raises(RulesError, match="no more than the cap"):
        solve(none(), by="theory")


def test_what_cannot_be_asked() -> None:
    with pytest.raises(UsageError, match=r"nim has no theory .*possible: auto, rules"):
        solve(Nim(), by="theory")
    with pytest.raises(UsageError, match="sometimes has no theory"):
        solve(TheorySometimes(deck=4, hand=2), by="theory")
    with pytest.raises(UsageError, match="by 'magic'; possible: auto, rules, theory"):
        solve(BestCard(), by="magic")
    with pytest.raises(UsageError, match="engine 'native' searches"):
        solve(BestCard(), by="theory", engine="native")


def test_a_strategy_too_large_to_look_at_has_the_thresholds_of_the_theory() -> None:
    game = BestCard(deck=10**6, hand=30)
    found = strategy(solve(game))
    assert found.thresholds == game.theory().thresholds()
    assert (found.quantities, found.steps, found.move) == (("drawn", "card"), tuple(range(1, 30)), HOLD)
    assert (found.word(HOLD), found.rows) == ("hold", ())
    with pytest.raises(LimitReached):
        strategy(solve(game), player=1, most=1000)
    medium = strategy(solve(BestCard(deck=160, hand=12)))
    assert medium.thresholds == BestCard(deck=160, hand=12).theory().thresholds()
    assert medium.lossless
    with pytest.raises(LimitReached):
        strategy(solve(KnownNim(a=1000, b=777, c=31)), most=1000)


def test_the_theory_is_no_part_of_the_rules(tmp_path: Path) -> None:
    def digest(name: str, body: str) -> str:
        file = tmp_path / name
        file.write_text(f"from faceup.games.best_card import BestCard\nclass Own(BestCard):\n    {body}\n")
        return rules_digest(find_class(str(file)))

    without, own = digest("a.py", "pass"), digest("b.py", "def theory(self): return None")
    assert without == own != digest("c.py", "def payoff(self, s): return 2")
    assert "best-card-theory" not in library_names()


def test_a_theory_has_a_lasting_digest() -> None:
    text = "from faceup.native.digests.digest import digest_of; from faceup.games.best_card import BestCard as B;"
    found = subprocess.run(
        [sys.executable, "-c", text + "print(digest_of(B.theory))"], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == digest_of(BestCard.theory)


# A conjecture


def test_the_formula_for_cards_high_and_low_is_that_of_play_itself() -> None:
    @cache
    def rounds(walk: tuple[int, ...]) -> int:
        """The leader's, of a deal from the highest card to the lowest: 1 for a card of the leader's, else -1."""
        if not walk:
            return 0
        led, answered = ([k for k, card in enumerate(walk) if card == mine] for mine in (1, -1))
        without = {(i, j): tuple(card for k, card in enumerate(walk) if k not in (i, j)) for i in led for j in answered}
        return max(
            min(
                1 + rounds(rest) if i < j else len(rest) // 2 - rounds(tuple(-card for card in rest))
                for j in answered
                for rest in (without[i, j],)
            )
            for i in led
        )

    for hand in range(1, 6):
        for mine in combinations(range(2 * hand), hand):
            walk = [1 if k in mine else -1 for k in range(2 * hand)]
            lead, follow = rounds(tuple(walk)), hand - rounds(tuple(-card for card in walk))
            assert balance(walk) == lead + follow - hand


def test_a_conjecture_answers_where_it_is_asked_for(capsys: Capture) -> None:
    code, out, _ = run(capsys, "solve", "high-low", "cards=20000", "deal=1", "--by", "theory")
    assert code == 0
    assert out.splitlines()[1] == "With best play Matthew gets 4,972 (conjectured)."
    assert ("by      conjecture, which agrees with search on ") in out
    _, out, _ = run(capsys, "solve", "high-low", "cards=12", "deal=2", "--by", "theory", "--json")
    found = json.loads(out)
    _, out, _ = run(capsys, "solve", "high-low", "cards=12", "deal=2", "--json")
    searched = json.loads(out)
    assert (found["how"], found["exact"], searched["how"]) == ("conjectured", None, "exact")
    assert (found["value"], found["best"]) == (searched["value"], searched["best"])
    assert found["value"] == found["low"] == found["high"]
    _, out, _ = run(capsys, "solve", "high-low", "cards=20000", "deal=1")  # too long for anything else
    assert out.splitlines()[1] == "With best play Matthew gets 4,972 (conjectured)."
    code, _, err = run(capsys, "strategy", "high-low", "cards=60", "deal=1", "--memory", "0.0001")
    assert (code, "; faceup solve --by theory has a formula that nobody has proved" in err) == (3, True)
    code, _, err = run(capsys, "why", "high-low", "cards=20000", "deal=1")
    assert (code, err.count("\n")) == (2, 1)
    assert "too many moves" in err


# The command line


def test_solve_says_how_the_theory_was_checked(capsys: Capture) -> None:
    code, out, _ = run(capsys, "solve", "best-card", "deck=1000000", "hand=1000")
    checked = agreement(BestCard())
    lines = out.splitlines()
    assert code == 0
    assert lines[2].startswith("value   0.580563929679 (within ")
    assert lines[3].startswith(f"by      theory, checked against search on {checked}, in ")
    _, out, _ = run(capsys, "solve", "best-card", "deck=500", "hand=30", "--json")
    found = json.loads(out)
    assert (found["by"], found["states"]) == ("theory", 0)
    assert found["checked_sizes"] == checked.sizes
    assert found["checked_up_to"] == checked.largest


def test_solve_by_rules_and_by_theory(capsys: Capture) -> None:
    _, rules, _ = run(capsys, "solve", "best-card", "deck=30", "hand=4", "--by", "rules", "--json")
    _, theory, _ = run(capsys, "solve", "best-card", "deck=30", "hand=4", "--by", "theory", "--exact", "--json")
    assert json.loads(rules)["exact"] == json.loads(theory)["exact"]
    assert "by" not in json.loads(rules)
    code, _, err = run(capsys, "solve", "fifteen", "--by", "theory")
    assert (code, err.count("\n")) == (2, 1)
    assert "fifteen has no theory" in err


def test_check_compares_the_theory_with_search(capsys: Capture, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "check", "best-card")
    assert code == 0
    assert "theory equals search" in out
    assert "3 published results and 1 theory, none differ" in out
    file = tmp_path / "wrong.py"
    file.write_text(
        "from faceup.games.best_card import BestCard\nfrom faceup.games.best_card_theory import BestCardTheory\n"
        "class Wrong(BestCardTheory):\n    def best(self, s): return super().best(s)[:1]\n"
        "class Own(BestCard):\n    published = ()\n    def theory(self): return Wrong(self)\n"
    )
    code, out, _ = run(capsys, "check", str(file))
    assert code == 1
    assert "DIFFERS" in out
    assert "deck=3 hand=2" in out
    code, _, err = run(capsys, "solve", str(file), "deck=1000", "hand=30")
    assert code == 2
    assert "by theory best moves" in err

"""Cards high and low, every deal of a small deck: how often the lead matters, by search and by the formula.

    python bench/high_low.py [--hand 8] [--formula 10]

Each line is one size of hands: the deals in which the leader's rounds depend on who leads, counted by search (one
table holds all deals of that size) up to ``--hand`` cards a hand, and by the formula up to ``--formula``. Where both
count, every value of every deal is compared.
"""

import argparse
import time
from itertools import combinations

import faceup
from faceup.games.high_low import HighLow


def deals(hand: int) -> list[tuple[int, int]]:
    """The hands of both, as sets of cards from 1 up."""
    deck = (1 << 2 * hand + 1) - 2
    mine = (sum(1 << card for card in cards) for cards in combinations(range(1, 2 * hand + 1), hand))
    return [(cards, deck & ~cards) for cards in mine]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hand", type=int, default=8)
    parser.add_argument("--formula", type=int, default=10)
    asked = parser.parse_args()
    print("cards  deals      lead matters  search s  formula s  differ")
    for hand in range(1, max(asked.hand, asked.formula) + 1):
        all_deals = deals(hand)
        game = HighLow(cards=2 * hand, matthew=all_deals[0][0])
        theory, counts, seconds = game.theory(), [], []
        ways = {"search": hand <= asked.hand, "formula": hand <= asked.formula}
        values: dict[str, list[list[int]]] = {}
        for way in (way for way, wanted in ways.items() if wanted):
            began = time.perf_counter()
            if way == "search":
                solution = faceup.solve(game, engine="induction-native")
                ask = lambda state: int(solution.value_of(state).low)  # noqa: E731, B023
            else:
                ask = theory.value
            values[way] = [[ask(HighLow.State(*hands, 0, leader)) for leader in (0, 1)] for hands in all_deals]
            seconds.append(f"{time.perf_counter() - began:8.1f}")
            counts.append(sum(first != second for first, second in values[way]))
        differ = sum(a != b for a, b in zip(*values.values(), strict=True)) if len(values) == 2 else "-"
        seconds = seconds if hand <= asked.hand else ["       -", *seconds]
        print(f"{hand:5}  {len(all_deals):9,}  {counts[0]:12,}  {'  '.join(seconds)}  {differ}", flush=True)


if __name__ == "__main__":
    main()

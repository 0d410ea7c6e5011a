"""The decisions of one player as cells of text: what is seen, how often each move is made then, what it is worth."""

from collections.abc import Sequence

from faceup.numbers.value import amount
from faceup.results.chances import share
from faceup.results.decision import Decision
from faceup.results.mixed_strategy import MixedStrategy
from faceup.show.text.strategy_cells import StrategyCells

MOST_COLUMNS = 5  # of moves, each with how often it is made; where there are more, they are named in one cell


def decision_cells(strategy: MixedStrategy, player: int, most: int) -> tuple[StrategyCells, int]:
    """So many rows, and how many are left out."""
    decisions = strategy.of(player)
    words = list(dict.fromkeys(word for decision in decisions for word in decision.words))
    make = _by_moves if len(words) <= MOST_COLUMNS else _in_one_cell
    return make(strategy, decisions[:most], words), max(len(decisions) - most, 0)


def as_good(decision: Decision) -> list[str]:
    """The moves that are not made, and would be worth as much against best play."""
    if decision.worths is None:
        return []
    best = max(decision.worths)
    rows = zip(decision.words, decision.chances, decision.worths, strict=True)
    return [word for word, chance, worth in rows if not chance and worth == best]


def _by_moves(strategy: MixedStrategy, decisions: Sequence[Decision], words: list[str]) -> StrategyCells:
    rows: list[tuple[str, ...]] = []
    for decision in decisions:
        also = as_good(decision)
        cells = dict.fromkeys(words, "")
        for word, chance in zip(decision.words, decision.chances, strict=True):
            cells[word] = share(chance) if chance else "*" if word in also else "-"
        rows.append((strategy.sees[decision], *cells.values(), _worth(decision)))
    return StrategyCells(("sees", *words, "worth"), rows, frozenset((*words, "worth")))


def _in_one_cell(strategy: MixedStrategy, decisions: Sequence[Decision], words: list[str]) -> StrategyCells:
    rows: list[tuple[str, ...]] = [
        (strategy.sees[decision], ", ".join(decision.shares), ", ".join(as_good(decision)), _worth(decision))
        for decision in decisions
    ]
    return StrategyCells(("sees", "play", "as good", "worth"), rows, frozenset(["worth"]))


def _worth(decision: Decision) -> str:
    """What it is worth to whoever decides; nothing where best play of the other never lets it come to that."""
    return "" if decision.worths is None else amount(max(decision.worths))

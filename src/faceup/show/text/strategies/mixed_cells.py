"""The decisions of one player as cells: the information set, the probability of each move, the value."""

from collections.abc import Sequence

from faceup.numbers.value import amount, nearest_float, whole_or_float
from faceup.results.answers.decision import Decision
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.chances import lot, share
from faceup.show.text.phrases import alike
from faceup.show.text.strategies.strategy_cells import StrategyCells

NEVER = "never reached"  # by best play of the other
NOT_COMPUTED = "?"
MOST_COLUMNS = 5  # of moves with their probabilities; more moves share one cell


def decision_cells(
    strategy: MixedStrategy, player: int, most: int, fractions: bool = False
) -> tuple[StrategyCells, int]:
    """At most ``most`` rows, and how many are left out. Numbers are decimals, or exact ``fractions``."""
    decisions = strategy.of(player)
    words = list(dict.fromkeys(word for decision in decisions for word in decision.words))
    make = _by_moves if len(words) <= MOST_COLUMNS else _in_one_cell
    return make(strategy, decisions[:most], words, fractions), max(len(decisions) - most, 0)


def is_computed(decision: Decision) -> bool:
    """Whether best play has probabilities here; it has none where its own moves never lead."""
    return decision.kept or len(decision.played) == 1


def as_good(decision: Decision) -> list[str]:
    """The moves with probability 0 whose value against best play is that of the moves in use."""
    if decision.worths is None:
        return []
    best = max(decision.worths)
    rows = zip(decision.words, decision.chances, decision.worths, strict=True)
    return [word for word, chance, worth in rows if not chance and worth == best]


def _by_moves(
    strategy: MixedStrategy, decisions: Sequence[Decision], words: list[str], fractions: bool
) -> StrategyCells:
    rows: list[tuple[str, ...]] = []
    for decision, worth in zip(decisions, _worths(decisions, fractions), strict=True):
        also = as_good(decision)
        cells = dict.fromkeys(words, "")
        for word, chance in zip(decision.words, decision.chances, strict=True):
            how_often = share(chance, fractions) if is_computed(decision) else NOT_COMPUTED
            cells[word] = how_often if chance else "*" if word in also else "-"
        rows.append((strategy.sees[decision], *cells.values(), worth))
    return StrategyCells(("sees", *words, "worth"), rows, frozenset((*words, "worth")))


def _in_one_cell(
    strategy: MixedStrategy, decisions: Sequence[Decision], words: list[str], fractions: bool
) -> StrategyCells:
    rows: list[tuple[str, ...]] = [
        (
            strategy.sees[decision],
            ", ".join(_lots(decision, fractions)) if is_computed(decision) else NOT_COMPUTED,
            ", ".join(as_good(decision)),
            worth,
        )
        for decision, worth in zip(decisions, _worths(decisions, fractions), strict=True)
    ]
    return StrategyCells(("sees", "move", "equally good", "worth"), rows, frozenset(["worth"]))


def _lots(decision: Decision, fractions: bool) -> list[str]:
    rows = zip(decision.words, decision.chances, strict=True)
    return [lot(word, chance, fractions) for word, chance in rows if chance]


def _worths(decisions: Sequence[Decision], fractions: bool) -> list[str]:
    """The value of each decision to its player, if it is computed; ``NEVER`` if best play never leads there."""
    values = [max(decision.worths) for decision in decisions if decision.worths is not None]
    texts = iter(map(amount, values) if fractions else alike(list(map(whole_or_float, map(nearest_float, values)))))
    unknown = [NOT_COMPUTED if decision.reach else NEVER for decision in decisions]  # of bounded values none is
    return [words if one.worths is None else next(texts) for one, words in zip(decisions, unknown, strict=True)]

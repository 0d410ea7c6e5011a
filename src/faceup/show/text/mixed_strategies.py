"""A mixed strategy as tables: what to do how often, by what is seen."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from faceup.results.capital_letters import capital
from faceup.results.chances import percent
from faceup.results.decision import Decision
from faceup.results.mixed_strategy import MixedStrategy
from faceup.results.seat_names import seat_name
from faceup.results.value import Number, amount
from faceup.show.text.tables import table

if TYPE_CHECKING:
    from rich.table import Table

MOST_COLUMNS = 5  # of moves, each with how often it is made; where there are more, they are named in one cell
SHORT = 4  # digits of a fraction, above and below together, that reads better than its percentage


def mixed_tables(strategy: MixedStrategy, most: int) -> "Iterator[str | Table]":
    """For each player a heading and a table of so many rows."""
    for player in strategy.players:
        if len(strategy.players) > 1 or player:
            yield capital(seat_name(player, strategy.game.player_names))
        yield from decision_tables(strategy, player, most)


def decision_tables(strategy: MixedStrategy, player: int, most: int) -> "Iterator[str | Table]":
    """A table of one player's decisions, and how many it leaves out."""
    decisions = strategy.of(player)
    words = list(dict.fromkeys(word for decision in decisions for word in decision.words))
    if len(words) <= MOST_COLUMNS:
        yield _by_moves(strategy, decisions[:most], words)
    else:
        yield _in_one_cell(strategy, decisions[:most])
    if len(decisions) > most:
        yield f"... {len(decisions) - most:,} more rows; --all prints them, --json too"


def mixed_lines(strategy: MixedStrategy) -> Iterator[str]:
    """What stands under the tables."""
    if strategy.value.how != "exact":
        yield "a share is how often to make that move, by lot: of a plan that secures the lower bound below, or better"
    elif any(decision.mixed for decision in strategy.decisions):
        yield "a share is how often to make that move, by lot; * is as good against best play, and not made"
    elif any(as_good(decision) for decision in strategy.decisions):
        yield "* is as good against best play"
    if strategy.left_out:
        count = f"{strategy.left_out:,} {'decision' if strategy.left_out == 1 else 'decisions'}"
        alone = len({decision.player for decision in strategy.decisions}) == 1 and strategy.player is None
        yield f"left out    {count} that best play never comes to{'' if alone else '; --reach all has them'}"
    yield f"value       {strategy.value}"


def _by_moves(strategy: MixedStrategy, decisions: list[Decision], words: list[str]) -> "Table":
    made = table("sees", *words, "worth", right=(*words, "worth"))
    for decision in decisions:
        also = as_good(decision)
        cells = dict.fromkeys(words, "")
        for word, chance in zip(decision.words, decision.chances, strict=True):
            cells[word] = share(chance) if chance else "*" if word in also else "-"
        made.add_row(strategy.sees[decision], *cells.values(), _worth(decision))
    return made


def _in_one_cell(strategy: MixedStrategy, decisions: list[Decision]) -> "Table":
    made = table("sees", "play", "as good", "worth", right=("worth",))
    for decision in decisions:
        played = [(word, chance) for word, chance in zip(decision.words, decision.chances, strict=True) if chance]
        shares = [word if chance == 1 else lot(word, chance) for word, chance in played]
        made.add_row(strategy.sees[decision], ", ".join(shares), ", ".join(as_good(decision)), _worth(decision))
    return made


def as_good(decision: Decision) -> list[str]:
    """The moves that are not made, and would be worth as much against best play."""
    if decision.worths is None:
        return []
    best = max(decision.worths)
    rows = zip(decision.words, decision.chances, decision.worths, strict=True)
    return [word for word, chance, worth in rows if not chance and worth == best]


def lot(word: str, chance: Number) -> str:
    """A move and how often it is made: ``fold 2/3``, or ``2: 1/5`` of a move that is a number."""
    return f"{word}{':' if word[-1:].isdigit() else ''} {share(chance)}"


def share(chance: Number) -> str:
    """How often: ``always``, ``1/3``, or in per cent where the fraction is long."""
    if chance == 1:
        return "always"
    exact = Fraction(chance)
    short = len(str(exact.numerator)) + len(str(exact.denominator)) <= SHORT
    return f"{exact.numerator}/{exact.denominator}" if short else percent(exact)


def _worth(decision: Decision) -> str:
    """What it is worth to whoever decides; nothing where best play of the other never lets it come to that."""
    return "" if decision.worths is None else amount(max(decision.worths))

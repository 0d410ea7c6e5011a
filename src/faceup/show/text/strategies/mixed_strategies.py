"""A mixed strategy as tables: the probabilities of moves in each information set."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from faceup.numbers.value import Value
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.sentences.capital_letters import capital
from faceup.rules.player_names import seat_name
from faceup.show.text.phrases import count_phrase
from faceup.show.text.strategies.mixed_cells import NOT_COMPUTED, as_good, decision_cells, is_computed
from faceup.show.text.tables import table

if TYPE_CHECKING:
    from rich.table import Table


def mixed_tables(strategy: MixedStrategy, most: int, fractions: bool = False) -> "Iterator[str | Table]":
    """A heading and a table of at most ``most`` rows for each player."""
    for player in strategy.players:
        if len(strategy.players) > 1 or player:
            yield capital(seat_name(player, strategy.game.player_names))
        yield from decision_tables(strategy, player, most, fractions)


def decision_tables(
    strategy: MixedStrategy, player: int, most: int, fractions: bool = False
) -> "Iterator[str | Table]":
    """A table of one player's decisions, and a line on the rows it leaves out."""
    cells, left_out = decision_cells(strategy, player, most, fractions)
    rows_table = table(*cells.heads, right=cells.right)
    for row in cells.rows:
        rows_table.add_row(*row)
    yield rows_table
    if left_out:
        yield f"... {left_out:,} more rows; --all prints them, --json too"


def mixed_lines(strategy: MixedStrategy, format_value: Callable[[Value], str] = str) -> Iterator[str]:
    """The notes and the value under the tables."""
    yield from filter(None, (share_note(strategy), not_computed(strategy)))
    if left_out := never_reached(strategy):
        alone = len({decision.player for decision in strategy.decisions}) == 1 and strategy.player is None
        yield f"left out    {left_out}{'' if alone or strategy.later else '; --reach all has them'}"
    if strategy.own_values:
        names = strategy.game.player_names
        yield from (
            f"value       {format_value(value)} for {seat_name(k, names)}"
            for k, value in enumerate(strategy.own_values)
        )
    else:
        yield f"value       {format_value(strategy.value)}"


def share_note(strategy: MixedStrategy) -> str:
    """The meaning of shares and stars in the tables; empty if there are none."""
    if strategy.value.how != "exact":
        unknown = any(decision.worths is None and decision.reach for decision in strategy.decisions)
        note = "shares are probabilities of a plan that secures the lower bound of the value"
        return f"{note}; {NOT_COMPUTED} where a worth is known within bounds alone" if unknown else note
    if any(decision.mixed for decision in strategy.decisions):
        return "shares are probabilities; * equally good against best play, not used"
    return "* equally good against best play" if any(as_good(decision) for decision in strategy.decisions) else ""


def not_computed(strategy: MixedStrategy) -> str:
    """The meaning of the mark for unknown probabilities; empty if all are known."""
    if all(map(is_computed, strategy.decisions)):
        return ""
    return f"{NOT_COMPUTED} not computed: in best play, the player never comes there"


def never_reached(strategy: MixedStrategy) -> str:
    """The number of decisions left out, as text; empty for none."""
    if strategy.later:
        more = count_phrase(strategy.later + strategy.left_out, "decision")
        return f"{more}, which are later or never come in best play"
    return f"{count_phrase(strategy.left_out, 'decision')} that best play never comes to" if strategy.left_out else ""

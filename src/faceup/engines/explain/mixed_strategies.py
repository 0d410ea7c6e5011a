"""From a solved game of hidden information to what its players do how often."""

from itertools import takewhile
from typing import cast

from faceup.engines.solve.hidden_table import HiddenTable
from faceup.results.hidden_solution import HiddenSolution
from faceup.results.mixed_strategy import MixedStrategy
from faceup.rules.errors import UsageError


def mixed_strategy(solution: HiddenSolution, reach: str = "best", player: int | None = None) -> MixedStrategy:
    """All decisions that players who keep to best play come to, whatever the others do; with ``reach`` all, all.

    Raises UsageError where ``player`` never decides, and for all of one player's decisions against chance.
    """
    decisions = cast(HiddenTable, solution.table).decisions(solution.start)
    if reach == "best" and solution.engine == "regret":  # which tells those first
        decisions = takewhile(lambda decision: decision.kept, decisions)
    found = list(decisions)
    deciders = {decision.player for decision in found}
    if player is not None and player not in deciders:
        raise UsageError(f"player {player} never decides in {type(solution.game).name}")
    own = [one for one in found if player in (None, one.player) and len(one.moves) > 1]
    if reach == "all" and solution.engine == "beliefs":
        raise UsageError("reach 'all' is for two opponents; of one player against chance possible: best")
    kept = own if reach == "all" else [one for one in own if one.kept]
    left_out = solution.information_sets - len(found) if solution.engine == "beliefs" else len(own) - len(kept)
    later = solution.information_sets - len(found) if solution.engine == "regret" else 0
    return MixedStrategy(
        solution.game, solution.value, tuple(kept), left_out, player, max(later, 0), solution.certified
    )

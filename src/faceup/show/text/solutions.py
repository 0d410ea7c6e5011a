"""A solved game as lines of text."""

from typing import Any

from faceup.results.outcome_sentences import best_play_sentence, whose
from faceup.results.solution import Solution
from faceup.results.stakes import Stakes
from faceup.show.text.phrases import line_text, moves_text


def solution_lines(
    solution: Solution, best: list[int], line: list[int], whole: bool, start: Any, stakes: Stakes | None
) -> list[str]:
    """Value, best first moves, a line of best play (``whole``: up to its end), and the work it took.

    Without ``stakes`` nothing is said of who wins.
    """
    game = solution.game
    winner = best_play_sentence(stakes, solution.value) if stakes else ""
    player = whose(stakes) if stakes else " for player 0"
    lines = [f"value   {solution.value}{f'  {winner}' if winner else player}"]
    if best:
        lines.append(f"best    {moves_text(game, start, best)}")
    if line:
        lines.append(f"line    {line_text(game, start, line, whole)}")
    if solution.checked:
        lines.append(f"by      theory, checked against search on {solution.checked}, in {solution.seconds:.3f} s")
    else:
        lines.append(f"states  {solution.states:,} in {solution.seconds:.3f} s ({solution.engine}){_saved(solution)}")
    return lines


def _saved(solution: Solution) -> str:
    """What symmetries saved, where they were looked for."""
    symmetries = solution.symmetries
    if symmetries is None:
        return ""
    if symmetries.order == 1:
        return ", no symmetries"
    return f", for {symmetries.positions:,} positions and {symmetries.order:,} symmetries"

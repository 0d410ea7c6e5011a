"""A solved game as lines of text."""

from typing import Any

from faceup.results.outcome_sentences import best_play_sentence, whose, within
from faceup.results.solution import Opening, Solution, Standings
from faceup.results.stakes import Stakes
from faceup.show.text.phrases import line_text, moves_text
from faceup.show.text.seats import seat_lines

HIDDEN = " (rounded: best moves that cannot be told apart)"
HIDDEN_IN_LINE = " (rounded: in places the best moves cannot be told apart)"


def solution_lines(solution: Solution, opening: Opening, whole: bool, start: Any, stakes: Stakes | None) -> list[str]:
    """Value, best first moves, a line of best play (``whole``: up to its end), and the work it took.

    Without ``stakes`` nothing is said of who wins.
    """
    game = solution.game
    winner = within(best_play_sentence(stakes, solution.value), solution.won_within(start, stakes)) if stakes else ""
    player = whose(stakes) if stakes else " for player 0"
    lines = [f"value   {solution.value}{f'  {winner}' if winner else player}"]
    if solution.seats:
        lines = list(seat_lines(solution))
    if opening.best:
        lines.append(f"best    {moves_text(game, start, opening.best)}{'' if opening.best_sure else HIDDEN}")
    if opening.line:
        text = line_text(game, start, opening.line, whole)
        lines.append(f"line    {text}{'' if opening.line_sure else HIDDEN_IN_LINE}")
    if solution.endless is not None:
        lines.append(f"round   play may go round for ever, which is worth {solution.endless}")
    if solution.checked:
        lines.append(f"by      theory, checked against search on {solution.checked}, in {solution.seconds:.3f} s")
    else:
        lines.append(f"states  {solution.states:,} in {solution.seconds:.3f} s ({solution.engine}){_saved(solution)}")
        standings = solution.standings(stakes) if stakes else None
        if stakes and standings:
            lines.append(f"of them {_standings_text(standings, stakes)}")
    return lines


def _standings_text(standings: Standings, stakes: Stakes) -> str:
    """How many positions are won by whom, and drawn."""
    won, lost = (f"won by {stakes.name(0)}", f"won by {stakes.name(1)}") if stakes.two else ("won", "lost")
    if not stakes.two and stakes.alone == 1:
        won, lost = lost, won
    counts = {won: standings.won, lost: standings.lost, "drawn": standings.drawn}
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)


def _saved(solution: Solution) -> str:
    """What symmetries saved, where they were looked for."""
    symmetries = solution.symmetries
    if symmetries is None:
        return ""
    if symmetries.order == 1:
        return ", no symmetries"
    return f", for {symmetries.positions:,} positions and {symmetries.order:,} symmetries"

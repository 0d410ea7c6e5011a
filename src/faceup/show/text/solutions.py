"""A solved game as lines of text."""

from collections.abc import Callable, Iterator

from faceup.numbers.value import Value
from faceup.results.answers.decision import Decision
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import Opening, Solution, Standings
from faceup.results.sentences.answers import answer
from faceup.results.sentences.outcome_sentences import whose
from faceup.results.stakes import Stakes
from faceup.rules.player_names import seat_name
from faceup.show.text.decisions import decision_sentence, worths_text
from faceup.show.text.phrases import count_phrase, line_text, moves_text
from faceup.show.text.seats import seat_lines, value_lines

HIDDEN = " (rounded: best moves that cannot be told apart)"
HIDDEN_IN_LINE = " (rounded: in places the best moves cannot be told apart)"


def solution_lines(
    solution: Solution,
    opening: Opening,
    format_value: Callable[[Value], str] = str,
) -> list[str]:
    """The answer, the value, the best first moves, a line of best play, and the work, each a line."""
    game, start, stakes = solution.game, solution.start, solution.stakes
    lines = [answer(solution)]
    if solution.seats:
        lines += seat_lines(solution, format_value)
    elif isinstance(solution, HiddenSolution) and solution.own_values:
        names = (seat_name(k, type(game).player_names) for k in range(len(solution.own_values)))
        lines += value_lines(list(zip(names, solution.own_values, strict=True)), format_value)
    else:
        owner = whose(stakes) if stakes else f" for {seat_name(0, game.player_names)}"
        lines.append(f"value   {format_value(solution.value)}{owner}")
    if opening.best:
        lines.append(f"best    {moves_text(game, start, opening.best)}{'' if opening.best_sure else HIDDEN}")
    if opening.line:
        text = line_text(game, start, opening.line, opening.whole)
        lines.append(f"line    {text}{'' if opening.line_sure else HIDDEN_IN_LINE}")
    if solution.endless is not None:
        lines.append(f"round   play may go round for ever, which is worth {solution.endless}")
    if solution.checked:
        kind = "conjecture, which agrees with" if solution.value.how == "conjectured" else "theory, checked against"
        lines.append(f"by      {kind} search on {solution.checked}, in {solution.seconds:.3f} s")
    else:
        lines += _work_lines(solution)
        standings = solution.standings(stakes) if stakes else None
        if stakes and standings:
            lines.append(f"of them {_standings_text(standings, stakes)}")
    return lines


def decision_lines(solution: HiddenSolution, decision: Decision) -> list[str]:
    """The decision after moves that not all players have seen, the values of its moves, and the work."""
    worths = f"worth   {worths_text(solution, decision)}"
    return [decision_sentence(solution, decision), worths, *_work_lines(solution)]


def _work_lines(solution: Solution) -> Iterator[str]:
    if isinstance(solution, HiddenSolution) and solution.information_sets:
        how = f", by {solution.method}" if solution.method else ""
        yield f"sets    {count_phrase(solution.information_sets, 'information set')}{how}"
    by = f" ({solution.engine})" if solution.engine else ""
    if solution.watched:
        yield f"check   {solution.watched}"
    yield f"states  {solution.states:,} in {solution.seconds:.3f} s{by}{_savings_text(solution)}"


def _standings_text(standings: Standings, stakes: Stakes) -> str:
    """The numbers of positions won by each player, and drawn."""
    won, lost = (f"won by {stakes.name(0)}", f"won by {stakes.name(1)}") if stakes.two else ("won", "lost")
    if not stakes.two and stakes.alone == 1:
        won, lost = lost, won
    counts = {won: standings.won, lost: standings.lost, "drawn": standings.drawn}
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)


def _savings_text(solution: Solution) -> str:
    """The savings by symmetries; empty if none were used."""
    symmetries = solution.symmetries
    if symmetries is None:
        return ""
    if symmetries.order == 1:
        return ", no symmetries"
    return f", for {symmetries.positions:,} positions and {symmetries.order:,} symmetries"

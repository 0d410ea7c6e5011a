"""The explanation of a position in plain sentences, for seats with their own payoffs."""

from collections.abc import Iterator

from faceup.numbers.value import few_digits
from faceup.results.answers.reasons import Explanation
from faceup.results.chances import amount_text
from faceup.results.sentences.capital_letters import capital
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.player_names import seat_name
from faceup.show.text.phrases import best_line, moves_text
from faceup.show.text.seats import ONE_OF_SEVERAL
from faceup.show.text.tables import align_rows
from faceup.show.text.the_rest import Rest

MOST_ROWS = 20  # of moves with their worth


def chance_moves(why: Explanation) -> str:
    return "Chance moves next." if why.moves else "Chance moves first."


def seats_worth(why: Explanation) -> str:
    """The value of the position to each seat."""
    worth = ", ".join(f"{amount_text(seat.value)} to {_name(why, k)}" for k, seat in enumerate(why.seats))
    return f"the game is over, worth {worth}." if why.who == OVER else f"best play is worth {worth}."


def seat_moves(why: Explanation, width: int) -> Iterator[str]:
    """The player to move, the value of each move to every seat, and the effect of ties."""
    for team in why.teams:
        *others, last = (_name(why, k) for k in team)
        yield capital(f"{', '.join(others)} and {last} always get the same, and play as one.")
    if why.others_may_be:
        yield capital(f"this is {ONE_OF_SEVERAL}.")
    if why.who == CHANCE:
        yield chance_moves(why)
    else:
        yield from _moves(why, width)
    for k, seat in enumerate(why.seats):
        if seat.least != seat.most:
            reach = f"{seat.least!s} to {seat.most!s}"
            yield f"Ties broken in other ways, here and later, give {_name(why, k)} {reach}."


def _moves(why: Explanation, width: int) -> Iterator[str]:
    """The moves, best ones first and marked, with their worth to each seat."""
    best = [move for group in why.groups if group.best for move in group.moves]
    total = sum(len(group.moves) for group in why.groups)
    who, names = _name(why, why.who), moves_text(why.game, why.state, best)
    if total == 1:
        yield capital(f"{who} has one move: {names}.")
    else:
        are = "is" if len(best) == 1 else "are"
        yield capital(f"{who} decides; {len(best)} of {total} moves {are} best for it: {names}.")
    rows = [("", "", *(f"to {_name(why, k)}" for k in range(len(why.seats))))]
    for group in why.groups[:MOST_ROWS]:
        mark, words = "*" if group.best else " ", moves_text(why.game, why.state, group.moves)
        rows.append((mark, words, *map(amount_text, group.worth)))
    yield from (f"  {line}" for line in align_rows(rows, width - 2, names=2))
    if len(why.groups) > MOST_ROWS:
        yield f"  and {len(why.groups) - MOST_ROWS:,} more, none better"
    tied = [group for group in why.groups if group.best]
    if any(group.worth != tied[0].worth for group in tied):
        yield f"The best moves are the same to {who}, and not to the others."


def seat_line(why: Explanation, everything: bool, rest: Rest) -> Iterator[str]:
    """A line of best play with the player of each move."""
    return best_line([f"{_name(why, step.who)} {step.word}" for step in why.line], everything, rest)


def seat_contests(why: Explanation) -> Iterator[str]:
    """What random play costs each seat."""
    for contest in why.contests:
        seat = contest.players.index("random")
        best = why.seats[seat].value.value or 0.0
        if contest.mean == best:
            yield capital(f"{_name(why, seat)} loses nothing by playing at random against best play.")
        else:
            gets = f"gets {few_digits(contest.mean, 4)} instead of {best:.4g}"
            yield capital(f"{_name(why, seat)} playing at random against best play {gets}.")


def _name(why: Explanation, seat: int) -> str:
    return seat_name(seat, why.game.player_names)

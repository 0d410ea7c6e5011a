"""Moves, and what chance may do, as the rows of a picture."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from faceup.numbers.value import Number, nearest_float, plain
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import Solution
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.results.sentences.words import either, one_line, words_of
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.fields import fields_of
from faceup.rules.moves import Move
from faceup.show.pictures.house_style import MOVES

LONGEST_WORD = 32  # letters beside a row
ALIKE = 4  # moves that are worth the same, from which on one line stands for them


class Option(NamedTuple):
    """A move, or an outcome of chance, with its value."""

    word: str
    text: str  # of the value
    number: float  # in the unit of the picture, and the bounds
    low: float
    high: float
    best: bool
    length: int  # moves to a win, less than 0 to a loss; 0 if unknown
    then: str = ""  # the best move after an outcome of chance, where there is a choice
    odds: Number = 0  # of an outcome of chance


def outcome_rows(options: Sequence[Option]) -> list[Option]:
    """Return what chance may do: numbers in their order, and outcomes of several values; others by their values. Rows
    that are not all as likely say how likely they are.
    """
    if all(option.word.isdigit() for option in options) or len({option.number for option in options}) == len(options):
        rows = gather(options)
    else:
        rows = gather(sorted(options, key=lambda option: option.number), least=2)
    if len({row.odds for row in rows}) == 1:
        return rows
    total = nearest_float(sum(row.odds for row in rows))
    return [row._replace(word=f"{row.word} ({plain(100 * nearest_float(row.odds) / total, 2)}%)") for row in rows]


def gather(options: Sequence[Option], least: int = ALIKE) -> list[Option]:
    """Return the options, with one in the place of each run of at least so many that are worth the same."""
    rows = list[Option]()
    for _, group in groupby(options, key=_worth):
        alike = list(group)
        rows += [_together(_name_of(alike, options), alike)] if len(alike) >= least else alike
    return rows


def _worth(option: Option) -> tuple[Any, ...]:
    return option.number, option.low, option.high, option.length, option.then


def _together(word: str, alike: Sequence[Option]) -> Option:
    """Return one option for several that are worth the same."""
    return alike[0]._replace(word=word, odds=sum(option.odds for option in alike))


def _name_of(alike: Sequence[Option], options: Sequence[Option]) -> str:
    """Return a name for some of the options: ``3 to 7``, ``all 9`` or ``the other 4``, else as many of their words as
    there is room for, one at least.
    """
    if are_numbers(alike):
        return f"{alike[0].word} to {alike[-1].word}"
    if len(alike) == len(options):
        return f"all {len(alike)}"
    if not alike[0].best and len(alike) == sum(not option.best for option in options):
        return f"the other {len(alike)}"
    for named in range(len(alike), 0, -1):
        more = f", and {len(alike) - named} more of {len(options)}" if named < len(alike) else ""
        text = ", ".join(option.word for option in alike[:named]) + more
        if len(text) <= LONGEST_WORD:
            break
    return text


def are_numbers(options: Sequence[Option]) -> bool:
    """Whether the words are whole numbers one after another."""
    words = [option.word for option in options]
    return words[0].isdigit() and words == [str(int(words[0]) + k) for k in range(len(words))]


def next_moves(solution: Solution, state: Any, outcomes: Iterable[Move]) -> dict[Move, str]:
    """Return the best moves after each outcome of chance in words; empty where there is no choice, where the values are
    not at hand, where several players decide, and where the same is best after all.
    """
    game, words, deciding = solution.game, dict[Move, str](), set[int]()
    for outcome in () if isinstance(solution, HiddenSolution) else outcomes:
        after = game.play(state, outcome)
        who = game.turn(after)
        if who in (CHANCE, OVER) or not solution.table.knows(after) or len(list(game.moves(after))) < 2:
            continue
        deciding.add(who)
        best = [word_of_move(game, after, move) for move in solution.best(after)]
        words[outcome] = one_line(either(best), LONGEST_WORD)
    return words if len(deciding) == 1 and 1 < len({*words.values()}) <= len(MOVES) else {}


def by_field(solution: Solution, state: Any, options: Mapping[Move, Option]) -> tuple[str, list[Option]]:
    """Return the name of the number of the state that alone tells what the outcomes are worth, such as the ``total`` of
    two dice, and an option for each of its values; no name and all options if there is none.
    """
    if all(option.word.isdigit() for option in options.values()):
        return "", [*options.values()]
    after = {outcome: fields_of(solution.game.play(state, outcome)) for outcome in options}
    for place, field in enumerate(next(iter(after.values()), ())):
        groups: dict[Any, list[Option]] = {}
        for outcome, fields in after.items():
            groups.setdefault(fields[place].value, []).append(options[outcome])
        tells = all(len({*map(_worth, group)}) == 1 for group in groups.values())
        if tells and type(field.value) is int and 1 < len(groups) < len(options):
            return words_of(field.name), [_together(str(value), group) for value, group in sorted(groups.items())]
    return "", [*options.values()]

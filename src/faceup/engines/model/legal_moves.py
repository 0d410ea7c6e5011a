"""The moves and the numbers that rules give: legal ones, those that words or numbers name; payoffs and odds in full."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import Any

from faceup.engines.model import broken_rules
from faceup.engines.model.broken_rules import legal_moves_of, no_moves
from faceup.numbers.exact import Exact, whole_odds
from faceup.numbers.value import meant, simplest
from faceup.results.answers.decision import GivenMoves
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UsageError, quoted
from faceup.rules.moves import Move, numbers_text, parts_of
from faceup.rules.texts import move_text

BETWEEN_NUMBERS = re.compile(r"[(),\s]+")  # of a move of several, as Python writes it or with spaces
MOST_NAMED = 30  # moves that a message lists


def exact_number(game: Game, state: Any, what: str, number: Any) -> Exact:
    """The number that rules mean, without rounding: a float stands for the shortest decimal that is read as it."""
    if type(number) is int:
        return number
    broken_rules.checked_number(game, state, what, number)
    return meant(float(number)) if isinstance(number, float) else simplest(Fraction(number))


def exact_odds(game: Game, state: Any, move: Move, weight: Any) -> Exact:
    """The weight of an outcome of chance."""
    if not isinstance(weight, (int, Fraction)) or weight < 0:  # in every throw: a tuple is quicker
        raise broken_rules.bad_odds(game, state, move, weight)
    return weight


def odds_of(game: Game, state: Any, outcomes: Iterable[Move]) -> dict[Move, Exact]:
    """The weight of each outcome of chance; one that the rules name twice has it twice."""
    weights: dict[Move, Exact] = {}
    for move in outcomes:
        weights[move] = weights.get(move, 0) + exact_odds(game, state, move, game.odds(state, move))
    return weights


def odds_one_by_one(game: Game, state: Any, outcomes: Sequence[Move]) -> list[int]:
    """The weight of each of these outcomes of chance, as they are named, as whole numbers."""
    weights: list[Any] = [game.odds(state, move) for move in outcomes]
    if not weights or (set(map(type, weights)) == {int} and min(weights) >= 0):
        return weights
    return whole_odds(exact_odds(game, state, *outcome) for outcome in zip(outcomes, weights, strict=True))


def lowest_odds(game: Game, state: Any, outcomes: Iterable[Move]) -> dict[Move, int]:
    """The outcomes that can happen, with their odds as whole numbers in lowest terms.

    Raises RulesError where nothing can happen.
    """
    given = odds_of(game, state, outcomes)
    odds = dict(zip(given, whole_odds(given.values()), strict=True))
    if not odds:
        raise broken_rules.no_moves(game, state)
    if not any(odds.values()):
        raise broken_rules.no_odds(game, state)
    shared = gcd(*odds.values())
    return {move: weight // shared for move, weight in odds.items() if weight}


def state_after(game: Game, moves: Sequence[Move]) -> Any:
    """The state after these moves from the start; raises UsageError that says what was possible instead."""
    state = game.start()
    for k, move in enumerate(moves, 1):
        state = game.play(state, _legal(_possible(game, state, k, move), k, move))
    return state


def _legal(legal: Sequence[Move], k: int, move: Move) -> Move:
    """Move number k as the rules have it; raises UsageError where it is not legal."""
    own = legal_form(legal, move)
    if own is None:
        possible = " ".join(_first([*map(numbers_text, legal)]))
        raise UsageError(f"move {k} ({numbers_text(move)}) is not possible; possible: {possible}")
    return own


def legal_form(legal: Iterable[Move], move: Move) -> Move | None:
    """The move as the rules have it, a NamedTuple maybe where ``move`` is a plain tuple; None where it is not legal."""
    return next((own for own in legal if own == move), None)


def named_moves(game: Game, given: GivenMoves, start: Any = None) -> list[Move]:
    """The moves that a text names, as ``moves_in_text`` takes it, or that are given one by one.

    Each is a move as the rules have it, or a word: its number, or as the game says it; a word may hold several moves.
    Raises UsageError for any other. ``start`` is where they begin, by default where the game does.
    """
    if isinstance(given, str):
        return moves_in_text(game, given, start)
    state, moves = game.start() if start is None else start, list[Move]()
    for one in [given] if isinstance(given, int) else given:
        for move in _named_here(game, state, one, len(moves)):
            state = game.play(state, move)
            moves.append(move)
    return moves


def _named_here(game: Game, state: Any, given: Move | str, before: int) -> list[Move]:
    """The moves that one of them stands for, after so many others."""
    legal = _possible(game, state, before + 1, given)
    if not isinstance(given, str):
        return [_legal(legal, before + 1, tuple(given) if isinstance(given, list) else given)]
    named = moves_by_name(game, state, legal)
    whole = _meant(named, given)
    if whole is not None:
        return [whole]
    if len(re.split(r"[\s,]+", given)) == 1:
        raise _impossible(before + 1, given, legal, named)
    return moves_in_text(game, given, state, before)


def moves_in_text(game: Game, text: str, start: Any = None, before: int = 0) -> list[Move]:
    """The moves in a text, with commas between them or without, as lines of best play are printed.

    Where a word of the game has spaces, or one begins like another, the longest that fits is meant. ``start`` is the
    state after so many moves ``before``; by default that in which the game begins.
    """
    moves, rest = list[Move](), text.split()
    if not rest:
        return moves
    state = game.start() if start is None else start
    while rest:
        number = before + len(moves) + 1
        legal = _possible(game, state, number, rest[0])
        named = moves_by_name(game, state, legal)
        for count in range(len(rest), 0, -1):
            if (found := _meant(named, " ".join(rest[:count]))) is not None:
                break
        else:
            first, comma, others = rest[0].partition(",")
            if comma and first and others:  # commas alone between moves
                rest[:1] = [first, others]
                continue
            raise _impossible(number, rest[0].rstrip(","), legal, named)
        moves.append(found)
        state, rest = game.play(state, found), rest[count:]
    return moves


def _meant(named: Mapping[str, Move], word: str) -> Move | None:
    """The move that a text names, with a comma after it perhaps; one of several numbers as Python writes it, too."""
    numbers = "-".join(filter(None, BETWEEN_NUMBERS.split(word)))
    found = named.get(word, named.get(word.rstrip(",")))
    return named.get(numbers) if found is None and isinstance(named.get(numbers), tuple) else found


def moves_by_name(game: Game, state: Any, legal: Iterable[Move] | None = None) -> dict[str, Move]:
    """The legal moves, or possible outcomes of chance, by their words and by their numbers.

    A number wins; a word that several moves have names none of them.
    """
    moves = dict.fromkeys(possible_moves(game, state) if legal is None else legal)
    return named_by([(move, move_text(game, state, move)) for move in moves])


def named_by(words: Sequence[tuple[Move, str]]) -> dict[str, Move]:
    """The same for moves with their words."""
    count = Counter(word for _, word in words)
    once = {word: move for move, word in words if count[word] == 1}
    return once | {numbers_text(move): move for move, _ in words}


def possible_moves(game: Game, state: Any) -> list[Move]:
    """The legal moves, or the outcomes of chance that can happen."""
    legal = legal_moves_of(game, state)
    return [m for m in legal if game.odds(state, m) > 0] if game.turn(state) == CHANCE else legal


def outcomes_with_odds(game: Game, state: Any, outcomes: list[Move]) -> tuple[list[Move], list[int]]:
    """Those of these outcomes of chance that can happen, as often as they are named, with whole odds."""
    odds = odds_one_by_one(game, state, outcomes)
    if all(odds):
        return outcomes, odds
    return [move for move, weight in zip(outcomes, odds, strict=True) if weight], [weight for weight in odds if weight]


def weighted_moves(game: Game, state: Any) -> tuple[list[Move], list[int]]:
    """The legal moves, each of weight 1, or the outcomes of chance that can happen, with their odds in lowest terms."""
    given = legal_moves_of(game, state)
    if game.turn(state) == CHANCE:
        odds = lowest_odds(game, state, given)
        return list(odds), list(odds.values())
    if not given:
        raise no_moves(game, state)
    moves = list(dict.fromkeys(given))  # one that is named twice is one all the same
    return moves, [1] * len(moves)


def _impossible(k: int, word: str, legal: Sequence[Move], named: Mapping[str, Move]) -> UsageError:
    numbers = [*map(numbers_text, legal)]
    texts = [text for text in named if text not in numbers]
    if any(isinstance(part, str) for move in legal for part in parts_of(move)):
        words = {move: text for text, move in reversed([*named.items()])}
        possible = ", ".join(_first([words[move] for move in dict.fromkeys(legal)]))
        return UsageError(f"move {k} ({quoted(word)}) is not possible; possible: {possible}")
    possible = " ".join(_first(numbers)) + (f" ({', '.join(_first(texts))})" if texts else "")
    return UsageError(f"move {k} ({quoted(word)}) is not possible; possible: {possible}")


def _first(texts: list[str]) -> list[str]:
    """As many as a person reads, and how many others there are."""
    return texts if len(texts) <= MOST_NAMED else [*texts[:MOST_NAMED], f"and {len(texts) - MOST_NAMED:,} others"]


def over_before(game: Game, number: int, word: Any, text: str) -> str:
    """That the game is over before a move, with the position as ``text`` where the game says how it is shown."""
    shown = "" if type(game).show is Game.show else f"; {text}"
    return f"the game is over before move {number} ({word}){shown}"


def _possible(game: Game, state: Any, k: int, word: Any) -> list[Move]:
    """The same; raises UsageError where the game is over."""
    if game.turn(state) == OVER:
        raise UsageError(over_before(game, k, word, game.show(state)))
    return possible_moves(game, state)

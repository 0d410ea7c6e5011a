"""Legal moves, moves named by words or numbers, and exact payoffs and odds."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import Any

from faceup.engines.model import broken_rules
from faceup.engines.model.broken_rules import legal_moves_of, no_moves
from faceup.numbers.exact import Exact, whole_odds
from faceup.numbers.value import decimal_fraction, simplest
from faceup.results.answers.decision import GivenMoves
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.results.scene.dice import outcome_words
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UsageError, quoted
from faceup.rules.moves import Move, numbers_text, parts_of
from faceup.rules.texts import in_order, move_text

SHOWN_NUMBER = re.compile(r"(?<!\S)(?<!\d )-?\d+(?=[,.;:]?(?:\s|$))(?! -?\d)")  # no part of 1,000 or 1 000
BETWEEN_NUMBERS = re.compile(r"[(),\s]+")  # in a move of several numbers, as Python writes it or with spaces
MOST_NAMED = 30  # moves that a message lists


def exact_number(game: Game, state: Any, what: str, number: Any) -> Exact:
    """Return a number of the rules exactly: a float stands for the shortest decimal that reads as it."""
    if type(number) is int:
        return number
    broken_rules.checked_number(game, state, what, number)
    return decimal_fraction(float(number)) if isinstance(number, float) else simplest(Fraction(number))


def exact_payoff(game: Game, state: Any) -> Exact:
    """Return what the end in this state pays player 0, exactly."""
    return exact_number(game, state, "payoff", game.payoff(state))


def exact_reward(game: Game, state: Any, move: Move) -> Exact:
    """Return what a move gains player 0, exactly."""
    gain: Any = game.reward(state, move)
    return gain if type(gain) is int else exact_number(game, state, f"reward of move {move}", gain)


def endless_value(game: Game, state: Any) -> Exact:
    """Return the value of an endless play to player 0, exactly; errors name the state."""
    return exact_number(game, state, "endless", game.endless)


def exact_odds(game: Game, state: Any, move: Move, weight: Any) -> Exact:
    """Return the weight of an outcome of chance. Raises RulesError if it is invalid."""
    if not isinstance(weight, (int, Fraction)) or weight < 0:  # for every outcome: a tuple is quicker
        raise broken_rules.bad_odds(game, state, move, weight)
    return weight


def odds_of(game: Game, state: Any, outcomes: Iterable[Move]) -> dict[Move, Exact]:
    """Return the weight of each outcome of chance; the weights of one listed twice are added."""
    weights: dict[Move, Exact] = {}
    for move in outcomes:
        weights[move] = weights.get(move, 0) + exact_odds(game, state, move, game.odds(state, move))
    return weights


def odds_one_by_one(game: Game, state: Any, outcomes: Sequence[Move]) -> list[int]:
    """Return the weights of these outcomes of chance, one by one, as whole numbers."""
    weights: list[Any] = [game.odds(state, move) for move in outcomes]
    if not weights or (set(map(type, weights)) == {int} and min(weights) >= 0):
        return weights
    return whole_odds(exact_odds(game, state, *outcome) for outcome in zip(outcomes, weights, strict=True))


def lowest_odds(game: Game, state: Any, outcomes: Iterable[Move]) -> dict[Move, int]:
    """Return the possible outcomes, with odds as whole numbers in lowest terms. Raises RulesError if there is none."""
    weights = odds_of(game, state, outcomes)
    odds = dict(zip(weights, whole_odds(weights.values()), strict=True))
    if not odds:
        raise broken_rules.no_moves(game, state)
    if not any(odds.values()):
        raise broken_rules.no_odds(game, state)
    shared = gcd(*odds.values())
    return {move: weight // shared for move, weight in odds.items() if weight}


def state_after(game: Game, moves: Sequence[Move]) -> Any:
    """Return the state after these moves from the start. Raises UsageError for an illegal move."""
    state = game.start()
    for k, move in enumerate(moves, 1):
        state = game.play(state, _legal(_possible(game, state, k, move), k, move))
    return state


def _legal(legal: Sequence[Move], k: int, move: Move) -> Move:
    """Return move number k in the rules' form. Raises UsageError if it is not legal."""
    rules_move = legal_form(legal, move)
    if rules_move is None:
        possible = ", ".join(_first([*map(numbers_text, legal)]))
        raise UsageError(illegal_move(k, numbers_text(move), possible))
    return rules_move


def legal_form(legal: Iterable[Move], move: Move) -> Move | None:
    """Return the move in the rules' form, which may be a NamedTuple for a plain tuple; None if it is not legal."""
    return next((rules_move for rules_move in legal if rules_move == move), None)


def named_moves(game: Game, names: GivenMoves, start: Any = None, before: int = 0) -> list[Move]:
    """Return the moves in a text (see ``moves_in_text``), or given one by one.

    Each of these is a move of the rules, or its text (see ``named_by``); a text may hold several moves. ``start`` is
    the state after ``before`` moves, by default the game's start. Raises UsageError for any other name.
    """
    if isinstance(names, str):
        return moves_in_text(game, names, start, before)
    state, moves = game.start() if start is None else start, list[Move]()
    for name in [names] if isinstance(names, int) else names:
        for move in _named_here(game, state, name, before + len(moves)):
            state = game.play(state, move)
            moves.append(move)
    return moves


def _named_here(game: Game, state: Any, name: Move | str, before: int) -> list[Move]:
    """Return the moves that one name stands for, after ``before`` others."""
    legal = _possible(game, state, before + 1, name)
    if not isinstance(name, str):
        return [_legal(legal, before + 1, tuple(name) if isinstance(name, list) else name)]
    by_name = moves_by_name(game, state, legal)
    whole = _move_named(by_name, name)
    if whole is not None:
        return [whole]
    if len(re.split(r"[\s,]+", name)) == 1 and not name.startswith("["):
        raise _impossible(before + 1, name, in_order(game, legal), by_name)
    return moves_in_text(game, name, state, before)


def moves_in_text(game: Game, text: str, start: Any = None, before: int = 0) -> list[Move]:
    """Return the moves in a text, with or without commas between them, as lines of best play are printed.

    If a word has spaces, or begins like another, the longest that fits is meant. A text in brackets that is no word is
    a list of moves of the rules, as ``--json`` prints them. ``start`` is the state after ``before`` moves, by default
    the game's start.
    """
    moves, rest = list[Move](), text.split()
    if not rest:
        return moves
    state = game.start() if start is None else start
    while rest:
        number = before + len(moves) + 1
        legal = _possible(game, state, number, rest[0])
        named = moves_by_name(game, state, legal)
        found = _longest_named(named, rest)
        if found is None and game.turn(state) == CHANCE:  # as sentences about plays have it: rolled 4
            found = _longest_named({outcome_words(game, state, move): move for move in legal}, rest)
        if found is None and rest[0].startswith("["):
            return [*moves, *named_moves(game, _list_in_json(" ".join(rest)), state, number - 1)]
        if found is None:
            together = (k for k, part in enumerate(rest) if all(part.partition(",")))
            if (k := next(together, None)) is not None:  # commas alone between moves
                first, _, others = rest[k].partition(",")
                rest[k : k + 1] = [first, others]
                continue
            raise _impossible(number, _one_move(rest, named), in_order(game, legal), named)
        move, count = found
        moves.append(move)
        state, rest = game.play(state, move), rest[count:]
    return moves


def _one_move(words: Sequence[str], named: Iterable[str]) -> str:
    """Return the first of these words, with those behind it that a move which begins with it may have, to a comma."""
    named_so = (name.split() for name in named if name.split()[:1] == [words[0].rstrip(",")])
    most = max(map(len, named_so), default=1)
    return " ".join(words[:most]).partition(",")[0]


def _list_in_json(text: str) -> list[Any]:
    """Return the moves of a list in JSON. Raises UsageError if it is none."""
    try:
        listed = json.loads(text)
    except ValueError:
        listed = None
    if not isinstance(listed, list) or not all(type(part) in (int, str) for move in listed for part in _parts(move)):
        raise UsageError(f"{quoted(text)} is no list of moves; possible: as --json prints them, [4, 0]")
    return listed


def _parts(move: Any) -> list[Any]:
    """Return the parts of a move in JSON."""
    return move if isinstance(move, list) else [move]


def _longest_named(named: Mapping[str, Move], words: Sequence[str]) -> tuple[Move, int] | None:
    """Return the move that the most of these words name, with the number of words; None if there is none."""
    for count in range(len(words), 0, -1):
        if (move := _move_named(named, " ".join(words[:count]))) is not None:
            return move, count
    return None


def _move_named(named: Mapping[str, Move], word: str) -> Move | None:
    """Return the move that a text names, perhaps with a comma after it; tuples also as Python writes them."""
    numbers = "-".join(filter(None, BETWEEN_NUMBERS.split(word)))
    move = named.get(word, named.get(word.rstrip(",")))
    return named.get(numbers) if move is None and isinstance(named.get(numbers), tuple) else move


def moves_by_name(game: Game, state: Any, legal: Iterable[Move] | None = None) -> dict[str, Move]:
    """Return the legal moves, or possible outcomes of chance, by the rules' words and numbers (see ``named_by``), and
    by the squares of a board that play shows.
    """
    moves = dict.fromkeys(possible_moves(game, state) if legal is None else legal)
    by_rules = named_by([(move, move_text(game, state, move)) for move in moves])
    if type(game).say is not Game.say:
        return by_rules
    return named_by([(move, word_of_move(game, state, move)) for move in moves]) | by_rules


def named_by(words: Sequence[tuple[Move, str]]) -> dict[str, Move]:
    """Return moves by their words and numbers, given pairs (move, word).

    A word that several moves share is left out. Of a move that is one number, people do not know the number, unless its
    words are shared, so that it stands behind them; a number in the words of this move alone names it.
    """
    count = Counter(word for _, word in words)
    numbers = [{*SHOWN_NUMBER.findall(word)} if isinstance(move, int) else set[str]() for move, word in words]
    seen = Counter(number for some in numbers for number in some)
    names = {word: move for move, word in words if count[word] == 1}
    for (move, word), some in zip(words, numbers, strict=True):
        if not isinstance(move, int) or count[word] > 1:
            names[numbers_text(move)] = move
        names |= {number: move for number in some if seen[number] == 1 and number not in names}
    return names


def possible_moves(game: Game, state: Any) -> list[Move]:
    """Return the legal moves, or the possible outcomes of chance."""
    legal = legal_moves_of(game, state)
    return [m for m in legal if game.odds(state, m) > 0] if game.turn(state) == CHANCE else legal


def outcomes_with_odds(game: Game, state: Any, outcomes: list[Move]) -> tuple[list[Move], list[int]]:
    """Return the possible ones of these outcomes of chance, repetitions included, with whole odds."""
    odds = odds_one_by_one(game, state, outcomes)
    if all(odds):
        return outcomes, odds
    return [move for move, weight in zip(outcomes, odds, strict=True) if weight], [weight for weight in odds if weight]


def weighted_moves(game: Game, state: Any) -> tuple[list[Move], list[int]]:
    """Return the legal moves, each with weight 1, or the possible outcomes of chance, with odds in lowest terms."""
    legal = legal_moves_of(game, state)
    if game.turn(state) == CHANCE:
        odds = lowest_odds(game, state, legal)
        return list(odds), list(odds.values())
    if not legal:
        raise no_moves(game, state)
    moves = list(dict.fromkeys(legal))  # a move listed twice counts once
    return moves, [1] * len(moves)


def illegal_move(k: int, sent: str, possible: str) -> str:
    """Return what is wrong with move number k of a game, as it was sent, where these moves are legal."""
    return f"move {k} ({sent}) is not legal; legal moves: {possible}"


def _impossible(k: int, word: str, legal: Sequence[Move], named: Mapping[str, Move]) -> UsageError:
    """Return the error for a word that names no legal move."""
    numbers = [*map(numbers_text, legal)]
    has_words = any(isinstance(part, str) for move in legal for part in parts_of(move))
    in_words = {move for text, move in named.items() if text not in numbers and isinstance(move, int)}
    if has_words or in_words >= {*legal} or not all(number in named for number in numbers):  # people know words
        words = {move: text for text, move in reversed([*named.items()])}
        possible = ", ".join(_first([words.get(move, numbers_text(move)) for move in dict.fromkeys(legal)]))
        return UsageError(illegal_move(k, quoted(word), possible))
    told = {move: text for text, move in named.items() if text not in numbers}
    texts = [told[move] for move in dict.fromkeys(legal) if move in told]
    possible = ", ".join(_first(numbers)) + (f" ({', '.join(_first(texts))})" if texts else "")
    return UsageError(illegal_move(k, quoted(word), possible))


def _first(texts: list[str]) -> list[str]:
    """Return the first MOST_NAMED texts, and the number of the others."""
    return texts if len(texts) <= MOST_NAMED else [*texts[:MOST_NAMED], f"and {len(texts) - MOST_NAMED:,} others"]


def over_before(game: Game, number: int, word: Any, text: str) -> str:
    """Return the message that the game is over before a move, with the position if the game has a ``show``."""
    shown = "" if type(game).show is Game.show else f"; {text}"
    return f"the game is over before move {number} ({word}){shown}"


def _possible(game: Game, state: Any, k: int, word: Any) -> list[Move]:
    """Return the possible moves. Raises UsageError if the game is over."""
    if game.turn(state) == OVER:
        raise UsageError(over_before(game, k, word, game.show(state)))
    return possible_moves(game, state)

"""Mistakes in rules that random games and the text of the rules show."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from faceup.engines.model import broken_rules
from faceup.engines.model.contract_check import LONG_PLAY, check_state, misspelled_methods, names_read, random_play
from faceup.engines.model.dealing import deal, rules_errors
from faceup.engines.model.limits import stop
from faceup.engines.model.positions import at_position
from faceup.engines.model.seats import checked_score, seats_of
from faceup.engines.solve.enumeration import enumerate_deals
from faceup.results.answers.diagnosis import Finding
from faceup.results.scene.dice import faces_shown
from faceup.results.scene.scene_in_play import table_scene
from faceup.results.scene.scene_of_game import scene_of
from faceup.results.scene.zones import row_of_squares
from faceup.results.sentences.games import rules_told
from faceup.rules.boards import Board, board_of
from faceup.rules.contract import CHANCE, OVER, Game, Patience
from faceup.rules.errors import FaceupError, RulesError, UnsupportedError, UsageError, error_words, quoted
from faceup.rules.facts import facts_of
from faceup.rules.fields import Dice, Place, fields_of, item_kind
from faceup.rules.names import near_names
from faceup.rules.parameters import Cards, kinds
from faceup.rules.texts import line_of, move_text, place_in_file
from faceup.rules.word_numbers import words_never_made, words_of

PLAYS = 50  # random games
LONGEST = 2_000  # states of one of them
WORDS = 100  # moves of one state whose words or dice are checked
STATES = 5_000  # of all
DRAWN = 200  # of these, drawn as players see them
DEALS = 20  # of a solitaire game
MANY = 100  # states, enough to report a fact that holds in all of them
OWN = (Game, Patience)
NO_POSITIONS = ("", "?", "1 2 3")  # texts that read refuses, or reads


def unusual_text(game: Game | Patience) -> Iterator[Finding]:
    """Yield findings from the text of the rules."""
    if not rules_told(type(game)):
        yield Finding(False, "neither the class nor its file begins with a text that tells people the rules")
    read = names_read(type(game))
    for name in kinds(type(game)):
        if name not in read:
            yield Finding(False, f"the parameter {name} is read nowhere in the rules")
    words = words_of(type(game))
    for word, file, line in words_never_made(type(game), {*kinds(type(game)), "__name__"}):
        near = near_names(word, words.keys() - {word})
        meant = f"; is it meant for {near[0]!r}?" if near else ""
        place = place_in_file(file, line)
        yield Finding(False, f"something is compared with {word!r}, which the rules make nowhere{meant}{place}")
    for problem in misspelled_methods(game):
        yield Finding(False, problem)


def unusual_games(game: Game) -> Iterator[Finding]:
    """Yield findings from random games. Raises RulesError if the rules break the contract, and errors of the rules."""
    chooser, seen = random.Random(0), 0
    payoffs: Counter[Any] = Counter()
    twice: Finding | None = None
    alike: Finding | None = None
    board: Finding | None = None
    faces: Finding | None = None
    lengths = dict[str, int]()  # of rows of Dice
    hidden = facts_of(game).hidden  # then views are drawn
    ended = 0
    decided = chosen = 0  # states in which a player is to move, and those of them with several moves
    constant = game.start()._asdict()  # the fields that were the same in all states so far
    for _ in range(PLAYS):
        for state in islice(random_play(game, chooser, LONG_PLAY), LONGEST):
            if stop.limit:
                break
            seen += 1
            check_state(game, state)
            if seen <= DRAWN and not hidden and game.turn(state) != CHANCE:
                scene_of(game, state, ())
                board = board or _of_no_squares(game, state)
            constant = {name: value for name, value in constant.items() if getattr(state, name) == value}
            if game.turn(state) == OVER:
                ended += 1
                payoffs[game.payoff(state)] += 1
                break
            moves = broken_rules.legal_moves_of(game, state, most=1000)
            if game.turn(state) != CHANCE:
                decided += 1
                chosen += len(moves) > 1
                for name in getattr(game, "quantities", ()):
                    if not isinstance(getattr(state, name, None), tuple):  # of a row, its places are
                        broken_rules.quantity(game, state, name)
            else:
                for move in moves[:WORDS]:
                    faces_shown(game, state, move)
            twice = twice or _listed_twice(game, state, moves)
            faces = faces or _of_no_counts(game, state, lengths)
            alike = alike or _of_one_word(game, state, moves)
        if seen >= STATES or stop.limit:
            break
    yield from filter(None, (twice, alike, board, faces))
    if getattr(game, "track", None) is not None and not _has_places(game.start()):
        yield Finding(
            False, "the game has a track, and no field of State is annotated Place, so no counter is drawn on it"
        )
    for name, value in constant.items() if seen >= MANY else ():
        yield Finding(
            False, f"the field {name} of the state was {quoted(value)} in all of {seen:,} states that were met"
        )
    if decided and not chosen:
        problem = f"nobody ever had a choice: each of {decided:,} states that were met has one move"
        yield Finding(False, f"{problem}{line_of(game, 'moves')}")
    if not ended:
        yield Finding(False, f"no random game ended within {LONGEST:,} moves; does the game come to an end?")
    elif ended >= PLAYS and len(payoffs) == 1 and "reward" not in vars(type(game)):
        (payoff,) = payoffs
        yield Finding(False, f"all of {ended} random games ended with payoff {payoff}{line_of(game, 'payoff')}")


def unusual_deals(game: Patience) -> Iterator[Finding]:
    """Yield findings from some deals of a solitaire game. Raises RulesError if the rules break the contract, and their
    errors."""
    ended = 0
    for number in range(DEALS):
        table = deal(game, 0, number)
        for k in range(LONGEST):
            if k < DRAWN:
                table_scene(game, table)
            with rules_errors(game, table):
                step: Any = game.step(table)
            if not isinstance(step, int):
                problem = f"step returns {step!r}; possible: a whole number, as OVER"
                raise RulesError(
                    f"{type(game).__name__}, at the table {game.show(table)}: {problem}{line_of(game, 'step')}"
                )
            if step == OVER:
                ended += 1
                with rules_errors(game, table):
                    checked_score(game, table, game.score(table), seats_of(game))
                    game.won(table)
                break
            if stop.limit:
                return
    with suppress(UnsupportedError):  # of a score that is a row
        enumerate_deals(game, states=1)  # which checks ``alike``
    if not ended:
        yield Finding(False, f"none of {DEALS} deals ended within {LONGEST:,} steps; does the game come to an end?")


def unreadable(game: Game) -> Iterator[Finding]:
    """Yield findings about ``read``, for texts of states as ``show`` prints them and for texts that are not
    positions."""
    if type(game).read is Game.read:
        return
    play = islice(random_play(game, random.Random(0), LONG_PLAY), DRAWN)
    for text in dict.fromkeys([*(game.show(state) for state in play), *NO_POSITIONS]):
        try:
            state = at_position(game, text).start() if text else game.read(text)
            if text and game.turn(state) != OVER:
                check_state(game, state)
        except (UsageError, ValueError, LookupError):  # the refusal of such a text
            continue
        except FaceupError as error:
            yield Finding(True, str(error))
            return
        except Exception as error:  # an error of the rules, which users who type a position would see
            problem = f"read of {quoted(text)} raises {error_words(error)}; possible: a state, or ValueError"
            yield Finding(text not in NO_POSITIONS, f"{type(game).__name__}: {problem}{line_of(game, 'read')}")
            return


def _has_places(state: Any) -> bool:
    """Return whether a field is a counter on a track, or a row of counters."""
    return any(Place in (field.kind, item_kind(field.kind)) for field in fields_of(state))


def _of_no_squares(game: Game, state: Any) -> Finding | None:
    """Report that the board names a square for which the state has no number."""
    board, fields = board_of(game), fields_of(state)
    rows = [field for field in fields if isinstance(field.value, tuple)]
    if board is None or not rows or any(field.kind is Cards for field in fields):
        return None
    if drawn := row_of_squares(board, fields):
        squares, numbers = sum(map(len, board)), len(drawn.value)
        if not isinstance(board, Board) or squares == numbers or any(len(row.value) == squares for row in rows):
            return None
        problem = f"the board has {len(board)} rows of {board.columns}, and {drawn.name} has {numbers} numbers"
        return Finding(False, f"{broken_rules.at(game, state)}: {problem}, of which {numbers - squares} are not drawn")
    longest = max(rows, key=lambda field: len(field.value))
    missing = min(square for row in board for square in row if square >= len(longest.value))
    problem = f"no row of the state has a number for every square of the board: {longest.name} has {len(longest.value)}"
    return Finding(False, f"{broken_rules.at(game, state)}: {problem}, from 0 on, and the board names {missing}")


def _of_no_counts(game: Game, state: Any, lengths: dict[str, int]) -> Finding | None:
    """Report a row of ``Dice`` with another length than in a state before, in ``lengths``: of faces, not of counts."""
    for name, row, kind in fields_of(state):
        if kind is Dice and isinstance(row, tuple) and row and lengths.setdefault(name, len(row)) != len(row):
            problem = f"{name} is {row!r}, and had {lengths[name]} numbers before; Dice has a count for each face"
            instead = f"write `{name}: tuple[Die, ...]` for the faces of dice in a row"
            return Finding(False, f"{broken_rules.at(game, state)}: {problem}; {instead}")
    return None


def _listed_twice(game: Game, state: Any, moves: list[Any]) -> Finding | None:
    move, count = Counter(moves).most_common(1)[0]
    if count == 1:
        return None
    more = f", so it is {count} times as likely" if game.turn(state) == CHANCE else ""
    problem = f"moves has {move!r} {count} times{more}"
    return Finding(False, f"{broken_rules.at(game, state)}: {problem}{line_of(game, 'moves')}")


def _of_one_word(game: Game, state: Any, moves: list[Any]) -> Finding | None:
    words: dict[str, Any] = {}
    for move in moves[:WORDS]:
        word = move_text(game, state, move)
        if words.setdefault(word, move) != move:
            problem = f"say gives the moves {words[word]} and {move} one word, {word!r}"
            return Finding(False, f"{broken_rules.at(game, state)}: {problem}{line_of(game, 'say')}")
    return None

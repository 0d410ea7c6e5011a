"""The contract held against a few states: what rules give is what it must be, and is the same when asked again.

A sample of states is no proof; it finds what is wrong everywhere before an engine begins.
"""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any
from weakref import WeakSet

from faceup.engines import broken_rules
from faceup.engines.broken_rules import at
from faceup.engines.dealing import deal
from faceup.engines.numbers_of_rules import exact_odds
from faceup.engines.seats import checked_gain, seats_of
from faceup.rules.contract import CHANCE, OVER, Game, Patience
from faceup.rules.errors import MISTAKES, RulesError
from faceup.rules.facts import facts_of, plays_itself
from faceup.rules.moves import is_move
from faceup.rules.pile import contents
from faceup.rules.texts import line_of

PLAYS = 3  # random games
LONGEST = 100  # moves of each
LONG_PLAY = 10_000  # moves in which most games end
MANY = 1000  # moves of a state that are listed: others are not looked at
MOST_TRIED = 6  # moves of a state that are played
LOOKED_AT = 100  # states of a game

_counted: WeakSet[type] = WeakSet()  # games of which all moves of a state that has MANY were counted
_checked: WeakSet[Game | Patience] = WeakSet()


def check_contract(game: Game | Patience) -> None:
    """Look at the states of a few random games, or at one deal.

    Raises RulesError that shows the state.
    """
    if game in _checked:
        return
    _checked.add(game)
    try:
        looks = _look_at_table(game) if plays_itself(game) else _look_at_states(game)
        for _ in islice(looks, LOOKED_AT):
            pass
    except RulesError:
        raise
    except MISTAKES:  # which an engine will meet too, and tell in its own way
        pass


def _look_at_states(game: Game) -> Iterator[Any]:
    first = game.start()
    _twice(game, first, "start", "start", first, game.start())
    chooser = random.Random(0)
    for _ in range(PLAYS):
        for state in random_play(game, chooser, LONGEST):
            yield check_state(game, state)


def _look_at_table(game: Patience) -> Iterator[Any]:
    """Play one deal twice, step by step. What else is wrong, the engines say with the table."""
    try:
        one, other = deal(game, 0, 0), deal(game, 0, 0)
        for _ in range(LONGEST):
            before = game.show(one)
            steps = game.step(one), game.step(other)
            if steps[0] != steps[1] or contents(one) != contents(other):
                break
            if steps[0] == OVER:
                return
            yield
        else:
            return
    except MISTAKES:
        return
    raise RulesError(
        f"{type(game).__name__}: step does not do the same twice at the table {before}; only the shuffle is drawn "
        f"by lot{line_of(game, 'step')}"
    )


def random_play(game: Game, chooser: random.Random, longest: int) -> Iterator[Any]:
    """The states of a random game, up to so many."""
    state = game.start()
    for _ in range(longest):
        yield state
        who = game.turn(state)
        if who == OVER:
            return
        moves = broken_rules.listed(game, state, most=MANY)
        if who == CHANCE:
            moves = [move for move in moves if game.odds(state, move)] or moves
        state = game.play(state, chooser.choice(moves))


def seems_endless(game: Game) -> bool:
    """Whether a random game does not come to an end soon."""
    return sum(1 for _ in random_play(game, random.Random(0), LONG_PLAY)) == LONG_PLAY


def check_state(game: Game, state: Any) -> list[Any]:
    """Ask the rules about a state twice all that an engine asks; the states after it, of its first moves.

    Raises RulesError, and what the rules raise.
    """
    own, seats = facts_of(game).own, seats_of(game)
    who = _twice(game, state, "turn", "turn", game.turn(state), game.turn(state))
    for player in range(seats or 2) if "view" in own else ():
        seen = game.view(state, player)
        _twice(game, state, "view", f"view of player {player}", seen, game.view(state, player))
    if who == OVER:
        payoff = checked_gain(game, state, "payoff", game.payoff(state), seats)
        _twice(game, state, "payoff", "payoff", payoff, game.payoff(state))
        return []
    if not isinstance(who, int) or not CHANCE <= who < (seats or 2):
        raise broken_rules.bad_turn(game, state, who, seats)
    moves = broken_rules.listed(game, state, most=MANY)
    if not moves:
        raise broken_rules.no_moves(game, state)
    if len(moves) == MANY and "theory" not in own and type(game) not in _counted:  # a theory lists no moves
        _counted.add(type(game))
        broken_rules.listed(game, state)  # raises RulesError where they have no end
    if strange := [move for move in moves if not is_move(move)]:
        raise RulesError(
            f"{at(game, state)}: moves gives {strange[0]!r}; a move is a whole number or a tuple of one or more, which "
            f"say(self, s, m) gives words{line_of(game, 'moves')}"
        )
    _twice(game, state, "moves", "moves", moves, broken_rules.listed(game, state, most=MANY))
    if who != CHANCE and "choices" in own:
        choices = broken_rules.listed(game, state, "choices", MANY)
        _twice(game, state, "choices", "choices", choices, broken_rules.listed(game, state, "choices", MANY))
        if len(moves) < MANY and (extra := [move for move in choices if move not in moves]):
            raise RulesError(
                f"{at(game, state)}: choices has {extra[0]!r}, which moves has not{line_of(game, 'choices')}"
            )
    return [_after(game, state, who, move, "reward" in own) for move in islice(moves, MOST_TRIED)]


def _after(game: Game, state: Any, who: int, move: Any, rewarding: bool) -> Any:
    """The state after a move, asked for twice as are its odds and its reward."""
    if who == CHANCE:
        weight = game.odds(state, move)
        exact_odds(game, state, move, weight)
        _twice(game, state, "odds", f"odds of outcome {move}", weight, game.odds(state, move))
    if rewarding:
        what = f"reward of move {move}"
        gain = checked_gain(game, state, what, game.reward(state, move), seats_of(game))
        _twice(game, state, "reward", what, gain, game.reward(state, move))
    after = game.play(state, move)
    broken_rules.check_played(game, state, move, after)
    _twice(game, state, "play", f"play of move {move}", after, game.play(state, move))
    canon: Any = game.canon(after)
    if "canon" in facts_of(game).own:
        if getattr(canon, "_fields", None) != after._fields:
            raise RulesError(f"{at(game, after)}: canon gives {canon!r}; possible: a state{line_of(game, 'canon')}")
        _twice(game, after, "canon", "canon", canon, game.canon(after))
    return after


def _twice(game: Game, state: Any, method: str, what: str, first: Any, second: Any) -> Any:
    """What was given twice for one state; raises RulesError where it was not the same."""
    if first != second:
        raise RulesError(
            f"{at(game, state)}: {what} gives {first!r}, and asked again {second!r}; rules give the same for the same "
            f"state: what is drawn by lot is an outcome of CHANCE, with odds{line_of(game, method)}"
        )
    return first


def breach(game: Game, state: Any) -> RulesError | None:
    """How the rules break the contract at this state, or at one after it, where they do."""
    try:
        for after in check_state(game, state):
            check_state(game, after)
    except RulesError as error:
        return error
    except MISTAKES:  # which the rules raise themselves
        return None
    return None

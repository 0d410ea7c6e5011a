"""What a game is played for: as its first games show it, and between which numbers all payoffs lie, as its text shows.

A search that knows between which numbers payoffs lie need not ask whether a position is worth more than a win. Where
the text does not show it, as a payoff is looked up or added up over fields, nothing is claimed, and the search asks.
"""

import ast
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import inf
from types import FunctionType
from typing import TYPE_CHECKING, Any

from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import exact_number
from faceup.engines.model.policies import play_through
from faceup.engines.model.seats import seats_of
from faceup.native.lowering.tree import NoSource, definition_of
from faceup.numbers.value import Number, Value
from faceup.results.own_units import units_in
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE, OVER, Game, from_own_start, position_of
from faceup.rules.errors import LimitReached
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

if TYPE_CHECKING:
    from faceup.engines.model.graph import GameGraph

Range = tuple[int, int]
DEEPEST = 5  # calls within calls


class _Unknown(Exception):
    """An expression of which the text does not show what it may be."""


def payoff_range(game: Game) -> Range | None:
    """The least and the most that player 0 may get at an end; None where that is not known, or gained on the way."""
    if facts_of(game).rewarding:
        return None
    try:
        return _of_function(game, type(game).payoff, 0)
    except (_Unknown, NoSource):
        return None


def value_bounds(game: Game) -> tuple[Number, Number]:
    """Between what player 0's value lies wherever play goes, even round for ever; infinite where that is not known."""
    known, endless = payoff_range(game), game.endless
    if known is None or not isinstance(endless, int | Fraction):
        return -inf, inf
    return min(known[0], endless), max(known[1], endless)


def _of_function(game: Game, function: Any, depth: int) -> Range:
    """What a function may return."""
    if not isinstance(function, FunctionType) or depth > DEEPEST:
        raise _Unknown
    definition = definition_of(function)
    if isinstance(definition, ast.Lambda):
        raise _Unknown
    returned = [node.value for node in _own_nodes(definition) if isinstance(node, ast.Return)]
    if not returned or None in returned:
        raise _Unknown
    return _union([_of(game, function, depth, node) for node in returned])


def _own_nodes(node: ast.AST) -> list[ast.AST]:
    """All parts of a function but those of functions in it."""
    found: list[ast.AST] = []
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.FunctionDef | ast.Lambda):
            found += [part, *_own_nodes(part)]
    return found


def _union(ranges: list[Range]) -> Range:
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def _of(game: Game, function: FunctionType, depth: int, node: Any) -> Range:
    """What an expression in a function may be."""
    of = partial(_of, game, function, depth)
    match node:
        case ast.Constant(value=int(number)):
            return int(number), int(number)
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return 0, 1
        case ast.UnaryOp(op=ast.USub()):
            low, high = of(node.operand)
            return -high, -low
        case ast.IfExp():
            return _union([of(node.body), of(node.orelse)])
        case ast.BoolOp():
            return _union([of(value) for value in node.values])
        case ast.BinOp(op=ast.Add()):
            (low, high), (least, most) = of(node.left), of(node.right)
            return low + least, high + most
        case ast.BinOp(op=ast.Sub()):
            (low, high), (least, most) = of(node.left), of(node.right)
            return low - most, high - least
        case ast.BinOp(op=ast.Mult()):
            ends = [one * other for one in of(node.left) for other in of(node.right)]
            return min(ends), max(ends)
        case ast.Attribute(value=ast.Name(id="self"), attr=name) if _is_method(game, function):
            return _whole(_of_game(game, name))
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)) if _is_method(game, function):
            return _of_function(game, getattr(type(game), name, None), depth + 1)
        case ast.Call(func=ast.Name(id="int"), args=[given], keywords=[]) if _is_builtin(function, "int"):
            return of(given)
        case ast.Call(func=ast.Name(id="bool")) if _is_builtin(function, "bool"):
            return 0, 1
        case ast.Call(func=ast.Name(id=name)) if _is_global(function, name):
            return _of_function(game, function.__globals__.get(name), depth + 1)
        case ast.Name(id=name) if _is_global(function, name):
            return _whole(function.__globals__.get(name))
    raise _Unknown


def _is_method(game: Game, function: FunctionType) -> bool:
    """Whether ``self`` is the game there: the first argument of a method of its class, and never another thing."""
    code = function.__code__
    own = getattr(type(game), function.__name__, None) is function and code.co_varnames[:1] == ("self",)
    stored = any(
        isinstance(node, ast.Name) and node.id == "self" and isinstance(node.ctx, ast.Store)
        for node in ast.walk(definition_of(function))
    )
    return own and not stored


def _of_game(game: Game, name: str) -> Any:
    """A parameter or constant of the game: what a property would compute is not asked."""
    return None if isinstance(getattr(type(game), name, None), property) else getattr(game, name, None)


def _is_global(function: FunctionType, name: str) -> bool:
    """Whether a name in a function is one of its module."""
    code = function.__code__
    return name not in (*code.co_varnames, *code.co_cellvars, *code.co_freevars)


def _is_builtin(function: FunctionType, name: str) -> bool:
    """Whether a name in a function is that of Python itself."""
    return _is_global(function, name) and name not in function.__globals__


def _whole(number: Any) -> Range:
    """A number that the rules name."""
    if not isinstance(number, int):
        raise _Unknown
    return int(number), int(number)


NOBODY = -1  # decided before: the game began with chance, or is over at once
GAMES = 50
MOVES = 60_000  # of all games looked at together
LONG = 10_000  # moves without an end, after which no other game is looked at: they may go round for ever
MOST_POSITIONS = 30_000  # that are looked at to be sure
LISTED = 1_000_000  # moves among which those are chosen


def stakes_of(graph: "GameGraph") -> Stakes:
    """What all positions of the graph show, but for the closings."""
    own = tuple(graph.game.player_names)
    if isinstance(graph.numbers[0], tuple):
        players, seats = frozenset(who for who in graph.turns.tolist() if who >= 0), len(graph.numbers[0])
        return Stakes(frozenset(), players, CHANCE in graph.turns, int(graph.turns[0]), True, seats=seats, own=own)
    numbers = set(graph.ends)
    turns = set(graph.turns.tolist())
    payoffs = frozenset() if graph.rewards.any() else frozenset(numbers)
    players = frozenset(turns & {0, 1})
    rewards = bool(graph.rewards.any())
    known = Stakes(payoffs, players, by_lot(graph.game, turns), int(graph.turns[0]), True, rewards=rewards, own=own)
    return replace(known, units=units_in(graph.game))


def by_lot(game: Game, turns: Iterable[int]) -> bool:
    """Whether chance has a say: where something is hidden, those who play mix their moves by lot."""
    return CHANCE in turns or facts_of(game).hidden


def stakes_after(game: Game, moves: Iterable[Move], graph: "GameGraph", seen: Stakes | None = None) -> Stakes:
    """What all positions after these moves show, which are those of the graph, beside some games from the start.

    ``seen`` is what those games show, where it is known.
    """
    here, seen = stakes_of(graph), seen or stakes_seen(game)
    known = replace(here, players=here.players | seen.players, first=seen.first, rewards=here.rewards or seen.rewards)
    known = replace(known, both_ways=seen.both_ways)
    return known.with_ends(_closings(graph, _last_to_decide(game, moves)) | seen.closings)


def _last_to_decide(game: Game, moves: Iterable[Move]) -> int:
    """Who made the last of these moves that was a player's, or NOBODY."""
    last, state = NOBODY, game.start()
    for move in moves:
        who = game.turn(state)
        last = who if who in (0, 1) else last
        state = game.play(state, move)
    return last


def _closings(graph: "GameGraph", before: int) -> frozenset[tuple[int, Number]]:
    """Who may have decided last before each end, with its payoff; ``before`` did so before the graph's start."""
    last: list[set[int]] = [set() for _ in graph.states]
    last[0].add(before)
    todo = [0]
    while todo:
        i = todo.pop()
        who = int(graph.turns[i])
        here = {who} if who in (0, 1) else last[i]
        for there in graph.targets[graph.edges(i)].tolist():
            if not here <= last[there]:
                last[there] |= here
                todo.append(there)
    ends = [i for i, who in enumerate(graph.turns.tolist()) if who == OVER]
    return frozenset((player, graph.numbers[graph.payoffs[i]]) for i in ends for player in last[i])


def stakes_for(game: Game, value: Value, endless: Number | None = None) -> Stakes:
    """What some games show; and where only all ends tell whether this value is a win, or a chance of one, what all
    positions show.

    A play without end is one that is worth ``endless``, where there is such.
    """
    seen = stakes_seen(game).with_ends([] if endless is None else [(None, endless)])
    if seen.worth(value).decisive:
        return seen
    open_yet = seen.race or replace(seen, complete=True).worth(value).decisive
    return _of_all_positions(game, seen) if open_yet else seen


def stakes_of_ends(game: Game, payoffs: Iterable[Number]) -> Stakes:
    """What these ends show; where they leave open who wins, what some games show, or even all positions."""
    met = Stakes(
        frozenset(payoffs), frozenset({0, 1}), True, CHANCE, False, own=tuple(game.player_names), units=units_in(game)
    )
    if met.numeric or met.decided:
        return met
    seen = stakes_seen(game).with_ends((None, payoff) for payoff in payoffs)
    return seen if seen.numeric or {-1, 1} <= seen.payoffs else _of_all_positions(game, seen)


def _of_all_positions(game: Game, seen: Stakes) -> Stakes:
    """What all positions show, where they are not too many; else what was seen."""
    from faceup.engines.model.graph import LargeOdds, walk

    try:
        return stakes_after(game, (), walk(game, most=MOST_POSITIONS), seen)
    except (LimitReached, LargeOdds):
        return seen


def decides(game: Game, games: int = GAMES) -> bool:
    """Whether somebody was seen to have a choice, of two moves at least, in so many games played at random."""
    left, listed = MOVES, [0]
    for number in range(games):
        for state, _ in play_through(game, 0, number, ("random",), None, min(left, LONG), listed):
            left -= 1
            if game.turn(state) >= 0 and len(broken_rules.legal_moves_of(game, state, most=2)) > 1:
                return True
        if left <= 0 or listed[0] > LISTED:
            break
    return False


def stakes_seen(game: Game, games: int = GAMES) -> Stakes:
    """What so many games show that are played at random from the start; from a position, which may be the end of the
    game or near it, and from the rules' own start.
    """
    here = _seen_from(game, games)
    if not position_of(game):
        return here
    whole = _seen_from(from_own_start(game), games)
    found = replace(
        here, closings=frozenset(), players=here.players | whole.players, chance=here.chance or whole.chance
    )
    found = replace(found, both_ways=here.both_ways or whole.both_ways)
    return found.with_ends({end for end in here.closings if end[0] != NOBODY} | whole.closings).with_ends(
        (None, payoff) for payoff in here.payoffs | whole.payoffs
    )


def _seen_from(game: Game, games: int) -> Stakes:
    """What such games from where this one begins show."""
    seats, closings = seats_of(game), set[tuple[int, Number]]()
    turns: set[int] = set()
    rewards, signs = facts_of(game).rewarding, set[bool]()  # whether games came to more than nothing
    left, listed = MOVES, [0]
    for number in range(games):
        last, before, total = NOBODY, left, Fraction(0)
        for state, move in play_through(game, 0, number, ("random",), None, left, listed):
            left -= 1
            who = game.turn(state)
            turns.add(who)
            if who in (0, 1):
                last = who
            if rewards and not seats and move is not None:
                total += exact_number(game, state, "reward", game.reward(state, move))
            if move is None and not seats:
                payoff = exact_number(game, state, "payoff", game.payoff(state))
                closings.add((last, payoff))
                signs |= {total + payoff > 0} if total + payoff else set()
            if listed[0] > LISTED or before - left > LONG:
                break
        if left <= 0 or listed[0] > LISTED or before - left > LONG:
            break
    # Who is first the rules' own start says, wherever a position begins.
    first = game.turn(type(game).start(game))
    players = frozenset(who for who in turns if who >= 0)
    own = tuple(game.player_names)
    found = Stakes(frozenset(), players, by_lot(game, turns), first, False, rewards=rewards, seats=seats, own=own)
    found = replace(found, both_ways=rewards and len(signs) == 2, units=units_in(game))
    return found.with_ends(closings)

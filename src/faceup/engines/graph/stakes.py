"""The stakes of a game, as some games show them, and the range of its payoffs, as the source of the rules shows it.

A search that knows the range of payoffs need not ask whether a value is above a win. If the source does not show the
range, for instance because a payoff is looked up or added up over fields, the search asks.
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
from faceup.engines.model.legal_moves import exact_number, exact_payoff
from faceup.engines.model.policies import play_through
from faceup.engines.model.seats import seats_of
from faceup.native.lowering.tree import NoSource, definition_of
from faceup.numbers.value import Number, Value
from faceup.results.seats import units_in
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE, OVER, Game, from_own_start, position_of
from faceup.rules.errors import LimitReached
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

if TYPE_CHECKING:
    from faceup.engines.graph.game_graph import GameGraph

Range = tuple[int, int]
DEEPEST = 5  # calls within calls
WON_AND_LOST = frozenset({-1, 1})


class _Unknown(Exception):
    """The source does not show the range of an expression."""


def payoff_range(game: Game) -> Range | None:
    """Return the least and the greatest payoff to player 0; None if unknown, and in games with rewards."""
    if facts_of(game).rewarding:
        return None
    try:
        return _of_function(game, type(game).payoff, 0)
    except (_Unknown, NoSource):
        return None


def constant_payoffs(game: Game) -> frozenset[int]:
    """Return the payoffs to player 0, if the source shows that they are whole numbers written there; else none."""
    payoff: Any = type(game).payoff
    if facts_of(game).rewarding or not isinstance(payoff, FunctionType):
        return frozenset()
    try:
        nodes = _own_nodes(definition_of(payoff))
        return frozenset(number for node in nodes if isinstance(node, ast.Return) for number in _constants(node.value))
    except (_Unknown, NoSource):
        return frozenset()


def _constants(node: ast.expr | None) -> list[int]:
    """Return the numbers of a constant, or of a choice of constants. Raises _Unknown."""
    match node:
        case ast.IfExp(body=body, orelse=otherwise):
            return _constants(body) + _constants(otherwise)
        case ast.UnaryOp(op=ast.USub(), operand=negated):
            return [-number for number in _constants(negated)]
        case ast.Constant(value=int(number)):
            return [number]
    raise _Unknown


def value_bounds(game: Game) -> tuple[Number, Number]:
    """Return bounds on player 0's value at any position, endless plays included; infinite if unknown."""
    payoffs, endless = payoff_range(game), game.endless
    if payoffs is None or not isinstance(endless, int | Fraction):
        return -inf, inf
    return min(payoffs[0], endless), max(payoffs[1], endless)


def _of_function(game: Game, function: Any, depth: int) -> Range:
    """Return the range of a function's results. Raises _Unknown."""
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
    """Return all nodes of a function, except those of nested functions."""
    nodes: list[ast.AST] = []
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.FunctionDef | ast.Lambda):
            nodes += [part, *_own_nodes(part)]
    return nodes


def _union(ranges: list[Range]) -> Range:
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def _of(game: Game, function: FunctionType, depth: int, node: Any) -> Range:
    """Return the range of an expression in a function. Raises _Unknown."""
    of = partial(_of, game, function, depth)
    match node:
        case ast.Constant(value=int(number)):
            return int(number), int(number)
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return 0, 1
        case ast.UnaryOp(op=ast.USub()):
            low, high = of(node.operand)
            return -high, -low
        case ast.IfExp(test=ast.Attribute(value=ast.Name(id="self"), attr=name)) if _is_method(game, function) and (
            isinstance(chosen := _of_game(game, name), bool)
        ):
            return of(node.body if chosen else node.orelse)
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
    """Whether ``self`` is the game in this function: the first argument of a method, never assigned."""
    code = function.__code__
    own = getattr(type(game), function.__name__, None) is function and code.co_varnames[:1] == ("self",)
    stored = any(
        isinstance(node, ast.Name) and node.id == "self" and isinstance(node.ctx, ast.Store)
        for node in ast.walk(definition_of(function))
    )
    return own and not stored


def _of_game(game: Game, name: str) -> Any:
    """Return a parameter or constant of the game; None for a property."""
    return None if isinstance(getattr(type(game), name, None), property) else getattr(game, name, None)


def _is_global(function: FunctionType, name: str) -> bool:
    """Whether a name in a function is a global of its module."""
    code = function.__code__
    return name not in (*code.co_varnames, *code.co_cellvars, *code.co_freevars)


def _is_builtin(function: FunctionType, name: str) -> bool:
    """Whether a name in a function is a builtin."""
    return _is_global(function, name) and name not in function.__globals__


def _whole(number: Any) -> Range:
    """Return the range of a constant. Raises _Unknown if it is not a whole number."""
    if not isinstance(number, int):
        raise _Unknown
    return int(number), int(number)


NOBODY = -1  # no player has decided before the end: the game began with chance, or is over at once
GAMES = 50
MOVES = 60_000  # of all random games together
LONG = 10_000  # moves of a game without an end, after which no further game is played: play may cycle
MOST_POSITIONS = 30_000  # of the walk that makes sure
LISTED = 1_000_000  # legal moves listed in all random games


def stakes_of(graph: "GameGraph") -> Stakes:
    """Return the stakes that all positions of the graph show, without the closings."""
    names = tuple(graph.game.player_names)
    if graph.seats:
        players, first = frozenset(turn for turn in graph.turns.tolist() if turn >= 0), int(graph.turns[0])
        return Stakes(frozenset(), players, CHANCE in graph.turns, first, True, seats=graph.seats, own=names)
    numbers = set(graph.ends)
    turns = set(graph.turns.tolist())
    payoffs = frozenset() if graph.rewards.any() else frozenset(numbers)
    players = frozenset(turns & {0, 1})
    rewards = bool(graph.rewards.any())
    stakes = Stakes(payoffs, players, by_lot(graph.game, turns), int(graph.turns[0]), True, rewards=rewards, own=names)
    return replace(stakes, units=units_in(graph.game))


def by_lot(game: Game, turns: Iterable[int]) -> bool:
    """Whether chance has a part; with hidden information, mixed strategies count as chance."""
    return CHANCE in turns or facts_of(game).hidden


def stakes_after(game: Game, moves: Iterable[Move], graph: "GameGraph", seen: Stakes | None = None) -> Stakes:
    """Return the stakes that all positions of the graph, after these moves, show together with some random games.

    ``seen`` are the stakes that random games show, if already computed.
    """
    after, seen = stakes_of(graph), seen or stakes_seen(game)
    stakes = replace(
        after, players=after.players | seen.players, first=seen.first, rewards=after.rewards or seen.rewards
    )
    stakes = replace(stakes, both_ways=seen.both_ways)
    return stakes.with_ends(_closings(graph, _last_to_decide(game, moves)) | seen.closings)


def _last_to_decide(game: Game, moves: Iterable[Move]) -> int:
    """Return the player who made the last of these moves that was not chance's, or NOBODY."""
    last, state = NOBODY, game.start()
    for move in moves:
        turn = game.turn(state)
        last = turn if turn in (0, 1) else last
        state = game.play(state, move)
    return last


def _closings(graph: "GameGraph", before: int) -> frozenset[tuple[int, Number]]:
    """Return pairs (player who may have decided last before an end, its payoff); ``before`` is that of the start."""
    last: list[set[int]] = [set() for _ in graph.states]
    last[0].add(before)
    todo = [0]
    while todo:
        i = todo.pop()
        turn = int(graph.turns[i])
        deciders = {turn} if turn in (0, 1) else last[i]
        for target in graph.targets[graph.edges(i)].tolist():
            if not deciders <= last[target]:
                last[target] |= deciders
                todo.append(target)
    ends = [i for i, turn in enumerate(graph.turns.tolist()) if turn == OVER]
    return frozenset((player, graph.numbers[graph.payoffs[i]]) for i in ends for player in last[i])


def stakes_for(game: Game, value: Value, endless: Number | None = None) -> Stakes:
    """Return the stakes that some games show, or all positions if only these decide whether the value is a win.

    ``endless`` is the value of an endless play, if play can be endless.
    """
    seen = stakes_seen(game).with_ends([] if endless is None else [(None, endless)])
    if seen.worth(value).decisive:
        return seen
    open_yet = seen.race or replace(seen, complete=True).worth(value).decisive
    return _of_all_positions(game, seen) if open_yet else seen


def stakes_of_ends(game: Game, payoffs: Iterable[Number]) -> Stakes:
    """Return the stakes that these payoffs show; if they leave open who wins, those of games or of all positions."""
    shown = Stakes(
        frozenset(payoffs), frozenset({0, 1}), True, CHANCE, False, own=tuple(game.player_names), units=units_in(game)
    )
    if shown.numeric or shown.decided:
        return shown
    seen = stakes_seen(game).with_ends((None, payoff) for payoff in payoffs)
    return seen if seen.numeric or {-1, 1} <= seen.payoffs else _of_all_positions(game, seen)


def _of_all_positions(game: Game, seen: Stakes) -> Stakes:
    """Return the stakes that all positions show; ``seen`` if they are too many."""
    from faceup.engines.graph.game_graph import LargeOdds, walk

    try:
        return stakes_after(game, (), walk(game, most=MOST_POSITIONS), seen)
    except (LimitReached, LargeOdds):
        return seen


def decides(game: Game, games: int = GAMES) -> bool:
    """Whether some player had a choice between moves in this many random games."""
    moves_left, listed = MOVES, [0]
    for number in range(games):
        for state, _ in play_through(game, 0, number, ("random",), None, min(moves_left, LONG), listed):
            moves_left -= 1
            if game.turn(state) >= 0 and len(broken_rules.legal_moves_of(game, state, most=2)) > 1:
                return True
        if moves_left <= 0 or listed[0] > LISTED:
            break
    return False


def stakes_seen(game: Game, games: int = GAMES) -> Stakes:
    """Return the stakes that random games show; of a game from a position, also those from the rules' own start."""
    here = _seen_from(game, games)
    if not position_of(game):
        return here
    from_start = _seen_from(from_own_start(game), games)
    stakes = replace(
        here, closings=frozenset(), players=here.players | from_start.players, chance=here.chance or from_start.chance
    )
    stakes = replace(stakes, both_ways=here.both_ways or from_start.both_ways)
    return stakes.with_ends({end for end in here.closings if end[0] != NOBODY} | from_start.closings).with_ends(
        (None, payoff) for payoff in here.payoffs | from_start.payoffs
    )


def _seen_from(game: Game, games: int) -> Stakes:
    """Return the stakes that random games from this game's start show."""
    seats, closings = seats_of(game), set[tuple[int, Number]]()
    turns: set[int] = set()
    rewards, signs = facts_of(game).rewarding, set[bool]()  # whether games came to more than nothing
    moves_left, listed = MOVES, [0]
    for number in range(games):
        last, before, total = NOBODY, moves_left, Fraction(0)
        for state, move in play_through(game, 0, number, ("random",), None, moves_left, listed):
            moves_left -= 1
            turn = game.turn(state)
            turns.add(turn)
            if turn in (0, 1):
                last = turn
            if rewards and not seats and move is not None:
                total += exact_number(game, state, "reward", game.reward(state, move))
            if move is None and not seats:
                payoff = exact_payoff(game, state)
                closings.add((last, payoff))
                signs |= {total + payoff > 0} if total + payoff else set()
            if listed[0] > LISTED or before - moves_left > LONG:
                break
        if moves_left <= 0 or listed[0] > LISTED or before - moves_left > LONG:
            break
    # The first player is that of the rules' own start, also for a game from a position.
    first = game.turn(type(game).start(game))
    players = frozenset(turn for turn in turns if turn >= 0)
    names = tuple(game.player_names)
    stakes = Stakes(frozenset(), players, by_lot(game, turns), first, False, rewards=rewards, seats=seats, own=names)
    written = constant_payoffs(game)
    drawless = bool(written) and 0 not in written
    stakes = replace(stakes, both_ways=rewards and len(signs) == 2, units=units_in(game), drawless=drawless)
    stakes = stakes.with_ends(closings)
    if stakes.two and WON_AND_LOST <= written <= WON_AND_LOST | {0}:
        return stakes.with_ends((None, end) for end in WON_AND_LOST)  # one of the two is rare, or never comes
    if stakes.payoffs == {0} and not stakes.two and payoff_range(game) in ((0, 1), (-1, 0)):
        return stakes.with_ends((None, end) for end in payoff_range(game) or ())  # one of the two is rare
    return stakes

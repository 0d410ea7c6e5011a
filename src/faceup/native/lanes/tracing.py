"""Traces the rules of a solitaire game: CPython runs ``step`` on symbols, once for each way through it.

The result is a decision tree: forks on conditions, and at each leaf the edits of each pile, or the score if the game
ends. The bounds of cards, sizes and tallies are widened until they hold from step to step (abstract interpretation).
"""

import dis
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from types import CodeType, FunctionType
from typing import Any

from faceup.native.digests.reach import helpers_of
from faceup.native.lanes.symbols import Choice, LanesRefused, Node, Nodes, Span, Trace, TracedPile, TracedTally
from faceup.rules.contract import OVER, Patience
from faceup.rules.pile import LARGEST_CARD, Tally, things

MOST_WAYS = 512
MOST_PARTS = 256  # nodes of the tree, which has equal parts once
MOST_TURNS, PATIENT_TURNS = 12, 6  # rounds of widening in all, and before bounds are widened to whole types


@dataclass(frozen=True)
class Edit:
    """The edit of a pile: ``gone`` cards leave the top (None: all), then the cards ``come`` arrive."""

    gone: int | None
    come: tuple[Node, ...]  # the newest last


@dataclass(frozen=True)
class Leaf:
    """The end of one way through: a step, or the end of the game with its score, or an error (neither)."""

    edits: tuple[Edit, ...] = ()
    tallies: tuple[Node, ...] = ()
    score: Node | None = None
    won: bool = False


@dataclass(frozen=True)
class Fork:
    """A fork on a condition; ``scoring`` if the game is over there."""

    condition: Node
    scoring: bool
    yes: "Tree"
    no: "Tree"


Tree = Fork | Leaf


@dataclass(frozen=True)
class Bounds:
    """Bounds that hold for every table between two steps."""

    cards: Span
    room: int  # the most cards in any pile
    most: tuple[int, ...]  # the most cards in each pile
    tallies: tuple[Span, ...]


@dataclass(frozen=True)
class Plan:
    """The traced rules of a game, enough to play it."""

    deck: int  # the size of the deck
    start: Leaf  # the edits of ``lay`` on empty piles
    bounds: Bounds
    tree: Tree


def read_rules(game: Patience) -> Plan:
    """Trace the rules on symbols; return the plan of a game. Raises LanesRefused."""
    _refuse_outside(game)
    deck = list(game.deck())
    if not deck or min(deck) < 0 or max(deck) > LARGEST_CARD:
        raise LanesRefused("the deck is empty or holds what is not a card")
    start, bounds = _trace_lay(game, deck)
    for turn in range(MOST_TURNS):
        tree, after = _trace_all(game, len(deck), bounds)
        if after == bounds:
            return Plan(len(deck), start, bounds, tree)
        if turn >= PATIENT_TURNS:  # a tally that still grows gets the bounds of one, two or four bytes
            spans = zip(bounds.tallies, after.tallies, strict=True)
            wider = tuple((_outward(a, c, -1), _outward(b, d, 1)) for (a, b), (c, d) in spans)
            after = replace(after, tallies=wider)
        bounds = after
    raise LanesRefused("no bounds of a tally can be proved")


def _outward(before: int, after: int, sign: int) -> int:
    if before == after:
        return after
    return next((sign * (1 << bits) - (sign > 0) for bits in (7, 15, 31) if abs(after) < 1 << bits), after)


def _refuse_outside(game: Patience) -> None:
    """Refuse rules that can tell a symbol from a plain number, or that store something outside the table."""
    todo: list[Any] = [getattr(type(game), name) for name in ("lay", "step", "score", "won")]
    visited: set[Any] = set()
    while todo:
        function = todo.pop()
        if not isinstance(function, FunctionType) or function in visited:
            continue
        visited.add(function)
        todo += helpers_of(function)
        codes = [function.__code__]
        for code in codes:
            codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
            todo += [getattr(type(game), name, None) for name in code.co_names]
            for word in dis.get_instructions(code):
                if word.opname in OUTSIDE or word.argval in ("type", "id"):
                    raise LanesRefused(f"{function.__qualname__} uses {OUTSIDE.get(word.opname, word.argval)}")


OUTSIDE = {"IS_OP": "is", "STORE_GLOBAL": "a global name that it sets"}


def _trace_lay(game: Patience, deck: list[int]) -> tuple[Leaf, Bounds]:
    """Return the effect of ``lay`` on an empty table, and the bounds that hold after it."""
    cards, kinds = (min(deck), max(deck)), things(game.Table)
    run = Trace(Nodes(), [], len(deck), count())
    tallies = kinds.count(Tally)
    table = _table(run, game, Bounds(cards, 0, (0,) * (len(kinds) - tallies), ((0, 0),) * tallies))
    pile = TracedPile(run, run.nodes.constant(0), -1, cards)
    pile.come = [run.number(run.nodes.leaf("deck", (k,), *cards)) for k in reversed(range(len(deck)))]
    with run:
        game.lay(table, pile)  # type: ignore[arg-type]
    if run.trail or run.failed:
        raise LanesRefused("lay depends on the cards, or fails")
    start = _leaf_of(run, table)
    most = tuple(len(edit.come) for edit in start.edits)
    room = len(deck) if sum(most) <= len(deck) else 2 * len(deck)
    ends = [end for edit in start.edits for card in edit.come for end in (card.low, card.high)]
    cards = min([cards[0], *ends]), max([cards[1], *ends])
    return start, Bounds(cards, room, most, tuple((node.low, node.high) for node in start.tallies))


def _trace_all(game: Patience, deck: int, bounds: Bounds) -> tuple[Tree, Bounds]:
    """Return the tree of all ways through ``step`` under these bounds, and bounds that also hold after it."""
    nodes, after = Nodes(), bounds
    ends: list[tuple[list[Choice], Leaf]] = []
    script: list[Choice] = []
    work = count()
    while True:
        run = Trace(nodes, script, deck, work)
        table = _table(run, game, bounds)
        leaf = _trace_step(game, run, table)
        if leaf.edits:
            after = _widen(run, after, leaf, table)
        ends.append((run.trail, leaf))
        if len(ends) > MOST_WAYS:
            raise LanesRefused(f"there are more than {MOST_WAYS} ways through step")
        script = list(run.trail)
        while script and not script[-1].truth:
            script.pop()
        if not script:
            parts: dict[Any, Tree] = {}
            tree = _build_tree(iter(ends), 0, parts)
            if len(parts) > MOST_PARTS:
                raise LanesRefused(f"the tree of all ways through step has more than {MOST_PARTS} parts")
            return tree, after
        last = script.pop()
        script.append(Choice(last.condition, False, last.scoring))


def _trace_step(game: Patience, run: Trace, table: Any) -> Leaf:
    """Return the leaf of one run of ``step`` and, if it ends the game, of ``score`` and ``won``."""
    end = Leaf()
    with run:
        if game.step(table) == OVER:
            run.scoring = True
            score = run.node(game.score(table))
            end = Leaf(score=score, won=bool(game.won(table)))
        else:
            end = _leaf_of(run, table)
    return end


def _table(run: Trace, game: Patience, bounds: Bounds) -> Any:
    """Return a table of symbols within these bounds."""
    piles, tallies = count(), count()

    def thing(kind: type) -> Any:
        if kind is Tally:
            k = next(tallies)
            return TracedTally(run, run.nodes.leaf("tally", (k,), *bounds.tallies[k]))
        k = next(piles)
        return TracedPile(run, run.nodes.leaf("size", (k,), 0, bounds.most[k]), k, bounds.cards)

    return game.Table(*map(thing, things(game.Table)))


def _leaf_of(run: Trace, table: Any) -> Leaf:
    """Return the leaf with the edits that a run has made to the table."""
    piles = [thing for thing in table if type(thing) is TracedPile]
    edits = tuple(Edit(pile.gone, tuple(map(run.node, pile.come))) for pile in piles)
    return Leaf(edits, tuple(run.node(thing.n) for thing in table if type(thing) is TracedTally))


def _widen(run: Trace, bounds: Bounds, leaf: Leaf, table: Any) -> Bounds:
    """Return the bounds, widened until they also hold after the leaf."""
    low, high = bounds.cards
    if any(not low <= end <= high for edit in leaf.edits for card in edit.come for end in run.span(card)):
        low, high = 0, LARGEST_CARD
    piles = [thing for thing in table if type(thing) is TracedPile]
    more = [len(pile.come) - (run.span(pile.base)[0] if pile.gone is None else pile.gone) for pile in piles]
    # While no cards come to the table, no pile can have more than the deck; else each may fill its room.
    room = bounds.room if sum(more) <= 0 else 2 * run.deck
    capacities = tuple(
        room if n > 0 or before == bounds.room else before for n, before in zip(more, bounds.most, strict=True)
    )
    spans = zip(bounds.tallies, map(run.span, leaf.tallies), strict=True)
    return Bounds((low, high), room, capacities, tuple((min(a, c), max(b, d)) for (a, b), (c, d) in spans))


def _build_tree(ends: Iterator[tuple[list[Choice], Leaf]], depth: int, parts: dict[Any, Tree]) -> Tree:
    """Return the tree of ways, which come in its order, yes before no; equal parts are shared."""
    trail, leaf = next(ends)
    tree: Tree = parts.setdefault(leaf, leaf)
    for level in reversed(range(depth, len(trail))):  # the first way says yes at all forks from here on
        no = _build_tree(ends, level + 1, parts)
        if no is not tree:
            fork = Fork(trail[level].condition, trail[level].scoring, tree, no)
            tree = parts.setdefault((fork.condition, fork.scoring, id(tree), id(no)), fork)
    return tree

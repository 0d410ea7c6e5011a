"""Search to a proof: high and low, and Connect Four, beside alpha-beta in C; and bounds that close, beside a table."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from coin_drop import CoinDrop
from measuring import Row, cpu, in_turns, row
from twins import compiler, twin

from faceup.engines.model.limits import Limits
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.search.bounds_table import BoundsTable
from faceup.engines.solve.search.search_table import SearchTable
from faceup.games.connect_four import ConnectFour
from faceup.games.hex import Hex
from faceup.games.hexapawn import Hexapawn
from faceup.games.high_low import HighLow
from faceup.games.hog import Hog
from faceup.rules import OVER, Cards, Game

SEED = 1
# Cards a hand, or columns and rows; how many deals at random; and the rows of the twin's table, as a power of two: a
# table much larger than the search would be measured by its page faults.
DEALS = {13: (20, 16), 20: (10, 21), 25: (1, 22)}
BOARDS = {(5, 4): 17, (5, 5): 21, (6, 5): 22}


def search() -> Iterator[Row]:
    """CPU time of a search alone, which begins with an empty table: its certificate comes after it."""
    if compiler() is None:
        yield "C twins", "no C compiler, left out", "", ""
    random = Random(SEED)
    for cards, (count, table) in DEALS.items():
        hands = [sum(1 << card for card in random.sample(range(1, 2 * cards + 1), cards)) for _ in range(count)]
        games = [HighLow(matthew=Cards(hand), cards=2 * cards) for hand in hands]
        twins = ("high_low", f"DECK={2 * cards}", f"TABLE_BITS={table}")
        yield from race(f"High and low, {cards} cards a hand, deals: {count}", games, twins, [h >> 1 for h in hands])
    for (columns, rows), table in BOARDS.items():
        board = ConnectFour(columns=columns, rows=rows)
        twins = ("connect_four", f"COLUMNS={columns}", f"ROWS={rows}", f"TABLE_BITS={table}")
        yield from race(f"Connect Four {columns}x{rows}", [board], twins, [0])


def race(title: str, games: list[Game], words: tuple[str, ...], positions: list[int]) -> Iterator[Row]:
    """The values of all these games, which the twin has as positions."""
    found = [searched(game) for game in games]
    states = sum(table.states for table in found)
    clocks: dict[str, Callable[[], float]] = {"faceup": lambda: cpu(lambda: [searched(game) for game in games])}
    looked_at = {"faceup": states}
    if compiler():
        other = twin(*words)
        runs = [other(1, position) for position in positions]
        values = [table.value(game.start()).low for table, game in zip(found, games, strict=True)]
        assert [run["sum"] for run in runs] == values
        looked_at["C"] = sum(run["steps"] for run in runs)
        clocks["C"] = lambda: sum(other(1, position)["seconds"] for position in positions)
    took = in_turns(clocks, rounds=3)
    for label, seconds in took.items():
        yield row(f"{title}: {label}", seconds, "s")
        yield row("  states looked at", looked_at[label] / 1e6, "million")
        yield row("  speed", looked_at[label] / seconds / 1e6, "M states/s")
    if "C" in took:
        yield row("  faceup / C, time", took["faceup"] / took["C"], "x")
        yield row("  faceup / C, states looked at", states / looked_at["C"], "x")


def moves_counted() -> Iterator[Row]:
    """CPU time until values are proven, and until the moves to a win are counted as well."""
    for game, played in (
        (ConnectFour(columns=6, rows=4), 0),
        (ConnectFour(columns=6, rows=6), 10),
        (ConnectFour(), 14),
        (Hex(rows=4), 0),
        (Hex(rows=5), 6),
        (Hexapawn(rows=5, columns=5), 1),
    ):
        random = Random(SEED)
        states = [after_moves(game, played, random) for _ in range(25 if played else 1)]
        tables = [SearchTable(game) for _ in states]
        for table in tables:
            table.compile(table.shape.native_state(game.start()))
        pairs = list(zip(tables, states, strict=True))
        values = cpu(lambda pairs=pairs: [table.value(state) for table, state in pairs])
        proven = sum(table.states for table in tables)
        distances = cpu(lambda pairs=pairs: [table.distance(state) for table, state in pairs])
        known = sum(table.distance(state) is not None for table, state in pairs)
        yield row(f"{game}, {len(states)} positions after {played} moves: values", values, "s")
        yield row("  states looked at", proven / 1e6, "million")
        yield row(f"  moves to the win counted in {known}", distances, "s")
        yield row("  states looked at", sum(table.states for table in tables) / 1e6 - proven / 1e6, "million")


def after_moves(game: Game, count: int, random: Random) -> Any:
    """The state after so many moves at random, fewer if the game ends."""
    state = game.start()
    for _ in range(count):
        if game.turn(state) != OVER:
            state = game.play(state, random.choice(list(game.moves(state))))
    return state


def searched(game: Game) -> SearchTable:
    """The search for a game's value, done."""
    table = SearchTable(game)
    table.value(game.start())
    return table


def bounds() -> Iterator[Row]:
    """CPU time until the bounds of a game with chance close, and of a table of all its positions."""
    for game in (CoinDrop(), CoinDrop(columns=4, rows=4, row=4), Hog(goal=30), Hog(goal=100, dice=5)):
        tables: dict[str, BoundsTable | NativeTable] = {}

        def solve(label: str, kind: type[BoundsTable | NativeTable], game: Game = game, tables: Any = tables) -> None:
            tables[label] = kind(game, Limits(states=10**9))
            tables[label].value(game.start())

        clocks: dict[str, Callable[[], float]] = {
            label: partial(cpu, partial(solve, label, kind))
            for label, kind in (("bounds", BoundsTable), ("table", NativeTable))
        }
        took = in_turns(clocks, rounds=3)
        for label, seconds in took.items():
            table = tables[label]
            positions = table.positions if isinstance(table, BoundsTable) else table.states
            yield row(f"{game}: {label}", seconds, "s")
            yield row("  positions", positions / 1e6, "million")
        yield row("  bounds / table, time", took["bounds"] / took["table"], "x")

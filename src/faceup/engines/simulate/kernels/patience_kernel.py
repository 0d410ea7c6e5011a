"""The loops that play a solitaire game in machine code, one game after another or four in turn."""

from collections.abc import Callable
from typing import Any, NamedTuple

from faceup.engines.model import broken_rules
from faceup.engines.model.dealing import is_remembered
from faceup.engines.model.kernel_names import (
    clear_table,
    fix_parameters,
    new_deck,
    new_table,
    same_table,
    save_table,
    write_score,
)
from faceup.engines.model.seats import seats_of
from faceup.engines.simulate.counting import WATCH
from faceup.engines.simulate.kernels import number_gains, row_gains
from faceup.results.samples.totals import Outcomes, no_outcomes
from faceup.rules.contract import ENDLESS, OVER, UNFINISHED, UNPLAYED, Patience
from faceup.rules.pile import Pile, Tally, things

REGISTERS = 16  # of the processor: if the ends of a table's piles do not fit, its steps wait for memory


class BrokenGames(Exception):
    """The rules raised an error in a game at one of ``places`` among the decks; those in ``not_begun`` never began."""

    def __init__(self, places: list[int], not_begun: list[int]) -> None:
        super().__init__(places)
        self.places, self.not_begun = places, not_begun


class Shelf(NamedTuple):
    """The arrays that games played side by side share in a kernel."""

    orders: Any  # (games, cards), the shuffled decks
    scores: Any
    marks: Any
    lengths: Any
    words: Any  # the saved sizes and tallies of each table
    saved: Any  # the saved cards of each table
    at: Any  # the current game of each table; last, the next game


def play_orders(rules: Any, shelf: Any, deck_cells: Any, cells: Any, longest: int) -> None:
    """Play a game for each shuffled deck, one after another."""
    rules = fix_parameters(rules)
    deck = new_deck(deck_cells).deck
    t = new_table(cells[0])
    i, steps = begin_game(rules, t, deck, shelf, 0), 0
    while i >= 0:
        i, steps = turn(rules, t, deck, shelf, 0, i, steps, longest, True)


def play_four(rules: Any, shelf: Any, deck_cells: Any, cells: Any, longest: int) -> None:
    """Play a game for each shuffled deck, on four tables in turn: the processor overlaps their steps."""
    rules = fix_parameters(rules)
    deck = new_deck(deck_cells).deck
    ta, tb, tc, td = new_table(cells[0]), new_table(cells[1]), new_table(cells[2]), new_table(cells[3])
    a = begin_game(rules, ta, deck, shelf, 0)
    b = begin_game(rules, tb, deck, shelf, 1)
    c = begin_game(rules, tc, deck, shelf, 2)
    d = begin_game(rules, td, deck, shelf, 3)
    steps_a = steps_b = steps_c = steps_d = 0
    while a >= 0 or b >= 0 or c >= 0 or d >= 0:
        if a >= 0:
            a, steps_a = turn(rules, ta, deck, shelf, 0, a, steps_a, longest, False)
        if b >= 0:
            b, steps_b = turn(rules, tb, deck, shelf, 1, b, steps_b, longest, False)
        if c >= 0:
            c, steps_c = turn(rules, tc, deck, shelf, 2, c, steps_c, longest, False)
        if d >= 0:
            d, steps_d = turn(rules, td, deck, shelf, 3, d, steps_d, longest, False)


def begin_game(rules: Any, table: Any, deck: Any, shelf: Any, place: int) -> int:
    """Lay the next game out on a table; return its place among the shuffled decks, or -1 if none is left."""
    i = shelf.at[-1]
    if i == len(shelf.orders):
        return -1
    shelf.at[-1] = i + 1
    shelf.at[place] = i
    deck.bottom = 0
    deck.end = shelf.orders.shape[1]
    for k in range(deck.end):
        deck.cells[k] = shelf.orders[i, k]
    clear_table(table)
    rules.lay(table, deck)
    return int(i)


def turn(
    rules: Any, table: Any, deck: Any, shelf: Any, place: int, i: int, steps: int, longest: int, alone: bool
) -> tuple[int, int]:
    """Play one step of game i, as a Playthrough does; or, with ``alone``, all steps until the table is watched.

    Returns (the game that the table is at then, its steps).
    """
    stop = min(WATCH, longest) if alone and steps == 0 else steps + 1
    while rules.step(table) != OVER:
        steps += 1
        if steps >= stop:
            if steps == longest:
                mark = UNFINISHED
            elif steps > WATCH and same_table(table, shelf.words[place], shelf.saved[place]):
                mark = ENDLESS
            else:
                if steps >= WATCH and is_remembered(steps):
                    save_table(table, shelf.words[place], shelf.saved[place])
                return i, steps
            break
    else:
        mark = write_score(rules, table, shelf.scores, i)
    shelf.marks[i] = mark
    shelf.lengths[i] = steps
    return begin_game(rules, table, deck, shelf, place), 0


def scalar_player(game: Patience, cards: int, longest: int, special: bool) -> Callable[[Any, Outcomes], None]:
    """Compile a function that plays shuffled decks and writes their outcomes; it may raise BrokenGames.

    ``special`` code is for these parameters only. Raises NotCompiled if the rules do not compile.
    """
    import numpy as np
    from numba import njit

    from faceup.native.compiler.whole_code import NOT_FROM_PYTHON
    from faceup.native.kernels import kernel, lightest_kernel
    from faceup.native.rules_type import fixed_rules

    fix_parameters = fixed_rules(game) if special else njit(identity, **NOT_FROM_PYTHON)
    piles, room, seats = len(game.Table._fields), 2 * cards, seats_of(game)
    tables = 4 if 2 * piles > REGISTERS else 1
    function = play_four if tables == 4 else play_orders
    variant = f"{game} {room}" if special else ""

    def arguments(orders: Any, outcomes: Outcomes, at: Any) -> tuple[Any, ...]:
        words, saved = np.zeros((tables, piles), np.int64), np.zeros((tables, piles, room), np.int8)
        shelf = Shelf(orders, *outcomes, words, saved, at)
        return game, shelf, np.zeros((2, room), np.int8), np.zeros((tables, piles + 1, room), np.int8), longest

    def run(orders: Any, outcomes: Outcomes) -> None:
        at = np.zeros(tables + 1, np.int64)
        outcomes.marks[:] = UNPLAYED
        try:
            play(*arguments(orders, outcomes, at))
        except broken_rules.RAISED as error:
            places = {place for place in at[:-1].tolist() if outcomes.marks[place] == UNPLAYED}
            raise BrokenGames(sorted(places), list(range(int(at[-1]), len(orders)))) from error

    def make_kernel(counted: bool) -> Any:
        helpers = table_helpers(game.Table, room if special else None, counted)
        scoring: tuple[Callable[..., Any], ...] = number_gains.SCORING
        if seats:
            from faceup.native.operations.fractions import add_row

            scoring, helpers["add_row"] = row_gains.SCORING, add_row
        of_kind = f"{'rows ' * bool(seats)}{variant}{' counted' * counted}"
        parts: tuple[Callable[..., Any], ...] = (begin_game, *scoring, turn)
        return kernel(function, game, of_kind, inlined=parts, counted=counted, fix_parameters=fix_parameters, **helpers)

    like_these = arguments(np.zeros((1, cards), np.int8), no_outcomes(1, seats), np.zeros(tables + 1, np.int64))
    play = lightest_kernel(make_kernel, like_these)
    return run


def identity(rules: Any) -> Any:
    return rules


class Deck(NamedTuple):
    """The deck that ``lay`` deals from, as a table of one pile."""

    deck: Pile


def table_helpers(table_class: Any, room: int | None, counted: bool) -> dict[str, Any]:
    """Compile functions on tables for kernels; inlined, so that the ends of piles can live in registers."""
    from numba import njit

    from faceup.native.compiler.whole_code import NOT_FROM_PYTHON, unique
    from faceup.native.piles import table_maker

    kinds = things(table_class)
    clear, save, same = [], [], []
    for k, kind in enumerate(kinds):
        if kind is Tally:
            clear.append(f"t[{k}].n = 0")
            save.append(f"words[{k}] = t[{k}].n")
            same.append(f"if words[{k}] != t[{k}].n: return False")
        else:
            pile = f"t[{k}].cells, t[{k}].bottom, t[{k}].size(), saved[{k}]"
            clear.append(f"t[{k}].bottom = t[{k}].end = 0")
            save.append(f"words[{k}] = save_cards({pile})")
            same.append(f"if words[{k}] != t[{k}].size() or not same_cards({pile}): return False")
    space: dict[str, Any] = {name.__name__: njit(name, **NOT_FROM_PYTHON) for name in (save_cards, same_cards)}
    for head, body, end in (
        ("clear_table(t)", clear, "return None"),
        ("save_table(t, words, saved)", save, "return None"),
        ("same_table(t, words, saved)", same, "return True"),
    ):
        exec(f"def {head}:\n    " + "\n    ".join([*body, end]), space)
    for name in ("clear_table", "save_table", "same_table"):
        space[name] = njit(unique(space[name]), forceinline=True, _nrt=counted, **NOT_FROM_PYTHON)
    space |= {"new_table": table_maker(table_class, room), "new_deck": table_maker(Deck, room)}
    del space["__builtins__"]  # exec adds it
    return space


def save_cards(cells: Any, bottom: int, size: int, saved: Any) -> int:
    """Copy the cards of a pile; return how many."""
    for k in range(size):
        saved[k] = cells[bottom + k]
    return size


def same_cards(cells: Any, bottom: int, size: int, saved: Any) -> bool:
    """Whether a pile of the right size holds the cards copied before."""
    for k in range(size):
        if saved[k] != cells[bottom + k]:
            return False
    return True

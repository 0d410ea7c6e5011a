"""Placeholders for names in kernels, which are replaced when a kernel is compiled for a game.

A kernel imports the names that it uses from here. When it is compiled, ``native.kernels.kernel`` binds those on states
and moves, for states of a shape, and the callers of ``kernel`` bind the others. In CPython they raise
NotImplementedError; a kernel with an unbound name fails when it is compiled.
"""

from typing import Any, NoReturn

# --- States in rows of words (``native.state_table``) --------------------------------------------------------------

VALUE: Any = None  #: the column after the words of a state: EMPTY, CLAIMED, OPEN with marks, or a value
EMPTY: Any = None  #: the word of an empty row
SLACK: Any = None  #: rows behind the last home, so that probing never wraps round


def read_state(rows: Any, i: int) -> Any:
    """Return the state in row i."""
    unbound()


def state_at(keys: Any, address: Any, i: int) -> Any:
    """Return the state in row i of a table with this address."""
    unbound()


def write_state(rows: Any, i: int, state: Any) -> Any:
    """Write a state into row i."""
    unbound()


def same_state(rows: Any, i: int, state: Any) -> Any:
    """Whether row i has this state."""
    unbound()


def find_row(rows: Any, home: int, state: Any) -> Any:
    """Return the row of a state, probing from its home, or the empty row where it belongs."""
    unbound()


def look_up_row(rows: Any, keys: Any, address: Any, home: int, state: Any) -> Any:
    """Return (row of a state or empty row where it belongs, its word), probing from home. Other threads may write."""
    unbound()


def claim_row(rows: Any, keys: Any, address: Any, home: int, state: Any) -> Any:
    """Return (row, word) as ``look_up_row``; if the word is EMPTY, this thread has the row and must store the word."""
    unbound()


def prefetch_row(rows: Any, keys: Any, address: Any, home: int) -> Any:
    """Prefetch the memory of a row."""
    unbound()


def move_rows(
    old: Any, keys: Any, address: Any, new: Any, new_keys: Any, new_address: Any, begin: int, end: int
) -> Any:
    """Move the rows in a range to a new table, which several threads may do at once.

    Returns how many are hashed there, -1 if there is no room.
    """
    unbound()


def home(capacity: int, state: Any) -> Any:
    """Return the place at which the search for a state begins."""
    unbound()


def home_at(address: Any, state: Any) -> Any:
    """Return the row at which the search for a state begins, in a table with this address."""
    unbound()


def find_place(places: Any, states: Any, i: int, state: Any) -> Any:
    """Return the place of a state, probing from place i, or the empty place where it belongs."""
    unbound()


def prefetch_place(places: Any, i: int) -> Any:
    """Prefetch the memory of a place."""
    unbound()


def prefetch_state(states: Any, i: int) -> Any:
    """Prefetch the memory of a state."""
    unbound()


def fill_places(places: Any, states: Any, count: int, capacity: int) -> Any:
    """Put states into empty places; return False if these are too few."""
    unbound()


def read_move(moves: Any, k: int) -> Any:
    """Return the move in place k."""
    unbound()


def write_move(moves: Any, k: int, move: Any) -> Any:
    """Write a move into place k."""
    unbound()


def best_move(rows: Any, i: int) -> Any:
    """Return the best move of the state in row i."""
    unbound()


def same_move(move: Any, expected: Any) -> Any:
    """Whether two moves are equal."""
    unbound()


def scaled_odds(*arguments: Any) -> Any:
    """Return the odds of an outcome as a whole number (``native.operations.fractions``)."""
    unbound()


def last_gain(*arguments: Any) -> Any:
    """Return the payoff of a game that is over, as a float (``native.operations.fractions``)."""
    unbound()


def sight_of(rules: Any, work: Any, player: int, state: Any) -> Any:
    """Return two words that identify what a player sees of a state; ``work`` is scratch."""
    unbound()


def fingerprint(words: Any) -> Any:
    """Return a hash of 128 bits of some words (``native.operations.encodings``)."""
    unbound()


# --- Words that several threads write (``native.state_table``) ------------------------------------------------------


def load_word(rows: Any, i: int, k: int) -> Any:
    """Load word k of row i, with acquire semantics."""
    unbound()


def store_word(rows: Any, i: int, k: int, number: Any) -> Any:
    """Store word k of row i, with release semantics."""
    unbound()


def exchange_word(rows: Any, i: int, k: int, old: Any, new: Any) -> Any:
    """Replace word k of row i if it is ``old``; return whether it was (compare and exchange)."""
    unbound()


# --- Simulated games ------------------------------------------------------------------------------------------------

EVEN: Any = None  #: whether all outcomes of chance are equally likely
KEYED: Any = None  #: whether the rules have a key to the list of a state's moves
PAID: Any = None  #: whether there are rewards
ROWS: Any = None  #: whether payoffs are rows, one number for each seat
EXACT: Any = None  #: whole numbers up to here are exact as floats
TooLarge: Any = None  #: the error for larger numbers


def add(total: Any, gain: Any) -> Any:
    """Return the sum of whole numbers. Raises TooLarge if it leaves 64 bits."""
    unbound()


def add_row(total: Any, gain: Any) -> Any:
    """Add the gains of all seats to their totals."""
    unbound()


def clear_gains(scores: Any, i: int) -> Any:
    """Set the gains of game i to 0 (``number_gains``, ``row_gains``)."""
    unbound()


def add_gain(scores: Any, i: int, gain: Any) -> Any:
    """Add a gain to those of game i."""
    unbound()


def last_to_decide(end: int, turn: int) -> Any:
    """Return the mark of the last player to decide, now that it is this turn."""
    unbound()


def end_of(scores: Any, i: int, end: int) -> Any:
    """Return the mark of how game i ended."""
    unbound()


def write_score(rules: Any, table: Any, scores: Any, i: int) -> Any:
    """Write the score of game i, a solitaire game that is over; return the mark of how it ended."""
    unbound()


def own_place(rules: Any, state: Any, which: int, moves: Any, count: int) -> Any:
    """Return the place, among ``count`` moves, of the move of a policy function; -1 if it is not among them."""
    unbound()


# --- Solitaire games (``native.piles``) ------------------------------------------------------------------------------


def fix_parameters(rules: Any) -> Any:
    """Return the rules, with their parameters as constants if that pays."""
    unbound()


def new_table(*arguments: Any) -> Any:
    """Return an empty table."""
    unbound()


def new_deck(*arguments: Any) -> Any:
    """Return the shuffled deck as a pile."""
    unbound()


def clear_table(*arguments: Any) -> Any:
    """Empty the piles of a table."""
    unbound()


def save_table(*arguments: Any) -> Any:
    """Save a table, to detect whether it repeats."""
    unbound()


def same_table(*arguments: Any) -> Any:
    """Whether a table is the saved one."""
    unbound()


# --- Arrays, where a module must not import NumPy -------------------------------------------------------------------


def empty(size: int, kind: Any) -> Any:
    """Stand for ``numpy.empty``."""
    unbound()


def int64(number: Any) -> Any:
    """Stand for ``numpy.int64``."""
    unbound()


def unbound() -> NoReturn:
    raise NotImplementedError("a name of a kernel is unbound until the kernel is compiled")

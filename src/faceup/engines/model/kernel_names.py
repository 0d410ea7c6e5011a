"""Names that stand in kernels for what a game, or a kind of games, puts in their place when a kernel is compiled.

A kernel imports those that it uses from here, and its twin for a game gets compiled functions and numbers instead:
``native.kernels.kernel`` those on states and moves, for states of a shape; the callers of ``kernel`` the others. In
Python they do nothing: a kernel that was given too little says so when it is compiled.
"""

from typing import Any, NoReturn

# --- States in rows of words (``native.state_table``) --------------------------------------------------------------

VALUE: Any = None  #: the column after the words of a state: EMPTY, CLAIMED, OPEN with marks, or a value
EMPTY: Any = None  #: the word of a row that no state stands in
SLACK: Any = None  #: rows behind the last home, so that looking for a row never begins anew


def read_state(rows: Any, i: int) -> Any:
    """The state in row i."""
    not_given()


def write_state(rows: Any, i: int, state: Any) -> Any:
    """Write a state into row i."""
    not_given()


def same_state(rows: Any, i: int, state: Any) -> Any:
    """Whether a state stands in row i."""
    not_given()


def find_row(rows: Any, home: int, state: Any) -> Any:
    """From its home on, the row of a state, or the empty one where it belongs."""
    not_given()


def look_up_row(rows: Any, keys: Any, address: Any, home: int, state: Any) -> Any:
    """From its home on, the row of a state, or the empty one where it belongs; and its word. Others may write there."""
    not_given()


def claim_row(rows: Any, keys: Any, address: Any, home: int, state: Any) -> Any:
    """The same; where the word is EMPTY, the row is the state's now, and this thread must store the word."""
    not_given()


def prefetch_row(rows: Any, keys: Any, address: Any, home: int) -> Any:
    """Ask for the memory of a row."""
    not_given()


def move_rows(
    old: Any, keys: Any, address: Any, new: Any, new_keys: Any, new_address: Any, begin: int, end: int
) -> Any:
    """Move some rows of a table to a new one, as several threads may at once: how many are found there by a hash, -1
    where there are too few for them."""
    not_given()


def home(capacity: int, state: Any) -> Any:
    """From which place on a state is looked for."""
    not_given()


def home_at(address: Any, state: Any) -> Any:
    """From which row on a state is looked for, in a table that has this address."""
    not_given()


def find_place(places: Any, states: Any, i: int, state: Any) -> Any:
    """From place i on, the place of a state, or the empty one where it belongs."""
    not_given()


def prefetch_place(places: Any, i: int) -> Any:
    """Ask for the memory of a place."""
    not_given()


def prefetch_state(states: Any, i: int) -> Any:
    """Ask for the memory of a state."""
    not_given()


def fill_places(places: Any, states: Any, count: int, capacity: int) -> Any:
    """Put states into empty places; False where these are too few."""
    not_given()


def read_move(moves: Any, k: int) -> Any:
    """The move in place k."""
    not_given()


def write_move(moves: Any, k: int, move: Any) -> Any:
    """Write a move into place k."""
    not_given()


def best_move(rows: Any, i: int) -> Any:
    """The move that stands behind the state in row i."""
    not_given()


def same_move(move: Any, wanted: Any) -> Any:
    """Whether this is the move that a policy wants."""
    not_given()


def scaled_odds(*given: Any) -> Any:
    """The odds of an outcome as a whole number (``native.operations.fractions``)."""
    not_given()


def last_gain(*given: Any) -> Any:
    """What a game that is over pays, as a float (``native.operations.fractions``)."""
    not_given()


def sight_of(rules: Any, work: Any, player: int, state: Any) -> Any:
    """Two words that stand for what a player sees of a state; ``work`` has room to write them."""
    not_given()


def fingerprint(words: Any) -> Any:
    """128 bits that stand for some words (``native.operations.encodings``)."""
    not_given()


# --- Words that several threads write (``native.state_table``) ------------------------------------------------------


def load_word(rows: Any, i: int, k: int) -> Any:
    """Word k of row i, and with it all that was written before it was stored."""
    not_given()


def store_word(rows: Any, i: int, k: int, number: Any) -> Any:
    """Write word k of row i."""
    not_given()


def exchange_word(rows: Any, i: int, k: int, old: Any, new: Any) -> Any:
    """Write word k of row i, if it is the old one; whether it was."""
    not_given()


# --- Simulated games ------------------------------------------------------------------------------------------------

EVEN: Any = None  #: whether all outcomes of chance are equally likely
KEYED: Any = None  #: whether a state may tell the key to the list of its moves
PAID: Any = None  #: whether something is gained on the way
ROWS: Any = None  #: whether what is gained is a row, one number for each seat
EXACT: Any = None  #: whole numbers up to here are exact as floats
TooLarge: Any = None  #: what is raised beyond them


def add(total: Any, gain: Any) -> Any:
    """The sum of whole numbers; raises TooLarge where it leaves 64 bits."""
    not_given()


def add_row(total: Any, gain: Any) -> Any:
    """Add what each seat gains to what each has."""
    not_given()


def clear_gains(scores: Any, i: int) -> Any:
    """Begin game i with nothing gained (``number_gains``, ``row_gains``)."""
    not_given()


def add_gain(scores: Any, i: int, gain: Any) -> Any:
    """Add what is gained now to what is gained so far in game i."""
    not_given()


def last_to_decide(end: int, who: int) -> Any:
    """Who decided last, as a mark, now that it is the turn of ``who``."""
    not_given()


def end_of(scores: Any, i: int, end: int) -> Any:
    """How game i ended."""
    not_given()


def write_score(rules: Any, table: Any, scores: Any, i: int) -> Any:
    """Write down the score of game i, a patience that is over, and say how it ended."""
    not_given()


def own_place(rules: Any, state: Any, which: int, moves: Any, count: int) -> Any:
    """The place, among so many moves, of the one that somebody's own policy makes."""
    not_given()


# --- Patiences (``native.piles``) -----------------------------------------------------------------------------------


def fix_parameters(rules: Any) -> Any:
    """The rules, with their parameters as constants where that pays."""
    not_given()


def new_table(*given: Any) -> Any:
    """An empty table."""
    not_given()


def new_deck(*given: Any) -> Any:
    """The shuffled deck, as a pile."""
    not_given()


def clear_table(*given: Any) -> Any:
    """Empty the piles of a table."""
    not_given()


def save_table(*given: Any) -> Any:
    """Keep a table, to see whether it comes again."""
    not_given()


def same_table(*given: Any) -> Any:
    """Whether a table is the one that was kept."""
    not_given()


# --- Arrays, where a module must not import NumPy -------------------------------------------------------------------


def empty(size: int, kind: Any) -> Any:
    """``numpy.empty``."""
    not_given()


def int64(number: Any) -> Any:
    """``numpy.int64``."""
    not_given()


def not_given() -> NoReturn:
    raise NotImplementedError("a name of a kernel stands for nothing until the kernel is compiled")

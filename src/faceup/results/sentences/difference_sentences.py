"""The sentences on facts that differ between two games.

``games`` are the names of the two, ``seats`` those of their players; figures come in pairs, one of each game.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction

from faceup.numbers.value import few_digits, fraction_text

Exact = int | Fraction
Texts = tuple[str, str]

FRACTION_LENGTH = 12  # characters of a fraction written in full
MOST_LISTED = 12  # sets that are listed one by one
TUPLES = {1: "single moves", 2: "pairs of moves", 3: "triples of moves"}
NAMED = {"moves": "moves of the players", "outcomes": "outcomes of chance"}


def names_sentence(games: Texts, what: str, counts: tuple[int, int]) -> str:
    """The numbers of moves, or outcomes, with a name of their own."""
    return f"different {NAMED[what]}: {_count_phrase(games, counts)}"


def endless_sentence(games: Texts, worths: tuple[Exact | None, Exact | None]) -> str:
    """The values of an endless play."""
    texts = [f"a play of {game} without end is worth {worth}" for game, worth in zip(games, worths, strict=True)]
    for k, worth in enumerate(worths):
        if worth is None:
            texts[k] = f"every play of {games[k]} comes to an end"
    return f"{texts[0]}, and {texts[1]}"


def value_sentence(games: Texts, seats: Texts, values: tuple[Exact, Exact], duel: bool) -> str:
    """The values of best play."""
    one, other = values
    if duel:
        ends = {1: f"{seats[0]} wins {{}}", 0: "{} is a draw", -1: f"{seats[1]} wins {{}}"}
        return f"under best play {ends[int(one)].format(games[0])}, and {ends[int(other)].format(games[1])}"
    texts = [_number_text(number) for number in values]
    if texts[0] == texts[1]:
        texts[1] = f"{'more' if other > one else 'less'} by {few_digits(abs(Fraction(other) - one), 3)}"
    return f"under best play {games[0]} is worth {texts[0]} to {seats[0]}, {games[1]} {texts[1]}"


def quickest_sentence(games: Texts, who: str, lengths: tuple[int, int]) -> str:
    """The lengths of a player's shortest wins."""
    return f"{who} can win {games[0]} in {lengths[0]} moves at the earliest, {games[1]} in {lengths[1]}"


def winning_sets_sentence(games: Texts, who: str, length: int, sets: Sequence[Sequence[Sequence[str]]]) -> str:
    """The sets of moves of a player's shortest wins."""
    texts = [_sets_text(each) for each in sets]
    return (
        f"the quickest wins of {who}, in move {length}, are made of {texts[0]} in {games[0]}, "
        f"against {texts[1]} in {games[1]}"
    )


def _sets_text(sets: Collection[Sequence[str]]) -> str:
    """The sets of moves, one by one if they are few, else their number."""
    sizes = {len(moves) for moves in sets}
    size = sizes.pop() if len(sizes) == 1 else None
    kind = "different sets of moves" if size is None else TUPLES.get(size, f"sets of {size} moves")
    each = ", ".join("{" + " ".join(moves) + "}" for moves in sets)
    return f"{len(sets):,} {kind}" + (f" ({each})" if len(sets) <= MOST_LISTED else "")


def endings_sentence(
    games: Texts, seats: Texts, length: int, payoff: Exact | None, counts: tuple[int, int], duel: bool
) -> str:
    """The numbers of move sequences that end after so many moves with this payoff; None for any payoff."""
    ends: dict[Exact, str] = {}
    if duel:
        ends = {1: f"are won by {seats[0]}", 0: "are drawn", -1: f"are won by {seats[1]}"}
    how = "end" if payoff is None else ends.get(payoff) or f"end with payoff {_number_text(payoff)}"
    return f"ways to play that {how} in move {length}: {_count_phrase(games, counts)}"


def positions_sentence(games: Texts, counts: tuple[int, int]) -> str:
    """The numbers of positions from which play differs."""
    return f"positions from which play does not go on alike: {_count_phrase(games, counts)}"


def position_sentence(games: Texts, side: int, moves: Sequence[str], how: str, counts: tuple[int, int]) -> str:
    """The numbers of positions like the one after these moves of one game."""
    where = f"the one after {', '.join(moves)}" if moves else "the start"
    return (
        f"whatever the moves are called, positions like {where} in {games[side]}, which {how}, number "
        f"{counts[side]:,} there and {counts[1 - side]:,} in {games[1 - side]}"
    )


def tried_sentence(renamings: int) -> str:
    """The statement that all renamings were tried."""
    return (
        f"all renamings that may fit were tried, with the players' moves renamed alike or apart: each of {renamings:,} "
        "beginnings leads to positions that differ"
    )


def _count_phrase(games: Texts, counts: tuple[int, int]) -> str:
    return f"{counts[0]:,} in {games[0]}, {counts[1]:,} in {games[1]}"


def _number_text(number: Exact) -> str:
    """A number as text, in decimals if it has many digits."""
    text = fraction_text(number)
    return text if len(text) <= FRACTION_LENGTH else f"about {few_digits(number, 12)}"

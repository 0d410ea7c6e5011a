"""Whether two games are the same, with the renaming or what differs, and the symmetries of one game, in words.

In sentences on a difference, ``games`` are the names of the two, ``seats`` those of their players; figures come in
pairs, one of each game.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from faceup.numbers.value import few_digits
from faceup.results.answers.sameness import Renaming, Sameness, Symmetries, Words, titles
from faceup.results.number_texts import exact_or_about
from faceup.results.sentences.words import Cells, Fact, Part, Rest, count_phrase, in_json, in_terminal
from faceup.rules.boards import board_of
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.rules.texts import move_text

Exact = int | Fraction
Texts = tuple[str, str]

MOST_LISTED = 12  # sets that are listed one by one
TUPLES = {1: "single moves", 2: "pairs of moves", 3: "triples of moves"}
NAMED = {"moves": "moves of the players", "outcomes": "outcomes of chance"}
FEW_PAIRS = 8  # pairs of old and new names that a sentence lists
LONGEST_TABLE = 60  # moves of a renaming, before the rest is counted
LISTED = 8  # symmetries that are listed one by one by default
MOST_GROUPS = 20  # groups of openings
LONGEST_WORD = 8  # letters of a move on a board
TURNS = {"moves": 0, "player 0": 0, "player 1": 1, "chance": CHANCE}
CALLED = {"player 0": "first", "player 1": "second"}
Board = Sequence[Sequence[int]]


def sameness_facts(sameness: Sameness, rest: Rest = in_json) -> Iterator[Part]:
    """Yield the verdict with its proof: the renaming, or facts that differ."""
    if sameness.renaming is None or sameness.check is None:
        yield "same", "no"
        for i, reason in enumerate(sameness.reasons):
            yield "" if i else "because", reason.text
        return
    same_names = keeps_names(sameness.renaming)
    apart = ", with each player's moves renamed apart" if sameness.renaming.apart else ""
    yield "same", "yes, and moves keep their names" if same_names else f"yes, up to renaming{apart}"
    if not same_names:
        yield from _on_a_board(sameness) or _side_by_side(sameness, rest)
    positions = count_phrase(sameness.check.positions, "position")
    if sameness.paid_apart:
        yield "paid", "the same in every play, though not at the same moves"
    yield "checked", f"by playing both games through, move by move: {positions}, no difference"


def same_phrase(sameness: Sameness) -> str:
    """Return the verdict in a few words."""
    return "the same game" if sameness.same else "not the same game"


def renaming_facts(sameness: Sameness) -> Iterator[str | Fact]:
    """Yield the renaming that turns one game into the other."""
    assert sameness.renaming is not None
    if keeps_names(sameness.renaming):
        yield "moves keep their names"
    elif facts := _on_a_board(sameness):
        yield from facts
    else:
        for what, part in sameness.renaming.kinds.items():
            mine, theirs = (words.of(TURNS[what]) for words in sameness.words)
            pairs = [f"{mine[old]} is {theirs[new]}" for old, new in part.items()]
            told = "; ".join(pairs) if len(pairs) <= FEW_PAIRS else f"{len(pairs):,} renamed, for example {pairs[0]}"
            yield CALLED.get(what, what), told


def keeps_names(renaming: Renaming) -> bool:
    """Whether every move keeps its name."""
    return all(old == new for part in renaming.kinds.values() for old, new in part.items())


class RenamedBoard(NamedTuple):
    """The moves of one game, ``theirs``, on the squares of the other's board."""

    mine: str
    theirs: str
    squares: Sequence[Sequence[str]]
    lines: str


def renamed_board(sameness: Sameness) -> RenamedBoard | None:
    """Return the moves of one game on the board of the other; None if there is no board."""
    if sameness.renaming is None or keeps_names(sameness.renaming):
        return None
    renaming = sameness.renaming.players[0]
    owner = next((i for i in (1, 0) if board_of(sameness.games[i])), None)
    if owner is None or sameness.renaming.apart or sameness.renaming.chance:
        return None
    board = board_of(sameness.games[owner])
    assert board is not None
    there = {new: old for old, new in renaming.items()} if owner else dict(renaming)
    words = sameness.words[1 - owner].of(0)
    cells = [[words[there[move]] if move in there else "." for move in row] for row in board]
    width = max(map(len, chain.from_iterable(cells)))
    if width > LONGEST_WORD or not set(there) <= set(chain.from_iterable(board)):
        return None
    mine, theirs = type(sameness.games[owner]).name, type(sameness.games[1 - owner]).name
    sets = {frozenset(moves) for moves in sameness.winning_sets}
    renamed = {frozenset(renaming[move] for move in moves) for moves in sets}
    here, away = (renamed, sets) if owner else (sets, renamed)
    lines = _sets_sentence(here, away, board, numbers=all(text == str(move) for move, text in words.items()))
    return RenamedBoard(mine, theirs, cells, lines)


def _on_a_board(sameness: Sameness) -> list[Fact]:
    board = renamed_board(sameness)
    if board is None:
        return []
    width = max(map(len, chain.from_iterable(board.squares)))
    facts = [("moves", f"of {board.theirs} on the board of {board.mine}:")]
    facts += [("", " ".join(f"{cell:>{width}}" for cell in row)) for row in board.squares]
    return [*facts, ("lines", board.lines)] if board.lines else facts


def _sets_sentence(here: set[frozenset[Move]], away: set[frozenset[Move]], board: Board, numbers: bool) -> str:
    """Return the shortest winning sets on the board, and their common sum; empty if neither is special."""
    straight = [frozenset(row) for row in board]
    if len({len(row) for row in board}) == 1:
        straight += map(frozenset, zip(*board, strict=True))
        if len(board) == len(board[0]):
            straight += [frozenset(row[i] for i, row in enumerate(rows)) for rows in (board, board[::-1])]
    where = "the rows, columns and diagonals of the board" if here == set(straight) else ""
    sums = (
        {sum(move for move in moves if isinstance(move, int)) for moves in away} if numbers and len(away) > 1 else set()
    )
    if len(sums) == 1:
        return f"each of the {len(away)} quickest winning sets sums to {sums.pop()}" + (where and f": {where}")
    return where and f"the {len(here)} quickest winning sets are {where}"


def _side_by_side(sameness: Sameness, rest: Rest) -> Iterator[Part]:
    """Yield the moves of both games in two columns, a table for each kind."""
    assert sameness.renaming is not None
    called = titles(sameness.games)
    for what, part in sameness.renaming.kinds.items():
        mine, theirs = (words.of(TURNS[what]) for words in sameness.words)
        more = "" if what == "moves" else f", {CALLED.get(what, what)}"
        rows = [(mine[old], theirs[new]) for old, new in list(part.items())[:LONGEST_TABLE]]
        yield Cells([f"{name}{more}" for name in called], rows)
        if len(part) > LONGEST_TABLE:
            yield f"... {len(part) - LONGEST_TABLE:,} more moves{rest('renaming')}"


def symmetries_facts(symmetries: Symmetries, everything: bool, rest: Rest = in_terminal) -> Iterator[Fact]:
    """Yield the number of symmetries, their renamings, and the moves and positions that they make alike."""
    if symmetries.order == 1:
        yield "symmetries", "none: no renaming of moves leaves the game unchanged"
    else:
        yield "symmetries", f"{symmetries.order:,} renamings of moves leave the game unchanged"
        listed = symmetries.elements if everything or symmetries.order <= LISTED else None
        if listed is None:
            yield "", f"all follow from {'this one' if len(symmetries.generators) == 1 else 'these'}:"
        renamings = listed or symmetries.generators
        first_renamings = renamings if everything else renamings[:LONGEST_TABLE]
        for renaming in first_renamings:
            yield "", cycles_text(renaming, symmetries.words)
        if len(renamings) > len(first_renamings):
            yield "", f"... {len(renamings) - len(first_renamings):,} more{rest('generators')}"
    if symmetries.openings:
        yield _openings(symmetries)
    positions, different = symmetries.positions, symmetries.different
    fewer = f", of which {different:,} are really different" if different < positions else ""
    yield "positions", f"{positions:,}{fewer}"
    yield "found", f"in {symmetries.seconds:.3f} s"


def symmetries_sentence(symmetries: Symmetries) -> str:
    """Return the number of symmetries in a sentence."""
    renamings = count_phrase(symmetries.order, "renaming")
    return f"{renamings} of the moves leave{'s' * (symmetries.order == 1)} it as it is"


def _openings(symmetries: Symmetries) -> Fact:
    """Return the first moves, in groups of moves that are alike by symmetry."""
    game, start, openings = symmetries.game, symmetries.start, symmetries.openings
    what = "outcomes" if game.turn(start) == CHANCE else "openings"
    moves = sum(map(len, openings))
    if len(openings) == moves:
        return what, f"{moves:,}" + (", all really different" if moves > 1 else "")
    groups = [
        " ".join(_group_words(move_text(game, start, move) for move in group)) for group in openings[:MOST_GROUPS]
    ]
    more = f" | ... {len(openings) - len(groups):,} more" if len(openings) > len(groups) else ""
    return what, f"{moves:,}, of which {len(openings):,} are really different: {' | '.join(groups)}{more}"


def _group_words(words: Iterable[str]) -> list[str]:
    """Return words side by side, with commas between if they contain blanks."""
    texts = list(words)
    return [", ".join(texts)] if any(" " in text for text in texts) else texts


def cycles_text(renaming: Renaming, words: Words) -> str:
    """Return a renaming as cycles of moves: (a b c) means that a becomes b, b becomes c, and c becomes a."""
    texts = []
    for what, part in renaming.kinds.items():
        turn = CHANCE if what == "chance" else 0
        names = words.of(turn)
        rounds = [f"({' '.join(_group_words(names[move] for move in round))})" for round in cycles(part)]
        if rounds:
            texts.append(("chance " if turn == CHANCE else "") + " ".join(rounds))
    return ", ".join(texts) or "every move keeps its name"


def cycles(part: Mapping[Move, Move]) -> Iterator[list[Move]]:
    """Yield the cycles of two and more moves of a renaming."""
    visited: set[Move] = set()
    for begin in part:
        cycle = []
        move = begin
        while move not in visited:
            visited.add(move)
            cycle.append(move)
            move = part[move]
        if len(cycle) > 1:
            yield cycle


def names_sentence(games: Texts, what: str, counts: tuple[int, int]) -> str:
    """Return the numbers of moves, or outcomes, with a name of their own."""
    return f"different {NAMED[what]}: {_count_phrase(games, counts)}"


def endless_sentence(games: Texts, worths: tuple[Exact | None, Exact | None]) -> str:
    """Return the values of an endless play."""
    texts = [f"a play of {game} without end is worth {worth}" for game, worth in zip(games, worths, strict=True)]
    for k, worth in enumerate(worths):
        if worth is None:
            texts[k] = f"every play of {games[k]} comes to an end"
    return f"{texts[0]}, and {texts[1]}"


def value_sentence(games: Texts, seats: Texts, values: tuple[Exact, Exact], duel: bool) -> str:
    """Return the values of best play."""
    one, other = values
    if duel:
        ends = {1: f"{seats[0]} wins {{}}", 0: "{} is a draw", -1: f"{seats[1]} wins {{}}"}
        return f"under best play {ends[int(one)].format(games[0])}, and {ends[int(other)].format(games[1])}"
    texts = [exact_or_about(number) for number in values]
    if texts[0] == texts[1]:
        texts[1] = f"{'more' if other > one else 'less'} by {few_digits(abs(Fraction(other) - one), 3)}"
    return f"under best play {games[0]} is worth {texts[0]} to {seats[0]}, {games[1]} {texts[1]}"


def quickest_sentence(games: Texts, who: str, lengths: tuple[int, int]) -> str:
    """Return the lengths of a player's shortest wins."""
    return f"{who} can win {games[0]} in {lengths[0]} moves at the earliest, {games[1]} in {lengths[1]}"


def winning_sets_sentence(games: Texts, who: str, length: int, sets: Sequence[Sequence[Sequence[str]]]) -> str:
    """Return the sets of moves of a player's shortest wins."""
    texts = [_sets_text(each) for each in sets]
    return (
        f"the quickest wins of {who}, in move {length}, are made of {texts[0]} in {games[0]}, "
        f"against {texts[1]} in {games[1]}"
    )


def _sets_text(sets: Collection[Sequence[str]]) -> str:
    """Return the sets of moves, one by one if they are few, else their number."""
    sizes = {len(moves) for moves in sets}
    size = sizes.pop() if len(sizes) == 1 else None
    kind = "different sets of moves" if size is None else TUPLES.get(size, f"sets of {size} moves")
    each = ", ".join("{" + " ".join(moves) + "}" for moves in sets)
    return f"{len(sets):,} {kind}" + (f" ({each})" if len(sets) <= MOST_LISTED else "")


def endings_sentence(
    games: Texts, seats: Texts, length: int, payoff: Exact | None, counts: tuple[int, int], duel: bool
) -> str:
    """Return the numbers of move sequences that end after so many moves with this payoff; None for any payoff."""
    ends: dict[Exact, str] = {}
    if duel:
        ends = {1: f"are won by {seats[0]}", 0: "are drawn", -1: f"are won by {seats[1]}"}
    how = "end" if payoff is None else ends.get(payoff) or f"end with payoff {exact_or_about(payoff)}"
    return f"ways to play that {how} in move {length}: {_count_phrase(games, counts)}"


def positions_sentence(games: Texts, counts: tuple[int, int]) -> str:
    """Return the numbers of positions from which play differs."""
    return f"positions from which play does not go on alike: {_count_phrase(games, counts)}"


def position_sentence(games: Texts, side: int, moves: Sequence[str], how: str, counts: tuple[int, int]) -> str:
    """Return the numbers of positions like the one after these moves of one game."""
    where = f"the one after {', '.join(moves)}" if moves else "the start"
    return (
        f"whatever the moves are called, positions like {where} in {games[side]}, which {how}, number "
        f"{counts[side]:,} there and {counts[1 - side]:,} in {games[1 - side]}"
    )


def first_moves_sentence(games: Texts, made: int, ways: Sequence[int], turns: Sequence[int]) -> str:
    """Return how the first moves differ after so many were ``made``: who begins, or in how many ``ways`` play may go
    on.
    """
    nobody = {CHANCE: "chance", OVER: "nobody"}
    begins = [nobody.get(turn) or seat_name(turn) for turn in turns]
    if made == 0 and begins[0] != begins[1]:
        return f"{begins[0]} begins in {games[0]}, {begins[1]} in {games[1]}"
    after = "at first" if made == 0 else f"after {count_phrase(made, 'move')}"
    if ways[0] == ways[1]:
        return f"{after} other players are to move, or with other numbers of moves"
    there = f"there {'is' if ways[0] == 1 else 'are'} {count_phrase(ways[0], 'way')}"
    return f"{after} {there} to go on in {games[0]}, and {ways[1]:,} in {games[1]}"


def tried_sentence(renamings: int) -> str:
    """Return the statement that all renamings were tried."""
    return (
        f"all renamings that may fit were tried, with the players' moves renamed alike or apart: each of {renamings:,} "
        "beginnings leads to positions that differ"
    )


def _count_phrase(games: Texts, counts: tuple[int, int]) -> str:
    return f"{counts[0]:,} in {games[0]}, {counts[1]:,} in {games[1]}"

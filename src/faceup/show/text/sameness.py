"""Isomorphism of games, and symmetries of one game, as lines of text and tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from faceup.results.answers.sameness import Renaming, Sameness, Symmetries, Words, titles
from faceup.rules.boards import board_of
from faceup.rules.contract import CHANCE
from faceup.rules.moves import Move
from faceup.rules.texts import move_text
from faceup.show.text.tables import table
from faceup.show.text.the_rest import Rest, in_json, in_terminal

if TYPE_CHECKING:
    from rich.table import Table

LONGEST_TABLE = 60  # moves of a renaming, before the rest is counted
LISTED = 8  # symmetries that are listed one by one by default
MOST_GROUPS = 20  # of openings
LONGEST_WORD = 8  # of moves on a board

TURNS = {"moves": 0, "player 0": 0, "player 1": 1, "chance": CHANCE}
CALLED = {"player 0": "first", "player 1": "second"}

Board = Sequence[Sequence[int]]


def sameness_lines(sameness: Sameness, rest: Rest = in_json) -> "Iterator[str | Table]":
    """The verdict with its proof: the renaming, or facts that differ."""
    if sameness.renaming is None or sameness.check is None:
        yield "same     no"
        for i, reason in enumerate(sameness.reasons):
            yield f"{'' if i else 'because':<9}{reason.text}"
        return
    same_names = keeps_names(sameness.renaming)
    apart = ", with each player's moves renamed apart" if sameness.renaming.apart else ""
    yield "same     yes, and moves keep their names" if same_names else f"same     yes, but for names{apart}"
    if not same_names:
        yield from _on_a_board(sameness) or _side_by_side(sameness, rest)
    positions = f"{sameness.check.positions:,} position{'s' * (sameness.check.positions != 1)}"
    if sameness.paid_apart:
        yield "paid     the same in every play, though not at the same moves"
    yield f"checked  by playing both games through, move by move: {positions}, no difference"


def renaming_lines(sameness: Sameness) -> Iterator[str]:
    """The renaming that turns one game into the other, in plain text."""
    assert sameness.renaming is not None
    if keeps_names(sameness.renaming):
        yield "moves keep their names"
    elif lines := _on_a_board(sameness):
        yield from lines
    else:
        for what, part in sameness.renaming.kinds.items():
            mine, theirs = (words.of(TURNS[what]) for words in sameness.words)
            pairs = [f"{mine[old]} is {theirs[new]}" for old, new in list(part.items())[:LONGEST_TABLE]]
            more = [f"... {len(part) - len(pairs):,} more"] * (len(part) > len(pairs))
            yield f"{CALLED.get(what, what):<9}{'; '.join(pairs + more)}"


def keeps_names(renaming: Renaming) -> bool:
    """Whether every move keeps its name."""
    return all(old == new for part in renaming.kinds.values() for old, new in part.items())


def _on_a_board(sameness: Sameness) -> list[str]:
    """The moves of one game on the board of the other; empty if there is no board."""
    assert sameness.renaming is not None
    renaming = sameness.renaming.players[0]
    owner = next((i for i in (1, 0) if board_of(sameness.games[i])), None)
    if owner is None or sameness.renaming.apart or sameness.renaming.chance:
        return []
    board = board_of(sameness.games[owner])
    assert board is not None
    there = {new: old for old, new in renaming.items()} if owner else dict(renaming)
    words = sameness.words[1 - owner].of(0)
    cells = [[words[there[move]] if move in there else "." for move in row] for row in board]
    width = max(map(len, chain.from_iterable(cells)))
    if width > LONGEST_WORD or not set(there) <= set(chain.from_iterable(board)):
        return []
    mine, theirs = type(sameness.games[owner]).name, type(sameness.games[1 - owner]).name
    lines = [f"moves    of {theirs} on the board of {mine}:"]
    lines += ["         " + " ".join(f"{cell:>{width}}" for cell in row) for row in cells]
    sets = {frozenset(moves) for moves in sameness.winning_sets}
    renamed = {frozenset(renaming[move] for move in moves) for moves in sets}
    here, away = (renamed, sets) if owner else (sets, renamed)
    if sentence := _sets_sentence(here, away, board, numbers=all(text == str(move) for move, text in words.items())):
        lines.append(f"lines    {sentence}")
    return lines


def _sets_sentence(here: set[frozenset[Move]], away: set[frozenset[Move]], board: Board, numbers: bool) -> str:
    """The shortest winning sets on the board, and their common sum; empty if neither is special."""
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


def _side_by_side(sameness: Sameness, rest: Rest) -> "Iterator[Table | str]":
    """The moves of both games in two columns, a table for each kind."""
    assert sameness.renaming is not None
    called = titles(sameness.games)
    for what, part in sameness.renaming.kinds.items():
        mine, theirs = (words.of(TURNS[what]) for words in sameness.words)
        more = "" if what == "moves" else f", {CALLED.get(what, what)}"
        pairs = table(*(f"{name}{more}" for name in called))
        for old, new in list(part.items())[:LONGEST_TABLE]:
            pairs.add_row(mine[old], theirs[new])
        yield pairs
        if len(part) > LONGEST_TABLE:
            yield f"... {len(part) - LONGEST_TABLE:,} more moves{rest('renaming')}"


def symmetries_lines(symmetries: Symmetries, everything: bool, rest: Rest = in_terminal) -> Iterator[str]:
    """The number of symmetries, their renamings, and the moves and positions that they make alike."""
    if symmetries.order == 1:
        yield "symmetries  none: no renaming of moves leaves the game unchanged"
    else:
        yield f"symmetries  {symmetries.order:,} renamings of moves leave the game unchanged"
        listed = symmetries.elements if everything or symmetries.order <= LISTED else None
        if listed is None:
            yield f"            all follow from {'this one' if len(symmetries.generators) == 1 else 'these'}:"
        renamings = listed or symmetries.generators
        first_renamings = renamings if everything else renamings[:LONGEST_TABLE]
        for renaming in first_renamings:
            yield f"            {cycles_text(renaming, symmetries.words)}"
        if len(renamings) > len(first_renamings):
            yield f"            ... {len(renamings) - len(first_renamings):,} more{rest('generators')}"
    if symmetries.openings:
        yield _openings_text(symmetries)
    positions, different = symmetries.positions, symmetries.different
    fewer = f", of which {different:,} are really different" if different < positions else ""
    yield f"positions   {positions:,}{fewer}"
    yield f"found       in {symmetries.seconds:.3f} s"


def _openings_text(symmetries: Symmetries) -> str:
    """The first moves, in groups of moves that are alike by symmetry."""
    game, start, openings = symmetries.game, symmetries.start, symmetries.openings
    what = "outcomes" if game.turn(start) == CHANCE else "openings"
    moves = sum(map(len, openings))
    if len(openings) == moves:
        return f"{what:<12}{moves:,}" + (", all really different" if moves > 1 else "")
    groups = [
        " ".join(_group_words(move_text(game, start, move) for move in group)) for group in openings[:MOST_GROUPS]
    ]
    more = f" | ... {len(openings) - len(groups):,} more" if len(openings) > len(groups) else ""
    return f"{what:<12}{moves:,}, of which {len(openings):,} are really different: {' | '.join(groups)}{more}"


def _group_words(words: Iterable[str]) -> list[str]:
    """Words side by side, with commas between if they contain blanks."""
    texts = list(words)
    return [", ".join(texts)] if any(" " in text for text in texts) else texts


def cycles_text(renaming: Renaming, words: Words) -> str:
    """A renaming as cycles of moves: (a b c) means that a becomes b, b becomes c, and c becomes a."""
    texts = []
    for what, part in renaming.kinds.items():
        turn = CHANCE if what == "chance" else 0
        names = words.of(turn)
        rounds = [f"({' '.join(_group_words(names[move] for move in round))})" for round in cycles(part)]
        if rounds:
            texts.append(("chance " if turn == CHANCE else "") + " ".join(rounds))
    return ", ".join(texts) or "every move keeps its name"


def cycles(part: Mapping[Move, Move]) -> Iterator[list[Move]]:
    """The cycles of two and more moves of a renaming."""
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

"""Boards of games that declare none: those in the text of ``show``, lines of symbols, and those that play shows."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise
from string import ascii_lowercase
from typing import Any

from faceup.results.scene.dice import dice_kept, outcome_words
from faceup.results.scene.found_boards import FILLED, FoundBoard, Symbols, found_board, name_board, places_changed
from faceup.results.scene.piece_looks import with_looks
from faceup.results.scene.positions_met import positions_met
from faceup.results.scene.things import Change, Item, Made, Scene, Zone
from faceup.results.scene.zones import SIGNS, board_zones, names_of_pieces, sign_name
from faceup.rules.boards import Board, DotGrid, board_of, column_name
from faceup.rules.contract import CHANCE, Game
from faceup.rules.facts import facts_of
from faceup.rules.fields import Card, Dice, Die, Field, Heap, Place, fields_of, item_kind
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards
from faceup.rules.texts import line_texts, move_text, state_text

LETTERS = ascii_lowercase  # of columns
NUMBERED_ROW = re.compile(r"(\d+) +(\S.*)")
EMPTY = frozenset(".-_·")
LEAST = 2  # rows, and squares in each
MOST_TRIED = 300  # moves, before none is looked at
FEWEST_NUMBERED = 4  # squares that moves call by their numbers, before it is no accident


def shown_board(game: Game, state: Any, moves: Collection[Move] = ()) -> Zone | None:
    """The board that ``show`` draws, or that play shows, each square with the move that changes it alone, and with the
    squares that each move names by what it changes: the square that it fills, or that it leaves and then the one to
    which it goes. None if there is none, or if the game has a ``board``.
    """
    board = board_shown(game, state)
    if board is None:
        return None
    squares = squares_of_moves(game, state, board, moves)
    found = Counter(square for at in squares.values() for square in at)
    picks = {at[0]: move for move, at in squares.items() if len(at) == 1 and found[at[0]] == 1}
    symbols = board.read(state)
    pits = {square: name for (_, square), name in _names_of_pits(game).items()} if board.heaps else {}
    rows = tuple(
        tuple(_item(board, symbols[place], place, picks.get(place), pits) if place >= 0 else Item("") for place in row)
        for row in board.rows
    )
    owners = tuple(board.names.get(sign) or sign for sign in board.owners)
    zone = Zone("board", "board", rows, heaps=board.heaps, lines=board.lines, named=tuple(squares.items()))
    zone = replace(zone, columns=board.columns, ranks=board.ranks, owners=owners if len(owners) == LEAST else ())
    return zone if board.heaps or board.lines else replace(zone, changes=_changes(game, state, board, picks.values()))


def _changes(game: Game, state: Any, board: FoundBoard, moves: Collection[Move]) -> tuple[Change, ...]:
    """The moves that change several squares, with these."""
    changes = (Change(move, tuple(places_changed(board, state, game.play(state, move)))) for move in moves)
    return tuple(change for change in changes if len(change.squares) >= LEAST)


def has_board(game: Game) -> bool:
    """Whether a game declares a board, or has one of pieces that ``show`` draws or play shows."""
    if board_of(game) is not None:
        return True
    board = board_shown(game, game.start())
    return board is not None and not board.heaps and not board.lines


def board_zone(game: Game, state: Any, moves: Collection[Move] = ()) -> Zone | None:
    """The board of a state, the game's own or a shown one, with the moves on its squares; None without a board."""
    zone = _bare_zone(game, state, moves)
    return zone and with_looks(zone, game, texts_of_squares)


def _bare_zone(game: Game, state: Any, moves: Collection[Move] = ()) -> Zone | None:
    if board_of(game) is None:
        return shown_board(game, state, moves)
    zones, _ = board_zones(game, fields_of(state), moves)
    return zones[0]


def names_on_board(game: Game, state: Any) -> frozenset[str]:
    """The names of the fields that are drawn on the board of a state."""
    fields, found = fields_of(state), found_board(game)
    if board_of(game) is not None:
        _, on_board = board_zones(game, fields, ())
    else:
        on_board = fields_on_board(fields, found.fields if found else None)
    return frozenset(field.name for field in on_board)


def fields_on_board(fields: Sequence[Field], found: Collection[str] | None) -> list[Field]:
    """The fields on a shown board: those ``found`` by play, or all but cards, dice and heaps."""
    if found is not None:
        return [field for field in fields if field.name in found]
    return [field for field in fields if field.kind is Cards or _is_row(field)]


def _is_row(field: Field) -> bool:
    """Whether a field is a row of numbers or sets, as squares are, and not of things that lie beside a board."""
    if field.kind is Dice:
        return False
    return isinstance(field.value, tuple) and item_kind(field.kind) not in (Card, Die, Heap, Place)


def word_of_move(game: Game, state: Any, move: Move) -> str:
    """A move in the rules' words; in a game without words, by the squares on a board, or the dice, that play shows."""
    words: Mapping[Move, str] = {}
    if type(game).say is Game.say:
        words = _words_of_steps(game, state) if isinstance(move, tuple) else _words_of_numbers(game, state)
    return words.get(move) or move_text(game, state, move)


def words_of_line(game: Game, state: Any, moves: Iterable[Move]) -> list[str]:
    """Moves from a state on, one after another, each in its words, and what chance brought as ``rolled 3 4``."""
    return line_texts(game, state, moves, _word_in_line)


def _word_in_line(game: Game, state: Any, move: Move) -> str:
    if game.turn(state) == CHANCE:
        return outcome_words(game, state, move).removeprefix("chance: ")
    return word_of_move(game, state, move)


@lru_cache(maxsize=16)  # whoever asks for one word mostly asks for all
def _words_of_numbers(game: Game, state: Any) -> dict[Move, str]:
    """Legal moves that are numbers by the squares that they name, without those that name the same; without a board by
    the dice that they keep.
    """
    board, legal = found_board(game), [*game.moves(state)]
    if board is None:
        return {move: f"keep {' '.join(texts) or 'nothing'}" for move, texts in dice_kept(game, state, legal)}
    if board.heaps or not board.columns:
        return {}
    groups = [legal] if len(legal) <= MOST_TRIED else [[move] for move in legal]
    named = (pair for group in groups for pair in squares_of_moves(game, state, board, group).items())
    words = {move: board.name_of_squares(squares) for move, squares in named}
    count = Counter(words.values())
    return {move: word for move, word in words.items() if count[word] == 1}


@lru_cache(maxsize=16)
def _words_of_steps(game: Game, state: Any) -> dict[Move, str]:
    """All legal moves of several parts by the squares that they change, ``b1-c2``; empty if these do not tell them
    apart.
    """
    board = board_shown(game, state)
    if board is None or board.heaps or not board.columns:
        return {}
    squares = _squares_of_steps(game, state, board, [*game.moves(state)])
    return {move: board.name_of_squares(changed) for move, changed in squares.items()}


def _squares_of_steps(
    game: Game, state: Any, board: FoundBoard, moves: Collection[Move]
) -> dict[Move, tuple[int, ...]]:
    """The squares of each of these moves, if no two have the same; else empty."""
    squares = squares_of_moves(game, state, board, moves)
    return squares if len(squares) == len(moves) == len({*squares.values()}) else {}


@lru_cache(maxsize=64)
def _names_of_pits(game: Game) -> dict[tuple[int, int], str]:
    """What the moves of each player call each pit, as (player, pit), of moves that take seeds from no other pit."""
    board = found_board(game)
    names: dict[tuple[int, int], set[str]] = {}
    if board is None:
        return {}
    for one in positions_met(game):
        for move, after in one.after.items():
            lowered = _find_lowered_pits(*_symbols_to_compare(board.read(one.state), board.read(after)))
            if len(lowered) == 1 and one.turn >= 0:
                names.setdefault((one.turn, lowered[0]), set()).add(move_text(game, one.state, move))
    return {pit: words.pop() for pit, words in names.items() if len(words) == 1}


def _find_lowered_pits(old: Symbols, new: Symbols) -> list[int]:
    """The pits from which seeds were taken: that of the move, and those that it captures."""
    return [pit for pit, (one, other) in enumerate(zip(old, new, strict=True)) if int(other) < int(one)]


def _pit_of_move(game: Game, state: Any, move: Move, lowered: list[int]) -> tuple[int, ...]:
    """The pit that a move empties; of several, as in a capture, the one that is called as the move is."""
    if len(lowered) > 1:
        names, turn, word = _names_of_pits(game), game.turn(state), move_text(game, state, move)
        lowered = [pit for pit in lowered if names.get((turn, pit)) == word]
    return tuple(lowered) if len(lowered) == 1 else ()


def board_shown(game: Game, state: Any) -> FoundBoard | None:
    """The board in the text of ``show``, or that play shows."""
    rows = _grid_of(game, state)
    if not rows:
        return found_board(game)
    letters = tuple(sorted({symbol for row in rows for symbol in row if symbol.isalpha()}))
    places = tuple(tuple(range(down * len(row), (down + 1) * len(row))) for down, row in enumerate(rows))
    board = FoundBoard(
        frozenset(), partial(_symbols_shown, game), places, names=names_of_pieces(letters) | {FILLED: "filled"}
    )
    columns, ranks = _names_said(game, places)
    return board._replace(columns=columns, ranks=ranks)


def _symbols_shown(game: Game, state: Any) -> Symbols:
    """The symbols in the text of ``show``, one row after another."""
    return tuple(symbol for row in _grid_of(game, state) for symbol in row)


@lru_cache(maxsize=64)
def _names_said(game: Game, places: tuple[tuple[int, ...], ...]) -> tuple[Symbols, Symbols]:
    """The names of the columns and rows of a shown board, if the rules call moves by their squares, or have no words
    for moves of several parts that squares tell apart; else empty.
    """
    read, met, count = partial(_symbols_shown, game), positions_met(game), sum(map(len, places))
    states = (one for each in met for one in (each.state, *each.after.values()))
    if any(len(read(one)) != count for one in states):
        return (), ()
    bare = FoundBoard(frozenset(), read, places)
    if type(game).say is Game.say and not all(
        _squares_of_steps(game, one.state, bare, [move for move in one.after if isinstance(move, tuple)])
        for one in met
        if one.turn >= 0
    ):
        return (), ()
    board = name_board(game, met, bare)
    return board.columns, board.ranks


def squares_of_moves(game: Game, state: Any, board: FoundBoard, moves: Collection[Move]) -> dict[Move, tuple[int, ...]]:
    """The squares that moves name; without moves that name none."""
    if len(moves) > MOST_TRIED or game.turn(state) == CHANCE:
        return {}
    before = board.read(state)
    changes = {move: _symbols_to_compare(before, board.read(game.play(state, move))) for move in moves}
    if board.heaps:
        named = {move: _pit_of_move(game, state, move, _find_lowered_pits(*change)) for move, change in changes.items()}
        return {move: pit for move, pit in named.items() if pit}
    named = {move: _squares_named(*change) for move, change in changes.items()}
    many = {move: frozenset(squares) for move, squares in named.items()}
    if len({*map(len, many.values())}) == 1:  # pieces that are laid, or steps
        return {move: squares for move, squares in named.items() if squares}
    if any(len(squares) > LEAST for squares in many.values()):
        named |= {move: _own_squares(squares, many.values()) for move, squares in many.items()}
    firsts = {squares[0] for squares in named.values() if squares}
    if len(firsts) == len(named) and not any(before[square] for squares in named.values() for square in squares):
        return {
            move: squares[:1] for move, squares in named.items()
        }  # things that are laid, each on its own first square
    return {move: squares for move, squares in named.items() if squares}


def _symbols_to_compare(before: Symbols, after: Symbols) -> tuple[Symbols, Symbols]:
    return (before, after) if len(before) == len(after) else ((), ())


def _own_squares(squares: frozenset[int], others: Collection[frozenset[int]]) -> tuple[int, ...]:
    """The square which no smaller of these sets holds, if there is one, as the corner of a bite."""
    own = [square for square in squares if min((one for one in others if square in one), key=len) == squares]
    return tuple(own) if len(own) == 1 else ()


def squares_that_differ(game: Game, state: Any, other: Any) -> frozenset[int]:
    """The squares on which the boards of two states differ; none if the game has none."""
    board = board_shown(game, state)
    pairs = () if board is None else zip(board.read(state), board.read(other), strict=False)
    return frozenset(square for square, pair in enumerate(pairs) if pair[0] != pair[1])


def _squares_named(old: Symbols, new: Symbols) -> tuple[int, ...]:
    changed = [square for square, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
    left = [square for square in changed if not new[square]]
    filled = [square for square in changed if not old[square]]
    turned = [square for square in changed if old[square] and new[square]]
    if not left:
        return tuple(filled) if len(filled) == 1 or not turned else ()
    if not filled and not turned:
        return tuple(left)
    return (*left, *filled, *turned) if len(left) == 1 and len(changed) <= LEAST else ()


def _item(board: FoundBoard, symbol: str, square: int, move: Move | None, pits: Mapping[int, str]) -> Item:
    if board.heaps:
        return Item(symbol, move, None, square, pits.get(square, ""))
    owner = board.owners.index(symbol) if symbol in board.owners else SIGNS.index(symbol) if symbol in SIGNS else 1
    name = board.names.get(symbol) or sign_name(symbol)
    return Item(symbol, move, owner % len(SIGNS) if symbol else None, square, name)


def _grid_of(game: Game, state: Any) -> tuple[tuple[str, ...], ...]:
    """The symbols of the text of ``show``, row by row, empty ones as ""; no rows if it is not a board."""
    if board_of(game) is not None or type(game).show is Game.show:
        return ()
    lines = _without_edges([line.strip() for line in state_text(game, state).splitlines()])
    apart = all(" " in line for line in lines)
    rows = [line.split() if apart else list(line) for line in lines]
    if len(rows) < LEAST or len(rows[0]) < LEAST or len(set(map(len, rows))) > 1:
        return ()
    symbols = {symbol for row in rows for symbol in row}
    if any(len(symbol) > 1 or symbol.isspace() for symbol in symbols):
        return ()
    letters = {symbol for symbol in symbols if symbol.isalpha()}
    if not apart and not all(letter.isupper() or letter in "xo" for letter in letters):
        return ()  # words of one length
    blank = EMPTY | {"0"} if not letters else EMPTY
    return tuple(tuple("" if symbol in blank else symbol.upper() for symbol in row) for row in rows)


def _without_edges(lines: Sequence[str]) -> Sequence[str]:
    """The lines of a board without the letters of its columns below or above, and the numbers of its rows on the left.

    Numbers beside numbers may be what lies on the squares, unless the columns have letters.
    """
    ends = [end for end in (-1, 0) if lines and "".join(lines[end].split()) in LETTERS and lines[end][:1] == LETTERS[0]]
    below = lines[: ends[0]] if ends == [-1] else lines[1:] if ends == [0] else lines
    parts = [NUMBERED_ROW.fullmatch(line) for line in below]
    numbers = [int(part[1]) for part in parts if part]
    if len(numbers) < max(len(below), LEAST) or {one - other for one, other in pairwise(numbers)} not in ({1}, {-1}):
        return below
    rests = [part[2] for part in parts if part]
    return rests if ends or not any(map(str.isdigit, "".join(rests))) else below


def with_numbered_squares(scene: Scene, game: Game, state: Any, legal: Collection[Move]) -> Scene:
    """The scene with the numbers of squares on its board, and the squares that moves name by what they change."""
    board = _numbered_board(game)
    if board is None or not any(zone.kind == "board" for zone in scene.zones):
        return scene
    named = tuple(squares_of_moves(game, state, board, legal).items())

    def with_numbers(zone: Zone) -> Zone:
        return replace(zone, numbered=True, named=zone.named or named) if zone.kind == "board" else zone

    return replace(scene, zones=tuple(map(with_numbers, scene.zones)))


@lru_cache(maxsize=64)
def _numbered_board(game: Game) -> FoundBoard | None:
    """The board of a game without names of squares, if in some plays the rules call every decision by the numbers of
    the squares that it changes, in their order; else None.
    """
    board = None if type(game).say is Game.say or facts_of(game).hidden else _board_without_names(game)
    if board is None:
        return None
    seen = set[int]()
    for one in positions_met(game):
        squares = squares_of_moves(game, one.state, board, one.after) if one.turn >= 0 else {}
        for move, named in squares.items():
            numbers = iter(re.findall(r"\d+", move_text(game, one.state, move)))
            if not all(str(square) in numbers for square in named):  # each behind the one before
                return None
            seen.update(named)
    return board if len(seen) >= FEWEST_NUMBERED else None


def _board_without_names(game: Game) -> FoundBoard | None:
    """The game's own board of rows, or the one that it shows; None for one whose squares have names, or seeds."""
    board = None if isinstance(board_of(game), Board | DotGrid) else _board_at_start(game)
    return None if board is None or board.columns or board.heaps or board.lines else board


def _board_at_start(game: Game) -> FoundBoard | None:
    """The game's own board, or the one that it shows."""
    own = board_of(game)
    return board_shown(game, game.start()) if own is None else FoundBoard(frozenset(), partial(_symbols, game), own)


def _symbols(game: Game, state: Any) -> Symbols:
    """What lies on the squares of the game's own board, by their numbers."""
    (zone, *_), _ = board_zones(game, fields_of(state), ())
    texts = {item.square: item.text for item in zone.items if item.square is not None}
    return tuple(texts.get(square, "") for square in range(max(texts, default=-1) + 1))


def with_laid_pieces(scene: Scene, game: Game, state: Any, legal: Collection[Move], made: Iterable[Made]) -> Scene:
    """The scene whose board says whether moves lay pieces of several squares, with the pieces that these moves laid;
    the same scene where one of them changed squares in another way, or would.
    """
    board, size = _board_of_pieces(game)
    if board is None:
        return scene
    past = [(move, turn, places_changed(board, before, game.play(before, move))) for before, turn, move in made]
    now = [(move, game.turn(state), places_changed(board, state, game.play(state, move))) for move in legal]
    for _, turn, change in (*past, *now):
        if any(old or not new for old, new in change.values()) or (turn != CHANCE and len(change) not in (0, size)):
            return scene
    laid = tuple(tuple(change) for _, turn, change in past if change and turn != CHANCE)  # a pass lays none
    named = tuple((move, tuple(change)) for move, _, change in now if change)
    boards = (
        replace(zone, lays=True, laid=laid, named=named) if zone.kind == "board" else zone
        for zone in scene.only_looked_at.zones
    )
    return replace(scene, zones=tuple(boards))


@lru_cache(maxsize=64)
def _board_of_pieces(game: Game) -> tuple[FoundBoard | None, int]:
    """The board on which, in some plays, each move of a player fills as many free squares, several side by side, and
    nothing else changes anything, and how many; else None.
    """
    board = None if isinstance(own := board_of(game), DotGrid) or facts_of(game).hidden else _board_at_start(game)
    if board is None or board.heaps or board.lines or getattr(own, "hexagons", False):
        return None, 0
    at = {place: (down, across) for down, row in enumerate(board.rows) for across, place in enumerate(row)}
    sizes = set[int]()
    for one in positions_met(game):
        for after in one.after.values():
            pairs = enumerate(zip(*_symbols_to_compare(board.read(one.state), board.read(after)), strict=True))
            changed = {at[place]: pair for place, pair in pairs if pair[0] != pair[1]}
            if any(old or not new for old, new in changed.values()) or not _hang_together({*changed}):
                return None, 0
            sizes |= {len(changed)} if one.turn >= 0 else set()
    size = min(sizes) if len(sizes) == 1 else 0
    return (board, size) if size >= LEAST else (None, 0)


def _hang_together(squares: Collection[tuple[int, int]]) -> bool:
    """Whether a way leads from each of the squares, as (row, column), to each other over their sides."""
    reached, left = [*squares][:1], {*squares} - {*[*squares][:1]}
    for down, across in reached:
        near = left & {(down - 1, across), (down + 1, across), (down, across - 1), (down, across + 1)}
        reached += near
        left -= near
    return not left


def with_falling_pieces(scene: Scene, game: Game) -> Scene:
    """The scene whose board says whether pieces drop into its columns."""
    boards = [zone for zone in scene.zones if zone.kind == "board" and len(zone.rows) > 1 and not zone.lines]
    if not boards or facts_of(game).hidden or not _pieces_fall(game):
        return scene
    return replace(scene, zones=tuple(replace(zone, falls=zone in boards) for zone in scene.zones))


@lru_cache(maxsize=64)
def _pieces_fall(game: Game) -> bool:
    """Whether in some plays each move of a player fills the lowest free square of a column alone, and its last word is
    the name or number of that column.
    """
    called, decisions = set[str](), 0
    for one in positions_met(game):
        before = texts_of_squares(game, one.state)
        for move, after in one.after.items() if one.turn >= 0 else ():
            filled = [
                (down, across)
                for down, pair in enumerate(zip(before, texts_of_squares(game, after), strict=True))
                for across, (old, new) in enumerate(zip(*pair, strict=True))
                if old != new
            ]
            if len(filled) != 1 or any((row[filled[0][1]] != "") != (k > filled[0][0]) for k, row in enumerate(before)):
                return False
            across, word = filled[0][1], move_text(game, one.state, move).split()[-1]
            calling = {column_name(across): "name", str(across): "from 0", str(across + 1): "from 1"}
            called.add(calling.get(word, ""))
            decisions += 1
    return decisions > 0 and len(called) == 1 and called != {""}


def texts_of_squares(game: Game, state: Any) -> tuple[tuple[str, ...], ...]:
    """What is written on the squares of a board, row by row."""
    zone = _bare_zone(game, state)
    return tuple(tuple(item.text for item in row) for row in zone.rows) if zone else ()

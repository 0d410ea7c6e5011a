"""A position as lines of text: everything is there, nothing is wider than the line."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import faceup
from faceup.engines.model.dealing import deal
from faceup.engines.model.policies import play_through
from faceup.games.kuhn_poker import KuhnPoker
from faceup.play.session import Session
from faceup.results.scene.boards.zone_of_board import shown_board
from faceup.results.scene.scene_in_play import table_scene
from faceup.results.scene.scene_of_game import scene_of, scene_of_fields, text_not_drawn
from faceup.results.scene.things import Item, Scene, Zone
from faceup.rules import CHANCE, OVER, Board, Cards, Game, NamedTuple, Patience, Row, holds, size
from faceup.rules.errors import RulesError
from faceup.rules.fields import Dice, Die, Field
from faceup.rules.moves import Move
from faceup.show.text.scenes import FRENCH, scene_lines
from faceup.show.text.strategies import strategy_boards
from faceup.show.text.styled_lines import Text, clean, columns, flow, prose
from faceup.web.answers.setups import setup_document
from tests.games.drawn_by_play import Bites, Hands, Hops, Lines, Marks, Pawns, Pins, Sown, Stones
from tests.library import deep, open_names

GAMES = [name for name in open_names() if isinstance(faceup.game(name), Game)]
PATIENCES = [name for name in open_names() if name not in GAMES]


def texts(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def drawn(*zones: Zone, text: str = "", width: int = 80, encoding: str = "utf-8") -> list[str]:
    return texts(scene_lines(Scene(zones, text, text), width, encoding))


def cards(label: str, *words: str, picks: bool = False) -> Zone:
    return Zone("cards", label, (tuple(Item(word, k if picks else None) for k, word in enumerate(words)),))


def pile(label: str, *words: str) -> Zone:
    return Zone("pile", label, (tuple(map(Item, words)),))


def heap(count: int) -> Zone:
    return Zone("heap", "a", ((Item(""),) * count,))


def board(rows: int, columns: int) -> Zone:
    squares = [[Item("", row * columns + column) for column in range(columns)] for row in range(rows)]
    return Zone("board", "board", tuple(map(tuple, squares)))


# --- what is drawn ----------------------------------------------------------------------------------------------


def test_a_board_is_a_grid_of_marks_and_of_moves() -> None:
    session = Session(faceup.game("tic-tac-toe"), moves=(4, 0, 8))
    assert texts(scene_lines(session.scene, 80, "utf-8")) == [
        "  3  O │ · │ ·",
        "    ───┼───┼───",
        "  2  · │ X │ ·",
        "    ───┼───┼───",
        "  1  · │ · │ X",
        "     a   b   c",
    ]
    assert texts(scene_lines(session.scene, 80, "ascii"))[:2] == ["  3  O | . | .", "    ---+---+---"]


def test_a_board_that_is_wide_has_no_frame_and_one_that_is_wider_comes_in_parts() -> None:
    assert drawn(board(2, 18), width=80)[1] == "  18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35".replace(
        "  ", "   ", 1
    )
    lines = drawn(board(2, 18), width=40)
    assert [line for line in lines if "columns" in line] == ["  columns 1 to 12", "  columns 13 to 18"]
    assert sorted(int(word) for word in " ".join(lines).split() if word.isdecimal())[-1] == 35


def test_a_square_that_is_empty_and_not_to_be_had_is_a_point_where_there_is_no_frame() -> None:
    row = tuple(Item("X", owner=0) if k == 1 else Item("", square=k) for k in range(30))
    assert drawn(Zone("board", "board", (row,))) == ["   " + " ".join("X" if k == 1 else "." for k in range(30))]


def test_a_hole_of_a_board_is_nothing() -> None:
    corner = (Item("X", owner=0, square=0), Item("", square=1), Item(""), Item(""))
    rows = (corner, (Item("", 2, square=2), *[Item("")] * 3))
    assert drawn(Zone("board", "board", rows)) == ["   X │ . │", "  ───┼───┼", "   2 │"]
    assert drawn(Zone("board", "board", ((*corner, *[Item("", square=4)] * 30),))) == ["   X ." + " " * 4 + " ." * 30]


def test_cards_that_can_be_picked_are_in_brackets() -> None:
    zones = (cards("on the table", "1", "2", picks=True), cards("first", "3"), cards("second"))
    assert drawn(*zones) == ["  on the table  [1] [2]", "  first         3", "  second        -"]


def test_cards_wrap_beside_their_label() -> None:
    lines = drawn(cards("hand", *map(str, range(10, 60))), width=40)
    assert lines[0].startswith("  hand  10 11 ")
    assert all(line.startswith("        ") for line in lines[1:])
    assert " ".join(lines).split() == ["hand", *map(str, range(10, 60))]


def test_a_label_that_is_long_has_a_line_of_its_own() -> None:
    assert drawn(cards("the cards that nobody wants", "1", "2"), width=30) == [
        "  the cards that nobody wants",
        "    1 2",
    ]


@pytest.mark.parametrize(("encoding", "expected"), [("utf-8", "A♠ T♥ 10♦ [K♣]"), ("ascii", "AS TH 10D [KC]")])
def test_suits_are_signs_where_the_encoding_has_them(encoding: str, expected: str) -> None:
    (line,) = drawn(pile("stock", "AS", "TH", "10D", "KC"), encoding=encoding)
    assert line == f"  stock 4  {expected}"


@pytest.mark.parametrize("word", ["10/4", "XS", "S", "hold", "ASH", "1000S"])
def test_other_cards_stay_as_they_are(word: str) -> None:
    (line,) = drawn(cards("hand", word))
    assert line == f"  hand  {word}"


def test_hearts_and_diamonds_are_red_and_a_top_card_is_bold() -> None:
    (line,) = scene_lines(Scene((pile("stock", "AS", "AH", "AD"),), "", ""), 80, "utf-8")
    styles = {line.plain[span.start : span.end]: span.style for span in line.spans}
    assert line.plain.split()[2:] == ["A♠", "A♥", "[A♦]"]
    assert styles == {"A♥": "red", "[A♦]": "bold red"}


def test_heaps_are_counters_and_their_number() -> None:
    assert drawn(heap(0), heap(3), heap(12)) == ["  a  0", "  a  ●●● 3", "  a  ●●●●● ●●●●● ●● 12"]
    assert drawn(heap(6), encoding="ascii") == ["  a  ooooo o 6"]


def test_scores_have_bars_up_to_the_goal() -> None:
    scores = Zone("scores", "score", ((Item("12", by="first"), Item("70", by="second")),), goal=50)
    assert drawn(scores) == [f"  first   {'█' * 6}{'░' * 19}  12 of 50", f"  second  {'█' * 25}  70 of 50"]
    assert drawn(scores, encoding="ascii")[0] == f"  first   {'#' * 6}{'.' * 19}  12 of 50"
    assert drawn(replace(scores, goal=0)) == ["  first   12", "  second  70"]
    assert drawn(scores, width=24) == ["  first   12 of 50", "  second  70 of 50"]


@pytest.mark.parametrize(("encoding", "expected"), [("utf-8", "⚃4 ⚅6 [8] [ ]"), ("ascii", "[4] [6] [8] [ ]")])
def test_dice_have_pips_where_the_encoding_has_them(encoding: str, expected: str) -> None:
    thrown = Zone("dice", "thrown", (tuple(map(Item, ("4", "6", "8", ""))),))
    assert drawn(thrown, encoding=encoding) == [f"  thrown  {expected}"]


@pytest.mark.parametrize(("encoding", "pawns"), [("utf-8", ("♟", "♙")), ("ascii", ("bp", "wp"))])
def test_squares_have_coordinates_and_pieces_initials(encoding: str, pawns: tuple[str, str]) -> None:
    lines = texts(scene_lines(Session(faceup.game("hexapawn")).scene, 80, encoding))
    black, white = pawns
    assert (lines[0].split()[0], lines[-2].split()[0]) == ("3", "1")
    assert (lines[0].count(black), lines[-2].count(white)) == (3, 3)
    assert lines[-1].split() == ["a", "b", "c"]


def test_marks_of_several_words_are_initials_in_a_terminal_and_names_on_a_page() -> None:
    scene = Session(faceup.game("quarto", size=2, properties=4), moves=(16, 0, 31)).scene
    (board,) = scene.zones
    assert texts(scene_lines(scene, 80, "utf-8"))[:1] == ["  2  slrs │    ·"]
    assert (board.items[0].text, board.items[0].name) == ("slrs", "short light round solid")
    assert len(board.pieces) == 16


@pytest.mark.parametrize("edges", ["BW", ("black",), ("black", "pink")])
def test_the_edges_of_a_board_are_two_colours(edges: Any) -> None:
    with pytest.raises(RulesError, match="possible: two of black, blue, green, red, white, yellow"):
        Board(3, 3, edges=edges)


class Line(Game):
    """Two kinds of moves on a board that ``show`` alone draws: place a mark, or step one's own to the side."""

    class State(NamedTuple):
        squares: Row
        mover: int

    def start(self) -> State:
        return self.State((1, 0, 0, 0, 2, 0), 0)

    def turn(self, s: State) -> int:
        return s.mover

    def moves(self, s: State) -> list[Move]:
        return [(0, 1), 2, 3, (5, 0), (5, 1)]  # a step, two placings, and two marks for one square

    def play(self, s: State, m: Move) -> State:
        source, target = (m, m) if isinstance(m, int) else m
        if source == 5:
            return s._replace(squares=(*s.squares[:5], target + 1), mover=1)
        squares = tuple(1 if k == target else 0 if k == source else at for k, at in enumerate(s.squares))
        return s._replace(squares=squares, mover=1)

    def payoff(self, s: State) -> int:
        return 0

    def show(self, s: State) -> str:
        signs = [".Xo"[at] for at in s.squares]
        return "".join(signs[:3]) + "\n" + "".join(signs[3:])


def test_a_board_that_show_draws_is_a_board_with_squares_to_pick() -> None:
    game = Line()
    start = game.start()
    legal = game.moves(start)
    scene = scene_of(game, start, legal)
    (board,) = scene.zones
    assert scene.more == ""
    assert [item.text for item in board.items] == ["X", "", "", "", "O", ""]
    assert [item.name for item in board.items if item.text] == ["cross", "nought"]
    assert [item.move for item in board.items] == [None, None, 2, 3, None, None]
    expected = {(0, 1): (0, 1), 2: (2,), 3: (3,), (5, 0): (5,), (5, 1): (5,)}
    assert scene.squares == expected


class Rows(Game):
    """The first player wins with the lowest row; the rules number squares from the lowest row up."""

    class State(NamedTuple):
        first: Cards
        second: Cards

    def start(self) -> State:
        return self.State(0, 0)

    def turn(self, s: State) -> int:
        return OVER if s.first & 7 == 7 or size(s.first | s.second) == 6 else (size(s.first) + size(s.second)) % 2

    def moves(self, s: State) -> list[int]:
        return [square for square in range(6) if not holds(s.first | s.second, square)]

    def play(self, s: State, square: int) -> State:
        if self.turn(s) == 0:
            return self.State(s.first | 1 << square, s.second)
        return self.State(s.first, s.second | 1 << square)

    def payoff(self, s: State) -> int:
        return 1 if s.first & 7 == 7 else -1

    def show(self, s: State) -> str:
        sign = ["X" if holds(s.first, k) else "O" if holds(s.second, k) else "." for k in range(6)]
        return "".join(sign[3:]) + "\n" + "".join(sign[:3])


def test_what_won_is_marked_on_a_board_that_show_draws() -> None:
    (board,) = Session(Rows(), ("person", "person"), moves=(0, 3, 1, 4, 2)).scene.zones
    assert [item.won for item in board.items] == [False] * 3 + [True] * 3


class Toss(Game):
    """One player calls heads or tails, and the coin is thrown."""

    class State(NamedTuple):
        called: int
        side: int

    def start(self) -> State:
        return self.State(0, 0)

    def turn(self, s: State) -> int:
        return 0 if s.called == 0 else CHANCE if s.side == 0 else OVER

    def moves(self, s: State) -> Any:
        return (2, 5)

    def play(self, s: State, m: int) -> State:
        return s._replace(side=m) if s.called else s._replace(called=m)

    def payoff(self, s: State) -> int:
        return int(s.called == s.side)

    def say(self, s: State, m: int) -> str:
        return "heads" if m == 2 else "tails"


def test_a_choice_is_written_in_its_word_and_nothing_before_it() -> None:
    for moves, words in (((), []), ((5,), ["tails"]), ((5, 2), ["tails", "heads"])):
        scene = Session(Toss(), moves=moves).scene
        told = [item.text for zone in scene.zones for item in zone.items] + re.findall("heads|tails|[0-9]", scene.more)
        assert told == words


class Triangle(Game):
    """Take the lines of a triangle in turn."""

    class State(NamedTuple):
        red: frozenset[int]
        blue: frozenset[int]

    def start(self) -> State:
        return self.State(frozenset(), frozenset())

    def turn(self, s: State) -> int:
        taken = len(s.red | s.blue)
        return OVER if taken == 3 else taken % 2

    def moves(self, s: State) -> Any:
        return [line for line in range(3) if line not in s.red | s.blue]

    def play(self, s: State, m: int) -> State:
        if self.turn(s) == 0:
            return s._replace(red=s.red | {m})
        return s._replace(blue=s.blue | {m})

    def payoff(self, s: State) -> int:
        return len(s.red) - len(s.blue)

    def say(self, s: State, m: int) -> str:
        return ("ab", "bc", "ca")[m]


def test_a_set_has_the_words_of_its_moves_and_may_be_empty() -> None:
    for moves, words in (((), []), ((2,), ["ca"]), ((2, 0), ["ca", "ab"])):
        zones = Session(Triangle(), ("person", "person"), moves=moves).scene.zones
        assert [item.text for zone in zones for item in zone.items] == words


class Sinking(Game):
    """Two pieces on a strip of squares go on to the next free one; the square that is left sinks."""

    player_names = "Red", "the blue side"
    marks = {1: "R", 2: "B", 3: "x"}
    board = Board(2, 6)

    class State(NamedTuple):
        squares: Row
        mover: int

    def start(self) -> State:
        return self.State((1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0)

    def turn(self, s: State) -> int:
        return s.mover if 0 in s.squares else OVER

    def moves(self, s: State) -> Any:
        yield s.squares.index(0)

    def play(self, s: State, square: int) -> State:
        left = [3 if one == s.mover + 1 else one for one in s.squares]
        return self.State((*left[:square], s.mover + 1, *left[square + 1 :]), 1 - s.mover)

    def payoff(self, s: State) -> int:
        return 1


def test_pieces_have_the_colours_of_their_players_and_squares_for_nobody_are_quiet() -> None:
    (board,) = scene_of(Sinking(), Sinking().start(), ()).zones
    looks = [(item.name, item.owner) for item in board.items[:4]]
    assert looks == [("red disc", 0), ("blue disc", 1), ("blocked", None), ("", None)]
    assert board.colours == ("red", "blue")


@pytest.mark.parametrize(
    ("game", "fields", "slots", "pieces"),
    [
        (Line(), ["squares"], [0, 1, 2, 3, 4, 5], {"": [0], "X": [1], "O": [2]}),
        (Rows(), ["first", "second"], [3, 4, 5, 0, 1, 2], {"": [0, 0], "X": [1, 0], "O": [0, 1]}),
        (Stones(), ["red", "blue"], [*range(16)], {"": [0, 0], "R": [1, 0], "B": [0, 1]}),
        (Marks(), ["cells"], [*range(9)], {"": [0], "X": [1], "O": [2]}),
    ],
)
def test_a_board_that_is_shown_is_set_up_by_laying_pieces_on_its_squares(
    game: Game, fields: list[str], slots: list[int], pieces: dict[str, list[int]]
) -> None:
    board = setup_document(game, "")["board"]
    assert board["places"] == [[{"field": name, "slot": slot} for name in fields] for slot in slots]
    assert {piece["text"]: piece["numbers"] for piece in board["pieces"]} == pieces


@pytest.mark.parametrize(
    ("game", "moves", "rows", "words"),
    [
        (Lines(), (0, 4), ["-#-?-", "#-?-?", "-?-?-"], ["b2-c2", "a1-b1", "b1-c1", "b1-b2", "c1-c2"]),
        (Hops(), (12,), ["T?TFF"], ["d-b"]),
        (Stones(), (0, 5), ["R???", "?B??", "????", "????"], ["b4", "c4", "d4", "a3", "c3"]),
        (Marks(), (4, 0), ["O??", "?X?", "???"], ["b3", "c3", "a2", "c2", "a1"]),
        (Pawns(), ((0, 2),), ["BB", "W?", "?W"], ["a3-b2", "b3-a2", "b3-b2"]),
        (Sown(), (0,), ["3333", "0444"], ["0", "1", "2", "3"]),
        (Bites(), (2,), ["??#", "???"], ["a2", "b2", "a1", "b1", "c1"]),
        (Pins(), (7,), ["###??##"], ["a", "a-b", "b", "b-c", "c"]),
    ],
)
def test_a_board_that_play_shows_is_a_board_whose_squares_name_moves(
    game: Game, moves: Any, rows: list[str], words: list[str]
) -> None:
    session = Session(game, ("person", "person"), moves=moves)
    (board,) = session.scene.zones
    drawn = ["".join("-" if item.square is None else item.text or "?" for item in row) for row in board.rows]
    assert drawn == rows
    assert [word for _, word in session.legal_words()][: len(words)] == words
    assert session.scene.more == ""
    assert session.scene.squares.keys() == set(session.legal())
    assert session.move_of(words[-1]) == {word: move for move, word in session.legal_words()}[words[-1]]


def test_a_move_that_captures_is_picked_at_its_own_pit() -> None:
    game, captures = Sown(), 0
    for number in range(20):
        for state, move in play_through(game, 0, number, ("random",), None, 60):
            if move is not None:
                board = shown_board(game, state, [*game.moves(state)])
                assert board
                assert dict(board.named)[move] == (4 * state.mover + move,)
                captures += sum(game.seeds(game.play(state, move))) < sum(game.seeds(state))
    assert captures > 20


def test_cards_of_two_hands_are_no_board_that_play_shows() -> None:
    scene = Session(Hands(), ("person", "person"), moves=(3, 4)).scene
    assert [zone.kind for zone in scene.zones] == ["cards", "cards", "cards"]


def test_dice_lie_beside_a_board_that_show_draws() -> None:
    fields = [Field("squares", (1, 0, 0, 0), Row), Field("dice", (0, 2, 0, 0, 0, 1), Dice), Field("next", 4, Die)]
    board = Zone("board", "board", ((Item("X"), Item("")), (Item(""), Item(""))))
    scene = scene_of_fields(Line(), fields, "X.\n..", (), 0, {}, shown=board)
    assert [zone.kind for zone in scene.zones] == ["board", "dice", "dice"]
    assert scene.more == ""


def test_a_strategy_on_a_board_that_show_draws_is_drawn_on_boards() -> None:
    boards = strategy_boards(faceup.strategy(faceup.solve(Line())), 2)
    assert [board.lines[:4] for board in boards] == [
        ("at the start", "X . .", ". O .", "0-1"),
        ("after 0-1", ". X .", ". O .", "0-1"),
    ]


@pytest.mark.parametrize("text", ["left\nover", "one line", "X.\n...", "12 3\n45 6", ""])
def test_words_and_lines_of_other_lengths_are_no_board(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "show", lambda self, s: text)
    assert all(zone.kind != "board" for zone in scene_of(Line(), Line().start(), ()).zones)


@pytest.mark.parametrize(
    "text", ["2 X . o\n1 . X .\n  a b c", "2 X.o\n1 .X.", "abc\nX.o\n.X.", "a b c\n1 X . o\n2 . X ."]
)
def test_names_at_the_edges_of_a_board_are_no_squares(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "show", lambda self, s: text)
    (board,) = scene_of(Line(), Line().start(), ()).zones
    assert [[item.text for item in row] for row in board.rows] == [["X", "", "O"], ["", "X", ""]]


def test_numbers_beside_numbers_lie_on_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "show", lambda self, s: "1 5 6\n2 3 4")
    (board,) = scene_of(Line(), Line().start(), ()).zones
    assert [len(row) for row in board.rows] == [3, 3]


def test_hexagons_lie_half_a_square_further_in_each_row() -> None:
    lines = texts(scene_lines(Session(faceup.game("hex", rows=3), moves=(4, 1)).scene, 80, "utf-8"))
    assert lines == ["  3  ·   W   ·", "    2  ·   B   ·", "      1  ·   ·   ·", "           a   b   c"]


def test_what_won_has_a_star() -> None:
    session = Session(faceup.game("tic-tac-toe"), ("person", "person"), moves=(0, 1, 4, 2, 8))
    lines = texts(scene_lines(session.scene, 80, "utf-8"))[:6:2]
    assert lines == ["  3  X*│ O │ O", "  2    │ X*│", "  1    │   │ X*"]


def test_a_number_is_written() -> None:
    assert drawn(Zone("number", "due", ((Item("3"),),)), text="three") == ["  due  3", "  three"]


def test_a_scene_of_nothing_but_text_keeps_a_drawing() -> None:
    assert drawn(text="a   b\n c  d") == ["  a   b", "   c  d"]
    assert drawn(text="word " * 30, width=30)[0] == "  word word word word word"


def test_the_text_of_the_rules_is_added() -> None:
    hand = cards("hand", "5", "17")
    assert drawn(hand) == ["  hand  5 17"]
    assert drawn(hand, text="holds 5, 17 of 30") == ["  hand  5 17", "  holds 5, 17 of 30"]
    assert drawn(hand, text="Ann is to lead") == ["  hand  5 17", "  Ann is to lead"]


def test_a_low_window_shows_the_tops_of_piles() -> None:
    scene = Scene((pile("stock", *map(str, range(60))), pile("hand", "7")), "", "")
    high, low = (texts(scene_lines(scene, 60, "utf-8", height)) for height in (20, 3))
    assert len(high) > 3
    assert len(low) == 2
    assert low[0].startswith("  stock 60  ... ")
    assert low[0].endswith("58 [59]")
    assert low[1] == "  hand 1    [7]"


# --- the library ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", deep("cp1252")])
@pytest.mark.parametrize("width", [20, deep(33), 80, deep(200)])
@pytest.mark.parametrize("name", GAMES)
def test_library_games_fit(name: str, width: int, encoding: str) -> None:
    session = Session(faceup.game(name), ("random", "random"), seed=2)
    while True:
        for line in texts(scene_lines(session.scene, width, encoding)):
            assert columns(line) <= width
            assert line.encode(encoding)
        if session.step() is None:
            break


def test_dots_and_lines_are_drawn() -> None:
    game = faceup.game("dots-and-boxes")
    session = Session(game, ("person", "person"), moves=[7, 5])  # a1-a2 and a2-b2
    drawn = "\n".join(texts(scene_lines(session.scene, 80, "ascii")))
    assert "  2 +---+ . +\n    |   .   .\n  1 + . + . +\n    a   b   c" in drawn


@pytest.mark.parametrize("width", [20, 80])
@pytest.mark.parametrize("name", PATIENCES)
def test_patiences_show_every_card(name: str, width: int) -> None:
    game = faceup.game(name)
    assert isinstance(game, Patience)
    lines = texts(scene_lines(table_scene(game, deal(game, 0, 0)), width, "ascii"))
    assert max(map(columns, lines)) <= width
    words = [word.strip("[]") for line in lines for word in line.split()]
    assert sum(words.count(word) for word in set(map(game.say, game.deck()))) >= len(list(game.deck()))


# --- any scene --------------------------------------------------------------------------------------------------

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Mn", "Cf", "Z")), max_size=12)
ITEMS = st.builds(Item, WORDS.filter(bool), st.none() | st.integers(0, 99), st.none() | st.integers(0, 5))
ROWS = st.lists(ITEMS, max_size=30).map(tuple)
SQUARES = st.builds(Item, st.sampled_from(["", "X", "OO"]), st.none() | st.integers(0, 9999))
BOARDS = st.lists(st.lists(SQUARES).map(tuple), max_size=5).map(tuple)
NO_NAMES = st.just(())
ZONES = st.one_of(
    st.builds(Zone, st.sampled_from(["cards", "pile", "heap"]), WORDS, st.tuples(ROWS), st.booleans()),
    st.builds(Zone, st.just("board"), st.just("board"), BOARDS, st.just(False), NO_NAMES, NO_NAMES),
)


@settings(max_examples=75)
@given(st.lists(ZONES, max_size=4), WORDS, st.integers(20, 90), st.integers(1, 30) | st.none())
def test_no_line_is_wider_than_asked_and_no_card_is_lost(
    zones: list[Zone], text: str, width: int, height: int | None
) -> None:
    lines = texts(scene_lines(Scene(tuple(zones), text, text), width, "utf-8", height))
    assert all(columns(line) <= width for line in lines)
    together = re.sub(r"\s", "", "".join(lines))
    for item in (item for zone in zones if zone.kind == "cards" for item in zone.items):
        assert FRENCH.fullmatch(item.text) or clean(item.text) in together


@given(st.lists(WORDS.filter(bool)), st.integers(4, 60))
def test_flow_keeps_every_word_in_order(words: list[str], width: int) -> None:
    lines = list(flow(map(Text, words), width, ">", ">"))
    assert all(line.cell_len <= width for line in lines)
    assert all(line.plain.startswith(">") for line in lines)
    found = "".join(line.plain.removeprefix(">") for line in lines)
    assert found.replace(" ", "") == "".join(words).replace(" ", "")


def test_prose_is_wrapped() -> None:
    assert texts(prose("one two three\n four fourteen", 10, hanging=2)) == [
        "one two",
        "  three",
        "  four",
        "  fourteen",
    ]
    assert texts(prose("x" * 12, 10, indent=1)) == [" xxxxxxxxx", " xxx"]
    assert texts(prose("", 10)) == [""]


def test_text_cannot_move_the_cursor() -> None:
    assert clean("a\tb\x07c\x1b[2Jd\u202ee") == "a b?c?[2Jd?e"
    assert columns("日本") == 4


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("dice 2 3 4 5 6, throws left 2", "throws left 2"),
        ("open 2-6; thrown 7", "thrown 7"),
        ("nothing said yet; the die shows 5", "nothing said yet"),
        ("1 of 10 turned, the highest is 5", "1 of 10 turned, the highest is 5"),
        ("3", ""),
        ("second -; first leads", "first leads"),
    ],
)
def test_a_clause_that_tells_no_more_than_is_drawn_is_left_out(text: str, left: str) -> None:
    zones = [
        Zone("dice", "dice", (tuple(map(Item, "23456")),)),
        Zone("dice", "die", ((Item("5"),),)),
        Zone("cards", "first", ((Item("3"),),)),
        Zone("cards", "second", ((),)),
    ]
    assert text_not_drawn(text, zones) == left


def test_pits_have_the_numbers_of_their_moves_where_the_mover_has_them() -> None:
    def lines(*moves: str) -> list[str]:
        return texts(scene_lines(Session(faceup.game("kalah", pits=2), moves=moves).scene, 80, "utf-8"))

    assert lines()[-1].split() == ["1", "2"]
    assert lines("sow pit 2")[0].split() == ["2", "1"]


def test_a_row_that_is_a_record_of_moves_has_their_words() -> None:
    for bids, texts in ((Bids(), ["pass", "raise"]), (Bids(newest_first=True), ["1", "0"])):  # the second is no record
        (row,) = [zone for zone in Session(bids, "random", moves=[0, 1]).scene.zones if zone.label == "bids"]
        assert [item.text for item in row.items] == texts
    *steps, end = faceup.replay(KuhnPoker(), 3, 0)
    assert end.scene().more == ", ".join(step.what for step in steps[2:]) == "check, bet, call"


class Bids(Game):
    """Two players add a number to a row."""

    newest_first: bool = False

    class State(NamedTuple):
        bids: Row

    def start(self):
        return self.State(())

    def turn(self, s):
        return OVER if len(s.bids) == 3 else len(s.bids) % 2

    def moves(self, s):
        return (0, 1)

    def play(self, s, m):
        return self.State((m, *s.bids) if self.newest_first else (*s.bids, m))

    def payoff(self, s):
        return s.bids[0] - s.bids[1]

    def say(self, s, m):
        return ("pass", "raise")[m]

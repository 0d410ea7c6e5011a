"""A position as things to look at: what is drawn follows from annotations, a board, and how moves are said."""

import re
from itertools import product
from typing import Any

import pytest

import faceup
from faceup.engines.doctor.mistakes import unusual_games
from faceup.engines.model.dealing import deal
from faceup.engines.model.legal_moves import possible_moves
from faceup.engines.model.policies import play_through
from faceup.play.replays import replay
from faceup.play.review import review
from faceup.play.seats import TWO, scene_called
from faceup.play.session import Session
from faceup.results.reviews.replay import ReplayEnd
from faceup.results.scene.boards.pieces_in_play import with_laid_pieces
from faceup.results.scene.dice import dealt_words, found_dice, outcome_words
from faceup.results.scene.moves_in_fields import yes_or_no
from faceup.results.scene.plain_fields import plain_numbers
from faceup.results.scene.scene_in_play import scene_in_play, table_scene
from faceup.results.scene.scene_of_game import scene_of
from faceup.results.scene.scene_of_view import scene_of_view
from faceup.results.scene.sets_in_play import hand_of, sets_by_seat
from faceup.results.scene.things import Item, Scene, Zone
from faceup.results.scene.view_words import view_texts
from faceup.results.scene.zones import MOST_COUNTERS, squares_namer
from faceup.rules import CHANCE, OVER, Board, Card, Cards, Dice, Die, Game, NamedTuple, Row, RulesError, replaced
from faceup.rules.cards import bits, bits_of
from faceup.rules.fields import field_kinds
from faceup.rules.rows import set_of
from tests.games.scenes import (
    BoardWithHoles,
    Cup,
    DieAndCoin,
    DrawsAlone,
    FourCards,
    KeepOrTurn,
    NegativeSet,
    OneDie,
    PrizesAndBids,
    SharedCard,
    SharedCardInWords,
    ShowsNumber,
    Sliding,
    Steps,
    TwoCups,
    TwoWaysToTake,
)
from tests.library import open_names

GAMES = [name for name in open_names() if isinstance(faceup.game(name), Game)]
PATIENCES = [name for name in open_names() if name not in GAMES]


def zone(scene: Scene, label: str) -> Zone:
    (found,) = (zone for zone in scene.zones if zone.label == label)
    return found


def texts(found: Zone) -> list[str]:
    return [item.text for item in found.items]


def texts_of(scene: Scene) -> list[list[str]]:
    return [texts(found) for found in scene.zones]


@pytest.mark.parametrize("name", GAMES)
def test_every_move_drawn_is_legal_and_drawn_once(name: str) -> None:
    session = Session(faceup.game(name), ("random", "random"), seed=5)
    while not session.over:
        moves = [item.move for zone in session.scene.zones for item in zone.items if item.move is not None]
        assert len(moves) == len(set(moves))
        assert set(moves) <= set(session.legal())
        assert session.scene.text == session.game.show(session.state)
        session.step()
    assert not session.scene.moves


def test_cards_that_may_be_picked_lie_on_the_table() -> None:
    session = Session(faceup.game("fifteen"), moves=(5, 1, 9))
    assert texts(zone(session.scene, "on the table")) == ["2", "3", "4", "6", "7", "8"]
    assert zone(session.scene, "on the table").choices
    assert texts(zone(session.scene, "first")) == ["5", "9"]
    assert texts(zone(session.scene, "second")) == ["1"]
    assert session.scene.moves == set(session.legal())


def test_a_hand_is_played_from_and_only_by_its_owner() -> None:
    session = Session(faceup.game("high-low", cards=6, matthew="1,4,5"), ("person", "person"))
    assert [item.move for item in zone(session.scene, "Matthew").items] == [1, 4, 5]
    assert [item.move for item in zone(session.scene, "Benjamin").items] == [None, None, None]
    session.make(4)
    assert texts(zone(session.scene, "led")) == ["4"]
    assert [item.move for item in zone(session.scene, "Benjamin").items] == [2, 3, 6]
    assert not any(zone.choices for zone in session.scene.zones)


def test_the_cards_of_a_round_lie_between_the_hands() -> None:
    session = Session(faceup.game("high-low", cards=6, matthew="1,4,5"), ("person", "person"), moves=(4, 6))
    assert [zone.label for zone in session.scene.zones] == ["led", "last round", "Matthew", "Benjamin"]
    assert [(item.text, item.by) for item in zone(session.scene, "last round").items] == [
        ("4", "Matthew"),
        ("6", "Benjamin"),
    ]
    session.make(2)
    assert [(item.text, item.by) for item in zone(session.scene, "led").items] == [("2", "Benjamin")]
    assert texts(zone(session.scene, "last round")) == ["4", "6"]


def test_a_card_is_of_who_laid_it_and_not_of_another_with_its_number() -> None:
    def laid(*moves: int) -> dict[str, list[tuple[str, str]]]:
        zones = Session(PrizesAndBids(), ("person", "person"), moves=moves).scene.zones
        return {zone.label: [(item.text, item.by) for item in zone.items] for zone in zones}

    between = laid(2, 3, 2, 3, 2)
    assert (between["prize"], between["bid"]) == ([("3", "")], [("2", "the first player")])
    assert between["last round"] == [("2", ""), ("3", "the first player"), ("2", "the second player")]


def test_a_card_is_picked_from_the_hand_that_always_holds_the_moves() -> None:
    for moves, label in (((2,), "first"), ((2, 3), "second")):
        zones = Session(PrizesAndBids(), ("person", "person"), moves=moves).scene.zones
        picked = {zone.label: [item.move for item in zone.items if item.move is not None] for zone in zones}
        assert {name: cards for name, cards in picked.items() if cards} == {label: [1, 2, 3]}
    assert hand_of(faceup.game("fifteen"), 0) == ""  # its hands hold what was taken


class RowOfHands(Game):
    """Chance deals a card to each player; they lay one in turn."""

    class State(NamedTuple):
        hands: tuple[Cards, Cards]
        phase: str

    def start(self) -> Any:
        return self.State((0b110, 0b110), "deal")

    def turn(self, s: Any) -> int:
        return CHANCE if s.phase == "deal" else OVER if not any(s.hands) else int(s.hands[0] < s.hands[1])

    def moves(self, s: Any) -> Any:
        return (3, 4) if s.phase == "deal" else [*bits(s.hands[self.turn(s)])]

    def play(self, s: Any, m: int) -> Any:
        if s.phase == "deal":
            return self.State((s.hands[0] | 1 << m, s.hands[1] | 1 << 7 - m), "lay")
        return s._replace(hands=replaced(s.hands, self.turn(s), s.hands[self.turn(s)] & ~(1 << m)))

    def payoff(self, s: Any) -> int:
        return 0


def test_a_card_is_picked_from_the_movers_hand_in_a_row_of_hands_and_a_phase_is_left_out() -> None:
    for moves, hand in (((4,), "first player's hand"), ((4, 4), "second player's hand")):
        scene = Session(RowOfHands(), ("person", "person"), moves=moves).scene
        picked = {zone.label: [item.move for item in zone.items if item.move is not None] for zone in scene.zones}
        assert [label for label, cards in picked.items() if cards] == [hand]
        assert "lay" not in scene.more


class Backwards(Game):
    """Fill squares of a 2 by 2 grid in turn; a player who holds a whole row wins. The sets are not in seat order."""

    rows: int = 2
    columns: int = 2

    class State(NamedTuple):
        p2: Cards
        p1: Cards

    def start(self) -> Any:
        return self.State(0, 0)

    def turn(self, s: Any) -> int:
        full = any(held & row == row for held in s for row in (0b11, 0b1100))
        return OVER if full or s.p1 | s.p2 == 15 else (s.p1 | s.p2).bit_count() % 2

    def moves(self, s: Any) -> Any:
        return (k for k in range(4) if not (s.p1 | s.p2) >> k & 1)

    def play(self, s: Any, m: int) -> Any:
        return s._replace(p2=s.p2 | 1 << m) if self.turn(s) else s._replace(p1=s.p1 | 1 << m)

    def payoff(self, s: Any) -> int:
        return 1 if any(s.p1 & row == row for row in (0b11, 0b1100)) else -1


def test_sets_are_those_of_the_players_whose_moves_fill_them() -> None:
    (board,) = Session(Backwards(), ("person", "person"), moves=(0, 2, 1)).scene.zones
    assert board.owners == ("cross", "nought")
    assert [(item.text, item.won) for item in board.items] == [("X", True), ("X", True), ("O", False), ("", False)]
    assert sets_by_seat(faceup.game("high-low")) == ("matthew", "benjamin")
    assert sets_by_seat(Halves()) == ()


def with_frozensets(name: str) -> Game:
    """The game of the library with a frozenset in the place of each set of cards."""
    rules: Any = type(faceup.game(name))
    kinds = field_kinds(rules.State)
    twin = type(rules.__name__, (rules,), {})
    twin.State = NamedTuple(
        "State", [(name, frozenset[int] if kind is Cards else kind) for name, kind in kinds.items()]
    )

    def plain(state: Any) -> Any:
        return rules.State(*(bits_of(field) if isinstance(field, frozenset) else field for field in state))

    def frozen(state: Any) -> Any:
        fields = zip(state, kinds.values(), strict=True)
        return twin.State(*(set_of(field) if kind is Cards else field for field, kind in fields))

    def asked_of_plain(method: Any) -> Any:
        return lambda self, state, *more: method(self, plain(state), *more)

    for word in ("turn", "moves", "payoff", "show", "say", "view"):
        if getattr(rules, word) is not getattr(Game, word):
            setattr(twin, word, asked_of_plain(getattr(rules, word)))
    twin.start = lambda self: frozen(rules.start(self))
    twin.play = lambda self, state, move: frozen(rules.play(self, plain(state), move))
    return twin()


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "fifteen", "goofspiel", "shut-the-box"])
def test_frozensets_are_drawn_as_cards_are(name: str) -> None:
    game, twin = faceup.game(name), with_frozensets(name)
    moves = [move for _, move in play_through(game, 0, 1, ("random",), None, 100) if move is not None]
    for made in range(len(moves) + 1):
        assert Session(twin, moves=moves[:made]).scene == Session(game, moves=moves[:made]).scene


def test_a_board_has_marks_and_free_squares() -> None:
    session = Session(faceup.game("tic-tac-toe"), moves=(4, 0))
    (board,) = session.scene.zones
    assert board.kind == "board"
    assert [len(row) for row in board.rows] == [3, 3, 3]
    assert [(item.text, item.owner) for item in board.rows[0]] == [("O", 1), ("", None), ("", None)]
    assert [(item.text, item.owner, item.move) for item in board.rows[1]][1] == ("X", 0, None)
    assert session.scene.moves == {1, 2, 3, 5, 6, 7, 8}


class Three(Game):
    """A board with the numbers 1, 2 and 3."""

    board = ((0, 1, 2),)

    class State(NamedTuple):
        squares: Row

    def start(self) -> Any:
        return self.State((1, 2, 3))

    def turn(self, s: Any) -> int:
        return OVER

    def payoff(self, s: Any) -> int:
        return 0


@pytest.mark.parametrize(
    ("signs", "names"),
    [
        ("XOA", ["cross", "nought", ""]),
        ("BWR", ["black disc", "white disc", "red disc"]),
        (("green", "Red", "W"), ["green disc", "red disc", "white disc"]),
        (("green", "frog", "W"), ["", "", ""]),  # words that are written
        ("BWX", ["", "", ""]),  # the letters of something else
        (("X", "OK", "?"), ["", "", "question mark"]),
    ],
)
def test_letters_that_are_drawn_have_a_name(signs: Any, names: list[str]) -> None:
    game = type("Marked", (Three,), {"marks": ("", *signs)})()
    assert [item.name for item in scene_of(game, game.start(), ()).zones[0].items] == names


def test_sets_named_after_colours_are_discs_and_rows_of_heaps_are_pits() -> None:
    (board,) = Session(faceup.game("connect-four"), moves=(38, 31)).scene.zones
    assert {item.text: item.name for item in board.items if item.text} == {"R": "red disc", "Y": "yellow disc"}
    pits, marked = (Session(faceup.game(name)).scene.zones[0] for name in ("kalah", "othello"))
    assert (pits.heaps, marked.heaps) == (True, False)
    assert all(item.owner is None for item in pits.items)


@pytest.mark.parametrize("given", [(), (1, "2"), 7, (1, 2.5)])
def test_scores_that_are_no_numbers_are_told(given: Any) -> None:
    game = type("Scored", (Three,), {"scores": lambda self, s: given})()
    with pytest.raises(RulesError, match=re.escape(f"scores returns {given!r}; possible: a whole number for each")):
        scene_of(game, game.start(), ())


class Keeps(Game):
    """Three dice in a row, of which those that a move names are kept."""

    class State(NamedTuple):
        dice: tuple[Die, ...]

    def start(self) -> Any:
        return self.State((3, 3, 5))

    def turn(self, s: Any) -> int:
        return 0 if len(s.dice) > 2 else OVER

    def moves(self, s: Any) -> Any:
        return ((3, 3), (5,))

    def play(self, s: Any, move: Any) -> Any:
        return self.State(move)

    def payoff(self, s: Any) -> int:
        return sum(s.dice)

    def say(self, s: Any, move: Any) -> str:
        return "keep " + " ".join(map(str, move))


class Worths(Game):
    """Two vases are worth 1 to 3 each; one player guesses the worth of both together."""

    class State(NamedTuple):
        one: int
        other: int
        guess: int

    def start(self) -> Any:
        return self.State(0, 0, 0)

    def turn(self, s: Any) -> int:
        return CHANCE if s.other == 0 else OVER if s.guess else 0

    def moves(self, s: Any) -> Any:
        return range(2, 7) if s.other else range(1, 4)

    def play(self, s: Any, m: int) -> Any:
        return s._replace(guess=m) if s.other else s._replace(other=m) if s.one else s._replace(one=m)

    def payoff(self, s: Any) -> int:
        return int(s.guess == s.one + s.other)


class Scored(Game):
    """Two dice of six faces are rolled; throw some again, as the mask says, or score one of two boxes."""

    class State(NamedTuple):
        low: int
        high: int
        rolls: int
        boxes: frozenset[int]

    def start(self) -> Any:
        return self.State(0, 0, 2, frozenset())

    def turn(self, s: Any) -> int:
        return OVER if len(s.boxes) == 2 else CHANCE if s.low == 0 else 0

    def moves(self, s: Any) -> Any:
        boxes = [10 + box for box in (0, 1) if box not in s.boxes]
        return range(1, 7) if s.low == 0 else [1, 2, 3, *boxes] if s.rolls else boxes

    def play(self, s: Any, m: int) -> Any:
        if s.low == 0:
            low, high = sorted((s.high, m))
            return s._replace(low=low, high=high, rolls=s.rolls - (low > 0))
        if m >= 10:
            return self.State(0, 0, 2, s.boxes | {m - 10})
        low, high = sorted((0 if m & 1 else s.low, 0 if m & 2 else s.high))
        return s._replace(low=low, high=high)

    def payoff(self, s: Any) -> int:
        return 0


@pytest.mark.parametrize(
    ("game", "moves", "chosen"),
    [
        (Keeps(), (), [((3, 3), ("3", "3")), ((5,), ("5",))]),
        (faceup.game("shut-the-box", tiles=4), (1, 3), [(6, ("1", "2")), (8, ("3",))]),
        (faceup.game("yahtzee-turn"), ((0, 0, 0, 0, 0, 5),), [((0,) * 5 + (k,), ("6",) * k) for k in range(6)]),
        (Scored(), (3, 5), [(1, ("5",)), (2, ("3",)), (3, ())]),  # a box keeps no die either, and does more
        (faceup.game("fifteen"), (), []),  # a card is a move itself
        (faceup.game("dice-alike", dice=2), (1, 2), []),  # a number is no choice of dice
    ],
)
def test_moves_may_choose_some_of_what_lies_together(game: Any, moves: Any, chosen: list[Any]) -> None:
    scene = Session(game, moves=moves).scene
    found = [selection for zone in scene.zones for selection in zone.selections]
    assert sorted(found) == chosen
    assert not any(zone.selections for zone in scene.only_looked_at.zones)


@pytest.mark.parametrize(
    ("board", "move", "word", "squares"),
    [
        (Board(3, 3), (3, 6), "a2-a1", (3, 6)),
        (Board(3, 3), (3, 1), "X a2", (3,)),  # a kind of piece, though its number is a square's too
        (Board(3, 3), ("X", 3), "X a2", (3,)),
        (Board(3, 3), (3, 11), "a2-off", (3,)),
        (((0, 1), (2, 3)), ("X", 3), "X 3", (3,)),
        (((0, 1), (2, 3)), (0, 3), "0-3", (0, 3)),
        (((0, 1), (2, 3)), (0, 4), "0-4", ()),
        (Board(3, 3), 3, "a2", ()),  # of one part: the square is the move
        (None, (3, 6), "3-6", ()),
    ],
)
def test_a_move_of_several_parts_names_squares(board: Any, move: Any, word: str, squares: tuple[int, ...]) -> None:
    game = type("Bare", (Three,), {"board": board})()
    assert squares_namer(game)(move, word) == squares


def test_a_pot_is_no_heap_where_another_move_leaves_it() -> None:
    pig = Session(faceup.game("pig", goal=10), ("person", "person"), moves=(1, 4))
    assert pig.legal() == [1, 0]
    assert not pig.scene.moves  # both are buttons


def test_heaps_are_counters_until_they_are_many() -> None:
    scene = Session(faceup.game("nim", a=2, b=0, c=MOST_COUNTERS + 1)).scene
    assert [(zone.kind, len(zone.items)) for zone in scene.zones] == [("heap", 2), ("heap", 0), ("number", 1)]
    assert texts(scene.zones[2]) == [str(MOST_COUNTERS + 1)]


def test_a_card_that_is_none_is_an_empty_place() -> None:
    game = faceup.game("best-card")
    start = game.start()
    assert [len(zone.items) for zone in scene_of(game, start, possible_moves(game, start)).zones] == [0]
    assert texts(Session(game, moves=(40,)).scene.zones[0]) == ["40"]


def test_cards_that_the_rules_say_in_words_are_picked_too() -> None:
    scene = Session(FourCards()).scene
    assert scene.moves == {0, 1, 2, 3}
    assert texts(zone(scene, "left")) == ["0", "1", "2", "3"]
    assert len(zone(scene, "pot").items) == 3


@pytest.mark.parametrize("name", PATIENCES)
def test_the_table_of_a_patience_is_all_its_piles_and_tallies(name: str) -> None:
    game = faceup.game(name)
    table = deal(game, 1, 2)
    scene = table_scene(game, table)
    assert [zone.label for zone in scene.zones] == [field.replace("_", " ") for field in table._fields]
    for zone_, thing in zip(scene.zones, table, strict=True):
        expected = [str(thing.n)] if zone_.kind == "number" else [game.say(card) for card in thing.cards()]
        assert texts(zone_) == expected


def test_a_replay_shows_the_table_after_every_step() -> None:
    stock = []
    for step in replay(faceup.game("one-handed"), 1, 17):
        cards = zone(step.scene(), "stock").items
        if isinstance(step, ReplayEnd):
            assert step.result["score"] == len(zone(step.scene(), "hand").items)
        elif step.what == "draw" or step.number == 0:
            stock.append(len(cards))
    assert stock == list(range(52, -1, -1))


def test_a_hole_is_no_square() -> None:
    scene = Session(BoardWithHoles()).scene
    assert [item.move for item in scene.zones[0].items] == [0, None, None, 1]
    assert -1 not in scene.moves
    lines = Session(faceup.game("dots-and-boxes", rows=1, columns=1)).scene.zones[0]
    assert [[item.move for item in row] for row in lines.rows] == [[None, 0, None], [1, None, 2], [None, 3, None]]


def test_a_board_may_follow_from_parameters_and_show_the_numbers_themselves() -> None:
    def rows(session: Session) -> list[list[str]]:
        return [[item.text for item in row] for row in session.scene.zones[0].rows]

    assert rows(Session(faceup.game("hexapawn", columns=2))) == [["♟", "♟"], ["", ""], ["♙", "♙"]]
    assert rows(Session(faceup.game("kalah", pits=2, seeds=3))) == [["0", "3", "3", ""], ["", "3", "3", "0"]]


def test_squares_of_a_board_have_names_and_pieces_too() -> None:
    session = Session(faceup.game("hexapawn"), ("person", "person"), moves=((7, 4),))
    (board,) = session.scene.zones
    assert (board.columns, board.ranks) == (("a", "b", "c"), ("3", "2", "1"))
    assert [item.name for item in board.rows[1]] == ["", "white pawn", ""]
    assert session.words == ["b1-b2"]
    assert Board(2, 28).say(55) == "ab1"
    assert Board(2, 2).say((0, -1)) == "0--1"  # no square


def test_a_stone_is_picked_with_those_after_it() -> None:
    session = Session(faceup.game("nim"), ("person", "person"))
    assert session.scene.moves == set(session.legal())
    first, second = zone(session.scene, "a").items[0], zone(session.scene, "c").items[3]
    assert (session.game.say(session.state, first.move), session.game.say(session.state, second.move)) == (
        "take 3 from heap a",
        "take 2 from heap c",
    )


def test_stones_that_two_moves_take_are_taken_in_words() -> None:
    scene = Session(TwoWaysToTake()).scene
    assert [item.move for item in scene.zones[0].items] == [None, None, 2]


@pytest.mark.parametrize(
    ("name", "moves", "won"),
    [
        ("fifteen", (2, 1, 7, 3, 6), {"2", "7", "6"}),
        ("fifteen", (9, 1, 2, 8, 3, 6), {"1", "8", "6"}),
        ("fifteen", (1, 2, 9, 3, 7, 8, 5), {"1", "9", "5"}),  # of four cards
        ("fifteen", (9, 5, 8, 7, 3, 4, 6, 1, 2), set()),  # a draw
        ("three-fourteen", (6, 1, 2, 8, 0, 5), {"1", "8", "5"}),
    ],
)
def test_the_cards_that_won_are_marked(name: str, moves: tuple[int, ...], won: set[str]) -> None:
    scene = Session(faceup.game(name), ("person", "person"), moves=moves).scene
    assert {item.text for zone in scene.zones for item in zone.items if item.won} == won


@pytest.mark.parametrize(
    ("name", "moves", "won"),
    [
        ("tic-tac-toe", (0, 1, 4, 2, 8), {0, 4, 8}),
        ("tic-tac-toe", (0, 1, 2, 3, 6, 5, 8, 7, 4), {0, 2, 4, 6, 8}),
        ("tic-tac-toe", (0, 4, 1, 2, 3, 6), {2, 4, 6}),
        ("quarto", (31, 15, 16, 0, 17, 1, 18, 2, 19, 3), {0, 1, 2, 3}),  # each piece is given, then placed
    ],
)
def test_the_lines_that_won_are_marked(name: str, moves: tuple[int, ...], won: set[int]) -> None:
    scene = Session(faceup.game(name), ("person", "person"), moves=moves).scene
    assert {item.square for item in scene.zones[0].items if item.won} == won


def test_what_did_not_win_is_not_marked() -> None:
    def won(name: str, policies: tuple[str, str], **parameters: Any) -> list[int | None]:
        session = Session(faceup.game(name, **parameters), policies, seed=3)
        list(session.go_on())
        return [item.square for zone in session.scene.zones for item in zone.items if item.won]

    arrived = Session(faceup.game("hexapawn"), ("person", "person"), moves=((6, 3), (1, 3), (7, 4), (3, 6)))
    assert [item.square for item in arrived.scene.zones[0].items if item.won] == [6]
    assert won("othello", ("first", "random")) == []
    assert won("nim", ("first", "random")) == []


def test_cards_of_one_who_plays_alone_won_against_nobody() -> None:
    lost = Session(DrawsAlone(), moves=(2, 3, 4))
    assert lost.result == "the player loses"
    assert not any(item.won for zone in lost.scene.zones for item in zone.items)


def test_dice_lie_on_the_table() -> None:
    kept = Session(faceup.game("dice-alike"), moves=(6, 2, 2)).scene
    assert (zone(kept, "kept").kind, texts(zone(kept, "kept"))) == ("dice", ["2", "2", "6"])
    counted = scene_of(game := faceup.game("yahtzee-turn"), game.State((2, 0, 0, 1, 0, 2), 2), ())
    assert texts(zone(counted, "dice")) == ["1", "1", "4", "6", "6"]
    assert texts(zone(scene_of(OneDie(), OneDie().start(), ()), "die")) == [""]


def test_dice_that_chance_throws_lie_there_until_others_are_thrown() -> None:
    for moves, label, lying in (
        ((1, 4), "rolled", "4"),
        ((1, 4, 0), "last roll", "4"),
        ((1, 4, 0, 1, 6), "rolled", "6"),
    ):
        session = Session(faceup.game("pig"), ("person", "person"), moves=moves)
        assert texts(zone(session.scene, label)) == [lying]
    three = Session(faceup.game("hog"), ("person", "person"), moves=(3, 5, 2, 4))
    assert texts(zone(three.scene, "rolled")) == ["5", "2", "4"]
    craps = Session(faceup.game("craps"), moves=((2, 2), (1, 5)))  # two at once, and nobody decides in between
    assert texts(zone(craps.scene, "rolled")) == ["1", "5"]


@pytest.mark.parametrize(("seats", "seen"), [(("person", "random"), ("3", "2")), (("random", "person"), ("?", "?"))])
def test_numbers_that_a_player_does_not_see_are_hidden(seats: tuple[str, str], seen: tuple[str, str]) -> None:
    rolled, stake = Session(Cup(), seats, moves=(3, 2)).scene.zones  # nothing is guessed yet
    assert (rolled.kind, stake.kind) == ("dice", "number")
    assert (*texts(rolled), *texts(stake)) == seen
    ann = Session(TwoCups(), ("person", "random"), moves=(2, 3, "reroll", 4)).scene
    assert [(zone.kind, zone.label, *texts(zone)) for zone in ann.zones] == [
        ("dice", "Ann", "4"),
        ("dice", "Bob", "?"),
        ("number", "did", "reroll", "-"),
    ]
    over = Session(TwoCups(), ("person", "best"), moves=(2, 3, "keep", "keep"))
    assert [(zone.label, *texts(zone)) for zone in over.scene.zones][:2] == [("Ann", "2"), ("Bob", "3")]
    assert review(over).scale.kind == "chance"


class Bids(Game):
    """Two bid in turn, and Ann has a wish of her own."""

    player_names = "Ann", "Bob"

    class State(NamedTuple):
        bid_ann: int
        wish_ann: int
        bid_bob: int

    def start(self):
        return self.State(-1, 2, -1)

    def turn(self, s):
        return 0 if s.bid_ann < 0 else 1 if s.bid_bob < 0 else OVER

    def moves(self, s):
        return 0, 3

    def play(self, s, m):
        return s._replace(bid_ann=m) if s.bid_ann < 0 else s._replace(bid_bob=m)

    def payoff(self, s):
        return s.bid_ann - s.bid_bob


def test_what_all_players_have_one_of_by_their_names_is_a_row() -> None:
    game = Bids()
    assert scene_of(game, game.State(-1, 2, -1), (0, 3)).zones[0].label == "wish ann"
    scene = scene_of(game, game.State(3, 2, -1), (0, 3))
    assert [[(zone.label, item.by, item.text) for item in zone.items] for zone in scene.zones] == [
        [("bid", "Ann", "3"), ("bid", "Bob", "-")]
    ]
    assert scene.more == "wish ann 2"


class Fields(Game):
    """Rules without a show."""

    player_names = "Ann", "Bob"

    class State(NamedTuple):
        own_score: int
        held: Cards
        hands: tuple[Cards, ...]
        dice: Dice
        row: Row
        mover: int
        running: bool
        flags: tuple[bool, ...]

    def turn(self, s: Any) -> int:
        return 0


@pytest.mark.parametrize("yes", [1, True])  # as machine code has it, and as CPython has it
def test_a_state_without_show_is_told_by_its_fields(yes: Any) -> None:
    state = Fields.State(int(yes) + 2, 0b1011, (0b110, 0), (0, 2, 1), (), 1, yes, (False, yes))
    told = "own score 3, held 0-1,3, hands 1-2 -, dice 2 2 3, row -, mover Bob, running yes, flags no yes"
    assert Fields().show(state) == told
    assert Fields().show(state._replace(mover=-1, running=-1, held=-8)) == (
        told.replace("Bob", "-1").replace("running yes", "running -1").replace("0-1,3", "-8")
    )
    assert Nameless().show(state._replace(mover=2)) == told.replace("Bob", "the third player")


class Nameless(Fields):
    """The same where nobody has a name."""

    player_names = ()


def test_the_last_picture_of_a_race_has_the_pot_in_the_winners_score() -> None:
    pig, coins = faceup.game("pig", goal=10), faceup.game("coin-race", goal=2)
    assert [pig.show(state) for state in (pig.State(6, 3, 3, 1, 0), pig.State(6, 3, 4, 1, 0))] == [
        "3 to 6, 3 in the pot",
        "3 to 10",
    ]
    won = Session(pig, moves=(1, 6, 1, 4)).scene.zones
    assert ([item.text for item in won[0].items], won[0].goal) == (["10", "0"], 10)
    assert [zone.kind for zone in won] == ["scores", "dice"]
    assert coins.show(coins.State((1, 0, 1), 2, 1, 0)) == "1 to 0 to 2"


def test_the_end_of_a_game_of_cards_for_one_shows_every_card_that_was_dealt() -> None:
    lost = Session(faceup.game("best-card", hand=3), moves=(13, 1, 0, 14)).scene.zones
    (turned,) = Session(faceup.game("best-card", hand=3), moves=(13, 0, 20, 1, 0)).scene.zones
    assert [(item.text, item.by, item.won) for item in turned.items] == [
        ("13", "", False),
        ("20", "yours", True),
        ("?", "a lower card", False),
    ]
    assert [(item.text, item.by) for item in lost[0].items][-1] == ("?", "a higher card")


@pytest.mark.parametrize(("outcome", "given"), [(6, "('six',)"), (1, "6"), (2, "(True,)"), (3, "(-1,)")])
def test_dice_that_are_no_numbers_are_told(outcome: int, given: str) -> None:
    with pytest.raises(RulesError, match=re.escape(f"faces returns {given}; possible: a whole number for each die")):
        _ = Session(OneDie(), moves=(outcome,)).scene


def test_doctor_asks_for_the_dice_too() -> None:
    with pytest.raises(RulesError, match="OneDie: faces returns 6"):
        list(unusual_games(OneDie()))


def test_rules_without_words_for_chance_and_phases_are_told_in_a_players_words() -> None:
    session = Session(Steps(), ("person",), moves=(4,))
    assert outcome_words(Steps(), Steps().start(), 4) == "rolled 4"
    assert [zone.label for zone in session.scene.zones] == ["way", "rolled"]  # the phase only says who is to move
    dealt = type("Dealt", (Steps,), {"moves": lambda *_: range(1, 11), "odds": lambda _, s, m: 4 if m == 10 else 1})()
    assert [outcome_words(dealt, dealt.start(), value) for value in (3, 10)] == ["drew 3", "drew 10"]
    totals = {total: 6 - abs(7 - total) for total in range(2, 13)}
    for odds, word in ((totals, "rolled 9"), (dict.fromkeys(totals, 1), "drew 9"), ({0: 1, 9: 1}, "chance: 9")):
        by = {"moves": lambda _, s, odds=odds: iter(odds), "odds": lambda _, s, m, odds=odds: odds[m]}
        drawn = type("Drawn", (Steps,), by)()
        assert outcome_words(drawn, drawn.start(), 9) == word
    sliding = Session(Sliding()).scene
    assert (sliding.moves, sliding.squares, sliding.zones[0].numbered) == (set(), {1: (0, 1)}, True)
    assert not Session(faceup.game("tic-tac-toe")).scene.zones[0].numbered


def test_a_replay_shows_the_dice() -> None:
    steps = [(step.what, step.scene()) for step in replay(faceup.game("hog"), 1, 2) if not isinstance(step, ReplayEnd)]
    rolled = next(k for k, (_, scene) in enumerate(steps) if any(zone.kind == "dice" for zone in scene.zones))
    assert [f"rolled {face}" for face in texts(zone(steps[rolled][1], "rolled"))] == [steps[rolled][0]]


def thrown(weights: dict[Any, int], text: str = "") -> Game:
    """A game in which chance decides twice by these weights."""

    class Thrown(Game):
        class State(NamedTuple):
            times: int

        def start(self) -> Any:
            return self.State(0)

        def turn(self, s: Any) -> int:
            return OVER if s.times == 2 else CHANCE

        def moves(self, s: Any) -> Any:
            return list(weights)

        def odds(self, s: Any, m: Any) -> int:
            return weights[m]

        def play(self, s: Any, m: Any) -> Any:
            return self.State(s.times + 1)

        def payoff(self, s: Any) -> int:
            return 0

    Thrown.__doc__ = text or None
    return Thrown()


def sorted_dice(sides: int) -> dict[Any, int]:
    return {(one, other): 1 + (one < other) for one in range(1, sides + 1) for other in range(one, sides + 1)}


class Tiles(Game):
    """Two numbers come, and the first does not come again."""

    class State(NamedTuple):
        first: int
        second: int

    def start(self) -> Any:
        return self.State(0, 0)

    def turn(self, s: Any) -> int:
        return OVER if s.second else CHANCE

    def moves(self, s: Any) -> Any:
        return [number for number in range(1, 6) if number != s.first]

    def play(self, s: Any, m: int) -> Any:
        return s._replace(second=m) if s.first else s._replace(first=m)

    def payoff(self, s: Any) -> int:
        return s.first - s.second


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (thrown(sorted_dice(6)), "rolled 1 2"),
        (thrown({(other, one): 3 * weight for (one, other), weight in sorted_dice(6).items()}), "rolled 2 1"),
        (thrown(dict.fromkeys(product(range(1, 7), repeat=2), 1)), "rolled 1 2"),
        (thrown(dict.fromkeys(sorted_dice(6), 1)), "chance: 1-2"),  # a double is as likely as two numbers
        (thrown(sorted_dice(4), "Two dice with four faces."), "rolled 1 2"),
        (thrown(sorted_dice(4)), "chance: 1-2"),  # not even dice are mentioned
        (thrown(dict.fromkeys(range(1, 7), 1), "Draw from a bag."), "drew 2"),
        (thrown(dict.fromkeys(range(1, 7), 1), "A wheel is spun."), "chance: 2"),
        (Tiles(), "chance: 2"),  # which then is gone
    ],
)
def test_dice_are_known_by_the_odds_of_what_they_show(game: Game, words: str) -> None:
    assert outcome_words(game, game.start(), [*game.moves(game.start())][1]) == words


def test_numbers_that_chance_brings_are_dice_if_they_are_those_of_dice_or_called_so() -> None:
    assert found_dice(Worths()) == ()
    assert found_dice(Scored()) == ("low", "high")


def test_a_replay_shows_what_a_session_shows_after_the_same_moves_and_nothing_to_pick() -> None:
    for game in (DieAndCoin(), faceup.game("high-low", cards=6, matthew="1,4,5"), faceup.game("fifteen")):
        moves = [move for _, move in play_through(game, 1, 0, ("random",), None, 100) if move is not None]
        for step in replay(game, 1, 0):
            known = moves if isinstance(step, ReplayEnd) else moves[: step.number]
            shown = Session(game, ("person", "person"), moves=known).scene
            assert step.scene() == shown.only_looked_at
            assert texts_of(step.scene()) == texts_of(shown)
            assert not step.scene().moves


def test_scenes_of_a_replay_share_one_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy for each of them would be as many moves as the square of the game's length."""
    histories = []

    def noted(*args: Any) -> Scene:
        histories.append(args[3])
        return scene_in_play(*args)

    monkeypatch.setattr("faceup.play.replays.scene_in_play", noted)
    for step in replay(faceup.game("fifteen"), 1, 0):
        step.scene()
    assert all(history is histories[0] for history in histories)
    assert len(histories) > len(histories[0]) > 4


def test_a_set_below_zero_is_told_and_does_not_hang() -> None:
    with pytest.raises(RulesError, match="x is -2; a set of cards is a number from 0 up"):
        _ = Session(NegativeSet()).scene


def test_a_position_that_is_no_text_is_told() -> None:
    with pytest.raises(RulesError, match="show returns 5; possible: text"):
        _ = Session(ShowsNumber()).scene


def test_a_card_in_two_hands_is_picked_from_the_movers() -> None:
    scene = Session(SharedCard(), ("person", "person")).scene
    assert [item.move for item in zone(scene, "one").items] == [None, None]
    assert [item.move for item in zone(scene, "two").items] == [2, 3]


def test_moves_that_no_set_gains_or_loses_are_no_cards_and_cards_are_drawn() -> None:
    session = Session(KeepOrTurn(), ("person",), seed=1)
    session.play()
    card = session.state.card
    assert outcome_words(session.game, session.game.start(), card) == f"drew {card}"
    assert not session.scene.moves
    assert [zone.label for zone in session.scene.zones if zone.kind == "cards"] == ["left"]


def test_what_is_not_drawn_is_told() -> None:
    assert Session(SharedCard(), ("person", "person")).scene.more == "score 7"
    assert Session(SharedCardInWords(), ("person", "person")).scene.more == "ahead by 2"
    assert Session(faceup.game("tic-tac-toe")).scene.more == ""
    for name in ("fifteen", "high-low", "nim"):  # the same in words
        assert Session(faceup.game(name)).scene.more == ""
        assert Session(faceup.game(name)).scene.text
    assert Session(faceup.game("best-card")).scene.more == "0 of 10 turned, the highest is 0"
    assert table_scene(faceup.game("one-handed"), deal(faceup.game("one-handed"), 1, 2)).more == ""


class Packed(Game):
    """A state of bare numbers, without a show."""

    class State(NamedTuple):
        packed: int
        left: int
        running: bool
        mover: int

    def start(self) -> State:
        return self.State(3421, 0, True, 0)

    def turn(self, s: State) -> int:
        return 0

    def moves(self, s: State) -> tuple[int, ...]:
        return (1, 2)

    def play(self, s: State, m: int) -> State:
        return s


def test_bare_numbers_are_drawn_where_nothing_else_is() -> None:
    scene = scene_of(Packed(), Packed().start(), (1, 2))
    assert [(zone.kind, zone.label, [item.text for item in zone.items]) for zone in scene.zones] == [
        ("number", "packed", ["3421"]),
        ("number", "left", ["0"]),
    ]
    assert scene.more == "running yes"


class Take(NamedTuple):
    pile: int
    coins: int


class Piles(Game):
    """Coins of piles, a number that packs what was taken, the last pile or -1, and whose turn it is by another name."""

    class State(NamedTuple):
        piles: Row
        taken: tuple[int, int]
        packed: int
        last: int
        who: int

    def start(self) -> Any:
        return self.State((1, 4, 6), (0, 0), 0, -1, 0)

    def turn(self, s: Any) -> int:
        return s.who if any(s.piles) else OVER

    def moves(self, s: Any) -> Any:
        return [Take(pile, coins) for pile, most in enumerate(s.piles) for coins in range(1, most + 1)]

    def play(self, s: Any, move: Any) -> Any:
        piles = tuple(coins - move[1] * (k == move[0]) for k, coins in enumerate(s.piles))
        taken = tuple(coins + move[1] * (k == s.who) for k, coins in enumerate(s.taken))
        return self.State(piles, taken, s.packed + 100 ** move[0], move[0], 1 - s.who)

    def payoff(self, s: Any) -> int:
        return 1 if s.who else -1


class Bitten(Game):
    """Squares of a bar, each of which is a move that the rules call otherwise."""

    class State(NamedTuple):
        bar: Cards

    def start(self) -> Any:
        return self.State(0b111)

    def turn(self, s: Any) -> int:
        return 0 if s.bar else OVER

    def moves(self, s: Any) -> Any:
        return [square for square in range(3) if s.bar >> square & 1]

    def play(self, s: Any, square: int) -> Any:
        return self.State(s.bar & (1 << square) - 1)

    def payoff(self, s: Any) -> int:
        return 1

    def say(self, s: Any, square: int) -> str:
        return f"to {'abc'[square]}"


def test_plain_numbers_are_what_moves_make_of_them() -> None:
    session = Session(Piles(), ("person", "person"), moves=((1, 1),))
    heaps = [zone for zone in session.scene.zones if zone.kind == "heap"]
    assert [(zone.label, len(zone.items)) for zone in heaps] == [("pile 0", 1), ("pile 1", 3), ("pile 2", 6)]
    assert session.scene.moves == set(session.legal())  # one for each coin
    assert [(item.text, item.by) for item in zone(session.scene, "taken").items] == [
        ("1", "first player"),
        ("0", "second player"),
    ]
    assert (Session(Piles()).scene.more, session.scene.more) == ("", "last 1")  # nobody reads what packs a position
    assert session.game.say(session.state, (2, 4)) == "pile 2 coins 4"
    chips = faceup.game("left-center-right", players=4)
    assert [zone.label for zone in scene_of(chips, chips.start(), ()).zones][-1] == "fourth player's chips"


def test_members_of_a_set_that_are_moves_are_written_as_the_rules_say_them() -> None:
    (bar,) = Session(Bitten()).scene.zones
    assert [(item.text, item.move) for item in bar.items] == [("to a", 0), ("to b", 1), ("to c", 2)]
    assert not bar.selections
    coins = Called().start()
    assert [zone.label for zone in scene_of(Called(), coins, ()).zones] == ["left"]  # nothing is called yet
    coins = Called().play(Called().play(coins, 8), 13)
    zones = scene_of(Called(), coins, ()).zones
    assert [(zone.label, zone.items[0].text) for zone in zones] == [("first", "TTT"), ("second", "HTH"), ("left", "4")]


def test_sets_that_count_places_of_their_own_are_numbers_and_no_cards() -> None:
    halves = Halves().start()
    scene = scene_of(Halves(), Halves().play(halves, 5), [0, 1, 2, 3, 4])
    assert [(zone.kind, zone.label, texts(zone)) for zone in scene.zones] == [
        ("number", "low", ["none"]),
        ("number", "high", ["2"]),
    ]
    assert not scene.moves


class Halves(Game):
    """Take places from 0 to 5; those from 3 on are counted anew. Whoever takes the last has won."""

    class State(NamedTuple):
        low: Cards
        high: Cards

    def start(self) -> Any:
        return self.State(0, 0)

    def turn(self, s: Any) -> int:
        taken = s.low.bit_count() + s.high.bit_count()
        return OVER if taken == 6 else taken % 2

    def moves(self, s: Any) -> Any:
        return (m for m in range(6) if not (s.low | s.high << 3) >> m & 1)

    def play(self, s: Any, m: int) -> Any:
        return s._replace(low=s.low | 1 << m) if m < 3 else s._replace(high=s.high | 1 << m - 3)

    def payoff(self, s: Any) -> int:
        return -1


class Called(Game):
    """A triple of heads and tails is called by the first player, then marked by the second; and many empty fields."""

    class State(NamedTuple):
        first: int
        second: int
        left: int
        a: int = 0
        b: int = 0
        c: int = 0
        d: int = 0
        e: int = 0
        f: int = 0

    def start(self) -> Any:
        return self.State(0, 0, 4)

    def turn(self, s: Any) -> int:
        return OVER if s.second else int(s.first > 0)

    def moves(self, s: Any) -> Any:
        return range(8, 16)

    def play(self, s: Any, m: int) -> Any:
        return s._replace(second=m) if s.first else s._replace(first=m)

    def payoff(self, s: Any) -> int:
        return 0

    def say(self, s: Any, m: int) -> str:
        return bin(m)[3:].replace("1", "H").replace("0", "T")


class Dominoes(Game):
    """Dominoes are laid flat on a board that ``show`` draws, and called by their left squares."""

    class State(NamedTuple):
        filled: Cards

    def start(self) -> Any:
        return self.State(0)

    def turn(self, s: Any) -> int:
        return 0 if [*self.moves(s)] else OVER

    def moves(self, s: Any) -> Any:
        return [k for k in range(9) if k % 3 < 2 and not s.filled & 3 << k]

    def play(self, s: Any, m: int) -> Any:
        return self.State(s.filled | 3 << m)

    def payoff(self, s: Any) -> int:
        return 0

    def say(self, s: Any, m: int) -> str:
        return "abc"[m % 3] + str(m // 3 + 1)

    def show(self, s: Any) -> str:
        return "\n".join("".join(".#"[s.filled >> 3 * row + k & 1] for k in range(3)) for row in range(3))


def test_a_piece_is_laid_on_all_its_squares_by_the_names_that_the_rules_have() -> None:
    (board,) = Session(Dominoes(), moves=(3,)).scene.zones
    assert (board.columns, board.ranks) == (("a", "b", "c"), ("1", "2", "3"))
    assert board.lays
    assert board.laid == ((3, 4),)
    assert dict(board.named) == {0: (0, 1), 1: (1, 2), 6: (6, 7), 7: (7, 8)}


class DominoesAndMore(Dominoes):
    """Rarely somebody may clear the board, or pass."""

    def play(self, s: Any, m: int) -> Any:
        return super().play(s, m) if m < 9 else self.State(0 if m == 9 else s.filled)


@pytest.mark.parametrize(("rare", "lays"), [(9, False), (10, True)])
def test_a_pass_lays_no_piece_and_a_board_that_is_cleared_has_none(rare: int, lays: bool) -> None:
    game, state, legal = DominoesAndMore(), DominoesAndMore.State(3), [6, rare]
    scene = with_laid_pieces(scene_of(game, state, legal), game, state, legal, [(game.start(), 0, 0)])
    assert [(zone.lays, zone.laid) for zone in scene.zones] == [(lays, ((0, 1),) if lays else ())]
    assert not lays or scene.zones[0].named == ((6, (6, 7)),)


class Dealt(Packed):
    """The view of a player is a bare tuple, and the scores are two of the fields."""

    class State(NamedTuple):
        mine: Card
        theirs: Card
        prize: Card
        points: int
        others: int
        pot: int

    def start(self) -> Any:
        return self.State(4, 7, 2, 10, 20, 3)

    def turn(self, s: Any) -> int:
        return 0

    def scores(self, s: Any) -> tuple[int, int]:
        return (s.points, s.others) if s.pot else (s.others, s.points)

    def view(self, s: Any, player: int) -> Any:
        if s.pot < 0:
            return (s.pot + 1,)
        if s.pot > 3:
            return (s.points >= 9, s.pot, s.points, s.others)
        if not s.prize:
            if player == 1:
                return (s.others, s.points)
            return (s.points, s.others)
        return (s.mine if player == 0 else s.theirs, s.prize if player else 0, s.pot)


def test_a_view_that_is_a_bare_tuple_is_named_by_what_the_rules_put_into_it() -> None:
    game = Dealt()
    first, second = game.view(game.start(), 0), game.view(game.start(), 1)
    assert view_texts(game, [first], whole=True) == ["card 4, pot 3"]  # the prize is hidden
    scenes = [scene_of_view(game, view, (1, 2), 0, lambda name: ()) for view in (first, second)]
    assert [[(zone.kind, zone.label, texts(zone)) for zone in scene.zones] for scene in scenes] == [
        [("cards", "card", ["4"])],  # the prize is hidden, and not none
        [("cards", "card", ["7"]), ("cards", "prize", ["2"])],
    ]
    assert [scene.more for scene in scenes] == ["pot 3", "pot 3"]
    assert view_texts(game, [(5,)], whole=True) == ["5"]  # computed, so that no field has that name
    assert view_texts(game, [(True, 4, 9, 0)], whole=True) == ["points >= 9 yes, pot 4, points 9, others 0"]
    named = [view_texts(game, [(1, 2)], whole=True, player=player) for player in (None, 0, 1)]
    assert named == [["1 2"], ["points 1, others 2"], ["others 1, points 2"]]


class DealtByPlayer(Dealt):
    def view(self, s: Any, player: int) -> Any:
        if player == 0:
            return (s.mine, s.pot)
        return (s.theirs, s.pot)


def test_a_view_is_named_alike_for_both_players_where_that_can_be() -> None:
    game = DealtByPlayer()
    views = [game.view(game.start(), player) for player in (0, 1)]
    told = [view_texts(game, [view], True, player)[0] for player, view in enumerate(views)]
    assert told == ["card 4, pot 3", "card 7, pot 3"]


class Exchange(Game):
    """Each of two players has a card, and the first keeps it or swaps it."""

    class State(NamedTuple):
        mine: int
        yours: int
        swapped: int  # 1 kept, 2 swapped

    def start(self) -> Any:
        return self.State(0, 0, 0)

    def turn(self, s: Any) -> int:
        return CHANCE if not s.yours else OVER if s.swapped else 0

    def moves(self, s: Any) -> Any:
        yield from (("keep", "swap") if s.yours else (card for card in (1, 2, 3) if card != s.mine))

    def play(self, s: Any, m: Any) -> Any:
        if not s.yours:
            return s._replace(yours=m) if s.mine else s._replace(mine=m)
        return s._replace(swapped=1) if m == "keep" else self.State(s.yours, s.mine, 2)

    def payoff(self, s: Any) -> int:
        return 1 if s.mine > s.yours else -1

    def view(self, s: Any, player: int) -> Any:
        if player == 0:
            return (s.mine, s.yours if s.swapped == 2 else -1, s.swapped)
        return s.yours


def test_what_is_dealt_is_called_by_its_owner_and_left_out_where_it_is_hidden() -> None:
    game = Exchange()
    first, second = game.view(game.State(3, 2, 0), 0), game.view(game.State(3, 2, 0), 1)
    assert view_texts(game, [first], True, 0) == ["own card 3"]
    assert view_texts(game, [second], True, 1) == ["own card 2"]
    assert view_texts(game, [(2, 3, 2)], True) == ["first player's card 2, second player's card 3, swapped yes"]
    scene = scene_called(game, scene_of(game, game.State(3, 0, 0), ()), TWO, ("person", "best"))
    assert [(zone.label, texts(zone)) for zone in scene.zones] == [("your card", ["3"])]
    assert dealt_words(game, game.State(3, 0, 0), 2) == "second player's card 2"
    both = DealtTogether()
    assert dealt_words(both, both.start(), (3, 1)) == "first player's card 3, second player's card 1"
    session = Session(game, "person", moves=[3, 2, "swap"])
    assert [one.word for one in session.sight.known_before_end(0)] == ["3"]
    assert [one.says for one in session.known_moves][:2] == ["first player's card 3", "second player's card 2"]


class Turned(Exchange):
    """Each of two players has a number from 0 on; the second one's view begins with the own one."""

    def start(self) -> Any:
        return self.State(-1, -1, 0)

    def turn(self, s: Any) -> int:
        return CHANCE if s.yours < 0 else OVER if s.swapped else 0

    def moves(self, s: Any) -> Any:
        yield from (range(3) if s.yours < 0 else ("keep", "swap"))

    def play(self, s: Any, m: Any) -> Any:
        if s.yours < 0:
            return s._replace(mine=m) if s.mine < 0 else s._replace(yours=m)
        return s._replace(swapped=1 + (m == "swap"))

    def view(self, s: Any, player: int) -> Any:
        return self.State((s.mine, s.yours)[player], -1, s.swapped)


class Zeros(Turned):
    """As before, and each sees the own number where it is."""

    def start(self) -> Any:
        return self.State(0, 0, -2)

    def turn(self, s: Any) -> int:
        return CHANCE if s.swapped < 0 else OVER if s.swapped else 0

    def moves(self, s: Any) -> Any:
        yield from (range(3) if s.swapped < 0 else ("keep", "swap"))

    def play(self, s: Any, m: Any) -> Any:
        if s.swapped < 0:
            return self.State(m, 0, -1) if s.swapped < -1 else self.State(s.mine, m, 0)
        return s._replace(swapped=1 + (m == "swap"))

    def view(self, s: Any, player: int) -> Any:
        return (s.mine, s.swapped) if player == 0 else (s.yours, s.swapped)


def test_a_number_is_left_out_and_called_by_its_owner_only_where_that_is_sure() -> None:
    turned, zeros = Turned(), Zeros()
    assert view_texts(turned, [turned.view(turned.State(2, 1, 0), 1)], True, 1)[0].startswith("mine 1")
    assert view_texts(zeros, [zeros.view(zeros.State(0, 1, 0), 0)], True, 0)[0].startswith("own number 0")


@pytest.mark.parametrize(
    ("field", "words", "told"),
    [
        ("swapped", ("keep", "swap"), ["no", "yes"]),
        ("bet", ("b", "big"), ["b", "big"]),
        ("bet", ("bet", "better"), None),
    ],
)
def test_a_choice_is_yes_or_no_only_if_the_field_is_called_so(field: str, words: Any, told: Any) -> None:
    assert [*yes_or_no(field, dict(enumerate(words))).values()] == list(told or words)


class DealtTogether(Exchange):
    """Each of two players has a card, both dealt at once."""

    def moves(self, s: Any) -> Any:
        yield from (["keep"] if s.yours else [(3, 1), (1, 3)])

    def play(self, s: Any, m: Any) -> Any:
        return s._replace(swapped=1) if m == "keep" else self.State(*m, 0)


class Stays(Exchange):
    """Each of three players has a card, and stays or folds."""

    player_names = "Ada", "Ben", "Cleo"

    class State(NamedTuple):  # type: ignore[assignment]
        hands: tuple[int, ...]
        stays: tuple[int, ...]  # 1 fold, 2 stay

    def start(self) -> Any:
        return self.State((0, 0, 0), (0, 0, 0))

    def turn(self, s: Any) -> int:
        return CHANCE if 0 in s.hands else s.stays.index(0) if 0 in s.stays else OVER

    def moves(self, s: Any) -> Any:
        yield from ((card for card in (1, 2, 3) if card not in s.hands) if 0 in s.hands else ("fold", "stay"))

    def play(self, s: Any, m: Any) -> Any:
        if 0 in s.hands:
            return s._replace(hands=replaced(s.hands, s.hands.index(0), m))
        return s._replace(stays=replaced(s.stays, s.stays.index(0), 1 if m == "fold" else 2))

    def payoff(self, s: Any) -> Any:
        return s.hands

    def view(self, s: Any, player: int) -> Any:
        return (s.hands[player], s.stays)


def test_a_row_of_choices_has_the_words_of_these() -> None:
    game = Stays()
    dealt = game.State((3, 1, 0), (0, 0, 0))
    assert view_texts(game, [(1, (2, 0, 0))], True, 1) == ["hand 1, stays yes - -"]
    assert view_texts(game, [game.view(dealt, 1)], True, 1) == ["hand 1"]
    assert [(zone.label, texts(zone)) for zone in scene_of(game, dealt, ()).zones] == [("hands", ["3", "1", "0"])]
    assert dealt_words(game, dealt, 2) == "Cleo's hand 2"
    assert outcome_words(game, dealt, 2) == "drew 2"  # the last card, too


def test_words_of_moves_are_left_out_beside_a_drawing_alone() -> None:
    drawn = Scene((Zone("number", "pot", ((Item("2"),),)),), "", "bet, 2")
    assert drawn.without_moves(["bet", "2", "1"]).more == ""
    assert drawn.without_moves(["bet"]).more == "bet, 2"
    assert Scene((), "2", "2").without_moves(["2"]).more == "2"  # all that a player sees


def test_fields_that_are_the_scores_are_told_once() -> None:
    assert scene_of(Dealt(), Dealt().start(), ()).more == "pot 3"


def test_a_field_is_called_as_a_player_only_if_all_players_have_one() -> None:
    scene = Scene((Zone("number", "second", ((Item("1"),),)),), "", "")
    games = Dealt(), faceup.game("kuhn-poker")
    called = [scene_called(game, scene, TWO, ("person", "best")).zones[0].label for game in games]
    assert called == ["second", "computer"]


class Flips(Game):
    """Four turns, in each of which 1 to 3 points are won; ``lead`` is that of the player to move."""

    class State(NamedTuple):
        left: int
        lead: int

    def start(self) -> Any:
        return self.State(4, 0)

    def turn(self, s: Any) -> int:
        return s.left % 2 if s.left else OVER

    def moves(self, s: Any) -> Any:
        return range(1, 4)

    def play(self, s: Any, m: int) -> Any:
        return self.State(s.left - 1, -(s.lead + m))

    def payoff(self, s: Any) -> int:
        return s.lead


class Prizes(Game):
    """Both bid a card for the prize turned up; the higher bid wins it."""

    player_names = ("North", "South")

    class State(NamedTuple):
        prizes: Cards
        prize: int
        north: Cards
        south: Cards
        bid: int
        points: int

    def start(self) -> Any:
        return self.State(bits_of({1, 2, 3}), 0, bits_of({1, 2, 3}), bits_of({1, 2, 3}), 0, 0)

    def turn(self, s: Any) -> int:
        if not s.prize:
            return CHANCE if s.prizes else OVER
        return int(s.bid > 0)

    def moves(self, s: Any) -> Any:
        return bits(s.prizes if not s.prize else s.south if s.bid else s.north)

    def play(self, s: Any, m: int) -> Any:
        if not s.prize:
            return s._replace(prizes=s.prizes ^ 1 << m, prize=m)
        if not s.bid:
            return s._replace(bid=m)
        gain = s.prize * ((s.bid > m) - (s.bid < m))
        return self.State(s.prizes, 0, s.north ^ 1 << s.bid, s.south ^ 1 << m, 0, s.points + gain)

    def payoff(self, s: Any) -> int:
        return s.points


def test_a_number_that_is_a_card_of_the_sets_is_drawn_as_one_and_a_lead_says_whose_it_is() -> None:
    scene = Session(Prizes(), moves=[2, 1, 3, 1]).scene
    drawn = [(zone.label, [item.text for item in zone.items]) for zone in scene.zones if zone.kind == "cards"]
    assert drawn[1:2] + drawn[4:] == [("prize", ["1"]), ("bid", [])]
    assert scene.more == "points 2 for South"
    assert [*plain_numbers(Prizes()).leads] == ["points"]
    assert not plain_numbers(Flips()).leads  # of the player to move

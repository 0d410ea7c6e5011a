"""``faceup play``: whole games through the command, typed and piped."""

import json
import os
import random
import re
import subprocess
import sys
import textwrap
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

import faceup
from faceup.cli import main
from faceup.cli.playing import command
from faceup.cli.playing.dialogue import Dialogue
from faceup.engines.model.seats import seats_of
from faceup.library.finding import find_game
from faceup.play import estimator
from faceup.play.session import Session
from faceup.rules import Game
from faceup.show.text.styled_lines import columns
from tests.commands import run
from tests.library import TOO_LARGE, deep, open_names, six_first

CHANCE_ALONE = {"coupons", "craps", "gamblers-ruin", "snakes-and-ladders"}
GAMES = [name for name in open_names() if isinstance(faceup.game(name), Game) and name not in CHANCE_ALONE]
PATIENCES = [name for name in open_names() if name not in {*GAMES, *CHANCE_ALONE}]
TWO_PLAYERS = [
    "connect-four",
    "dodgem",
    "dots-and-boxes",
    "fifteen",
    "hex",
    "hexapawn",
    "high-low",
    "hog",
    "kalah",
    "nim",
    "othello",
    "pig",
    "quarto",
    "three-fourteen",
    "tic-tac-toe",
]

SMALLER = {"hog": ("goal=8",), "pig": ("goal=8",)}  # a review at the end solves the game

Play = Callable[..., tuple[int, str, str]]


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Run the command in an empty folder, with what is typed; exit code, standard output, standard error.

    On a busy machine a compiler may take longer than a person waits.
    """
    monkeypatch.setattr(command, "PATIENCE", 300.0)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)

    return lambda typed, *words, command="play": run(capsys, command, *words, typed=typed)


def told(play: Play, typed: str, *words: str) -> str:
    """The transcript of a game in which nothing went wrong."""
    code, out, err = play(typed, *words)
    assert (code, err) == (0, "")
    assert all(columns(line) <= 80 for line in out.splitlines())
    return out


def refused(play: Play, *words: str, code: int = 2) -> str:
    """The one line that is said to what cannot be."""
    found, out, err = play("", *words)
    assert (found, out) == (code, "")
    assert err.startswith("faceup: ")
    assert err.count("\n") == 1
    return err


def rules(folder: Path, text: str, name: str = "own.py") -> str:
    path = folder / name
    path.write_text(textwrap.dedent(text))
    return str(path)


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


# --- whole games ------------------------------------------------------------------------------------------------


def test_a_whole_game(play: Play) -> None:
    assert told(play, "5\n6?\n7\n1\n8\n", "three-fourteen", "--strength", "first") == textwrap.dedent(
        """\
        three-fourteen low=0 high=8 target=14 count=3
        Pick numbers until three of yours sum to fourteen.

        Two players take turns naming a number, usually from 0 to 8, that has not been
        named. The first to have named three that sum to the target, usually 14, wins;
        when all numbers are named and nobody has, it is a draw.

        It is Fifteen with other parameters, but not tic-tac-toe in disguise: only seven
        triples sum to 14, not eight, and the first player wins.

        You (first) vs computer (second): plays its first moves
        Type a move. ? lists the moves, help the commands.

          on the table  [0] [1] [2] [3] [4] [5] [6] [7] [8]
          you           -
          computer      -
        your move 1> 5
        the computer: 0

          on the table  [1] [2] [3] [4] [6] [7] [8]
          you           5
          computer      0
        your move 3> 6?
        move 3 ('6?') is not legal; legal moves: 1, 2, 3, 4, 6, 7, 8; help lists the
          commands
        your move 3> 7
        the computer: 1

          on the table  [2] [3] [4] [6] [8]
          you           5 7
          computer      0 1
        your move 5> 1
        move 5 ('1') is not legal; legal moves: 2, 3, 4, 6, 8; help lists the commands
        your move 5> 8
        the computer: 2

          on the table  [3] [4] [6]
          you           5 7 8
          computer      0 1 2
        your move 7>
        """
    ).replace("your move 7>\n", "your move 7> \n")


@pytest.mark.parametrize("name", sorted(CHANCE_ALONE))
def test_games_of_chance_are_watched(play: Play, name: str) -> None:
    out = told(play, "", name, "--seed", "3")
    drawn = {"coupons": "a new one", "gamblers-ruin": "lost, won, won", "snakes-and-ladders": "spun 5, 2, 1, 1"}
    assert f"\n{drawn.get(name, 'rolled ')}" in out
    assert out == told(play, "", name, "as=none", "--seed", "3")
    code, _, complaint = play("", name, "--strength", "random")
    assert (code, complaint) == (2, "faceup: --strength random: there are no computers to play so\n")


def test_strengths_may_stand_with_commas_between(play: Play) -> None:
    apart = told(play, "", "fifteen", "as=none", "--strength", "best", "--strength", "random", "--seed", "4")
    assert told(play, "", "fifteen", "as=none", "--strength", "best,random", "--seed", "4") == apart
    assert told(play, "", "fifteen", "as=none", "--strength", "random,best", "--seed", "4") != apart
    code, _, complaint = play("", "coin-race", "players=4", "as=none", "--strength", "best,random")
    assert (code, complaint) == (2, "faceup: --strength best --strength random: there are 4 computers to play so\n")
    code, _, complaint = play("", "coin-race", "players=4", "as=both", "--strength", "best")
    assert (code, complaint) == (2, "faceup: --strength best: there are no computers to play so\n")


@pytest.mark.parametrize("strength", ["best", "random"])
@pytest.mark.parametrize("name", six_first(name for name in GAMES if name not in TOO_LARGE))
def test_computers_play_every_library_game_to_its_end(play: Play, name: str, strength: str) -> None:
    words = (name, *SMALLER.get(name, ()))
    out = told(play, "", *words, "as=none", "--strength", strength, "--seed", "3")
    session = Session(find_game(words[0], words[1:]), (strength, strength), seed=3)
    moves = [one for one in session.go_on() if one.turn in (0, 1)]
    for number, one, word in zip(session.sight.numbers, session.history, session.words, strict=True):
        if one in moves:
            assert f"\n{number}. {session.who(one.turn)}: {word}\n" in out
    assert f"\n{session.result[0].upper()}{session.result[1:]}.\n" in out
    assert "x a mistake" not in out or strength != "best"
    assert "> " not in out


@pytest.mark.parametrize(
    ("name", "side"),
    six_first(
        (name, side) for name in GAMES for side in ("first", "second", "both") if side == "first" or name in TWO_PLAYERS
    ),
)
def test_a_person_plays_every_library_game_to_its_end(play: Play, name: str, side: str) -> None:
    seats = {"first": ("person", "random"), "second": ("random", "person"), "both": ("person", "person")}[side]
    words = (name, *SMALLER.get(name, ()))
    session = Session(find_game(words[0], words[1:]), seats, seed=5)
    choose, typed = random.Random(name + side), []
    while not session.over:
        list(session.go_on())
        if session.person:
            move = choose.choice(session.legal())
            word = session.game.say(session.state, move)
            typed.append((f"move {session.number}> ", word))
            session.make(move)
    several = name in TWO_PLAYERS or seats_of(faceup.game(name))
    strength = ["--strength", "random"] if side != "both" and several else []
    out = told(play, "\n".join(word for _, word in typed) + "\n", *words, f"as={side}", "--seed", "5", *strength)
    for prompt, word in typed:
        assert f"{prompt}{word}\n" in out
    assert "is not possible" not in out
    ends = (
        "You win.",
        "You lose.",
        "A draw.",
        "You get ",
        " for the first player",
        " for Matthew",
        " wins.",
        " not win.",
    )
    assert any(end in out for end in ends)


@pytest.mark.parametrize(
    ("words", "typed", "end"),
    [
        (("three-fourteen", "--strength", "first"), "6\n3\n5\n", "You win.\n"),
        (("three-fourteen", "--strength", "first", "as=second"), "6\n3\n5\n", "You win.\n"),
        (("three-fourteen",), "0\n1\n2\n3\n4\n5\n6\n7\n8\n", "You lose.\n"),
        (("three-fourteen", "as=both"), "6\n0\n1\n3\n7\n", "The first player wins.\n"),
        (("nim", "a=1", "b=1", "c=0"), "take 1 from heap a\n", "You lose.\n"),
        (("nim", "a=1", "b=0", "c=0"), "take\n", "You win.\n"),
        (("nim", "a=0", "b=0", "c=0"), "", "You lose.\n"),
        (("fifteen", "target=99", "high=2", "count=1"), "1\n", "A draw.\n"),
        (("red-black",), "stop\n", "You get 0.\n"),
        (("red-black", "red=3", "black=0"), "t\nt\nt\n", "You get 3.\n"),
        (("secretary", "candidates=1"), "TAKE\n", "You win.\n"),
        (("best-card", "deck=1", "hand=1"), "h\n", "You win.\n"),
        (("high-low", "cards=2", "matthew=2"), "2\n", "You get 1.\n"),
        (("high-low", "cards=2", "matthew=2", "as=benjamin"), "1\n", "1 for Matthew.\n"),
        (("connect-four", "columns=2", "rows=1", "in_a_row=2"), "", "You (first, red) vs computer (second, yellow)\n"),
        (("three-fourteen", "--hints", "as=second"), "?\n", "with best play from here: you lose within 8 moves\n"),
        (("hog", "goal=1"), "1\n", "You win.\n"),
        (("kuhn-poker", "--seed", "3", "as=The second player"), "bet\n", "You lose by 2.\n"),
        (("kuhn-poker", "--seed", "1"), "bet\n", "the computer: call\ndealt face down: cards 3 and 2\n"),
        (("kuhn-poker", "--seed", "3", "as=second", "--hints"), "?\n", "play from here: you lose by 1 on average\n"),
        (("kuhn-poker", "--seed", "3", "as=second", "--hints"), "?\n", "  * bet    -1\n"),
        (("kuhn-poker", "--seed", "3", "as=second"), "bet\n", "\no luck\n"),
        (("pig", "goal=10", "--hints"), "?\n", "from here: you win 70"),
        (("pig", "goal=10", "--hints"), "?\n", "  * roll  70"),
        (("goofspiel", "--seed", "3", "as=second", "--hints"), "4\n", " for you\n"),
    ],
)
def test_the_end_in_words(play: Play, words: tuple[str, ...], typed: str, end: str) -> None:
    assert end in told(play, typed, *words)


WORTHS = """
from faceup.rules import CHANCE, OVER, Game, NamedTuple

class Worths(Game):
    player_names = "Ann", "Bob"
    class State(NamedTuple):
        worth_ann: int
        worth_bob: int
        bids: int
    def start(self):
        return self.State(0, 0, 0)
    def turn(self, s):
        return OVER if s.bids == 2 else CHANCE if s.worth_bob == 0 else s.bids
    def moves(self, s):
        return (3, 4)
    def play(self, s, m):
        if s.worth_bob:
            return s._replace(bids=s.bids + 1)
        return s._replace(worth_bob=m) if s.worth_ann else s._replace(worth_ann=m)
    def view(self, s, player):
        return s._replace(worth_bob=0) if player == 0 else s._replace(worth_ann=0)
    def payoff(self, s):
        return 0
"""


def test_of_two_who_were_dealt_the_same_the_others_was_hidden(play: Play) -> None:
    Path("worths.py").write_text(WORTHS)
    for seat, other in (("Ann", "Bob"), ("Bob", "Ann")):
        ends = [told(play, "3\n", "worths.py", f"as={seat}", "--seed", seed) for seed in ("0", "9", "12")]
        dealt = [dict(re.findall(r"(Ann|Bob)'s worth +(\d)", end)[-2:]) for end in ends]
        assert any(worths["Ann"] == worths["Bob"] for worths in dealt)
        hidden = [re.findall("hidden until now: (.*)", end) for end in ends]
        assert hidden == [[f"{other}'s worth {worths[other]}"] for worths in dealt]


def test_the_review_says_what_was_thrown_away(play: Play) -> None:
    out = told(play, "5\n0\n1\n2\n", "three-fourteen", "--strength", "best")
    assert "move 1, you: 5 threw a win away: now a draw; best: 6, 8 (6 wins within 9 moves;\n" in out
    assert "\ndraw │░░░░░━━x━━━" in out
    assert "\nYour result with best play:\n" in out
    out = told(play, "stop\n", "red-black", "red=1", "black=1")
    assert "move 1, you: stop cost 0.5 points; you had 0.5, now 0; best: turn (stop ends the\n" in out
    assert "\n     accuracy     mistakes cost\nyou  0% (0 of 1)  0.5 points\nAccuracy: best moves out of those" in out
    out = told(play, "turn\nstop\n", "red-black", "red=1", "black=1", "--seed", "2")
    assert "\nyou  50% (1 of 2)  1 point        -0.5\n" in out


def test_chances_to_win_are_per_cent_among_several_players_too(play: Play) -> None:
    out = told(play, "?\n", "triple-duel", "--hints", "--seed", "0")
    assert "\nwith best play from here: you win 50.00% of games\n" in out
    assert "\n    at third      20.00%\n" in out


# --- commands ---------------------------------------------------------------------------------------------------


def test_moves_are_listed_with_their_values_when_hints_are_on(play: Play) -> None:
    out = told(play, "?\nhints\n?\nhints\n?\n", "three-fourteen")
    plain, marked, again = (text.splitlines()[1:-1] for text in out.split("> ?")[1:])
    assert plain[:1] == again[:1] == ["  0, 1, 2, 3, 4, 5, 6, 7, 8"]
    assert marked[:2] == ["    0  draw", "    1  draw"]
    assert marked[6:10] == ["  * 6  win in 9", "    7  draw", "  * 8  win in 9", "  * best"]
    assert "hints are on\n" in out
    assert "hints are off\n" in out


def test_values_are_what_a_person_gets_or_how_often_they_win(play: Play) -> None:
    out = told(play, "?\n?t\n?  st\n?x\n", "red-black", "--hints")
    assert "with best play from here: 2.62448 more\n" in out
    assert "> ?\n    stop  0\n  * turn  2.62448\n  * best; the numbers, to six digits, are what" in out
    assert "> ?t\n  * turn  2.62448\n" in out
    assert "> ?  st\n    stop  0\n" in out
    assert "'x': no move begins so; ? lists them\n" in out
    out = told(play, "?\n", "hog", "--hints", "as=second", "--strength", "first")
    assert "  * 3 dice  52.64%\n  * best; the numbers are how often you win\n" in out


def test_many_moves_are_cut_short_and_long_ones_wrap(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    out = told(play, "?\nhints\n?\n? take 399 \n", "nim", "a=400")
    assert "  and 109 more: ? and the beginning of a move lists those that begin so\n" in out
    assert "  and 349 more: ? and the beginning of a move lists those that begin so\n  * best\n" in out
    assert "> ? take 399\n  * take 399 from heap a  win in 11\n  * best\n" in out
    monkeypatch.setenv("COLUMNS", "24")
    out = told(play, "hints\n?\n", "nim")
    assert "  * take 2 from heap a\n      win in 11\n    take 2 from heap b\n      loss in 8\n" in out
    assert max(map(len, out.splitlines())) <= 24


def test_rules_that_do_not_compile_say_nothing_in_the_middle_of_a_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def burst(self: Dialogue) -> None:
        warnings.warn("Nim runs interpreted, slowly: nim.py, line 3 cannot be compiled", UserWarning, stacklevel=1)

    monkeypatch.setattr(Dialogue, "run", burst)
    with pytest.raises(SystemExit):
        main(["play", "nim"])
    assert capsys.readouterr().err == ""


def test_hint_and_line(play: Play) -> None:
    out = told(play, "hint\nline\n", "three-fourteen")
    assert "> hint\nbest: 6, 8; a win within 9 moves\n" in out
    assert "> line\nbest play: 6, 5, 7, 1, " in out


def test_undo_and_redo(play: Play) -> None:
    out = told(play, "undo\n5\nundo\nundo\nredo\nredo\n5\n", "three-fourteen", "--strength", "first")
    assert "> undo\nthere is no move of yours to take back\n" in out
    assert out.count("back before move 1\n") == 1
    assert "> redo\nmade again: 5, 0\n" in out
    assert "> redo\nthere is nothing to make again\n" in out
    assert out.count("you           5\n") == 2


def test_a_new_game_and_one_with_sides_changed(play: Play) -> None:
    out = told(play, "5\nagain\n6\nswitch\n", "three-fourteen", "--strength", "first")
    assert "> again\nA new game.\n\n  on the table  [0] [1]" in out
    assert "your move 1> 6\nthe computer: 0\n" in out
    assert "A new game.\nComputer (first): plays its first moves vs you (second)\nthe computer: 0\n" in out
    assert "> again\nA new game, seed 4.\n" in told(play, "again\n", "pig", "--seed", "3")
    assert "> switch\nswitch is for games of two sides; again" in told(play, "switch\n", "best-card")


def test_a_game_that_is_over_may_be_taken_back(play: Play) -> None:
    out = told(play, "6\n3\n5\n?\nhint\n1\nundo\n7\nq\n8\n", "three-fourteen", "--strength", "first")
    assert "You win.\n" in out
    assert out.count("the game is over> ") == 4
    assert out.count("the game is over; undo goes back, again begins a new game, quit leaves\n") == 3
    assert "your move 5> 7\n" in out
    assert out.endswith("> q\n")


def test_help_and_review_on_the_way(play: Play) -> None:
    out = told(play, "review\nhelp\n5\nreview\nquit\n6\n", "three-fourteen", "--strength", "first")
    assert "there is no move to look back at\n" in out
    assert all(
        f"\n  {name} " in out for name in ("?", "hint", "hints", "line", "undo", "redo", "save", "review", "quit")
    )
    assert "move 1, you: 5 threw a win away: now a draw; best: 6, 8 (6 wins within 9 moves;\n" in out
    assert "your move 3> quit\n" in out
    assert out.endswith("your move 3> quit\n")


def test_back_to_any_move_and_forward_again(play: Play) -> None:
    out = told(play, "5\n3\nback 9\nback\nback 3\nredo\nback 1\n", "fifteen", "--strength", "first")
    assert "back '9'; possible: back 1 to 4, the number of a move that was made\n" in out
    assert "back needs a number; possible: back 1 to 4, " in out
    assert "back before move 3\n" in out
    assert "made again: 3, 2\n" in out
    assert "back before move 1\n" in out


OWN = """
    from faceup.rules import OVER, Game, NamedTuple

    class Own(Game):
        class State(NamedTuple):
            made: int

        def start(self):
            return self.State(0)

        def turn(self, s):
            return OVER if s.made >= 3 else s.made % 2

        def moves(self, s):
            return range(1, 6)

        def play(self, s, m):
            return self.State(s.made + 1)

        def payoff(self, s):
            return 0

        def say(self, s, m):
            return ("quit", "undo it", "hints at more", "[red]x[/red]", "\\x1b[31mpay\\x07")[m - 1]
    """


def test_a_move_comes_before_a_command_of_its_name_and_a_slash_behind(play: Play, tmp_path: Path) -> None:
    own = rules(tmp_path, OWN)
    out = told(play, "quit\nhints\nundo\nundo i\n/quit\n", own, "as=both")
    assert "player, move 1> quit\n" in out
    assert "player, move 2> hints\nhints are on\n" in out
    assert "back before move 1\n" in out
    assert out.endswith("the second player, move 2> /quit\n")


def test_moves_of_one_word_are_told_apart_by_their_numbers(play: Play, tmp_path: Path) -> None:
    own = rules(tmp_path, OWN.replace('"undo it"', '"quit"').replace('"hints at more"', '"Quit"'))
    out = told(play, "?\nquit\nQuit\nquit (2)\n1\n", own, "as=both")
    assert "  quit (1), quit (2), Quit, " in out
    assert "'quit' is several moves; possible: quit (1), quit (2)\nthe first player, move 1> Quit\n" in out
    assert "move 2> quit (2)\n" in out
    assert "move 3> 1\n" in out


def test_what_a_game_says_is_shown_as_it_is_but_for_control_characters(play: Play, tmp_path: Path) -> None:
    out = told(play, "?\n[red]\n5\n", rules(tmp_path, OWN), "as=both")
    assert "  quit, undo it, hints at more, [red]x[/red], ?[31mpay?\n" in out
    assert "move 1> [red]\n" in out
    assert "move 2> 5\n" in out
    assert "\x1b" not in out
    assert "\x07" not in out


def test_rules_without_a_docstring_say_nothing_of_themselves(play: Play, tmp_path: Path) -> None:
    assert lines(told(play, "", rules(tmp_path, OWN), "as=both"))[:3] == [
        "own",
        "First vs second",
        "Type a move. ? lists the moves, help the commands.",
    ]


@pytest.mark.parametrize("word", ["\x00", "\x1b[2J", "é", "x" * 20_000, "?" * 300, "/", "//undo", "save\x00", "_"])
def test_any_line_is_answered_and_asked_again(play: Play, word: str) -> None:
    code, out, err = play(f"{word}\n5\n", "fifteen", "--strength", "first")
    assert (code, err) == (0, "")
    assert "\x1b" not in out
    assert "\x00" not in out
    assert "> 5\nthe computer: 1\n" in out


def test_lines_that_are_no_utf8_are_answered(tmp_path: Path) -> None:
    done = process(b"\xff\xfe\n5\n", "fifteen", "--strength", "first")
    assert done.returncode == 0
    assert b"> 5\nthe computer: 1\n" in done.stdout.replace(b"\r\n", b"\n")


# --- who plays --------------------------------------------------------------------------------------------------


def test_sides(play: Play) -> None:
    first = "You (first) vs computer (second)\n"  # which has not tried to solve the game yet
    assert first in told(play, "", "fifteen")
    assert first in told(play, "", "fifteen", "as=first")
    second = (
        "Computer (first) vs you (second)\nType a move. ? lists the moves, help the commands.\nthe game is solved: "
    )
    assert second in told(play, "", "fifteen", "as=second")
    assert "First vs second\n" in told(play, "", "fifteen", "as=both")


def test_first_is_whoever_begins(play: Play) -> None:
    out = told(play, "1\n", "high-low", "cards=4", "matthew=1,4", "leader=1", "--strength", "first")
    assert "Computer (Matthew): plays its first moves vs you (Benjamin)\n" in out
    assert "  Benjamin (you)  [2] [3]\n" in out


def test_strengths(play: Play, tmp_path: Path) -> None:
    rules(tmp_path, "def highest(game, state):\n    return max(game.moves(state))\n", "own.py")
    out = told(play, "5\n", "fifteen", "--strength", "own.py:highest")
    assert "You (first) vs computer (second): own:highest\n" in out
    assert "the computer: 9\n" in out
    out = told(play, "", "fifteen", "as=none", "--strength", "first", "--strength", "random")
    assert "Computer (first): plays its first moves vs computer (second): plays at random\n" in out
    out = told(
        play,
        "",
        "high-low",
        "cards=4",
        "matthew=1,4",
        "leader=1",
        "as=none",
        "--strength",
        "first",
        "--strength",
        "best",
    )
    assert "Computer (Matthew): perfect vs computer (Benjamin): plays its first moves\n" in out


def test_the_seed_decides(play: Play) -> None:
    games = {told(play, "", "hog", "goal=8", "as=none", "--strength", "random", "--seed", seed) for seed in "0123"}
    assert len(games) == 4
    assert (
        told(play, "", "hog", "goal=8", "as=none", "--strength", "random") in games
    )  # 0 where nobody sits at a terminal


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        ("", "GAME is missing; as in: "),
        ("nogame", "'nogame'"),
        ("fifteen as=third", "'as=third'; possible: as=first, as=second, as=both, as=none"),
        ("fifteen as=first as=second", "as was given twice"),
        ("fifteen size=3", "'size=3'"),
        ("fifteen 5", "'5'"),
        ("secretary as=second", "secretary has one player; possible: as=first, as=none"),
        ("secretary as=both", "as=both"),
        ("fifteen --strength genius", "'genius'; possible: "),
        ("fifteen --strength person", "--strength person; possible: best"),
        ("fifteen --strength slips:2", "slips:2"),
        ("fifteen --strength none.py:policy", "'none.py'"),
        ("fifteen as=both --strength best", "no computers"),
        ("secretary --strength best", "no computers"),
        ("fifteen --strength best --strength best", "1 computer"),
        ("fifteen as=none --strength best --strength best --strength best", "2 computers"),
        ("fifteen --seed -1", "--seed"),
        ("fifteen --seed 9223372036854775808", "--seed"),
        ("fifteen --memory 0", "--memory"),
        ("fifteen --load none.json", "no file 'none.json'"),
        ("fifteen --load .", "cannot be read: Is a directory"),
        ("fifteen --save none/game.json", "'none/game.json' cannot be written"),
        ("fifteen --save .", "'.' cannot be written"),
        ("fifteen --speed 2", "--speed is for solitaire; fifteen is none"),
        ("fifteen --number 0", "--number is for solitaire"),
        ("one-handed as=first", "as=first is for games with decisions"),
        ("one-handed --hints", "--hints"),
        ("one-handed --strength best", "--strength"),
        ("one-handed --save x.json", "--save"),
        ("one-handed --speed -1", "-1 steps"),
        ("one-handed --speed nan", "nan steps"),
        ("one-handed --speed inf", "inf steps"),
        ("one-handed --number -1", "game -1"),
        ("one-handed suits=0", "suits=0"),
    ],
)
def test_bad_words_are_one_line(play: Play, words: str, quoted: str) -> None:
    code, out, err = play("", *words.split())
    assert code == 2
    assert quoted in err
    assert err.startswith("faceup: ")
    assert err.count("\n") == 1
    assert not out or "--number -1" in words


# --- games that are too large, or have no values ----------------------------------------------------------------

LARGE = ("fifteen", "high=16", "target=24", "--memory", "0.0003")


def test_a_game_that_is_too_large_goes_on_without_values(play: Play) -> None:
    out = told(play, "1\nhint\n?\nhints\n?\nquit\n", *LARGE)
    flat = " ".join(out.split())
    assert "fifteen is too large to be solved here: the memory limit was reached after" in flat
    assert "play goes on without values, and the computer plays as --strength mcts:1000" in flat
    assert out.count("the computer: ") == 1  # its move
    assert "with best play" not in out
    assert flat.count("is too large") >= 2
    assert "probably best: " in flat
    assert "estimated by 4,000 playouts" in flat
    assert out.endswith("your move 3> quit\n")


def test_a_person_waits_for_a_while_only(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "PATIENCE", 0.0)
    out = " ".join(told(play, "d\nquit\n", "connect-four").split())
    assert "connect-four was not solved in time: the time limit was reached" in out
    assert "play goes on without values, and the computer plays as --strength mcts:1000" in out


def test_a_strength_that_was_chosen_is_not_replaced(play: Play) -> None:
    code, out, err = play("1\n", *LARGE, "--strength", "best")
    assert code == 3
    assert out.endswith("your move 1> 1\n")
    assert err.startswith("faceup: fifteen is too large")
    assert err.endswith("; possible: --strength mcts:1000\n")


def test_the_review_of_a_game_that_is_too_large_says_so(play: Play) -> None:
    words = ("fifteen", "high=13", "target=21", "--memory", "0.0002", "as=none", "--strength", "first")
    out = told(play, "", *words)
    assert "\nMoves 1 to 6 are judged by estimates, which may be wrong: the game is too large" in out
    assert "\nmove 7, the first player: 7 threw a win away" in out  # of the end there is enough memory
    loss = "move 3, the first player: 3 looks like a mistake; by estimate the first player had about 100%, now about 0%"
    assert loss in " ".join(out.split())


def test_where_no_estimate_is_clear_the_largest_drops_are_named(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimator, "CLEAR", 2.0)  # of a range of results that is 1
    out = " ".join(told(play, "", *LARGE, "as=none", "--strength", "first").split())
    drop = r"by estimate no move looks like a mistake; the largest estimated drops?: .*move 7 \(7\) by 100 ± \d+% of"
    assert re.search(drop, out)


def test_a_saved_game_is_reviewed(play: Play, tmp_path: Path) -> None:
    told(play, "5\n0\n1\n2\n", "three-fourteen", "--strength", "best", "--save", "game.json")
    code, out, err = play("", command="review")
    assert (code, err.startswith("faceup: FILE is missing")) == (2, True)
    code, out, err = play("", "game.json", command="review")
    assert (code, err) == (0, "")
    assert out.startswith("three-fourteen low=0 high=8 target=14 count=3: ")
    assert "\n1. you: 5           a draw  cost half a win\n" in out
    code, out, err = play("", "game.json", "--json", command="review")
    found = json.loads(out)
    assert (found["made"], found["rows"][0]["best"], found["start"][0]) == (
        6,
        ["6", "8"],
        "a win",
    )
    assert found["skill"][0]["accuracy"] == found["skill"][0]["best"] / found["skill"][0]["counted"]
    assert found["graph"]["heights"][:3] == [1, 0.5, 0.5]
    code, out, _ = play("", "game.json", "--seconds", "1e-9", command="review")
    assert code == 3
    assert "\nNo review: the game was not solved in time.\n" in out
    unknown = json.loads((tmp_path / "game.json").read_text()) | {"game": "mine"}
    (tmp_path / "mine.json").write_text(json.dumps(unknown))
    code, _, err = play("", "mine.json", command="review")
    assert (code, err.endswith("with rules of your own: faceup review mine.json GAME.py\n")) == (2, True)


ROUND = """
    from faceup.rules import OVER, Game, NamedTuple

    class Round(Game):
        \"\"\"Walk round a table of five; whoever stops ends the game.\"\"\"

        class State(NamedTuple):
            place: int
            mover: int

        def start(self):
            return self.State(0, 0)

        def turn(self, s):
            return OVER if s.place == 9 else s.mover

        def moves(self, s):
            yield 0
            yield 1

        def play(self, s, m):
            return self.State(9 if m else (s.place + 1) % 5, 1 - s.mover)

        def reward(self, s, m):
            return 1 - m

        def payoff(self, s):
            return 1 if s.mover else -1
    """


def test_a_game_that_has_no_value_is_played_without_values(play: Play, tmp_path: Path) -> None:
    own = rules(tmp_path, ROUND)
    out = " ".join(told(play, "0\n1\n", own).split())
    assert "play can come back to this state, by 0, 0" in out
    assert "the computer plays as --strength mcts:1000" in out
    out = told(play, "0\n1\n", own, "--strength", "first")
    assert "No review: " in out
    code, _, err = play("0\n", own, "--strength", "best")
    assert code == 2
    assert "possible: --strength mcts:1000" in err


BREAKING = OWN.replace("s.made + 1", "s.made * 10 + m // (s.made != 12345)").replace("s.made >= 3", "s.made > 99999")
BREAKING = BREAKING.replace("def say", "def unsaid")


def test_rules_that_break_end_the_game_in_one_line_and_keep_it(play: Play, tmp_path: Path) -> None:
    own = rules(tmp_path, BREAKING)
    code, out, err = play("1\n2\n3\n4\n5\n1\n", own, "as=both", "--save", "game.json")
    assert code == 2
    assert err.startswith("faceup: own.py, line ")
    assert "division by zero" in err
    assert json.loads(Path("game.json").read_text())["moves"] == [1, 2, 3, 4, 5]
    assert "saved 5 moves in 'game.json'" in out


# --- keeping and going on ---------------------------------------------------------------------------------------


def test_a_game_is_saved_and_goes_on(play: Play, tmp_path: Path) -> None:
    out = told(play, "5\nsave game.json\n1\n", "three-fourteen", "--strength", "first", "--seed", "7")
    assert "saved 2 moves in 'game.json'; faceup play three-fourteen --load game.json" in out
    record = json.loads((tmp_path / "game.json").read_text())
    assert (record["moves"], record["seed"]) == ([5, 0], 7)
    out = told(play, "1\nundo\nundo\nredo\n", "three-fourteen", "--load", "game.json")
    assert "You (first) vs computer (second): plays its first moves\ngoes on after 2 moves: 5, 0\n" in out
    assert "your move 3> 1\nthe computer: 2\n" in out
    assert "back before move 1\n" in out
    assert "made again: 5, 0\n" in out


def test_a_record_says_which_game_it_is_of(play: Play) -> None:
    told(play, "take 1 from heap a\nsave game.json\n", "nim", "a=2", "b=2", "c=2", "as=second")
    assert "goes on after 1 move: " in told(play, "", "--load", "game.json")
    assert "goes on after 1 move: " in told(play, "", "as=both", "--load", "game.json")
    out = told(play, "", "nim", "b=2", "as=first", "--load", "game.json", "--strength", "random", "--seed", "9")
    assert lines(out)[0] == "nim a=2 b=2 c=2, seed 9"
    assert "You (first) vs computer (second): plays at random\n" in out
    assert "b=3' contradicts the record, which has b=2" in refused(play, "nim", "b=3", "--load", "game.json")
    assert "of 'nim', not of 'hog'" in refused(play, "hog", "--load", "game.json")
    assert "'x=3'" in refused(play, "nim", "x=3", "--load", "game.json")


@pytest.mark.parametrize(
    ("change", "quoted"),
    [
        ({"moves": [5, 5]}, "move 2 (5) is not legal; legal moves: 0, 1, 2"),
        ({"words": ["5", "1"]}, "move 2 in words as '1'; it is '0'"),
        ({"seats": ["person"]}, "1 seats"),
        ({"seats": ["person", "own:policy"]}, "'own:policy'"),
        ({"parameters": {"low": "x"}}, "low=x"),
        ({"parameters": {"low": 5, "high": 2}}, "low=5 high=2"),
        ({"parameters": {"lo": 0}}, "has no parameter 'lo=0'; did you mean low?"),
        ({"game": "../../secret"}, "'../../secret', not of 'three-fourteen'"),
        ({"format": "2"}, "not a saved game"),
    ],
)
def test_a_record_that_cannot_be_is_one_line(
    play: Play, tmp_path: Path, change: dict[str, object], quoted: str
) -> None:
    told(play, "5\nsave game.json\n", "three-fourteen", "--strength", "first")
    document = json.loads((tmp_path / "game.json").read_text())
    (tmp_path / "game.json").write_text(json.dumps(document | change))
    assert quoted in refused(play, "three-fourteen", "--load", "game.json")


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (b"", "not a saved game"),
        (b"\xff", "is not text"),
        (b"[1, 2", "not a saved game"),
        (b"[]", "not a saved game"),
        (b" " * (1 << 20) + b" ", "longer than 1,048,576 bytes"),
    ],
)
def test_a_file_that_is_no_record_is_one_line(play: Play, tmp_path: Path, text: bytes, quoted: str) -> None:
    (tmp_path / "game.json").write_bytes(text)
    assert quoted in refused(play, "fifteen", "--load", "game.json")
    assert quoted in refused(play, "--load", "game.json")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no file without an end")
def test_a_file_that_has_no_end_is_not_read_to_its_end(play: Play) -> None:
    assert "longer than" in refused(play, "fifteen", "--load", "/dev/zero")


def test_save_alone_finds_a_name_and_keeps_to_it(play: Play, tmp_path: Path) -> None:
    (tmp_path / "fifteen.json").write_text("mine")
    out = told(play, "save\n5\nsave\nsave other.json\nsave\n", "fifteen")
    flat = " ".join(out.split())
    assert flat.count("in 'fifteen-2.json'; faceup play fifteen --load fifteen-2.json goes on") == 2
    assert flat.count("in 'other.json'; faceup") == 2
    assert (tmp_path / "fifteen.json").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fifteen-2.json", "fifteen.json", "other.json"]
    told(play, "1\nsave\n", "fifteen", "--load", "other.json", "as=both")
    assert len(json.loads((tmp_path / "other.json").read_text())["moves"]) == 3


@pytest.mark.parametrize("name", ["none/game.json", ".", "x" * 300, "a\x00b", "~nobody-of-that-name/x"])
def test_a_file_that_cannot_be_written_loses_nothing(play: Play, tmp_path: Path, name: str) -> None:
    code, out, err = play(f"5\nsave {name}\nsave\n", "fifteen")
    assert (code, err) == (0, "")
    assert " cannot be written: " in out
    assert "saved 2 moves in 'fifteen.json'" in out
    assert [path.name for path in tmp_path.iterdir()] == ["fifteen.json"]


def test_a_game_is_kept_where_it_was_said_however_it_ends(play: Play, tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    for typed, words, moves in [
        ("5\n", ("fifteen", "--strength", "first"), [5, 1]),
        ("5\nquit\n", ("fifteen", "--strength", "first"), [5, 1]),
        ("", ("fifteen", "as=none", "--strength", "first"), [1, 2, 3, 4, 5, 6, 7]),
        ("6\n3\n5\n", ("three-fourteen", "--strength", "first"), [6, 0, 3, 1, 5]),
    ]:
        kept.unlink(missing_ok=True)
        out = told(play, typed, *words, "--save", "game.json")
        assert out.count("saved ") == 1
        assert json.loads(kept.read_text())["moves"] == moves
    assert out.endswith(
        "saved 5 moves in 'game.json'; faceup review game.json looks back\n"
    )  # over, so it does not go on
    told(play, "save\n", "fifteen", "--save", "game.json")
    assert json.loads(kept.read_text())["game"] == "fifteen"


def test_a_game_of_ones_own_goes_on(play: Play, tmp_path: Path) -> None:
    own = rules(tmp_path, ROUND, "my rules.py")
    out = told(play, "0\nsave a b.json\n", own, "--strength", "first")
    assert "--load 'a b.json' goes on" in " ".join(out.split())
    assert "goes on after 2 moves: 0, 0\n" in told(play, "1\n", own, "--load", "a b.json")
    assert "no game 'round'" in refused(play, "--load", "a b.json")


# --- patiences --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PATIENCES)
def test_patiences_are_told_step_by_step(play: Play, name: str) -> None:
    out = told(play, "", name, "--seed", "1", "--number", "2", "--speed", "1")
    assert lines(out)[0].endswith("; seed 1, game 2") or "game 2" in " ".join(lines(out)[:2])
    assert lines(out)[-1].startswith(("Score ", "After "))


def test_a_patience_in_few_cards(play: Play) -> None:
    told_lines = lines(told(play, "", "one-handed", "suits=2", "ranks=3", "--seed", "4"))
    table = told_lines.index("  stock 6  A♠ 2♥ 3♠ 2♠ A♥ [3♥]")
    assert told_lines[0] == "one-handed suits=2 ranks=3 lowest=1; seed 4, game 0"
    assert told_lines[1] == "The solitaire you can play standing in a queue."
    assert any(line.startswith("Draw four cards from a shuffled deck into your hand.") for line in told_lines)
    assert told_lines[table:] == [
        "  stock 6  A♠ 2♥ 3♠ 2♠ A♥ [3♥]",
        "  hand 0   -",
        "1-4. draw (4 times)",
        "5. drop four",
        "  stock 2  A♠ [2♥]",
        "  hand 0   -",
        "6-7. draw, draw",
        "  stock 0  -",
        "  hand 2   2♥ [A♠]",
        "Score 2, not won, after 7 steps.",
    ]


def test_a_patience_that_never_ends_says_so(play: Play) -> None:
    outs = [told(play, "", "perpetual-motion", "ranks=4", "--number", str(k)) for k in range(12)]
    assert any("the table repeats: the game never ends." in out for out in outs)
    assert any(" won, after " in out for out in outs)


# --- pipes, encodings, widths -----------------------------------------------------------------------------------


def process(typed: bytes | None, *words: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    clean = {name: text for name, text in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    command = [sys.executable, "-m", "faceup", "play", *words]
    return subprocess.run(
        command, input=typed, capture_output=True, timeout=60, check=False, env={**clean, **environment}
    )


def test_pipes_have_no_colour_even_if_asked() -> None:
    done = process(b"5\n?\n", "fifteen", "--hints", FORCE_COLOR="1", TERM="xterm-256color")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize(
    "words", [("tic-tac-toe",), deep(("nim",)), deep(("one-handed",)), ("clock",), ("best-card", "--hints")]
)
def test_ascii_is_enough(words: tuple[str, ...]) -> None:
    done = process(b"1\n?\nundo\n", *words, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    done.stdout.decode("ascii")


def test_what_the_encoding_lacks_is_a_question_mark(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(textwrap.dedent(OWN).replace('"quit"', '"über"'), encoding="utf-8")
    done = process("über\n".encode(), str(own), "as=both", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"the first player, move 1> ?ber" in done.stdout
    assert b"move 2> " in done.stdout


@pytest.mark.parametrize(
    ("name", "width"), [("high-low", 30), deep("nim", 30), deep("tic-tac-toe", 50), ("war", 50), deep("high-low", 150)]
)
def test_columns_are_honoured(name: str, width: int) -> None:
    done = process(b"1\n?\nhelp\n", name, COLUMNS=str(width), PYTHONIOENCODING="utf-8")
    assert done.returncode == 0
    wide = [columns(line) for line in done.stdout.decode().splitlines()]
    assert width * 0.7 < max(wide) <= width


def test_closed_input_is_one_line() -> None:
    command = f'exec "{sys.executable}" -m faceup play fifteen <&-'
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"faceup: standard input is closed; ")
    assert done.stderr.count(b"\n") == 1


def test_a_reader_who_has_had_enough_is_no_error() -> None:
    command = f'"{sys.executable}" -m faceup play war | head -1'
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60, check=False)
    assert done.stdout.startswith(b"war ")
    assert done.stderr == b""


def test_a_prompt_comes_before_its_answer_through_pipes() -> None:
    command = [sys.executable, "-m", "faceup", "play", "three-fourteen", "--strength", "first"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin
        assert running.stdout
        for prompt, answer in [(b"your move 1> ", b"6\n"), (b"your move 3> ", b"3\n"), (b"your move 5> ", b"5\n")]:
            seen = b""
            while not seen.endswith(prompt):
                byte = running.stdout.read(1)
                assert byte, seen
                seen += byte
            running.stdin.write(answer)
            running.stdin.flush()
        running.stdin.close()
        assert b"You win.\n" in running.stdout.read().replace(b"\r\n", b"\n")
        assert running.wait(30) == 0


def test_the_first_prompt_needs_nothing_heavy() -> None:
    code = """
        import sys
        from faceup.cli import main
        try:
            main(["play", "three-fourteen"])
        except SystemExit:
            heavy = {"numpy", "numba", "scipy", "matplotlib", "starlette", "pandas"} & set(sys.modules)
            print("heavy:", *heavy)
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    done = subprocess.run(command, input=b"", capture_output=True, timeout=60, check=False)
    assert done.stdout.endswith(b"heavy:\n"), done.stdout

"""The command: what it prints, where, with which exit code."""

import csv
import json
import os
import re
import struct
import subprocess
import sys
import textwrap
import zlib
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click
import pytest

from faceup.cli import COMMANDS
from faceup.cli import faceup as faceup_command
from faceup.cli.help_layout import GROUPS
from faceup.cli.help_layout import Command as HelpedCommand
from faceup.engines.model.legal_moves import moves_in_text, named_moves
from faceup.engines.solve.dispatch import NAMES
from faceup.library.finding import find_game, library_names
from faceup.results.documents.replay import ending_document
from faceup.rules.texts import line_texts

from .commands import Capture, run
from .games.wordings import Sayings

TINY = ("fifteen", "high=14", "target=21", "--memory", "0.002")


def done(capsys: Capture, *words: str) -> str:
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert out.endswith("\n")
    return out


def document(capsys: Capture, *words: str) -> dict[str, Any]:
    out = done(capsys, *words, "--json")
    assert out.count("\n") == 1
    return dict(json.loads(out))


def refused(capsys: Capture, *words: str) -> str:
    """The one line on standard error of a command that was used wrongly."""
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("faceup: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert "Traceback" not in err
    return err


def process(*words: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "faceup", *words]
    return subprocess.run(command, capture_output=True, check=False, env={**plain_environment(), **environment})


def plain_environment() -> dict[str, str]:
    return {name: text for name, text in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}


# --- help and usage ---------------------------------------------------------------------------------------------


def test_help_lists_every_command(capsys: Capture) -> None:
    out = done(capsys, "--help")
    assert "GAME is a library name, path/to/file.py (path/to/file.py:Class" in " ".join(out.split())
    assert set(COMMANDS) == {
        *("games", "check", "solve", "strategy", "sweep", "same", "symmetries", "why", "simulate", "replay", "move"),
        *("play", "review", "serve", "export", "new", "doctor"),
    }
    for command in COMMANDS:
        assert f"\n  {command} " in out


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_help(capsys: Capture, command: str, option: str) -> None:
    out = done(capsys, command, option)
    assert out.startswith(f"Usage: faceup {command} ")
    assert command in ("games", "check", "new") or "GAME" in out.splitlines()[0]
    assert command in ("move", "play", "serve", "export", "new") or "--json" in out
    assert not re.search(r"player 0|INTEGER|x>=|<=x|FLOAT|interactive help|<[a-z]", out)
    example = out.rpartition("\nExample:\n  ")[2].rstrip().rpartition("| ")[2].split()
    assert example[:2] == ["faceup", command]


def test_help_tells_the_options_used_most_first_and_every_option_in_a_group() -> None:
    """An option without a group would be in no help at all."""
    for name in COMMANDS:
        command = faceup_command.get_command(click.Context(faceup_command), name)
        assert isinstance(command, HelpedCommand)
        assert len(command.often) <= 5
        context = click.Context(command, info_name=name)
        told = command.get_help(context)
        for option in command.get_params(context):
            if isinstance(option, click.Option):
                assert sum(max(option.opts, key=len) in names for names in GROUPS.values()) == 1
                assert len(re.findall(rf"^  (?:-h, )?{max(option.opts, key=len)}\b", told, re.MULTILINE)) == 1


def test_the_library_is_a_line_each(capsys: Capture) -> None:
    out = done(capsys, "games")
    for name in library_names():
        assert f"\n  {name} " in out
    assert re.search(r"\nTwo players and chance\n(  .*\n)*  pig +Race to the goal", out)
    assert re.search(r"\nSolitaire\n(  .*\n)*  war +The higher card takes both", out)
    assert re.search(r"\nNo choices\n(  .+\n)+  left-center-right +Chips go round", out)
    assert len(out.splitlines()) == len(library_names()) + len(set(re.findall(r"^\S.*", out, re.MULTILINE)))
    assert max(map(len, out.splitlines())) <= 80


def test_no_name_of_the_library_is_broken_on_a_narrow_screen(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = done(capsys, "games").splitlines()
    assert {f"  {name}" for name in library_names()} <= set(lines)
    assert max(map(len, lines)) <= 40
    checked = done(capsys, "check", "nim", "fifteen").splitlines()
    assert max(map(len, checked)) <= 40
    assert "  agrees   line 9 5 8 7 3 4 6 1 2" in checked
    helped = done(capsys, "simulate", "--help").splitlines()
    assert max(map(len, helped)) <= 40


SHORT = '''
from faceup.rules import OVER, Game, NamedTuple


class Short(Game):
    """Nobody does anything."""

    class State(NamedTuple):
        over: int

    def start(self):
        return self.State(1)

    def turn(self, s):
        return OVER

    def moves(self, s):
        return ()

    def play(self, s, move):
        return s

    def payoff(self, s):
        return 0
'''


def test_rules_of_one_paragraph_are_told_once(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "short.py"
    path.write_text(SHORT)
    assert done(capsys, "games", str(path)).count("Nobody does anything.") == 1


def test_one_game_is_told_whole(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = done(capsys, "games", "pig", "centipede")
    for text in (
        "players     two, with chance\n",
        "parameters  goal=50 sides=6\n",
        "published   win rate 4/7",
        "\ncentipede\n",
    ):
        assert text in out
    assert max(map(len, out.splitlines())) <= 60
    assert [game["game"] for game in document(capsys, "games", "pig")["games"]] == ["pig"]


@pytest.mark.parametrize(("word", "said"), [("sove", "did you mean solve?"), ("xyzzy", "possible: games, check")])
def test_a_command_that_is_none_is_told_what_is_near(capsys: Capture, word: str, said: str) -> None:
    code, out, err = run(capsys, word, "fifteen")
    assert (code, out) == (2, "")
    assert f"no command '{word}'" in err
    assert said in err


def test_version(capsys: Capture) -> None:
    import faceup

    assert faceup.__version__ in done(capsys, "--version")


def test_nothing_at_all_shows_the_help_on_standard_error(capsys: Capture) -> None:
    code, out, err = run(capsys)
    assert (code, out) == (2, "")
    assert "Usage: faceup" in err


@pytest.mark.parametrize("command", ["solve", "strategy", "simulate", "replay", "move"])
@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        ("nogame", "'nogame'"),
        ("fifteen size=3", "'size=3'"),
        ("fifteen low=1 low=2", "twice"),
        ("fifteen low=", "low="),
        ("fifteen low", "'low'"),
        ("fifteen low=x", "low=x"),
        ("fifteen low=1.5", "low=1.5"),
        ("fifteen low=5 high=2", "low=5 high=2"),
        ("fifteen =", "'='"),
        ("fifteen --nonsense", "--nonsense"),
        ("none.py:Game", "'none.py'"),
        ("", "GAME is missing; as in: "),
    ],
)
def test_bad_words_are_one_line(capsys: Capture, command: str, words: str, quoted: str) -> None:
    more = ["--number", "0"] if command == "replay" else []
    assert quoted in refused(capsys, command, *words.split(), *more)


@pytest.mark.parametrize(
    "words",
    [
        "nonsense",
        "--nonsense",
        "check nogame",
        "check nim --seed -1",
        "games extra",
        "simulate nim --games 0",
        "simulate nim --games -5",
        "simulate nim --games x",
        "simulate nim --games 1.5",
        "simulate nim --games nan",
        "simulate nim --games inf",
        "simulate nim --games",
        "simulate nim --seed -1",
        "simulate nim --seed 9223372036854775808",
        "simulate nim --seed x",
        "simulate nim --confidence 0",
        "simulate nim --confidence 1",
        "simulate nim --confidence x",
        "simulate nim --confidence nan",
        "simulate nim --policy worst",
        "replay nim --number -1",
        "replay nim --number x",
        "replay nim --number 0 --level loud",
        "solve fifteen --memory 0",
        "solve fifteen --memory -1",
        "solve fifteen --memory x",
        "solve fifteen --memory nan",
        "strategy one-handed",
        "move one-handed",
        "replay one-handed --number 0 --policy first",
        "sweep pig goal=2 --figure win_rate --games 0",
        # before the games are solved, which takes minutes
        "strategy dodgem size=4 --player 7",
        "strategy liars-dice --player 2",
        "strategy liars-dice --lines 2",
        "simulate dodgem size=4 --policy best --store nowhere/runs.db",
        "simulate dodgem size=4 --policy best,random --rotate --games 0",
    ],
)
def test_bad_options_are_one_line(capsys: Capture, words: str) -> None:
    refused(capsys, *words.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve pig --golas 9", "no option '--golas'; did you mean goal=...?"),
        ("solve pig --second 9", "no option '--second'; did you mean --seconds?"),
        ("simulate kuhn-poker --card 3", "no option '--card'; did you mean cards=...?"),
        ("solve nim --xyzzy", "no option '--xyzzy'; faceup solve --help lists them"),
    ],
)
def test_an_option_that_is_none_is_told_what_is_near(capsys: Capture, words: str, said: str) -> None:
    assert said in refused(capsys, *words.split())


def test_a_policy_without_a_comma_is_told_where_it_goes(capsys: Capture) -> None:
    complaint = refused(capsys, "simulate", "pig", "--policy", "best", "random")
    assert complaint.endswith("policies have commas between them: --policy best,random\n")
    assert "polic" not in refused(capsys, "simulate", "pig", "gaol=3")


# --- JSON -------------------------------------------------------------------------------------------------------

FIRST = ["game", "parameters", "value", "low", "high", "how", "exact"]


def test_solve_json(capsys: Capture) -> None:
    found = document(capsys, "solve", "three-fourteen")
    assert list(found)[:7] == FIRST
    own = {"says", "best", "line", "line_complete", "distance", "standings"}
    assert set(found) == {*FIRST, *own, "states", "seconds", "engine", "refused"}
    assert (found["distance"], found["standings"]) == (9, {"won": 2797, "drawn": 1476, "lost": 1276})
    assert found["game"] == "three-fourteen"
    assert found["parameters"] == {"low": 0, "high": 8, "target": 14, "count": 3}
    assert (found["value"], found["low"], found["high"], found["how"], found["exact"]) == (1, 1, 1, "exact", "1")
    assert found["line"][0] == found["best"][0]
    assert len(set(found["line"])) == len(found["line"]) <= 9
    assert found["states"] > 1000
    assert found["seconds"] > 0
    assert found["engine"] == "induction-cpython"
    assert [refusal["engine"] for refusal in found["refused"]] == ["enumeration"]


def test_positions_on_the_way_are_named_by_the_moves_that_lead_there(capsys: Capture) -> None:
    document = json.loads(done(capsys, "solve", "fifteen", "--after", "2, 5 4", "--json"))
    assert document["after"] == [2, 5, 4]
    assert document["best"] == [9]
    assert "after" not in json.loads(done(capsys, "solve", "fifteen", "--json"))
    lines = done(capsys, "solve", "fifteen", "--after", "2 5 4").splitlines()
    assert lines[0] == "fifteen low=1 high=9 target=15 count=3 after 2, 5, 4"
    assert done(capsys, "why", "fifteen", "--after", "2, 5, 4") == done(capsys, "why", "fifteen", "2", "5", "4")
    assert "after drew 93" in done(capsys, "strategy", "best-card", "--after", "93")
    after = ("--after", "93")
    theory, search = (
        json.loads(done(capsys, "solve", "best-card", "--by", by, *after, "--json")) for by in ("theory", "rules")
    )
    assert theory["value"] == pytest.approx(search["value"], abs=1e-9)


def test_words_of_several_words_are_read_after() -> None:
    game = find_game("best-card")
    moves = moves_in_text(game, "50,go on,70, go on 80")
    assert line_texts(game, game.start(), moves) == ["50", "go on", "70", "go on", "80"]
    assert moves_in_text(game, str(moves)) == named_moves(game, [str(moves)]) == moves  # as --json has them
    assert (moves_in_text(Sayings(), "[1]"), moves_in_text(Sayings(), "[5]")) == ([10], [5])  # unless that is a word
    assert moves_in_text(game, "drew 50, go on, drew 70, go on, 80") == moves  # as plays are shown
    assert moves_in_text(find_game("pig", ()), "roll, rolled 4") == [1, 4]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("solve", "fifteen", "--after", "2 5 44"), "move 3 ('44') is not legal; legal moves: 1, 3, 4, 6, 7, 8, 9"),
        (("solve", "kuhn-poker", "--after", "2-1, 1"), "move 2 ('1') is not legal; legal moves: check, bet"),
        (("solve", "fifteen", "--after", "[2"), "'[2' is no list of moves; possible: as --json prints them, [4, 0]"),
        (("solve", "fifteen", "--after", "[true]"), "'[true]' is no list of moves; possible: as --json prints them"),
        (("solve", "one-handed", "--after", "2"), "--after is for games with decisions"),
        (("why", "fifteen", "5", "--after", "5"), "moves '5' and --after '5'; possible: one of them"),
        (("play", "one-handed", "--after", "2"), "--after is for games with decisions"),
        (("solve", "fifteen", "--after", "1 2 8 3 6 4"), "the game is over before move 6"),
    ],
)
def test_what_is_no_position_is_refused(capsys: Capture, words: tuple[str, ...], complaint: str) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert complaint in err


@pytest.mark.parametrize(
    ("words", "ending"),
    [
        (("fifteen", "--after", "5 1 3 2 7"), "The game is over: the first player wins."),
        (("kuhn-poker", "--after", "1-2, bet, fold"), "The game is over: the first player wins by 1."),
        (
            ("dots-and-boxes", "rows=1", "columns=1", "--after", "[0, 1, 2, 3]"),
            "The game is over: nothing more is gained.",
        ),
    ],
)
def test_solve_says_how_a_game_ended(capsys: Capture, words: tuple[str, ...], ending: str) -> None:
    assert done(capsys, "solve", *words).splitlines()[1] == ending
    assert json.loads(done(capsys, "solve", *words, "--json"))["says"] == ending


GREED = """
from faceup.rules import CHANCE, OVER, Game, NamedTuple

class Greed(Game):
    class State(NamedTuple):
        roll: int
        best: int
        rolling: bool
        mover: int
    def start(self):
        return self.State(0, 0, True, 0)
    def turn(self, s):
        return OVER if s.best else CHANCE if s.rolling else s.mover
    def moves(self, s):
        return range(1, 7) if s.rolling else ("keep", "roll again")
    def play(self, s, m):
        if s.rolling:
            return self.State(m, 0, False, 0)
        return self.State(s.roll, s.roll, False, 0) if m == "keep" else self.State(0, 0, True, 0)
    def payoff(self, s):
        return s.best
"""


def test_a_replay_shows_positions_as_people_see_them(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "greed.py"
    file.write_text(GREED)
    lines = done(capsys, "replay", str(file), "--seed", "1").splitlines()
    assert lines[1].split() == ["step", "move", "position", "after", "it"]
    assert lines[2] == "   1  chance: 6   roll: 6  best: 0"


def test_solve_json_of_a_patience_says_which_engine_answered(capsys: Capture) -> None:
    found = document(capsys, "solve", "one-handed", "suits=2", "ranks=3")
    assert list(found)[:7] == FIRST
    assert (found["engine"], found["refused"]) == ("enumeration", [])


def test_solve_asks_the_engines_in_order_or_the_one_that_is_named(capsys: Capture) -> None:
    found = document(capsys, "solve", "fifteen", "high=11", "target=17")
    assert found["engine"] == "induction-native"
    assert [refusal["engine"] for refusal in found["refused"]] == ["enumeration", "induction-cpython", "theory"]
    found = document(capsys, "solve", "fifteen", "high=11", "target=17", "--engine", "cpython")
    assert (found["engine"], found["refused"]) == ("induction-cpython", [])
    code, _, complaint = run(capsys, "solve", "nim", "--engine", "gpu")
    engines = ", ".join(("auto", *NAMES))
    assert (code, complaint) == (2, f"faceup: engine 'gpu'; possible: {engines}\n")
    code, _, complaint = run(capsys, "solve", "one-handed", "--engine", "native")
    assert code == 2
    assert "is for games with decisions, and this is a solitaire game that plays itself" in complaint


def test_solve_json_writes_fractions_and_sets_as_a_person_does(capsys: Capture) -> None:
    found = document(capsys, "solve", "best-card")
    assert found["exact"] == "793241858169757/1275496486264000"
    assert found["value"] == pytest.approx(0.621908305285, abs=1e-12)
    assert found["best"] == []  # the first to move is chance
    found = document(capsys, "solve", "high-low", "cards=8", "matthew=1-3,8")
    assert found["parameters"] == {"matthew": "1-3,8", "cards": 8, "leader": 0, "deal": 0}


def test_strategy_json_with_thresholds(capsys: Capture) -> None:
    found = document(capsys, "strategy", "best-card")
    assert list(found)[:7] == FIRST
    assert found["thresholds"] == [93, 92, 91, 89, 87, 84, 80, 72, 55]
    assert found["columns"] == ["drawn", "card", "best"]
    assert all(len(row) == 3 for row in found["rows"])
    rows = {(drawn, card): best for drawn, card, best in found["rows"]}
    assert (rows[1, 92], rows[1, 93], rows[9, 54], rows[9, 55]) == ([0], [1], [0], [1])


def test_strategy_json_without_thresholds(capsys: Capture) -> None:
    found = document(capsys, "strategy", "nim", "a=1", "b=1", "c=1")
    assert list(found)[:7] == FIRST
    more = {"columns", "rows", "names", "lines", "equal", "unsure", "moves", "reach", "player", "played", "lossless"}
    more |= {"representatives", "by_player", "for_mover"}
    assert set(found) == {*FIRST, *more}
    assert found["by_player"] == []  # one table serves both
    apart = document(capsys, "strategy", "fifteen", "high=7")["by_player"]
    assert [one["name"] for one in apart] == ["the first player", "the second player"]
    assert found["lossless"]
    assert found["columns"] == ["a", "b", "c", "mover", "best"]
    assert [1, 1, 1, 0, [5, 6, 7]] in found["rows"]
    assert found["names"] == {"mover": {"0": "first", "1": "second"}}


def test_simulate_json(capsys: Capture) -> None:
    found = document(capsys, "simulate", "one-handed", "--games", "1e3", "--seed", "5", "--confidence", "0.9")
    assert list(found)[:8] == ["game", "parameters", "seed", *FIRST[2:]]
    more = {"games", "unfinished", "endless", "steps", "confidence", "histogram", "lengths", "games_per_second"}
    more |= {"variance", "quantiles", "kept", "computed", "seats", "tops"}
    more |= {"length_quantiles", "shortest", "longest", "least", "most"}
    more |= {f"{word}{end}" for word in ("win_rate", "mean", "length") for end in ("", "_low", "_high")}
    assert set(found) == {"game", "parameters", "seed", *FIRST[2:], *more}
    assert (found["seed"], found["games"], found["confidence"]) == (5, 1000, 0.9)
    assert (found["how"], found["exact"]) == ("sampled", None)
    assert sum(found["histogram"].values()) == 1000 - found["unfinished"]
    assert found["win_rate"] == found["histogram"].get("0", 0) / 1000
    assert sum(int(score) * count for score, count in found["histogram"].items()) / 1000 == pytest.approx(found["mean"])
    assert sum(int(length) * count for length, count in found["lengths"].items()) == found["steps"]
    assert list(found["quantiles"]) == ["0.05", "0.25", "0.5", "0.75", "0.95", "0.99", "0.999"]
    assert found["computed"] == 1000
    for word in ("win_rate", "mean", "length"):
        assert found[f"{word}_low"] < found[word] < found[f"{word}_high"]
    assert (found["value"], found["low"], found["high"]) == (found["mean"], found["mean_low"], found["mean_high"])
    assert found["games_per_second"] > 0


def test_simulate_is_the_same_for_the_same_seed(capsys: Capture) -> None:
    words = ("simulate", "nim", "--games", "200", "--policy", "best", "--policy", "random", "--seed")
    one, two, other = (document(capsys, *words, seed) for seed in ("3", "3", "4"))
    assert {**one, "games_per_second": 0} == {**two, "games_per_second": 0}
    assert one["win_rate"] == other["win_rate"] == 1  # 3 4 5 is won
    assert one["steps"] != other["steps"]


def test_one_game_has_no_interval_of_its_mean(capsys: Capture) -> None:
    found = document(capsys, "simulate", "one-handed", "--games", "1")
    assert (found["mean_low"], found["mean_high"]) == (None, None)
    assert done(capsys, "simulate", "one-handed", "--games", "1")


def test_replay_json(capsys: Capture) -> None:
    found = document(capsys, "replay", "one-handed", "--number", "3", "--seed", "1")
    assert (found["game"], found["seed"], found["game_number"]) == ("one-handed", 1, 3)
    assert (found["score"], found["won"]) == (10, False)
    assert found["steps_taken"] == len(found["steps"])
    assert {"number", "what", "table"} <= set(found["steps"][0])


def test_a_payoff_that_is_a_fraction_is_a_number_in_a_replay() -> None:
    assert json.dumps(ending_document({"payoff": Fraction(1, 4), "moves": 3})) == '{"payoff": 0.25, "moves": 3}'


def test_check_json(capsys: Capture) -> None:
    found = document(capsys, "check", "nim", "tic-tac-toe")
    assert found["differ"] == 0
    assert [check["game"] for check in found["checks"]] == ["nim"] * 3 + ["tic-tac-toe"] * 2
    assert all(check["agrees"] and check["source"] for check in found["checks"])


def test_games_json(capsys: Capture) -> None:
    found = document(capsys, "games")["games"]
    assert [game["game"] for game in found] == library_names()
    assert all(game["published"] and game["rules"] for game in found)


# --- text -------------------------------------------------------------------------------------------------------


def test_solve_text(capsys: Capture) -> None:
    out = done(capsys, "solve", "three-fourteen")
    assert "\nThe first player wins within 9 moves with best play (exact).\n" in out
    assert out.splitlines()[0] == "three-fourteen low=0 high=8 target=14 count=3"
    assert "\nA draw with best play (exact).\n" in done(capsys, "solve", "fifteen")
    assert "The second player wins" in done(capsys, "solve", "nim", "a=1")
    assert "take 2 from heap a" in done(capsys, "solve", "nim")


def test_strategy_of_best_card_is_nine_thresholds(capsys: Capture) -> None:
    lines = done(capsys, "strategy", "best-card").splitlines()
    assert "in short    hold from card 93, 92, 91, 89, 87, 84, 80, 72, 55 for drawn 1 to 9, else go on" in lines
    assert [line.split() for line in lines if line.split()[:1] == ["9"]] == [["9", "55"]]
    assert any("0.621908305285" in line for line in lines)


def test_a_long_strategy_counts_the_rest(capsys: Capture) -> None:
    short, long = (done(capsys, "strategy", "fifteen", *more) for more in ((), ("--all",)))
    assert "more rows; --all" in short
    hidden = [int(text.split(" ")[0].replace(",", "")) for text in short.split("... ")[1:]]  # of each player
    told = [[line for line in out.splitlines() if not line.startswith("equal")] for out in (short, long)]
    assert len(told[0]) <= 42
    assert len(told[1]) == len(told[0]) - len(hidden) + sum(hidden)


def test_simulate_text(capsys: Capture) -> None:
    out = done(capsys, "simulate", "one-handed", "--games", "500", "--seed", "2")
    assert "won " in out
    assert "mean score" in out
    assert "games       500 of seed 2" in out
    bars = [line.split("  ")[0] for line in done(capsys, "simulate", "tic-tac-toe", "--games", "50").splitlines()[1:4]]
    assert bars == ["the first player won", "the second player won", "drawn"]


def test_replay_at_the_four_levels(capsys: Capture) -> None:
    words = ("replay", "one-handed", "--number", "3", "--seed", "1", "--level")
    result, discards, draws, hands = (done(capsys, *words, level) for level in ("result", "discards", "draws", "hands"))
    assert len({text.splitlines()[0] for text in (result, discards, draws, hands)}) == 1  # the title
    assert len({text.splitlines()[-1] for text in (result, discards, draws, hands)}) == 1  # the result
    assert result.splitlines()[-1].startswith("score 10, not won")
    assert len(result.splitlines()) == 2
    told = discards.splitlines()[1:-1]
    assert told
    assert all("drop" in line for line in told)
    assert len(draws.splitlines()) == len(hands.splitlines()) - 1  # the heads of the columns
    every = [line.rstrip() for line in draws.splitlines()]
    assert {line.rstrip() for line in told} < set(every)
    assert sum("draw" in line for line in every) == 52  # every card of the deck
    # Every draw adds a card, "drop two" takes 2 away, "drop four" 4: the score must come out.
    assert 52 - 2 * sum("drop two" in line for line in told) - 4 * sum("drop four" in line for line in told) == 10
    assert all("hand:" in line for line in hands.splitlines()[2:-1])
    assert not any("hand:" in line for line in every)


def test_replay_of_a_game_with_decisions(capsys: Capture) -> None:
    assert done(capsys, "replay", "kuhn-poker", "--number", "3").endswith("wins by 2, 3 moves and 1 move of chance\n")
    assert done(capsys, "replay", "kuhn-poker") == done(capsys, "replay", "kuhn-poker", "--number", "0")
    out = done(capsys, "replay", "nim", "--number", "2", "--policy", "best", "--policy", "random")
    assert out.splitlines()[1].split() == ["step", "player", "move", "position", "after", "it"]
    assert "take 2 from heap a" in out.splitlines()[2]
    assert out.splitlines()[-1].startswith("the first player wins, ")


def test_check_of_single_games(capsys: Capture) -> None:
    out = done(capsys, "check", "nim")
    assert "3 published results, none differ" in out
    assert out.count("agrees") == 3
    assert "DIFFERS" not in out


def test_move(capsys: Capture) -> None:
    code, out, _ = run(capsys, "move", "three-fourteen", typed="4 5 2 6 3\n")
    assert code == 0
    assert out.startswith("5 5 2 6 3 ")


# --- limits and broken rules ------------------------------------------------------------------------------------


def test_a_reached_limit_is_exit_code_3_with_the_bounds_so_far(capsys: Capture) -> None:
    code, out, err = run(capsys, "solve", *TINY, "--json")
    found = json.loads(out)
    assert (code, err) == (3, "")
    assert list(found)[:7] == FIRST
    assert (found["how"], found["exact"]) == ("stopped", None)
    assert (found["best"], found["line"]) == ([], [])
    assert found["states"] > 0
    code, out, err = run(capsys, "solve", *TINY)
    assert code == 3
    assert "stopped" in out


def test_a_strategy_behind_a_limit_is_exit_code_3(capsys: Capture) -> None:
    code, out, err = run(capsys, "strategy", *TINY)
    assert (code, out.splitlines()[2][:5]) == (3, "value")
    assert err.count("\n") == 1
    assert "--memory" in err


RULES = """
    from faceup.rules import OVER, Cards, Game, NamedTuple, Published, Row

    class Coin(Game):
        published = (Published("value", {claimed}, "nobody"),)

        class State(NamedTuple):
            chosen: int

        def start(self):
            return self.State(-1)

        def turn(self, s):
            return 0 if s.chosen < 0 else OVER

        def moves(self, s):
            {moves}

        def play(self, s, m):
            return self.State(m)

        def payoff(self, s):
            return s.chosen
"""


def rules(folder: Path, moves: str = "yield from (0, 1)", claimed: int = 1) -> str:
    path = folder / "coin.py"
    path.write_text(textwrap.dedent(RULES.format(moves=moves, claimed=claimed)), encoding="utf-8")
    return f"{path}:Coin"


def test_a_rule_file_of_ones_own(capsys: Capture, tmp_path: Path) -> None:
    word = rules(tmp_path)
    assert document(capsys, "solve", word)["value"] == 1
    assert done(capsys, "check", word)
    (tmp_path / "bare.py").write_text("from coin import Coin\n\n\nclass Bare(Coin):\n    published = ()\n")
    assert done(capsys, "check", str(tmp_path / "bare.py:Bare")).startswith("nothing to compare: ")
    assert document(capsys, "simulate", word, "--games", "50")["games"] == 50


@pytest.mark.parametrize("again", [False, True])
def test_an_interrupt_is_exit_code_130_whenever_it_comes(tmp_path: Path, again: bool) -> None:
    """In code that runs from text, as while named tuples are made; and once more while the process ends."""
    (tmp_path / "interrupted.py").write_text(f"""
import atexit, os, signal
from faceup import cli
if {again}:
    atexit.register(os.kill, os.getpid(), signal.SIGINT)
cli.faceup.invoke = lambda context: exec("raise KeyboardInterrupt")
cli.main()
""")
    command = [sys.executable, "-m", "interrupted", "games"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"faceup: interrupted\n")


def test_check_is_exit_code_1_where_a_figure_differs(capsys: Capture, tmp_path: Path) -> None:
    code, out, err = run(capsys, "check", rules(tmp_path, claimed=2))
    assert (code, err) == (1, "")
    assert "DIFFERS" in out
    assert "1 published result, 1 differs" in out
    assert "1 published result, which agrees" in done(capsys, "check", rules(tmp_path, claimed=1))
    code, out, _ = run(capsys, "check", rules(tmp_path, claimed=2), "--json")
    assert (code, json.loads(out)["differ"]) == (1, 1)


@pytest.mark.parametrize("words", [["solve"], ["strategy"], ["simulate"], ["replay", "--number", "0"], ["check"]])
@pytest.mark.parametrize(
    ("moves", "complaint"),
    [
        ("yield 1 // 0", "division by zero in `yield 1 // 0`"),
        ("yield from s[0]", "(bits(...) yields the members of Cards, size(...) counts them) in `yield from s[0]`"),
        ("yield Cards()", "annotate the field frozenset[int] in `yield Cards()`"),
        ("yield Row[3]", "the annotation is Row alone in `yield Row[3]`"),
        ("raise ValueError('two\\nlines')", "two"),
        ("yield 0; assert False", "what is asserted is false"),
        ("return s.nothing", "nothing"),
        ("return ()", "no legal move"),
    ],
)
def test_rules_that_break_are_one_line(
    capsys: Capture, tmp_path: Path, words: list[str], moves: str, complaint: str
) -> None:
    complained = refused(capsys, words[0], rules(tmp_path, moves), *words[1:])
    assert complaint in complained
    if "no legal" not in complaint:
        assert "coin.py, line 17" in complained


def test_rules_that_break_say_where_in_a_process_too(tmp_path: Path) -> None:
    found = process("solve", rules(tmp_path, "yield 1 // 0"))
    assert (found.returncode, found.stdout) == (2, b"")
    assert found.stderr.count(b"\n") == 1
    assert b"coin.py, line 17: division by zero" in found.stderr
    assert b"Traceback" not in found.stderr


def test_rules_that_leave_the_process_are_not_a_success(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text("raise SystemExit(0)\n")
    code, _, err = run(capsys, "solve", str(path))
    assert code == 2
    assert "script.py" in err


def test_a_syntax_error_names_file_and_line(capsys: Capture, tmp_path: Path) -> None:
    assert "coin.py, line 17" in refused(capsys, "solve", rules(tmp_path, "yield ("))


ENDLESS = """
from faceup.rules import Game, NamedTuple, Patience, Pile

class Endless(Patience):
    class Table(NamedTuple):
        stock: Pile

    def deck(self):
        yield 1

    def step(self, t):
        return 1

    def score(self, t):
        return 0

class Walk(Game):
    class State(NamedTuple):
        side: int

    def start(self):
        return self.State(0)

    def turn(self, s):
        return s.side

    def moves(self, s):
        yield 0

    def play(self, s, m):
        return self.State(1 - s.side)

    def payoff(self, s):
        return 0
"""


@pytest.mark.parametrize(("name", "word"), [("Endless", "endless"), ("Walk", "unfinished")])
def test_games_that_never_end_are_said_to_do_so(
    capsys: Capture, tmp_path: Path, name: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("faceup.play.replays.MOST_STEPS", 3000)
    path = tmp_path / "endless.py"
    path.write_text(ENDLESS)
    found = done(capsys, "simulate", f"{path}:{name}", "--games", "1", "--limit", "3000")
    assert any(line.startswith(word) for line in found.splitlines())
    code, out, err = run(capsys, "replay", f"{path}:{name}", "--number", "0", "--level", "result")
    assert "won True" not in out
    assert word in out + err
    assert code == (0 if name == "Endless" else 3)  # a limit was reached


# --- simulate, option by option ---------------------------------------------------------------------------------

SMALL = ("one-handed", "suits=2", "ranks=3")


def simulated(capsys: Capture, *words: str) -> dict[str, Any]:
    """The document of a simulation, without what depends on the clock."""
    found = document(capsys, "simulate", *words)
    del found["games_per_second"]
    return found


def test_until_a_figure_is_known(capsys: Capture) -> None:
    for figure in ("win_rate", "mean", "length"):
        found = simulated(capsys, *SMALL, "--until", "0.02", "--figure", figure, "--seed", "4")
        assert found["games"] % 16384 == 0
        assert found[f"{figure}_high"] - found[f"{figure}_low"] <= 0.02
    code, shown, complaint = run(capsys, "simulate", *SMALL, "--until", "0.0001", "--games", "3e3", "--json")
    few = json.loads(shown)
    assert few["games"] == 3000
    assert few["win_rate_high"] - few["win_rate_low"] > 0.0001
    assert (code, complaint) == (3, "faceup: the interval of win_rate is still wider than 0.0001 after 3,000 games\n")


def test_text_of_a_run_until_a_figure_is_known_counts_its_own_games(capsys: Capture) -> None:
    last = done(capsys, "simulate", *SMALL, "--until", "0.5", "--threads", "5").splitlines()[-1]
    assert last.startswith("games       16,384 of seed 0, ")
    assert "store" not in last


def test_threads_do_not_change_the_document(capsys: Capture) -> None:
    words = (*SMALL, "--games", "50000", "--keep", "wins:3")
    assert simulated(capsys, *words, "--threads", "1") == simulated(capsys, *words, "--threads", "5")


def test_games_that_are_asked_for_can_be_replayed(capsys: Capture) -> None:
    words = (*SMALL, "--games", "500", "--seed", "7")
    kept = simulated(capsys, *words, "--keep", "wins:2", "--keep", "longest:3", "--keep", "shortest:1")["kept"]
    assert {what: len(games) for what, games in kept.items()} == {"wins": 2, "longest": 3, "shortest": 1}
    for game in (*kept["wins"], *kept["longest"], *kept["shortest"]):
        told = document(capsys, "replay", *SMALL, "--seed", "7", "--number", str(game["number"]))
        assert (told["steps_taken"], told["score"]) == (game["length"], game["score"])
    text = done(capsys, "simulate", *words, "--keep", "wins:2", "--keep", "shortest:1")
    number, length = kept["wins"][0]["number"], kept["wins"][0]["length"]
    assert f"\nwins        {number} ({length} steps, score 0), {kept['wins'][1]['number']} (" in text
    assert f"\nshortest    {kept['shortest'][0]['number']} (" in text


def test_a_store_is_gone_on_from(capsys: Capture, tmp_path: Path) -> None:
    words = (*SMALL, "--store", str(tmp_path / "runs"))
    first, more = (simulated(capsys, *words, "--games", games) for games in ("20000", "40000"))
    assert (first["computed"], more["computed"]) == (20_000, 40_000 - 16_384)
    text = done(capsys, "simulate", *words, "--games", "40000").splitlines()[-1]
    assert text.endswith("40,000 of seed 0, all of them from the store")
    assert {**more, "computed": 40_000} == simulated(capsys, *SMALL, "--games", "40000")


def test_a_limit_of_steps(capsys: Capture) -> None:
    found = simulated(capsys, *SMALL, "--games", "300", "--limit", "6")
    assert (found["unfinished"], found["steps"], found["histogram"]) == (300, 1800, {})
    assert (found["mean"], found["win_rate_low"], found["win_rate_high"]) == (None, 0, 1)
    assert "300 games reached the limit of steps" in done(capsys, "simulate", *SMALL, "--games", "300", "--limit", "6")


def test_two_games_on_common_deals(capsys: Capture) -> None:
    words = ("one-handed", "--games", "4e3", "--seed", "5")
    found = simulated(capsys, *words, "--against", "one-handed", "ranks=12", "lowest=2")
    alone = simulated(capsys, *words)
    assert {name: found[name] for name in alone} == alone
    other = found["against"]
    assert other["parameters"] == {"suits": 4, "ranks": 12, "lowest": 2}
    for figure in ("mean", "win_rate"):
        difference = found[f"{figure}_difference"]
        assert difference == pytest.approx(found[figure] - other[figure], abs=1e-12)
        assert found[f"{figure}_difference_low"] < difference < found[f"{figure}_difference_high"]
    assert sum(pair["games"] for pair in found["pairs"]) == 4000
    assert sum(pair["games"] for pair in found["pairs"] if pair["first_end"] == "won") == round(
        4000 * found["win_rate"]
    )
    # Options may follow the other game's parameters.
    text = done(capsys, "simulate", "one-handed", "--against", "one-handed", "ranks=12", "lowest=2", "--games", "4e3")
    assert len(text.splitlines()) == 6
    assert text.splitlines()[2].startswith("one-handed suits=4 ranks=12 lowest=2 ")
    assert "of 4,000 pairs on common deals: " in text


POLICY = """
def last(game, s):
    found = 0
    for move in game.moves(s):
        found = move
    return found

def lost(game, s):
    return 999

word = "no function"
"""


def test_a_policy_from_a_file(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "policies.py"
    path.write_text(POLICY)
    words = ("nim", "a=0", "b=0", "c=3", "--games", "20")
    assert simulated(capsys, *words, "--policy", f"{path}:last")["lengths"] == {"1": 20}
    assert simulated(capsys, *words, "--policy", "first", "--policy", f"{path}:last")["lengths"] == {"2": 20}
    told = document(capsys, "replay", *words[:-2], "--number", "0", "--policy", f"{path}:last")
    assert [step["what"] for step in told["steps"]] == ["take 3 from heap c"]
    for bad, word in [("lost", "999"), ("none", "'none'"), ("word", "'word'")]:
        assert word in refused(capsys, "simulate", *words, "--policy", f"{path}:{bad}")
    assert "none.py" in refused(capsys, "simulate", *words, "--policy", f"{tmp_path / 'none.py'}:last")


def test_figures_of_two_players(capsys: Capture) -> None:
    found = simulated(capsys, "tic-tac-toe", "--games", "500")
    assert found["win_rate"] + found["draw_rate"] + found["loss_rate"] == pytest.approx(1)
    assert found["advantage"] == pytest.approx(found["win_rate"] - found["loss_rate"])
    text = done(capsys, "simulate", "tic-tac-toe", "--games", "500")
    assert all(
        word in text
        for word in ("the first player won", "drawn", "the second player won", "the first player's advantage")
    )


def test_the_distribution_as_pictures(capsys: Capture, tmp_path: Path) -> None:
    words = ("simulate", *SMALL, "--games", "300", "--plot")
    shown = done(capsys, *words, str(tmp_path / "plot.png"))
    assert "won " in shown
    done(capsys, *words, str(tmp_path / "plot.svg"))
    done(capsys, *words, str(tmp_path / "plot.PDF"))
    found = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(found) == {"plot.png", "plot.svg", "plot.PDF"}
    picture = found["plot.png"]
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == (1200, 675)
    assert len(set(zlib.decompress(chunks(picture)))) > 20  # something is drawn
    drawing = ElementTree.fromstring(found["plot.svg"])
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(list(drawing.iter("{http://www.w3.org/2000/svg}path"))) > 10
    assert found["plot.PDF"].startswith(b"%PDF-")


def chunks(picture: bytes) -> bytes:
    """The compressed pixels of a PNG file."""
    found, place = b"", 8
    while place < len(picture):
        (length,) = struct.unpack(">I", picture[place : place + 4])
        if picture[place + 4 : place + 8] == b"IDAT":
            found += picture[place + 8 : place + 8 + length]
        place += length + 12
    return found


@pytest.mark.parametrize("words", [("nim", "--games", "1"), ("nim", "--games", "5"), (*SMALL, "--limit", "1")])
def test_a_picture_of_hardly_anything(capsys: Capture, tmp_path: Path, words: tuple[str, ...]) -> None:
    done(capsys, "simulate", *words, "--plot", str(tmp_path / "plot.svg"))
    assert ElementTree.parse(tmp_path / "plot.svg")


def test_the_distribution_as_tables(capsys: Capture, tmp_path: Path) -> None:
    import pyarrow.parquet

    paths = tmp_path / "table.csv", tmp_path / "table.parquet"
    found = simulated(capsys, *SMALL, "--games", "3000", "--csv", str(paths[0]), "--parquet", str(paths[1]))
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in paths}
    with paths[0].open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["score", "games", "share", "low", "high"]
    assert {row["score"]: int(row["games"]) for row in rows} == found["histogram"]
    for row in rows:
        assert float(row["share"]) == int(row["games"]) / 3000
        assert float(row["low"]) < float(row["share"]) < float(row["high"])
    table = pyarrow.parquet.read_table(paths[1])
    assert table.column_names == list(rows[0])
    assert [{name: float(value) for name, value in row.items()} for row in table.to_pylist()] == [
        {name: float(value) for name, value in row.items()} for row in rows
    ]


def test_a_file_that_is_there_is_replaced_and_may_be_read_by_whom_it_may(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("old\n" * 1000)
    done(capsys, "simulate", *SMALL, "--games", "30", "--csv", str(path))
    assert path.read_text().startswith("score,games")
    assert "old" not in path.read_text()
    new = tmp_path / "new"
    new.touch()
    assert path.stat().st_mode == new.stat().st_mode


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        ("nim --until 0", "until"),
        ("nim --until -1", "-1"),
        ("nim --until nan", "nan"),
        ("nim --until x", "'x'"),
        ("nim --until 0.1 --figure spread", "'spread'"),
        ("nim --keep wins", "wins"),
        ("nim --keep wins:0", "wins:0"),
        ("nim --keep wins:-1", "wins:-1"),
        ("nim --keep wins:99999", "wins:99999"),
        ("nim --keep losses:1", "losses"),
        ("nim --threads 0", "0"),
        ("nim --threads x", "'x'"),
        ("nim --limit 0", "0"),
        ("nim --limit 1.5", "'1.5'"),
        ("nim --plot {}/plot.gif", "plot.gif"),
        ("nim --plot {}/plot", "plot"),
        ("nim --games 9 --plot {}/none/plot.png", "none"),
        ("nim --games 9 --csv {}/none/table.csv", "none"),
        ("nim --games 9 --parquet {}/none/table.parquet", "none"),
        ("nim --games 9 --csv {}", "written"),
        ("nim --store {}", "directory"),
        ("nim --games 9 --store {}/none/runs", "none"),
        ("nim --policy {}/none.py:move", "none.py"),
        ("nim --policy best --policy best --policy best", "3 policies"),
        ("best-card --policy best,random", "2 policies; best-card has one player; possible: one policy"),
        ("craps --policy first,random", "2 policies; craps has no player; possible: one policy"),
        ("nim --against", "no game ''"),
        ("nim --against nogame", "nogame"),
        ("nim --against nim d=3", "'d=3'"),
        ("nim --against clock", "clock"),
        ("nim --against nim --until 0.1", "--until"),
        ("nim --against nim --keep wins:1", "--keep"),
        ("nim --against nim --csv {}/table.csv", "--csv"),
        ("nim --against nim --rotate", "--rotate"),
        ("nim --rotate --until 0.1", "--until"),
        ("nim --rotate --plot {}/plot.png", "--plot"),
        ("nim --rotate --policy random,random", "a name of its own"),
        ("one-handed --rotate", "no seats to rotate"),
    ],
)
def test_a_bad_option_of_simulate_is_one_line_and_leaves_no_file(
    capsys: Capture, tmp_path: Path, words: str, quoted: str
) -> None:
    assert quoted in refused(capsys, "simulate", *words.format(tmp_path).split())
    assert list(tmp_path.rglob("*")) == []


# --- replay of a deal -------------------------------------------------------------------------------------------


def test_a_numbered_game_can_be_replayed_by_its_deal(capsys: Capture) -> None:
    from faceup.engines.model.dealing import order_of
    from faceup.games.one_handed import OneHanded

    deal = " ".join(map(OneHanded().say, order_of(list(range(52)), 3, 8)))
    numbered = document(capsys, "replay", "one-handed", "--seed", "3", "--number", "8")
    dealt = document(capsys, "replay", "one-handed", "--deal", deal)
    commas = document(capsys, "replay", "one-handed", "--deal", deal.replace(" ", ", "))
    assert commas == dealt | {"deal": commas["deal"]}
    assert dealt["deal"] == deal
    assert "game_number" not in dealt
    assert "seed" not in dealt
    for key in ("steps", "score", "won", "steps_taken", "table"):
        assert dealt[key] == numbered[key]


def test_an_endless_deal_is_said_to_be_endless(capsys: Capture) -> None:
    from faceup.games.beggar_my_neighbour import ENDLESS_HALF

    game = ("beggar-my-neighbour", "suits=2", "ranks=10", "courts=3")
    words = ("replay", *game, "--deal", ENDLESS_HALF, "--level", "result")
    found = document(capsys, *words)
    assert found["endless"] is True
    assert "score" not in found
    assert found["steps_taken"] > 1024
    assert done(capsys, *words).splitlines()[-1] == f"it never ends, {found['steps_taken']:,} steps"


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        (("clock", "--number", "1", "--deal", "KS"), "possible: one of them"),
        (("clock", "--deal", "KS"), "whole deck"),
        (("clock", "--deal", ""), "whole deck"),
        (("clock", "--deal", "1S"), "'1S'"),
        (("clock", "ranks=2", "suits=1", "--deal", "A K A"), "card"),
        (("clock", "ranks=2", "suits=1", "--deal", "AS AS"), "whole deck"),
        (("beggar-my-neighbour", "--deal", "--A/K"), "cards"),
        (("nim", "--deal", "1 2"), "no deals"),
    ],
)
def test_a_bad_deal_is_one_line(capsys: Capture, words: tuple[str, ...], quoted: str) -> None:
    assert quoted in refused(capsys, "replay", *words)


# --- what is imported -------------------------------------------------------------------------------------------

HEAVY = ("numba", "matplotlib", "scipy", "distributed", "pyarrow", "pyspiel", "gymnasium", "pettingzoo")
IMPORTED = """
import io, json, sys
from faceup.cli import main
for words in json.loads(sys.argv[1]):
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"4 5 2 6 3\\n"))
    try:
        main(words)
    except SystemExit as stop:
        assert not stop.code, (words, stop.code)
    print("imported", *sorted({name.partition(".")[0] for name in sys.modules}))
"""
LIGHT = [
    *(["--help"], ["--version"], ["simulate", "--help"], ["games"], ["move", "three-fourteen"]),
    *(["replay", "clock", "--number", "0", "--level", "result"], ["simulate", "clock", "--games", "20"]),
    *(["check", "nim"], ["solve", "pig", "goal=4"], ["solve", "hog", "goal=5"], ["sweep", "hog", "goal=4,5"]),
    *(["why", "nim", "a=1", "b=2", "c=3"], ["strategy", "nim", "a=1", "b=2", "c=3"]),
]
COMPILING = ["simulate", "clock", "--games", "20000"]  # Numba may import scipy


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    """In one process, as what one command imports the next ones have, too."""
    commands = [*LIGHT, COMPILING]
    found = subprocess.run(
        [sys.executable, "-c", IMPORTED, json.dumps(commands)], capture_output=True, text=True, check=True
    )
    imported = [line.split()[1:] for line in found.stdout.splitlines() if line.startswith("imported ")]
    assert len(imported) == len(commands)
    for words, names in zip(LIGHT, imported, strict=False):
        assert "faceup" in names
        assert not set(HEAVY) & set(names), words
    assert "numba" in imported[-1]
    assert not {"matplotlib", "distributed", "pyarrow"} & set(imported[-1])


# --- colours and pipes ------------------------------------------------------------------------------------------

WORDS = [
    ["games"],
    ["check", "nim"],
    ["solve", "fifteen"],
    ["strategy", "best-card"],
    ["simulate", "nim", "--games", "50"],
    ["replay", "nim", "--number", "0"],
    ["solve", "nogame"],
]


EACH = """
import json, sys
from faceup.cli import main
for words in json.loads(sys.argv[1]):
    try:
        main(words)
    except SystemExit as stop:
        print(end=f"\\0{stop.code or 0}\\0", flush=True)
    print(end="\\0", file=sys.stderr, flush=True)
"""


def in_one_process(each: list[list[str]], **environment: str) -> list[tuple[int, bytes, bytes]]:
    """Exit code, standard output and standard error, which are pipes, of these commands one after the other."""
    command = [sys.executable, "-c", EACH, json.dumps(each)]
    found = subprocess.run(command, capture_output=True, check=True, env={**plain_environment(), **environment})
    *outs, _ = found.stdout.split(b"\0")
    *errs, _ = found.stderr.split(b"\0")
    return [(int(code), *data) for code, *data in zip(outs[1::2], outs[::2], errs, strict=True)]


def test_no_escape_codes_in_a_pipe() -> None:
    for _, out, err in in_one_process(WORDS, TERM="xterm-256color"):
        assert b"\x1b" not in out + err
        assert bool(out) != bool(err)  # data to one, messages to the other


def on_a_terminal(*words: str, **environment: str) -> bytes:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "faceup", *words]
    clean = {name: text for name, text in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    with subprocess.Popen(
        command, stdout=theirs, stderr=theirs, env={**clean, "TERM": "xterm-256color", **environment}
    ):
        os.close(theirs)
        found = b""
        try:
            while part := os.read(ours, 65536):
                found += part
        except OSError:  # the other end was closed
            pass
    os.close(ours)
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_colours_on_a_terminal_unless_no_color(tmp_path: Path) -> None:
    assert b"wrote " in on_a_terminal("solve", "nim", "--plot", str(tmp_path / "nim.svg"))
    green = b"\x1b[32m"
    assert green in on_a_terminal("check", "nim")
    plain = on_a_terminal("check", "nim", NO_COLOR="1")
    assert b"agrees" in plain
    assert green not in plain


def test_text_of_a_pipe_does_not_depend_on_the_locale() -> None:
    found = process("simulate", "one-handed", "--games", "20", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="utf-8")
    assert (found.returncode, found.stderr) == (0, b"")
    assert "█".encode() in found.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])  # cp1252: what a pipe is on Windows
def test_an_encoding_without_blocks_is_no_reason_to_fail(encoding: str) -> None:
    each = [["games"], ["check", "nim"], ["simulate", "one-handed", "--games", "20"]]
    clean = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for code, out, err in in_one_process(each, **clean, PYTHONIOENCODING=encoding):
        assert (code, bool(out), err) == (0, True, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
@pytest.mark.parametrize("words", [["games", "--json"], ["strategy", "nim"], ["solve", "nim"]], ids=" ".join)
def test_a_reader_that_has_had_enough_is_no_error(words: list[str]) -> None:
    command = [sys.executable, "-m", "faceup", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        err = running.stderr.read()
        assert (running.wait(), err) == (0, b"")


def test_the_whole_strategy_is_shown_where_there_is_no_short_one(capsys: Capture) -> None:
    one = ("strategy", "nim", "a=1", "b=1", "c=2", "--player", "0")
    whole, shorter = done(capsys, *one), done(capsys, *one, "--lines", "1")
    assert shorter.removeprefix(whole) == "shorter     no rule that looks at one number is legal everywhere\n"
    whose = "--lines 1 is for one player's table; possible: --player 0, --player 1"
    assert whose in refused(capsys, "strategy", "nim", "--lines", "1")
    found = document(capsys, "strategy", "nim", "--lines", "1", "--player", "0")
    assert found["unshortened"] == "no rule that looks at one number is legal everywhere"
    assert "short" not in found

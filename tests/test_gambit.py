"""Files of Gambit: what is written is the game, what is read is the game that was written, and others are refused."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.engines.chain.outcomes import outcomes
from faceup.engines.simulate.processes import Processes
from faceup.games.nim import Nim
from faceup.interchange import gambit
from faceup.interchange.gambit import efg_lines
from faceup.library.finding import find_game
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.rules import FaceupError
from faceup.rules.errors import LimitReached
from tests.commands import Capture, run
from tests.games.hidden import Forgetting, MadeUp, MadeUpAlone, MadeUpForTheSecond, Peek, Unnoticed

BLUFF = """EFG 2 R "A card, and a bet" { "Ann" "Ben" }
"Ann sees the card.
Ben does not."

c "deal" 1 "" { "high" 1/2 "low" 0.5 } 0
p "" 1 1 "high" { "bet" "give \\"up\\"" } 0
p "" 2 1 "after a bet" { "call" "fold" } 0
t "" 1 "shown" { 2, -2 }
t "" 2 "" { 1 -1 }
t "" 3 "" { -1 1 }
p "" 1 2 "low" { "bet" "give \\"up\\"" } 0
p "" 2 1 0
t "" 4 "" { -2.0 2e0 }
t "" 2
t "" 3 ""
"""
# Payoffs on the way, outcomes told once and used again, and none (0) at an end; a pot of 2 is shared.
TWO_STAGES = """EFG 2 D "" { "" "" }
p "" 1 1 { "up" "down" } 1 "paid at once" { 3 -1 }
p "" 2 1 { "left" "right" } 0
t "" 2 "" { 1/3 -1/3 }
t "" 0
p "" 2 1 0
p "" 1 2 { "" "" } 2
t "" 0
t "" 2
t "" 2
"""


def read(path: Path, text: str) -> Any:
    path.write_text(text, encoding="utf-8")
    return find_game(str(path))


def written(game: Any) -> str:
    return "\n".join(efg_lines(game))


def without_names(text: str) -> str:
    """All of a file but the title, and what information sets are called."""
    return re.sub(r'^(p "" \d+ \d+) "[^"]*"', r"\1", text.split("}", 1)[1], flags=re.MULTILINE)


def test_what_is_exported_is_the_game(capsys: Capture, tmp_path: Path) -> None:
    """Read again, the tree played at random is worth what the game is worth so, and best play does the same."""
    path = tmp_path / "kuhn.efg"
    code, out, _ = run(capsys, "export", "kuhn-poker", "cards=4", str(path))
    assert (code, out) == (0, f"{path} has kuhn-poker for Gambit: 109 nodes\n")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ['EFG 2 R "kuhn-poker" { "the first player" "the second player" }', ""]
    assert lines[3:6] == [
        'p "" 1 1 "1" { "check" "bet" } 0',
        'p "" 2 1 "2: check" { "check" "bet" } 0',
        't "" 1 "" { -1, 1 }',
    ]
    game, again = faceup.game("kuhn-poker", cards=4), find_game(str(path))
    assert outcomes(again, ("random",)).mean.exact == outcomes(game, ("random",)).mean.exact
    code, out, _ = run(capsys, "strategy", str(path), "--player", "0")
    _, original, _ = run(capsys, "strategy", "kuhn-poker", "cards=4", "--player", "0")
    assert code == 0
    assert re.sub("─+", "", out).split()[1:] == re.sub("─+", "", original).split()[2:]


@pytest.mark.parametrize(
    "words",
    [
        "kuhn-poker",
        "leduc-poker ranks=2",
        "liars-dice sides=2",
        "goofspiel cards=3",
        "rock-paper-scissors",
        "morra",
        "mia sides=2",
        "mastermind colours=2 pegs=2 most=2",
        "nim a=1 b=2 c=2",  # in which nothing is hidden
        "hexapawn rows=3 columns=2",
        "hog goal=3 dice=1 sides=2",
        "best-card deck=4 hand=2",  # which one player plays
    ],
)
def test_games_come_back_as_they_were(tmp_path: Path, words: str) -> None:
    name, *parameters = words.split()
    game = find_game(name, tuple(parameters))
    again = read(tmp_path / "game.efg", written(game))
    solution, found = faceup.solve(game), faceup.solve(again)
    assert found.value.exact == solution.value.exact
    assert isinstance(found, HiddenSolution) == isinstance(solution, HiddenSolution)
    assert without_names(written(again)) == without_names(written(game))


@pytest.mark.parametrize(
    "rules", [(MadeUp, 30), (MadeUpAlone, 10), (MadeUpForTheSecond, 10), (Forgetting, 10), (Peek, 1), (Unnoticed, 1)]
)
def test_games_made_up_at_random_come_back(tmp_path: Path, rules: Any) -> None:
    made_up, seeds = rules
    for seed in range(seeds):
        game = made_up(seed=seed) if seeds > 1 else made_up()
        text = written(game)
        again = read(tmp_path / f"{made_up.__name__}{seed}.efg", text)
        assert faceup.solve(again).value.exact == faceup.solve(game).value.exact, text


def test_a_file_by_hand_is_read(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "bluff.efg"
    game = read(path, BLUFF)
    assert faceup.solve(game).value.exact == Fraction(1, 3)
    code, out, _ = run(capsys, "strategy", str(path))
    assert code == 0
    shown = [line.split() for line in out.splitlines() if line]
    for row in (
        ["high", "always", "-", "1.667"],
        ["low", "33.33%", "66.67%", "-1.000"],
        ["after", "a", "bet", "66.67%", "33.33%", "-1"],
        ["sees", "bet", "give", '"up"', "worth"],
        ["Ann"],
        ["Ben"],
    ):
        assert row in shown
    code, out, _ = run(capsys, "games", str(path))
    assert code == 0
    assert ("A card, and a bet" in out, "Ann sees the card. Ben does not." in out) == (True, True)
    with Processes(1) as executor:
        apart = faceup.simulate(game, games=500, seed=1, executor=executor)
    assert apart.mean == faceup.simulate(game, games=500, seed=1).mean


def test_what_is_paid_on_the_way_is_added_up(tmp_path: Path) -> None:
    game = read(tmp_path / "two.efg", TWO_STAGES)
    assert faceup.solve(game).value.exact == Fraction(10, 3)
    assert [game.say(game.start(), move) for move in game.moves(game.start())] == ["up", "down"]
    below = game.play(game.play(game.start(), 1), 0)
    assert [game.say(below, move) for move in game.moves(below)] == ["0", "1"]


def test_where_everybody_sees_all_each_may_have_payoffs_of_their_own(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "three.efg"
    path.write_text(
        'EFG 2 R "" { "A" "B" "C" } p "" 1 1 { "in" "out" } 0 t "" 1 { 1 1 1 } p "" 3 1 { "in" "out" } 0'
        ' t "" 2 { 3/2 0 2 } t "" 3 { 9 9 1 }'
    )
    code, out, _ = run(capsys, "solve", str(path))
    assert (code, "1.5" in out, "the start" in out) == (0, True, False)
    assert [seat.value.exact for seat in faceup.solve(find_game(str(path))).seats] == [Fraction(3, 2), 0, 2]


@pytest.mark.parametrize(
    "text",
    [
        'EFG 2 R "" { "A" "B" } p "" 1 1 { "a" "b" } 0 t "" 1 { 6 4 } t "" 2 { 3 7 }',
        'EFG 2 R "" { "A" "B" } p "" 1 1 { "a" "b" } 0 p "" 2 1 { "c" } 0 t "" 1 { 6 4 } p "" 2 1 0 t "" 2 { 3 7 }',
        'EFG 2 R "" { "A" } c "" 1 { "x" 1/3 "y" 2/3 } 0 p "" 1 1 { "a" } 0 t "" 1 { 5 } p "" 1 1 0 t "" 2 { 1/2 }',
        'EFG 2 R "" { "A" "B" "C" } p "" 3 1 { "a" "b" } 0 t "" 1 { 1 2 3 } t "" 2 { 0 0 1/3 }',
    ],
)
def test_everybody_keeps_their_own_payoffs(tmp_path: Path, text: str) -> None:
    """What is read and written again has the same players and payoffs, as Gambit finds, too."""
    again = written(read(tmp_path / "game.efg", text))
    (tmp_path / "again.efg").write_text(again, encoding="utf-8")
    told = [list(map(Fraction, row.split())) for row in re.findall(r't "" \d+ {(.*?)}', text)]
    theirs = pytest.importorskip("pygambit").read_efg(str(tmp_path / "again.efg"))
    for file in (again, theirs.to_efg()):
        ends = re.findall(r't "[^"]*" \d+ "[^"]*" {(.*?)}', file)
        assert [[Fraction(number) for number in row.replace(",", " ").split()] for row in ends] == told
    assert list(theirs.players) == re.findall(r'"(\w)"', text.partition("}")[0])


def test_a_game_of_seats_is_written_with_a_payoff_for_each(tmp_path: Path) -> None:
    game = find_game("centipede", ("turns=3",))
    again = read(tmp_path / "game.efg", written(game))
    assert [seat.value for seat in faceup.solve(again).seats] == [seat.value for seat in faceup.solve(game).seats]


HEAD = 'EFG 2 R "" { "A" "B" }\n'


def refusal(capsys: Capture, path: Path, text: str) -> str:
    """The one line that says why a file with this text is not solved."""
    path.write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "solve", str(path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the file ends; possible: a file that begins with EFG 2 R, with EFG here"),
        ("NFG 1 R", "line 1: 'NFG'; possible: a file that begins with EFG 2 R"),
        ('EFG 2 R "" { }', "line 1: the game has no players"),
        ('EFG 2 R "game { "A" }', "line 1: 'A'; possible: {, and the names of the players"),
        (HEAD + 't "" 1 "what { 1 -1 }', """line 2: '"what { 1 -1 }' has no quotation mark at its end"""),
        (HEAD, "line 2: the file ends; possible: c, p or t, a node of chance, of a player or at an end; 1 more must"),
        (HEAD + "x", "line 2: 'x'; possible: c, p or t"),
        (HEAD + 'p "" 3 1 { "a" } 0', "line 2: player '3'; possible: 1 to 2"),
        (HEAD + 'p "" 1 0 { "a" } 0', "line 2: '0'; possible: the number of an information set"),
        (HEAD + 'p "" 1 1 "s" { } 0', "line 2: information set 1 ('s') of player 1 has no actions"),
        (HEAD + 'p "" 1 1 0', "line 2: '0'; possible: {, and the actions"),
        (HEAD + 'p "" 1 1 { a } 0', "line 2: 'a'; possible: the name of an action, between quotation marks"),
        (HEAD + 'c "" 1 { "a" 1/2 "b" 0.4999 } 0', "line 2: the chances of chance's set 1 sum to 0.9999; possible: 1"),
        (HEAD + 'c "" 1 { "a" -1 "b" 2 } 0', "line 2: '-1' is not a probability"),
        (HEAD + 'c "" 1 { "a" 1/0 } 0', "line 2: '1/0': a division by 0"),
        (HEAD + 'c "" 1 { "a" "b" } 0', "line 2: 'b'; possible: the chance of an outcome, as in 2, 0.4 or 2/5"),
        (HEAD + 't "" 1', "line 2: the file ends; possible: { and the payoffs of outcome 1"),
        (HEAD + 't "" 1 { 1 }', "line 2: outcome 1 has 1 payoffs; possible: 2"),
        (HEAD + 't "" 0 { 1 1 }', "line 2: outcome 0 is none and pays nothing"),
        (HEAD + 't "" 1 { 1e9999 1 }', "line 2: '1e9999'; possible: a payoff"),
        (HEAD + 't "" 1 { 1 -1 }\nt "" 1', "line 3: 't'; possible: the end of the file"),
        (
            HEAD + 'p "" 1 1 { "a" "b" } 0\nt "" 1 { 1 -1 }\n\nt "" 1 { 2 -2 }',
            "line 5: outcome 1 pays another amount than in line 3",
        ),
        (
            HEAD + 'p "" 1 1 { "a" "b" } 0\nt "" 1 { 1 -1 }\np "" 1 1 { "a" "c" } 0',
            "line 4: information set 1 of player 1 has other actions than in line 2",
        ),
        (
            HEAD + 'p "" 1 1 { "a" "b" } 0\np "" 1 2 "late" { "c" } 0\nt "" 1 { 1 -1 }\np "" 1 2 0\nt "" 1',
            "line 5: in information set 2 ('late') of player 1 the player has forgotten something: in line 3 ",
        ),
        (
            HEAD + 'p "" 1 1 { "a" "b" } 0\np "" 1 1 0\nt "" 1 { 1 -1 }\nt "" 1\nt "" 1',
            "line 3: in information set 1 of player 1 the player has forgotten something: in line 2 the last own ",
        ),
    ],
)
def test_files_that_hold_no_game_are_refused_in_one_line(
    capsys: Capture, tmp_path: Path, text: str, message: str
) -> None:
    err = refusal(capsys, tmp_path / "game.efg", text)
    assert f"{tmp_path / 'game.efg'}" in err
    assert message in err


UNSEEN = (
    'p "" 1 1 { "a" "b" } 0 p "" 2 1 { "c" "d" } 0 t "" 1 { %s } t "" 2 { %s } p "" 2 1 0 t "" 3 { %s } t "" 4 { %s }'
)
THREE = 'EFG 2 R "" { "A" "B" "C" }'


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (HEAD + UNSEEN % ("1 -1", "2 -3", "4 -7", "1 -1"), (Fraction(7, 4), Fraction(-5, 2))),
        (HEAD + UNSEEN % ("3 3", "1 13/3", "1 13/3", "3 3"), (2, Fraction(11, 3))),
        (
            THREE + UNSEEN % ("1 -1 3", "2 -3 5", "4 -7 0", "1 -1 1"),
            (Fraction(7, 4), Fraction(-5, 2), Fraction(57, 16)),
        ),
    ],
)
def test_opponents_in_other_units_are_solved_in_theirs(
    capsys: Capture, tmp_path: Path, text: str, values: tuple[Fraction, ...]
) -> None:
    path = tmp_path / "game.efg"
    path.write_text(text, encoding="utf-8")
    seats = json.loads(run(capsys, "solve", str(path), "--json")[1])["seats"]
    assert [Fraction(seat["exact"]) for seat in seats] == list(values)
    code, out, _ = run(capsys, "solve", str(path))
    assert (code, out.count(" for ")) == (0, len(values))
    for command in ("strategy", "why"):
        assert run(capsys, command, str(path))[0] == 0
    session = faceup.Session(find_game(str(path)))
    paid = session.play("a").result.partition("(")[2]
    assert all(name in paid for name in "AB")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            HEAD + UNSEEN % ("1 -1", "1 1", "1 -1", "1 1"),
            "what one gains the other does not always lose: plays bring A and B 1 and -1, or 1 and 1",
        ),
        (
            HEAD + UNSEEN % ("1 -1", "2 -3", "4 -6", "1 -1"),
            "what one gains is not always as much to the other: plays bring A and B 1 and -1, or 2 and -3, or 4 and -6",
        ),
        (
            THREE + 'p "" 3 1 { "x" } 0 ' + UNSEEN % ("1 -1 0", "0 0 0", "0 0 0", "1 -1 0"),
            "games with hidden information are solved for two opponents only, and here A, B and C decide; ",
        ),
    ],
)
def test_payoffs_that_are_not_opposed_are_refused_with_those_that_show_it(
    capsys: Capture, tmp_path: Path, text: str, problem: str
) -> None:
    err = refusal(capsys, tmp_path / "game.efg", text)
    assert problem in err


def test_files_that_are_no_text_are_refused(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "game.efg").write_bytes(b"EFG 2 R \xff")
    code, _, err = run(capsys, "solve", str(tmp_path / "game.efg"))
    assert (code, "game.efg' is not text in UTF-8" in err) == (2, True)
    code, _, err = run(capsys, "solve", str(tmp_path / "none.efg"))
    assert (code, "no file" in err) == (2, True)


@pytest.mark.parametrize(
    "words",
    [
        "kuhn-poker",
        "rock-paper-scissors",
        "goofspiel cards=2",
        "nim a=1 b=1 c=2",
        "hexapawn columns=2",
        "hog goal=2 dice=1 sides=2",
    ],
)
def test_gambit_reads_and_solves_what_is_written(tmp_path: Path, words: str) -> None:
    """And what it writes then is the game again."""
    pygambit = pytest.importorskip("pygambit")
    name, *parameters = words.split()
    game, path = find_game(name, tuple(parameters)), tmp_path / "game.efg"
    path.write_text(written(game), encoding="utf-8")
    theirs = pygambit.read_efg(str(path))
    assert (theirs.is_perfect_recall, theirs.is_const_sum) == (True, True)
    first, second = theirs.players
    # By plans for the whole game: by sequences, Gambit 16.7 and 17.0 find 0 for this hexapawn, which the second wins.
    found = pygambit.nash.lp_solve(theirs, use_strategic=True).equilibrium.payoffs
    value = faceup.solve(game).value.exact
    assert (Fraction(str(found[first])), Fraction(str(found[second]))) == (value, -value)
    again = read(tmp_path / "again.efg", theirs.to_efg())
    assert faceup.solve(again).value.exact == value
    if isinstance(solution := faceup.solve(again), HiddenSolution):
        assert solution.information_sets == sum(len(theirs.get_infosets(player)) for player in theirs.players)


def test_games_of_the_catalog_of_gambit_are_read_or_refused_for_a_reason(tmp_path: Path) -> None:
    pygambit = pytest.importorskip("pygambit")
    read_ones = 0
    for name in pygambit.catalog.games()["Game"]:
        theirs = pygambit.catalog.load(name)
        if not isinstance(theirs, pygambit.ExtensiveGame):
            continue
        two_opponents = len(theirs.players) == 2 and theirs.is_const_sum
        text, refused = theirs.to_efg(), ""
        try:
            solution = faceup.solve(read(tmp_path / f"game{read_ones}.efg", text))
        except FaceupError as error:
            refused = str(error)
        assert ("forgotten" in refused) == (not theirs.is_perfect_recall), name
        if refused:
            assert "forgotten" in refused or not two_opponents, name
            continue
        read_ones += 1
        assert isinstance(solution, HiddenSolution) <= two_opponents, name
        if two_opponents:
            found = pygambit.nash.lp_solve(theirs).equilibrium.payoffs
            assert solution.value.exact == Fraction(str(found[next(iter(theirs.players))])), name
    assert read_ones > 5


SMALL = (
    ("kuhn-poker", {}),
    ("leduc-poker", {"ranks": 2}),
    ("goofspiel", {"cards": 2}),
    ("nim", {"a": 1, "b": 2, "c": 2}),
)


@pytest.mark.parametrize("game", [faceup.game(name, **parameters) for name, parameters in SMALL], ids=repr)
def test_how_many_nodes_there_are_is_known_before_they_are_written(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = len(list(efg_lines(game))) - 2
    monkeypatch.setattr(gambit, "MOST_NODES", nodes)
    assert len(list(efg_lines(game))) == nodes + 2
    monkeypatch.setattr(gambit, "MOST_NODES", nodes - 1)
    with pytest.raises(LimitReached, match=f"more than {nodes - 1:,} nodes"):
        next(efg_lines(game))


def test_a_tree_that_is_too_large_is_refused_without_walking_it() -> None:
    """Whose positions are few, and the ways to them more than can be written."""
    asked = []

    class Asked(Nim):
        def play(self, s: Any, m: Any) -> Any:
            asked.append(s)
            return super().play(s, m)

    with pytest.raises(LimitReached, match="more than 1,000,000 nodes"):
        next(efg_lines(Asked()))
    assert len(asked) < 5_000


def test_what_cannot_be_exported_is_told(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, _, err = run(capsys, "export", "kuhn-poker", "kuhn.txt")
    assert (code, "'kuhn.txt'; possible: the name of a file that ends in .efg" in err) == (2, True)
    code, _, err = run(capsys, "solve", "game.nfg")
    assert (code, "those of extensive games, which end in .efg" in err, err.count("\n")) == (2, True, 1)
    code, _, err = run(capsys, "export", "hide-or-run", str(tmp_path / "run.efg"))
    assert (code, "can repeat, and a tree without end cannot be written" in err) == (2, True)
    monkeypatch.setattr(gambit, "MOST_NODES", 100)
    code, _, err = run(capsys, "export", "leduc-poker", str(tmp_path / "leduc.efg"))
    assert (code, "more than 100 nodes" in err) == (3, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("game", "players"),
    [
        (faceup.game("best-card", deck=4, hand=2), ["the player"]),
        (Nim(a=1, b=1, c=1), ["the first player", "the second player"]),
    ],
)
def test_one_who_plays_alone_is_written_alone(game: Any, players: list[str]) -> None:
    head = next(iter(efg_lines(game)))
    assert re.findall(r'"([^"]*)"', head)[1:] == players

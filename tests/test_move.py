"""The text protocol: one perfect move, checked against a small minimax of the test's own."""

import itertools
import re
import subprocess
import sys
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import faceup
from faceup.play.protocol import answer, read_position
from faceup.rules import UsageError
from tests.commands import Capture
from tests.commands import run as run_here

GAME = faceup.game("three-fourteen")
TRIPLES = [set(triple) for triple in itertools.combinations(range(9), 3) if sum(triple) == 14]
Hands = tuple[frozenset[int], frozenset[int]]  # the numbers of the player to move, and the other's
START: Hands = (frozenset(), frozenset())


def left(hands: Hands) -> list[int]:
    return [number for number in range(9) if number not in hands[0] | hands[1]]


def lost(hands: Hands) -> bool:
    """Whether the player who moved last has three that sum to 14."""
    return any(triple <= hands[1] for triple in TRIPLES)


def over(hands: Hands) -> bool:
    return lost(hands) or not left(hands)


def after(hands: Hands, number: int) -> Hands:
    return hands[1], hands[0] | {number}


@cache
def minimax(hands: Hands) -> tuple[int, int]:
    """For the player to move: 1, 0 or -1, and the moves to the end when the winner hurries and the loser delays."""
    if over(hands):
        return (-1 if lost(hands) else 0), 0
    results = [(-value, length + 1) for value, length in (minimax(after(hands, number)) for number in left(hands))]
    value = max(value for value, _ in results)
    lengths = [length for other, length in results if other == value]
    return value, {1: min(lengths), 0: 0, -1: max(lengths)}[value]


@cache
def finest(hands: Hands) -> list[int]:
    """The moves that keep the value and, where somebody wins, the number of moves to the end."""
    value, length = minimax(hands)
    found = []
    for number in left(hands):
        other, rest = minimax(after(hands, number))
        if -other == value and (value == 0 or rest + 1 == length):
            found.append(number)
    return found


def mistakes(hands: Hands) -> int:
    return 0 if over(hands) else len(left(hands)) - len(finest(hands))


@cache
def lines() -> dict[Hands, list[int]]:
    """Every position that is not over, with one line of moves that leads to it."""
    found: dict[Hands, list[int]] = {START: []}
    for hands in (todo := [START]):
        for number in left(hands):
            new = after(hands, number)
            if not over(new) and new not in found:
                found[new] = [*found[hands], number]
                todo.append(new)
    return found


def text_of(moves: list[int]) -> str:
    return " ".join(map(str, [len(moves), *moves]))


def run(*words: str, sent: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "faceup", *words]
    return subprocess.run(command, input=sent, capture_output=True, timeout=60, check=False)


# --- perfect moves ----------------------------------------------------------------------------------------------


def test_an_example_of_a_move_of_several_numbers_is_one_of_the_game() -> None:
    with pytest.raises(UsageError, match="the 2 numbers of each of that many moves, as in '1 6 3' for a1-a2"):
        read_position(faceup.game("hexapawn"), "1 a2-a3")


@pytest.mark.parametrize(
    ("name", "shown", "sent"),
    [
        ("hexapawn", "2 a1-a2 c3-c2", "2 6 3 2 5"),
        ("hexapawn", "2 6-3 2-5", "2 6 3 2 5"),
        ("nim", "2 take 1 from heap a 9", "2 5 9"),
        ("leduc-poker", "2 2-1 raise", "2 2 1 2"),
    ],
)
def test_a_move_may_be_sent_as_it_is_shown(name: str, shown: str, sent: str) -> None:
    game = faceup.game(name)
    assert read_position(game, shown) == read_position(game, sent)


def test_every_position_gets_a_perfect_move() -> None:
    assert 4000 < len(lines()) < 5478
    for hands, moves in list(lines().items())[::12]:
        answered = answer(GAME, text_of(moves) + "\n").split(" ")
        assert answered[:-1] == text_of([*moves, 0]).split(" ")[:-1]
        chosen = int(answered[-1])
        assert chosen in finest(hands), (moves, chosen)
        tricky = {number: mistakes(after(hands, number)) for number in finest(hands)}
        wanted = min(number for number in tricky if tricky[number] == max(tricky.values()))
        assert chosen == wanted, (moves, chosen, wanted)


def test_the_solution_has_the_positions_and_the_value_of_the_minimax() -> None:
    solution = faceup.solve(GAME)
    everything = {after(hands, number) for hands in lines() for number in left(hands)} | {START}
    assert solution.states == len(everything)
    assert solution.value.exact == minimax(START)[0] == 1
    assert len(TRIPLES) == 7


@pytest.mark.parametrize("first", range(9))
def test_the_perfect_player_never_falls_below_the_value(first: int) -> None:
    moves, value = [first], minimax(after(START, first))[0]
    hands = after(START, first)
    while not over(hands):  # it plays both sides from here, so the value must come out
        moves = list(map(int, answer(GAME, text_of(moves)).split()))[1:]
        hands = after(hands, moves[-1])
    result = minimax(hands)[0] if len(moves) % 2 else -minimax(hands)[0]
    assert result == value


@pytest.mark.parametrize("text", ["0", "0\n", " 0 ", "1 5\r\n", "\t2  5\t3", "2 5 3 \n\n", "1\u00a05"])
def test_white_space_does_not_matter(text: str) -> None:
    assert answer(GAME, text) == answer(GAME, " ".join(text.split()))


def test_other_games_with_and_without_chance() -> None:
    assert answer(faceup.game("nim"), "0") == f"1 {2 * 4 + 1}"  # 3 4 5 to 1 4 5, Bouton's only move
    assert answer(faceup.game("best-card"), "1 55").startswith("2 55 ")
    with pytest.raises(UsageError, match="chance"):
        answer(faceup.game("best-card"), "0")


def test_best_card_is_held_from_the_threshold() -> None:
    game = faceup.game("best-card")
    low, high = (answer(game, f"1 {card}").split()[-1] for card in (92, 93))
    assert (int(low), int(high)) == (game.GO_ON, game.HOLD)


def test_an_outcome_without_odds_cannot_have_happened() -> None:
    game = faceup.game("red-black", red=0, black=2)
    assert answer(game, "2 1 1") == "3 1 1 0"  # a black card was turned; stop
    with pytest.raises(UsageError, match="move 2"):
        answer(game, "2 1 0")  # there is no red card to turn


# --- bad lines --------------------------------------------------------------------------------------------------


def refused(text: str) -> str:
    """The one line that says what is wrong with this text, quoting it."""
    with pytest.raises(UsageError) as caught:
        answer(GAME, text)
    check_complaint(text, str(caught.value))
    return str(caught.value)


def check_complaint(text: str, message: str) -> None:
    assert message.splitlines() == [message]
    assert message.isprintable()
    assert len(message) < 700
    sent = text.strip()
    assert sent or "nothing" in message
    if len(sent) <= 60:
        assert not sent or repr(sent) in message
    else:
        assert repr(sent[:40])[1:-1] in message.replace("\\'", "'") or "'" in sent or '"' in sent


def check_any(text: str) -> None:
    """Whatever is sent: the perfect move after it, or one line that quotes it."""
    try:
        given_back = answer(GAME, text)
    except UsageError as error:
        check_complaint(text, str(error))
        return
    count, *moves = map(int, text.split())
    assert count == len(moves) == len(set(moves))
    hands = START
    for move in moves:
        assert not over(hands)
        hands = after(hands, move)
    assert hands in lines()
    assert given_back == text_of([*moves, int(given_back.split()[-1])])


@settings(max_examples=300)
@given(st.text())
@example("4 5 2 6 3")
@example("\ud800")
def test_any_text(text: str) -> None:
    check_any(text)


@settings(max_examples=300)
@given(st.text(st.sampled_from("0123456789 -+.\n\tex\u0661\u00b2\u00a0\x1c\x00")))
def test_text_that_is_almost_a_line(text: str) -> None:
    check_any(text)


@settings(max_examples=300)
@given(st.lists(st.integers(-1, 10), max_size=10))
def test_small_numbers(numbers: list[int]) -> None:
    check_any(" ".join(map(str, numbers)))


@settings(max_examples=150)
@given(st.sampled_from(sorted(lines().values())), st.integers(0, 9), st.data())
def test_a_broken_line_is_always_refused(moves: list[int], place: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(-3, 30).filter(lambda n: n != len(moves)))
    refused(" ".join(map(str, [count, *moves])))
    place = min(place, len(moves))
    bad = data.draw(st.integers().filter(lambda n: not 0 <= n <= 8) | st.sampled_from(moves or [9]))
    refused(text_of([*moves[:place], bad, *moves[place:]]) if bad not in range(9) else text_of([*moves, bad]))
    refused(text_of(moves) + " x")
    refused(text_of(moves) + "\n" + text_of(moves))


def test_a_game_that_is_over_is_refused() -> None:
    assert "over" in refused("5 0 3 6 1 8")  # 0 + 6 + 8
    assert "over" in refused("6 0 3 6 1 8 2")
    everything = next(
        [*moves, *left(hands)]
        for hands, moves in lines().items()
        if len(moves) == 8 and not lost(after(hands, left(hands)[0]))
    )
    assert "over" in refused(text_of(everything))


MALFORMED = ["", " ", "\n", "\n\n", "\t", "\r", "{}", "%s", "[/red]", "\x1b[31m1"]
MALFORMED += ["4", "4 5 2 6", "4 5 2 6 3 1", "5 2 6 3", "-1", "1 9", "1 -1", "2 5 5", "1 '5'", '1 "5"', "1 \x005"]
MALFORMED += ["1 5.0", "1 5,", "1,5", "1 five", "one 5", "1 0x5", "1 5e0", "1 +5", "\ufeff1 5"]
MALFORMED += ["\u0661 5", "1 \u0665", "1 \uff15", "1 \u00b2", "1 \u2075"]  # digits, but not 0 to 9
MALFORMED += ["1 5\n1 5", "1\n5", "1 5\n\n0", "1 5\r1 6", "1 5\u2028\u2028x"]
MALFORMED += ["1" + "0" * 17, "9" * 5000, "1 " + "9" * 5000, "-" + "9" * 5000, "1 5" + " 5" * 9999, "x" * 100_000]
MALFORMED += [str(2**63), f"1 {2**63}", f"1 {2**64 + 5}", f"1 {-(2**63)}", f"{2**64 + 1} 5"]


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: ascii(text)[1:13])
def test_malformed_lines(text: str) -> None:
    refused(text)


# --- the command ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", ["0", "1 5", "2 5 3", "4 5 2 6 3"])
def test_the_command_prints_exactly_one_line(sent: str) -> None:
    done = run("move", "three-fourteen", sent=sent.encode() + b"\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == answer(GAME, sent).encode() + b"\n"
    assert re.fullmatch(rb"[0-9]+( [0-8])+\n", done.stdout)


def test_four_moves_become_five() -> None:
    assert run("move", "three-fourteen", sent=b"4 5 2 6 3\n").stdout.startswith(b"5 5 2 6 3 ")
    assert run("move", "three-fourteen", sent=b"4 5 2 6 3").stdout.endswith(b"\n")


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"4 5 2 6\n",
        b"1 9\n",
        b"1 5\n1 5\n",
        b"\xff\xfe\x00",
        b"1 \xc3\x28",
        b"1 \xd9\xa5",
        b"9" * 2_000_000,
        b"\0",
    ],
    ids=lambda sent: ascii(sent)[2:12],
)
def test_bad_input_is_one_line_on_standard_error_and_exit_code_2(sent: bytes, capsys: Capture) -> None:
    code, out, err = run_here(capsys, "move", "three-fourteen", typed=sent)
    assert (code, out) == (2, "")
    assert err.startswith("faceup: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert len(err) < 1500


def test_where_a_game_is_too_large_the_line_names_what_moves_all_the_same() -> None:
    done = run("move", "connect-four", "--memory", "0.0001", sent=b"2 38 31\n")
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (3, b"", 1)
    assert done.stderr.endswith(b" states; --strength mcts:1000 moves without a solution\n")
    done = run("move", "connect-four", "--strength", "mcts:20", "--seed", "1", sent=b"2 38 31\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert re.fullmatch(rb"3 38 31 [0-9]+\n", done.stdout)


def test_moves_of_a_patience_are_refused() -> None:
    done = run("move", "one-handed", sent=b"0\n")
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)


HEAVY = ("numba", "llvmlite", "numpy", "rich", "scipy", "matplotlib", "dask", "pandas")


@pytest.mark.parametrize(
    "words", [["move", "three-fourteen"], ["--help"], ["move", "--help"], ["solve", "--help"], ["--version"], ["nope"]]
)
def test_nothing_heavy_is_imported(words: list[str]) -> None:
    code = f"""
import sys
from faceup.cli import main
try:
    main({words!r})
finally:
    print("heavy:", *(name for name in {HEAVY!r} if name in sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"4 5 2 6 3\n", capture_output=True, timeout=60, check=False
    )
    assert done.stdout.decode().splitlines()[-1].split() == ["heavy:"]

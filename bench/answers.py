"""Record what a command answers to some three hundred questions, and compare two records: before and after a change.

    python bench/answers.py record FOLDER [--faceup COMMAND] [--rules FOLDER] [--only TEXT]
    python bench/answers.py compare BEFORE AFTER

A question is asked with ``--json`` in a process of its own, two at a time; ``--rules`` adds each file of a folder. Two
answers agree if they have the same keys, texts, moves and exact numbers, if their proven bounds overlap and the later
ones are at most twice as wide, and if other floats differ by roundings. How an answer was found may differ: the
engine, positions, seconds, what was refused and certified. Where either record has no answer within the limits, that
is told, and is no difference. The exit code is 1 where some differ.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

SECONDS = 40  # that a question may take; and as long again until its process is ended
HOW_FOUND = {"engine", "states", "seconds", "refused", "certified", "computed", "games_per_second", "interpreted"}
HOW_SURE = {"value", "low", "high", "how", "exact"}
NEAR = 1e-9

OPEN = {
    "best-card": ("deck=13 hand=4", "deck=20 hand=5"),
    "centipede": ("",),
    "coin-race": ("goal=2", "players=2 goal=2"),
    "hex": ("rows=3",),
    "connect-four": ("columns=4 rows=4", "columns=3 rows=5 in_a_row=3", "columns=5 rows=5"),
    "coupons": ("", "kinds=4"),
    "craps": ("",),
    "dice-alike": ("",),
    "dodgem": ("",),
    "dots-and-boxes": ("", "rows=1 columns=2"),
    "fifteen": ("", "target=14", "high=7 target=12"),
    "first-orchard": ("trees=2 fruit=2 steps=3",),
    "gamblers-ruin": ("",),
    "hexapawn": ("",),
    "high-low": ("", "matthew=1-7,16-33", "matthew=1-8,30-46", "leader=1"),
    "hog": ("goal=12", "goal=30"),
    "kalah": ("pits=2 seeds=2", "pits=3 seeds=1"),
    "left-center-right": ("",),
    "nim": ("", "a=3 b=4 c=5", "a=1 b=2 c=2"),
    "othello": ("",),
    "pig": ("goal=10", "goal=20"),
    "quarto": ("size=2 properties=2", "size=3 properties=2"),
    "red-black": ("", "red=2 black=2"),
    "secretary": ("", "candidates=8"),
    "shut-the-box": ("",),
    "snakes-and-ladders": ("",),
    "three-fourteen": ("", "target=12"),
    "tic-tac-toe": ("",),
    "triple-duel": ("",),
    "wheel": ("", "sections=10"),
    "yahtzee-turn": ("",),
}
HIDDEN = {
    "goofspiel": ("", "cards=3"),
    "hide-or-run": ("",),
    "kuhn-poker": ("", "cards=4"),
    "leduc-poker": ("",),
    "liars-dice": ("sides=3",),
    "mastermind": ("colours=3",),
    "mia": ("",),
    "morra": ("",),
    "rock-paper-scissors": ("",),
    "secret-heir": ("players=2 watchmen=2 copies=1 highest=3",),
}
PATIENCES = ("beggar-my-neighbour", "clock", "one-handed", "perpetual-motion", "war")
ENGINES = (
    *("fifteen --engine native", "fifteen --engine cpython", "nim --engine native", "hog goal=20 --engine native"),
    *("pig goal=12 --engine cyclic-cpython", "pig goal=12 --engine cyclic-native", "pig goal=40", "hog goal=60"),
    *("kuhn-poker --engine regret", "dodgem --engine cyclic-native", "dodgem --engine cyclic-cpython"),
    "best-card by=theory",
    *("tic-tac-toe --engine native", "best-card --engine native", "goofspiel cards=4", "high-low --engine native"),
)
OTHERS = (
    *("same fifteen tic-tac-toe", "same three-fourteen target=12 tic-tac-toe", "same nim a=1 b=2 c=3 nim a=3 b=2 c=1"),
    *("symmetries tic-tac-toe", "symmetries fifteen", "symmetries hexapawn", "symmetries nim"),
    *("sweep best-card deck=20,30 hand=4,5", "sweep nim a=1..3", "sweep fifteen target=12..18"),
    *(
        "sweep pig goal=2..9",
        "sweep coin-race goal=1..3",
        "sweep kuhn-poker cards=3,4",
        "sweep secretary candidates=2..9",
    ),
    "sweep one-handed suits=2..3 ranks=4..6 --games 2000 --seed 1",
    *("move fifteen 5", "move three-fourteen 4 5 2 6", "move nim", "move pig goal=10", "move kuhn-poker"),
    *("replay one-handed --seed 1 --number 7", "replay clock --seed 2 --number 3", "replay war --seed 1 --number 1"),
    "simulate one-handed --games 100000 --seed 1",
    "simulate one-handed --games 4000 --seed 5 --against one-handed ranks=12 lowest=2",
    "simulate pig goal=10 --games 3000 --seed 1 --policy best,random",
    "simulate fifteen --games 3000 --seed 1 --policy best,first",
)


def questions(rules: Path | None) -> Iterator[list[str]]:
    """The words of all questions."""
    for games, seconds in ((OPEN, SECONDS), (HIDDEN, SECONDS)):
        for name, choices in games.items():
            for parameters in choices:
                game, limit = [name, *parameters.split()], ["--seconds", str(seconds)]
                yield ["solve", *game, *limit]
                yield ["solve", *game, "--distribution", *limit]
                yield ["why", *game, *limit]
                yield ["strategy", *game, *limit]
                yield ["simulate", *game, "--games", "1500", "--seed", "3"]
    for name in PATIENCES:
        yield ["simulate", name, "--games", "2000", "--seed", "3"]
        yield ["solve", name, "--seconds", "5"]
    yield from (["solve", *words.split(), "--seconds", str(SECONDS)] for words in ENGINES)
    yield from (words.split() for words in OTHERS)
    for file in sorted(rules.glob("*.py")) if rules else ():
        yield ["solve", str(file), "--seconds", "20"]


def ask(faceup: str, words: list[str]) -> dict[str, Any]:
    """What is printed, and the exit code."""
    try:
        done = subprocess.run(
            [*faceup.split(), *words, "--json"],
            capture_output=True,
            text=True,
            timeout=2 * SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return {"code": None, "printed": "", "told": ""}
    return {"code": done.returncode, "printed": done.stdout, "told": done.stderr}


def record(folder: Path, faceup: str, rules: Path | None, only: str) -> None:
    """Ask all questions; those that the folder has are not asked again."""
    folder.mkdir(parents=True, exist_ok=True)

    def one(words: list[str]) -> None:
        name = " ".join(Path(word).name if word.endswith(".py") else word for word in words)
        file = folder / f"{name.replace('/', ':')}.json"
        if only in name and not file.exists():
            file.write_text(json.dumps(ask(faceup, words)))

    with ThreadPoolExecutor(2) as pool:
        print(len(list(pool.map(one, questions(rules)))), "questions")


def differences(one: Any, other: Any, place: str = "") -> Iterator[str]:
    """Where two documents do not agree."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted((one.keys() ^ other.keys()) - HOW_FOUND):
            yield f"{place}.{name}: only {'before' if name in one else 'after'}"
        names = (one.keys() & other.keys()) - HOW_FOUND
        if one.keys() >= HOW_SURE <= other.keys():
            names -= HOW_SURE
            yield from values_differ(one, other, place)
        for name in sorted(names):
            yield from differences(one[name], other[name], f"{place}.{name}")
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            yield f"{place}: {len(one)} before, {len(other)} after"
        for k, (first, second) in enumerate(zip(one, other, strict=False)):
            yield from differences(first, second, f"{place}[{k}]")
    elif isinstance(one, float) and isinstance(other, float):
        if abs(one - other) > NEAR * max(1.0, abs(one)):
            yield f"{place}: {one} before, {other} after"
    elif one != other:
        yield f"{place}: {one!r} before, {other!r} after"


def values_differ(one: Any, other: Any, place: str) -> Iterator[str]:
    """Where two values with their certainty do not agree."""
    if one["how"] == "exact" == other["how"]:
        if one["exact"] != other["exact"]:
            yield f"{place}: {one['exact']} before, {other['exact']} after"
    elif one["how"] == "exact" or one["how"] != other["how"]:
        yield f"{place}: {one['how']} before, {other['how']} after"
    elif one["low"] is not None and one["high"] is not None and other["low"] is not None and other["high"] is not None:
        if max(one["low"], other["low"]) > min(one["high"], other["high"]):
            yield f"{place}: bounds do not meet"
        elif other["high"] - other["low"] > 2 * (one["high"] - one["low"]) + 1e-15:
            yield f"{place}: {one['high'] - one['low']:.1e} wide before, {other['high'] - other['low']:.1e} after"


def compare(before: Path, after: Path) -> int:
    """Print what differs; how many questions."""
    wrong = unanswered = agreed = 0
    for file in sorted(before.glob("*.json")):
        if not (after / file.name).exists():
            continue
        one, other = (json.loads((folder / file.name).read_text()) for folder in (before, after))
        if one["code"] is None or other["code"] is None:
            unanswered += 1
            print(f"{file.stem}: no answer {'before' if one['code'] is None else 'after'}")
            continue
        found = [] if one["code"] == other["code"] else [f"exit code {one['code']} before, {other['code']} after"]
        if not found and one["code"]:
            found = [] if one["told"] == other["told"] else [f"{one['told'].strip()} | {other['told'].strip()}"]
        elif not found:
            documents = [
                [json.loads(line) for line in text.splitlines()] for text in (one["printed"], other["printed"])
            ]
            found = list(differences(*documents))
        wrong, agreed = wrong + bool(found), agreed + (not found)
        for text in found[:5]:
            print(f"{file.stem}: {text}")
    print(f"{agreed} agree, {wrong} differ, {unanswered} have no answer")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("folder", type=Path)
    recording.add_argument("--faceup", default=f"{sys.executable} -m faceup")
    recording.add_argument("--rules", type=Path)
    recording.add_argument("--only", default="", help="questions with this text alone")
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    asked = parser.parse_args()
    if asked.command == "compare":
        return int(compare(asked.before, asked.after) > 0)
    record(asked.folder, asked.faceup, asked.rules, asked.only)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Commands about rules: ``faceup games``, ``check``, ``new``, ``doctor`` and ``export``."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.common import (
    Count,
    console,
    game_arguments,
    json_option,
    print_json,
    print_result,
    seconds_option,
    width_of,
    with_decisions,
)
from faceup.cli.help_layout import Command
from faceup.cli.waiting import waiting
from faceup.cli.watchdog import watchdog
from faceup.engines.model.limits import Deadline, GivenUp, stop
from faceup.library.finding import find_class, find_game, library_names
from faceup.rules.errors import LimitReached, UsageError, quoted
from faceup.rules.facts import plays_itself
from faceup.rules.parameters import write_parameters

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from faceup.engines.published_results import Finding
    from faceup.results.answers.diagnosis import Diagnosis
    from faceup.rules.contract import Rules

ANSWER_IS_NO = 1
WIDEST = 100  # columns of running text
PLAYS = 4  # random games that show who takes part
WIDEST_VERDICT = 7  # columns, but for the rare one that is longer


def _card(rules_class: "type[Rules]") -> "Mapping[str, Any]":
    """Return a game of the library with its defaults, as a document."""
    from faceup.results.documents.codec import document

    return {
        "game": rules_class.name,
        "rules": " ".join((rules_class.__doc__ or "").split()),
        "parameters": write_parameters(rules_class()),
        "published": [*map(document, rules_class.published)],
    }


@click.command(cls=Command, example="faceup games pig")
@click.argument("names", nargs=-1, metavar="[GAME]...")
@json_option
def games(names: tuple[str, ...], as_json: bool) -> int:
    """List the library; for each GAME, show its rules, parameters and published results."""
    from faceup.results.sentences.games import title_and_sentence
    from faceup.show.text.library import game_lines, library_lines
    from faceup.show.text.styled_lines import hanging

    classes = [find_class(name) for name in names or library_names()]
    if as_json:
        print_json({"games": list(map(_card, classes))})
        return 0
    out = console()
    if not names:
        entries = [(_players(each), each.name, title_and_sentence(each)[1]) for each in classes]
        for line in library_lines(entries, out.width):
            out.print(line, markup=False, style="" if line.startswith(" ") else "bold")
        for part in hanging("faceup games GAME shows its rules, parameters and published results.", width_of(out)):
            out.print(part)
        return 0
    for k, rules_class in enumerate(classes):
        if k:
            print()
        out.print(rules_class.name, style="bold", markup=False)
        out.print("\n".join(game_lines(rules_class, _players(rules_class), min(out.width, WIDEST))), markup=False)
    return 0


def _players(rules_class: Any) -> str:
    """Return the players of the game with its default parameters, in words."""
    from faceup.engines.graph.stakes import stakes_seen
    from faceup.results.sentences.games import players_text

    game = rules_class()
    return "solitaire" if plays_itself(game) else players_text(stakes_seen(game, PLAYS))


@click.command(cls=Command, example="faceup check three-fourteen")
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option(
    "--games", type=Count(), default=20_000_000, show_default=True, help="Maximum number of games for one figure."
)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True, help="Random seed of simulations."
)
@seconds_option
@json_option
def check(names: tuple[str, ...], games: int, seed: int, seconds: float, as_json: bool) -> int:
    """Recompute every published result and compare; exit code 1 if one does not agree.

    If a game has a theory, check also compares it with search on many sizes.
    """
    from faceup.engines.published_results import THEORY
    from faceup.results.documents.codec import document
    from faceup.results.sentences.games import checked_text
    from faceup.show.text.library import Sources

    lines, sources, checks = list[str](), Sources(), list["Finding"]()

    def check_rules() -> str:
        theories = sum(check.published.what == THEORY for check in checks)
        results = len(checks) - theories
        parts = [f"{results} published result{'' if results == 1 else 's'}"] if results or not theories else []
        parts += [f"{theories} {'theory' if theories == 1 else 'theories'}"] if theories else []
        return " and ".join(parts)

    def tell() -> None:
        differ = sum(not check.agrees for check in checks)
        if as_json:
            print_json({"checks": [*map(document, checks)], "differ": differ})
        else:
            verdict = f"{check_rules()}, {differ or 'none'} differ{'s' if differ == 1 else ''}"
            if not checks and not stop.limit:
                none = f"{', '.join(names)} {'has' if len(names) == 1 else 'have'} no published results"
                verdict = f"nothing to compare: {none}; faceup doctor examines rules"
            elif len(checks) == 1 and not differ:
                verdict = f"{check_rules()}, which agrees"
            _print_verdicts([*lines, *sources.lines(), verdict])

    watchdog.knows(tell)
    try:
        for first, finding in _findings(names, games, seed, Deadline(seconds)):
            published = finding.published
            verdict = "agrees" if finding.agrees else finding.verdict.upper()
            if first:
                lines.append(type(finding.game).name)
            text = checked_text(published, finding.computed)
            lines.append(f"  {verdict:<{WIDEST_VERDICT}}  {text}  {sources.number(published.source)}")
            checks.append(finding)
    except GivenUp:
        tell()
        raise LimitReached(f"{stop.reason} after {check_rules()}{stop.way_out}") from None
    tell()
    return 0 if all(check.agrees for check in checks) else ANSWER_IS_NO


def _findings(
    names: tuple[str, ...], games: int, seed: int, stop: threading.Event | None
) -> "Iterator[tuple[bool, Finding]]":
    """Yield each recomputed result, with True before the first of its game."""
    from faceup.engines.published_results import recompute

    for name in names or library_names():
        with waiting(f"checking {name}"):
            for k, finding in enumerate(recompute(find_class(name), games, seed, stop)):
                yield k == 0, finding


def _print_verdicts(lines: "list[str]") -> None:
    """Print lines with their verdicts in colour."""
    from faceup.show.text.styled_lines import hanging

    out = console()
    with watchdog.answering():
        for line in lines:
            for part in hanging(line, width_of(out)):
                part.highlight_words(["agrees"], "green")
                part.highlight_words(["DIFFERS", "TOO FEW GAMES"], "bold red")
                out.print(part)


@click.command(cls=Command, example="faceup new my_game.py --dice")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--dice", "kinds", flag_value="dice", multiple=True, help="A die, and one player.")
@click.option("--board", "kinds", flag_value="board", multiple=True, help="Nine squares and two players.")
@click.option("--cards", "kinds", flag_value="cards", multiple=True, help="A trick game with open hands.")
@click.option("--hidden", "kinds", flag_value="hidden", multiple=True, help="One hidden card for each player.")
@click.option(
    "--seats", "kinds", flag_value="seats", multiple=True, help="A die, and three players against each other."
)
@click.option(
    "--solitaire",
    "--patience",
    "kinds",
    flag_value="patience",
    multiple=True,
    help="A shuffled deck that plays itself.",
)
def new(path: Path, kinds: tuple[str, ...]) -> int:
    """Write a small game with comments, to begin from; without an option, two players take stones.

    FILE is a new file, such as my_game.py; new does not overwrite a file.
    """
    from faceup.library.finding import beginning, class_name
    from faceup.show.files import check_place, write_file

    kind, *others = dict.fromkeys(kinds) or ("game",)
    if others:
        names = [f"--{each}".replace("patience", "solitaire") for each in (kind, *others)]
        raise UsageError(f"choose one of {' and '.join(names)}")
    name = class_name(path)
    if path.exists():
        raise UsageError(f"{quoted(str(path))} exists already; possible: the name of a new file")
    check_place(path)
    text = beginning(kind, name)
    write_file(path, lambda place: place.write_text(text, encoding="utf-8"))
    print(f"{path} has the game {name}. Try, and then change it:")
    commands = ["simulate {}", "replay {} --number 1"] if kind == "patience" else ["solve {}", "play {}", "why {}"]
    for command in commands:
        print(f"  faceup {command.format(path)}")
    return 0


TRIAL = 0.2  # the share of all the time that each engine has


@click.command(cls=Command, example="faceup doctor my_game.py")
@game_arguments
@seconds_option
@json_option
def doctor(name: str, parameters: tuple[str, ...], seconds: float, as_json: bool) -> int:
    """Report errors and oddities in rules, which engines solve the game, how fast, and its estimated size.

    doctor plays random games and reads the text of the rules, which proves nothing. It tries each engine for up to two
    seconds. Exit code 1 if the rules break the contract.
    """
    from faceup.engines.doctor.diagnose import SECONDS
    from faceup.engines.doctor.diagnose import doctor as examine
    from faceup.results.answers.diagnosis import Finding as Found

    game = find_game(name, parameters)

    def note(so_far: "Diagnosis") -> None:
        def judge(text: str) -> int:
            print_result(replace(so_far, findings=(*so_far.findings, Found(True, text))), as_json)
            return ANSWER_IS_NO

        watchdog.knows(lambda: print_result(so_far, as_json), judge=judge)

    with waiting("looking at the rules and trying the engines"):
        diagnosis = examine(game, min(SECONDS, TRIAL * seconds), note)
    if stop.limit:
        diagnosis = replace(diagnosis, stopped=True)
    print_result(diagnosis, as_json)
    if stop.limit and not diagnosis.wrong:
        raise LimitReached(f"{stop.reason} before all was looked at{stop.way_out}")
    return ANSWER_IS_NO if diagnosis.wrong else 0


KIND = ".efg"


@click.command(cls=Command, example="faceup export kuhn-poker kuhn.efg")
@click.argument("name", metavar="GAME")
@click.argument("words", nargs=-1, required=True, metavar="[NAME=VALUE]... FILE.efg")
def export(name: str, words: tuple[str, ...]) -> int:
    """Write the game as a Gambit file.

    FILE.efg holds the whole game tree, with probabilities and payoffs as fractions, and the information sets of all
    players.
    """
    from faceup.interchange.gambit import efg_lines
    from faceup.show.files import check_place, write_file

    *parameters, last = words
    path = Path(last)
    if path.suffix != KIND:
        raise UsageError(f"{quoted(last)}; possible: the name of a file that ends in {KIND}, which Gambit reads")
    check_place(path)
    game = with_decisions(name, find_game(name, tuple(parameters)))
    count = 0

    def write(place: Path) -> None:
        nonlocal count
        with place.open("w", encoding="utf-8") as file:
            for line in efg_lines(game):
                file.write(line + "\n")
                count += 1

    with waiting(f"writing {path}"):
        write_file(path, write)
    print(f"{path} has {type(game).name} for Gambit: {count - 2:,} nodes")
    return 0

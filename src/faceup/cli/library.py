"""``faceup games`` and ``faceup check``: the library and what was published about it."""

import threading
from typing import TYPE_CHECKING, Any

import click

from faceup.cli.common import Count, console, json_option, print_json, seconds_option, width_of
from faceup.cli.help_layout import Command
from faceup.cli.waiting import waiting
from faceup.cli.watchdog import watchdog
from faceup.engines.model.limits import Deadline, GivenUp, stop
from faceup.library.finding import find_class, library_names
from faceup.rules.errors import LimitReached
from faceup.rules.facts import plays_itself

if TYPE_CHECKING:
    from collections.abc import Iterator

    from faceup.engines.published_results import Finding

ANSWER_IS_NO = 1
WIDEST = 100  # columns of running text
PLAYS = 4  # that show who takes part in a game
WIDEST_VERDICT = 7  # columns, but for the rare one that is longer


@click.command(cls=Command, example="faceup games pig")
@click.argument("names", nargs=-1, metavar="[GAME]...")
@json_option
def games(names: tuple[str, ...], as_json: bool) -> int:
    """The library, a line each; of the games named, their rules, parameters and published results."""
    from faceup.show.text.library import game_lines, library_lines, title_and_sentence
    from faceup.show.text.styled_lines import hanging

    classes = [find_class(name) for name in names or library_names()]
    if as_json:
        from faceup.results.documents.game import rules_document

        print_json({"games": [rules_document(rules_class) for rules_class in classes]})
        return 0
    out = console()
    if not names:
        entries = [(_players(each), each.name, title_and_sentence(each, titled=True)[1]) for each in classes]
        for line in library_lines(entries, out.width):
            out.print(line, markup=False, style="" if line.startswith(" ") else "bold")
        for part in hanging("faceup games GAME tells one's rules, parameters and published results.", width_of(out)):
            out.print(part)
        return 0
    for k, rules_class in enumerate(classes):
        if k:
            print()
        out.print(rules_class.name, style="bold", markup=False)
        out.print("\n".join(game_lines(rules_class, _players(rules_class), min(out.width, WIDEST))), markup=False)
    return 0


def _players(rules_class: Any) -> str:
    """Who plays, with the parameters that the rules begin with."""
    from faceup.engines.model.stakes import stakes_seen
    from faceup.show.text.library import players_text

    game = rules_class()
    return "patience" if plays_itself(game) else players_text(stakes_seen(game, PLAYS))


@click.command(cls=Command, example="faceup check three-fourteen")
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--games", type=Count(), default=20_000_000, show_default=True, help="Most games for a figure.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@seconds_option
@json_option
def check(names: tuple[str, ...], games: int, seed: int, seconds: float, as_json: bool) -> int:
    """Recompute every published result and compare; exit code 1 where one does not agree.

    Where a game brings a theory, that is compared with search on many sizes.
    """
    from faceup.engines.published_results import THEORY
    from faceup.results.documents.check import CheckDocument, check_document, checks_document
    from faceup.show.text.published import Sources, checked_text

    lines, sources, checks = list[str](), Sources(), list[CheckDocument]()

    def check_rules() -> str:
        theories = sum(check["what"] == THEORY for check in checks)
        more = f" and {theories} {'theory' if theories == 1 else 'theories'}" if theories else ""
        return f"{len(checks) - theories} published results{more}"

    def tell() -> None:
        if as_json:
            print_json(checks_document(checks))
        else:
            differ = checks_document(checks)["differ"]
            _print(
                [*lines, *sources.lines(), f"{check_rules()}, {differ or 'none'} differ{'s' if differ == 1 else ''}"]
            )

    watchdog.knows(tell)
    try:
        for first, found in _findings(names, games, seed, Deadline(seconds)):
            published = found.published
            verdict = "agrees" if found.agrees else found.verdict.upper()
            if first:
                lines.append(type(found.game).name)
            told = checked_text(published, found.computed)
            lines.append(f"  {verdict:<{WIDEST_VERDICT}}  {told}  {sources.number(published.source)}")
            checks.append(check_document(found.game, published, found.computed, found.agrees))
    except GivenUp:
        tell()
        raise LimitReached(f"{stop.reason} after {check_rules()}{stop.way_out}") from None
    tell()
    return ANSWER_IS_NO if checks_document(checks)["differ"] else 0


def _findings(
    names: tuple[str, ...], games: int, seed: int, stop: threading.Event | None
) -> "Iterator[tuple[bool, Finding]]":
    """What is found about each game, and whether it is the first about it."""
    from faceup.engines.published_results import recompute

    for name in names or library_names():
        with waiting(f"checking {name}"):
            for k, found in enumerate(recompute(find_class(name), games, seed, stop)):
                yield k == 0, found


def _print(lines: "list[str]") -> None:
    """Lines with their verdicts in colour."""
    from faceup.show.text.styled_lines import hanging

    out = console()
    with watchdog.answering():
        for line in lines:
            for part in hanging(line, width_of(out)):
                part.highlight_words(["agrees"], "green")
                part.highlight_words(["DIFFERS", "TOO FEW GAMES"], "bold red")
                out.print(part)

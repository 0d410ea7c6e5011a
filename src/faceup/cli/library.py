"""``faceup games`` and ``faceup check``: the library and what was published about it."""

import sys
from typing import Any

import click

from faceup.cli.common import Count, console, json_option, print_json
from faceup.library.finding import find_class, library_names
from faceup.results.frames import exact_text
from faceup.results.value import finite
from faceup.rules.parameters import write_parameters

ANSWER_IS_NO = 1


@click.command()
@json_option
def games(as_json: bool) -> int:
    """The library, with each game's published results."""
    from faceup.show.text.basics import Sources, published_text, table

    classes = [find_class(name) for name in library_names()]
    if as_json:
        print_json({"games": [described(rules_class) for rules_class in classes]})
        return 0
    made = table("game", "parameters", "published", "source")
    sources = Sources()
    for rules_class in classes:
        words = [f"{name}={value}" for name, value in write_parameters(rules_class()).items()]
        for k, published in enumerate(rules_class.published):
            first = (rules_class.name, " ".join(words)) if k == 0 else ("", "")
            made.add_row(*first, published_text(published), sources.number(published.source))
    out = console()
    out.print(made)
    out.print("\n".join(sources.lines()), markup=False)
    return 0


def described(rules_class: Any) -> dict[str, Any]:
    return {
        "game": rules_class.name,
        "rules": " ".join((rules_class.__doc__ or "").split()),
        "parameters": write_parameters(rules_class()),
        "published": [
            {
                "what": p.what,
                "result": p.result,
                "within": p.within,
                "parameters": dict(p.parameters),
                "deal": p.deal,
                "source": p.source,
                "note": p.note,
            }
            for p in rules_class.published
        ],
    }


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--games", type=Count(), default=20_000_000, show_default=True, help="Most games for a figure.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@json_option
def check(names: tuple[str, ...], games: int, seed: int, as_json: bool) -> int:
    """Recompute every published result and compare; exit code 1 where one does not agree.

    Where a game brings a theory, that is compared with search on many sizes.
    """
    from faceup.engines.published_results import THEORY, verify
    from faceup.results.value import Value
    from faceup.show.text.basics import Sources, published_text, result_text, table

    made = table("game", "published", "computed", "", "source")
    sources = Sources()
    rows: list[dict[str, Any]] = []
    for name in names or library_names():
        if sys.stderr.isatty():
            print(f"checking {name} ...", file=sys.stderr)
        for k, found in enumerate(verify(find_class(name), games, seed)):
            published, computed = found.published, found.computed
            verdict = found.verdict if found.agrees else found.verdict.upper()
            style = "green" if found.agrees else "bold red"
            first = type(found.game).name if k == 0 else ""
            made.add_row(
                first,
                published_text(published),
                result_text(computed),
                f"[{style}]{verdict}[/]",
                sources.number(published.source),
            )
            row: dict[str, Any] = {"game": type(found.game).name, "parameters": write_parameters(found.game)}
            row |= {"what": published.what, "published": published.result, "agrees": found.agrees}
            if isinstance(computed, Value):
                row |= {"value": finite(computed.value), "low": finite(computed.low), "high": finite(computed.high)}
                row |= {"how": computed.how, "exact": exact_text(computed)}
            else:
                row["value"] = computed
            rows.append(row | {"source": published.source})
    differ = sum(not row["agrees"] for row in rows)
    if as_json:
        print_json({"checks": rows, "differ": differ})
    else:
        out = console()
        out.print(made)
        out.print("\n".join(sources.lines()), markup=False)
        theories = sum(row["what"] == THEORY for row in rows)
        checked = f"{len(rows) - theories} published results"
        if theories:
            checked += f" and {theories} {'theory' if theories == 1 else 'theories'}"
        out.print(f"{checked}, {differ or 'none'} differ{'s' if differ == 1 else ''}", markup=False)
    return ANSWER_IS_NO if differ else 0

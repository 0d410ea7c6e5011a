"""``faceup replay``."""

from typing import Any

import click

from faceup.cli.common import console, document, game_arguments, json_option, policy_of, print_json
from faceup.cli.simulating import policy_option, seed_option
from faceup.library.finding import find_game
from faceup.rules.contract import Patience
from faceup.rules.errors import UsageError

LEVELS = ("result", "discards", "draws", "hands")


@click.command()
@game_arguments
@seed_option
@click.option("--game", "number", type=int, help="The number of the game, from 0.")
@click.option("--deal", metavar="CARDS", help="A patience's shuffled deck instead, the bottom card first.")
@click.option("--level", type=click.Choice(LEVELS), default="hands", show_default=True, help="How much to tell.")
@policy_option
@json_option
def replay(
    name: str,
    parameters: tuple[str, ...],
    seed: int,
    number: int | None,
    deal: str | None,
    level: str,
    policies: tuple[str, ...],
    as_json: bool,
) -> int:
    """One numbered game, step by step, or one deal.

    Levels: result, the end alone; discards, the steps that are not ordinary draws; draws, every step; hands, every
    step with the whole table.
    """
    from faceup.play import replays
    from faceup.show.text.basics import title

    game = find_game(name, parameters)
    if (number is None) == (deal is None):
        raise UsageError("say which game: --game K, or --deal CARDS")
    if deal is None:
        assert number is not None
        steps = replays.replay(game, seed, number, tuple(map(policy_of, policies)))
    elif isinstance(game, Patience):
        from faceup.engines.dealing import order_in

        steps = replays.patience_steps(game, order_in(game, deal))
    else:
        raise UsageError(f"{type(game).name} has no deals; possible: --game K")
    told: list[dict[str, Any]] = []
    result: dict[str, Any] = {}
    for step in steps:
        if isinstance(step, replays.ReplayEnd):
            result = {**step.result, "table": step.scene().text}
        elif step.number and (level in ("draws", "hands") or (level == "discards" and not step.quiet)):
            told.append({"number": step.number, "what": step.what})
            if level == "hands":
                told[-1]["table"] = step.scene().text
    which: dict[str, Any] = {"deal": deal} if number is None else {"seed": seed, "game_number": number}
    if as_json:
        print_json(document(game, None, **which, steps=told, **result))
        return 0
    out = console()
    words = f"deal {deal}" if number is None else f"seed {seed}, game {number}"
    out.print(f"{title(game)}  {words}", style="bold", markup=False)
    for row in told:
        table = f"  {row['table']}" if level == "hands" else ""
        out.print(f"{row['number']:>4}  {row['what']:<12}{table}", markup=False)
    out.print("  ".join(f"{word} {value}" for word, value in result.items() if word != "table"), markup=False)
    return 0

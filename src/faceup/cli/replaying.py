"""``faceup replay``."""

from collections.abc import Iterator
from typing import Any

import click

from faceup.cli.common import console, document, game_arguments, json_option, policy_of, print_json
from faceup.cli.simulating import policy_option, seed_option
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.finding import find_game

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
    from faceup.show.text import title

    game = find_game(name, parameters)
    if (number is None) == (deal is None):
        raise UsageError("say which game: --game K, or --deal CARDS")
    if number is not None and not 0 <= number < 2**62:
        raise UsageError(f"game {number}; possible: 0 to 2**62 - 1")
    if isinstance(game, Patience):
        from faceup.engines.dealing import deck_of, order_in, order_of

        order = order_of(deck_of(game), seed, number) if number is not None else order_in(game, deal or "")
        steps = patience_steps(game, order)
    elif number is None:
        raise UsageError(f"{type(game).name} has no deals; possible: --game K")
    else:
        steps = game_steps(game, seed, number, tuple(map(policy_of, policies)))
    told: list[dict[str, Any]] = []
    result: dict[str, Any] = {}
    for row in steps:
        if "what" not in row:
            result = row
        elif level in ("draws", "hands") or (level == "discards" and not row["quiet"]):
            told.append(row)
    which: dict[str, Any] = {"deal": deal} if number is None else {"seed": seed, "game_number": number}
    if as_json:
        kept = [{k: v for k, v in row.items() if k != "quiet" and (k != "table" or level == "hands")} for row in told]
        print_json(document(game, None, **which, steps=kept, **result))
        return 0
    out = console()
    words = f"deal {deal}" if number is None else f"seed {seed}, game {number}"
    out.print(f"{title(game)}  {words}", style="bold", markup=False)
    for row in told:
        table = f"  {row['table']}" if level == "hands" else ""
        out.print(f"{row['number']:>4}  {row['what']:<12}{table}", markup=False)
    out.print("  ".join(f"{word} {value}" for word, value in result.items() if word != "table"), markup=False)
    return 0


def patience_steps(game: Patience, order: list[int]) -> Iterator[dict[str, Any]]:
    """Each step as a row, then the result."""
    from faceup.engines.dealing import lay_out
    from faceup.engines.patience_player import play_out
    from faceup.engines.simulation import LONGEST
    from faceup.results.totals import ENDLESS, UNFINISHED

    table, count = lay_out(game, order), 0
    playing = play_out(game, table, LONGEST)
    while True:
        try:
            step = next(playing)
        except StopIteration as end:
            mark = end.value
            break
        count += 1
        word = game.steps.get(step, f"step {step}")
        yield {"number": count, "what": word, "quiet": step in game.quiet, "table": game.show(table)}
    if mark == UNFINISHED:
        raise LimitReached(f"the game is unfinished after {count:,} steps")
    if mark == ENDLESS:
        yield {"endless": True, "steps_taken": count, "table": game.show(table)}
    else:
        won = bool(game.won(table))
        yield {"score": game.score(table), "won": won, "steps_taken": count, "table": game.show(table)}


def game_steps(game: Game, seed: int, number: int, policies: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """Each move as a row, then the result."""
    from faceup.engines.game_player import check_policies, played
    from faceup.engines.simulation import LONGEST
    from faceup.engines.solving import solve

    check_policies(policies)
    solution = solve(game) if "best" in policies else None
    total: float = 0
    for count, (state, move) in enumerate(played(game, seed, number, policies, solution, LONGEST), 1):
        if move is None:
            yield {"payoff": total + game.payoff(state), "moves": count - 1, "table": game.show(state)}
            return
        total += game.reward(state, move)
        after = game.play(state, move)
        yield {"number": count, "what": game.say(state, move), "quiet": False, "table": game.show(after)}
    raise LimitReached(f"game {number} of seed {seed} is unfinished after {LONGEST:,} moves")

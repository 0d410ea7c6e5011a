"""``faceup simulate`` and ``faceup replay``."""

from typing import Any

import click

from faceup.cli.common import Count, console, document, finite, game_arguments, json_option, print_json
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.finding import find_game

LEVELS = ("result", "discards", "draws", "hands")
seed_option = click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True)
policy_option = click.option(
    "--policy",
    "policies",
    type=click.Choice(["random", "first", "best"]),
    multiple=True,
    default=("random",),
    help="How players choose, once for all or once for each: --policy best --policy random.",
)


@click.command()
@game_arguments
@click.option("--games", type=Count(), default=100_000, show_default=True, help="How many, as 1000000 or 1e6.")
@seed_option
@click.option(
    "--confidence", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95, show_default=True
)
@policy_option
@json_option
def simulate(
    name: str,
    parameters: tuple[str, ...],
    games: int,
    seed: int,
    confidence: float,
    policies: tuple[str, ...],
    as_json: bool,
) -> int:
    """Play numbered games: rates and means with intervals, histogram, games per second.

    The same seed plays the same games on any machine; game K of a seed is replayed by `faceup replay`.
    """
    from faceup.engines.simulation import simulate as simulate_game
    from faceup.show.text import bar_chart, title

    game = find_game(name, parameters)
    sample = simulate_game(
        game, games, seed=seed, confidence=confidence, policies=policies, solution=_solution(game, policies)
    )
    rate, mean = sample.win_rate, sample.mean
    if as_json:
        more: dict[str, Any] = {"seed": seed, "games": games}
        for word, figure in (("win_rate", rate), ("mean", mean)):
            more |= {word: finite(figure.value), f"{word}_low": finite(figure.low), f"{word}_high": finite(figure.high)}
        more |= {
            "confidence": confidence,
            "unfinished": sample.unfinished,
            "steps": sample.steps,
            "histogram": {str(score): count for score, count in sample.histogram.items()},
            "games_per_second": sample.games_per_second,
        }
        print_json(document(game, mean, **more))
        return 0
    out = console()
    out.print(title(game), style="bold", markup=False)
    word = "score" if isinstance(game, Patience) else "payoff"
    for text in bar_chart(dict(sample.histogram), out.encoding):
        out.print(text, markup=False)
    won = "won        " if isinstance(game, Patience) else "player 0 won"
    out.print(f"{won} {rate}  at {confidence:.4g} confidence", markup=False)
    out.print(f"mean {word:<6} {mean}", markup=False)
    if sample.unfinished:
        out.print(f"unfinished  {sample.unfinished:,} games reached the limit of steps", markup=False)
    speed = f"{sample.games_per_second:,.0f} a second ({sample.engine})"
    out.print(f"games       {games:,} of seed {seed}, {speed}", markup=False)
    return 0


@click.command()
@game_arguments
@seed_option
@click.option("--game", "number", type=Count(), required=True, help="The number of the game, from 0.")
@click.option("--level", type=click.Choice(LEVELS), default="hands", show_default=True, help="How much to tell.")
@policy_option
@json_option
def replay(
    name: str,
    parameters: tuple[str, ...],
    seed: int,
    number: int,
    level: str,
    policies: tuple[str, ...],
    as_json: bool,
) -> int:
    """One numbered game, step by step.

    Levels: result, the end alone; discards, the steps that are not ordinary draws; draws, every step; hands, every
    step with the whole table.
    """
    from faceup.show.text import title

    if number < 0:
        raise UsageError(f"game {number}; possible: 0 or more")
    game = find_game(name, parameters)
    steps = (
        patience_steps(game, seed, number) if isinstance(game, Patience) else game_steps(game, seed, number, policies)
    )
    told: list[dict[str, Any]] = []
    result: dict[str, Any] = {}
    for row in steps:
        if "what" not in row:
            result = row
        elif level in ("draws", "hands") or (level == "discards" and not row["quiet"]):
            told.append(row)
    if as_json:
        kept = [{k: v for k, v in row.items() if k != "quiet" and (k != "table" or level == "hands")} for row in told]
        print_json(document(game, None, seed=seed, game_number=number, steps=kept, **result))
        return 0
    out = console()
    out.print(f"{title(game)}  seed {seed}, game {number}", style="bold", markup=False)
    for row in told:
        table = f"  {row['table']}" if level == "hands" else ""
        out.print(f"{row['number']:>4}  {row['what']:<12}{table}", markup=False)
    out.print("  ".join(f"{word} {value}" for word, value in result.items() if word != "table"), markup=False)
    return 0


def patience_steps(game: Patience, seed: int, number: int) -> Any:
    """Each step as a row, then the result."""
    from faceup.engines.simulation import LONGEST, deal, play_out

    table = deal(game, seed, number)
    count = 0
    for count, step in enumerate(play_out(game, table), 1):
        word = game.steps.get(step, f"step {step}")
        yield {"number": count, "what": word, "quiet": step in game.quiet, "table": game.show(table)}
    if count == LONGEST:
        raise LimitReached(f"game {number} of seed {seed} is unfinished after {count:,} steps")
    yield {"score": game.score(table), "won": bool(game.won(table)), "steps_taken": count, "table": game.show(table)}


def game_steps(game: Game, seed: int, number: int, policies: tuple[str, ...]) -> Any:
    """Each move as a row, then the result."""
    from faceup.engines.simulation import LONGEST, played

    total: float = 0
    for count, (state, move) in enumerate(played(game, seed, number, policies, _solution(game, policies)), 1):
        if move is None:
            yield {"payoff": total + game.payoff(state), "moves": count - 1, "table": game.show(state)}
            return
        total += game.reward(state, move)
        after = game.play(state, move)
        yield {"number": count, "what": game.say(state, move), "quiet": False, "table": game.show(after)}
    raise LimitReached(f"game {number} of seed {seed} is unfinished after {LONGEST:,} moves")


def _solution(game: Game | Patience, policies: tuple[str, ...]) -> Any:
    if "best" not in policies or not isinstance(game, Game):
        return None
    from faceup.engines.solving import solve

    return solve(game)

"""Watching a solitaire game: animated on a terminal, step by step elsewhere."""

import time
from collections.abc import Iterable
from itertools import islice

from faceup.cli.playing.screen import Screen
from faceup.play.replays import replay
from faceup.results.reviews.replay import ReplayEnd, ReplayStep
from faceup.results.scene.things import Scene
from faceup.results.sentences.games import rules_told, runs, title
from faceup.results.sentences.words import count_phrase
from faceup.rules.contract import Patience
from faceup.show.text.scenes import scene_lines
from faceup.show.text.styled_lines import Text, prose

ORDINARY_STEP = 0.25  # the share of the time that another step takes
LINES_LEFT = 3  # lines of a terminal for the sentence of a step and the cursor


def watch(game: Patience, screen: Screen, seed: int, number: int, speed: float) -> None:
    """Play the numbered game at ``speed`` steps a second."""
    steps = replay(game, seed, number)
    screen.say(f"{title(game)}; seed {seed}, game {number}", "bold")
    for paragraph in rules_told(type(game)):
        screen.say(paragraph)
        screen.say()
    end = animate(steps, screen, 1 / speed) if screen.moves and speed else narrate(steps, screen)
    screen.say(ending(end), "bold")


def ending(end: ReplayEnd) -> str:
    """Return the result of the game in words."""
    result = end.result
    step_count = count_phrase(result["steps_taken"], "step")
    if result.get("endless"):
        return f"After {step_count} the table repeats: the game never ends."
    return f"Score {result['score']}, {'won' if result['won'] else 'not won'}, after {step_count}."


def narrate(steps: Iterable[ReplayStep | ReplayEnd], screen: Screen) -> ReplayEnd:
    """Print every step in words, and the table at the start, after special steps and at the end."""
    quiet: list[str] = []
    number = 0

    def tell_quiet() -> None:
        if quiet:
            first = number - len(quiet) + 1
            screen.say(f"{f'{first}-' * (len(quiet) > 1)}{number}. {runs(quiet)}", hanging=2)
            quiet.clear()

    for step in steps:
        if isinstance(step, ReplayEnd):
            is_shown = not quiet
            tell_quiet()
            if not is_shown:
                screen.show(scene_lines(step.scene(), screen.width, screen.encoding))
            return step
        if step.quiet:
            quiet.append(step.what)
        else:
            tell_quiet()
            screen.say(f"{step.number}. {step.what}" if step.number else "")
            screen.show(scene_lines(step.scene(), screen.width, screen.encoding))
        number = step.number
    raise AssertionError("a replay ends with how the game ended")


def animate(steps: Iterable[ReplayStep | ReplayEnd], screen: Screen, wait: float) -> ReplayEnd:
    """Draw the table anew after every step; ordinary steps take a quarter of the time."""
    from rich.console import Group
    from rich.live import Live

    def draw(sentence: str, scene: Scene) -> Group:
        lines: list[Text] = prose(sentence, screen.width)
        lines += scene_lines(scene, screen.width, screen.encoding, screen.height - LINES_LEFT)
        return Group(*map(screen.paint_line, islice(lines, screen.height - 1)))

    with Live(console=screen.console, auto_refresh=False, vertical_overflow="crop") as live:
        sentence = ""
        for step in steps:
            if isinstance(step, ReplayEnd):
                live.update(draw(sentence, step.scene()), refresh=True)
                return step
            sentence = f"{step.number}. {step.what}" if step.number else step.what
            live.update(draw(sentence, step.scene()), refresh=True)
            time.sleep(wait * (ORDINARY_STEP if step.quiet else 1))
    raise AssertionError("a replay ends with how the game ended")

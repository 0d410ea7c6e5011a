"""A page for a game of the library, made from the game itself: its rules, its answer, its published results."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from inspect import getsourcefile
from itertools import groupby
from pathlib import Path
from textwrap import dedent, indent
from typing import Any, NamedTuple

from game_tables import SMALLER
from play_tables import drawn, part

import faceup
from faceup.engines.explain.short_strategies import short_strategy
from faceup.engines.graph.stakes import stakes_seen
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import NO_OPENING, Solution
from faceup.results.answers.winning_scale import winning_scale
from faceup.results.documents.codec import document
from faceup.results.number_texts import rate_text
from faceup.results.scene.scene_of_game import scene_of
from faceup.results.sentences.games import (
    headline,
    players_heading,
    players_order,
    players_text,
    published_text,
    rules_paragraphs,
    title,
    title_and_sentence,
)
from faceup.results.sentences.mixed_strategies import mixed_parts, mixed_reason_parts, not_computed, share_note
from faceup.results.sentences.reasons import explanation_parts
from faceup.results.sentences.samples import sample_parts
from faceup.results.sentences.solutions import answer
from faceup.results.sentences.strategies import short_sentence, strategy_blocks, table_cells
from faceup.results.sentences.words import NO_BREAK, Cells, Part, Rows, capital
from faceup.rules.contract import OVER
from faceup.rules.errors import LimitReached, RepeatingStateError, UnsupportedError, UsageError
from faceup.rules.facts import plays_itself
from faceup.rules.parameters import write_parameters
from faceup.rules.texts import line_texts
from faceup.show.pictures.first_moves import moves_figure
from faceup.show.pictures.house_style import save
from faceup.show.pictures.mixed_strategies import mixed_figure
from faceup.show.pictures.plots import distribution_figure, sample_figure, strategy_figure
from faceup.show.text.parts import part_lines
from faceup.show.text.printed import solution_lines
from faceup.web.answers.answering import glimpse
from faceup.web.games import FIRST, ServedGame, describe

SECONDS = 60  # for the answer of a game, and as long for its reasons
GAMES = 100_000  # of a solitaire game
PLAYS = 4  # that show who takes part in a game
LONGEST_LINE = 200  # moves of a line of best play
WIDTH = 88  # columns of what a command prints
ESCAPED = re.compile(r"[*_<>\[\]`|#]")  # signs that Markdown reads
BESIDE = re.compile(r"^from faceup\.games\.(\w+) import (.+)$", re.MULTILINE)
TO_DO = "What to do: "
LINE = "A line of best play: "  # it becomes a list
LABEL = re.compile(r"^(\w+) {2,}")  # of a fact
SQUARE = 8 * " "  # begins a row of a board, under the label of a fact
STEPS = re.compile(r", (?!\d+ moves in all)")  # between its moves
FEW_ROWS = 10_000  # positions whose strategy is drawn: more take minutes
MOST_NAMED = 300_000  # of them, where the rules name what players look at
SHORT = 100  # characters of an answer in the list of games
MOST_ROWS = 24  # of a table of best play, to be learnt
FEW_BOARDS = 12  # moves of a line of best play that is drawn board by board


class Answer(NamedTuple):
    """What was computed of a game: a sentence, its parameters if they are not the usual ones, reasons, tables of best
    play, a command and its output, a picture, a line, a game to play.
    """

    says: str
    given: str = ""
    why: Sequence[str | Rows] = ()
    how: Sequence[Part] = ()
    command: str = ""
    printed: Sequence[str] = ()
    picture: str = ""
    line: str = ""
    played: str = ""


def answer_of(name: str, pictures: Path) -> Answer:
    """Everything that is computed for a game's page; its picture is drawn into that folder.

    Whatever fails, fails the site; only a limit that is reached is told on the page.
    """
    game = faceup.game(name)
    found = _played(game, pictures) if plays_itself(game) else _solved(game, pictures)
    return found._replace(played=part(name, "../", "playing"))


def _played(game: Any, pictures: Path) -> Answer:
    """A solitaire game, of which so many games are played."""
    sample = faceup.simulate(game, GAMES, seed=1)
    picture = _drawn(sample_figure(sample, headline(game)), pictures / f"{game.name}.svg")
    says = f"Won: {rate_text(sample.win_rate)} of {GAMES:,} games, at 95% confidence."
    lines = [title(game), *part_lines(sample_parts(sample), 12, WIDTH)]
    command = f"faceup simulate {game.name} --games {GAMES:,} --seed 1".replace(",", "")
    return Answer(says, command=command, printed=lines, picture=picture)


def _solved(game: Any, pictures: Path) -> Answer:
    try:
        solution = faceup.solve(game, seconds=SECONDS)
        if solution.value.how == "stopped" and not solution.states:  # all the time went into compiling
            solution = faceup.solve(game, seconds=SECONDS)
    except UnsupportedError as error:
        return Answer(f"It is not solved: {error}.")
    given = f" {parameters}" if (parameters := parameters_text(game)) != parameters_text(type(game)()) else ""
    command = f"faceup solve {game.name}{given}"
    if solution.value.how == "stopped":
        says = f"It is too large to be solved in {SECONDS} seconds: {solution.value}."
        if not given and game.name in SMALLER:
            smaller = faceup.game(game.name, **SMALLER[game.name])
            found = _solved(smaller, pictures)
            usual = f"The usual `{parameters_text(game)}` is too large to be solved in {SECONDS} seconds."
            return found._replace(says=f"{found.says} {usual}", given=parameters_text(smaller))
        return Answer(says, command=command, printed=[title(game), *solution_lines(solution, NO_OPENING)])
    first = solution.opening(LONGEST_LINE)
    lines = [title(game), *solution_lines(solution, first)]
    try:
        why = list(_reasons(solution))
    except LimitReached as reached:
        why = [f"The reasons are left out here: {reached}."]
    line, how = _boards(solution, first.line, _steps(why)), list(_strategy(solution))
    twice = ((LINE,) if line else ()) + ((TO_DO,) if how else ())  # what the positions and the tables tell
    why = [told for told in why if told not in how and not (isinstance(told, str) and told.startswith(twice))]
    drawn_rule, figure = _figure(solution)
    if drawn_rule and len(stakes_seen(game, PLAYS).players) > 1:  # in all positions, not those alone of best play
        why = [told for told in why if not (isinstance(told, str) and told.startswith(TO_DO))]
    picture = "" if line and _all_alike(solution) else _drawn(figure, pictures / f"{game.name}.svg")
    return Answer(answer(solution), "", why, how, command, lines, picture, line)


def _all_alike(solution: Solution) -> bool:
    """Whether any first move will do, so that a picture of them tells nothing."""
    return len(solution.best(solution.start)) == len(solution.values(solution.start))


def _steps(why: Sequence[str | Rows]) -> list[str]:
    """The moves of the line of best play that the reasons tell, each with how many moves are as safe."""
    plain = (told.replace(NO_BREAK, " ") for told in why if isinstance(told, str))
    lines = (told.removeprefix(LINE) for told in plain if told.startswith(LINE))
    return next((STEPS.split(line.rstrip(".")) for line in lines), [])


def _boards(solution: Solution, line: Sequence[Any], steps: Sequence[str]) -> str:
    """A short line of best play to the end, position by position; empty for others, and for positions in mere words.

    Beside each stands its move, as in ``steps`` if these are of the same line.
    """
    game, states = solution.game, [solution.start]
    if isinstance(solution, HiddenSolution) or not 0 < len(line) <= FEW_BOARDS:
        return ""
    for move in line:
        states.append(game.play(states[-1], move))
    words = list(line_texts(game, solution.start, line))
    safe = len(steps) == len(words) and all(step.startswith(word) for step, word in zip(steps, words, strict=True))
    said = ["", *(f"{k}. {word}" for k, word in enumerate(steps if safe else words, start=1))]
    scenes = [scene_of(game, state, ()) for state in states]
    if game.turn(states[-1]) != OVER or not scenes[0].zones or scenes[0].more:
        return ""
    return drawn("positions", list(zip(said, map(document, scenes), strict=True)))


def parameters_text(game: Any) -> str:
    """The parameters of a game as a command takes them."""
    return " ".join(f"{name}={value}" for name, value in write_parameters(game).items())


def _reasons(solution: Solution) -> Iterator[str | Rows]:
    parts: Iterable[Part]
    if isinstance(solution, HiddenSolution):
        parts = mixed_reason_parts(faceup.mixed_reasons(solution), rest=_untold)
    else:
        parts = explanation_parts(faceup.explain(solution.game, seconds=SECONDS), rest=_untold)
    for told in parts:
        yield from (told,) if isinstance(told, Rows) else part_lines([told], 11)


def _strategy(solution: Solution) -> Iterator[Part]:
    """Tables of best play that are short enough to play from, and the best rule about one number; else nothing."""
    try:
        if isinstance(solution, HiddenSolution):
            mixed = faceup.mixed_strategy(solution)
            notes = filter(None, (share_note(mixed), not_computed(mixed)))
            yield from _short_tables([*mixed_parts(mixed, MOST_ROWS + 1), *(capital(f"{note}.") for note in notes)])
            return
        if solution.states > FEW_ROWS:
            return
        strategy = faceup.strategy(solution)
        blocks = [(heading, table_cells(one)) for heading, one in strategy_blocks(strategy)]
        parts = [(head, cells) if cells.rows else (f"{head}: every move is as good.",) for head, cells in blocks]
        yield from _short_tables([part for parts_of_block in parts for part in parts_of_block if part])
        if (short := short_strategy(solution, strategy)) is not None and short.cost.low > 0:
            yield short_sentence(short, winning_scale(solution, stakes_seen(solution.game)))
    except (LimitReached, RepeatingStateError, UnsupportedError, UsageError):
        return


def _short_tables(parts: Iterable[Part]) -> Sequence[Part]:
    """The parts, if each table among them is short and says something."""
    told = list(parts)
    tables = [part for part in told if isinstance(part, Cells)]
    if any(len(table.rows) > MOST_ROWS for table in tables):
        return ()
    return told if any(len(table.rows) > 1 or len(table.heads) > 1 for table in tables) else ()


def _untold(name: str) -> str:
    """Nothing of where the rest is printed: a page has no options."""
    return ""


def _figure(solution: Solution) -> tuple[bool, Any]:
    """The first of the pictures that can be drawn, and whether it is of a strategy: a map may not show such decisions,
    or it may take too long.
    """
    for draw in (*_pictures(solution), moves_figure):
        try:
            return draw is _strategy_map, draw(solution)
        except (LimitReached, UsageError):
            continue
    return False, _ends(solution)


def _strategy_map(solution: Solution) -> Any:
    """What to do, in all positions if several players decide."""
    several = len(stakes_seen(solution.game, PLAYS).players) > 1
    return strategy_figure(faceup.strategy(solution, reach="all" if several else "best"))


def _pictures(solution: Solution) -> Iterator[Callable[[Solution], Any]]:
    """How it ends where nobody decides, or several do for themselves; what to do where that is a map; else first moves.
    Where something is hidden what is done how often, or how that ends.
    """
    game = solution.game
    if isinstance(solution, HiddenSolution):
        yield lambda known: mixed_figure(faceup.mixed_strategy(known))
        yield _ends
        return
    players = stakes_seen(game, PLAYS).players
    few = solution.states <= (MOST_NAMED if getattr(game, "quantities", ()) else FEW_ROWS)
    if not players or solution.seats:
        yield _ends
    if few and (len(players) == 1 or getattr(game, "quantities", ())):
        yield _strategy_map


def _ends(solution: Solution) -> Any:
    return distribution_figure(faceup.outcomes(solution, seconds=SECONDS), headline(solution.game))


def _drawn(figure: Any, file: Path) -> str:
    """The title of the picture, which is now in the file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    save(figure, file)
    return " ".join(figure.get_suptitle().split())


def page(name: str, answered: Answer | None, gallery: str) -> str:
    """The page as Markdown; ``gallery`` is the page of the piece that the game was written for, if it was for one."""
    return "\n".join(_page(faceup.game(name), answered, gallery))


def _page(game: Any, answered: Answer | None, gallery: str) -> Iterator[str]:
    rules_class = type(game)
    heading, sentence = title_and_sentence(rules_class)
    yield from (f"# {heading}", "", sentence, "")
    said = _answer(game, answered) if answered else "The answer was left out of this quick build of the site."
    yield from ("```{container} answer", said, "```", "")
    if answered and answered.played:
        yield from (answered.played, "")
    yield from ("## The rules", "")
    for paragraph in rules_paragraphs(rules_class):
        yield from (paragraph.replace("*", "\\*"), "")
    yield from (f"Players: {_players(game)}.", "")
    if parameters := write_parameters(game):
        yield from _table(("parameter", "default"), [(f"`{name}`", f"{value}") for name, value in parameters.items()])
    if answered:
        yield from _best_play(game, answered)
    if game.published:
        by_source = groupby(game.published, key=lambda published: published.source)
        rows = [("<br>".join(map(published_text, figures)), source) for source, figures in by_source]
        yield from ("## What was published", "", f"`faceup check {game.name}` computes these again, and compares.", "")
        yield from _table(("figure", "source"), rows)
    yield from ("## In a terminal", "")
    if answered:
        yield from ("```console", f"$ {answered.command}", *answered.printed, "```", "")
    yield from _table(("command", "what it does"), [*_commands(game)])
    text = Path(str(getsourcefile(rules_class))).read_text().rstrip()
    yield from ("## The rules in Python", "", _whole_file(text), "", "```python", text, "```", "")
    more = f"[more about this puzzle]({gallery})" if gallery else "[another game of the library](index.md)"
    yield from (f"**Next:** {more}, or [write a game of your own](../writing-a-game.md).", "")


def _best_play(game: Any, answered: Answer) -> Iterator[str]:
    """The picture and a line of best play, why it is best, and what to do in each position."""
    if answered.picture or answered.line:
        decided = not plays_itself(game) and stakes_seen(game, PLAYS).players
        yield from ("## Best play" if decided else "## How it ends", "")
    if answered.picture:
        yield from (f"![{answered.picture}](pictures/{game.name}.svg)", "")
    if answered.line:
        yield from ("A line of best play:", "", "```{raw} html", answered.line, "```", "")
    if answered.why:
        yield from ("## Why", "", *_prose(answered.why))
    if answered.how:
        yield from ("## How to play it", "")
        for told in answered.how:
            yield from _table(told.heads, told.rows, told.right) if isinstance(told, Cells) else (f"{told}", "")


def _commands(game: Any) -> Iterator[tuple[str, str]]:
    """What else can be asked of a game, and how."""
    name = game.name
    if plays_itself(game):
        yield (f"`faceup replay {name} --seed 1 --number 1`", "one game, step by step")
    elif stakes_seen(game, PLAYS).players:
        yield (f"`faceup play {name} --hints`", "play it, with the value of every move, and review your mistakes")
        yield (f"`faceup strategy {name}`", "the best moves in every position")
        yield (f"`faceup why {name}`", "why the first move is best")
    else:
        yield (f"`faceup play {name}`", "watch it")
    yield ("`faceup serve`", "the library in a browser, with reviews, pictures and simulations")


def _answer(game: Any, answered: Answer) -> str:
    """The answer, of the game with its defaults, which may be another size than that which is played above."""
    usual = parameters_text(game) if "Played here with" in answered.played else ""
    parameters = answered.given or usual
    return f"With `{parameters}`: {answered.says}" if parameters else answered.says


def _prose(parts: Sequence[str | Rows]) -> Iterator[str]:
    """Sentences as paragraphs, and figures as a table, in their order."""
    for _, group in groupby(parts, key=type):
        told = list(group)
        yield from _paragraphs([line for line in told if isinstance(line, str)])
        for figures in (each for each in told if isinstance(each, Rows)):
            heads, *rows = figures.rows
            yield from _table([head or " " for head in heads], rows, heads[figures.names :])


def _paragraphs(lines: Sequence[str]) -> Iterator[str]:
    """Sentences, what is indented under one as a list, and the rows of a board as they are."""
    for square, rows in groupby(filter(str.strip, lines), lambda line: line.startswith(SQUARE)):
        if square:
            yield from ("", indent("\n".join(("```text", dedent("\n".join(rows)), "```")), "  "), "")
            continue
        for line in rows:
            text = line.lstrip(" ")
            level = (len(line) - len(text)) // 2
            text = LABEL.sub(r"\1: ", text)
            told = ESCAPED.sub(r"\\\g<0>", text)
            if told.startswith(LINE):
                yield from ("", LINE.strip(), "", *(f"1. {step}" for step in _steps([told])), "")
                continue
            yield from (f"{'  ' * (level - 1)}- {told}",) if level else ("", told, "")
    yield ""


def _whole_file(text: str) -> str:
    """What else knows the game: the files beside it from which it imports."""
    beside = [f"takes `{names}` from `{file}.py`" for file, names in BESIDE.findall(text)]
    if not beside:
        return "This is the whole file; nothing else knows the game."
    return f"This is the whole file; it {' and '.join(beside)}, beside it."


def _players(game: Any) -> str:
    return "solitaire" if plays_itself(game) else players_text(stakes_seen(game, PLAYS))


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str] = ()) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join(' ---: ' if head in right else ' --- ' for head in heads)}|"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""


FIND = """<form id="find" class="find" role="search"><div class="field"><label for="filter">Find a game</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false"></div><p id="count" role="status"></p>
<div id="kinds" class="buttons kinds" role="group" aria-label="Show games of"></div></form>"""
CHOSEN_BY = ("name", "title", "what", "rules", "hidden", "seats", "players", "shelf")  # what a game is found by


def _entry(name: str, answered: Answer | None) -> str:
    """A game in the list: a position from its middle, its title, what it is, and its answer if that is short."""
    served = ServedGame(name, name)
    about = describe(served)
    heading, sentence = escape(about["title"]), escape(about["what"])
    place = drawn("glimpse-place", {**{key: about[key] for key in CHOSEN_BY}, "glimpse": glimpse(served)})
    link = f'<h3><a href="{name}.html">{heading}</a></h3>'
    short = answered is not None and not answered.given and len(answered.says) < SHORT
    says = f" <strong>{escape(answered.says)}</strong>" if answered is not None and short else ""
    return f'<article class="game"><div class="cover">{place}{link}<p>{sentence}{says}</p></div></article>'


def listing(names: Sequence[str], answers: Mapping[str, Answer]) -> str:
    """The page that lists the library."""
    first = [name for name in FIRST if name in names]
    players = {name: _players(faceup.game(name)) for name in names if name not in first}
    sections = {"The five puzzles": first} if first else {}
    for who in sorted(set(players.values()), key=players_order):
        sections.setdefault(players_heading(who), []).extend(name for name in players if players[name] == who)
    about = "Each page has a game's answer, the game to play against the computer, why, and its rules in Python."
    lines = ["# The library", "", about, "", "```{raw} html", FIND, "```", ""]
    for section, listed in sections.items():
        cards = "\n".join(_entry(name, answers.get(name)) for name in listed)
        lines += [f"## {section}", "", f'```{{raw}} html\n<div class="games">\n{cards}\n</div>\n```', ""]
    return "\n".join([*lines, "```{toctree}", ":hidden:", "", *names, "```", ""])

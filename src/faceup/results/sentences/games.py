"""Games in words: their titles, moves, players, rules and published figures, and the ends of plays."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from fractions import Fraction
from inspect import cleandoc, getmodule
from itertools import groupby
from typing import Any, NamedTuple

from faceup.numbers.value import Value, amount, nearest
from faceup.results.number_texts import amount_text, result_text
from faceup.results.scene.boards.words_of_moves import word_of_move, words_of_line
from faceup.results.sentences.words import Fact, Rest, capital, count_phrase, unbroken
from faceup.results.stakes import Stakes
from faceup.rules.contract import Game, position_of
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move, numbers_text
from faceup.rules.parameters import write_parameters
from faceup.rules.texts import own_docstring
from faceup.rules.theory import Published

# What can be asked about a game, from Python.
OPEN = ("solve(game)", "strategy(faceup.solve(game))", "explain(game)", "outcomes(game)", "simulate(game, 1000)")
HIDDEN = (
    "solve(game)",
    "mixed_strategy(faceup.solve(game))",
    "mixed_reasons(faceup.solve(game))",
    "simulate(game, 1000)",
)
PATIENCE = ("simulate(game, 1000)", "replay(game, seed=1, number=1)")
LONGEST_LINE = 60  # moves of a line of best play, before the rest is counted
FEW_MOVES = 12  # moves of a line of best play in a sentence
NOT_REACHED = "No play from the start leads to this position; its values hold all the same."
REPEATED = 4  # words alike in a row that are counted instead
LIBRARY = ["faceup", "games"]  # the package of the files that begin with a title
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def title(game: Any, after: Sequence[Move] = ()) -> str:
    """Return the name of a game with its parameters, its position, and the moves ``after`` it."""
    parameters = " ".join(f"{name}={value}" for name, value in write_parameters(game).items())
    place = f" from {position_of(game)}" if position_of(game) else ""
    moves = f" after {', '.join(words_of_line(game, game.start(), after))}" if after else ""
    return f"{type(game).name} {parameters}".rstrip() + place + moves


class AboutGame(NamedTuple):
    """A game, and its players in words."""

    game: Any
    players: str


def game_facts(about: AboutGame) -> Iterator[Fact]:
    """Yield the players and the parameters of a game, and what can be asked about it in Python."""
    yield "players", about.players
    if parameters := write_parameters(about.game):
        yield "parameters", " ".join(f"{name}={value}" for name, value in parameters.items())
    facts = facts_of(about.game)
    ask = PATIENCE if not facts.decisions else HIDDEN if facts.hidden else OPEN
    for k, call in enumerate(ask):
        yield "" if k else "ask", f"faceup.{call}"


def headline(game: Any, after: Sequence[Move] = ()) -> str:
    """Return the title of a picture: the game in words, the parameters that are not the default, and the moves
    ``after``.
    """
    usual = {field.name: field.default for field in fields(game)}
    parameters = [
        f"{name.replace('_', ' ')}{(': no', ': yes')[value] if isinstance(value, bool) else f' {value}'}"
        for name, value in write_parameters(game).items()
        if getattr(game, name) != usual[name]
    ]
    name = title_and_sentence(type(game))[0]
    place = f" from {position_of(game)}" if position_of(game) else ""
    moves = f" after {', '.join(words_of_line(game, game.start(), after))}" if after else ""
    return ", ".join((name, *parameters)) + place + moves


def moves_text(game: Game, state: Any, moves: Iterable[Move]) -> str:
    """Moves from one state, in the game's words."""
    return ", ".join(unbroken(word_of_move(game, state, move)) for move in moves)


def line_text(game: Game, state: Any, line: Sequence[Move], whole: bool) -> str:
    """Return a line of moves, those beyond ``LONGEST_LINE`` counted; unless ``whole``, more moves follow."""
    names = words_of_line(game, state, line[:LONGEST_LINE])
    more = len(line) - len(names)
    rest = f" ... and {more:,} more" if more and whole else " ..." if more else ""
    return ", ".join(map(unbroken, names)) + rest


def best_line(steps: Sequence[str], everything: bool, rest: Rest) -> Iterator[str]:
    """Yield a sentence with a line of best play, or with its beginning if it is long."""
    if len(steps) > 1:
        first_steps = steps if everything else steps[:FEW_MOVES]
        more = f" and so on, {len(steps)} moves in all{rest('line')}" if len(first_steps) < len(steps) else ""
        yield f"A line of best play: {', '.join(map(unbroken, first_steps))}{more}."


def worth(value: Value) -> str:
    """Return a value as a short text."""
    if value.exact is not None:
        return amount(value.exact)
    return str(value) if value.middle is None else amount(nearest(value.middle))


def names_of(words: Sequence[tuple[Move, str]]) -> dict[Move, str]:
    """Return the name of each move: its word, with its number if several moves share the word."""
    counts = Counter(word for _, word in words)
    return {move: f"{word} ({numbers_text(move)})" if counts[word] > 1 else word for move, word in words}


def runs(words: Iterable[str]) -> str:
    """Return words separated by commas; a run of equal words is counted."""
    listed: list[str] = []
    for word, group in groupby(words):
        count = len(list(group))
        listed += [f"{word} ({count} times)"] if count >= REPEATED else [word] * count
    return ", ".join(listed)


def rules_paragraphs(rules_class: type) -> list[str]:
    """Return the paragraphs of the docstring of the rules."""
    paragraphs = cleandoc(own_docstring(rules_class)).split("\n\n")
    return [" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip()]


def rules_text(rules_class: type) -> str:
    """Return these paragraphs, with an empty line between them."""
    return "\n\n".join(rules_paragraphs(rules_class))


def ending_fact(key: str, value: Any, owner: str = "") -> str:
    """Return a fact about the end of a game in words; ``owner`` says whose a payoff is."""
    if key == "steps_taken":
        return count_phrase(value, "step")
    if key == "won":
        return "won" if value else "not won"
    if key == "endless":
        return "it never ends"
    return f"payoff {amount(value)}{owner}" if key == "payoff" else f"{key} {value}"


def sentence_about(rules_class: Any) -> str:
    """Return the docstring of the game's file, else the first paragraph of its rules."""
    text = " ".join((getattr(getmodule(rules_class), "__doc__", None) or "").split())
    return text or next(iter(rules_paragraphs(rules_class)), "")


def title_and_sentence(rules_class: Any) -> tuple[str, str]:
    """Return the title of the game, and a sentence about it that does not repeat the title.

    A file of the library begins ``Title: sentence``; elsewhere only the game's name counts as a title.
    """
    text = sentence_about(rules_class)
    title, _, rest = text.partition(": ")
    titled = rules_class.__module__.split(".")[:-1] == LIBRARY
    if rest and (titled or _letters(title) in (_letters(rules_class.name), _letters(f"the {rules_class.name}"))):
        return title, capital(rest)
    return capital(rules_class.name.replace("-", " ")), text


def about(rules_class: Any) -> str:
    """Return what a page says of a game above its rules: the sentence about a game of the library, which has one on
    purpose, else the first paragraph of the rules, which says how to win.
    """
    paragraphs = [] if rules_class.__module__.split(".")[:-1] == LIBRARY else rules_paragraphs(rules_class)
    sentence = title_and_sentence(rules_class)[1]
    return sentence if not paragraphs or sentence_about(rules_class) == paragraphs[0] else paragraphs[0]


def rules_told(rules_class: type) -> list[str]:
    """Return the texts that tell people the rules: the sentence about the game, then the other paragraphs."""
    return list(dict.fromkeys(filter(None, (title_and_sentence(rules_class)[1], *rules_paragraphs(rules_class)))))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def players_text(stakes: Stakes) -> str:
    """Return the number of players, as in ``two, with chance``."""
    if not stakes.players:
        return f"no choices, {_number(stakes.seats)} players" if stakes.seats else "no choices"
    return _number(max(len(stakes.players), stakes.seats)) + (", with chance" if stakes.chance else "")


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def players_heading(players: str) -> str:
    """Return the players as a heading: ``Two players and chance``."""
    number, _, chance = players.partition(", ")
    if number not in NUMBERS:
        return capital(number)
    return f"{capital(number)} player{'s' * (number != 'one')}{' and chance' if chance else ''}"


def players_order(players: str) -> tuple[int, str]:
    """Return the sort key of players: by number, then those without choices and solitaire games."""
    first = players.partition(",")[0]
    return (NUMBERS.index(first) if first in NUMBERS else len(NUMBERS), players)


def published_text(published: Published) -> str:
    """Return a published figure with its parameters, in one line."""
    about = " ".join(f"{name}={value}" for name, value in published.parameters.items())
    rounded = "about " if published.within else ""
    what, result = published.what.replace("_", " "), published.result
    said = {True: what, False: f"not {what}"}.get(result) if isinstance(result, bool) else None
    text = said or f"{what} {rounded}{result_text(result)}"
    deal = "  of one deal" if published.deal else ""
    return text + deal + (f"  {about}" if about else "") + (f"  ({published.note})" if published.note else "")


def checked_text(published: Published, computed: Any) -> str:
    """Return a published figure, with the computed one if it differs in text."""
    return published_text(published) + ("" if _equal(published.result, computed) else f", computed {_short(computed)}")


def _equal(result: Any, computed: Any) -> bool:
    """Whether the two are exactly the same."""
    if isinstance(computed, Value) and isinstance(result, int | str):
        return computed.exact == Fraction(result)
    return result_text(result) == result_text(computed)


def _short(computed: Any) -> str:
    return amount_text(computed) if isinstance(computed, Value) and computed.how != "sampled" else result_text(computed)

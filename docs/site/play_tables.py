"""What the pages with something to play or to drag need to know, computed here: their scripts know no rules."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

from game_tables import game_table, packed, written

import faceup
from faceup.results.number_texts import chance_text
from faceup.rules import OVER

STYLES = ("table.css", "track.css", "movevalues.css", "library.css")  # of drawings of the served page
OWN = {"best-card": "thresholds", "fifteen": "picking", "three-fourteen": "picking"}  # scripts of games of their own
DECKS, HANDS = range(10, 201, 10), range(2, 21)  # those of best card's page


@cache
def picking_table(name: str) -> dict[str, Any]:
    """Every position of a game of picking cards: the two hands as bitsets, its value to the first player, a best move.

    The move is the one that wins soonest or loses latest; there is none where the game is over. ``square`` has the
    cards as they lie on the board of tic-tac-toe, where it is the same game.
    """
    game = faceup.game(name)
    solution = faceup.solve(game)
    cards = list(game.moves(game.start()))
    sets = [chosen for chosen in combinations(cards, game.count) if game.wins(sum(1 << card for card in chosen))]
    positions = list(_positions(solution))
    return {"cards": cards, "sum": game.target, "sets": sets, "square": _square(game), "positions": positions}


def _square(game: Any) -> list[int]:
    """The cards as they lie on the board of tic-tac-toe, row by row, where it is the same game."""
    board = faceup.game("tic-tac-toe")
    renaming = faceup.same(game, board).renaming
    if renaming is None:
        return []
    cards = {place: card for card, place in renaming.of(0).items()}
    return [cards[place] for row in board.board for place in row]


def _positions(solution: Any) -> Iterator[list[int]]:
    game, states = solution.game, [solution.start]
    seen = set(states)
    while states:
        state = states.pop()
        over = game.turn(state) == OVER
        value = game.payoff(state) if over else int(solution.value_of(state).value)
        yield [*state, value, *(() if over else (solution.move(state),))]
        after = () if over else (game.play(state, move) for move in game.moves(state))
        new = dict.fromkeys(following for following in after if following not in seen)
        seen.update(new)
        states += new


def thresholds_table() -> dict[str, Any]:
    """For every deck and hand the cards to hold from, and how often that wins."""
    answers = {f"{deck} {hand}": _held(deck, hand) for deck in DECKS for hand in HANDS if hand <= deck}
    return {"decks": list(DECKS), "hands": list(HANDS), "answers": answers}


def _held(deck: int, hand: int) -> tuple[str, tuple[int, ...]]:
    solution = faceup.solve(faceup.game("best-card", deck=deck, hand=hand), engine="theory", exact=True)
    theory = solution.table.theory
    thresholds = theory.thresholds() if theory else None
    assert thresholds is not None
    return chance_text(solution.value), thresholds


def part(name: str, up: str, kind: str = "") -> str:
    """What can be played or dragged on the page of a game, as Markdown; empty where there is nothing.

    ``up`` leads to the root of the site. ``kind`` is the script, by default that which is made for this game.
    """
    kind = kind or OWN.get(name, "playing")
    if kind == "playing":
        table = game_table(name)
    else:
        table = thresholds_table() if kind == "thresholds" else picking_table(name)
    if table is None:
        return ""
    if kind == "playing":
        given = f"Played here with `{table['given']}`: {table['says']}\n\n" if table["given"] else ""
        return f"{given}```{{raw}} html\n{drawn(kind, table)}\n```\n"
    script = f'<script defer src="{up}_static/{kind}.js"></script>'
    return f'```{{raw}} html\n<div class="{kind}">{embedded(table)}</div>\n{script}\n```\n'


def drawn(kind: str, shown: Any) -> str:
    """A place in which the script of a page ``with_script`` plays a table, or draws ``positions``, texts and scenes, or
    a ``glimpse-place``, a scene.
    """
    return f'<div class="{kind}"><script type="text/plain">{packed(shown)}</script></div>'


def with_script(page: str, up: str) -> str:
    """A page, with the script that draws games and its styles if there is any to draw."""
    if not re.search(r'class="(playing|positions|glimpse-place)"', page):
        return page
    links = "".join(f'<link rel="stylesheet" href="{up}_static/pages/{style}">' for style in STYLES)
    return f'{page}\n```{{raw}} html\n{links}<script defer src="{up}_static/playing.js"></script>\n```\n'


def embedded(table: dict[str, Any]) -> str:
    """A table as a script reads it from the page."""
    return f'<script type="application/json">{written(table)}</script>'

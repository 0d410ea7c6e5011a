"""How the pieces of a board look: in the colours that the players have by name, and squares that nobody can use again.

Both are told by the rules and by a few plays, whatever draws the board.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from faceup.results.scene.positions_met import positions_met
from faceup.results.scene.things import Item, Zone
from faceup.rules.boards import COLOURS
from faceup.rules.contract import Game
from faceup.rules.facts import facts_of

BLOCKED = "blocked"
FEWEST_SEEN = 8  # times that a mark stays on a square, before this is no accident
PAIR = 2  # kinds of pieces that move, or players with a colour each
Texts = Callable[[Game, Any], tuple[tuple[str, ...], ...]]  # what is written on the squares of a state, row by row


class Looks(NamedTuple):
    """The names of marks on a board, and the colours of the players, by their numbers; none if the rules name none."""

    names: Mapping[str, str]
    colours: tuple[str, ...]


def with_looks(zone: Zone, game: Game, texts: Texts) -> Zone:
    """The zone of a board with its pieces in the colours of their players, and blocked squares as such."""
    if zone.heaps or zone.lines:
        return zone
    looks = looks_of_pieces(game, texts)

    def with_name(item: Item) -> Item:
        name = looks.names.get(item.text, item.name)
        return item._replace(name=name, owner=None if name == BLOCKED else item.owner)

    rows = tuple(tuple(map(with_name, row)) for row in zone.rows)
    owners = tuple(looks.names.get(owner, owner) for owner in zone.owners)
    return replace(zone, rows=rows, owners=owners, colours=looks.colours)


@lru_cache(maxsize=64)
def looks_of_pieces(game: Game, texts: Texts) -> Looks:
    """The looks of the marks that some plays of a game show; none with hidden information, whose boards are views."""
    colours = _colours_of_players(game.player_names)
    if facts_of(game).hidden:
        return Looks({}, colours)
    stays, leaves = Counter[str](), Counter[str]()
    for one in positions_met(game):
        before = _in_one_row(texts(game, one.state))
        for after in one.after.values():
            for old, new in zip(before, _in_one_row(texts(game, after)), strict=False):
                (stays if old == new else leaves)[old] += 1
    marks = {text for text in (*stays, *leaves) if text}
    moving = {text for text in leaves if text}
    lasting = {text for text in marks - moving if stays[text] >= FEWEST_SEEN and not text.isdigit()}
    blocked = lasting if len(moving) >= PAIR and len(lasting) == 1 else set[str]()
    by_word = {word: colour for colour in colours for word in (colour[0], colour)}
    discs = {text: f"{by_word[text.lower()]} disc" for text in marks - blocked if text.lower() in by_word}
    kinds = {*discs.values()}  # fewer than the marks, where w is a man and W a king
    names = discs if discs.keys() == marks - blocked and len(kinds) == len(discs) else {}
    return Looks(names | dict.fromkeys(blocked, BLOCKED), colours)


def _in_one_row(rows: Sequence[Sequence[str]]) -> list[str]:
    return [text for row in rows for text in row]


def _colours_of_players(names: Sequence[str]) -> tuple[str, ...]:
    """The colours that players are called by, ``Red`` and ``the blue side``; none if they do not tell them apart."""
    found = [next((colour for colour in COLOURS if colour in name.lower().split()), "") for name in names]
    return tuple(found) if len(found) >= PAIR and all(found) and len({*found}) == len(found) else ()

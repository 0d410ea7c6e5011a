"""What the rules say of a position that its drawing does not show."""

import re
from collections import Counter
from collections.abc import Sequence

from faceup.results.scene_fields import is_drawn
from faceup.results.things import Zone
from faceup.rules.contract import Game
from faceup.rules.fields import MOVER, Field

NUMBERS = re.compile(r"(\d+)(?:-(\d+))?")


def not_drawn(game: Game, text: str, fields: Sequence[Field], zones: Sequence[Zone]) -> str:
    """What of the text is to be said beside what is drawn: nothing, all of it, or the fields that are not drawn."""
    if not zones:
        return text
    hidden = [field for field in fields if not is_drawn(field)]
    if type(game).show is Game.show:
        return ", ".join(field.said() for field in hidden if field.name != MOVER)
    has_board = any(zone.kind == "board" for zone in zones)
    return "" if not hidden or (has_board and _is_grid(text)) or _repeats(text, zones) else text


def _is_grid(text: str) -> bool:
    """Whether the rules draw the board themselves: lines of one length."""
    lines = text.splitlines()
    return len(lines) > 1 and len({len(line) for line in lines}) == 1


def _repeats(text: str, zones: Sequence[Zone]) -> bool:
    """Whether the text has just the numbers that are drawn, each as often: then it tells no more."""
    shown = [zone for zone in zones if not zone.choices]
    drawn = Counter(str(len(zone.items)) for zone in shown if zone.kind == "heap")
    drawn += Counter(text for zone in shown for text in _texts(zone))
    said = Counter(number for both in NUMBERS.findall(text) for number in _all_of(*both))
    return bool(said) and said == drawn


def _texts(zone: Zone) -> list[str]:
    """What is written there; of a track, where its counters stand."""
    if zone.kind == "track":
        names = {item.square: item.text for row in zone.rows[:-1] for item in row}
        return [names[item.square] for item in zone.rows[-1] if item.square is not None]
    return [item.text for item in zone.items if item.text]


def _all_of(first: str, last: str) -> list[str]:
    """``1-3`` is 1, 2 and 3."""
    return [str(number) for number in range(int(first), min(int(last or first), int(first) + 200) + 1)]

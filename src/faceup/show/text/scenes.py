"""A position as lines of text: boards as grids, tracks with their counters, scores, dice, cards, piles and heaps.

Cards that can be picked stand in brackets. The top of a pile is its last card. Things that win have stars.
"""

import re
from collections.abc import Sequence
from textwrap import dedent

from faceup.results.scene.things import Item, Scene, Zone
from faceup.rules.contract import Game, Patience
from faceup.show.text.styled_lines import Text, can_show, clean, columns, flow, prose

ALONE, PLAIN_ALONE = "●", "o"
SIGNS, PLAIN_SIGNS = "▲▼", "^v"  # the signs of squares that lead up, and down
COUNTER = "bold"


def track_words(zone: Zone, encoding: str) -> list[Text]:
    """Return the squares of a track in one row, after the counters that stand beside it."""
    row, _ = zone.rows
    beside = _counters(zone, None, encoding)
    return [*[beside] * (beside.cell_len > 0), *(_square_of_track(item, zone, encoding) for item in row)]


def track_lines(zone: Zone, width: int, encoding: str, margin: int) -> list[Text]:
    """Return the squares of a track in rows if they fit, else the place of each counter."""
    squares = [[_square_of_track(item, zone, encoding) for item in row] for row in zone.rows[:-1]]
    widths = [max(square.cell_len for square in column) + 1 for column in zip(*squares, strict=True)]
    if margin - 1 + sum(widths) > width:
        lines = prose(", ".join(_places(zone)), width, "", margin, margin)
    else:
        beside = _counters(zone, None, encoding)
        label = [*map(Text, clean(zone.label).split()), *[Text("beside it"), beside] * (beside.cell_len > 0)]
        lines = list(flow(label, width, " " * margin, " " * margin))
        for row in squares:
            line = Text(" " * (margin - 1))
            for square, room in zip(row, widths, strict=True):
                line.append(" " * (room - square.cell_len)).append_text(square)
            lines.append(line)
    if zone.jumps:
        lines += prose(
            " ".join(["jumps", *(f"{source}-{target}" for source, target in zone.jumps)]), width, "dim", margin, margin
        )
    return lines


def _square_of_track(item: Item, zone: Zone, encoding: str) -> Text:
    """Return the text of a square, a sign if it leads up or down, and the counters on it."""
    to = next((target for source, target in zone.jumps if source == item.square), None)
    signs = SIGNS if can_show(SIGNS, encoding) else PLAIN_SIGNS
    sign = "" if to is None or item.square is None else signs[to < item.square]
    standing = _counters(zone, item.square, encoding) if item.square is not None else Text()
    return Text(clean(item.text) + sign, "" if standing.cell_len else "dim").append_text(standing)


def _counters(zone: Zone, square: int | None, encoding: str) -> Text:
    """Return the counters on a square; for None, those beside the track."""
    signs = [_counter(item.text, encoding) for item in zone.rows[-1] if item.square == square]
    return Text("".join(signs), COUNTER)


def _counter(sign: str, encoding: str) -> str:
    if sign != ALONE:
        return f"({clean(sign)})"
    return ALONE if can_show(ALONE, encoding) else f"({PLAIN_ALONE})"


def _places(zone: Zone) -> list[str]:
    """Return the place of each counter in words."""
    squares = {item.square: f"on {clean(item.text)}" for row in zone.rows[:-1] for item in row}
    return [
        f"{clean(item.name)} {'beside it' if item.square is None else squares[item.square]}" for item in zone.rows[-1]
    ]


FRENCH = re.compile(r"([ATJQK]|[0-9]{1,3})([SHDC])")
SUITS = dict(zip("SHDC", "♠♥♦♣", strict=True))
MARGIN, GAP = 2, 2
SHORTEST_BAR, LONGEST_BAR = 10, 25  # columns for a score at the goal
TOP_CARDS, FEW_CARDS = 8, 3  # cards of a pile in one line, with little room
CARD, BESIDE = 3, len(": ... [](52)  ")  # columns of a card, and of what stands around the cards of a pile
NARROWEST = 20  # columns, below which a scene is not squeezed
TOGETHER = 5  # counters of a heap that stand together, so that they can be counted at a glance
DICE = "⚀⚁⚂⚃⚄⚅"
WON = "*"
FRAME, PLAIN_FRAME = "│─┼", "|-+"
BAR, PLAIN_BAR = ("█", "░"), ("#", ".")  # the reached part, and the missing part
OWNERS = ("bold cyan", "bold yellow", "bold magenta", "bold green")  # marks on a board
DISCS = {f"{colour} disc": f"bold {colour}" for colour in ("blue", "red", "yellow", "green")}


def scene_lines(scene: Scene, width: int, encoding: str, height: int | None = None) -> list[Text]:
    """Return the scene in lines of at most ``width``, in characters that the encoding has.

    If there are more than ``height`` lines, each pile is one line with its top cards.
    """
    width = max(width, NARROWEST)
    lines = _lines(scene, width, encoding, False)
    return lines if height is None or len(lines) <= height else _lines(scene, width, encoding, True)


def zone_text(zone: Zone, most: int, encoding: str) -> str:
    """Return the things of a zone in one line; of more than ``most`` the last ones, the top, and their number."""
    words = [str(word) for word in _words(zone, encoding)]
    cut = len(words) > most
    return " ".join([*(["..."] if cut else []), *words[-most:], *([f"({len(words)})"] if cut else [])])


def piles_text(scene: Scene, width: int, encoding: str) -> str:
    """Return a table in one line: of each pile as many top cards as there is room for, of a set of cards more."""
    room = width // max(len(scene.zones), 1)
    rooms = ((room - len(zone.label) - BESIDE) // CARD for zone in scene.zones)
    most = [
        TOP_CARDS if zone.kind == "cards" else min(max(few, FEW_CARDS), TOP_CARDS)
        for zone, few in zip(scene.zones, rooms, strict=True)
    ]
    texts = (zone_text(zone, cards, encoding) for zone, cards in zip(scene.zones, most, strict=True))
    return "  ".join(f"{zone.label}: {text}" for zone, text in zip(scene.zones, texts, strict=True))


def position_text(game: Game | Patience, scene: Scene, width: int, encoding: str) -> str:
    """Return the position after a step: as the rules show it, else its boards as grids, or its fields in one line."""
    if isinstance(game, Game) and (type(game).show is not Game.show or not scene.zones):
        return scene.text
    if any(zone.kind == "board" for zone in scene.zones):
        return dedent("\n".join(map(str, scene_lines(scene, width, encoding))))
    if isinstance(game, Patience):
        return piles_text(scene, width, encoding)
    return f"{piles_text(scene, width, encoding)}  {scene.more}".rstrip()


def mark_news(lines: list[Text], before: Sequence[Text]) -> None:
    """Underline what stands on a board now where something else stood before."""
    if [len(line) for line in lines] == [len(line) for line in before]:
        for line, old in zip(lines, before, strict=True):
            for k, (sign, was) in enumerate(zip(line.plain, old.plain, strict=True)):
                if sign != was and not sign.isspace():
                    line.stylize("underline", k, k + 1)


def _lines(scene: Scene, width: int, encoding: str, short: bool) -> list[Text]:
    lines: list[Text] = []
    labels = [_label(zone) for zone in scene.zones if not _is_area(zone)]
    beside = MARGIN + max(map(columns, labels), default=0) + GAP
    if beside > width // 2:  # no room beside such a label
        beside = 0
    for zone in scene.zones:
        if zone.kind == "board":
            lines += _board(zone, width, encoding)
        elif zone.kind == "scores":
            lines += _scores(zone, width, encoding)
        elif _is_area(zone):
            lines += track_lines(zone, width, encoding, MARGIN)
        else:
            lines += _zone(zone, width, encoding, beside, short)
    return lines + _drawing(scene.more, width, "dim" if lines else "")


def _is_area(zone: Zone) -> bool:
    """Whether the zone has lines of its own, not a label with things beside it."""
    if zone.kind == "track":
        return len(zone.rows) > 2  # the last row is that of the counters
    return zone.kind in ("board", "scores")


def _scores(zone: Zone, width: int, encoding: str) -> list[Text]:
    """Return a line for each score, with a bar towards the goal if there is a goal and room."""
    names = [clean(item.by or zone.label) for item in zone.items]
    named = max(map(len, names))
    goal = f" of {zone.goal}" if zone.goal else ""
    score_texts = [item.text + goal for item in zone.items]
    room = min(LONGEST_BAR, width - MARGIN - named - max(map(len, score_texts)) - 2 * GAP)
    full, rest = BAR if can_show("".join(BAR), encoding) else PLAIN_BAR
    lines: list[Text] = []
    for name, text, item in zip(names, score_texts, zone.items, strict=True):
        line = Text(f"{' ' * MARGIN}{name:{named}}{' ' * GAP}")
        if zone.goal and room >= SHORTEST_BAR:
            filled = room * min(max(int(item.text), 0), zone.goal) // zone.goal
            line.append(full * filled + rest * (room - filled) + " " * GAP)
        line.append(text)
        lines += [line] if line.cell_len <= width else prose(line.plain.strip(), width, "", MARGIN, MARGIN)
    return lines


def _drawing(text: str, width: int, style: str = "") -> list[Text]:
    """Return the position as the rules show it, with its blanks if it fits."""
    lines: list[Text] = []
    for row in map(clean, text.splitlines()):
        fits = MARGIN + columns(row) <= width
        lines += [Text(" " * MARGIN).append(row, style)] if fits else prose(row, width, style, MARGIN, MARGIN)
    return lines


def _label(zone: Zone) -> str:
    label = clean(zone.label)
    return f"{label} {len(zone.items)}" if zone.kind == "pile" else label


def _zone(zone: Zone, width: int, encoding: str, beside: int, short: bool) -> list[Text]:
    """Return the label of a zone, and its things beside it or below."""
    words, label = _words(zone, encoding), " " * MARGIN + _label(zone)
    rest = " " * (beside or 2 * MARGIN)
    first = label + " " * (beside - columns(label)) if beside else rest
    above = [] if beside else prose(label, width, "", MARGIN)
    lines = list(flow(words, width, first, rest))
    if short and zone.kind == "pile" and len(lines) > 1:
        while columns(first + "...") + sum(1 + word.cell_len for word in words) > width:
            words = words[1:]
        lines = list(flow([Text("..."), *words], width, first, rest))
    return [*above, *lines]


def _words(zone: Zone, encoding: str) -> list[Text]:
    """Return the things of a zone, one word each."""
    items = zone.items
    if zone.kind == "heap":
        counter = "●" if can_show("●", encoding) else "o"
        groups = [counter * min(TOGETHER, len(items) - k) for k in range(0, len(items), TOGETHER)]
        return [*map(Text, groups), Text(str(len(items)), "dim" if items else "")]
    if zone.kind == "track":
        return track_words(zone, encoding)
    if not items:
        return [Text("-", "dim")]
    if zone.kind == "dice":
        return [_die(item.text, encoding) for item in items]
    if zone.kind == "pile":
        return [*(_card(item.text, encoding) for item in items[:-1]), _card(items[-1].text, encoding, True)]
    return [
        Text(f"{clean(item.by)} " if item.by else "").append_text(_card(item.text, encoding, item.move is not None))
        + Text(WON * item.won + "," * bool(item.by and k < len(items)))
        for k, item in enumerate(items, start=1)
    ]


def _die(face: str, encoding: str) -> Text:
    """Return a die with its number, because the sign alone is hard to read; empty before it is rolled."""
    pips = DICE[int(face) - 1] if face.isdecimal() and 1 <= int(face) <= len(DICE) else ""
    return Text(f"{pips}{face}" if pips and can_show(pips, encoding) else f"[{face or ' '}]", "bold")


def _card(text: str, encoding: str, bracket: bool = False) -> Text:
    """Return a card, in brackets if it can be picked or lies on top; its suit as a sign if the encoding has it."""
    french, text = FRENCH.fullmatch(text), clean(text)
    style = "bold" if bracket else ""
    if french:
        sign = SUITS[french[2]]
        text = french[1] + (sign if can_show(sign, encoding) else french[2])
        style += " red" * (french[2] in "HD")
    return Text(f"[{text}]" if bracket else text, style.strip())


def _board(zone: Zone, width: int, encoding: str) -> list[Text]:
    """Return a grid if there is room, else columns without a frame, a few at a time if they are many."""
    longest = max(map(len, zone.rows), default=0)
    if zone.lines and max(map(len, (drawn := _dots(zone)))) <= width:
        return drawn
    rows = [
        [*(_as_drawn(item, zone, encoding) for item in row), *[Item("")] * (longest - len(row))] for row in zone.rows
    ]
    cell = max([1, *(_square(item).cell_len - item.won for row in rows for item in row)])  # an empty board is as wide
    edge = max(map(len, zone.ranks), default=-1) + 1  # columns for the names of the rows
    if zone.hexagons and MARGIN + edge + (longest + len(rows) // 2 + 1) * (cell + 3) <= width:
        return _hexagons(rows, cell, zone, edge)
    if MARGIN + edge + longest * (cell + 3) - 1 <= width:
        return _grid(rows, cell, FRAME if can_show(FRAME, encoding) else PLAIN_FRAME, zone, edge)
    columns_at_once = max((width - MARGIN) // (cell + 1), 1)
    lines: list[Text] = []
    for first in range(0, longest, columns_at_once):
        last = min(first + columns_at_once, longest)
        if columns_at_once < longest:
            lines += prose(f"columns {first + 1} to {last}", width, "", MARGIN)
        for row in rows:
            squares = [_square(item, cell + 1, ".") for item in row[first:last]]
            lines.append(Text.assemble(" " * MARGIN, *squares))
    return lines


def _as_drawn(item: Item, zone: Zone, encoding: str) -> Item:
    """Return the item with a dot for a move that the names of column and row name, with its number on a free square
    that moves call so, and, if the encoding lacks its sign, with the initials of its name: ``wp`` for a white pawn.
    """
    if zone.numbered and not item.text and item.square is not None:
        return item._replace(text=str(item.square), owner=None)
    if zone.columns and item.move is not None and not item.text:
        return item._replace(move="·" if can_show("·", encoding) else ".")
    if not item.name or can_show(item.text, encoding):
        return item
    return item._replace(text="".join(word[0] for word in item.name.split()))


def _grid(rows: Sequence[Sequence[Item]], cell: int, frame: str, zone: Zone, edge: int) -> list[Text]:
    lines: list[Text] = []
    # Where a board has holes, a free square shows a dot, so that the two look different.
    empty = "." if any(_is_hole(item) for row in rows for item in row) else ""
    for number, row in enumerate(rows):
        if lines:
            lines.append(Text(" " * (MARGIN + edge) + _frame_between(rows[number - 1], row, cell, frame), "dim"))
        line = Text(" " * MARGIN)
        if zone.ranks:
            line.append(zone.ranks[number].rjust(edge - 1) + " ", "dim")
        for k, item in enumerate(row):
            bar = frame[0] if not (_is_hole(row[k - 1]) and _is_hole(item)) else " "
            line.append(bar * (k > 0), "dim").append(" ")
            line.append_text(_square(item, cell + item.won, empty)).append(" " * (not item.won))  # a star in its place
        lines.append(line)
    if names := zone.columns or _names_of_moves(rows, zone):
        line = Text(" " * (MARGIN + edge) + " ".join(name.center(cell + 2) for name in names), "dim")
        lines.insert(0 if not zone.columns and any(item.move is not None for item in rows[0]) else len(lines), line)
    return lines


def _names_of_moves(rows: Sequence[Sequence[Item]], zone: Zone) -> tuple[str, ...]:
    """Return the names of the squares in the row of heaps that moves are made from; empty if they have none."""
    row = next((row for row in rows if any(item.move is not None for item in row)), ()) if zone.heaps else ()
    names = tuple(item.name if item.move is not None else "" for item in row)
    return names if any(names) else ()


def _hexagons(rows: Sequence[Sequence[Item]], cell: int, zone: Zone, edge: int) -> list[Text]:
    """Return rows without a frame, each half a square to the right of the one above it."""
    wide = cell + 3
    lines: list[Text] = []
    for number, row in enumerate(rows):
        line = Text(" " * (MARGIN + wide * number // 2))
        if zone.ranks:
            line.append(zone.ranks[number].rjust(edge - 1) + " ", "dim")
        for item in row:
            square = _square(item, 0, ".")
            padding = (wide - square.cell_len) // 2
            line.append(" " * padding).append_text(square).append(" " * (wide - square.cell_len - padding))
        lines.append(line)
    if zone.columns:
        names = "".join(name.center(wide) for name in zone.columns)
        lines.append(Text(" " * (MARGIN + wide * len(rows) // 2 + edge) + names, "dim"))
    for line in lines:
        line.rstrip()
    return lines


def _dots(zone: Zone) -> list[Text]:
    """Return dots, and the lines between them, those that are not drawn as a point."""
    edge = max(map(len, zone.ranks)) + 1
    lines: list[Text] = []
    for number, row in enumerate(zone.rows):
        line = Text(" " * MARGIN)
        line.append("" if number % 2 else zone.ranks[number // 2].rjust(edge - 1) + " ", "dim")
        line.append(" " * edge * (number % 2))
        for k, item in enumerate(row):
            if k % 2 == number % 2:  # a dot or a box
                line.append(" " * 3 if k % 2 else "+")
            elif item.text:
                line.append("|" if number % 2 else "---")
            else:
                line.append("." if number % 2 else " . ", "dim")
        lines.append(line)
    lines.append(Text(" " * (MARGIN + edge) + "   ".join(name[:1] for name in zone.columns), "dim"))
    return lines


def _frame_between(above: Sequence[Item], below: Sequence[Item], cell: int, frame: str) -> str:
    """Return the frame between two rows, with blanks between holes."""
    line, before = "", False
    for k, (one, other) in enumerate(zip(above, below, strict=True)):
        here = not (_is_hole(one) and _is_hole(other))
        line += (frame[2] if before or here else " ") * (k > 0) + (frame[1] if here else " ") * (cell + 2)
        before = here
    return line


def _is_hole(item: Item) -> bool:
    """Whether there is no square at this place of a board."""
    return item.square is None and item.move is None and not item.text


def _square(item: Item, width: int = 0, empty: str = "") -> Text:
    """Return the mark on a square, else the number of the move to it, right-aligned in ``width`` columns."""
    if item.text:
        mark = clean(item.text) + WON * item.won
        style = DISCS.get(item.name) or OWNERS[(item.owner or 0) % len(OWNERS)]
    else:
        mark, style = str(item.move) if item.move is not None else "" if _is_hole(item) else empty, "dim"
    return Text(" " * (width - columns(mark)) + mark, style)

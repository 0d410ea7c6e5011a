"""A track as text: its squares with counters, ladders and snakes."""

from faceup.results.scene.things import Item, Zone
from faceup.show.text.styled_lines import Text, can_show, clean, flow, prose

ALONE, PLAIN_ALONE = "●", "o"
SIGNS, PLAIN_SIGNS = "▲▼", "^v"  # of squares that lead up, and down
COUNTER = "bold"


def track_words(zone: Zone, encoding: str) -> list[Text]:
    """The squares of a track in one row, after the counters that stand beside it."""
    row, _ = zone.rows
    beside = _counters(zone, None, encoding)
    return [*[beside] * (beside.cell_len > 0), *(_square(item, zone, encoding) for item in row)]


def track_lines(zone: Zone, width: int, encoding: str, margin: int) -> list[Text]:
    """The squares of a track in rows if they fit, else the place of each counter."""
    squares = [[_square(item, zone, encoding) for item in row] for row in zone.rows[:-1]]
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


def _square(item: Item, zone: Zone, encoding: str) -> Text:
    """The text of a square, a sign if it leads up or down, and the counters on it."""
    to = next((target for source, target in zone.jumps if source == item.square), None)
    signs = SIGNS if can_show(SIGNS, encoding) else PLAIN_SIGNS
    sign = "" if to is None or item.square is None else signs[to < item.square]
    standing = _counters(zone, item.square, encoding) if item.square is not None else Text()
    return Text(clean(item.text) + sign, "" if standing.cell_len else "dim").append_text(standing)


def _counters(zone: Zone, square: int | None, encoding: str) -> Text:
    """The counters on a square; for None, those beside the track."""
    signs = [_counter(item.text, encoding) for item in zone.rows[-1] if item.square == square]
    return Text("".join(signs), COUNTER)


def _counter(sign: str, encoding: str) -> str:
    if sign != ALONE:
        return f"({clean(sign)})"
    return ALONE if can_show(ALONE, encoding) else f"({PLAIN_ALONE})"


def _places(zone: Zone) -> list[str]:
    """The place of each counter in words."""
    squares = {item.square: f"on {clean(item.text)}" for row in zone.rows[:-1] for item in row}
    return [
        f"{clean(item.name)} {'beside it' if item.square is None else squares[item.square]}" for item in zone.rows[-1]
    ]

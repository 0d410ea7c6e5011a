"""A strategy as a picture: a map of decisions over what a person looks at, and its thresholds."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, sqrt
from typing import Any, NamedTuple

from faceup.results.extras import optional
from faceup.results.seat_names import seat_name
from faceup.results.strategy import Row, Strategy
from faceup.rules.errors import UsageError
from faceup.rules.moves import Move
from faceup.show.pictures.axis_ticks import Scale, cell_size
from faceup.show.pictures.boundary_maps import boundaries_of, boundary_figure
from faceup.show.pictures.house_style import (
    INK,
    PLAIN,
    evenly,
    house_style,
    ink_on,
    new_axes,
    new_figure,
    one_line,
    shades,
    text_width,
    words_of,
)
from faceup.show.pictures.map_regions import Cell, regions, room, runs
from faceup.show.pictures.thresholds import curve_figure, draw_thresholds, threshold_words
from faceup.show.text.phrases import headline

MOST_PANELS = 9
FEW_PANELS = 4  # up to which they are read at a glance
MOST_MOVES = 24  # that a map can tell apart
MOST_TIES = 4  # kinds of ties with a key of their own
MANY_MOVES = 5  # then their words, if long, are written as letters that the key explains
SMALL_PART = 0.02  # of the map, below which a region bears no word
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Key(NamedTuple):
    """What a cell of the map says: these moves are best, exactly or as far as rounding shows."""

    moves: tuple[Move, ...]
    sure: bool


@house_style()
def strategy_figure(strategy: Strategy) -> Any:
    """The decisions over one to three numbers as a map, with the thresholds where there is one for each step.

    Raises UsageError for a strategy over sets of cards, or over more numbers.
    """
    if not strategy.rows and strategy.thresholds is not None:
        return curve_figure(strategy)
    names, rows = _rows(strategy)
    many = len(names) == 3 and len({row.key[0] for row in rows}) > FEW_PANELS
    if found := boundaries_of(rows) if many else None:
        return boundary_figure(strategy, names, found)
    moves = sorted({move for row in rows for move in row.moves})
    if len(moves) > MOST_MOVES:
        raise UsageError(f"{len(moves)} different moves are best somewhere; a map can show {MOST_MOVES}")
    colours = dict(zip(moves, shades(len(moves)), strict=True))
    panels: dict[int | None, Sequence[Row]] = _panels(rows) if len(names) == 3 else {None: rows}
    shown = list(panels.values())
    across = Scale(row.key[-2] if len(names) > 1 else row.key[-1] for panel in shown for row in panel)
    up = Scale(row.key[-1] if len(names) > 1 else 0 for panel in shown for row in panel)
    figure, grid = _layout(_title(strategy, names, rows, panels), len(panels), across, up)
    labels = _labels(strategy, moves)
    looks = _Looks(colours, mixed=labels != {move: one_line(strategy.word(move), 24) for move in moves})
    maps = []
    for axes, (lead, panel) in zip(grid, panels.items(), strict=True):
        if lead is not None:
            axes.set_title(f"{words_of(names[0])} = {lead}", loc="left")
        cells = _cells(panel, across, up)
        maps.append((axes, cells))
        _draw_cells(axes, cells, looks)
        across.dress(axes, 0, words_of(names[-1] if len(names) == 1 else names[-2]))
        up.dress(axes, 1, words_of(names[-1]) if len(names) > 1 else "")
        axes.label_outer()
    named = _move_keys(strategy, colours, labels)
    others = _other_keys(strategy, looks, [cells for _, cells in maps], across.cells * up.cells)
    for keys in (others, [*named, *others]):
        _legend(figure, keys)
        figure.draw_without_rendering()  # only now is known how large a cell is
        written: set[Move] = set()
        for axes, cells in maps:
            for old in [*axes.lines, *axes.texts]:
                old.remove()
            taken = set() if strategy.thresholds is None else draw_thresholds(axes, strategy, cells, across, up)
            written |= _draw_words(axes, cells, taken, looks, labels)
        if written == set(moves) and not looks.mixed:
            break  # the picture itself names all its colours
    return figure


def _rows(strategy: Strategy) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """What to draw along, and what is best there; raises UsageError where that is no picture."""
    names, rows = strategy.quantities, strategy.rows
    if not rows:
        raise UsageError(f"{type(strategy.game).name} has no decision to draw")
    if len(names) > 3 and 0 < len(strategy.columns) <= 3:  # fewer numbers decide as well
        places = [k for k, name in enumerate(names) if name in strategy.columns]
        names, rows = tuple(names[k] for k in places), _merged(rows, places)
    if not names or len({row.moves for row in rows}) == 1:
        word = " or ".join(strategy.word(move) for move in rows[0].moves)
        raise UsageError(f"nothing to draw: the best move is the same in every decision: {word}")
    drawn = [words_of(name) for name in names]
    sets = [words_of(name) for name in names if name in strategy.sets]
    possible = "possible: a strategy over one to three numbers, which a game may name in quantities"
    if sets:
        raise UsageError(f"a strategy over sets of cards ({', '.join(sets)}) is no map; {possible}")
    if len(names) > 3:
        raise UsageError(f"a strategy over {len(names)} numbers ({', '.join(drawn)}) is no map; {possible}")
    return names, rows


def _merged(rows: Iterable[Row], places: Sequence[int]) -> tuple[Row, ...]:
    """The rows over fewer quantities, with the moves that are best in all that look so."""
    found: dict[tuple[int, ...], Row] = {}
    for row in rows:
        key = tuple(row.key[k] for k in places)
        before = found.get(key, row)
        found[key] = Row(key, tuple(move for move in before.moves if move in row.moves), before.sure and row.sure)
    return tuple(found[key] for key in sorted(found))


def _panels(rows: Sequence[Row]) -> dict[int | None, Sequence[Row]]:
    """The rows by their first number, of which some are chosen evenly where there are many."""
    chosen = evenly(sorted({row.key[0] for row in rows}), MOST_PANELS)
    return {value: [row for row in rows if row.key[0] == value] for value in chosen}


def _layout(heading: str, count: int, across: Scale, up: Scale) -> tuple[Any, list[Any]]:
    """A figure with so many panels, as high as its cells need."""
    if up.cells == 1 and count == 1:
        figure = new_figure(heading, 8, 2.2)
    elif count == 1:
        shape = up.cells / across.cells
        figure = new_figure(heading, 8, 6 if 0.6 < shape < 1.7 else 4.8)
    else:
        figure = new_figure(heading, 8, 6.5 if count > 2 else 4)
    columns = ceil(sqrt(count))
    axes: list[Any] = []
    for k in range(count):
        shared = {"sharex": axes[0], "sharey": axes[0]} if axes else {}
        axes.append(new_axes(figure, ceil(count / columns), columns, k + 1, grid="", **shared))
    return figure, axes


def _cells(rows: Iterable[Row], across: Scale, up: Scale) -> dict[Key, list[Cell]]:
    """The places of each kind of cell."""
    found: dict[Key, list[Cell]] = {}
    for row in rows:
        x, y = (row.key[-2], row.key[-1]) if len(row.key) > 1 else (row.key[-1], 0)
        found.setdefault(Key(row.moves, row.sure), []).append((across.at(x), up.at(y)))
    return dict(sorted(found.items()))


class _Looks:
    """The colours of a kind of cell: ties are striped in the colours of their moves, or crossed; unsure ones dotted."""

    def __init__(self, colours: Mapping[Move, Any], mixed: bool) -> None:
        self.colours = colours
        self.mixed = mixed  # too many colours to be told apart where two meet in stripes

    def __call__(self, key: Key) -> dict[str, Any]:
        first, last = self.colours[key.moves[0]], self.colours[key.moves[-1]]
        if len(key.moves) == 1 and key.sure:
            return {"facecolor": first, "edgecolor": first, "linewidth": 0.3}
        if len(key.moves) > 2 or self.mixed:
            first, last = "white", "#8894a0"
        hatch = "...." if not key.sure else "////" if len(key.moves) == 2 else "xxxx"
        return {"facecolor": first, "edgecolor": last, "linewidth": 0, "hatch": hatch}


def _labels(strategy: Strategy, moves: Sequence[Move]) -> dict[Move, str]:
    """What is written into a move's regions: its word, or a letter where there are many long words."""
    words = {move: one_line(strategy.word(move), 24) for move in moves}
    if len(moves) >= MANY_MOVES and max(map(len, words.values())) > 3:
        return dict(zip(moves, LETTERS, strict=False))
    return words


def _draw_cells(axes: Any, cells: Mapping[Key, Sequence[Cell]], looks: _Looks) -> None:
    patch, path = optional("matplotlib.patches", "plots").PathPatch, optional("matplotlib.path", "plots").Path
    for key, places in cells.items():
        boxes = [
            path(
                [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + n - 0.5), (x - 0.5, y + n - 0.5), (0, 0)],
                [path.MOVETO, path.LINETO, path.LINETO, path.LINETO, path.CLOSEPOLY],
            )
            for x, y, n in runs(places)
        ]
        outline = path.make_compound_path(*boxes)
        axes.add_patch(patch(outline, **looks(key), zorder=1, gid=_name(key)))
        if len(key.moves) > 1 or not key.sure:
            axes.add_patch(patch(outline, facecolor="none", edgecolor=INK, linewidth=0.6, zorder=1.5))


def _name(key: Key) -> str:
    """The name of a kind of cell in an SVG file."""
    return f"{'best' if key.sure else 'unsure'}-{'-'.join(map(str, key.moves))}"


def _draw_words(
    axes: Any, cells: Mapping[Key, list[Cell]], taken: set[Cell], looks: _Looks, labels: Mapping[Move, str]
) -> set[Move]:
    """Write each move's word into its regions where there is room; says which moves were written."""
    wide, high = cell_size(axes)
    total = sum(map(len, cells.values()))
    written = set()
    for key, places in cells.items():
        tie = len(key.moves) > 1
        if not key.sure or (tie and not looks.mixed):
            continue
        word = "".join(sorted(labels[move] for move in key.moves))
        for part in regions(set(places) - taken):
            if len(part) < SMALL_PART * total and key.moves[0] in written and not looks.mixed:
                continue
            for size in (11, 9, 7.5):
                spot = room(part, (text_width(word, size) + 4) / wide, (size + 3) / high)
                if spot is not None:
                    colour = INK if tie else ink_on(looks.colours[key.moves[0]])
                    box = PLAIN if tie else None
                    axes.text(*spot, word, size=size, color=colour, ha="center", va="center", zorder=3, bbox=box)
                    written |= set(key.moves)
                    break
    return written


def _move_keys(strategy: Strategy, colours: Mapping[Move, Any], labels: Mapping[Move, str]) -> list[Any]:
    """What the colours mean, and the letters."""
    patch = optional("matplotlib.patches", "plots").Patch
    handles = []
    for move, colour in colours.items():
        word = one_line(strategy.word(move), 24)
        text = word if labels[move] == word else f"{labels[move]}: {word}"
        handles.append(patch(facecolor=colour, edgecolor="#445260", linewidth=0.5, label=text))
    return handles


def _other_keys(strategy: Strategy, looks: _Looks, maps: Sequence[Mapping[Key, list[Cell]]], places: int) -> list[Any]:
    """What the stripes, dots and blanks mean, in maps of so many places each."""
    patch = optional("matplotlib.patches", "plots").Patch
    counts: Counter[Key] = Counter()
    for cells in maps:
        counts.update({key: len(found) for key, found in cells.items()})
    handles = []
    ties = [key for key in counts if key.sure and len(key.moves) > 1]
    if looks.mixed or len(ties) > MOST_TIES:
        look = {"facecolor": "white", "edgecolor": "#8894a0", "linewidth": 0, "hatch": "xxxx"}
        count = sum(counts[key] for key in ties)
        handles += [patch(**look, label=f"striped or crossed: equally good ({count:,})")] if ties else []
    else:
        for key in ties:
            words = " or ".join(strategy.word(move) for move in key.moves)
            handles.append(patch(**looks(key), label=f"equal: {one_line(words, 48)} ({counts[key]:,})"))
    unsure = [key for key in counts if not key.sure]
    if unsure:
        count = sum(counts[key] for key in unsure)
        handles.append(patch(**looks(unsure[0]), label=f"dotted: too close to tell ({count:,})"))
    if sum(counts.values()) < len(maps) * places:
        why = "never met" if strategy.reach == "all" else "best play never comes here"
        look = {"facecolor": "white", "edgecolor": "#999999", "linestyle": ":"}
        handles.append(patch(**look, label=f"blank: {why}, or has no choice"))
    return handles


def _legend(figure: Any, handles: Sequence[Any]) -> None:
    """The key under the picture, in the place of the one before."""
    for legend in figure.legends:
        legend.remove()
    if handles:
        widest = max(text_width(handle.get_label(), 9) for handle in handles) + 42
        columns = max(1, int(figure.get_figwidth() * 72 / widest))
        figure.set_figheight(figure.get_figheight() + 0.2 * ceil(len(handles) / columns))
        figure.legend(handles=handles, loc="outside lower left", ncols=columns, handlelength=1.6, handleheight=1.2)


def _title(
    strategy: Strategy, names: Sequence[str], rows: Sequence[Row], panels: Mapping[int | None, Sequence[Row]]
) -> str:
    """What the picture finds, in one sentence."""
    whose = "" if strategy.player is None else f", {seat_name(strategy.player, strategy.game.player_names)}"
    heading = f"{headline(strategy.game)}{whose}: "
    if strategy.thresholds is not None and strategy.move is not None:
        return heading + f"{strategy.word(strategy.move)} {threshold_words(strategy)}"
    counts = Counter(row.moves[0] for row in rows if row.sure and len(row.moves) == 1)
    different = len({move for row in rows for move in row.moves})
    told = f"of {len(rows):,} decisions, "
    if different < MANY_MOVES:
        told += "best is " + ", ".join(f"{strategy.word(m)} in {n / len(rows):.0%}" for m, n in counts.most_common())
    else:
        told = f"{different} different moves are best in {len(rows):,} decisions"
    equal = sum(row.sure and len(row.moves) > 1 for row in rows)
    told += f"; {equal / len(rows):.0%} are exactly equal" if equal else ""
    values = len({row.key[0] for row in rows})
    if len(names) == 3 and len(panels) < values:
        told += f" ({len(panels)} of {values} values of {words_of(names[0])})"
    return heading + told

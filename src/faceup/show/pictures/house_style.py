"""The house style of pictures, and writing them to files."""

from collections.abc import Iterator, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from contextlib import contextmanager
from functools import lru_cache
from io import StringIO
from pathlib import Path
from textwrap import wrap
from typing import Any, cast
from xml.sax.saxutils import escape, quoteattr

from faceup.numbers.value import few_digits
from faceup.results.showable import optional
from faceup.rules.errors import UsageError
from faceup.show.files import write_file

Colour = tuple[float, float, float]

KINDS = (".png", ".svg", ".pdf")
# The palette of the pages in daylight (web/pages/colours.css and pictures.css): a colour means the same in both.
INK, SOFT, FAINT, STRONG = "#1f2328", "#5a6068", "#dcd6cb", "#8b8b84"  # ink, ink-soft, line, line-strong
ACCENT, MARK, PANEL = "#0b6157", "#b5540f", "#ffffff"  # accent, move-2, panel
GRADIENT = ("#d9ece8", "#a3d0c8", "#5fa79c", "#24796d", "#0b4a42")  # scale-1 to scale-5
GRADIENT_STOPS = (0.0, 0.183, 0.439, 0.718, 1.0)  # places of the colours, in equal steps of lightness
BAR, TIED = GRADIENT[3], GRADIENT[1]
WIN, LOSS = "#0a5a94", "#97440a"
INKS = {"#000001": "#000000", "#000002": "#ffffff", "#fefefe": "#ffffff", "#fefeff": "#000000"}  # by day, by night
MOVES = ("#0f7a6c", MARK, "#2b68b3", "#a0337a", "#7b6a00", "#5a4bb5", "#ae2c26", "#59616a")  # move-1 to move-8
PATTERNS = ("", "//", "..", "--", "\\\\", "||", "++", "xx")  # of moves, in grey and for the colour-blind
GROUND = 0.24  # strength of a move's colour, on white
MARKERS = "osD^vP*X"
HOUSE = {
    "font.size": 10,
    "axes.edgecolor": STRONG,
    "axes.labelcolor": SOFT,
    "axes.titlesize": 10,
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "hatch.linewidth": 1.0,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "text.parse_math": False,  # a dollar in a move's name is a dollar
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "faceup",  # equal pictures are equal files
}
NO_DATE = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
PLAIN = {"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"}  # the box behind text on stripes
TITLE_WIDTH = 10.5  # characters to the inch
LONG = 1e15  # whole numbers from here on have too many digits for an axis
MINUS = "\N{MINUS SIGN}"
THICK = 0.62  # of bars across, in places
NARROWEST = 0.04  # part of a bar that has room for its figure
DOTS = 150  # dots to the inch


def check_kind(path: Path) -> None:
    """Raise UsageError for a file name that is no picture's."""
    if path.suffix.lower() not in KINDS:
        raise UsageError(f"{str(path)!r}: a plot is a {', '.join(KINDS)} file")


@contextmanager
def house_style() -> Iterator[None]:
    """Draw in the house style inside, whatever the user's Matplotlib settings are."""
    with optional("matplotlib.style", "plots").context(["default", HOUSE]):
        yield


def new_figure(title: str, width: float = 8, height: float = 4.5) -> Any:
    """Return an empty figure with its title, so many inches wide; no window, no global state."""
    figure = optional("matplotlib.figure", "plots").Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(_break_title(title, max(20, int(width * TITLE_WIDTH))), x=0.012, ha="left", fontsize=12)
    return figure


def _break_title(title: str, width: int) -> str:
    """Return a title in lines of about one length."""
    lines = wrap(title, width, break_on_hyphens=False)
    evenly = wrap(title, max(len(title) // max(len(lines), 1) + 12, 20), break_on_hyphens=False)
    return "\n".join(evenly if len(evenly) == len(lines) else lines)


def new_axes(figure: Any, *place: int, grid: str = "y", **more: Any) -> Any:
    """Return axes in the house style: two spines, and a faint grid along ``x``, ``y`` or ``both``, or none: ``""``."""
    axes = figure.add_subplot(*place, **more)
    axes.spines[["top", "right"]].set_visible(False)
    if grid:
        axes.grid(axis=grid, color=FAINT, linewidth=0.8, zorder=0)
    axes.set_axisbelow(True)
    return axes


def whole_ticks(axis: Any) -> None:
    """Set ticks at whole numbers only, even if there is a single one."""
    axis.get_major_locator().set_params(integer=True, min_n_ticks=1)
    axis.set_major_formatter(
        lambda number, _: f"{number:,.0f}".replace("-", MINUS) if abs(number) < LONG else few_digits(number, 6)
    )


def draw_lengths(
    axes: Any, left: Sequence[float], lengths: Sequence[float], texts: Sequence[str], colour: str, label: str
) -> None:
    """Draw a part of bars across, each with its text where there is room; bars are at 0, 1, ... and at most 1 long."""
    axes.barh(range(len(lengths)), lengths, THICK, left, color=colour, label=label)
    for place, (start, length, text) in enumerate(zip(left, lengths, texts, strict=True)):
        if length >= NARROWEST:
            middle = start + length / 2
            axes.text(middle, place, text, color=ink_on(colour), ha="center", va="center", fontsize=9)


def shades(count: int) -> Sequence[Any]:
    """Return ``count`` colours in steps of lightness, the lightest first."""
    scale = gradient()
    return [scale(k / max(count - 1, 1)) for k in range(max(count, 1))]


def move_ground(place: int) -> Any:
    """Return the light colour of the move at this place, on which dark words can be read."""
    parts = optional("matplotlib.colors", "plots").to_rgb(MOVES[place % len(MOVES)])
    return tuple(1 - GROUND * (1 - part) for part in parts)


def gradient() -> Any:
    """Return the colour map from little (light) to much (dark), which can be read in grey."""
    return optional("matplotlib.colors", "plots").LinearSegmentedColormap.from_list(
        "faceup", list(zip(GRADIENT_STOPS, GRADIENT, strict=True))
    )


def line_colours(count: int) -> list[Any]:
    """Return ``count`` colours of ordered lines, from warm to dark, each distinct from the next."""
    ends = [(0.0, "#e8a04a"), (7 / 11, MOVES[2]), (1.0, GRADIENT[-1])]  # equal steps to the eye, be there a dozen
    scale = optional("matplotlib.colors", "plots").LinearSegmentedColormap.from_list("faceup lines", ends)
    return [scale(k / max(count - 1, 1)) for k in range(count)]


def by_night(colour: str) -> Colour:
    """Return the colour that a drawn one becomes where text is light: its lightness is turned around, but text on a
    ground of its own stays legible.
    """
    to_rgb = optional("matplotlib.colors", "plots").to_rgb
    if colour in INKS:
        return cast(Colour, to_rgb(INKS[colour]))
    hue, lightness, saturation = rgb_to_hls(*to_rgb(colour))
    return hls_to_rgb(hue, 0.93 - 0.8 * lightness, saturation)


def ink_on(colour: Any) -> str:
    """Return the colour of text on a background colour: the one with most contrast (WCAG 2) by day and by night."""
    colours = optional("matplotlib.colors", "plots")
    grounds = _luminance(colours.to_rgb(colour)), _luminance(by_night(colours.to_hex(colour)))

    def least_contrast(ink: str) -> float:
        inks = _luminance(colours.to_rgb(ink)), _luminance(by_night(ink))
        pairs = (sorted(pair) for pair in zip(grounds, inks, strict=True))
        return min((high + 0.05) / (low + 0.05) for low, high in pairs)

    return max(INKS, key=least_contrast)


def _luminance(parts: Colour) -> float:
    """Return the relative luminance of a colour (WCAG 2)."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float) -> float:
    """Return the width of a text in points."""
    if not text.strip():
        return 0.0
    return float(optional("matplotlib.textpath", "plots").TextPath((0, 0), text, size=size).get_extents().width)


def save(figure: Any, path: Path) -> None:
    """Write a figure as PNG, SVG or PDF, by the file's name; equal figures make equal files."""
    check_kind(path)
    if path.suffix.lower() == ".svg":
        text = _svg_file(figure)
        write_file(path, lambda beside: beside.write_text(text, encoding="utf-8"))
        return
    with house_style():
        write_file(path, lambda beside: figure.savefig(beside, dpi=DOTS, metadata=NO_DATE.get(path.suffix.lower())))


def svg_text(figure: Any, untitled: bool = False) -> str:
    """Return a figure as an SVG element for a page; ``untitled`` if the page has its own title."""
    text = _svg_file(figure, untitled)
    return text[text.index("<svg") :]


def _svg_file(figure: Any, untitled: bool = False) -> str:
    """Return the figure as an SVG file with a title for screen readers."""
    stream, title = StringIO(), " ".join(figure.get_suptitle().split())
    with house_style():
        if untitled:
            figure.suptitle("")
        figure.savefig(stream, format="svg", metadata=NO_DATE[".svg"])
    before, tag, rest = stream.getvalue().partition("<svg ")
    head, close, body = rest.partition(">")
    return f'{before}{tag}role="img" aria-label={quoteattr(title)} {head}{close}\n <title>{escape(title)}</title>{body}'

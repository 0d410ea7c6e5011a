"""Best play as a picture: every position it can meet, from left to right, with every best move."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from textwrap import wrap
from typing import Any

from faceup.numbers.value import Value, fraction_text
from faceup.results.answers.reasons import BestMove, BestPlay
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.results.sentences.games import headline
from faceup.results.sentences.words import one_line
from faceup.results.showable import optional
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import UsageError
from faceup.rules.names import seat_name
from faceup.show.pictures.graph_layout import Layout
from faceup.show.pictures.house_style import GRADIENT, INK, PLAIN, SOFT, STRONG, house_style, new_figure, text_width

MARKS = {
    0: ("s", GRADIENT[2], "{} moves"),
    1: ("o", "#f0c7a1", "{} moves"),
    CHANCE: ("D", "white", "chance decides"),
    OVER: ("|", INK, "the end"),
}
LINE_CHARACTERS, MOST_LINES = 19, 4  # characters and lines of the text of a state
NODE, LINE_HEIGHT, MARGIN = 14, 8.5, 16  # measures in points
WORD_PLACES = 24  # places of words along an edge
MOST_MOVES = 80  # moves, above which an eye cannot follow them
OVERLAP = 1.5  # points by which words may meet

Box = tuple[float, float, float, float]
Edge = tuple[int, int]


@house_style()
def tree_figure(tree: BestPlay) -> Any:
    """Return the tree: a shape for the player to move, values to player 0, moves, and the probabilities of chance.

    Raises UsageError if there are too many moves, or no room for their names.
    """
    words = _edge_words(tree)
    name = type(tree.game).name
    if len(words) > MOST_MOVES:
        raise UsageError(f"best play of {name} has {len(words):,} moves to draw; possible: up to {MOST_MOVES}")
    texts = [_state_lines(tree, k) for k in range(len(tree.positions))]
    layout = Layout(len(texts), list(words))
    halves = [_half(texts, layout, layer) for layer in range(layout.layers)]
    xs = _columns(layout, words, halves)
    lines = max(map(len, texts))
    width, unit = max(xs[-1] + halves[-1] + MARGIN, 480), NODE + 26 + LINE_HEIGHT * lines
    figure = new_figure(_finding(tree), width / 72, 1)
    top = 52 + 16 * figure.get_suptitle().count("\n")
    height = top + unit * layout.span + LINE_HEIGHT * lines + 50
    figure.set_figheight(height / 72)
    figure.set_layout_engine("none")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)  # downwards, one unit to the point
    occupied: list[Box] = []
    routes = {edge: [(xs[layer], top + unit * y, halves[layer]) for layer, y in layout.route(edge)] for edge in words}
    for edge, route in sorted(routes.items(), key=lambda item: abs(item[1][1][1] - item[1][0][1])):
        _draw_edge(axes, route, *words[edge], occupied)  # level edges first: their words have the fewest places
    if hidden := sum(any(_meet(box, other) for other in occupied[:k]) for k, box in enumerate(occupied)):
        raise UsageError(
            f"best play of {name} has {len(words)} moves to draw, and the names of {hidden} would lie on others; "
            "possible: fewer moves or shorter names"
        )
    places = [(xs[layout.layer[k]], top + unit * layout.height[k]) for k in range(len(texts))]
    _draw_positions(axes, tree, places, texts)
    if any(not sure for _, sure in words.values()):
        axes.plot([], [], color=INK, linestyle="--", label="may be best: too close to tell")
    if any(move.reward for move in tree.moves):
        axes.plot([], [], linestyle="none", label=f"+1: {seat_name(0, tree.game.player_names)} gains 1 on the way")
    axes.legend(loc="lower left", bbox_to_anchor=(0.005, 0), ncols=6, handletextpad=0.4)
    return figure


def _draw_positions(
    axes: Any, tree: BestPlay, places: Sequence[tuple[float, float]], texts: Sequence[Sequence[str]]
) -> None:
    """Draw a mark for the player to move, the value above it, the state below it."""
    player_names = tree.game.player_names
    for who, (shape, colour, meaning) in MARKS.items():
        spots = [place for place, position in zip(places, tree.positions, strict=True) if position.turn == who]
        if spots:
            look = {} if who == OVER else {"edgecolor": INK}
            size = (NODE - 4 * (who == CHANCE)) ** 2
            wide = 2.2 if who == OVER else 1
            points, name = zip(*spots, strict=True), meaning.format(seat_name(who, player_names) if who >= 0 else "")
            axes.scatter(*points, s=size, marker=shape, color=colour, linewidth=wide, zorder=3, label=name, **look)
    for (x, y), position, lines in zip(places, tree.positions, texts, strict=True):
        axes.text(x, y - NODE / 2 - 3, value_words(position.value), ha="center", va="bottom", weight="bold", size=9)
        meaning = "\n".join(lines)
        axes.text(x, y + NODE / 2 + 3, meaning, ha="center", va="top", size=7, color=SOFT, linespacing=1.1)


def value_words(value: Value) -> str:
    """Return a value in the room above a node."""
    exact = value.exact
    if exact is not None and len(fraction_text(exact)) <= 9:
        return fraction_text(exact)
    return "?" if value.value is None else f"{value.value:.4g}"


def _finding(tree: BestPlay) -> str:
    start = tree.positions[0].value
    ends = sum(position.turn == OVER for position in tree.positions)
    count = len(tree.positions)
    return (
        f"{headline(tree.game)}: best play is worth {value_words(start)} to {seat_name(0, tree.game.player_names)}; "
        f"it meets {count} position{'s' * (count != 1)}, {ends} of them an end"
    )


def _edge_words(tree: BestPlay) -> dict[Edge, tuple[str, bool]]:
    """Return the words of each edge, which joins all moves to one position, and whether all are certainly best."""
    moves_of_edge: dict[Edge, list[BestMove]] = {}
    for move in tree.moves:
        moves_of_edge.setdefault((move.source, move.target), []).append(move)
    return {edge: (_words(tree, moves), all(move.sure for move in moves)) for edge, moves in moves_of_edge.items()}


def _words(tree: BestPlay, moves: Sequence[BestMove]) -> str:
    state = tree.positions[moves[0].source].state
    move_words = [one_line(word_of_move(tree.game, state, move.move), 18) for move in moves]
    text = (
        " or ".join(dict.fromkeys(move_words))
        if len(move_words) <= 3
        else f"{move_words[0]}, {move_words[1]} … {move_words[-1]}"
    )
    shares = [move.share for move in moves if move.share is not None]
    if shares:
        text += f" ({sum(shares, Fraction(0))})" if sum(shares) < 1 else ""
    rewards = {move.reward for move in moves}
    if rewards != {0}:
        text += "  " + "/".join(f"{float(reward):+g}" for reward in sorted(rewards))
    return text


def _state_lines(tree: BestPlay, k: int) -> list[str]:
    """Return the position as text, in a few short lines."""
    text = tree.game.show(tree.positions[k].state)
    lines = text.splitlines() if "\n" in text else wrap(text, LINE_CHARACTERS)
    lines = [one_line(line, LINE_CHARACTERS) for line in lines]
    return lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], lines[MOST_LINES - 1] + " …"]


def _half(texts: Sequence[Sequence[str]], layout: Layout, layer: int) -> float:
    """Return half the width of the widest node of a layer."""
    lines_of_layer = [line for k, lines in enumerate(texts) if layout.layer[k] == layer for line in lines]
    return max([NODE / 2, *(text_width(text, 7) / 2 for text in lines_of_layer)]) + 3


def _columns(layout: Layout, words: dict[Edge, tuple[str, bool]], halves: Sequence[float]) -> list[float]:
    """Return the place of each layer across, with room for states and for the words on edges."""
    xs = [MARGIN + halves[0]]
    for layer in range(1, layout.layers):
        between = [text for edge, (text, _) in words.items() if layout.layer[edge[0]] == layer - 1]
        longest = max((text_width(text, 8) for text in between), default=0.0)
        xs.append(xs[-1] + halves[layer - 1] + longest + 24 + 4 * min(len(between), 20) + halves[layer])
    return xs


def _draw_edge(
    axes: Any, route: Sequence[tuple[float, float, float]], word: str, sure: bool, occupied: list[Box]
) -> None:
    """Draw an edge as a curve, level at the nodes; its words go to a free place."""
    path = optional("matplotlib.path", "plots").Path
    points, codes = [route[0][:2]], [path.MOVETO]
    bends = []
    for (x0, y0, half0), (x1, y1, half1) in pairwise(route):
        left, right = x0 + half0, x1 - half1
        middle = (left + right) / 2
        points += [(left, y0), (middle, y0), (middle, y1), (right, y1), (x1, y1)]
        codes += [path.LINETO, path.CURVE4, path.CURVE4, path.CURVE4, path.LINETO]
        bends.append((left, y0, right, y1))
    curve = optional("matplotlib.patches", "plots").PathPatch(
        path(points, codes), facecolor="none", edgecolor=STRONG, linewidth=1.1, linestyle="-" if sure else "--"
    )
    axes.add_patch(curve)
    left, y0, right, y1 = bends[0]
    wide = text_width(word, 8) + 2
    spots = []
    for k in range(WORD_PLACES):
        t = 0.5 + 0.4 * (-1) ** k * k / WORD_PLACES  # from the middle outwards
        s = 1 - t
        x = (s**3 + 1.5 * s**2 * t + 1.5 * s * t**2) * left + (1.5 * s**2 * t + 1.5 * s * t**2 + t**3) * right
        x = min(max(x, left + wide / 2), right - wide / 2)
        y = (s**3 + 3 * s**2 * t) * y0 + (3 * s * t**2 + t**3) * y1
        spots.append((x - wide / 2, y - 6, x + wide / 2, y + 6))
    spot = min(spots, key=lambda box: sum(_overlap(box, other) for other in occupied))
    occupied.append(spot)
    place = (spot[0] + spot[2]) / 2, (spot[1] + spot[3]) / 2
    axes.text(*place, word, size=8, ha="center", va="center", bbox=PLAIN, zorder=2)


def _shared_room(a: Box, b: Box) -> tuple[float, float]:
    """Return the width and height of the overlap of two boxes; negative if they are apart."""
    return min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])


def _overlap(a: Box, b: Box) -> float:
    wide, high = _shared_room(a, b)
    return max(wide, 0.0) * max(high, 0.0)


def _meet(a: Box, b: Box) -> bool:
    return min(_shared_room(a, b)) > OVERLAP

"""A review on a screen: a graph, then what was thrown away and what chance gave."""

from faceup.cli.playing.screen import Screen
from faceup.play.session import Session
from faceup.results.review import Review
from faceup.show.text.review_graph import graph_legend, graph_lines
from faceup.show.text.reviews import calling, move_rows, possessive, review_lines
from faceup.show.text.styled_lines import Text, columns

NARROWEST_TABLE = 60  # characters, below which what a move changed stands under it


def tell_review(screen: Screen, session: Session, found: Review, person: int | None, every: bool = False) -> None:
    """The graph from the side of the one ``person``, else of the first who decides; ``every`` move if that is asked."""
    player = found.reader(session.expert.stakes, person)
    called = calling(session.who, person)
    if lines := graph_lines(found, player, screen.width, screen.encoding):
        screen.say()
        screen.show(map(Text, lines))
        screen.say(graph_legend(found, player, possessive(called(player))), "dim", hanging=2)
        screen.say()
    if every and found.rows:
        _tell_every_move(screen, move_rows(found, player, called))
        screen.say()
    for text in review_lines(found, session.who, person):
        screen.say(text, hanging=2)


def _tell_every_move(screen: Screen, rows: list[tuple[str, str, str]]) -> None:
    """A line for each move in columns; where there is little room, prose."""
    if screen.width < NARROWEST_TABLE:
        for row in rows:
            screen.say("; ".join(filter(None, row)), hanging=2)
        return
    room = screen.width - sum(max(columns(row[k]) for row in rows) + 2 for k in (1, 2))
    wide = min(max(columns(row[0]) for row in rows), max(room, 20))
    hoped = max(columns(row[1]) for row in rows)
    for move, hope, change in rows:
        if columns(move) > wide:
            screen.say(move, hanging=2)
            move = ""
        screen.show([Text(f"{move}{' ' * (wide - columns(move))}  {hope:<{hoped}}  {change}")])

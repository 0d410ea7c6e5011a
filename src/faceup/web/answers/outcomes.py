"""How a game ends and how long it takes under given policies, as pages read it."""

from faceup.results.distribution import Distribution
from faceup.results.documents.solution import PlayDocument, play_document
from faceup.results.stakes import Stakes
from faceup.rules.contract import Game
from faceup.rules.moves import Move
from faceup.show.text.distributions import exact_figure_lines
from faceup.show.text.phrases import title
from faceup.web.answers.documents import Players, ValueDocument, number_document, value_document

MOST_BARS = 2000  # lengths and results that are drawn, the first of them


class OutcomesShownDocument(PlayDocument):
    """What ``--json`` prints for policies, and what a page draws of it: rounded shares of lengths and results."""

    title: str
    players: Players
    worth: ValueDocument
    bars: list[tuple[int, float]]
    results: list[tuple[float, float]]
    left_out: float
    text: list[str]


def outcomes_shown(game: Game, found: Distribution, stakes: Stakes, after: list[Move]) -> OutcomesShownDocument:
    """``left_out`` is the share of plays that are longer than the bars show, or never end."""
    bars = [(length, float(share)) for length, share in sorted(found.lengths.items())[:MOST_BARS]]
    results = [(number_document(result), float(share)) for result, share in found.histogram.items()]
    return {
        **play_document(game, found, after),
        "title": title(game, after),
        "players": list(stakes.names),
        "worth": value_document(found.value),
        "bars": bars,
        "results": results[:MOST_BARS],
        "left_out": max(0.0, 1.0 - sum(share for _, share in bars)),
        "text": list(exact_figure_lines(found)),
    }

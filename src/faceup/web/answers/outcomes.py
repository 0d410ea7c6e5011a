"""How a game ends and how long it takes under given policies, as pages read it."""

from typing import Annotated

from faceup.numbers.value import number_document
from faceup.results.documents.solution import PlayDocument, play_document
from faceup.results.samples.distribution import Distribution
from faceup.results.seats import most_wins_sentence
from faceup.results.stakes import Stakes
from faceup.rules.contract import Game
from faceup.rules.moves import Move
from faceup.show.drawings.bars import lengths_drawing, played_seats_drawing
from faceup.show.drawings.drawing import Drawing
from faceup.show.text.phrases import title
from faceup.show.text.samples.distributions import exact_figure_lines
from faceup.web.answers.documents import BY_SEAT, Players, ValueDocument, short_text, value_document
from faceup.web.answers.samples import SeatSampleDocument, seat_document

MOST_RESULTS = 2000  # that are told, the first of them


class OutcomesShownDocument(PlayDocument):
    """What ``--json`` prints for policies, and what a page shows of it: pictures, and rounded shares of results.

    Where each seat has a payoff of its own, ``by_seat`` has the figures of each, ``rows`` the share of each row of
    payoffs (as numbers, which are null where no float is so large, and as text), and ``most`` says who wins most.
    """

    title: str
    players: Players
    worth: ValueDocument
    lengths_drawing: Annotated[Drawing | None, {"description": "None where no play ends"}]
    seats_drawing: Drawing | None
    results: list[tuple[float | None, float, str]]
    by_seat: Annotated[list[SeatSampleDocument], BY_SEAT]
    rows: list[tuple[list[float | None], float, list[str]]]
    most: str
    text: list[str]


def outcomes_shown(game: Game, found: Distribution, stakes: Stakes, after: list[Move]) -> OutcomesShownDocument:
    ends = found.endless < 1
    shares = [(result, float(share)) for result, share in found.histogram.items()]
    return {
        **play_document(game, found, after),
        "title": title(game, after),
        "players": list(stakes.names),
        "worth": value_document(found.value),
        "lengths_drawing": lengths_drawing(found) if ends else None,
        "seats_drawing": played_seats_drawing(found, "share of all plays") if ends and len(found.seats) > 1 else None,
        "results": []
        if found.seats
        else [(number_document(result), share, short_text(result)) for result, share in shares[:MOST_RESULTS]],
        "by_seat": [seat_document(seat) for seat in found.seats],
        "rows": [
            (list(map(number_document, row)), share, list(map(short_text, row))) for row, share in shares[:MOST_RESULTS]
        ]
        if found.seats
        else [],
        "most": most_wins_sentence(found.seats),
        "text": list(exact_figure_lines(found)),
    }

"""What was held to the rules of an answer, as part of a document."""

from typing import TypedDict

from faceup.results.certified import Certified, Watched


class CertifiedDocument(TypedDict):
    """So many positions or games (``unit``), of all that machine code made, were held to the rules in CPython."""

    held: int
    of: int
    unit: str


class Certificate(TypedDict, total=False):
    """What was held to the rules of an answer in which machine code had a part; else left out."""

    certified: CertifiedDocument


def certificate(certified: Certified | None) -> Certificate:
    if certified is None:
        return {}
    return {"certified": {"held": certified.held, "of": certified.of, "unit": certified.unit}}


class WatchedDocument(TypedDict):
    """In so many random games no number left 64 bits; ``finished`` unless a limit ended that; ``not_compiled`` says why
    nothing was to be found, where machine code has no part in the game."""

    games: int
    finished: bool
    not_compiled: str | None


class Check(TypedDict, total=False):
    """What was asked of numbers that leave 64 bits; else left out."""

    watched: WatchedDocument


def watched_document(watched: Watched | None) -> Check:
    if watched is None:
        return {}
    finished = not watched.limit
    return {"watched": {"games": watched.games, "finished": finished, "not_compiled": watched.not_compiled or None}}

"""What was held to the rules of an answer, as part of a document."""

from typing import TypedDict

from faceup.results.certified import Certified


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

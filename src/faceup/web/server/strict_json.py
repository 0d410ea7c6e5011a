"""Reading the JSON that a visitor sent, strictly: what two readers could take for two things is refused."""

import json
import math
from collections import Counter
from typing import Any

from faceup.rules.errors import quoted
from faceup.web.server.guard import Refused

DEEPEST_NESTING = 16  # lists and objects within each other
MOST_DIGITS = 20  # of a whole number; 64 bits have fewer


def read_json(body: bytes) -> Any:
    """The document; raises Refused with status 400."""
    try:
        text = body.decode("utf-8")
        document = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_number,
            parse_constant=_number,
        )
        json.dumps(document, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(400, f"byte {error.start} of the request is no UTF-8") from None
    except UnicodeEncodeError as error:
        raise Refused(400, f"{error.object[error.start]!r} is half a character") from None
    except json.JSONDecodeError as error:
        raise Refused(400, f"the request is no JSON: {error.msg} at character {error.pos}") from None
    except RecursionError:
        raise Refused(400, f"the request is nested too deeply; possible: {DEEPEST_NESTING} levels") from None
    _check_depth(document)
    return document


def _check_depth(document: Any) -> None:
    level = [document]
    for _ in range(DEEPEST_NESTING + 1):
        level = [inner for thing in level if isinstance(thing, dict | list) for inner in _within(thing)]
    if level:
        raise Refused(400, f"the request is nested too deeply; possible: {DEEPEST_NESTING} levels")


def _within(thing: dict[str, Any] | list[Any]) -> list[Any]:
    return list(thing.values()) if isinstance(thing, dict) else thing


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise Refused(400, f"{quoted(twice)} is there twice")
    return members


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise Refused(400, f"a whole number of {len(text):,} digits; possible: 64 bits")
    return int(text)


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise Refused(400, f"{quoted(text)} is no number of JSON")
    return number

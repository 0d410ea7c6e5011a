"""The requests of pages: a model for each, and the error line for a faulty one."""

import json
import re
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    ValidationError,
)
from pydantic_core import PydanticCustomError

from faceup.engines.model.seats import MOST_SEATS
from faceup.rules.errors import LONGEST_QUOTE, quoted
from faceup.web.limits import MOVES

LONGEST_TEXT = 300
LONGEST_LINE = 20_000  # characters of moves in words
NUMBERS = 64  # of a move

Word = Annotated[StrictStr, Field(max_length=64)]
Text = Annotated[StrictStr, Field(max_length=LONGEST_TEXT)]
Whole = Annotated[StrictInt, Field(ge=-(2**63), le=2**63 - 1)]
Count = Annotated[StrictInt, Field(ge=0, le=2**63 - 1)]


def _write_value(value: Any) -> Any:
    """Check a typed value before the types of the union are tried, so that there is one error."""
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise PydanticCustomError("parameter", "a number of 64 bits")
    if not isinstance(value, bool | int | float | str):
        raise PydanticCustomError("parameter", "a number, text, true or false")
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise PydanticCustomError("parameter", "a shorter text")
    return value


def _of_parts(value: Any) -> Any:
    """Check a move before the types of the union are tried, so that there is one error."""
    parts = value if isinstance(value, list) else [value]
    if not all(type(part) in (int, str) for part in parts):
        raise PydanticCustomError("move", "a whole number or a word, or a list of them")
    if not all(isinstance(part, str) or -(2**63) <= part < 2**63 for part in parts):
        raise PydanticCustomError("move", "numbers of 64 bits")
    if any(isinstance(part, str) and len(part) > LONGEST_TEXT for part in parts):
        raise PydanticCustomError("move", "a shorter word")
    return value


NAMED_POLICIES, LOOKING_AHEAD = ("random", "first", "best"), r"^(mcts:[1-9][0-9]{0,3}|ab:[1-9])$"


def _policy(value: Any) -> Any:
    """Check a policy before the types of the union are tried, so that there is one error."""
    if value not in NAMED_POLICIES and not (isinstance(value, str) and re.fullmatch(LOOKING_AHEAD, value)):
        raise PydanticCustomError("policy", "'random', 'first', 'best', 'mcts:N' (N to 9999) or 'ab:D' (D to 9)")
    return value


Written = Annotated[Whole | StrictBool | StrictFloat | Text, BeforeValidator(_write_value)]
Parameters = Annotated[dict[Word, Written], Field(max_length=64)]
Part = Whole | Text
Move = Annotated[Part | Annotated[list[Part], Field(min_length=1, max_length=NUMBERS)], BeforeValidator(_of_parts)]
Moves = Annotated[list[Move], Field(max_length=MOVES)]
LookingAhead = Annotated[
    str,
    Field(
        pattern=LOOKING_AHEAD,
        description="tree search, with so many playouts for each decision, or alpha-beta, so many moves ahead",
    ),
]
Policy = Annotated[Literal["random", "first", "best"] | LookingAhead, BeforeValidator(_policy)]
SolvedPolicy = Literal["best", "worst", "random", "first"]
Policies = Annotated[
    list[Policy],
    Field(
        max_length=MOST_SEATS,
        description="one for all, or one for each seat; with none best play, or random play if that takes too long",
    ),
]
Seats = Annotated[
    list[Word], Field(min_length=2, max_length=MOST_SEATS, description="the last is for all that follow, too")
]
Values = Annotated[StrictBool, Field(description="whether moves and the position get their values")]


class Message(BaseModel):
    """A model with exactly the named fields."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


# The requests of pages.


After = Annotated[
    StrictStr, Field(max_length=LONGEST_LINE, description="moves from the start, as numbers or as the game says them")
]


Position = Annotated[
    StrictStr,
    Field(
        max_length=LONGEST_LINE, description="the start of the game, as its rules read it; by default that of the rules"
    ),
]


Deal = Annotated[StrictStr, Field(max_length=2_000, description="the deck of a solitaire game, as its rules read it")]


class Solve(Message):
    parameters: Parameters = {}
    after: After = ""


class Play(Message):
    parameters: Parameters = {}
    moves: Moves = []
    after: After = ""
    position: Position = ""
    seats: Seats = ["person", "best"]
    seed: Count = 0
    values: Values = True
    go_on: Annotated[StrictBool, Field(description="whether computers and chance move until a person is to")] = True
    most: Annotated[StrictInt | None, Field(ge=1, description="the most moves that they make; by default all")] = None
    solve: Annotated[StrictBool, Field(description="whether it is solved first, with all the time there is")] = False


class Load(Message):
    record: Annotated[dict[Word, Any], Field(max_length=64, description="a game that was saved")]
    values: Values = True


class Review(Message):
    parameters: Parameters = {}
    moves: Moves = []
    position: Position = ""
    seats: Seats = ["person", "person"]
    seed: Annotated[Count, Field(description="of what others did, where something is hidden")] = 0


class Strategy(Message):
    parameters: Parameters = {}
    after: After = ""
    player: Annotated[
        StrictInt | None,
        Field(ge=0, lt=MOST_SEATS, description="whose decisions, against whatever others do; else all"),
    ] = None
    reach: Annotated[
        Literal["one", "best", "all"] | None,
        Field(description="positions met with one best move in each, with all best moves, or all; by default chosen"),
    ] = None


class Outcomes(Message):
    parameters: Parameters = {}
    after: After = ""
    policies: Annotated[list[SolvedPolicy], Field(min_length=1, max_length=MOST_SEATS)] = ["best"]


class Smaller(Message):
    parameters: Parameters = {}
    question: Annotated[Literal["solve", "strategy", "outcomes"], Field(description="which takes too much")] = "solve"


class Replay(Message):
    parameters: Parameters = {}
    seed: Count = 0
    number: Annotated[Count, Field(description="of the game")] = 0
    deal: Deal = ""
    policies: Policies = ["random"]


class Simulate(Message):
    parameters: Parameters = {}
    games: Annotated[Count, Field(ge=1)] = 100_000
    seed: Count = 0
    policies: Policies = ["random"]
    confidence: Annotated[StrictFloat, Field(gt=0, lt=1)] = 0.95


class Tournament(Message):
    parameters: Parameters = {}
    games: Annotated[Count, Field(ge=1, description="of each seating")] = 1_000
    seed: Count = 0
    policies: Annotated[
        list[Policy], Field(min_length=2, max_length=MOST_SEATS, description="each plays each from every seat")
    ] = ["best", "random"]
    confidence: Annotated[StrictFloat, Field(gt=0, lt=1)] = 0.95


class Setup(Message):
    parameters: Parameters = {}
    position: Position = ""
    moves: Moves = []


class Puzzle(Message):
    day: Annotated[Word, Field(description="a date, as 2026-11-28; else today by the clock of Greenwich")] = ""
    move: Annotated[Move | None, Field(description="that was picked")] = None
    answer: Annotated[StrictBool, Field(description="whether the answer is wanted")] = False


class Side(Message):
    game: Word
    parameters: Parameters = {}


class Same(Message):
    first: Side
    second: Side


REQUESTS: dict[str, type[Message]] = {
    "solve": Solve,
    "play": Play,
    "load": Load,
    "setup": Setup,
    "review": Review,
    "strategy": Strategy,
    "outcomes": Outcomes,
    "smaller": Smaller,
    "replay": Replay,
    "simulate": Simulate,
    "tournament": Tournament,
    "same": Same,
    "puzzle": Puzzle,
}
ABOUT_NO_GAME = ("same", "puzzle")  # whose address names none
LINE_BY_LINE = ("simulate", "tournament")  # whose answers come while they are at work


def refusal(error: ValidationError) -> str:
    """The first fault of a request, in one line that quotes it and says what is possible."""
    first = error.errors(include_url=False)[0]
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"])
    place = repr(place.removeprefix(".").removesuffix(".[key]"))[1:-1][:LONGEST_QUOTE] or "the request"
    kind, bounds = first["type"], first.get("ctx", {})
    if kind == "missing":
        return f"{place} is missing"
    if kind == "extra_forbidden":
        return f"{place} is not a field here"
    if kind in ("too_long", "too_short"):
        return f"{place} has {len(first['input']):,} entries; possible: {POSSIBLE[kind].format(**bounds)}"
    possible = POSSIBLE[kind].format(**bounds) if kind in POSSIBLE else first["msg"].replace("Input should be ", "")
    value = first["input"]
    quote = json.dumps(value) if value is None or isinstance(value, bool) else quoted(value)
    return f"{place} {quote}; possible: {possible}"


POSSIBLE = {
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "string_type": "text",
    "string_too_long": "up to {max_length} characters",
    "list_type": "a list",
    "dict_type": "an object of names and values",
    "model_type": "an object of names and values",
    "too_long": "at most {max_length:,}",
    "too_short": "at least {min_length:,}",
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than": "less than {lt}",
    "less_than_equal": "at most {le}",
}

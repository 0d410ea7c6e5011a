"""What pages get: one model for each document, from which the description of the API is made."""

from typing import Annotated, Any, Literal

from pydantic import Field, StrictFloat, StrictInt

from faceup.web.answers.requests import Message

Number = StrictInt | StrictFloat
Written = dict[str, int | bool | str]
Players = Annotated[list[str], Field(min_length=1, max_length=2, description="their names, player 0 first")]


class Value(Message):
    """A number from player 0's point of view, with its certainty."""

    value: Number | None
    low: Number | None
    high: Number | None
    how: Literal["exact", "bounded", "sampled", "stopped"]
    exact: str | None
    text: str


class Item(Message):
    text: str
    move: int | None
    owner: int | None


class Zone(Message):
    kind: Literal["board", "cards", "pile", "heap", "number"]
    label: str
    rows: list[list[Item]]
    choices: bool


class Scene(Message):
    """A position as things to look at."""

    zones: list[Zone]
    text: str
    more: Annotated[str, Field(description="what of the text is not drawn")]


class Step(Message):
    """A move that was made."""

    turn: Literal[0, 1, -1]
    move: int
    word: str
    who: str


class LegalMove(Message):
    """A move that may be made, or an outcome of chance; what it is worth where values were asked for."""

    move: int
    word: str
    value: Value | None
    outcome: Literal["win", "draw", "loss"] | None
    best: bool | None
    share: Number | None
    odds: str | None


class Result(Message):
    payoff: Number
    text: str
    you: Literal["win", "draw", "loss", "no win", "number"] | None
    proved: bool


class Position(Message):
    """A game in progress."""

    game: str
    parameters: Written
    moves: list[int]
    seats: list[str]
    seed: int
    history: list[Step]
    players: Players
    added: int
    frames: list[Scene]
    scene: Scene
    turn: Literal[0, 1, -1, -2]
    who: str
    person: bool
    over: bool
    result: Result | None
    gained: Number
    legal: list[LegalMove]
    value: Value | None
    says: str
    unknown: str | None
    note: Annotated[str | None, Field(description="who plays instead of a computer that has no values, and why")]
    line: list[str]
    record: dict[str, Any]


class Judged(Message):
    """A move that was made, and what it threw away."""

    number: int
    turn: Literal[0, 1, -1]
    who: str
    word: str
    before: Value
    after: Value
    lost: Annotated[Number, Field(ge=0)]
    luck: Number | None
    best: list[str]
    text: str


class Reviewed(Message):
    rows: list[Judged]
    players: Players
    lost: Annotated[list[Number], Field(min_length=2, max_length=2)]


class NamedMove(Message):
    move: int
    word: str


class Solved(Message):
    """A game solved, or all deals of a patience played, which alone has ``win`` and ``histogram``."""

    value: Value
    says: str
    best: list[NamedMove]
    line: list[str]
    states: int
    seconds: Number
    engine: str
    win: Value | None
    histogram: list[tuple[Number, Number]] | None


class StrategyRow(Message):
    key: list[int]
    shown: list[str]
    moves: list[int]
    words: list[str]
    sure: bool


class Part(Message):
    low: int
    words: list[str]


class Line(Message):
    ranges: list[tuple[int, int]]
    parts: list[Part]


class StrategyTable(Message):
    """The policy as a table that a person can use."""

    title: str
    value: Value
    quantities: list[str]
    columns: list[str]
    sets: list[str]
    rows: list[StrategyRow]
    rows_left_out: int
    lines: list[Line]
    lines_left_out: int
    thresholds: list[int | None] | None
    steps: list[Any]
    move: str | None
    text: list[str]
    players: Players
    seconds: Number


class ReplayStep(Message):
    number: int
    what: str
    quiet: bool
    scene: Scene


class Ending(Message):
    """How a numbered game ended: a patience with a score, unless it never ends; a game with a payoff."""

    text: str
    score: Number | None = None
    won: bool | None = None
    endless: bool | None = None
    steps_taken: int | None = None
    payoff: Number | None = None
    moves: int | None = None


class Replayed(Message):
    """One numbered game, step by step."""

    game: str
    parameters: Written
    seed: int
    number: int
    start: Scene
    steps: list[ReplayStep]
    result: Ending
    left_out: int


class KeptGame(Message):
    number: int
    length: int
    score: Number


class Sample(Message):
    """A simulation as far as it has come; the last line has ``done``."""

    games: int
    wins: int
    win_rate: Value
    mean: Value
    length: Value
    histogram: list[tuple[Number, int]]
    step: Annotated[Number, Field(description="how many whole scores are under one in the histogram")]
    players: list[str]
    seconds: Number
    games_per_second: Number
    seed: int
    confidence: Number
    done: bool
    kept: dict[str, list[KeptGame]]
    unfinished: int
    endless: int
    duel: bool
    draw_rate: Value | None
    loss_rate: Value | None
    engine: str


class Square(Message):
    square: str
    card: str


class Sameness(Message):
    """Whether two games are one but for names, and the renaming."""

    same: bool
    names_kept: bool
    text: list[str]
    board: list[list[Square]] | None
    moves: list[tuple[str, str]]
    first: str
    second: str


class Parameter(Message):
    """A parameter with its default; ``least`` to ``most`` is where a slider may go."""

    name: str
    kind: Literal["number", "yes-no", "cards"]
    value: int | bool | str | None
    least: int | None
    most: int | None


class PublishedResult(Message):
    text: str
    source: str


class GameAbout(Message):
    name: str
    title: str
    kind: Literal["game", "patience"]
    rules: str
    parameters: list[Parameter]
    published: list[PublishedResult]


class Library(Message):
    """The games that are served, and what one visitor may ask for."""

    games: list[GameAbout]
    limits: dict[str, Number]


class Failure(Message):
    """What went wrong, in one line for people."""

    error: str


REPLIES: dict[str, type[Message]] = {
    "solve": Solved,
    "play": Position,
    "load": Position,
    "review": Reviewed,
    "strategy": StrategyTable,
    "replay": Replayed,
    "simulate": Sample,
    "same": Sameness,
}

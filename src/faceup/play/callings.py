"""What players are called: you and the computer, if one person plays and the rules have no names for them."""

from collections.abc import Sequence
from dataclasses import replace

from faceup.results.scene.things import Item, Scene, Zone
from faceup.results.sentences.words import capital
from faceup.rules import names

PERSON = "person"
LOOKS_AHEAD = "mcts:1000"
SEAT_KINDS = {  # who may sit at a table, as pages offer them
    PERSON: "You",
    "best": "Computer: perfect play",
    "slips:0.1": "Computer: 10% mistakes",
    "slips:0.25": "Computer: 25% mistakes",
    "mcts:100": "Computer: looks ahead (easy)",
    LOOKS_AHEAD: "Computer: looks ahead (medium)",
    "mcts:10000": "Computer: looks ahead (hard)",
    "ab:2": "Computer: looks two moves ahead",
    "ab:4": "Computer: looks four moves ahead",
    "random": "Computer: random",
}
NEED_VALUES = "best", "slips"
MEN = {"cross": "crosses", "nought": "noughts"}
COMPUTER = "the computer"
TWO = tuple(map(names.seat_name, (0, 1)))
ALONE = "the player"


def callings(players: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    """From names of players to what one person reads; empty if they keep their names."""
    persons = [seat for seat, who in enumerate(seats) if who == PERSON]
    if players[:1] == (ALONE,) and persons[:1] == [0]:
        person = 0
    elif tuple(players) == TWO and len(persons) == 1:
        (person,) = persons
    else:
        return {}
    return {name: "you" if seat == person else COMPUTER for seat, name in enumerate(players)}


def short_name(name: str) -> str:
    """``first`` for ``the first player``, and the number alone of a seat that has no ordinal."""
    return names.short_name(name).removeprefix("player number ")


def who_sits(seats: Sequence[str], valued: bool | None) -> list[str]:
    """``you`` or ``computer: perfect play`` for each seat; ``valued`` says whether computers have the values that they
    play by, None if that is not known yet.
    """

    def words(seat: str) -> str:
        if seat == PERSON:
            return "you" if seats.count(PERSON) == 1 else "a person"
        needs = seat.startswith(NEED_VALUES)
        kind = LOOKS_AHEAD if needs and valued is False else seat
        unsure = " if solved in time, else looks ahead" if needs and valued is None else ""
        return SEAT_KINDS.get(kind, kind).lower() + unsure

    return [*map(words, seats)]


def seats_sentence(players: Sequence[str], who: Sequence[str], scene: Scene) -> str:
    """``You (first, black) vs computer (second, white): perfect play``."""
    board = next((zone for zone in scene.zones if zone.kind == "board"), None)

    def seat_words(seat: int, name: str) -> str:
        owner = board.owners[seat] if board and seat < len(board.owners) else ""
        colour = board.edges[seat] if board and seat < len(board.edges) else MEN.get(owner, owner.partition(" ")[0])
        sits, colon, how = who[seat].partition(": ")
        return f"{sits} ({', '.join(filter(None, (short_name(name), colour)))}){colon}{how}"

    return capital(" vs ".join(seat_words(seat, name) for seat, name in enumerate(players)))


def scene_called(scene: Scene, players: Sequence[str], seats: Sequence[str]) -> Scene:
    """The scene with what belongs to players under their callings, with ``(you)`` if the one person keeps a name."""
    called = callings(players, seats)
    persons = [name.lower() for name, who in zip(players, seats, strict=False) if who == PERSON and not called]
    if not called and len(persons) != 1:
        return scene
    short = {short_name(name).lower(): short_name(calling) for name, calling in called.items()}  # as fields are named

    def item_called(item: Item) -> Item:
        return item._replace(by=called.get(item.by) or short.get(item.by.lower(), item.by)) if item.by else item

    def zone_called(zone: Zone) -> Zone:
        rows = tuple(tuple(map(item_called, row)) for row in zone.rows)
        yours = " (you)" if [zone.label.lower()] == persons else ""
        return replace(zone, label=short.get(zone.label.lower(), zone.label) + yours, rows=rows)

    return replace(scene, zones=tuple(map(zone_called, scene.zones)))

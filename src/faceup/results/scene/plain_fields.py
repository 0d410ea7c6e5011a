"""What plain fields of a state are, told by what the moves of a few plays do to them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from faceup.results.scene.field_owners import leads_of, outcomes_in
from faceup.results.scene.moves_in_fields import NOT_YET, fields_of_moves, say_more, words_of_choices, yes_or_no
from faceup.results.scene.positions_met import FEWEST, UNSET, positions_met
from faceup.rules.boards import board_of
from faceup.rules.contract import OVER, Game
from faceup.rules.fields import MOVER, Field, Heap, field_kinds, fields_of, item_kind
from faceup.rules.parameters import Cards
from faceup.rules.rows import Row

LARGEST_HEAP = 60
PHASES = {"phase", "stage", "choose"}  # names of numbers that say which kind of move comes next
OF_PHASES = "ing", "ed", "over", "done"  # ends of names of numbers that say whether a die rolls, or the game is over
LEAST_CODE = 100  # the largest step of a number that packs a position
CODE_STEPS = 50  # times the smallest step, which the largest of a code is at least
LEAST_BITS = 4  # the least number of which a set of bits can be told from a heap
Place = tuple[str, int]  # a field, and the place in its row


class PlainNumbers(NamedTuple):
    """The names of fields of whole numbers that are heaps, that say whose turn it is, that pack a position, and that
    are rows with a place for each player; those that hold nothing at first, with the number that stands for this; and
    the words of those that hold a move by another number; and those that say by how much the first of two players
    leads, with the names of these.
    """

    heaps: frozenset[str] = frozenset()
    turns: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    by_seat: frozenset[str] = frozenset()
    unset: Mapping[str, int | Row] = MappingProxyType({})
    words: Mapping[str, Mapping[int, str]] = MappingProxyType({})
    leads: Mapping[str, tuple[str, str]] = MappingProxyType({})

    def tell(self, field: Field) -> bool:
        """Whether a field means something to a person who looks at the position, as all but some do."""
        code = type(field.value) is int and field.name in self.codes
        return not code and field.name not in self.turns and self.unset.get(field.name) != field.value

    def in_words(self, field: Field) -> Field:
        """The field with the word of the move that it holds, or with the player who leads."""
        if field.name in self.leads and field.value:
            return field._replace(value=f"{abs(field.value)} for {self.leads[field.name][field.value < 0]}")
        words, none = self.words.get(field.name), self.unset.get(field.name)
        if words is None or field.value == none:
            return field
        if isinstance(field.value, tuple) and isinstance(none, tuple):
            return field._replace(value=tuple(words.get(n, NOT_YET if n in none else n) for n in field.value))
        return field._replace(value=words.get(field.value, field.value) if type(field.value) is int else field.value)

    def annotate_heaps(self, fields: Sequence[Field]) -> list[Field]:
        """The fields with heaps annotated as such."""
        return [field._replace(kind=_as_heap(field.kind)) if field.name in self.heaps else field for field in fields]


def _as_heap(kind: Any) -> Any:
    return Heap if kind is int else tuple[Heap, ...]


class Seen(NamedTuple):
    """A position: whose turn it is, and its numbers."""

    turn: int
    numbers: Mapping[Place, int]


class Step(NamedTuple):
    """A position of the play, and those after each of its moves."""

    before: Seen
    after: Sequence[Seen]


def plain_numbers(game: Game) -> PlainNumbers:
    """What the plain numbers of a game are, as far as two plays show it; nothing of those on a board."""
    on_board = board_of(game) is not None or getattr(type(game), "track", None) is not None
    return PlainNumbers() if on_board else _by_plays(game)


@lru_cache(maxsize=64)
def _by_plays(game: Game) -> PlainNumbers:
    kinds = field_kinds(type(game.start()))
    names = [name for name in game.start()._fields if _is_plain(kinds.get(name)) and name != MOVER]
    steps = _steps(game, names)
    if not steps:
        return PlainNumbers()
    decisions = [step for step in steps if step.before.turn >= 0]
    flags = {name for name, kind in kinds.items() if kind is bool}
    phases = {name for name, kind in kinds.items() if name in flags or name.endswith(OF_PHASES)}
    turns = _turns([seen for step in steps for seen in (step.before, *step.after)], phases) | _phases_in_words(game)
    told = type(game).show is not Game.show  # in words, of which nothing is left out
    turns_left_out = frozenset() if told else turns
    said = {name: of_moves for name, of_moves in fields_of_moves(game).items() if kinds.get(name) is int}
    chosen = words_of_choices(game, [name for name in names if int in (kinds.get(name), item_kind(kinds.get(name)))])
    words = {**said, **chosen}
    unset = _unset([seen for step in steps for seen in (step.before, *step.after)])
    dealt = [name for name in names if kinds.get(name) is int and (some := outcomes_in(game, name)) and 0 not in some]
    begun = {name: getattr(game.start(), name) for name in (*words, *dealt)}
    unset |= {
        name: none
        for name, none in begun.items()
        if isinstance(none, tuple) or (none in (0, UNSET) and none not in words.get(name, ()))
    }
    spoken = {name: yes_or_no(name, of_name) for name, of_name in words.items() if say_more(of_name)}
    leads = leads_of(game, names)
    if len(decisions) < FEWEST:
        return PlainNumbers(turns=turns_left_out, unset=unset, words=spoken, leads=leads)
    heaps = _heaps(steps, decisions, flags) - turns
    codes = _codes(decisions)
    start = game.start()  # the other player's number is packed alike
    packed = {number for name in codes if type(number := getattr(start, name)) is int and number >= LEAST_CODE}
    codes |= {name for name in names if getattr(start, name) in packed}
    hands = [name for name, kind in kinds.items() if item_kind(kind) is Cards]
    by_seat = _by_seat(decisions) | _by_seat([step for step in _steps(game, hands) if step.before.turn >= 0])
    return PlainNumbers(heaps, turns_left_out, codes - heaps - turns, by_seat, unset, spoken, leads)


def _phases_in_words(game: Game) -> frozenset[str]:
    """The fields with one word whenever a player decides, and other words when chance does or the game is over."""
    decided, others = dict[str, set[str]](), dict[str, set[str]]()
    for met in positions_met(game):
        for turn, state in ((met.turn, met.state), *zip(met.turns, met.after.values(), strict=True)):
            for field in fields_of(state):
                if isinstance(field.value, str):
                    (decided if turn >= 0 else others).setdefault(field.name, set()).add(field.value)
    one_word = {name for name, words in decided.items() if len(words) == 1}
    return frozenset(name for name in one_word if others.get(name, set()) - decided[name])


def _is_plain(kind: Any) -> bool:
    return kind in (int, bool) or item_kind(kind) is int


def _steps(game: Game, names: Sequence[str]) -> list[Step]:
    """The steps of a few plays, with the numbers in the fields of these names."""
    return [
        Step(
            _observation(met.turn, met.state, names),
            [_observation(*each, names) for each in zip(met.turns, met.after.values(), strict=True)],
        )
        for met in positions_met(game)
    ]


def _observation(turn: int, state: Any, names: Sequence[str]) -> Seen:
    rows = {name: value if isinstance(value := getattr(state, name), tuple) else (value,) for name in names}
    return Seen(turn, {(name, k): number for name, row in rows.items() for k, number in enumerate(row)})


def _turns(positions: Sequence[Seen], phases: Collection[str]) -> frozenset[str]:
    """The fields with the player to move, and those of ``phases``, or with such a name, that say no more than whether
    chance is to move, or whether the game is over.
    """
    found = set()
    for place in positions[0].numbers:
        pairs = {(seen.turn, seen.numbers.get(place)) for seen in positions if seen.turn != OVER}
        decided = {pair for pair in pairs if pair[0] >= 0}
        is_turn = len(decided) > 1 and all(turn == number for turn, number in decided)
        values, others = ({number for _, number in some} for some in (decided, pairs - decided))
        is_flag = place[0] in phases and len(values) == len(others) == 1 and values | others == {0, 1}
        is_phase = place[0] in PHASES and len(values) == 1 and others and values.isdisjoint(others)
        ended = {seen.numbers.get(place) for seen in positions if seen.turn == OVER}
        says_over = place[0] in phases and values | others == {0} and ended == {1}
        if is_turn or is_flag or is_phase or says_over:
            found.add(place[0])
    return frozenset(found)


def _unset(positions: Sequence[Seen]) -> dict[str, Any]:
    """The fields that are -1 at the start, and else 0 or more: they hold something from some move on."""
    start, lowest = positions[0].numbers, Counter[str]()
    for seen in positions:
        for (name, _), number in seen.numbers.items():
            lowest[name] = min(lowest[name], number)
    return {name: UNSET for (name, _), number in start.items() if number == lowest[name] == UNSET}


def _by_seat(decisions: Sequence[Step]) -> frozenset[str]:
    """The rows in which all players who move change their own place, and never another."""
    seats = {step.before.turn for step in decisions}
    changed = set[tuple[str, int, int]]()  # a row, who moves, and the place that changes
    for step in decisions:
        for place, number in step.before.numbers.items():
            if any(after.numbers.get(place) != number for after in step.after):
                changed.add((place[0], step.before.turn, place[1]))
    lengths = Counter(name for name, _ in decisions[0].before.numbers)
    rows = {name for name, length in lengths.items() if length == len(seats) > 1}
    return frozenset(
        name for name in rows if {pair[1:] for pair in changed if pair[0] == name} == {(k, k) for k in seats}
    )


def _heaps(steps: Sequence[Step], decisions: Sequence[Step], flags: Collection[str]) -> frozenset[str]:
    """The fields that nothing raises, if every move lowers one of them, and no two moves to the same numbers."""
    changes = [(step.before.numbers, after.numbers) for step in steps for after in step.after]
    lowered = {place for before, after in changes for place, number in before.items() if after.get(place, 0) < number}
    names = {name for name, _ in lowered if name not in flags}
    for before, after in changes:
        fixed = before.keys() == after.keys()
        names -= {name for (name, k), number in after.items() if not fixed or not 0 <= number <= before[name, k]}
        names -= {name for (name, _), number in before.items() if number > LARGEST_HEAP}
    names = {name for name in names if not _are_bits(changes, name)}

    def heaps_of(seen: Seen) -> tuple[int, ...]:
        return tuple(number for (name, _), number in seen.numbers.items() if name in names)

    for step in decisions:
        rests = [*map(heaps_of, step.after)]
        if heaps_of(step.before) in rests or len({*rests}) < len(rests):
            return frozenset()
    return frozenset(names) if any(len(step.after) > 1 for step in decisions) else frozenset()


def _are_bits(changes: Sequence[tuple[Mapping[Place, int], Mapping[Place, int]]], name: str) -> bool:
    """Whether a number loses bits, and never gains one: a set, packed into a number."""
    pairs = [(before[place], after[place]) for before, after in changes for place in before if place[0] == name]
    return max(before for before, _ in pairs) >= LEAST_BITS and all(after & ~before == 0 for before, after in pairs)


def _codes(decisions: Sequence[Step]) -> frozenset[str]:
    """The fields which one move changes much more than another, in steps with wide gaps between them."""
    found = set()
    for step in decisions:
        for place, number in step.before.numbers.items():
            sizes = {abs(after.numbers.get(place, number) - number) for after in step.after} - {0}
            if sizes and max(sizes) >= max(LEAST_CODE, CODE_STEPS * min(sizes), CODE_STEPS // 10 * len(sizes)):
                found.add(place[0])
    return frozenset(found)

"""What plain fields of a state are, told by what the moves of a few plays do to them."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

from faceup.rules.boards import board_of
from faceup.rules.cards import bits_of, holds
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import MISTAKES
from faceup.rules.facts import facts_of
from faceup.rules.fields import MOVER, Field, Heap, field_kinds, item_kind
from faceup.rules.moves import Move, parts_of
from faceup.rules.names import possessive, seat_name, short_seat_name
from faceup.rules.rows import Row, is_set_kind, members_of
from faceup.rules.texts import move_text, speaks_of_cards, speaks_of_dice

#: of the plays that are looked at, the first move and how far it is to the next: so that not all are the first ones
STRIDES = (0, 7), (0, 11), (1, 5)
STEPS = 24  # of each
MOST_TRIED = 40  # moves in each of its positions


class Met(NamedTuple):
    """A position of a play, whose turn it is, the positions after its moves, and whose turn it is there."""

    state: Any
    turn: int
    after: Mapping[Move, Any]
    turns: tuple[int, ...]


@lru_cache(maxsize=64)
def positions_met(game: Game) -> tuple[Met, ...]:
    """The positions of a few plays, as far as they go without a mistake of the rules."""
    met = []
    for first, stride in STRIDES:
        state = game.start()
        try:
            for number in range(STEPS):
                if (turn := game.turn(state)) == OVER:
                    break
                after = {move: game.play(state, move) for move in islice(game.moves(state), MOST_TRIED)}
                met.append(Met(state, turn, after, tuple(map(game.turn, after.values()))))
                state = [*after.values()][(first + number * stride) % len(after)]
        except MISTAKES:  # told where the position is reached
            continue
    return tuple(met)


FEWEST = 2  # positions that tell anything
LARGEST_HEAP = 60
PHASES = {"phase", "stage", "choose"}  # names of numbers that say which kind of move comes next
GOING_ON = "ing"  # ends the name of a number that says whether a die rolls
LEAST_CODE = 100  # the largest step of a number that packs a position
CODE_STEPS = 50  # times the smallest step, which the largest of a code is at least
UNSET = -1
NOT_YET = "-"  # for a choice in a row that is not made yet
YES_OR_NO = "yes", "no"
LEAST_BITS = 4  # the least number of which a set of bits can be told from a heap
OF_MOVER = ("mine", "theirs"), ("mine", "yours"), ("own", "other")  # names of fields, of which players have one each
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
        """Whether a field means something to a person who looks at the position, as all but some numbers do."""
        number = type(field.value) is int
        return not (number and field.name in self.codes) and self.unset.get(field.name) != field.value

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
        """The fields with heaps annotated as such, without those of the turn."""
        told = [field for field in fields if field.name not in self.turns]
        return [field._replace(kind=_as_heap(field.kind)) if field.name in self.heaps else field for field in told]


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
    kinds = field_kinds(type(game.start()))
    if on_board or not any(map(_is_plain, kinds.values())):
        return PlainNumbers()
    return _by_plays(game)


@lru_cache(maxsize=64)
def _by_plays(game: Game) -> PlainNumbers:
    kinds = field_kinds(type(game.start()))
    names = [name for name in game.start()._fields if _is_plain(kinds.get(name)) and name != MOVER]
    steps = [
        Step(
            _observation(met.turn, met.state, names),
            [_observation(*each, names) for each in zip(met.turns, met.after.values(), strict=True)],
        )
        for met in positions_met(game)
    ]
    if not steps:
        return PlainNumbers()
    decisions = [step for step in steps if step.before.turn >= 0]
    flags = {name for name, kind in kinds.items() if kind is bool}
    phases = {name for name, kind in kinds.items() if name in flags or name.endswith(GOING_ON)}
    turns = _turns([seen for step in steps for seen in (step.before, *step.after)], phases)
    told = type(game).show is not Game.show  # in words, of which nothing is left out
    turns_left_out = frozenset() if told else turns
    said = {name: of_moves for name, of_moves in fields_of_moves(game).items() if kinds.get(name) is int}
    chosen = _words_of_choices(game, [name for name in names if int in (kinds.get(name), item_kind(kinds.get(name)))])
    words = {**said, **chosen}
    unset = _unset([seen for step in steps for seen in (step.before, *step.after)])
    dealt = [name for name in names if kinds.get(name) is int and (some := _outcomes_in(game, name)) and 0 not in some]
    begun = {name: getattr(game.start(), name) for name in (*words, *dealt)}
    unset |= {
        name: none
        for name, none in begun.items()
        if isinstance(none, tuple) or (none in (0, UNSET) and none not in words.get(name, ()))
    }
    spoken = {name: _yes_or_no(name, of_name) for name, of_name in words.items() if _say_more(of_name)}
    leads = _leads(game, names)
    if len(decisions) < FEWEST:
        return PlainNumbers(turns=turns_left_out, unset=unset, words=spoken, leads=leads)
    heaps = _heaps(steps, decisions, flags) - turns
    codes = _codes(decisions)
    start = game.start()  # the other player's number is packed alike
    packed = {number for name in codes if type(number := getattr(start, name)) is int and number >= LEAST_CODE}
    codes |= {name for name in names if getattr(start, name) in packed}
    return PlainNumbers(heaps, turns_left_out, codes - heaps - turns, _by_seat(decisions), unset, spoken, leads)


def _leads(game: Game, names: Collection[str]) -> dict[str, tuple[str, str]]:
    """The numbers that are the payoff at every end of a game of two, of which either is seen to lead on the way, with
    the short names of both.
    """
    met = positions_met(game)
    values = {name: {getattr(after, name) for one in met for after in one.after.values()} for name in names}
    ends = [after for one in met for move, after in one.after.items() if game.turn(after) == OVER]
    if facts_of(game).rewarding or {one.turn for one in met} - {CHANCE} != {0, 1} or not ends:
        return {}
    try:
        payoffs = [game.payoff(end) for end in ends]
    except MISTAKES:
        return {}
    players = short_seat_name(0, game.player_names), short_seat_name(1, game.player_names)
    return {
        name: players
        for name, numbers in values.items()
        if payoffs == [getattr(end, name) for end in ends]
        and all(type(number) is int for number in numbers)
        and min(numbers) < 0 < max(numbers)
    }


def named_by_seats(game: Game, state: Any, fields: Sequence[Field], viewer: int | None = None) -> list[Field]:
    """The fields, where the rules call two of them ``mine`` and ``theirs``, with the names of those whose they are:
    ``Ann``; of what chance deals, ``Ann's card``, and ``own card`` to the ``viewer`` who has it.
    """
    all_names, mover = {*field_kinds(type(game.start()))}, getattr(state, MOVER, OVER)
    pair = next((pair for pair in OF_MOVER if all_names.issuperset(pair)), None)
    turned = pair is not None and _are_of_mover(game, pair)
    if pair is None or (turned and mover not in (0, 1)):
        return list(fields)
    first = int(mover) if turned else 0
    seats, thing = dict(zip(pair, (first, 1 - first), strict=True)), _thing_dealt(game, pair)
    names = {name: short_seat_name(seat, game.player_names) for name, seat in seats.items()}
    if thing:
        whose = {name: possessive(seat_name(seat, game.player_names)) for name, seat in seats.items()}
        names = {
            name: f"{'own' if seats[name] == viewer else owner.removeprefix('the ')} {thing}"
            for name, owner in whose.items()
        }
    if all_names & {*names.values()}:  # which mean something else
        return list(fields)
    return [field._replace(name=names.get(field.name, field.name)) for field in fields]


@lru_cache(maxsize=64)
def _are_of_mover(game: Game, pair: tuple[str, str]) -> bool:
    """Whether the first of these fields is that of the player to move: they change places as the turn passes."""
    mine, theirs = pair
    passed = [
        (met.state, after)
        for met in positions_met(game)
        for after, turn in zip(met.after.values(), met.turns, strict=True)
        if getattr(met.state, MOVER, met.turn) != getattr(after, MOVER, turn)
    ]
    turned = bool(passed) and all(getattr(after, mine) == getattr(before, theirs) for before, after in passed)
    always = all(getattr(before, mine) == getattr(before, theirs) == getattr(after, mine) for before, after in passed)
    return turned and not always


def _thing_dealt(game: Game, names: Iterable[str]) -> str:
    """What each of these fields is if chance deals it, ``card``, ``die`` or ``number``; empty if not all are dealt."""
    if not all(_outcomes_in(game, name) for name in names):
        return ""
    return "card" if speaks_of_cards(game) else "die" if speaks_of_dice(game) else "number"


@lru_cache(maxsize=256)
def _outcomes_in(game: Game, name: str) -> frozenset[Move]:
    """The outcomes of chance, or parts of them, that a field became; empty if chance makes anything else of it."""
    changes = {
        (outcome, getattr(after, name))
        for met in positions_met(game)
        for outcome, after in (met.after.items() if met.turn == CHANCE else ())
        if getattr(met.state, name) != getattr(after, name)
    }
    return frozenset(new for _, new in changes) if all(new in parts_of(one) for one, new in changes) else frozenset()


def _is_plain(kind: Any) -> bool:
    return kind in (int, bool) or item_kind(kind) is int


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


def _words_of_choices(game: Game, names: Sequence[str]) -> Mapping[str, Mapping[int, str]]:
    """The fields that hold the one choice which somebody makes, or a row of each player's choice, with the word of the
    move for each of their numbers.

    Wherever a move changes such a field, all do, each to a number of its own and none to that of the start, which
    stands for no choice yet. A field that goes from one choice to another, as a count does, is none of them, unless
    chance always brings the same number, as of a roll that was chosen.
    """
    start, words, others = game.start(), dict[str, dict[int, str]](), set[str]()
    goes_on = set[tuple[str, int, int]]()  # a field, its number, and what chance makes of that
    for met in positions_met(game):
        for name in names:
            none, old = getattr(start, name), getattr(met.state, name)
            news = {move: getattr(after, name) for move, after in met.after.items()}
            if isinstance(none, tuple):
                if not _are_own_places(none, met.turn, old, news.values()):
                    others.update([name] if any(new not in (old, none) for new in news.values()) else [])
                    continue
                none, old = none[met.turn], old[met.turn]
                news = {move: new[met.turn] for move, new in news.items()}
            changed = {move: new for move, new in news.items() if new != old}
            if all(new == none for new in changed.values()):  # nothing, or a new beginning
                continue
            (later, *more) = {*news.values()}
            if met.turn == CHANCE and old != none and not more:
                goes_on.add((name, old, later))
                continue
            if none not in (0, UNSET) or old != none or len(changed) < len(news) or len({*news.values()}) < len(news):
                others.add(name)
                continue
            if len(news) < FEWEST:  # a move that is the only one tells nothing
                continue
            for move, new in news.items():
                word = move_text(game, met.state, move)
                if words.setdefault(name, {}).setdefault(new, word) != word:
                    others.add(name)
    for name, old, later in goes_on:
        word = words.get(name, {}).get(old, "")
        if not word or words[name].setdefault(later, word) != word:
            others.add(name)
    return {name: of_name for name, of_name in words.items() if name not in others}


def _say_more(words: Mapping[int, str]) -> bool:
    """Whether words tell more than the numbers for which they stand, as ``rolled 4`` for 4 does not."""
    named = all(str(number) in word.split() for number, word in words.items())
    return not named and any(map(_is_no_number, words.values()))


def _are_own_places(start: Row, turn: int, old: Row, news: Iterable[Row]) -> bool:
    """Whether a row that is the same for all at the ``start`` changes in the place of the mover alone."""
    if not (0 <= turn < len(start) and len({*start}) == 1):
        return False
    return all(
        len(new) == len(start) and (*new[:turn], *new[turn + 1 :]) == (*old[:turn], *old[turn + 1 :]) for new in news
    )


def _yes_or_no(name: str, words: Mapping[int, str]) -> Mapping[int, str]:
    """The words of a choice between two moves, of which one gives the field its name: ``swapped yes``, ``swapped no``,
    where ``swapped keep`` would contradict itself.
    """
    said = [word for word in words.values() if name.startswith(word)]
    if len(words) != len(YES_OR_NO) or len(said) != 1:
        return words
    return {number: YES_OR_NO[word not in said] for number, word in words.items()}


def _is_no_number(word: str) -> bool:
    return not word.lstrip("-").isdigit()


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


FEWEST_MOVES = 3  # moves, before a number that is set to them holds them by no accident


@lru_cache(maxsize=64)
def fields_of_moves(game: Game) -> Mapping[str, Mapping[int, str]]:
    """The fields that decisions change by their move, a set by a member or a number to it, with the words of
    the moves that have one word each; a member has the same word in all sets.
    """
    if type(game).say is Game.say:
        return {}
    words: dict[str, dict[int, set[str]]] = {}
    others = set[str]()
    for met in positions_met(game):
        for move, after in met.after.items() if met.turn >= 0 else ():
            for name, kind in field_kinds(type(after)).items():
                if (old := getattr(met.state, name)) == (new := getattr(after, name)):
                    continue
                if type(move) is int and _holds_now(kind, old, new, move):
                    words.setdefault(name, {}).setdefault(move, set()).add(move_text(game, met.state, move))
                else:
                    others.add(name)
    kinds, members = field_kinds(type(game.start())), dict[int, set[str]]()
    found = {name: of_moves for name, of_moves in words.items() if name not in others and len(of_moves) >= FEWEST_MOVES}
    for name, of_moves in found.items():
        for move, of_move in of_moves.items() if is_set_kind(kinds[name]) else ():
            members[move] = members.get(move, set()) | of_move
    return {
        name: {
            move: word
            for move, (word, *more) in (members if is_set_kind(kinds[name]) else of_moves).items()
            if not more
        }
        for name, of_moves in found.items()
    }


def _holds_now(kind: Any, old: Any, new: Any, move: int) -> bool:
    """Whether a set gained or lost the move as a member, or a number became the move."""
    if is_set_kind(kind):
        return move >= 0 and holds(members_of(old) ^ members_of(new), move)
    return kind is int and bool(new == move)


@lru_cache(maxsize=64)
def fields_of_cards(game: Game) -> frozenset[str]:
    """The numbers that are a card, where sets hold cards: each move changes them to itself, a member of a set, or to 0,
    which no set holds. Never of rules that have words for moves, or show the cards.
    """
    if type(game).say is not Game.say or type(game).show is not Game.show or not moves_are_members(game):
        return frozenset()
    kinds, start, met = field_kinds(type(game.start())), game.start(), positions_met(game)
    names = {name for name, kind in kinds.items() if kind is int and name != MOVER and getattr(start, name) == 0}
    sets = [name for name, kind in kinds.items() if is_set_kind(kind)]
    held: dict[str, set[int]] = {name: set() for name in names}
    for one in met:
        cards = [members_of(getattr(one.state, name)) for name in sets]
        for move, after in one.after.items():
            for name in [*held]:
                number = getattr(after, name)
                if number in (0, getattr(one.state, name)):
                    continue
                if number != move or not any(holds(some, number) for some in cards):
                    del held[name]
                else:
                    held[name].add(number)
        if any(holds(some, 0) for some in cards):
            return frozenset()
    return frozenset(name for name, numbers in held.items() if len(numbers) >= FEWEST_MOVES)


@lru_cache(maxsize=64)
def moves_are_members(game: Game) -> bool:
    """Whether a set gains or loses the move of a decision as its member, as a card that is picked or played."""
    return any(
        _holds_now(kind, getattr(met.state, name), getattr(after, name), move)
        for met in positions_met(game)
        for move, after in (met.after.items() if met.turn >= 0 else ())
        for name, kind in field_kinds(type(after)).items()
        if type(move) is int and is_set_kind(kind)
    )


@lru_cache(maxsize=64)
def sets_by_seat(game: Game) -> tuple[str, ...]:
    """The names of the sets, one for each player, in the order of seats: those that gain, or else lose, members by this
    player's moves alone. Empty if a few plays do not tell them so.
    """
    names = [name for name, kind in field_kinds(type(game.start())).items() if is_set_kind(kind)]
    gains, losses = ({name: set[int]() for name in names} for _ in range(2))
    for met in positions_met(game):
        for after in met.after.values() if met.turn >= 0 else ():
            for name in names:
                old, new = members_of(getattr(met.state, name)), members_of(getattr(after, name))
                gains[name] |= {met.turn} if new & ~old else set()
                losses[name] |= {met.turn} if old & ~new else set()
    for seats in (gains, losses):
        if {*names} and sorted(map(sorted, seats.values())) == [[seat] for seat in range(len(names))]:
            return tuple(sorted(names, key=lambda name: min(seats[name])))
    return ()


@lru_cache(maxsize=64)
def hand_of(game: Game, turn: int) -> str:
    """The name of the one set that holds every move of a player wherever that player decides; of several such sets the
    one that never holds anything else; empty if there is none, or more than one.
    """
    decisions = [met for met in positions_met(game) if met.turn == turn and met.after]
    moves = [move for met in decisions for move in met.after]
    if not moves or not all(type(move) is int and move >= 0 for move in moves):
        return ""
    held = {
        name: [
            (members_of(getattr(met.state, name)), bits_of(move for move in met.after if type(move) is int))
            for met in decisions
        ]
        for name, kind in field_kinds(type(game.start())).items()
        if is_set_kind(kind)
    }
    hands = [name for name, pairs in held.items() if all(legal & ~members == 0 for members, legal in pairs)]
    alone = [name for name in hands if all(legal == members for members, legal in held[name])]
    found = hands if len(hands) == 1 else alone
    return found[0] if len(found) == 1 else ""


@lru_cache(maxsize=64)
def sets_are_places(game: Game) -> bool:
    """Whether sets count places of the rules' own: a move without words, a number, changes one member, and another than
    itself. Never of rules that speak of cards.
    """
    if type(game).say is not Game.say or speaks_of_cards(game):
        return False
    changes = (
        (move, members_of(getattr(met.state, name)) ^ members_of(getattr(after, name)))
        for met in positions_met(game)
        for move, after in met.after.items()
        for name, kind in field_kinds(type(after)).items()
        if is_set_kind(kind) and type(move) is int
    )
    return any(changed.bit_count() == 1 and not holds(changed, move) for move, changed in changes)

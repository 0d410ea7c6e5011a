"""Fields that hold moves, with the words of these, as far as a few plays show it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from faceup.results.scene.positions_met import FEWEST, UNSET, positions_met
from faceup.rules.cards import holds
from faceup.rules.contract import CHANCE, Game
from faceup.rules.fields import field_kinds
from faceup.rules.rows import Row, is_set_kind, members_of
from faceup.rules.texts import move_text

NOT_YET = "-"  # for a choice in a row that is not made yet
YES_OR_NO = "yes", "no"
LEAST_VERB = 3  # letters of a word, before a field that is called so is no accident
FEWEST_MOVES = 3  # moves, before a number that is set to them holds them by no accident


def words_of_choices(game: Game, names: Sequence[str]) -> Mapping[str, Mapping[int, str]]:
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


def say_more(words: Mapping[int, str]) -> bool:
    """Whether words tell more than the numbers for which they stand, as ``rolled 4`` for 4 does not."""
    named = all(str(number) in word.split() for number, word in words.items())
    return not named and any(map(is_no_number, words.values()))


def _are_own_places(start: Row, turn: int, old: Row, news: Iterable[Row]) -> bool:
    """Whether a row that is the same for all at the ``start`` changes in the place of the mover alone."""
    if not (0 <= turn < len(start) and len({*start}) == 1):
        return False
    return all(
        len(new) == len(start) and (*new[:turn], *new[turn + 1 :]) == (*old[:turn], *old[turn + 1 :]) for new in news
    )


def yes_or_no(name: str, words: Mapping[int, str]) -> Mapping[int, str]:
    """The words of a choice between two moves, of which one gives the field its name: ``swapped yes``, ``swapped no``,
    where ``swapped keep`` would contradict itself.
    """
    said = [word for word in words.values() if len(word) >= LEAST_VERB and name in (word, *_participles(word))]
    if len(words) != len(YES_OR_NO) or len(said) != 1 or all(word.startswith(said[0]) for word in words.values()):
        return words
    return {number: YES_OR_NO[word not in said] for number, word in words.items()}


def _participles(verb: str) -> tuple[str, ...]:
    """What a field may be called that says whether somebody does this: ``swapped``, ``raised``, ``stays``."""
    return f"{verb}ed", f"{verb}d", f"{verb}{verb[-1]}ed", f"{verb}s"


def is_no_number(word: str) -> bool:
    return not word.lstrip("-").isdigit()


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
                if type(move) is int and holds_now(kind, old, new, move):
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


def holds_now(kind: Any, old: Any, new: Any, move: int) -> bool:
    """Whether a set gained or lost the move as a member, or a number became the move."""
    if is_set_kind(kind):
        return move >= 0 and holds(members_of(old) ^ members_of(new), move)
    return kind is int and bool(new == move)

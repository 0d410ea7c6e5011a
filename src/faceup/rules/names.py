"""Names: what seats are called, and which names a misspelled word may mean."""

import re
from collections.abc import Iterable, Sequence
from math import inf

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
LETTERS_A_SLIP = 3  # one letter of so many may be wrong
SHORTEST = 3  # letters of a part of a name that can be meant alone
BEGINNING = 4  # letters of a name by which it can be meant
BETWEEN = re.compile(r"[\s_-]+")  # the parts of a name


def seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """The name of a seat: from ``names`` if the game has one, else ``the first player`` for seat 0, and so on."""
    if seat < len(names):
        return names[seat]
    return f"the {ORDINALS[seat]} player" if seat < len(ORDINALS) else f"player number {seat + 1}"


def short_seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """The name of a seat in a table: the game's name for it, or ``first``, ``second``."""
    return names[seat] if seat < len(names) else short_name(seat_name(seat))


def short_name(name: str) -> str:
    """``first`` for ``the first player``, where there is little room."""
    return name.removeprefix("the ").removesuffix(" player")


def place_named(word: str, names: Iterable[str]) -> int | None:
    """Return the place of the name that a person means, in any case, by ``second`` or ``the second player``."""
    short = [short_name(name.lower()) for name in names]
    called = short_name(word.lower())
    return short.index(called) if called in short else None


def possessive(who: str) -> str:
    """Return ``your``, ``the first player's``."""
    return "your" if who == "you" else f"{who}'" if who.endswith("s") else f"{who}'s"


def short_possessive(who: str) -> str:
    """Return ``first player's``, as what belongs to a player is called where a label stands."""
    return possessive(who).removeprefix("the ")


def as_player(label: str, names: Sequence[str]) -> str:
    """The label of a field, ``ann``, ``ann did`` or ``worth ann``, with the player's name as the rules write that."""
    called = {who.lower(): who for who in names}
    return " ".join(called.get(word, word) for word in label.split(" "))


def near_names(word: str, names: Iterable[str], most: int = 1) -> list[str]:
    """Return the nearest of the names that differ from a word by a few letters, or have a part or beginning that does.

    >>> near_names("tictactoe", ["nim", "tic-tac-toe"]), near_names("poker", ["kuhn-poker"]), near_names("no", ["nim"])
    (['tic-tac-toe'], ['kuhn-poker'], [])
    >>> near_names("yatzy", ["yahtzee-turn"]), near_names("mastr", ["mastermind"])
    (['yahtzee-turn'], ['mastermind'])
    >>> near_names("golas", ["sides", "goal"])
    ['goal']
    """
    asked = _plain(word)
    spellings = {asked, asked.removesuffix("s") if len(asked) > SHORTEST else asked}
    slips = {
        name: min(_share_of_slips(one, part) for part in _with_parts(_plain(name)) for one in spellings)
        for name in names
        if asked
    }
    near = [name for name, share in slips.items() if share <= 1]
    return sorted(near, key=lambda name: (slips[name], _plain(name)[:1] != asked[:1], name))[:most]


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """The beginning of what is possible: ``did you mean best? ``; empty if no name is near."""
    return "".join(f"did you mean {name}? " for name in near_names(word, names))


def _plain(word: str) -> str:
    return BETWEEN.sub(" ", word.lower()).strip()


def _with_parts(name: str) -> list[str]:
    return [name, *(part for part in name.split() if len(part) >= SHORTEST)]


def _share_of_slips(word: str, name: str) -> float:
    """Return the slips between a word and a name, or a beginning of it, as a share of those allowed; infinite if they
    cannot be that near.

    A slip inserts, leaves out or changes a letter, or swaps two (optimal string alignment distance).
    """
    if len(word) - len(name) > _allowed_slips(word):  # that many letters are missing; so a very long word takes no time
        return inf
    before, row = list[int](), list(range(len(name) + 1))
    for i, letter in enumerate(word, 1):
        above, row, two_above = row, [i], before
        for j, other in enumerate(name, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (letter != other)))
            if i > 1 and j > 1 and letter == name[j - 2] and word[i - 2] == other:
                row[j] = min(row[j], two_above[j - 2] + 1)
        before = above
    ends = [*range(BEGINNING, len(name)), len(name)] if len(word) >= BEGINNING else [len(name)]
    some_alike = [end for end in ends if row[end] < min(len(word), end)]
    return min((row[end] / max(_allowed_slips(word), _allowed_slips(name[:end])) for end in some_alike), default=inf)


def _allowed_slips(word: str) -> int:
    return max(1, len(word) // LETTERS_A_SLIP)

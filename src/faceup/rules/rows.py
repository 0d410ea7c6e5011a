"""Rows of whole numbers in a state: plain tuples, as a board, the pits of a game or a hand of dice."""

#: A field of a state that is a row of whole numbers.
Row = tuple[int, ...]

SHORTEST_PLURAL = 3  # letters: gas and the like are none
OTHER_ENDINGS = ("ss", "us", "is", "ies", "xes", "ches", "shes", "ses", "zes")  # of which an s alone leaves no word
ABSENT = -(2**63)  # in strategies: a place that a row does not have


def replaced(row: Row, place: int, value: int) -> Row:
    """The row with another number at this place, counted from 0, or from -1 backwards. Raises IndexError."""
    changed = list(row)
    changed[place] = value
    return tuple(changed)


def place_name(row: str, place: int) -> str:
    """What a place of a row is called: ``pit 3`` of the row ``pits``; where the plural is no plain one, ``boxes 3``."""
    return f"{singular(row)} {place}"


def singular(row: str) -> str:
    """One thing of a row: ``pit`` of the row ``pits``; the row's name, where the plural is no plain one."""
    plain = len(row) > SHORTEST_PLURAL and row.endswith("s") and not row.endswith(OTHER_ENDINGS)
    return row.removesuffix("s") if plain else row

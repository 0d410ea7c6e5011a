"""Whether two games are one but for names, as pages read it."""

from typing import TypedDict

from faceup.results.answers.sameness import Sameness
from faceup.results.documents.sameness import SamenessDocument, sameness_document
from faceup.show.text.phrases import title
from faceup.show.text.sameness import board_of, keeps_names, sameness_lines
from faceup.show.text.the_rest import nowhere


class SquareDocument(TypedDict):
    square: str
    card: str


class ComparedDocument(SamenessDocument):
    """Whether two games are one but for names, the renaming, and one laid out on the board of the other."""

    names_kept: bool
    first: str
    second: str
    text: list[str]
    moves: list[tuple[str, str]]
    board: list[list[SquareDocument]] | None


def compared_document(sameness: Sameness) -> ComparedDocument:
    return {
        **sameness_document(sameness),
        "names_kept": sameness.renaming is not None and keeps_names(sameness.renaming),
        "first": title(sameness.games[0]),
        "second": title(sameness.games[1]),
        "text": [line for line in sameness_lines(sameness, nowhere) if isinstance(line, str)],
        "moves": _moves(sameness),
        "board": _board(sameness),
    }


def _moves(sameness: Sameness) -> list[tuple[str, str]]:
    """Each move of the first game with what it is called in the second."""
    if sameness.renaming is None:
        return []
    mine, theirs = (words.of(0) for words in sameness.words)
    return [(mine[old], theirs[new]) for old, new in sameness.renaming.players[0].items()]


def _board(sameness: Sameness) -> list[list[SquareDocument]] | None:
    """The moves of one game on the board of the other, where one has a board."""
    owner = next((i for i in (1, 0) if board_of(sameness.games[i])), None)
    if sameness.renaming is None or sameness.renaming.apart or owner is None:
        return None
    renaming = sameness.renaming.players[0]
    there = {new: old for old, new in renaming.items()} if owner else dict(renaming)
    here, away = sameness.words[owner].of(0), sameness.words[1 - owner].of(0)
    rows = board_of(sameness.games[owner]) or ()
    return [[{"square": here[move], "card": away[there[move]]} for move in row if move in there] for row in rows]

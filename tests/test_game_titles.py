"""What games are called, and what they are in a sentence."""

from pathlib import Path

import pytest

from faceup.library.finding import find_class, library_names
from faceup.results.sentences.games import headline, sentence_about, title_and_sentence
from faceup.rules import Game

RULES = '''
from faceup.rules import *

class MyDuel(Game):
    """Two shoot by turns."""
'''


@pytest.mark.parametrize("name", library_names())
def test_every_file_of_the_library_begins_with_a_title_and_a_sentence(name: str) -> None:
    rules_class = find_class(name)
    title, sentence = title_and_sentence(rules_class)
    told = f"{title}: {sentence}"
    assert sentence_about(rules_class).casefold() in (told.casefold(), sentence.casefold())
    assert len(title) <= 40


@pytest.mark.parametrize(
    ("begins", "title", "sentence"),
    [
        ("My duel: one shot each.", "My duel", "One shot each."),
        ("Goes round: who shoots first?", "My duel", "Goes round: who shoots first?"),
        ("", "My duel", "Two shoot by turns."),
    ],
)
def test_a_colon_in_a_file_of_ones_own_ends_a_title_where_it_is_the_name(
    tmp_path: Path, begins: str, title: str, sentence: str
) -> None:
    file = tmp_path / "duel.py"
    file.write_text(f'"""{begins}"""\n{RULES}' if begins else RULES)
    rules_class = find_class(f"{file}:MyDuel")
    assert title_and_sentence(rules_class) == (title, sentence)


def test_a_picture_of_a_game_of_the_library_has_its_title() -> None:
    assert headline(find_class("three-fourteen")()) == "3-14"
    assert headline(find_class("wheel")(sections=5)) == "The wheel of The Price is Right, sections 5"


class Switched(Game):
    """A yes or no, and a number of them."""

    twice: bool = False
    open: bool = True
    heaps: int = 2
    most: int = 3


def test_a_picture_tells_yes_from_one_and_no_from_zero() -> None:
    assert (
        headline(Switched(twice=True, open=False, heaps=1, most=0)) == "Switched, twice: yes, open: no, heaps 1, most 0"
    )

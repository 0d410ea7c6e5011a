"""The library page: every game with its links, its fields, what is published, and its solution."""

import re
from typing import Any

import pytest

from faceup.library.finding import library_names

from ..library import deep
from .boxes import boxes

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@pytest.fixture
def library(page: Any) -> Any:
    page.goto("/")
    page.wait_for_selector(".game")
    return page


def panel(page: Any, name: str) -> Any:
    """The card of a game, with all that it has, opened below its row."""
    card = page.locator("game-card", has=page.locator(f"#game-{name}"))
    before = row_of(page, name)
    card.locator(".opens").click()
    assert row_of(page, name) == before
    assert card.locator(".more").bounding_box()["y"] > card.locator(".game").bounding_box()["y"]
    return card


def row_of(page: Any, name: str) -> list[str]:
    """The games whose cards lie beside that of a game."""
    cards = page.locator(".game")
    tops = [box["top"] for box in boxes(cards)]
    names = [card.get_attribute("id") for card in cards.all()]
    return [other for other, top in zip(names, tops, strict=True) if top == tops[names.index(f"game-{name}")]]


def test_every_game_has_a_panel_with_rules_and_links(library: Any) -> None:
    names = [node.get_attribute("id") for node in library.locator(".game").all()]
    assert sorted(names) == sorted(f"game-{name}" for name in library_names())
    fifteen = panel(library, "fifteen")
    assert "The first to hold a set of cards that sum to the target" in fifteen.inner_text()
    words = [link.inner_text() for link in fifteen.locator(".buttons a").all()]
    assert words == ["Play", "Simulate", "Strategy", "How it ends", "Watch"]
    words = [link.inner_text() for link in panel(library, "one-handed").locator(".buttons a").all()]
    assert words == ["Watch", "Simulate"]


def test_every_game_shows_a_position_of_its_own_and_one_sentence(library: Any) -> None:
    for card in library.locator(".game").all():
        place, drawing = card.locator(".glimpse").bounding_box(), card.locator(".glimpse-drawing").bounding_box()
        assert drawing["width"] <= place["width"], card.get_attribute("id")
        cut = card.locator(".glimpse-cut").count()  # of a large one the upper part is shown, so that it can be read
        assert cut or drawing["height"] <= place["height"], card.get_attribute("id")
        assert card.locator(".cover > p").inner_text().endswith((".", "?"))
    told = library.locator(".game:has(.glimpse .scene):not(:has(.zone))")  # by a sentence in the place of a drawing
    words = ["game-hide-or-run", "game-morra", "game-rock-paper-scissors"]
    assert [card.get_attribute("id") for card in told.all()] == words
    assert library.locator("#game-tic-tac-toe .glimpse .square").count() == 9
    assert library.locator("#game-tic-tac-toe a:visible").all_inner_texts() == ["Tic-tac-toe", "Play"]


def test_games_lie_in_sections_of_their_kind(library: Any) -> None:
    titles = library.locator(".group h2").all_inner_texts()
    assert titles[0] == "Begin with these"
    assert titles[-1] == "Solitaire games without choices"
    for title, name in (("On a board", "othello"), ("Dice and luck", "craps"), ("Hidden cards and moves", "mia")):
        assert library.get_by_role("region", name=title).locator(f"#game-{name}").count() == 1
    assert library.locator(".group .game").count() == len(library_names())


def test_a_deal_of_record_is_watched(library: Any) -> None:
    game = panel(library, "beggar-my-neighbour")
    game.get_by_text(re.compile(r"^\d+ more$")).click()
    game.get_by_role("link", name=re.compile("length 4791")).click()
    library.get_by_role("heading", name="M. Paulhus 1999").wait_for()
    library.get_by_role("button", name="Last").click()
    library.locator(".told", has_text="Step 4,791 of 4,791").wait_for()
    library.locator(".result", has_text="4,791 steps").wait_for()
    assert (
        library.get_by_role("group", name="first, 52 cards")
        .or_(library.get_by_role("group", name="second, 52 cards"))
        .is_visible()
    )
    library.get_by_role("button", name="Next game").click()
    library.get_by_role("heading", name="game 2 (seed 0)").wait_for()
    assert "deal" not in library.url


def test_links_carry_the_parameters(library: Any) -> None:
    fifteen = panel(library, "fifteen")
    fifteen.get_by_label("target", exact=True).fill("14")
    fifteen.get_by_label("low", exact=True).fill("0")
    fifteen.get_by_label("low", exact=True).blur()
    hrefs = [link.get_attribute("href") for link in fifteen.locator(".buttons a").all()]
    assert hrefs[0] == "/play/fifteen?low=0&target=14"
    assert all(href.endswith("?low=0&target=14") for href in hrefs)


def test_a_set_of_cards_is_sent_as_it_is_typed(library: Any) -> None:
    game = panel(library, "high-low")
    game.get_by_role("textbox", name="matthew").fill("1-7,16-33")
    game.get_by_role("textbox", name="matthew").blur()
    assert game.locator(".buttons a").first.get_attribute("href") == "/play/high-low?matthew=1-7,16-33"


def test_published_results_name_their_source(library: Any) -> None:
    text = panel(library, "best-card").inner_text()
    assert "93 92 91 89 87 84 80 72 55" in text
    assert "The Riddler" in text


def test_the_filter_leaves_the_games_that_are_meant(library: Any) -> None:
    library.get_by_label("Find a game").fill("nine squares three")
    shown = [node.get_attribute("id") for node in library.locator(".game:visible").all()]
    assert shown == ["game-tic-tac-toe"]
    assert library.locator("#count").inner_text() == f"1 of {len(library_names())} games"
    library.get_by_label("Find a game").fill("conect for")
    library.get_by_text("near: Connect Four").wait_for()
    assert library.locator("#game-connect-four").is_visible()
    library.get_by_label("Find a game").fill("yatzy")
    library.get_by_text("near: A turn of Yahtzee").wait_for()
    library.get_by_label("Find a game").fill("noughts")
    library.locator("#game-tic-tac-toe").wait_for()
    library.get_by_label("Find a game").fill("backgammon")
    library.get_by_text("No game fits; begin with these:").wait_for()
    assert library.locator(".game:visible").count() == 5
    library.get_by_label("Find a game").fill("poker")
    library.wait_for_url("**/?find=poker")
    library.reload()
    library.locator("#game-kuhn-poker").wait_for()
    assert library.get_by_label("Find a game").input_value() == "poker"
    library.get_by_label("Find a game").fill("")
    assert library.locator(".game:visible").count() == len(library_names())


def test_games_are_chosen_by_who_plays_and_by_what_lies_on_the_table(library: Any) -> None:
    def shown(*kinds: str) -> set[str]:
        for kind in kinds:
            library.get_by_role("button", name=kind, exact=True).click()
        return {node.get_attribute("id").removeprefix("game-") for node in library.locator(".game:visible").all()}

    assert shown("dice") >= {"craps", "dice-alike", "hog", "liars-dice", "mia", "pig", "shut-the-box", "yahtzee-turn"}
    assert shown("one player") == {"dice-alike", "first-orchard", "shut-the-box", "yahtzee-turn"}
    assert library.locator("section", has_text="Begin with these").is_hidden()  # nothing of it fits
    several = {"coin-race", "left-center-right", "secret-heir", "triple-duel", "wheel"}
    assert shown("one player", "three or more", "dice") == several


def test_solve_shows_value_line_and_states(library: Any) -> None:
    fifteen = panel(library, "fifteen")
    fifteen.get_by_role("button", name="Solve").click()
    fifteen.locator(".answer dl").wait_for()
    text = fifteen.locator(".answer").inner_text()
    assert "A draw with best play (exact)." in text
    assert "5,478" in text
    assert "1, 2, 3, 4, 5, 6, 7, 8, 9" in text


def test_solve_says_what_is_wrong_with_the_parameters(library: Any, complaints: list[str]) -> None:
    fifteen = panel(library, "fifteen")
    fifteen.get_by_label("low", exact=True).fill("99")
    fifteen.get_by_role("button", name="Solve").click()
    alert = fifteen.get_by_role("alert")
    alert.wait_for()
    assert "within 0 to 62" in alert.inner_text()
    assert "422" in complaints.pop()


def test_solving_can_be_cancelled(held: set[str], library: Any) -> None:
    held.add("solve")
    fifteen = panel(library, "fifteen")
    fifteen.get_by_role("button", name="Solve").click()
    fifteen.get_by_role("button", name="Cancel").click()
    fifteen.get_by_text("Cancelled.").wait_for()
    assert fifteen.get_by_role("button", name="Solve").is_enabled()


def test_sameness_is_one_link_away(library: Any) -> None:
    link = panel(library, "tic-tac-toe").get_by_role("link", name=re.compile("disguise"))
    assert link.get_attribute("href") == "/same?first=tic-tac-toe&second=fifteen"


def test_the_theme_is_kept(library: Any) -> None:
    def paper() -> str:
        return library.evaluate("getComputedStyle(document.body).backgroundColor")

    light = paper()
    button = library.get_by_role("button", name=re.compile("Colours"))
    button.click()  # light
    assert paper() == light
    button.click()  # dark
    dark = paper()
    assert dark != light
    library.reload()
    library.wait_for_selector(".game")
    assert paper() == dark
    library.get_by_role("button", name="Colours: dark").wait_for()


@pytest.mark.parametrize("look", [{"color_scheme": "dark"}])
def test_a_dark_system_gets_a_dark_page(library: Any) -> None:
    colour = library.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(map(int, re.findall(r"\d+", colour)[:3])) < 60


@pytest.mark.parametrize("look", [deep(PHONE), {"viewport": {"width": 320, "height": 640}}])
def test_nothing_sticks_out_of_a_phone(library: Any) -> None:
    assert library.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cards = boxes(library.locator(".game"))
    assert sum(box["height"] for box in cards) / len(cards) < 220  # three of them fit a screen
    for box in boxes(library.locator("a.button:visible, .opens:visible, header button:visible")):
        assert box["height"] >= 44, box


def test_no_answer_from_the_server_is_said(page: Any, complaints: list[str]) -> None:
    page.route("**/api/games", lambda route: route.abort())
    page.goto("/")
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "faceup serve" in alert.inner_text()
    complaints.clear()


def test_an_address_that_names_no_game_offers_the_nearest(page: Any, complaints: list[str]) -> None:
    """On the same page about it where that has one, below the header of all pages; and says so of any other address."""
    page.goto("/strategy/fiften")
    page.get_by_text("There is no game 'fiften'.").wait_for()
    near = page.locator("#near h3 a")
    near.first.wait_for()
    assert near.first.inner_text() == "Fifteen"
    assert near.first.get_attribute("href") == "/strategy/fifteen"
    assert page.locator("#near .glimpse-drawing").count() == near.count()
    page.goto("/strategy/one-hand")
    one_handed = page.locator("#near h3 a", has_text="One Handed")
    one_handed.wait_for()
    assert one_handed.get_attribute("href") == "/replay/one-handed"
    page.goto("/same/three-fourteen")  # there is the game, and no such page about it
    near.first.wait_for()
    assert near.first.inner_text() == "3-14"
    assert page.locator("#reason").inner_text() == "There is nothing at '/same/three-fourteen'."
    page.goto("/nothing/at/all")
    page.get_by_role("link", name="Same game?").wait_for()
    assert page.locator("#reason").inner_text() == "There is nothing at '/nothing/at/all'."
    assert page.get_by_role("heading", level=1).inner_text() == "Not found"
    near.first.wait_for()
    assert page.locator("#near-title").inner_text() == "Begin with these"
    page.get_by_label("Find a game").fill("poker")
    page.get_by_role("button", name="Search").click()
    page.locator("#game-kuhn-poker").wait_for()
    complaints.clear()  # of the status 404

"""A position set up by hand: squares, cards, numbers and whose turn, what is said of it, and playing from there."""

import re
from typing import Any

import pytest

from ..library import deep

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}


def opened(page: Any, address: str) -> Any:
    page.goto(address)
    page.wait_for_selector("#status")
    return page


def told(page: Any, status: str) -> None:
    page.locator("#status", has_text=status).wait_for()


@pytest.mark.parametrize("look", [{}, deep(PHONE)])
def test_a_piece_is_chosen_and_laid_where_a_square_is_clicked(page: Any) -> None:
    opened(page, "/setup/tic-tac-toe")
    square = page.locator("#setup-board [data-move='4']")
    square.click()
    told(page, "The second player to move")
    nought = page.get_by_role("button", name="nought", exact=True)
    nought.click()
    assert nought.get_attribute("aria-pressed") == "true"
    square.click()
    page.locator("p.soft", has_text="No play from the start leads to this position").wait_for()
    assert square.get_attribute("aria-label") == "b2, nought"
    assert page.evaluate("document.activeElement.dataset.move") == "4"
    square.click()  # what is laid already is taken off
    page.wait_for_url(re.compile("#moves=&position=x%3D-%20o%3D-$"))
    for number in (1, 3):
        page.locator(f"#setup-board [data-move='{number}']").click()
    page.get_by_role("button", name="cross", exact=True).click()
    for number in (0, 4):
        page.locator(f"#setup-board [data-move='{number}']").click()
    page.wait_for_url(re.compile("#moves=&position=x%3D0%2C4%20o%3D1%2C3$"))
    page.get_by_role("button", name="Values").click()
    page.locator(".says", has_text="You win within 1 move with best play (exact).").wait_for()
    assert page.locator(".board").count() == 1
    assert page.locator("#moves [data-move]").count() == 5
    page.get_by_role("button", name="Best line").click()
    page.locator("#line", has_text=": c1").wait_for()
    page.reload()
    page.wait_for_selector("#setup-board")
    assert page.locator("#setup-board .piece").count() == 4
    page.get_by_role("link", name="Play from here").click()
    page.wait_for_selector(".table:not([aria-busy]) #scene .scene")
    assert page.locator("#scene .piece").count() == 4
    assert page.locator("#status").inner_text() == "Your move"


def test_a_game_in_progress_is_changed(page: Any) -> None:
    page.goto("/play/fifteen#moves=5.6&seats=person,person&seed=1")
    page.wait_for_selector("#scene .scene")
    page.get_by_role("button", name="Set up").click()
    page.wait_for_selector("#cards-second")
    second = page.get_by_role("group", name="second")
    assert second.locator("[aria-pressed=true]").all_inner_texts() == ["6"]
    assert second.get_by_label("card 5, now First").count() == 1
    six = page.get_by_role("group", name="first").locator("[data-card='6']")
    before = six.bounding_box()
    six.press("Enter")  # takes it out of the other hand
    told(page, "The first player to move")
    assert six.bounding_box() == before
    assert six.evaluate("one => one === document.activeElement")
    assert second.locator("[aria-pressed=true]").count() == 0
    page.wait_for_url(re.compile("#moves=&position=first%3D5-6%20second%3D-$"))


def test_numbers_are_typed_and_refused_in_one_line(page: Any) -> None:
    opened(page, "/setup/nim#moves=&position=a%3D1%20b%3D2%20c%3D2")
    page.get_by_label("To move", exact=True).select_option("1")
    told(page, "The second player to move")
    page.get_by_label("Heap C", exact=True).fill("-1")
    page.get_by_label("Heap C", exact=True).blur()
    told(page, "Not a position yet")
    assert page.get_by_role("alert").inner_text() == "C has \N{MINUS SIGN}1; possible: 0 and more."
    page.get_by_role("button", name="Starting position").click()
    told(page, "The first player to move")
    assert page.get_by_label("Heap C", exact=True).input_value() == "5"


def test_seeds_are_typed_into_pits_where_they_lie(page: Any) -> None:
    opened(page, "/setup/kalah")
    store, pit = page.get_by_label("store, row 2"), page.get_by_label("pit 3, row 2")
    assert (store.input_value(), pit.input_value()) == ("0", "2")
    assert pit.bounding_box()["x"] < store.bounding_box()["x"]
    pit.fill("5")
    store.fill("1")  # which leaves the pit, and is kept while the server answers
    page.wait_for_url(re.compile("places%3D2%2C2%2C5%2C2%2C0%2C2"))
    store.blur()
    page.wait_for_url(re.compile("places%3D2%2C2%2C5%2C2%2C1%2C2"))
    page.get_by_role("button", name="Clear").click()
    told(page, "Not ready to play yet")
    assert (store.input_value(), pit.input_value()) == ("0", "0")


def test_where_a_game_has_too_many_positions_nobody_says_that_play_comes_there(page: Any) -> None:
    opened(page, "/setup/connect-four")
    note = page.locator("p.soft", has_text="It may be that no game")
    assert note.count() == 0
    page.get_by_role("button", name="d5, empty").click()
    note.wait_for()


def test_where_something_is_hidden_nothing_is_set_up(page: Any, complaints: list[str]) -> None:
    page.goto("/setup/kuhn-poker")
    page.get_by_role("alert").wait_for()
    assert "hides something from its players" in page.get_by_role("alert").inner_text()
    complaints.clear()  # the browser notes that the server refused
    page.goto("/play/kuhn-poker#moves=&seats=best,person&seed=1")
    page.wait_for_selector("#scene .scene")
    assert page.get_by_role("button", name="Set up").count() == 0

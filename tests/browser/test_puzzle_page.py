"""The puzzle of a day: a wrong move and the right one, the answer, other days, and going on in a game."""

from typing import Any

import pytest

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}


def opened(page: Any, address: str) -> Any:
    page.goto(address)
    page.wait_for_selector("#scene .scene")
    return page


def picked(page: Any, move: str, kind: str) -> str:
    page.locator(f"#scene [data-move='{move}']").click()
    page.wait_for_selector(f".verdict-{kind}")
    return str(page.locator(".verdict").inner_text())


def test_a_wrong_move_is_told_why_and_the_right_one_is_found(page: Any) -> None:
    opened(page, "/puzzle?day=2026-11-20")
    assert page.locator("h1").inner_text() == "Puzzle of 20 November 2026"
    assert page.locator("#task").inner_text() == "You are the first player (crosses): find the move that wins."
    assert page.locator("#scene .worth").count() == 0
    told = picked(page, "1", "wrong")
    assert told == "That is not it: b3 threw a win away: now a loss.\n\nb3 loses within 2 moves: b2."
    assert picked(page, "4", "right").startswith("Right: b2 wins within 3 moves, and no other move does.")
    assert page.locator("#scene .worth-win").count() == 1
    page.get_by_role("link", name="Play on from here").click()
    page.wait_for_selector(".table:not([aria-busy]) #scene .scene")
    assert page.locator("#history li strong").all_inner_texts() == ["b1", "c2", "a3", "a2"]
    assert page.locator("#status").inner_text() == "Your move"


def test_a_piece_with_one_move_is_picked_up_first(page: Any) -> None:
    opened(page, "/puzzle?day=2026-10-02")
    for name in ("c3, black disc", "b1, black disc", "c3, black disc"):
        page.get_by_role("button", name=name).click()
        assert page.locator(".chosen").get_attribute("aria-label") == f"{name}, picked up"
    page.get_by_role("button", name="c3, black disc, picked up").click()
    page.locator(".verdict-wrong", has_text="That is not it: c3-off").wait_for()
    assert page.locator(".chosen, .picked").count() == 0
    page.get_by_role("button", name="Show the answer").click()
    page.locator(".verdict", has_text="The answer: b1-b2").wait_for()
    assert "not it" not in page.locator(".verdict").inner_text()
    assert page.locator(".marked-best").count() == 2


@pytest.mark.parametrize("look", [PHONE])
def test_the_answer_and_other_days_are_looked_at(page: Any) -> None:
    page.goto("/")
    page.get_by_role("link", name="The puzzle of the day").click()
    page.get_by_role("heading", name="Puzzle of the day").wait_for()
    page.wait_for_selector("#scene .scene")
    page.get_by_role("link", name="Yesterday's puzzle").click()
    page.get_by_role("link", name="Today's puzzle").wait_for()
    page.get_by_role("button", name="Show the answer").click()
    page.locator(".verdict", has_text="The answer: ").wait_for()
    assert page.get_by_role("button", name="Show the answer").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_day_to_come_is_refused_in_one_line(page: Any, complaints: list[str]) -> None:
    page.goto("/puzzle?day=2999-01-01")
    page.get_by_role("alert").wait_for()
    assert page.get_by_role("alert").inner_text().endswith("is still to come; possible: up to " + today(page))
    complaints.clear()  # the browser notes that the server refused


def today(page: Any) -> str:
    return str(page.evaluate("new Date().toISOString().slice(0, 10)"))

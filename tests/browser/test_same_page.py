"""The page that compares two games: the magic square, relabellings, reasons, and what is refused."""

import re
from typing import Any

import pytest

from faceup.engines.same.isomorphism import same
from faceup.library.finding import find_game
from faceup.results.sentences.sameness import sameness_facts
from faceup.show.text.parts import part_lines

from ..library import deep
from .boxes import boxes

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def opened(page: Any, query: str = "") -> Any:
    page.goto(f"/same{query}")
    page.locator(".verdict").wait_for()
    return page


def verdict(page: Any) -> str:
    return page.locator(".verdict").inner_text()


def square(page: Any) -> dict[int, int]:
    """The card on each square."""
    labels = [card.get_attribute("aria-label") for card in page.locator(".square-place svg").all()]
    found = [re.fullmatch(r"card (\d+) on square ([a-c])([1-3])", label) for label in labels]
    return {3 * (3 - int(match[3])) + "abc".index(match[2]): int(match[1]) for match in found}


def compare(page: Any) -> None:
    page.get_by_role("button", name="Compare").click()
    page.wait_for_selector("form button:not(:disabled)")
    page.locator(".verdict").wait_for()


def test_fifteen_is_tic_tac_toe_on_a_magic_square(page: Any) -> None:
    opened(page)
    assert verdict(page) == "Yes: the same game with the moves renamed."
    cards = square(page)
    found = same(find_game("fifteen", ()), find_game("tic-tac-toe", ()))
    assert cards == {there: card for card, there in found.renaming.players[0].items()}
    faces = page.locator(".square-place svg").all_text_contents()
    assert [int(face) for face in faces] == [cards[k] for k in range(9)]
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    assert {sum(cards[k] for k in line) for line in lines} == {15}
    sums = page.locator(".sums button").all_inner_texts()
    assert sums == [f"{cards[a]} + {cards[b]} + {cards[c]} = 15" for a, b, c in lines]
    text = page.locator("[aria-label=Answer]").inner_text()
    assert "each of the 8 quickest winning sets sums to 15" in text
    assert "5,478 positions, no difference" in text


def test_the_cards_lie_in_rows_and_columns(page: Any) -> None:
    opened(page, "?first=fifteen&second=tic-tac-toe")
    cards = boxes(page.locator(".square-place svg"))
    assert len(cards) == 9
    for k, box in enumerate(cards):
        assert box["x"] == cards[k % 3]["x"]
        assert box["y"] == cards[k // 3 * 3]["y"]
        assert box["height"] > box["width"] > 40


def test_a_line_of_the_square_is_shown(page: Any) -> None:
    opened(page)
    buttons = page.locator(".sums button")
    buttons.nth(7).focus()
    page.keyboard.press("Enter")
    assert buttons.nth(7).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Compare").focus()
    chosen = page.locator(".square-place").evaluate_all(
        "(all) => all.flatMap((place, k) => place.classList.contains('chosen') ? [k] : [])"
    )
    assert chosen == [2, 4, 6]
    buttons.nth(7).click()
    page.mouse.move(2, 2)
    page.get_by_role("button", name="Compare").focus()
    assert page.locator(".chosen").count() == 0


def test_the_other_way_round_it_is_the_same_board(page: Any) -> None:
    opened(page, "?first=tic-tac-toe&second=fifteen")
    assert sorted(square(page).values()) == list(range(1, 10))
    assert page.locator("figcaption").inner_text() == "The moves of fifteen on the board of tic-tac-toe"


def test_heaps_in_another_order_are_relabelled(page: Any) -> None:
    opened(page, "?first=nim&second=nim&second.a=5&second.c=3")
    assert verdict(page) == "Yes: the same game with the moves renamed."
    assert page.locator(".square-board").count() == 0
    rows = page.locator("tbody tr")
    found = same(find_game("nim", ()), find_game("nim", ("a=5", "c=3")))
    mine, theirs = (words.of(0) for words in found.words)
    assert [row.locator("td").all_inner_texts() for row in rows.all()] == [
        [mine[old], theirs[new]] for old, new in found.renaming.players[0].items()
    ]
    assert page.locator("select").nth(1).input_value() == "nim"
    assert page.get_by_label("a", exact=True).nth(1).input_value() == "5"


def test_different_games_have_reasons(page: Any) -> None:
    opened(page, "?first=fifteen&second=nim")
    assert verdict(page) == "No, these are different games."
    lines = list(part_lines(sameness_facts(same(find_game("fifteen", ()), find_game("nim", ()))), 9))
    shown = page.locator("dl.proof dd").inner_text().splitlines()
    assert shown == [line[9:] for line in lines[1:]]
    assert len(shown) > 1
    assert page.locator("dl.proof dt").all_inner_texts() == ["Because"]


def test_games_are_chosen_with_the_keyboard_alone(page: Any) -> None:
    opened(page)
    page.get_by_label("Second game").focus()
    page.keyboard.type("Fif")
    assert page.get_by_label("Second game").input_value() == "fifteen"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "target"
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("14")
    with page.expect_response("**/api/same"):
        page.keyboard.press("Enter")
    page.locator(".verdict", has_text="No, these are different games.").wait_for()
    assert page.url.endswith("/same?first=fifteen&second=fifteen&second.target=14")
    assert "No, these are different games." in page.locator("#announcements").inner_text()


def test_a_game_is_the_same_as_itself(page: Any) -> None:
    opened(page, "?first=fifteen&second=fifteen&first.target=14&second.target=14")
    assert verdict(page) == "Yes: one and the same game."
    assert page.locator("table").count() == 0


def test_refused_parameters_are_said_and_can_be_mended(page: Any, complaints: list[str]) -> None:
    opened(page)
    page.get_by_label("low", exact=True).fill("70")
    page.get_by_role("button", name="Compare").click()
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "within 0 to 62" in alert.inner_text()
    assert page.locator(".verdict").count() == 0  # no answer to another question stays
    assert "422" in complaints.pop()
    page.get_by_label("low", exact=True).fill("1")
    compare(page)
    assert alert.count() == 0


def test_an_unknown_game_is_quoted(page: Any) -> None:
    page.goto("/same?first=chess&second=nim")
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert re.search(r'first game "chess"; possible: .*fifteen', alert.inner_text())


def test_a_comparison_can_be_cancelled(page: Any, held: set[str]) -> None:
    opened(page)
    held.add("same")
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("button", name="Cancel").click()
    page.locator(".busy").wait_for(state="detached")
    assert page.get_by_role("button", name="Compare").is_enabled()
    assert page.get_by_role("alert").count() == 0


@pytest.mark.parametrize("look", [PHONE, deep(PHONE | {"color_scheme": "dark"})])
@pytest.mark.parametrize(
    "query", [deep(""), "?first=nim&second=nim&second.a=5&second.c=3", "?first=nim&second=fifteen"]
)
def test_nothing_sticks_out_of_a_phone(page: Any, query: str) -> None:
    opened(page, query)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for box in boxes(page.locator("button:visible, select:visible, .square-place:visible")):
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360

"""The page about how it ends: figures, the lengths of plays as bars and as a table, policies, and what is refused."""

from typing import Any

import pytest

import faceup
from faceup.results.number_texts import percent
from faceup.results.samples.distribution import Distribution

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def opened(page: Any, address: str) -> Any:
    page.goto(f"/ends/{address}")
    page.locator(".figure-value").first.wait_for()
    return page


def figures(page: Any) -> dict[str, str]:
    """What is told, by its name."""
    names = page.locator(".interval-place h3").all_inner_texts()
    return dict(zip(names, page.locator(".figure-value").all_inner_texts(), strict=True))


def table(page: Any) -> list[list[str]]:
    page.get_by_text("The lengths as a table").click()
    page.locator("details table").wait_for()
    return [row.locator("td").all_inner_texts() for row in page.locator("details tbody tr").all()]


def shown(found: Distribution) -> list[int]:
    """The lengths up to which 999 of 1,000 plays end."""
    last = found.length_within(0.999)
    assert last is not None
    return [length for length in found.lengths if length <= last]


def test_pig_ends_as_the_library_says(page: Any) -> None:
    found = faceup.outcomes(faceup.game("pig", goal=10))
    opened(page, "pig?goal=10")
    told = figures(page)
    assert told["Won by the first player"] == percent(found.won)
    assert told["Median length"] == f"{found.length_within(0.5)} moves and rolls"
    lengths = shown(found)
    assert page.locator(".bar").count() == len(lengths)
    assert [int(row[0]) for row in table(page)] == lengths
    assert "How many moves and rolls a play takes" in page.locator(".picture:visible").get_attribute("aria-label")


def test_a_game_for_one_asks_how_moves_are_chosen_once(page: Any) -> None:
    opened(page, "best-card?hand=3")
    assert page.get_by_label("Moves", exact=True).input_value() == "best"
    assert page.locator(".settings select").count() == 1


@pytest.mark.parametrize("look", [PHONE])
def test_other_policies_are_in_the_address(page: Any) -> None:
    opened(page, "pig?goal=5&policy=random&policy=best")
    found = faceup.outcomes(faceup.game("pig", goal=5), ("random", "best"))
    assert figures(page)["Average moves and rolls"] == f"{found.length.value:.5g}"
    page.get_by_label("The second player plays").select_option("worst")
    page.get_by_role("button", name="Calculate").click()
    page.get_by_role("heading", name="Pig, goal 5: random play against worst play").wait_for()
    assert page.url.endswith("/ends/pig?goal=5&policy=random&policy=worst")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_results_are_a_table_where_it_is_played_for_a_number(page: Any) -> None:
    opened(page, "red-black")
    found = faceup.outcomes(faceup.game("red-black"))
    rows = page.get_by_role("region", name="How often each result comes").locator("tbody tr")
    assert rows.count() == min(40, len(found.histogram))


def test_a_patience_and_what_is_too_large_say_so(page: Any, complaints: list[str]) -> None:
    page.goto("/ends/clock")
    page.get_by_text("plays itself").wait_for()
    page.goto("/ends/pig?goal=5")
    page.locator(".figure-value").first.wait_for()
    page.get_by_label("goal").fill("0")
    page.get_by_role("button", name="Calculate").click()
    page.locator("#error").get_by_text("goal").wait_for()
    complaints.clear()


def test_every_seat_of_a_table_is_told(page: Any) -> None:
    found = faceup.outcomes(faceup.game("coin-race"))
    opened(page, "coin-race")
    page.get_by_text("The first player wins most").wait_for()
    rows = page.locator(".seat-figures tbody tr")
    assert rows.count() == len(found.seats) == 3
    for k, seat in enumerate(found.seats):
        assert percent(seat.win_rate.value) in rows.nth(k).inner_text()
    assert len(found.histogram) == 3
    assert page.get_by_text("How often the players get what").count() == 0  # each seat wins in one way alone


def test_a_game_too_large_offers_smaller_ones(page: Any, complaints: list[str]) -> None:
    page.route(
        "**/outcomes",
        lambda route: (
            route.fulfill(status=504, json={"error": "no answer within 30 seconds", "unfinished": True})
            if '"rows":"4"' in (route.request.post_data or "")
            else route.continue_()
        ),
    )
    page.goto("/ends/hex?rows=4")
    page.get_by_text("Hex is too large to be solved here").wait_for()
    page.get_by_text("Smaller games that are solved").wait_for()
    smaller, random = page.locator(".way-out a").all_inner_texts()
    assert (smaller.split()[0], random) == ("rows", "simulate instead")
    assert page.locator(".way-out a").last.get_attribute("href") == "/simulate/hex?rows=4"
    assert "504" in complaints.pop()
    assert "504" in complaints.pop()  # it was asked once more
    page.get_by_role("link", name=smaller).click()
    page.locator(".figure-value").first.wait_for()
    assert page.locator(".way-out").count() == 0

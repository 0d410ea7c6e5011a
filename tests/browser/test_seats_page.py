"""Tables of several: a whole game of four, persons and computers mixed, and what becomes of every seat in many."""

import re
from typing import Any

import pytest

from faceup.engines.solve.dispatch import solve
from faceup.library.finding import find_game
from faceup.play.session import Session
from faceup.results.number_texts import chance_text

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
CHOICE = "#moves button.choice"
SEATS = "person,best,person,slips:0.25"


def settled(page: Any) -> Any:
    page.wait_for_selector(".table:not([aria-busy])")
    return page


def column(page: Any, place: int) -> list[str]:
    """A column of the table of those who sit there, from the left."""
    cells = page.locator(f".by-seat tbody tr > :nth-child({place})").all_inner_texts()
    return [cell.split("\n")[0].strip() for cell in cells]


@pytest.mark.parametrize("look", [PHONE])
def test_two_persons_and_two_computers_play_a_game_of_four(page: Any, look: dict[str, Any]) -> None:
    page.goto("/play/coin-race?goal=1")
    page.wait_for_selector("#scene .scene")
    settled(page)
    assert page.locator("#setup select").count() == 3
    page.keyboard.press("n")
    page.get_by_label("players").fill("4")
    page.get_by_label("goal").fill("2")
    page.get_by_label("Third player").select_option("person")
    page.get_by_label("Fourth player").select_option("slips:0.25")
    page.get_by_label("Random seed").fill("3")
    page.get_by_role("button", name="Start").click()
    settled(page)
    assert f"seats={SEATS}&seed=3" in page.url
    assert page.locator("#status").inner_text() == "The first player, your move"
    page.keyboard.press("v")
    settled(page)

    game = find_game("coin-race", ("players=4",))
    expected, persons = solve(game), set()
    while not page.locator("#status").inner_text().startswith("The end: "):
        words = page.locator("#history li strong").all_inner_texts()
        session = Session(game, SEATS.split(","), seed=3)
        for word in words:
            session.make(word)
        who = session.who(session.turn)
        persons.add(session.turn)
        assert page.locator("#status").inner_text().lower() == f"{who}, your move"
        assert page.locator(".by-seat .to-move").inner_text().lower().split()[0] in who
        named = page.locator(CHOICE).all_inner_texts()
        after = expected.table.rows(session.state)
        rows = [after[session.move_of(name.split()[0])] for name in named]
        for place, row in enumerate(rows, 2):
            assert column(page, place) == [chance_text(value) for value in row]
        page.locator(CHOICE).last.click()
        settled(page)
    assert persons == {0, 2}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    winner = re.search(r"the (\w+) player wins", page.locator("#status").inner_text())[1]
    names = column(page, 1)
    assert names == ["First", "Second", "Third", "Fourth"]
    assert page.locator(".by-seat tbody td").count() == 0  # the status says who wins
    page.wait_for_selector("#review .seat-totals")
    page.get_by_label("Show every move").check()
    assert page.locator("#review .review-moves tbody tr").count() == page.locator("#history li").count()
    page.reload()
    page.wait_for_selector("#review .seat-totals")
    assert page.locator("#status").inner_text() == f"The end: the {winner} player wins"
    assert page.locator("#setup select").count() == 4


def test_seats_that_were_typed_are_kept_while_playing(page: Any) -> None:
    page.goto("/play/coin-race#moves=&seats=person,person,person&seed=1")
    page.wait_for_selector("#scene .scene")
    page.keyboard.press("n")
    page.get_by_label("players").fill("5")
    page.get_by_label("Fifth player").select_option("random")
    page.keyboard.press("Escape")
    page.locator(CHOICE).first.click()
    settled(page)
    page.keyboard.press("n")
    assert page.get_by_label("Fifth player").input_value() == "random"
    assert page.get_by_label("players").input_value() == "5"


def test_a_simulation_has_a_bar_for_every_seat(page: Any) -> None:
    from playwright.sync_api import expect

    page.goto("/simulate/coin-race?players=4&games=1000&seed=1")
    page.get_by_role("button", name="Start").click()
    page.wait_for_function("() => document.querySelector('.state').textContent.startsWith('Done')")
    assert page.locator(".state").inner_text() == "Done: 1,000 games; the first player won most."
    bars = page.get_by_role("group", name=re.compile("Games won by seat"))
    assert bars.locator(".bar").count() == 4
    assert bars.locator(".whisker").count() == 4
    seats = [re.compile(rf"{seat}\D*[\d.]+%\s+[\d.]+ to [\d.]+%") for seat in ("First", "Second", "Third", "Fourth")]
    expect(page.locator(".results tbody tr")).to_have_text(seats)


def test_seats_choose_in_ways_of_their_own(page: Any) -> None:
    page.goto("/replay/coin-race?players=4&seed=1&game=2")
    page.get_by_text("Some play differently").click()
    page.get_by_label("The fourth player plays").select_option("first")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**policy=best&policy=best&policy=best&policy=first")
    page.get_by_role("button", name="Last").click()
    result = page.locator(".result").inner_text()
    assert re.fullmatch(r"The end: the \w+ player wins, \d+ moves and \d+ moves of chance\.", result)

"""The simulate page: a histogram that grows, figures with their intervals, stopping, and games to watch."""

import re
from typing import Any

import pytest

from faceup.engines.simulate.sampler import simulate
from faceup.library.finding import find_game
from faceup.results.number_texts import percent
from faceup.results.samples.sample import Sample

from ..library import deep
from .boxes import boxes

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DECK = "one-handed?suits=10&ranks=12"  # ten million games take seconds at least, on any machine


def opened(page: Any, address: str) -> Any:
    """The page after the run with which it begins, which is stopped."""
    page.goto(f"/simulate/{address}")
    page.wait_for_selector(".settings button:enabled, .state-line button:enabled")
    page.evaluate("document.querySelector('.state-line button').click()")
    page.wait_for_selector(".settings button[type=submit]:enabled")
    return page


def opened_for_long(page: Any) -> Any:
    opened(page, f"{DECK}&games=1000")
    page.get_by_label("Number of games").fill("10000000")
    return page


def start(page: Any) -> None:
    page.get_by_role("button", name="Start").click()


def state(page: Any) -> str:
    return page.locator(".state").inner_text()


def done(page: Any) -> None:
    page.wait_for_function("() => document.querySelector('.state')?.textContent.startsWith('Done')")


def growing(page: Any) -> int:
    """Waits until something is drawn and the run still goes on; how many games that are."""
    page.wait_for_selector(".bar")
    assert page.get_by_role("button", name="Stop").is_enabled()
    return played(page)


def played(page: Any) -> int:
    return int(page.locator(".progress-text").inner_text().split(" of ")[0].replace(",", ""))


def table(page: Any) -> list[list[str]]:
    """The rows of the histogram as a table."""
    page.get_by_text("The histogram as a table").click()
    page.locator("details table").wait_for()
    return [row.locator("td").all_inner_texts() for row in page.locator("details tbody tr").all()]


def figure(page: Any, name: str) -> str:
    return page.locator(f".interval-place:has(h3:text-is('{name}'))").inner_text()


def expected(name: str, games: int, seed: int = 0, policies: tuple[str, ...] = ("random",)) -> Sample:
    return simulate(find_game(name, ()), games, seed=seed, policies=policies, keep={"wins": 5})


def test_one_handed_is_counted_as_the_engine_counts(page: Any) -> None:
    opened(page, "one-handed?games=20000&seed=1")
    start(page)
    done(page)
    sample = expected("one-handed", 20_000, seed=1)
    assert table(page) == [
        [f"{score:g}", f"{count:,}", percent(count / 20_000)] for score, count in sample.histogram.items()
    ]
    assert page.locator(".bar").count() == len(sample.histogram)
    won = figure(page, "Won")
    assert f"\n{percent(sample.win_rate.value)}\n" in won
    assert f"\n{percent(sample.win_rate.low)} to {percent(sample.win_rate.high)}" in won
    found = page.locator(".results").inner_text()  # only a run that takes a while leaves fainter bars
    assert re.search(r"Bars: intervals at 95% confidence(; fainter ones are of fewer games)?\.", found)
    assert f"{sample.mean.value:.4g}" in figure(page, "Average score")
    lasted = (
        rf"Steps: .* took {sample.shortest}; .*, half within {sample.length_quantile(0.5)}, .* took {sample.longest}\."
    )
    assert re.search(lasted, found)
    assert state(page).startswith("Done: 20,000 games, won ")


def test_the_page_begins_by_itself(page: Any) -> None:
    """With the games of its address, and leaves the focus where it is."""
    page.goto("/simulate/one-handed?games=3000&seed=1")
    done(page)
    assert state(page).startswith("Done: 3,000 games, won ")
    assert page.evaluate("document.activeElement === document.body")


def test_games_that_are_all_the_same_are_one_game_and_another_opponent(page: Any) -> None:
    opened(page, "tic-tac-toe?games=1000")
    start(page)
    done(page)
    same = "Every game is the same: there is no chance in it, and both play perfectly."
    assert page.get_by_text(same).is_visible()
    assert page.get_by_text("A draw after 9 moves.").is_visible()
    assert page.locator(".bar").count() == 0
    page.get_by_role("button", name="Have the second player move at random").click()
    page.wait_for_url("**&policy=best&policy=random")
    done(page)
    assert page.locator(".bar:visible").count() > 0
    assert page.get_by_text(same).count() == 0


def test_bars_are_as_high_as_their_shares(page: Any) -> None:
    opened(page, "fifteen?games=1000&policy=random")
    start(page)
    done(page)
    counts = list(expected("fifteen", 1000).histogram.values())[::-1]
    heights = [float(bar.get_attribute("height")) for bar in page.locator(".bar").all()]
    tallest = max(range(3), key=lambda k: counts[k])
    assert heights == pytest.approx([heights[tallest] * count / counts[tallest] for count in counts], rel=1e-6)
    assert [row[0] for row in table(page)] == ["the first player won", "drawn", "the second player won"]


def test_bars_are_read_with_the_keyboard_and_the_pointer(page: Any) -> None:
    opened(page, "one-handed?games=1000")
    start(page)
    done(page)
    rows = list(expected("one-handed", 1000).histogram.items())
    page.locator(".picture:visible").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    readout = page.locator(".readout:visible")
    assert readout.inner_text().startswith(f"score {rows[2][0]:g}: {rows[2][1]:,} games, ")
    page.locator(".bar").nth(5).hover()
    assert readout.inner_text().startswith(f"score {rows[5][0]:g}: {rows[5][1]:,} games, ")
    page.mouse.move(5, 5)
    assert readout.inner_text().startswith("Won ")


def test_a_run_grows_and_stops_and_keeps_what_it_found(page: Any) -> None:
    opened_for_long(page)
    start(page)
    before = growing(page)
    text = "document.querySelector('.progress-text').textContent"
    page.wait_for_function(f"() => Number({text}.split(' of ')[0].replaceAll(',', '')) > {before}")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/simulate")):
        page.get_by_role("button", name="Stop").click()
    page.wait_for_function("() => document.querySelector('.state').textContent.startsWith('Stopped: ')")
    stopped = int(re.search(r"Stopped: ([\d,]+) games", state(page))[1].replace(",", ""))
    assert before < stopped < 10_000_000
    assert sum(int(row[1].replace(",", "")) for row in table(page)) <= stopped
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert played(page) == stopped  # nothing more arrives
    page.get_by_label("Number of games").fill("1,000")
    start(page)
    done(page)
    assert played(page) == 1000


def test_intervals_narrow(page: Any) -> None:
    opened_for_long(page)
    start(page)
    growing(page)
    bar = "document.querySelectorAll('.interval-place .interval-before').length"
    page.wait_for_function(f"() => {bar} >= 6")  # an interval of before for each half of its width, in every figure
    wide, narrow = (
        float(page.locator(f".interval-place:visible:last-child {part}").first.get_attribute("width"))
        for part in (".interval-before", ".interval-now")
    )
    assert narrow < wide
    page.get_by_role("button", name="Stop").click()


def test_a_kept_game_is_watched(page: Any) -> None:
    opened(page, "one-handed?games=5000&seed=3&ranks=12&lowest=2")
    start(page)
    done(page)
    link = page.get_by_role("region", name="Games won").get_by_role("link").first
    number = re.search(r"game ([\d,]+), score 0", link.inner_text())[1].replace(",", "")
    link.click()
    page.wait_for_url(f"**/replay/one-handed?ranks=12&lowest=2&seed=3&game={number}")
    page.wait_for_selector(".steps button")
    page.keyboard.press("End")
    assert page.locator(".result").inner_text().startswith("The end: score 0, won")
    page.keyboard.press("ArrowLeft")
    assert not page.locator(".result").is_visible()


def test_policies_are_those_that_were_chosen(page: Any) -> None:
    opened(page, "fifteen?games=1900")
    page.get_by_label("The first player plays").select_option("random")
    page.get_by_label("The second player plays").select_option("best")
    start(page)
    done(page)
    sample = expected("fifteen", 1900, policies=("random", "best"))
    assert sample.won == 0
    assert "\n0%\n" in re.sub(r"\n+", "\n", figure(page, "Won by the first player"))
    assert percent(sample.loss_rate.value) in figure(page, "Won by the second player")
    assert percent(sample.draw_rate.value) in figure(page, "Drawn")
    assert page.url.endswith("games=1900&seed=0&policy=random&policy=best")
    page.reload()
    assert page.get_by_label("The first player plays").input_value() == "random"
    assert page.get_by_label("The second player plays").input_value() == "best"
    assert page.get_by_label("Number of games").input_value() == "1,900"


def test_the_keyboard_alone(page: Any) -> None:
    opened_for_long(page)
    page.get_by_label("Confidence").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    growing(page)
    assert page.evaluate("document.activeElement.textContent") == "Stop"
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.state').textContent.startsWith('Stopped')")
    assert page.evaluate("document.activeElement.textContent") == "Start"


def test_listeners_are_not_talked_to_all_the_time(page: Any) -> None:
    opened_for_long(page)
    page.evaluate("""() => { window.said = []; window.began = performance.now();
        new MutationObserver((changes) => changes.forEach((change) =>
        change.addedNodes.forEach((node) => node.closest?.("#announcements") && said.push(node.textContent))))
        .observe(document.body, {childList: true, subtree: true}); }""")
    start(page)
    before = growing(page)
    page.wait_for_function("() => Number(document.querySelector('.progress-text').textContent.split(' ')[5]) > 1.5")
    more = "(before) => Number(document.querySelector('.progress-text').textContent.split(' ')[0].replaceAll(',', ''))"
    page.wait_for_function(f"{more} > before", arg=before)
    page.get_by_role("button", name="Stop").click()
    page.wait_for_function("() => document.querySelector('.state').textContent.startsWith('Stopped')")
    said = [text for text in page.evaluate("said") if text]
    assert "simulating" in said[0]
    assert said[-1].startswith("Stopped: ")
    assert len(said) <= 3 + page.evaluate("performance.now() - began") / 5000  # about one in five seconds


@pytest.mark.parametrize(
    ("label", "typed", "told"),
    [
        ("Number of games", "10000001", 'number of games "10000001"; possible: 1 to 10,000,000'),
        ("Seed", "1.5", 'seed "1.5"; possible: 0 to 9,007,199,254,740,991'),
    ],
)
def test_a_number_that_cannot_be_is_quoted(page: Any, label: str, typed: str, told: str) -> None:
    opened(page, "one-handed?games=1000")
    page.get_by_label(label).fill(typed)
    start(page)
    assert told in page.get_by_role("alert").inner_text()
    assert state(page).startswith(("Done", "Stopped", "Ended early"))  # as the page began
    page.get_by_label(label).fill("1e3")
    start(page)
    done(page)
    assert page.get_by_role("alert").count() == 0


def test_refused_parameters_are_said(page: Any, complaints: list[str]) -> None:
    opened(page, "one-handed?ranks=100")
    start(page)
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "the deck has at most 120 cards" in alert.inner_text()
    assert all("422" in complaint for complaint in complaints)
    assert page.get_by_role("button", name="Start").is_enabled()
    page.get_by_label("ranks").fill("13")
    start(page)
    done(page)
    assert alert.count() == 0
    complaints.clear()


def test_policies_play_a_tournament(page: Any) -> None:
    opened(page, "nim?games=50")
    page.get_by_label("Who plays").select_option("a tournament")
    page.get_by_label("at random").uncheck()
    start(page)
    assert "A tournament needs two or more to take part." in page.get_by_role("alert").inner_text()
    page.get_by_label("the first legal move").check()
    start(page)
    page.locator("tournament-found .intervals").wait_for()
    assert state(page) == "Done: 200 games; strongest policy: best (at 95% confidence)."
    assert page.locator(".intervals:visible h3").all_inner_texts() == ["best against first"]
    page.reload()
    done(page)
    assert "policy=best&policy=first" in page.url
    assert "4 seatings of the same 50 games" in page.locator("tournament-found").inner_text()


def test_a_second_simulation_starts_when_the_first_ends(page: Any, browser: Any) -> None:
    opened_for_long(page)
    start(page)
    growing(page)
    other = browser.new_context().new_page()  # as another person at this address
    other.goto(page.url.replace("10000000", "500"))
    other.wait_for_function("() => document.querySelector('.state')?.textContent.endsWith('s, 600\u00a0s at most')")
    assert state(other).startswith("Waiting until another simulation on this server ends ...")
    page.get_by_role("button", name="Stop").click()
    other.wait_for_function("() => document.querySelector('.state').textContent.startsWith('Done: 500 games')")
    other.context.close()


def test_an_error_in_the_middle_keeps_what_was_found(page: Any) -> None:
    made: dict[str, str] = {}
    page.route("**/simulate", lambda route: route.fulfill(**made) if made else route.fallback())
    opened(page, "one-handed?games=2000")
    start(page)
    done(page)
    sample = page.evaluate("""async () => (await (await fetch("/api/games/one-handed/simulate", {method: "POST",
        headers: {"Content-Type": "application/json"}, body: JSON.stringify({parameters: {}, games: 500})})).text())
        .trim().split("\\n").at(-1)""")
    lines = sample.replace('"done": true', '"done": false') + '\n{"error": "a limit of time was reached"}\n'
    made |= {"body": lines, "content_type": "application/x-ndjson"}
    start(page)
    assert "a limit of time was reached" in page.get_by_role("alert").inner_text()
    page.wait_for_function("() => document.querySelector('.state').textContent.startsWith('Stopped: 500 games')")
    assert page.locator(".bar").count() > 5


@pytest.mark.parametrize("look", [PHONE, deep(PHONE | {"color_scheme": "dark"})])
def test_nothing_sticks_out_of_a_phone(page: Any) -> None:
    opened(page, "fifteen?games=1000")
    start(page)
    done(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".results").bounding_box()["y"] < 740  # come into view without being looked for
    for box in boxes(page.locator("button:visible, .kept a:visible, .picture text")):
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360

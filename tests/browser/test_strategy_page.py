"""The strategy page: thresholds that follow the sliders, maps of decisions, tables, and what is refused."""

import re
from collections import Counter
from itertools import groupby
from typing import Any

import pytest

from faceup.engines.explain.strategies import strategy
from faceup.engines.solve.dispatch import solve
from faceup.library.finding import find_game
from faceup.results.answers.strategy import Strategy
from faceup.results.sentences.strategies import strategy_blocks
from faceup.results.sentences.strategy_cells import telling_rows
from faceup.show.text.strategies import strategy_boards

from ..library import deep
from .boxes import boxes

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
PUBLISHED = [93, 92, 91, 89, 87, 84, 80, 72, 55]
SLOW = """let real = fetch; window.asked = 0; window.fetch = async (...all) => {
    const answer = await real(...all);
    if (String(all[0]).includes("/strategy")) { asked += 1; await new Promise((done) => setTimeout(done, 1100)); }
    return answer;
}"""


def expected(name: str, *words: str) -> Strategy:
    return strategy(solve(find_game(name, words)))


def opened(page: Any, address: str) -> Any:
    page.goto(f"/strategy/{address}")
    page.locator(".says").wait_for()
    return page


def titled(page: Any, title: str) -> None:
    """Waits for the answer about this game, without parameters that are the default."""
    title = title.replace("best-card", "Best card").replace(" deck=100", "").removesuffix(" hand=10")
    title = title.replace(" deck=", ", deck ").replace(" hand=", ", hand ")
    page.get_by_role("heading", name=title, exact=True).wait_for()
    page.wait_for_selector("section:not([aria-busy]) .says")


def thresholds(page: Any) -> list[int | str]:
    """The thresholds as the table has them."""
    cells = page.get_by_role("region", name="Thresholds").locator("tbody tr td:last-child").all_inner_texts()
    return [int(cell.replace(",", "")) if cell[0].isdigit() else cell for cell in cells]


def joined(marks: Any) -> list[int | str]:
    """The thresholds of a strategy, those of neighbouring steps once."""
    return ["always turn" if mark is None else mark for mark, _ in groupby(marks)]


def readout(page: Any) -> str:
    return page.locator(".readout:visible").inner_text()


def test_best_card_has_the_published_thresholds(page: Any) -> None:
    opened(page, "best-card")
    titled(page, "best-card deck=100 hand=10")
    assert thresholds(page) == PUBLISHED
    assert page.locator(".picture:visible .dot").count() == 9
    assert page.locator(".picture:visible text.value").all_text_contents() == [str(mark) for mark in PUBLISHED]
    assert page.locator(".says").inner_text() == "With best play you win 62.19% of games (exact)."
    page.get_by_text("Value 0.6219", exact=True).click()
    assert "0.621908305285... (exact)" in page.locator("#content").inner_text()


def test_sliders_are_moved_with_the_keyboard(page: Any) -> None:
    opened(page, "best-card")
    page.get_by_label("hand, slider").focus()
    page.keyboard.press("ArrowLeft")
    titled(page, "best-card deck=100 hand=9")
    assert thresholds(page) == joined(expected("best-card", "hand=9").thresholds)
    assert page.get_by_label("hand", exact=True).input_value() == "9"
    page.get_by_label("deck, slider").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    titled(page, "best-card deck=103 hand=9")
    assert thresholds(page) == joined(expected("best-card", "deck=103", "hand=9").thresholds)
    assert page.url.endswith("/strategy/best-card?deck=103&hand=9")


def test_the_curve_moves_while_a_slider_is_dragged(own_page: Any) -> None:
    own_page.add_init_script("performance.now = () => 0")  # no answer is a slow one, on the busiest machine
    opened(own_page, "best-card")
    titled(own_page, "best-card deck=100 hand=10")
    before = own_page.locator(".boundary").get_attribute("d")
    box = own_page.get_by_label("deck, slider").bounding_box()
    middle = box["y"] + box["height"] / 2
    own_page.mouse.move(box["x"] + box["width"] / 2, middle)
    own_page.mouse.down()
    own_page.mouse.move(box["x"] + box["width"] * 0.3, middle, steps=4)
    own_page.wait_for_function(
        "(before) => document.querySelector('.boundary').getAttribute('d') !== before", arg=before
    )
    own_page.mouse.move(box["x"] + box["width"] * 0.2, middle, steps=4)
    own_page.mouse.up()
    deck = own_page.get_by_label("deck", exact=True).input_value()
    assert 10 < int(deck) < 80
    titled(own_page, f"best-card deck={deck} hand=10")
    assert thresholds(own_page) == joined(expected("best-card", f"deck={deck}").thresholds)


def test_a_slow_game_is_asked_about_when_the_slider_is_let_go(own_page: Any) -> None:
    own_page.clock.install()
    own_page.add_init_script(SLOW)
    opened(own_page, "best-card?hand=3")
    box = own_page.get_by_label("deck, slider").bounding_box()
    middle = box["y"] + box["height"] / 2
    own_page.mouse.move(box["x"] + box["width"] / 2, middle)
    own_page.mouse.down()
    own_page.mouse.move(box["x"] + box["width"] * 0.3, middle, steps=8)
    own_page.clock.run_for(300)  # longer than a slider rests before it is asked about
    assert own_page.evaluate("asked") == 1
    assert own_page.locator("h2").inner_text() == "Best card, hand 3"
    own_page.mouse.up()
    titled(own_page, f"best-card deck={own_page.get_by_label('deck', exact=True).input_value()} hand=3")
    assert own_page.evaluate("asked") == 2


def test_every_point_of_the_curve_can_be_read(page: Any) -> None:
    opened(page, "best-card")
    titled(page, "best-card deck=100 hand=10")
    assert readout(page) == "Hold from card 93 down to 55"
    page.get_by_label("hand, slider").focus()
    for _ in ("the positions", "Solve", "the value in full", "the picture"):
        page.keyboard.press("Tab")
    told = [readout(page)]
    for _ in range(8):
        page.keyboard.press("ArrowRight")
        told.append(readout(page))
    assert told == [f"drawn {step}: hold from card {mark}" for step, mark in enumerate(PUBLISHED, 1)]
    assert page.locator(".picture-place:visible [role=status]").inner_text() == told[-1]
    dot = page.locator(".picture:visible .dot").nth(2).bounding_box()
    page.mouse.move(dot["x"] + 4, dot["y"] + 30)
    assert readout(page) == told[2]


def test_ties_and_steps_without_a_threshold_are_told(page: Any) -> None:
    opened(page, "red-black")
    found = expected("red-black")
    assert thresholds(page) == joined(found.thresholds)
    picture = page.locator(".picture:visible")
    equal = [cells for cells in picture.locator(".cells").all() if cells.get_attribute("data-kind").count("-") == 2]
    assert len(equal) == len(found.equal) == 1
    picture.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert readout(page) == "red 1: stop from black 2; black 2: stop or turn, equally good"
    page.keyboard.press("End")
    assert readout(page) == "red 26: never stop"


def test_a_map_of_two_quantities_says_every_decision(page: Any) -> None:
    opened(page, "hog?goal=12&player=all")
    found = expected("hog", "goal=12")
    rows = {row.key: row for row in found.rows}
    cells = page.locator(".picture:visible .cells")
    kinds = Counter(row.moves for row in found.rows)
    shown = {cell.get_attribute("data-kind"): cell.get_attribute("fill") for cell in cells.all()}
    assert set(shown) == {f"best-{'-'.join(map(str, moves))}" for moves in kinds}
    single = [fill for moves, fill in shown.items() if moves.count("-") == 1]
    assert len(set(single)) == len(single) > 1  # no two moves look alike
    legend = page.locator(".legend").inner_text()
    for moves, count in kinds.items():
        if len(moves) == 1:
            assert f"{moves[0]} {'die' if moves[0] == 1 else 'dice'}: {count} (" in legend
    page.locator(".picture:visible").focus()
    page.keyboard.press("Home")
    met = set()
    for key in ["ArrowUp"] * 4 + ["ArrowRight"] * 5 + ["End"] + ["ArrowDown"] * 3:
        page.keyboard.press(key)
        where, _, said = readout(page).partition(": ")
        place = tuple(map(int, re.fullmatch(r"your score (\d+), their score (\d+)", where).groups()))
        row = rows.get(place)
        if row is None:
            assert said == "never reached, or no choice"
        else:
            met.add(row.moves)
            words = " or ".join(found.words[place, move] for move in row.moves)
            assert said == words + (", equally good" if len(row.moves) > 1 else "")
    assert len(met) > 1


def test_patterns_go_with_the_colours(page: Any) -> None:
    opened(page, "hog?goal=12")
    drawn = [
        page.locator(f"{fill.removeprefix('url(').removesuffix(')')} .hatch").get_attribute("d")
        for fill in (cell.get_attribute("fill") for cell in page.locator(".picture:visible .cells").all())
    ]
    assert len(drawn) == len(set(drawn)) > 2


def test_a_single_quantity_is_a_strip(page: Any) -> None:
    opened(page, "secretary")
    page.get_by_text("Take from seen 38 on, else pass.").wait_for()  # in the place of a table of one line
    assert page.locator(".legend").inner_text().splitlines() == ["pass: 37 (37%)", "take: 63 (63%)"]
    page.locator(".picture:visible").focus()
    page.keyboard.press("End")
    assert readout(page) == "seen 100: take"


def test_sets_of_cards_are_written_as_sets(page: Any) -> None:
    opened(page, "high-low?matthew=1,3,5,7,9&cards=10&player=all")
    found = telling_rows(dict(strategy_blocks(expected("high-low", "matthew=1,3,5,7,9", "cards=10")))["Matthew"])
    assert page.locator(".picture:visible").count() == 0
    place = page.get_by_role("region", name="Matthew")
    assert "1 3" in place.text_content()
    rows = place.locator("tbody tr")
    more = page.get_by_role("button", name=re.compile(r"Show \d+ more rows"))
    assert rows.count() == 20
    more.first.click()
    assert 60 < rows.count() < len(found)  # those that differ in one hand are one row
    hands = "rows => rows.map(row => row.querySelector('.thing-sets')?.children.length ?? 1).reduce((a, b) => a + b)"
    assert rows.evaluate_all(hands) > rows.count()
    assert page.locator("p", has_text="any move").count() == 2


def test_squares_are_told_by_their_names_and_pieces(page: Any) -> None:
    opened(page, "hexapawn?player=all")
    blocks = dict(strategy_blocks(strategy(solve(find_game("hexapawn", ())))))
    assert page.locator("h3").all_inner_texts()[: len(blocks)] == list(blocks)
    boards = strategy_boards(blocks["The second player"], 60)
    drawn = page.locator(".positions li")
    said = drawn.evaluate_all("nodes => nodes.map((node) => node.querySelector('.small-board').ariaLabel.split('; '))")
    assert said[-len(boards) :] == [list(board.ranks) for board in boards]
    assert drawn.all_inner_texts()[-len(boards)].startswith(boards[0].reached)
    assert drawn.all_inner_texts()[-len(boards)].endswith(boards[0].notes[0])
    opened(page, "tic-tac-toe?player=0")
    assert page.locator("h3").all_inner_texts() == ["The first player"]
    assert drawn.first.locator("[class*=piece]").count() == 0  # the opening is the first one
    page.get_by_text("boards that are alike, such as mirror images, are shown once").wait_for()
    assert drawn.count() == 12
    page.get_by_role("button", name=re.compile(r"Show \d+ more positions")).click()
    assert drawn.count() == 60  # of those that the player meets
    page.get_by_label("Positions").select_option("every one")
    page.wait_for_url("**reach=all")
    page.get_by_label("Positions").select_option("that best play meets")
    page.wait_for_url(re.compile("tic-tac-toe$"))


def test_rows_that_were_left_out_are_counted(page: Any) -> None:
    opened(page, "best-card?deck=120&hand=20")
    count = len(expected("best-card", "deck=120", "hand=20").rows)
    assert count > 2000
    page.get_by_text(f"List all {count:,} decisions").click()
    page.get_by_role("button", name="Show 1,980 more rows").click()
    page.get_by_text(f"{count - 2000:,} rows left out.").wait_for()


def test_a_plan_begins_a_long_table_and_one_move_is_a_sentence(page: Any) -> None:
    opened(page, "fifteen?reach=best")
    rows = page.get_by_role("region", name="Best moves, first where all play best").locator("tbody tr")
    plan = dict(strategy_blocks(expected("fifteen")))["The first player"]
    assert rows.first.locator("td").all_inner_texts()[:2] == ["1", "5"]
    assert rows.count() == min(20, len(telling_rows(plan)))
    page.get_by_role("button", name=re.compile(r"Show 1,\d+ more rows")).click()
    opened(page, "fifteen")
    page.get_by_role("button", name="Show 6 more rows").wait_for()
    second = page.locator("tbody tr").nth(1)
    assert second.locator(".chip").all_inner_texts() == ["2", *"135678", "4"]  # one reply to each of these
    assert second.locator(".thing-sets > *").count() == 6
    opened(page, "pig?goal=8&player=all")
    page.get_by_text("Always roll.", exact=True).wait_for()
    assert page.locator("section.results table, strategy-table table").count() == 0


def test_how_often_moves_are_made_in_percent_and_in_fractions(page: Any) -> None:
    opened(page, "kuhn-poker")
    assert page.locator("h3").all_inner_texts() == ["The first player", "The second player"]
    shares = page.locator("td.share", has_text=re.compile("[/%]"))
    assert {*shares.all_inner_texts()} == {"66.67%", "33.33%"}
    page.get_by_role("button", name="Show exact fractions").click()
    assert {*shares.all_inner_texts()} == {"2/3", "1/3"}
    assert shares.first.evaluate("node => node.style.getPropertyValue('--share')").startswith("66.6")
    page.get_by_role("button", name="Show percentages").press("Enter")
    assert shares.first.inner_text() == "66.67%"


def test_an_open_table_stays_open(page: Any) -> None:
    opened(page, "best-card?deck=20&hand=4")
    page.get_by_text("List all").click()
    region = page.get_by_role("region", name="Best moves")
    region.wait_for()
    page.get_by_label("hand, slider").focus()
    page.keyboard.press("ArrowLeft")
    titled(page, "best-card deck=20 hand=3")
    region.wait_for()
    rows = len(expected("best-card", "deck=20", "hand=3").rows)
    assert f"List all {rows} " in page.get_by_text(re.compile("^List all")).inner_text()


def test_a_refused_parameter_is_said_and_the_picture_stays(page: Any, complaints: list[str]) -> None:
    opened(page, "best-card")
    titled(page, "best-card deck=100 hand=10")
    field = page.get_by_label("deck", exact=True)
    field.fill("5")
    field.press("Enter")
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "no more than the deck" in alert.inner_text()
    assert thresholds(page) == PUBLISHED
    assert "422" in complaints.pop()
    field.fill("20")
    field.press("Enter")
    titled(page, "best-card deck=20 hand=10")
    assert alert.count() == 0


def test_an_answer_can_be_cancelled(page: Any, held: set[str]) -> None:
    opened(page, "best-card?deck=20")
    held.add("strategy")
    page.get_by_label("hand", exact=True).fill("5")
    page.get_by_label("hand", exact=True).press("Enter")
    page.get_by_role("button", name="Cancel").click()
    page.locator(".busy").wait_for(state="detached")
    assert page.locator("h2").inner_text() == "Best card, deck 20"
    held.clear()
    page.get_by_label("hand", exact=True).press("Enter")
    titled(page, "best-card deck=20 hand=5")


def test_a_patience_has_nothing_to_decide(page: Any) -> None:
    page.goto("/strategy/one-handed")
    page.get_by_text("plays itself: there is nothing to decide").wait_for()


@pytest.mark.parametrize("look", [PHONE, deep(PHONE | {"color_scheme": "dark"})])
@pytest.mark.parametrize("address", ["best-card", deep("hog?goal=12"), deep("nim"), "kuhn-poker"])
def test_nothing_sticks_out_of_a_phone(page: Any, address: str) -> None:
    opened(page, address)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("[...document.querySelectorAll('.wide')].every((e) => e.scrollWidth <= e.clientWidth)")
    assert len({box["y"] for box in boxes(page.locator("nav.about a"))}) == 1  # all pages in one line
    for box in boxes(page.locator(".picture:visible text")):
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


def test_the_decisions_of_one_player(page: Any) -> None:
    opened(page, "high-low?matthew=1-4&cards=8")
    whose = page.get_by_label("Show")
    assert whose.locator("option").all_inner_texts() == ["Matthew", "Benjamin", "both, where both play best"]
    assert whose.input_value() == "0"
    whose.select_option("Benjamin")
    page.wait_for_url("**player=1")
    page.get_by_text("playing by the table for Benjamin").wait_for()
    of_benjamin = strategy(solve(find_game("high-low", ("matthew=1-4", "cards=8"))), player=1)
    assert page.locator("section tbody tr").count() == len(telling_rows(of_benjamin))
    assert page.get_by_text("playing by the table for Benjamin").is_visible()
    page.reload()
    page.locator(".says").wait_for()
    assert page.get_by_label("Show").input_value() == "1"

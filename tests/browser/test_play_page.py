"""The play page: whole games with the pointer and with the keyboard, values, undo, keeping, reviewing."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from ..library import deep
from .boxes import boxes

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SMALL = {"viewport": {"width": 320, "height": 640}}
CARD = "#scene button.card-item"
TWO = "#moves=&seats=person,person&seed=1"


def opened(page: Any, address: str) -> Any:
    page.goto(address)
    page.wait_for_selector("#scene .scene")
    return settled(page)


def settled(page: Any) -> Any:
    """The page when no question is under way."""
    page.wait_for_selector(".table:not([aria-busy])")
    return page


def status(page: Any) -> str:
    return page.locator("#status").inner_text()


def moves(page: Any) -> list[str]:
    """The moves so far, as the page lists them."""
    return page.locator("#history li strong").all_inner_texts()


def pick(page: Any, move: int) -> None:
    page.locator(f".table [data-move='{move}']").first.click()
    settled(page)


def press(page: Any, key: str) -> None:
    page.keyboard.press(key)
    settled(page)


def sit(page: Any, first: str, second: str) -> None:
    page.get_by_role("button", name="New game").click()
    page.get_by_label("First player").select_option(first)
    page.get_by_label("The second player", exact=True).select_option(second)
    page.get_by_role("button", name="Start").click()
    settled(page)


def test_three_fourteen_is_lost_as_second_against_the_best_player(page: Any) -> None:
    opened(page, "/play/three-fourteen")
    sit(page, "best", "person")
    page.locator("#history li strong").first.wait_for()  # a cold server solves the game before the first move
    assert moves(page) in (["6"], ["8"])  # the two winning first moves
    while status(page) == "Your move":
        page.locator(CARD).first.click()
        settled(page)
    assert status(page) == "You lose"
    page.wait_for_selector("#review .seat-totals")
    figures = page.locator("#review .seat-totals td.number").all_inner_texts()
    assert (figures[1], figures[3]) == ("nothing", "nothing")  # the second player was lost from the beginning
    page.get_by_label("Show every move").check()
    assert page.locator("#review .review-moves tbody tr").count() == len(moves(page))


def test_fifteen_is_a_draw_when_best_moves_are_followed(page: Any) -> None:
    opened(page, "/play/fifteen")
    press(page, "v")
    assert page.locator("#says").inner_text() == "A draw with best play (exact)."
    assert page.locator(f"{CARD} .worth-draw").count() == 9
    while status(page) == "Your move":
        page.locator(f"{CARD}:has(.worth-best)").first.click()
        settled(page)
    assert status(page) == "A draw"
    assert len(moves(page)) == 9
    page.get_by_text("No mistakes: your result was a draw throughout.").wait_for()


def test_a_blunder_is_found_in_the_review(page: Any) -> None:
    opened(page, "/play/three-fourteen" + TWO)
    for move in (6, 1, 2, 8, 0, 5):  # 1 8 5 make fourteen; the first player had a win after 6
        pick(page, move)
    assert status(page) == "The end: the second player wins"
    page.wait_for_selector("#review .lost")
    text = page.locator("#review").inner_text()
    assert "threw a win away" in text
    assert "accuracy" in text
    assert "a mistake" in text


def test_a_review_is_read_move_by_move_and_tried_again(page: Any) -> None:
    opened(page, "/play/three-fourteen#moves=5.6.0.1.2.7&seats=person,best&seed=1")
    graph = page.locator(".review-graph svg.picture")
    graph.wait_for()
    assert page.locator("#review .review-sentence").inner_text() == "Your mistakes cost a win."
    graph.focus()
    page.keyboard.press("End")  # from the first
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    heading = page.locator("#reviewed-move")
    assert heading.inner_text() == "Move 5, you: 2 threw a draw away: now a loss"
    page.wait_for_selector(".reviewed-place .worths")
    text = page.locator(".reviewed-move").inner_text()
    assert "Best: 7 (7 holds a draw; 2 loses within" in text
    page.get_by_role("button", name="Previous move").click()
    assert heading.inner_text().startswith("Move 4, the computer: 1")
    page.get_by_role("button", name="Next mistake").click()
    page.wait_for_selector(".reviewed-place .worths")
    page.get_by_role("button", name="Try again from here").click()
    settled(page)
    assert moves(page) == ["5", "6", "0", "1"]
    assert "moves=5.6.0.1&seats=person,best&seed=1" in page.url
    assert page.locator("#review").is_hidden()
    page.get_by_role("button", name="Review so far").click()
    page.wait_for_selector(".review-graph .review-line", state="attached")  # which is drawn once there is room for it
    assert page.locator(".review-graph .sign-lost").count() == 2  # with the one that explains it


def test_luck_has_a_sign_and_a_word_of_its_own(page: Any) -> None:
    opened(page, "/play/best-card#moves=77&seats=person,best&seed=5")
    page.get_by_role("button", name="hold").first.click()
    page.wait_for_selector(".review-graph .sign-luck")
    said = "Luck cost you 9.5% of winning chance, most after move 1 (a higher card); your mistakes cost 52.7%"
    assert page.locator(".review-sentence").inner_text() == f"{said} of winning chance."
    assert "luck" in page.locator(".review-graph .legend").inner_text()


def test_undo_and_redo(page: Any) -> None:
    opened(page, "/play/fifteen")
    assert page.get_by_role("button", name="Undo").is_disabled()
    pick(page, 5)
    one = moves(page)
    assert len(one) == 2
    pick(page, page_move(page))
    two = moves(page)
    assert len(two) == 4
    press(page, "u")
    assert moves(page) == one
    press(page, "u")
    assert moves(page) == []
    press(page, "r")
    page.get_by_role("button", name="Redo").click()
    settled(page)
    assert moves(page) == two
    assert page.get_by_role("button", name="Redo").is_disabled()
    press(page, "u")
    pick(page, page_move(page, last=True))
    assert page.get_by_role("button", name="Redo").is_disabled()  # another move was made instead


def page_move(page: Any, last: bool = False) -> int:
    cards = page.locator(CARD)
    return int((cards.last if last else cards.first).get_attribute("data-move"))


def test_values_are_shown_and_hidden(page: Any) -> None:
    opened(page, "/play/three-fourteen" + TWO)
    assert page.locator(".worth").count() == 0
    page.get_by_role("button", name="Values").click()
    settled(page)
    labels = {button.get_attribute("aria-label") for button in page.locator(CARD).all()}
    assert "take card 6: win in 9, best" in labels
    assert "take card 0: draw" in labels or any(label.startswith("take card 0: loss") for label in labels)
    assert page.locator(f"{CARD} .worth-win").all_inner_texts()[0].endswith("win in 9")
    page.get_by_role("button", name="Values").click()
    settled(page)
    assert page.locator(".worth").count() == 0


def test_numbers_have_a_bar(page: Any) -> None:
    opened(page, "/play/kalah?pits=2&seeds=3")
    press(page, "v")
    bars = [bar["width"] for bar in boxes(page.locator(".worth-bar"))]
    assert len(bars) == 2
    assert all(width > 0 for width in bars)
    assert page.locator(".worth-best").count() == 1
    assert "the points that you get" in page.locator("#legend").inner_text()


def test_chances_are_percentages_of_whoever_moves(page: Any) -> None:
    opened(page, "/play/pig?goal=2&sides=2#moves=1.2&seats=person,best&seed=1&values=on")
    assert page.locator("#says").inner_text().startswith("You win ")
    assert page.locator("#says").inner_text().endswith("% of games with best play by both (exact).")
    assert all(text.endswith("%") for text in page.locator("#moves .worth-figure").all_inner_texts())
    assert "your chance of winning with this move" in page.locator("#legend").inner_text()


def test_a_hint_shows_the_best_moves_alone(page: Any) -> None:
    opened(page, "/play/three-fourteen" + TWO)
    press(page, "h")
    assert page.locator(f"{CARD} .worth").count() == 2
    assert page.locator("#announcements").inner_text().strip() == "Best: 6, 8."
    pick(page, 6)
    assert page.locator(".worth").count() == 0
    opened(page, "/play/tic-tac-toe" + TWO)
    press(page, "h")
    assert (page.locator("#says").inner_text(), page.locator(".worth").count()) == ("Every move draws.", 0)
    assert page.locator("#announcements").inner_text().strip() == "Every move draws."


def test_the_aim_reaches_to_the_sentence_that_says_who_wins(page: Any) -> None:
    opened(page, "/play/tic-tac-toe")
    assert page.locator("#aim").inner_text() == "Three in a row on a board of nine squares."
    module = "await import(new URL('gamepage.js', document.querySelector('script').src))"
    for rules, aim in (
        (
            "The higher bid wins the prize. Most points win. A pass is a move.",
            "The higher bid wins the prize. Most points win.",
        ),
        ("A window of time. Cars drive. They leave. Then. All won.", "A window of time. Cars drive. They leave."),
        ("Roll. A one loses the pot. Bank it. The first wins.", "Roll. A one loses the pot. Bank it. The first wins."),
        ("The pass line, e.g. of 3.5", "The pass line, e.g. of 3.5"),
    ):
        assert page.evaluate(f"async (text) => ({module}).aimOf(text)", rules) == aim


def test_many_moves_can_be_sorted(page: Any) -> None:
    opened(page, "/play/hog?goal=4&dice=4" + TWO)
    press(page, "v")
    page.get_by_role("button", name="Best first").click()
    assert page.locator("#moves li button").first.locator(".worth-best").count() == 1
    press(page, "v")
    assert page.get_by_role("button", name="Best first").count() == 0


def test_the_line_of_best_play(page: Any) -> None:
    opened(page, "/play/fifteen" + TWO)
    tool = page.get_by_role("button", name="Best line")
    before = tool.bounding_box()
    tool.click()
    page.keyboard.press("h")  # while the line is computed
    settled(page)
    assert re.search(r"Best play: first: \d(, (first|second): \d){8}$", page.locator("#says").inner_text())
    assert page.locator("#tool-hint").get_attribute("aria-pressed") == "true"
    assert tool.bounding_box() == before  # it stays under the pointer
    page.locator("#line button").nth(1).click()
    settled(page)
    assert page.locator("#status").inner_text() == "Best play, move 2 of 9"
    assert page.locator("#line [aria-current]").count() == 1
    press(page, "ArrowRight")
    assert page.locator("#status").inner_text() == "Best play, move 3 of 9"
    page.get_by_role("button", name="Back to the game").click()
    assert page.locator(CARD).count() == 9
    page.get_by_role("button", name="Best line").click()
    assert "Best play" not in page.locator("#says").inner_text()


def test_a_reload_keeps_the_game(page: Any) -> None:
    opened(page, "/play/fifteen?target=14")
    pick(page, 5)
    before, where = moves(page), page.url
    assert "target=14" in where
    page.reload()
    page.wait_for_selector("#scene .scene")
    settled(page)
    assert moves(page) == before
    assert page.url == where
    press(page, "n")
    assert page.get_by_label("target", exact=True).input_value() == "14"


def test_the_address_holds_all_that_is_seen_of_a_game(page: Any) -> None:
    opened(page, "/play/tic-tac-toe" + TWO)
    for move in (4, 0, 2):
        pick(page, move)
    press(page, "u")
    press(page, "h")
    page.get_by_role("button", name="Best line").click()
    settled(page)
    press(page, "v")
    page.get_by_role("button", name="Review so far").click()
    page.get_by_label("Show every move").check()
    page.get_by_role("button", name="Look at move 2").click()
    page.locator("#reviewed-move", has_text="Move 2").wait_for()
    page.get_by_role("button", name="Move 1, the first player: b2").click()
    page.get_by_text("After move 1 of 2").wait_for()
    for again in (page.reload, lambda: page.goto(page.url.replace("tic-tac-toe#", "tic-tac-toe?#"))):
        again()
        page.get_by_text("After move 1 of 2").wait_for()
        page.locator("#reviewed-move", has_text="Move 2").wait_for()
        assert page.locator("#scene .piece").count() == 1
        assert page.locator("#tool-values").get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Back to the game").click()
    page.get_by_role("button", name="Redo").click()
    settled(page)
    assert moves(page) == ["b2", "a3", "c3"]


def test_the_back_button_brings_the_game_before_back(page: Any) -> None:
    opened(page, "/play/fifteen?target=14" + TWO)
    pick(page, 5)
    press(page, "n")
    page.get_by_label("target", exact=True).fill("15")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/play/fifteen#*")
    settled(page)
    assert moves(page) == []
    page.go_back()
    page.wait_for_url("**target=14#moves=5&*")
    page.locator("#history li").wait_for()
    assert moves(page) == ["5"]
    press(page, "n")
    assert page.get_by_label("target", exact=True).input_value() == "14"


def test_a_game_is_saved_and_loaded(page: Any, tmp_path: Path) -> None:
    opened(page, "/play/three-fourteen?low=1")
    pick(page, 5)
    kept = moves(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "faceup-three-fourteen.json"
    assert json.loads(path.read_text())["words"] == kept
    opened(page, "/play/three-fourteen")
    page.locator("#file").set_input_files(path)
    page.wait_for_selector("#history li")
    settled(page)
    assert moves(page) == kept
    assert "low=1" in page.url


@pytest.mark.parametrize(
    ("text", "said"),
    [deep("not json", "is not JSON"), ('{"format": "something else"}', "is not a saved game")],
)
def test_a_wrong_file_loses_nothing(page: Any, tmp_path: Path, complaints: list[str], text: str, said: str) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(text)
    opened(page, "/play/fifteen")
    pick(page, 5)
    kept = moves(page)
    page.locator("#file").set_input_files(path)
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert said in alert.inner_text()
    assert moves(page) == kept
    pick(page, page_move(page))
    assert len(moves(page)) == 4
    assert alert.count() == 0
    complaints.clear()


def test_a_whole_game_with_the_keyboard_alone(page: Any) -> None:
    opened(page, "/play/tic-tac-toe")
    for _ in range(13):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.square')"):
            break
    assert "a3" in focused(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert "b2" in focused(page)
    press(page, "Enter")
    assert moves(page)[0] == "b2"
    while status(page) == "Your move":
        assert page.evaluate("document.activeElement.matches('.square')")
        for key in ["Home", *["ArrowRight"] * 8]:
            page.keyboard.press(key)
            if page.evaluate("document.activeElement.getAttribute('aria-disabled')") != "true":
                break
        press(page, "Space")
    assert status(page).startswith(("You lose", "The end"))
    press(page, "n")
    press(page, "Enter")
    page.wait_for_selector("#history p")
    assert moves(page) == []
    assert status(page) == "Your move"


def focused(page: Any) -> str:
    return page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")


def test_keys_are_letters_while_typing(page: Any) -> None:
    opened(page, "/play/fifteen")
    pick(page, 5)
    kept = moves(page)
    press(page, "n")
    page.get_by_label("target", exact=True).focus()
    page.keyboard.type("un")
    assert moves(page) == kept
    page.keyboard.press("Escape")
    page.locator("#tool-undo").focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    assert "take your last move back" in dialog.inner_text()
    page.keyboard.press("Escape")
    assert not dialog.is_visible()


def test_moves_of_others_are_said_aloud(page: Any) -> None:
    opened(page, "/play/fifteen")
    pick(page, 5)
    said = page.locator("#announcements").inner_text()
    assert f"the computer: {moves(page)[1]}" in said


@pytest.mark.parametrize("look", [{"reduced_motion": "no-preference"}])
def test_moves_of_others_are_shown_one_by_one(page: Any) -> None:
    opened(page, "/play/hog?goal=8#moves=&seats=person,best&seed=3")
    page.locator("#moves [data-move='2']").click()
    page.wait_for_selector("#skip")
    length = page.locator("#history li").count()
    page.locator("#history li").nth(length).wait_for()
    assert page.locator(".table").get_attribute("aria-busy") == "true"
    page.locator("#skip").click()
    settled(page)
    assert page.locator("#skip").count() == 0
    shown = [re.findall(r"\d+", word)[-1] for word in moves(page)]  # 2 dice, rolled 3
    assert re.search(r"(?i)the computer: .+, rolled", page.locator("#latest").inner_text())
    assert shown == page.url.partition("moves=")[2].partition("&")[0].split(".")
    assert re.findall(r"\d+", page.locator("#latest").inner_text())[-1] == shown[-1]


def test_payoffs_are_told_when_the_end_is_seen_where_it_has_more_than_a_winner(page: Any) -> None:
    payoff = page.locator("#seats th", has_text="payoff")
    opened(page, "/play/centipede#moves=1&seats=person,best&seed=2")
    assert payoff.count() == 1
    page.keyboard.press("ArrowLeft")
    settled(page)
    assert status(page) == "The start"
    assert payoff.count() == 0
    opened(page, "/play/triple-duel?drawn=no#moves=2.1.0.1&seats=person,best,best&seed=1")
    assert (status(page), payoff.count()) == ("You lose: the second player wins", 0)
    page.get_by_role("button", name="Switch seats").click()
    page.wait_for_url("**seats=best,person,best*")


def test_arrow_keys_go_through_the_game_wherever_the_focus_is(page: Any) -> None:
    opened(page, "/play/fifteen#moves=5.6&seats=person,person&seed=1")
    for key, said in (
        ("ArrowLeft", "After move 1 of 2"),
        ("ArrowLeft", "The start"),
        ("ArrowRight", "After move 1 of 2"),
    ):
        page.keyboard.press(key)
        settled(page)
        assert status(page) == said
    page.keyboard.press("?")
    assert "one move back in the game" in page.locator("#help").inner_text()


def test_who_plays_with_which_colour_and_how_well_is_told_at_once(page: Any) -> None:
    opened(page, "/play/othello#moves=&seats=person,best&seed=1")
    told = "You (first, black) vs computer (second, white): perfect play if solved in time, else looks ahead"
    assert page.locator("#who").inner_text() == told
    opened(page, "/play/best-card#moves=&seats=person,best&seed=1")
    assert re.match(r"Drew \d+", page.locator("#history li").first.inner_text())


@pytest.mark.parametrize("look", [{"reduced_motion": "no-preference"}])
def test_computers_play_at_a_pace_and_step_by_step(page: Any) -> None:
    page.goto("/play/fifteen#moves=&seats=best,best&seed=3")
    page.get_by_role("button", name="Pause").click()
    pace = page.get_by_role("group", name="Playing ...")
    length = page.locator("#history li").count()
    for more in (1, 2):
        pace.get_by_role("button", name="Step").click()
        page.locator("#history li").nth(length + more - 1).wait_for()
        assert page.locator("#history li").count() == length + more
    pace.get_by_label("Pace").select_option("quick")
    pace.get_by_role("button", name="Go on").click()
    page.locator("#history li").nth(length + 2).wait_for()
    page.locator("#skip").click()
    settled(page)
    assert status(page) == "The end: a draw"


@pytest.mark.parametrize("look", [deep(PHONE), SMALL])
@pytest.mark.parametrize(
    "address",
    ["/play/high-low#moves=&seats=person,best&seed=1", "/play/fifteen#moves=5.1&seats=person,best&seed=1&values=on"],
)
def test_nothing_sticks_out_of_a_phone(page: Any, address: str) -> None:
    opened(page, address)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    width = page.viewport_size["width"]
    buttons = boxes(page.locator("button:visible, select:visible, .site a:visible:not(.skip)"))
    assert len(buttons) > 10
    for box in buttons:
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["height"] >= 43.9
    page.locator(CARD).first.click()
    settled(page)
    assert moves(page)


@pytest.mark.parametrize(("look", "dark"), [({"color_scheme": "light"}, False), ({"color_scheme": "dark"}, True)])
def test_worth_is_readable_in_light_and_dark(page: Any, dark: bool) -> None:
    opened(page, "/play/tic-tac-toe#moves=4.0.8&seats=person,person&seed=1&values=on")
    assert (luminance(page, "document.body") < 0.1) == dark
    for kind in ("draw", "loss"):
        badge = f"document.querySelector('.square .worth-{kind}')"
        ink, ground = luminance(page, badge, "color"), luminance(page, badge)
        high, low = max(ink, ground), min(ink, ground)
        assert (high + 0.05) / (low + 0.05) >= 4.5, kind


def luminance(page: Any, node: str, what: str = "backgroundColor") -> float:
    """The relative luminance of a colour, as WCAG has it."""
    colour = page.evaluate(f"getComputedStyle({node}).{what}")
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_wrong_parameters_are_said_and_can_be_mended(page: Any, complaints: list[str]) -> None:
    page.goto("/play/fifteen?low=70")
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "within 0 to 62" in alert.inner_text()
    assert "422" in complaints.pop()
    page.get_by_label("low", exact=True).fill("1")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(CARD)
    assert alert.count() == 0


def test_a_game_that_is_refused_leaves_the_old_one(page: Any, complaints: list[str]) -> None:
    opened(page, "/play/fifteen")
    pick(page, 5)
    kept, where = moves(page), page.url
    press(page, "n")
    page.get_by_label("low", exact=True).fill("70")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("dialog").get_by_role("alert").wait_for()
    assert "422" in complaints.pop()
    assert "within 0 to 62" in page.get_by_role("alert").inner_text()
    page.get_by_role("button", name="Cancel").click()
    assert (moves(page), page.url) == (kept, where)
    pick(page, page_move(page))
    assert len(moves(page)) == 4


def test_a_seed_is_asked_where_chance_goes_by_it(page: Any) -> None:
    opened(page, "/play/fifteen")
    press(page, "n")
    assert not page.get_by_label("Random seed").is_visible()
    page.get_by_label("The second player", exact=True).select_option("random")
    assert page.get_by_label("Random seed").is_visible()
    opened(page, "/play/pig?goal=10")
    press(page, "n")
    page.get_by_label("Random seed").fill("7")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**seed=7")


def test_players_have_their_own_names(page: Any) -> None:
    opened(page, "/play/high-low#moves=10&seats=person,best&seed=1")
    assert page.locator("#who").inner_text() == "You (Matthew) vs computer (Benjamin): perfect play"
    assert page.get_by_role("img", name="Matthew: card 10").is_visible()
    assert page.locator("#score").inner_text() == "Matthew: 0 so far."
    press(page, "n")
    assert page.locator("#setup label").all_inner_texts()[:2] == ["Matthew", "Benjamin"]


def test_a_lead_is_told_from_where_the_reader_sits(page: Any) -> None:
    opened(page, "/play/dots-and-boxes#moves=0.1.2.3.4.5.6.7&seats=person,best&seed=1")
    assert page.locator("#score").inner_text() == "You are 2 behind."
    page.goto("about:blank")  # else only the hash changes
    opened(page, "/play/dots-and-boxes#moves=0.1.2.3.4.5.6.7&seats=person,person&seed=1")
    assert page.locator("#score").inner_text() == "The second player is 2 ahead."


@pytest.mark.parametrize("look", [deep(PHONE), SMALL])
def test_high_and_low_is_played_without_scrolling(page: Any) -> None:
    opened(page, "/play/high-low#moves=&seats=person,best&seed=1")
    for _ in range(3):
        cards = boxes(page.locator(f"{CARD}, .zone-cards .card"))
        assert len(cards) > 40
        assert max(box["y"] + box["height"] for box in cards) <= page.viewport_size["height"]
        page.locator(CARD).first.click()
        settled(page)
    assert page.evaluate("scrollY") == 0


def test_a_question_can_be_cancelled(page: Any, held: set[str]) -> None:
    """In place of the status, so that the table stays where it is."""
    opened(page, "/play/fifteen" + TWO)
    held.add("play")
    [before] = boxes(page.locator("#scene"))
    page.locator(CARD).first.click()
    page.wait_for_function("() => getComputedStyle(document.querySelector('#status')).opacity === '0'")
    [line, now], [cancel] = boxes(page.locator(".now, #scene")), boxes(page.locator(".busy button"))
    assert now == before
    assert line["left"] <= cancel["left"] < cancel["right"] <= line["right"]
    page.get_by_role("button", name="Cancel").click()
    settled(page)
    assert moves(page) == []
    held.clear()
    pick(page, 5)
    assert moves(page) == ["5"]


def test_no_values_are_said_why(page: Any) -> None:
    made: dict[str, str | None] = {}

    def unknown(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | made)

    page.route("**/api/games/fifteen/play", unknown)
    opened(page, "/play/fifteen" + TWO)
    made |= {"unknown": "the game is too large", "value": None}
    press(page, "v")
    says = page.locator("#says")
    assert says.inner_text() == "No values: this game is not solved here."
    says.locator("summary").click()
    assert says.locator("p").inner_text() == "The game is too large."
    made["over"] = True
    page.reload()
    settled(page)
    assert says.inner_text() == ""
    made["over"] = False
    made["estimate"] = "estimated by 1,000 playouts"
    page.reload()
    settled(page)
    assert says.inner_text().endswith("Not solved here: moves are estimated by 1,000 playouts.")


def test_one_player_alone_has_no_opponent_to_seat(page: Any) -> None:
    opened(page, "/play/best-card?deck=6&hand=2#moves=6&seats=person,best&seed=1")
    press(page, "n")
    assert page.get_by_label("The player").is_visible()
    assert not page.get_by_label("The second player", exact=True).is_visible()
    page.get_by_role("button", name="Cancel").click()
    pick(page, 1)
    assert status(page) == "You win"
    page.wait_for_selector("#review .seat-totals")
    assert "second player" not in page.locator("#review").inner_text()


def test_what_was_typed_is_kept_while_playing(page: Any) -> None:
    opened(page, "/play/fifteen")
    press(page, "n")
    page.get_by_label("target", exact=True).fill("16")
    page.get_by_label("The second player", exact=True).select_option("random")
    page.keyboard.press("Escape")
    pick(page, 5)
    press(page, "n")
    assert page.get_by_label("target", exact=True).input_value() == "16"
    assert page.get_by_label("The second player", exact=True).input_value() == "random"
    page.get_by_role("button", name="Start").click()
    settled(page)
    assert "target=16" in page.url
    assert "seats=person,random" in page.url


def test_two_computers_play_to_the_end(page: Any) -> None:
    opened(page, "/play/fifteen")
    sit(page, "best", "random")
    assert status(page).startswith("The end: ")
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_a_patience_is_watched(page: Any, complaints: list[str]) -> None:
    page.goto("/play/one-handed?suits=3")
    page.wait_for_url("**/replay/one-handed?suits=3*")
    complaints.clear()  # whatever that page says is tested with it


@pytest.mark.parametrize(
    ("address", "move"),
    [
        deep("/play/high-low?matthew=1-5&cards=10", 3),
        ("/play/nim", 2 * 4 + 1),
        deep("/play/hog?goal=10&dice=2", 2),
        deep("/play/best-card", 0),
        ("/play/red-black", 1),
        deep("/play/tic-tac-toe", 4),
        ("/play/secretary?candidates=20", 0),
    ],
)
def test_every_kind_of_game_can_be_begun(page: Any, address: str, move: int) -> None:
    opened(page, address)
    before = len(moves(page))
    pick(page, move)
    assert len(moves(page)) > before
    assert page.get_by_role("alert").count() == 0


def test_a_move_from_square_to_square_is_picked_on_the_board(page: Any) -> None:
    opened(page, f"/play/hexapawn{TWO}")
    squares = page.locator("button.square")
    squares.nth(7).click()
    assert page.locator("button.square.chosen").count() == 1
    assert page.locator("button.square.leads-on").count() == 1
    squares.nth(6).click()  # another pawn instead
    assert squares.nth(6).get_attribute("aria-pressed") == "true"
    squares.nth(3).click()
    settled(page)
    assert moves(page) == ["a1-a2"]
    page.reload()
    page.wait_for_selector("#scene .scene")
    assert moves(page) == ["a1-a2"]


def test_lines_are_drawn_between_dots_and_named_by_them(page: Any) -> None:
    opened(page, f"/play/dots-and-boxes?rows=1&columns=1{TWO}")
    assert [page.locator(f"#scene {what}").count() for what in ("button.line", ".dot", ".closed-box")] == [4, 4, 0]
    for line in ("a2-b2", "a1-a2", "b1-b2", "a1-b1"):
        page.get_by_role("button", name=f"{line}, empty").click()
        settled(page)
    assert moves(page) == ["a2-b2", "a1-a2", "b1-b2", "a1-b1"]
    assert page.locator("#scene .closed-box").count() == 1


def test_a_piece_is_dragged(page: Any) -> None:
    opened(page, f"/play/hexapawn{TWO}")
    squares = page.locator("button.square")
    squares.nth(8).drag_to(squares.nth(5))
    settled(page)
    assert moves(page) == ["c1-c2"]
    squares.nth(0).drag_to(squares.nth(8))  # where it cannot go
    assert moves(page) == ["c1-c2"]
    assert page.locator("button.square.chosen, button.square.leads-on").count() == 0
    squares.nth(1).click()  # no click was swallowed
    assert squares.nth(1).get_attribute("aria-label") == "b3, black pawn, picked up"


@pytest.mark.parametrize("look", [PHONE])
def test_a_piece_is_dragged_with_a_finger(page: Any) -> None:
    opened(page, f"/play/hexapawn{TWO}")
    squares, down = page.locator("button.square"), page.evaluate("scrollY")
    squares.nth(8).tap()
    assert squares.nth(8).get_attribute("aria-label") == "c1, white pawn, picked up"
    draw_finger(page, squares.nth(8), squares.nth(5))  # as whoever taps a piece first may do
    settled(page)
    assert moves(page) == ["c1-c2"]
    draw_finger(page, squares.nth(0), squares.nth(8))  # where it cannot go
    assert (moves(page), page.evaluate("scrollY")) == (["c1-c2"], down)
    assert page.locator("button.square.chosen, button.square.leads-on").count() == 0
    squares.nth(1).tap()
    page.get_by_role("button", name="b3, black pawn, picked up").wait_for()


def draw_finger(page: Any, begin: Any, end: Any) -> None:
    """A finger put down on one thing, drawn to another and lifted when it rests: to a browser, else it has flung."""
    fingers, began = page.context.new_cdp_session(page), time.time() - 1
    (x, y), (to_x, to_y) = (middle(thing.bounding_box()) for thing in (begin, end))
    for k, part in enumerate((0, 0.2, 0.6, 1, 1, None)):
        points = [] if part is None else [{"x": x + part * (to_x - x), "y": y + part * (to_y - y)}]
        kind = "touchStart" if k == 0 else "touchMove" if points else "touchEnd"
        event = {"type": kind, "touchPoints": points, "timestamp": began + k / 5}
        fingers.send("Input.dispatchTouchEvent", event)
    fingers.detach()


def middle(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_piece_is_moved_with_the_keyboard_and_put_down_again(page: Any) -> None:
    opened(page, f"/play/hexapawn{TWO}")
    page.locator("button.square").nth(7).focus()
    page.keyboard.press("Enter")
    assert focused(page) == "b1, white pawn, picked up"
    page.keyboard.press("ArrowUp")
    assert focused(page) == "b2, empty, can be reached"
    page.keyboard.press("Escape")
    assert focused(page) == "b2, empty"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    press(page, "Enter")
    assert moves(page) == ["b1-b2"]
    assert focused(page) == "c3, black pawn"  # of those that can move now the nearest


def test_values_of_steps_are_on_the_board(page: Any) -> None:
    opened(page, f"/play/hexapawn{TWO}")
    press(page, "v")
    assert page.locator("button.square .worth").count() == 3
    page.locator("button.square").nth(7).click()
    assert page.locator("button.square .worth").count() == 1
    assert (
        page.locator("button.square").nth(4).get_attribute("aria-label").startswith("b2, empty, can be reached: loss")
    )
    assert page.locator("#moves button").count() == 0


def test_stones_are_taken_by_picking_one(page: Any) -> None:
    opened(page, f"/play/nim{TWO}")
    page.get_by_role("button", name="take 2 from heap c").click()
    settled(page)
    assert moves(page) == ["take 2 from heap c"]
    assert page.get_by_role("group", name="c, 3").locator("button").count() == 3


def test_marks_in_colours_are_drawn_as_discs(page: Any) -> None:
    opened(page, "/play/connect-four?columns=4&rows=4#moves=12.8.13&seats=person,person&seed=1")
    board = page.get_by_role("group", name="board")
    assert (board.locator(".disc-red").count(), board.locator(".disc-yellow").count()) == (2, 1)
    assert board.get_by_role("button", name="a1, red disc").count() == 1
    opened(page, "/play/kalah?pits=2&seeds=3")
    assert page.get_by_role("group", name="board").locator(".seed").count() == 12


def test_a_disc_drops_from_any_square_of_its_column(page: Any) -> None:
    opened(page, f"/play/connect-four{TWO}")
    page.get_by_role("button", name="d6, empty").click()
    settled(page)
    page.get_by_role("button", name="d1, red disc").click()
    settled(page)
    page.get_by_role("button", name="a4, empty").press("Enter")
    settled(page)
    assert moves(page) == ["d", "d", "a"]
    for game in ("othello", "kalah?pits=2"):  # one move to each column, but no square above is its target
        opened(page, f"/play/{game}{TWO}")
        assert page.locator("#scene button.drops").count() == 0


def test_words_on_squares_stay_within_them(page: Any) -> None:
    opened(page, "/play/tic-tac-toe")
    page.evaluate(
        """async () => {
            const { sceneOf } = await import(new URL("scene.js", document.querySelector("script").src));
            const item = (text, square) => ({ text, move: null, owner: 0, square, name: "", won: false, by: "" });
            const words = ["X", "king", "archduke", "W".repeat(20)].map(item);
            const board = { kind: "board", label: "words", rows: [words], choices: false, columns: [], ranks: [],
                jumps: [], goal: 0, heaps: false, hexagons: false, edges: [], pieces: [], selections: [],
                laid: [], changes: [] };
            document.getElementById("main").prepend(sceneOf({ scene: { zones: [board], text: "", more: "" } }));
        }"""
    )
    board = page.get_by_role("group", name="words")
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        for mark, square in zip(boxes(board.locator(".mark")), boxes(board.locator(".square")), strict=True):
            assert square["left"] <= mark["left"] < mark["right"] <= square["right"]


@pytest.mark.parametrize("look", [{"viewport": {"width": 360, "height": 740}}])
def test_what_moves_are_worth_is_read_in_small_pits(page: Any) -> None:
    opened(page, "/play/kalah?seeds=1#moves=1.5&seats=person,best&seed=1&values=on")
    worths = page.locator("#scene .worth")
    worths.first.wait_for()
    assert worths.count() == 3
    assert worths.evaluate_all("(all) => all.every((each) => each.scrollHeight <= each.clientHeight)")
    for mark, square in zip(boxes(page.locator("#scene .mark")), boxes(page.locator("#scene .square")), strict=True):
        assert square["top"] <= mark["top"] < mark["bottom"] <= square["bottom"]


def test_dice_are_chosen_and_a_hint_chooses_the_best(page: Any) -> None:
    opened(page, "/play/yahtzee-turn#moves=1,0,1,1,0,2&seats=person,best&seed=1")
    table = page.get_by_role("group", name="dice", exact=True)
    make = table.locator("button.primary")
    assert make.inner_text() == "Roll all"
    for die in table.get_by_role("button", name="die: 6").all():
        die.click()
    assert make.inner_text() == "Keep 6 6 and roll 3"
    table.get_by_role("button", name="die: 1").click()
    page.get_by_role("button", name="Hint").click()
    table.locator("button.primary", has_text="keep 6 6 and roll 3").locator(".worth-best").wait_for()
    assert table.locator("[aria-pressed=true]").count() == 2
    make.click()
    settled(page)
    assert moves(page)[1] == "keep 6 6 and roll 3"
    opened(page, "/play/shut-the-box#moves=12&seats=person,best&seed=1")
    page.get_by_role("button", name="tile 9").click()
    assert page.get_by_role("button", name="No move chooses these").is_disabled()
    page.get_by_role("button", name="tile 9").click()
    page.get_by_role("button", name="tile 1").click()
    assert page.get_by_role("button", name="1 so far").is_disabled()
    dimmed = page.locator(".out-of-reach").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert dimmed == [f"tile {k}" for k in range(3, 10)]


def test_moves_of_the_list_are_looked_back_at(page: Any) -> None:
    opened(page, "/play/tic-tac-toe#moves=4.0.2.6&seats=person,person&seed=1")
    pieces = page.locator("#scene .piece")
    assert [one.strip() for one in page.locator("#history .by").all_inner_texts()] == ["1.", "2.", "3.", "4."]
    page.get_by_role("button", name="Move 2, the second player: a3").click()
    page.get_by_text("After move 2 of 4").wait_for()
    assert pieces.count() == 2
    page.keyboard.press("ArrowRight")
    page.get_by_text("After move 3 of 4").wait_for()
    assert page.locator("#history [aria-current]").inner_text() == "c3"
    assert page.evaluate("document.activeElement.textContent") == "c3"  # the focus stays in the list
    page.get_by_role("button", name="Back to the game").click()
    assert (pieces.count(), status(page)) == (4, "The first player, your move")


def test_a_game_that_is_over_can_be_played_again_from_the_other_side(page: Any) -> None:
    opened(page, "/play/tic-tac-toe#moves=4.1.0.8.6.2.3&seats=person,best&seed=1")
    assert status(page) == "You win"
    page.get_by_role("button", name="Switch seats").click()
    page.get_by_text("Your move").wait_for()
    settled(page)
    assert len(moves(page)) == 1  # the computer began
    assert "seats=best,person" in page.url


def test_dice_are_drawn(page: Any) -> None:
    opened(page, "/play/pig#moves=1.4&seats=person,person&seed=3")
    assert page.get_by_role("img", name="die: 4").locator(".die-pip").count() == 4
    assert page.get_by_role("group", name="pot, 4").locator(".stone").count() == 4
    assert page.get_by_role("group", name="score").locator(".score-row").all_inner_texts() == [
        "First\n0 of 50",
        "Second\n0 of 50",
    ]
    opened(page, "/play/pig?goal=8#moves=1.4&seats=best,person&seed=3")  # where one person plays, by who that is
    names = page.get_by_role("group", name="score").locator("dt").all_inner_texts()
    assert names == ["Computer", "You"]
    assert not page.locator(".scene-caption").count()  # the drawing says all of the text


def test_what_won_is_marked(page: Any) -> None:
    opened(page, "/play/tic-tac-toe#moves=0.1.4.2.8&seats=person,person&seed=1")
    won = page.locator("button.square.won")
    assert [square.get_attribute("aria-label") for square in won.all()] == [
        f"{square}, cross, one of those that won" for square in ("a3", "b2", "c1")
    ]


def test_a_link_leads_to_a_position_after_moves(page: Any) -> None:
    opened(page, "/play/hexapawn?after=b1-b2,%20a3-b2#seats=person,person&seed=1")
    assert moves(page)[:2] == ["b1-b2", "a3-b2"]


def test_a_hidden_card_lies_face_down_and_a_hidden_game_comes_back(page: Any) -> None:
    opened(page, "/play/kuhn-poker#moves=&seats=best,person&seed=1&values=on")
    assert page.locator("#scene .card-back").count() == 1
    assert page.locator("#scene [aria-label='a card, face down']").count() == 1
    assert page.get_by_role("button", name="Best line").is_hidden()
    assert page.get_by_role("button", name="Save", exact=True).count() == 0
    assert "what is hidden stays hidden" in page.locator("#keep-note").inner_text()
    told, legal = moves(page), page.locator("#moves button.choice strong, #moves button.choice > span:first-child")
    page.reload()
    settled(page)
    assert moves(page) == told
    legal.first.click()
    settled(page)
    assert "moves=0&" in page.url or "moves=1&" in page.url  # the person's own, and no card
    numbers = [words.strip() for words in page.locator("#history .by").all_inner_texts() if "." in words]
    assert len(numbers) == len(page.locator("#history li:not(.chance)").all())  # those of the other too, not chance
    page.get_by_role("button", name="Undo").click()
    settled(page)
    assert moves(page) == told


def test_one_page_is_for_one_person_where_cards_are_hidden(page: Any, complaints: list[str]) -> None:
    page.goto("/play/kuhn-poker#moves=&seats=person,person&seed=1")
    page.get_by_text("one person can play on a page, not 2").wait_for()
    complaints.clear()  # the browser notes that the server refused
    you = page.locator("#setup option[value=person]:not(:disabled)")
    assert you.count() == 1
    page.locator("#seat-0").select_option("best")
    assert you.count() == 2
    page.locator("#seat-1").select_option("person")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**seats=best,person*")
    settled(page)


def test_a_game_is_taken_along(page: Any) -> None:
    """The link, the moves and a picture, which is as large as what lies there and has colours."""
    opened(page, "/play/quarto?size=2&properties=4#moves=16.0.31&seats=person,person&seed=1")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copied = "navigator.clipboard.readText()"
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Link copied.").first.wait_for()
    assert page.evaluate(copied) == page.url
    page.get_by_role("button", name="Copy moves").click()
    page.get_by_text("Moves copied.").first.wait_for()
    written = ["Quarto, size 2, properties 4", "1. First: short light round solid", "2. Second: a2"]
    assert page.evaluate(copied).splitlines() == [*written, "3. Second: tall dark square hollow"]
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.suggested_filename == "faceup-quarto.png"
    picture = Path(download.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    wide, high = int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
    board = page.locator("#scene .board").bounding_box()
    assert wide >= 2 * board["width"]
    assert high >= 2 * board["height"]
    assert len(picture) > 3000
    assert page.locator("#keep-note").inner_text().endswith("includes the game. It opens only on this computer.")


def test_pieces_that_are_described_are_drawn(page: Any) -> None:
    opened(page, "/play/quarto?size=2&properties=4#moves=16.0.31&seats=person,person&seed=1")
    assert page.get_by_role("button", name="a2, short light round solid").locator("svg.described-light").count() == 1
    assert page.locator(".scene-caption").inner_text().strip() == "To be placed:"
    assert page.locator(".scene-caption").get_by_role("img", name="tall dark square hollow").count() == 1
    pick(page, 1)
    assert (
        page.locator("#moves button .described").count() == 14
    )  # of the pieces that are left, in front of their words


def test_hexagons_have_edges_in_the_colours_of_those_who_join_them(page: Any) -> None:
    opened(page, "/play/hex?rows=3" + TWO)
    black, white = (page.locator(f".hexagon-edges .side-{colour}").all() for colour in ("black", "white"))
    squares = page.locator("button.square").first.bounding_box()
    assert [len(black), len(white)] == [2, 2]
    assert min(line.bounding_box()["y"] for line in black) == pytest.approx(squares["y"], abs=12)
    assert min(line.bounding_box()["x"] for line in white) == pytest.approx(squares["x"], abs=12)


def test_where_nobody_has_a_choice_nothing_offers_one(page: Any) -> None:
    """Chance alone plays: no hint, no best line, nothing to take back, and no strategy."""
    opened(page, "/play/craps")
    assert (status(page), moves(page)) == ("Your roll", [])
    tools = ("step", "on", "hint", "line", "undo", "redo", "values", "new")
    assert {name for name in tools if page.locator(f"#tool-{name}").is_visible()} == {"step", "on", "values", "new"}
    page.locator("#tool-values").click()
    page.get_by_text("You win 49.29% of games").wait_for()
    assert moves(page) == []  # values roll nothing
    while page.locator("#tool-step").is_visible():
        before = len(moves(page))
        page.locator("#tool-step").click()
        page.wait_for_function("before => document.querySelectorAll('#history li').length > before", arg=before)
        assert len(moves(page)) == before + 1  # each roll is a press
        settled(page)
    page.locator("#tool-again").click()
    page.locator("#tool-step").wait_for()
    assert moves(page) == []
    page.wait_for_function(
        """async () => (await (await fetch("/api/games")).json()).games.some(
            ({ name, decides }) => name === "craps" && !decides)"""
    )
    page.goto("/strategy/craps")
    assert page.get_by_role("link", name="Strategy").count() == 0
    page.get_by_text("nobody has a choice").wait_for()
    assert page.locator("table").count() == 0
    opened(page, "/play/nim")
    assert page.locator("#tool-hint").is_visible()
    assert page.get_by_role("link", name="Strategy").count() == 1


@pytest.mark.parametrize(("name", "offered"), [("tic-tac-toe", True), ("kuhn-poker", False), deep("coin-race", False)])
def test_looking_to_a_depth_is_offered_where_it_can_be(page: Any, name: str, offered: bool) -> None:
    opened(page, f"/play/{name}")
    page.get_by_role("button", name="New game").click()
    option = page.locator("#seat-1 option", has_text="Computer: looks four moves ahead")
    assert option.count() == offered
    if offered:
        page.locator("#seat-1").select_option("ab:4")
        page.get_by_role("button", name="Start").click()
        page.wait_for_url("**seats=*ab:4*")


def test_a_review_marks_the_better_move_on_the_board(page: Any) -> None:
    opened(page, "/play/kalah?seeds=1#moves=0.5&seats=person,person&seed=1&review=1")
    board = page.locator(".reviewed-place")
    board.locator(".marked-best").first.wait_for()
    assert board.locator(".marked-played").count() == 1
    names = board.locator(".marked-best .pit-name").evaluate_all("all => all.map((one) => one.dataset.name)")
    assert names == ["pit 4"]
    opened(page, "/play/hexapawn#moves=6,3.1,4&seats=person,person&seed=1&review=2")
    page.locator(".reviewed-place .board-arrow").first.wait_for()


def test_a_lost_start_and_a_wrong_word_of_the_address_are_told(page: Any) -> None:
    opened(page, "/play/hexapawn?size=4#moves=&seats=person,best&seed=1")
    assert "Hexapawn has no parameter size; possible: rows, columns." in page.locator("#error").inner_text()
    assert page.get_by_role("button", name="Play the other side").count() == 0  # before somebody asks
    press(page, "v")
    page.get_by_role("button", name="Play the other side").click()
    page.wait_for_url("**seats=best,person*")
    opened(page, "/play/tic-tac-toe#moves=4.d.d&seats=person,person&seed=1")
    assert "Could not read move 2 of the address, 'd'" in page.locator("#error").inner_text()
    assert moves(page) == ["b2"]

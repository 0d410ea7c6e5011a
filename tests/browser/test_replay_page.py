"""The page to watch a game: its steps with the pointer and the keyboard, playing, skipping, other games."""

import json
import re
from typing import Any

import pytest

from faceup.library.finding import find_game
from faceup.play.replays import replay
from faceup.results.reviews.replay import ReplayEnd

from ..library import deep
from .boxes import boxes

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
ONE_HANDED = "one-handed?seed=1&game=17"


def opened(page: Any, address: str) -> Any:
    page.goto(f"/replay/{address}")
    page.wait_for_selector(".steps button")
    return page


def expected(name: str, seed: int, number: int, *policies: str) -> tuple[list[str], list[str], dict[str, Any]]:
    """What is done in each step, what the table then shows, and the end."""
    what, texts, end = [], [], {}
    for step in replay(find_game(name, ()), seed, number, policies or ("random",)):
        if isinstance(step, ReplayEnd):
            end = step.result
        else:
            what.append(step.what)
            texts.append(step.scene().text)
    return what[1:], texts, end


def at(page: Any) -> int:
    """The number of the present step, as the list marks it."""
    marked = page.locator(".steps [aria-current=step] .step-number")
    assert marked.count() == 1
    return int(marked.inner_text())


def cards(page: Any, pile: str) -> int:
    return int(page.get_by_role("group", name=re.compile(f"^{pile}, ")).get_attribute("aria-label").split()[1])


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_the_steps_are_those_of_the_engine(page: Any) -> None:
    opened(page, ONE_HANDED)
    what, _, end = expected("one-handed", 1, 17)
    assert page.locator(".results h2").inner_text().endswith("game 17 (seed 1)")
    shown = page.locator(".steps li").all_inner_texts()
    assert [line.split(maxsplit=1)[1] for line in shown] == ["start", *what]
    assert at(page) == 0
    page.get_by_role("button", name="Last").click()
    assert at(page) == len(what)
    assert page.locator(".told").inner_text() == f"Step {len(what)} of {len(what)}: {what[-1]}"
    assert page.locator(".result").inner_text() == f"The end: score {end['score']}, not won, {len(what)} steps."


def test_buttons_keys_the_list_and_the_slider_lead_to_steps(page: Any) -> None:
    opened(page, ONE_HANDED)
    what, _, _ = expected("one-handed", 1, 17)
    page.get_by_role("button", name="Next", exact=True).click()
    assert (at(page), cards(page, "stock")) == (1, 51)
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
    assert (at(page), what[5], cards(page, "hand")) == (6, "drop two", 3)
    page.get_by_role("button", name="Back").click()
    assert (at(page), cards(page, "hand")) == (5, 5)
    press(page, "ArrowLeft")
    assert at(page) == 4
    press(page, "Home", "ArrowLeft")
    assert (at(page), cards(page, "stock")) == (0, 52)
    page.locator(".steps button", has_text="drop four").first.click()
    assert at(page) == what.index("drop four") + 1
    page.get_by_label("Step", exact=True).focus()
    press(page, "End")
    assert at(page) == len(what)
    press(page, "ArrowLeft")
    assert at(page) == len(what) - 1


def test_the_list_follows_and_the_focus_stays_in_it(page: Any) -> None:
    opened(page, ONE_HANDED)
    page.locator(".steps button").first.focus()
    press(page, *["ArrowRight"] * 30)
    assert at(page) == 30
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "step"
    inside, box = page.locator(".steps [aria-current=step]").bounding_box(), page.locator(".steps").bounding_box()
    assert box["y"] <= inside["y"] <= inside["y"] + inside["height"] <= box["y"] + box["height"]


def test_ordinary_steps_can_be_skipped(page: Any) -> None:
    opened(page, ONE_HANDED)
    what, _, _ = expected("one-handed", 1, 17)
    page.get_by_label("Skip draw").check()
    page.get_by_label("Skip draw").blur()
    told = [k for k, word in enumerate(what, 1) if word != "draw"]
    for wanted in told[:4]:
        press(page, "ArrowRight")
        assert at(page) == wanted
    press(page, "ArrowLeft")
    assert at(page) == told[2]
    visible = {line.split()[0] for line in page.locator(".steps li:visible").all_inner_texts()}
    assert visible == {"0", *map(str, told), str(len(what))}


def test_it_plays_and_pauses_and_ends(own_page: Any) -> None:
    own_page.clock.install()
    opened(own_page, "fifteen?seed=1&game=3&policy=random")
    assert at(own_page) == 0  # animations are not wanted, so it waits
    assert own_page.get_by_role("button", name="Play").is_visible()
    own_page.get_by_label("Speed").focus()
    press(own_page, "End")
    assert own_page.get_by_label("Speed: 32 steps a second").get_attribute("aria-valuetext") == "32 steps a second"
    press(own_page, "Home")
    own_page.get_by_label("Speed").blur()
    press(own_page, "Space")
    own_page.get_by_role("button", name="Pause").wait_for()
    press(own_page, "Space")
    here = at(own_page)
    own_page.get_by_role("button", name="Play").wait_for()
    own_page.clock.run_for(2300)  # longer than a step at this speed
    assert at(own_page) == here
    own_page.get_by_label("Speed").focus()
    press(own_page, "End")
    own_page.get_by_role("button", name="Play").click()
    own_page.locator(".result").wait_for()
    what, texts, _ = expected("fifteen", 1, 3)
    assert at(own_page) == len(what)
    own_page.get_by_role("button", name="Play").wait_for()
    assert own_page.locator(".result").inner_text() == f"The end: the second player wins, {len(what)} moves."
    assert texts[-1] == "first holds 3 5 9; second holds 1 6 8"
    names = own_page.locator(".zone-cards [role=img]").all()
    assert [name.get_attribute("aria-label") for name in names] == [
        *(f"card {n}" for n in (3, 5, 9)),
        *(f"card {n}, one of those that won" for n in (1, 6, 8)),
    ]


@pytest.mark.parametrize("look", [{"reduced_motion": "no-preference"}])
def test_it_begins_by_itself_where_motion_is_welcome(page: Any) -> None:
    opened(page, "fifteen?seed=1&game=3&policy=random")
    page.wait_for_selector(".steps li:nth-child(n + 3) [aria-current=step]")
    press(page, "ArrowLeft")
    page.get_by_role("button", name="Play").wait_for()


def test_other_games_are_shown(page: Any) -> None:
    opened(page, ONE_HANDED)
    title = page.locator(".results h2")
    page.get_by_role("button", name="Next game").click()
    page.wait_for_url("**/replay/one-handed?seed=1&game=18")
    assert title.inner_text().endswith("game 18 (seed 1)")
    what, _, _ = expected("one-handed", 1, 18)
    assert page.locator(".steps li").count() == len(what) + 1
    page.get_by_role("button", name="Previous game").click()
    page.wait_for_url("**game=17")
    page.get_by_role("button", name="Random game").click()
    page.wait_for_function("() => !location.search.endsWith('game=17')")
    page.get_by_label("Seed").fill("7")
    page.get_by_label("Seed").press("Enter")
    page.wait_for_url("**/replay/one-handed?seed=7&game=*")
    game = page.get_by_label("Game", exact=True).input_value()
    assert title.inner_text().endswith(f"game {int(game):,} (seed 7)")


def test_policies_of_the_address_are_played(page: Any) -> None:
    opened(page, "three-fourteen?seed=5&game=2&policy=best&policy=random")
    what, _, end = expected("three-fourteen", 5, 2, "best", "random")
    assert what[0] in ("6", "8")
    shown = page.locator(".steps li").all_inner_texts()[1:]
    assert [line.split()[-1] for line in shown] == what
    press(page, "End")
    winner = "first" if end["payoff"] == 1 else "second"
    assert page.locator(".result").inner_text().startswith(f"The end: the {winner} player wins, ")
    page.get_by_label("The first player plays").select_option("first")
    page.get_by_label("The second player plays").select_option("")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**&policy=first")
    assert page.locator(".steps li").nth(1).inner_text().split() == ["1", "First", "0"]


def test_a_move_by_hand_is_said(page: Any) -> None:
    opened(page, "fifteen?seed=1&game=3&policy=random")
    press(page, "ArrowRight")
    assert (
        "Move 1 of 6: the first player, 5: first holds 5; second holds nothing"
        in page.locator("#announcements").inner_text()
    )


def test_keys_are_letters_while_typing(page: Any) -> None:
    opened(page, ONE_HANDED)
    page.get_by_label("Game", exact=True).focus()
    press(page, "Space", "ArrowRight", "End")
    assert at(page) == 0
    assert page.get_by_role("button", name="Play").is_visible()


def test_steps_that_are_not_sent_are_counted(page: Any) -> None:
    def cut(route: Any) -> None:
        answer = route.fetch()
        document = answer.json()
        document["steps"], document["left_out"] = document["steps"][:10], 60
        route.fulfill(response=answer, json=document)

    page.route("**/replay", lambda route: cut(route) if route.request.method == "POST" else route.fallback())
    opened(page, ONE_HANDED)
    press(page, "End")
    assert page.get_by_text("Not shown: 60 more steps before the end.").is_visible()
    assert page.locator(".told").inner_text().startswith("Step 10 of 70: ")


@pytest.mark.parametrize(
    ("label", "typed", "told"),
    [deep("Game", "-1", 'game "-1"; possible: 0 to '), ("Seed", "x", 'seed "x"; possible: 0 to ')],
)
def test_a_number_that_cannot_be_is_quoted(page: Any, label: str, typed: str, told: str) -> None:
    opened(page, ONE_HANDED)
    page.get_by_label(label, exact=True).fill(typed)
    page.get_by_role("button", name="Show").click()
    assert told in page.get_by_role("alert").inner_text()
    assert page.locator(".results h2").inner_text().endswith("game 17 (seed 1)")


def test_refused_parameters_are_said_and_can_be_mended(page: Any, complaints: list[str]) -> None:
    page.goto("/replay/one-handed?ranks=100")
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "the deck has at most 120 cards" in alert.inner_text()
    assert "422" in complaints.pop()
    page.get_by_label("ranks").fill("5")
    page.get_by_role("button", name="Show").click()
    page.wait_for_selector(".steps button")
    assert alert.count() == 0
    assert page.url.endswith("?ranks=5&seed=0&game=1")


def test_waiting_can_be_cancelled(page: Any, held: set[str]) -> None:
    opened(page, ONE_HANDED)
    held.add("replay")
    page.get_by_role("button", name="Next game").click()
    page.get_by_role("button", name="Cancel").click()
    page.locator(".busy").wait_for(state="detached")
    assert page.locator(".results h2").inner_text().endswith("game 17 (seed 1)")


@pytest.mark.parametrize(
    ("look", "address"),
    [
        ({"viewport": {"width": 320, "height": 640}}, "clock"),
        deep(PHONE, "clock"),
        (PHONE | {"color_scheme": "dark"}, ONE_HANDED),
        (PHONE, "tic-tac-toe?policy=best"),
        deep(PHONE, "snakes-and-ladders"),
    ],
)
def test_nothing_sticks_out_of_a_phone_and_the_buttons_stay_above_the_table(page: Any, address: str) -> None:
    opened(page, address)
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
    size = page.viewport_size
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for box in boxes(page.locator("button:visible")):
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["height"] >= 43.9
    (buttons,), (table,) = boxes(page.locator(".transport")), boxes(page.locator(".scene"))
    assert buttons["bottom"] <= table["top"]
    assert table["bottom"] - buttons["top"] <= size["height"]
    assert table["top"] <= size["height"] * 0.75  # it is seen without scrolling


def test_a_counter_goes_along_its_track(page: Any) -> None:
    opened(page, "snakes-and-ladders")
    _, texts, _ = expected("snakes-and-ladders", 0, 1)
    track = page.locator(".track")
    assert track.get_attribute("aria-label").startswith("square beside the track, 1 leads to 38, ")
    for text in texts[1:4]:
        press(page, "ArrowRight")
        square = page.locator(".track-square", has=page.locator(".counter")).inner_text().strip()
        assert text == f"on square {square}"
        assert track.get_attribute("aria-label").startswith(f"square on {square}, ")
    assert (page.locator(".ladder").count(), page.locator(".snake").count()) == (9, 10)


@pytest.mark.parametrize("look", [{"viewport": {"width": 1280, "height": 800}}])
def test_many_piles_fit_a_window(page: Any) -> None:
    opened(page, "clock")
    for key in ("ArrowRight", "End"):
        press(page, key)
        assert max(box["bottom"] for box in boxes(page.locator(".scene .zone"))) <= 800
    piles = boxes(page.locator(".scene .zone"))
    assert len(piles) == 14
    assert all(box["right"] <= piles[0]["left"] + boxes(page.locator(".scene"))[0]["width"] + 1 for box in piles)


def test_the_best_moves_are_watched_where_nobody_chose_any(page: Any) -> None:
    opened(page, "fifteen?seed=1&game=3")
    assert page.locator("#policy").input_value() == "best"
    what, _, _ = expected("fifteen", 1, 3, "best")
    steps = [line.split() for line in page.locator(".steps button").all_inner_texts()]
    assert steps[1:] == [[str(k), "First" if k % 2 else "Second", text] for k, text in enumerate(what, 1)]
    assert page.get_by_text(
        "Both play the best move. Every game is the same, as there is no chance in it."
    ).is_visible()
    assert page.get_by_role("button", name="Next game").is_hidden()


def test_moves_are_at_random_where_the_server_says_that_best_play_takes_too_long(page: Any) -> None:
    def by_chance(route: Any) -> None:
        asked = json.loads(route.request.post_data)
        assert asked["policies"] == []
        route.fallback(post_data=json.dumps(asked | {"policies": ["random"]}))

    page.route("**/replay", by_chance)
    opened(page, "fifteen?seed=1&game=3")
    assert page.locator("#policy").input_value() == "random"
    assert page.get_by_text("Best play takes too long here.").is_visible()
    what, _, _ = expected("fifteen", 1, 3)
    assert page.locator(".steps button").count() == len(what) + 1

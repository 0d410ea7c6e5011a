"""The site: every link leads somewhere, nothing is asked of another machine, what can be played or dragged works."""

import functools
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from faceup.library.finding import library_names
from tests.browser.conftest import chromium, heard, new_page

BUILD = Path(__file__).parent.parent / "docs" / "site" / "build.py"
COMPUTED = "nim,secretary,hide-or-run,hexapawn"  # the games whose answers are computed here: all of them take minutes
LOADED = re.compile(r"""(?:src=|url\(|@import |<link[^>]*href=)["']?(?:https?:)?//""")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    where = ["--out", str(folder / "site"), "--stage", str(folder / "stage")]
    command = [sys.executable, str(BUILD), "--only", COMPUTED, "--workers", "1", *where]
    path = os.pathsep.join(sys.path)
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of requests."""


@pytest.fixture(scope="module")
def address(built: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(built))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as running:
        yield running


@pytest.fixture
def look() -> dict[str, Any]:
    return {}


@pytest.fixture
def page(browser: Any, address: str, look: dict[str, Any]) -> Iterator[Any]:
    """A page that complains of nothing and asks nothing of another machine."""
    page, complaints, asked = new_page(browser, address, look), list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    with heard(page, complaints):
        yield page
        page.context.close()
    assert complaints == []
    assert [url for url in asked if not url.startswith((address, "data:", "file:"))] == []


class Links(HTMLParser):
    """What a page links to, and the places in it that others may link to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.targets += [value for name in ("href", "src") if (value := found.get(name)) and tag != "use"]
        self.anchors |= {value for name in ("id", "name") if (value := found.get(name))}


def test_every_link_leads_somewhere(built: Path) -> None:
    pages = {path: Links(path.read_text()) for path in built.rglob("*.html")}
    assert len(pages) > len(library_names()) + 20
    lost = []
    for path, links in pages.items():
        for target in links.targets:
            parts = urlsplit(target)
            if parts.scheme:
                continue
            folder = built if parts.path.startswith("/") else path.parent
            there = (folder / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
            anchors = pages[there].anchors if there in pages else {""}
            if not there.is_file() or unquote(parts.fragment) not in anchors:
                lost.append(f"{path.name}: {target}")
    assert lost == []
    anywhere = pages[built / "404.html"].targets  # which a server shows at any address
    assert [target for target in anywhere if not target.startswith(("/", "#", "http"))] == []


def test_no_file_loads_anything_from_elsewhere(built: Path) -> None:
    files = [*built.rglob("*.html"), *built.rglob("*.css")]
    assert [file.name for file in files if LOADED.search(file.read_text())] == []


def test_every_game_has_a_page_with_its_rules_before_the_code(built: Path) -> None:
    for name in library_names():
        text = (built / "games" / f"{name}.html").read_text()
        heads = re.findall(r"<h2>([^<]*)", text)
        assert text.index('class="answer') < text.index("<h2>The rules"), name
        assert (heads[0], *heads[-2:]) == ("The rules", "In a terminal", "The rules in Python"), name


def test_a_computed_page_has_picture_answer_reasons_and_sources(built: Path) -> None:
    text = (built / "games" / "secretary.html").read_text()
    parts = ("you win 37.10%", 'class="playing"', "secretary.svg", "What to do:", "JASA 61", "In a terminal")
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    best, _, why = (built / "games" / "nim.html").read_text().partition("<h2>Best play")[2].partition("<h2>Why")
    assert 'class="positions"' in best
    assert "A line of best play" not in why  # which the positions tell
    hexapawn = (built / "games" / "hexapawn.html").read_text()
    assert "The first player: every move is as good." in hexapawn.partition("<h2>How to play it")[2]
    boards = hexapawn.partition("<h2>Best play")[2].partition("<h2>Why")[0]
    assert 'class="positions"' in boards
    assert "<img" not in boards  # any first move will do: they are no picture
    hexes = (built / "games" / "hex.html").read_text()
    assert "it takes <code" in hexes.partition("This is the whole file; ")[2][:40]
    assert "left out of this quick build" in (built / "games" / "pig.html").read_text()
    assert "you win 37.10% of games (exact).</strong>" in (built / "games" / "index.html").read_text()


def test_search_finds_a_game(page: Any) -> None:
    page.goto("/search.html?q=secretary")
    page.locator("ul.search li").first.wait_for()
    assert page.locator("ul.search a", has_text="secretary").count() >= 1


def test_a_lost_address_leads_to_the_nearest_name_and_the_library_shows_positions(page: Any) -> None:
    page.goto("/404.html")
    page.evaluate("nearest('/games/hexapwan.html')")
    page.locator("#nearest a", has_text="Hexapawn").click()
    page.locator("h1", has_text="Hexapawn").wait_for()
    page.goto("/games/index.html")
    page.locator(".game", has_text="Tic-tac-toe").locator(".glimpse game-board").wait_for()
    page.get_by_label("Find a game").fill("conect for")
    page.get_by_role("status").filter(has_text="No game fits; near: Connect Four").wait_for()
    assert page.get_by_role("link", name="Tic-tac-toe", exact=True).filter(visible=True).count() == 1  # in the margin


def test_dark_is_one_press_away(page: Any) -> None:
    page.goto("/index.html")

    def ground() -> str:
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    light, toggle = ground(), page.locator(".theme-toggle:visible")
    toggle.click()
    toggle.click()
    assert page.locator("body").get_attribute("data-theme") in ("dark", "light")
    page.evaluate("document.body.dataset.theme = 'dark'")
    assert ground() != light


def free_cards(page: Any) -> Any:
    return page.locator(".card[aria-disabled=false]")


def test_fifteen_is_played_to_its_end_with_the_keyboard(page: Any) -> None:
    page.goto("/gallery/fifteen.html")
    status = page.locator(".picking [role=status]")
    page.get_by_role("button", name="The computer begins").press("Enter")
    assert status.inner_text().startswith("The computer picks")
    while free_cards(page).count():
        before = status.inner_text()
        free_cards(page).first.press("Enter")
        assert status.inner_text() != before
    assert re.search(r"The computer wins with \d \+ \d \+ \d = 15\.|a draw\.", status.inner_text())


def test_whoever_follows_the_worth_of_cards_wins_3_14(page: Any) -> None:
    page.goto("/gallery/three-fourteen.html")
    page.get_by_label("Show what each card is worth").check()
    assert page.locator(".card[data-note=win] strong").all_inner_texts() == ["6", "8"]
    while free_cards(page).count():
        page.locator(".card[data-note=win]").first.click()
    assert "You win with" in page.locator(".picking [role=status]").inner_text()
    assert page.locator(".card.won").count() == 3


def play_on(page: Any, note: str = "") -> str:
    """Make the first move, of those with the note, until the game is over; what is said then."""
    status = page.locator(".playing [role=status]")
    free = page.locator(".playing button[data-move], .playing .on:not([hidden]) button")
    for _ in range(200):
        if not free.count():
            return str(status.inner_text())
        free.filter(has_text=note).first.press("Enter")
    raise AssertionError("it does not end")


def test_whoever_follows_the_worth_of_moves_wins_nim_from_a_disk_too(page: Any, built: Path) -> None:
    page.goto(f"{built.as_uri()}/games/nim.html")
    page.get_by_label("Show what each move is worth").check()
    page.get_by_role("button", name=re.compile("take 2 from heap a.*win")).press("Enter")
    page.get_by_role("button", name="Take back").press("Enter")
    assert play_on(page, "win").endswith("You win!")
    page.get_by_role("button", name="Switch sides").press("Enter")
    assert play_on(page).endswith(("You win!", "You lose."))


def test_a_lost_game_is_reviewed_and_tried_again_from_the_mistake(page: Any) -> None:
    page.goto("/games/nim.html")
    assert page.locator(".positions li", has_text="1. take 2 from heap a (1 of 12 safe)").count() == 1
    page.get_by_role("button", name=re.compile("take 1 from heap a")).press("Enter")
    play_on(page)
    review = page.get_by_role("region", name="Review")
    first = review.get_by_role("listitem").first
    assert re.search("take 1 from heap a: a loss instead of a win. Better: take 2 from heap a.", first.inner_text())
    first.get_by_role("button", name="Try again").press("Enter")
    assert review.inner_text() == ""
    page.get_by_label("Show what each move is worth").check()
    assert play_on(page, "win").endswith("You win!")
    assert review.inner_text() == "Review: you made no mistake."


def test_a_game_with_something_hidden_and_one_of_chance_are_played_to_their_ends(page: Any) -> None:
    page.goto("/games/hide-or-run.html")
    assert page.locator(".playing .scene").inner_text() != ""
    assert re.search(r"You win!|You lose\.", play_on(page, "run"))
    page.goto("/games/secretary.html")
    assert re.search(r"You win!|You lose\.", play_on(page))


def test_the_first_screen_has_twelve_words_a_console_and_a_game(page: Any) -> None:
    page.goto("/index.html")
    assert len(page.locator("article p").first.inner_text().split()) == 12
    for shown in ("article pre", ".picking"):
        box = page.locator(shown).first.bounding_box()
        assert box["y"] + box["height"] < 860
    free_cards(page).first.click()
    assert "The computer picks" in page.locator(".picking [role=status]").inner_text()


def test_a_page_allows_scripts_of_the_site_alone(built: Path, browser: Any, address: str) -> None:
    """Whatever the theme writes into a page is known by its digest, so that a script of anybody else does not run."""
    for path in built.rglob("*.html"):
        assert "default-src 'none'; script-src 'self' 'sha256-" in path.read_text(), path
    page = browser.new_page()
    page.goto(f"{address}/index.html")
    page.evaluate("""() => { const s = document.createElement("a"); s.setAttribute("onclick", "window.run = 1");
        document.body.append(s); s.click(); }""")
    assert page.evaluate("window.run") is None
    page.close()


def test_a_card_that_is_gone_cannot_be_picked(page: Any) -> None:
    page.goto("/gallery/fifteen.html")
    free_cards(page).first.click()
    said = page.locator(".picking [role=status]").inner_text()
    page.locator(".card[data-note=computer]").press("Enter")
    assert page.locator(".picking [role=status]").inner_text() == said


def test_the_sliders_move_the_thresholds(page: Any) -> None:
    page.goto("/gallery/best-card.html")
    picture, said = page.locator(".thresholds svg"), page.locator(".thresholds [role=status]")
    assert said.inner_text() == "Best play wins 62.19% of games."
    assert "93, 92, 91, 89, 87, 84, 80, 72, 55" in picture.get_attribute("aria-label")
    page.get_by_role("slider", name="Cards in the deck").press("ArrowRight")
    assert said.inner_text() != "Best play wins 62.19% of games."
    page.get_by_role("slider", name="Cards in your hand").press("Home")
    assert picture.locator("rect.hold").count() == 2
    page.get_by_role("slider", name="Cards in the deck").press("Home")
    page.get_by_role("slider", name="Cards in your hand").press("End")
    assert said.inner_text() == "Best play wins 100% of games."


@pytest.mark.parametrize("look", [{"viewport": {"width": 320, "height": 800}, "color_scheme": "dark"}])
def test_on_a_phone_the_pages_are_opened_with_the_keyboard(page: Any) -> None:
    page.goto("/gallery/best-card.html")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    link = page.locator(".sidebar-drawer a", has_text="Is it the same game?")
    assert not link.is_visible()
    page.get_by_role("button", name="All pages").press("Enter")
    link.wait_for()
    page.keyboard.press("Escape")
    link.wait_for(state="hidden")
    assert page.get_by_role("button", name="All pages").get_attribute("aria-expanded") == "false"
    for path, shown in (("index", "article pre"), ("404", "article h1")):
        page.goto(f"/{path}.html")
        cut = "nodes => nodes.map(n => n.scrollWidth > n.clientWidth || n.getBoundingClientRect().right > innerWidth)"
        assert set(page.locator(shown).evaluate_all(cut)) == {False}
    page.goto("/games/nim.html")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert page.locator("article img").bounding_box()["width"] > 500  # so that its words can be read
    assert page.locator("article p:has(> img)").get_attribute("tabindex") == "0"  # which scrolls it


@pytest.mark.parametrize(
    ("paths", "look"),
    [
        (("index", "games/secretary", "games/nim", "gallery/best-card"), {}),
        (("gallery/fifteen",), {"viewport": {"width": 320, "height": 800}, "color_scheme": "dark"}),
    ],
)
def test_axe_finds_nothing(page: Any, paths: tuple[str, ...]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for path in paths:
        page.goto(f"/{path}.html")
        found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert [(path, each["id"], each["nodes"][0]["html"]) for each in found] == []

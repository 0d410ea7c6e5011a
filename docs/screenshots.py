"""Take the pictures of the web page again: a server of its own, Debian's Chromium, and the visits below."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).parent / "pictures"
DESKTOP, TALL, PHONE = (1200, 860), (1200, 1180), (360, 740)


def values(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Values")).first.click()
    page.get_by_role("button", name=re.compile("win|draw")).first.wait_for()


def lose(page: Page) -> None:
    """Moves that throw the win away, until the other has won."""
    for card in (4, 0, 2):
        page.get_by_role("button", name=re.compile(rf"\b{card}\b")).first.click()
        page.wait_for_timeout(1500)


def mark(page: Page) -> None:
    values(page)
    page.get_by_role("group", name=re.compile("board", re.IGNORECASE)).get_by_role("button").nth(1).click()


def table(page: Page) -> None:
    """Two persons and two computers, some moves into the game."""
    page.get_by_role("button", name=re.compile("^Values")).first.click()
    page.get_by_text("if stop").wait_for()


def simulate(page: Page) -> None:
    page.get_by_role("spinbutton", name="Number of games").or_(page.get_by_label("Number of games")).first.fill(
        "10000000"
    )
    page.get_by_role("button", name="Start").click()
    page.get_by_text("Playing ...").wait_for()
    page.wait_for_timeout(1000)


FOUR = "/play/coin-race?players=4#moves=1.0.1.1.1.0.1.0.1.1.0.1.1&seats=person,best,person,slips:0.25&seed=12"

VISITS: tuple[tuple[str, str, tuple[int, int], str, Callable[[Page], None] | None], ...] = (
    ("library", "/", DESKTOP, "light", None),
    ("play", "/play/three-fourteen", DESKTOP, "light", values),
    ("review", "/play/three-fourteen", TALL, "light", lose),
    ("several", FOUR, DESKTOP, "light", table),
    ("simulate", "/simulate/one-handed", TALL, "light", simulate),
    ("replay", "/replay/one-handed?seed=1&game=17", DESKTOP, "light", None),
    ("strategy", "/strategy/best-card", DESKTOP, "light", None),
    ("same", "/same?first=fifteen&second=tic-tac-toe", TALL, "light", None),
    ("phone", "/play/tic-tac-toe", PHONE, "light", mark),
    ("dark", "/strategy/best-card?deck=40&hand=5", PHONE, "dark", None),
)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "faceup", "serve", "--port", "0", "--no-ahead"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
        assert server.stderr is not None
        found = re.search(r"http://\S+", server.stderr.readline())
        assert found, "the server did not start"
        browsers = ("chromium-headless-shell", "chromium", "google-chrome")
        chromium = next(filter(None, map(shutil.which, browsers)), None)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, path, (width, height), scheme, visit in VISITS:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            page.goto(found[0].rstrip("/") + path)
            page.wait_for_load_state("networkidle")
            if visit:
                visit(page)
            page.wait_for_timeout(1000)
            page.screenshot(path=PICTURES / f"{name}.png")
            print(f"pictures/{name}.png", flush=True)
        browser.close()
        server.terminate()


if __name__ == "__main__":
    main()

"""How long a click on the page takes, in Chromium: until the answer and what every move is worth are there to see."""

import re
import shutil
from statistics import median

GAMES = 8
CLICKED = """([card]) => new Promise((done) => {
  const moves = () => document.querySelectorAll("#history li").length;
  const before = moves(), began = performance.now();
  const look = () =>
    moves() > before + 1 && document.querySelector(".scene .worth")
      ? done(performance.now() - began)
      : setTimeout(look, 0);
  document.querySelector(`[data-move="${card}"]`).click();
  look();
})"""


def clicks(port: int) -> float | None:
    """The median in milliseconds over games of 3-14, without the very first; None where there is no browser."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        return None
    from playwright.sync_api import sync_playwright

    took: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for _ in range(GAMES):
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{port}/play/three-fourteen")
            page.get_by_role("button", name=re.compile("^Values")).first.click()
            page.locator(".scene .worth").first.wait_for()
            for card in (4, 1):
                took.append(page.evaluate(CLICKED, [card]))
                page.wait_for_timeout(1200)  # what moves on the page comes to rest
            page.close()
        browser.close()
    return median(took[1:])

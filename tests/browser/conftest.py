"""The pages of one running server in one real browser; a page that complains in its console fails the test."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Any

import pytest

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Pages are drawn in the one process that they share: a third of the time that a process for each takes.
QUICK = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--process-per-site"]
SERVING = re.compile(r"serving on (http://\S+)")
PATIENCE = 240.0  # seconds; only what fails waits so long
# A page may not notice what it was forbidden; then nothing but this event tells.
WATCH = """addEventListener("securitypolicyviolation", (event) =>
    console.error(`forbidden: ${event.violatedDirective} ${event.blockedURI}`))"""


def missing(what: str) -> Any:
    """Skips the test, except where tests must not be skipped."""
    if os.environ.get("CI"):
        pytest.fail(f"{what}; the pages must be tested where CI is set")
    pytest.skip(what)


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    with chromium() as running:
        yield running


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    """A browser that runs while this lasts; where there is none, the test is skipped."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        missing(f"no browser; looked for {', '.join(BROWSERS)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUICK)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def site(browser: Any) -> Iterator[str]:
    """The address of ``faceup serve``, running while the pages are tested."""
    command = [sys.executable, "-m", "faceup", "serve", "--port", "0", "--seconds", "300", "--no-ahead"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines: SimpleQueue[str] = SimpleQueue()
    reader = threading.Thread(target=read, args=(server, lines))
    reader.start()
    try:
        yield address(lines)
    finally:
        server.terminate()
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        reader.join()
        server.stdout.close()


def read(server: Any, lines: SimpleQueue[str]) -> None:
    """Reads on to the end, so that the server never waits for a full pipe."""
    for line in server.stdout:
        lines.put(line)
    lines.put("")


def address(lines: SimpleQueue[str]) -> str:
    said = ""
    try:
        while line := lines.get(timeout=PATIENCE):
            said += line
            if found := SERVING.search(line):
                return found[1].rstrip("/")
    except Empty:
        pass
    pytest.fail(f"the server did not say where it serves; it said: {said or 'nothing'}")


@pytest.fixture
def complaints() -> list[str]:
    """What the console of ``page`` complained of; a test that causes a complaint takes it out."""
    return []


@pytest.fixture
def look() -> dict[str, Any]:
    """How ``page`` is looked at; a test may ask for another size or for colours with ``parametrize``."""
    return {}


@pytest.fixture(scope="package")
def used_pages(browser: Any, site: str) -> dict[str, Any]:
    """The page for each look: to begin a browser's page costs more than most tests do with it."""
    return {}


@pytest.fixture
def page(browser: Any, site: str, complaints: list[str], look: dict[str, Any], used_pages: dict[str, Any]) -> Any:
    """A page, 1280 by 900, without animations, on which nothing is open; addresses are those of ``site``."""
    name = repr(sorted(look.items()))
    if name not in used_pages:
        used_pages[name] = new_page(browser, site, look)
    page = used_pages[name]
    with heard(page, complaints):
        yield page
        page.unroute_all()
        page.evaluate("localStorage.clear()")
        page.mouse.move(0, 0)
        page.goto("about:blank")
    assert complaints == []


@pytest.fixture
def held(page: Any) -> set[str]:
    """The last words of paths: questions that a page sends there get no answer while they stand in this set.

    Requests are intercepted before a page is open: one that is open may send its next request past a new route.
    """
    paths: set[str] = set()

    def hold(route: Any) -> None:
        if route.request.method != "POST" or route.request.url.split("/")[-1] not in paths:
            route.fallback()

    page.route("**/api/**", hold)
    return paths


@pytest.fixture
def own_page(browser: Any, site: str, complaints: list[str], look: dict[str, Any]) -> Any:
    """The same for a test that changes what cannot be changed back: the clock, or what scripts find."""
    page = new_page(browser, site, look)
    with heard(page, complaints):
        yield page
        page.context.close()
    assert complaints == []


def new_page(browser: Any, site: str, look: dict[str, Any]) -> Any:
    plain = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", "color_scheme": "light"}
    context = browser.new_context(base_url=site, **plain | look)
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    page.add_init_script(WATCH)
    return page


@contextlib.contextmanager
def heard(page: Any, complaints: list[str]) -> Iterator[None]:
    """While this lasts what the page complains of is noted."""

    def said(message: Any) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def raised(error: Any) -> None:
        complaints.append(str(error))

    page.on("console", said)
    page.on("pageerror", raised)
    yield
    page.remove_listener("console", said)
    page.remove_listener("pageerror", raised)

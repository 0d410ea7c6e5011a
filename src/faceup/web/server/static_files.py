"""The files of pages in fixed tables, read once, so that no address can reach anything else."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from string import Template
from typing import NamedTuple

FOLDER = Path(__file__).parent.parent / "pages"
HTML = "text/html; charset=utf-8"
KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}


class File(NamedTuple):
    body: bytes
    kind: str
    tag: str  # changes with the text


class Page(NamedTuple):
    """The parts of one page besides the script of its name."""

    title: str
    description: str
    styles: tuple[str, ...]
    content: str = "figures"  # of several pages, which their scripts fill


PAGES = {
    "library": Page(
        "Games",
        "Card, number and dice games: play them against a perfect player, solve, simulate, and see why.",
        ("library", "published"),
        "library",
    ),
    "play": Page("Play", "Play against the computer.", ("play", "phone", "pictures", "review"), "play"),
    "ends": Page(
        "How it ends",
        "How a game ends and how long it takes, with which probability: exactly.",
        ("figures", "pictures"),
    ),
    "puzzle": Page(
        "Puzzle of the day",
        "A position of a small game in which one move alone is best: another one every day, the same for everybody.",
        ("figures", "play", "pictures", "puzzle"),
    ),
    "replay": Page("Watch", "Watch one numbered game, step by step.", ("figures", "phone", "published", "watch")),
    "same": Page(
        "The same game?", "Are two games one and the same but for the names of their moves?", ("figures", "same")
    ),
    "setup": Page(
        "Set up a position",
        "Put a position of a game together by hand, and play it, or see what it is worth.",
        ("figures", "play", "pictures", "setup"),
    ),
    "simulate": Page("Simulate", "Play many games by chance and count how they end.", ("figures", "pictures")),
    "strategy": Page(
        "Strategy",
        "What to do in every decision that matters, as a picture and as a table.",
        ("figures", "pictures"),
    ),
}


@cache
def read_files() -> dict[str, File]:
    """Every style sheet, script and picture by its name."""
    paths = sorted(path for path in FOLDER.iterdir() if path.suffix in KINDS)
    return {path.name: _file(path.read_bytes(), KINDS[path.suffix]) for path in paths}


@cache
def static_folder() -> str:
    """The address of the folder of all files; it changes with any of them, so that browsers keep what they have."""
    tags = "".join(file.tag for file in read_files().values())
    return f"/static/{hashlib.sha256(tags.encode()).hexdigest()[:16]}"


def read_pages() -> dict[str, File]:
    """Every page by its name."""
    return {name: _file(_page(name).encode(), HTML) for name in PAGES}


def read_not_found() -> Template:
    """The page for an unknown address, with a ``reason``, and what may be meant: a ``page`` and ``games``."""
    return Template(
        _in_shell("Not found", _template("notfound.content").template, _head(("library", "published"), "notfound"))
    )


def _page(name: str) -> str:
    page = PAGES[name]
    head = [
        f'<meta name="description" content="{page.description}">',
        _head(page.styles, name),
    ]
    content = _template(f"{page.content}.content").substitute(title=page.title)
    return _in_shell(page.title, content, "\n".join(head))


def _head(styles: Iterable[str], name: str) -> str:
    links = (f'<link rel="stylesheet" href="{static_folder()}/{style}.css">' for style in styles)
    return "\n".join((*links, _script(name)))


def _script(name: str) -> str:
    return f'<script type="module" src="{static_folder()}/{name}.js" blocking="render"></script>'


def _in_shell(title: str, content: str, head: str = "") -> str:
    """The common frame of all pages, filled in."""
    return _template("shell").substitute(title=title, static=static_folder(), head=head, content=content.strip())


def _template(name: str) -> Template:
    return Template((FOLDER / f"{name}.html").read_text(encoding="utf-8"))


def _file(body: bytes, kind: str) -> File:
    return File(body, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"')

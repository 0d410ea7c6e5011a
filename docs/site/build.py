"""Builds the site: gathers the docs, makes a page for every game from the game itself, and hands all to Sphinx."""

import argparse
import re
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import game_pages
import play_tables
import reference_pages
from sphinx.cmd.build import build_main

import faceup
from faceup.library.finding import library_names

HERE = Path(__file__).parent
DOCS, ROOT = HERE.parent, HERE.parent.parent
IMPORT = re.compile(r"""^import (?:(?P<names>\{[^}]*\}) from )?"\./(?:pages/)?(?P<file>[\w.]+)";\n""", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:function|class|const) (\w+))", re.MULTILINE)
LINK = re.compile(r"\]\((?P<path>[^)#:\s]+)(?P<anchor>#[^)]*)?\)")
PLAYED = re.compile(r"<!-- play: (?P<name>[\w-]+) -->")
# The pages of the site, part by part, as its margin lists them.
PARTS = {
    "Five puzzles": ("fifteen", "three-fourteen", "best-card", "cards-high-and-low", "one-handed"),
    "Games to play": ("games/index",),
    "Questions": (*("who-wins", "rule-of-thumb", "same-game", "smaller-deck", "how-long", "three-players"),),
    "Guide": (
        *("writing-a-game", "three-games", "rows-sets-moves", "how-it-looks", "many-players", "cyclic-games"),
        *(
            "large-games",
            "patiences",
            "hidden-cards",
            "mixed-moves",
            "hidden-play",
            "playing",
            "browser",
            "insight",
            "comparing",
        ),
        *("simulating", "tournaments", "from-python", "interchange"),
    ),
    "Reference": ("python-in-rules", "reference/index", "reference/rules", "reference/results"),
    "Background": ("best-card-theory", "speed", "glossary", "design"),
}
FOLDERS = {"Five puzzles": "gallery/", "Questions": "questions/"}
PIECES = {"high-low": "cards-high-and-low"}  # a piece whose page has another name than its game


def gather(stage: Path, names: Sequence[str]) -> None:
    """The docs, with links that also lead out of the site's source; colours and icon are those of the served page."""
    for page in sorted({*DOCS.glob("*.md"), *DOCS.glob("gallery/*.md"), *DOCS.glob("questions/*.md")}):
        copy = stage / page.relative_to(DOCS)
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = LINK.sub(partial(linked, page, stage, names), page.read_text())
        up = "../" * len(page.relative_to(DOCS).parent.parts)
        text = PLAYED.sub(lambda mark, up=up: play_tables.part(mark["name"], up), text)
        copy.write_text(play_tables.with_script(text, up))
    for pictures in ("pictures", "gallery/pictures", "questions/pictures"):
        shutil.copytree(DOCS / pictures, stage / pictures)
    with (stage / "index.md").open("a") as front:
        for part, pages in PARTS.items():
            entries = "\n".join(FOLDERS.get(part, "") + page for page in pages)
            front.write(f"\n```{{toctree}}\n:hidden:\n:caption: {part}\n\n{entries}\n```\n")
    shutil.copytree(HERE / "static", stage / "static")
    for name in ("conf.py", "404.md"):  # the page that a server shows in the place of one that is missing
        shutil.copy(HERE / name, stage)
    served = Path(faceup.__file__).parent / "web" / "pages"
    for name in ("colours.css", "icon.svg"):
        shutil.copy(served / name, stage / "static")
    (stage / "static" / "pages").mkdir()
    for name in play_tables.STYLES:
        shutil.copy(served / name, stage / "static" / "pages")
    (stage / "static" / "playing.js").write_text(one_script(HERE / "static" / "playing.js", served))


def one_script(path: Path, folder: Path) -> str:
    """A module and all that it imports from the folder as one plain script: a browser loads no module from a disk."""
    parts: dict[str, str] = {}

    def add(module: Path) -> None:
        text = module.read_text()
        for found in IMPORT.finditer(text):
            if found["file"] not in parts:
                add(folder / found["file"])
        given = ", ".join(EXPORT.findall(text))
        inside = EXPORT.sub("", IMPORT.sub(taken, text))
        if left := re.search(r"^(?:import|export)\b.*", inside, re.MULTILINE):
            raise ValueError(f"{module.name}: the site's builder does not know how to join {left[0]!r}")
        parts[module.name] = f'modules["{module.name}"] = (() => {{\n{inside}return {{ {given} }};\n}})();\n'

    def taken(found: re.Match[str]) -> str:
        return f'const {found["names"].replace(" as ", ": ")} = modules["{found["file"]}"];\n' if found["names"] else ""

    add(path)
    return f'"use strict";\n{{\nconst modules = {{}};\n{"".join(parts.values())}}}\n'


def linked(page: Path, stage: Path, names: Sequence[str], link: re.Match[str]) -> str:
    """A link to a file outside docs leads to the page of the game that is in it, or to a copy of the file."""
    target = (page.parent / link["path"]).resolve()
    if target.is_relative_to(DOCS):
        return link[0]
    up = "../" * len(page.relative_to(DOCS).parent.parts)
    game = target.stem.replace("_", "-")
    if target.parent.name == "games" and target.is_relative_to(ROOT / "src") and game in names:
        return f"]({up}games/{game}.md)"
    (stage / "files").mkdir(exist_ok=True)
    shutil.copy(target, stage / "files")
    return f"]({up}files/{target.name})"


def library(stage: Path, names: Sequence[str], computed: Sequence[str], workers: int) -> None:
    """A page for every game; those of ``computed`` with their answers."""
    folder = stage / "games"
    folder.mkdir()
    with ProcessPoolExecutor(workers) as pool:
        answers = dict(zip(computed, pool.map(answered, computed, [folder] * len(computed)), strict=True))
    for name in names:
        piece = PIECES.get(name, name)
        gallery = f"../gallery/{piece}.md" if piece in PARTS["Five puzzles"] else ""
        page = game_pages.page(name, answers.get(name), gallery)
        (folder / f"{name}.md").write_text(play_tables.with_script(page, "../"))
    (folder / "index.md").write_text(play_tables.with_script(game_pages.listing(names, answers), "../"))


def answered(name: str, folder: Path) -> game_pages.Answer:
    found = game_pages.answer_of(name, folder / "pictures")
    print(f"{name}: {found.says} Picture: {found.picture or 'none'}", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="the folder of the site")
    parser.add_argument("--stage", type=Path, default=ROOT / "build" / "site", help="a folder for what it is made of")
    parser.add_argument("--only", default="", help="compute the answers of these games alone, commas between them")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    names = library_names()
    for folder in (asked.stage, asked.out):
        shutil.rmtree(folder, ignore_errors=True)
    asked.stage.mkdir(parents=True)
    gather(asked.stage, names)
    reference_pages.write(asked.stage / "reference")
    library(asked.stage, names, asked.only.split(",") if asked.only else names, asked.workers)
    # A link to nowhere, or a docstring that cannot be read, is an error; all of them are told.
    return build_main(
        ["-W", "--keep-going", "-q", "-b", "html", "-d", f"{asked.stage}/trees", f"{asked.stage}", f"{asked.out}"]
    )


if __name__ == "__main__":
    sys.exit(main())

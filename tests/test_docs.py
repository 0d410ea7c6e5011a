"""What README and docs show is executed, from the installed wheel, in a folder outside the checkout."""

import doctest
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"```(python|console)\n(.*?)```", re.DOTALL)
PICTURE = re.compile(r"!\[[^\]]*\]\((\S+?\.svg)\)")
CHECKER = doctest.OutputChecker()


def commands(block: str) -> list[tuple[str, str]]:
    """Each command of a console block with the output shown under it."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(head, tail) for head, _, tail in (part.partition("\n") for part in parts)]


def trimmed(text: str) -> str:
    """Without the spaces that tables end their lines with."""
    return re.sub(r" +$", "", text, flags=re.MULTILINE)


def written(picture: Path) -> list[str]:
    """Everything that is written in a picture: titles, axes, numbers, names."""
    return [
        "".join(element.itertext()) for element in ElementTree.parse(picture).iter() if element.tag.endswith("}text")
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page: Path, installed: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    for kind, block in BLOCK.findall(page.read_text()):
        if kind == "console":
            for command, shown in commands(block):
                done = subprocess.run(command, shell=True, cwd=tmp_path, env=installed, capture_output=True, text=True)
                assert done.returncode == 0, f"{command}: {done.stderr}"
                assert CHECKER.check_output(shown, trimmed(done.stdout), doctest.ELLIPSIS), (
                    f"{command} printed\n{done.stdout}"
                )
        elif name := re.match(r"# file: (\S+)\n", block):
            (tmp_path / name[1]).write_text(block)
        elif name := re.match(r"# from: (\S+)\n", block):  # a part of a file that is shown as it stands
            assert block[name.end() :].strip() in (ROOT / "src" / "faceup" / name[1]).read_text(), name[1]
        elif ">>>" in block:
            (tmp_path / "session.txt").write_text(block)
            command = [sys.executable, "-m", "doctest", "-o", "ELLIPSIS", "session.txt"]
            done = subprocess.run(command, cwd=tmp_path, env=installed, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout
        else:
            compile(block, page.name, "exec")
            raise AssertionError(f"{page.name} shows Python that no test runs: {block}")
    # A picture is what its command draws today: `make pictures` draws them all again.
    for picture in PICTURE.findall(page.read_text()):
        assert (tmp_path / picture).exists(), f"no command on {page.name} draws {picture}"
        assert written(page.parent / picture) == written(tmp_path / picture), picture


def test_the_wheel_is_what_runs(installed: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import faceup; print(faceup.__file__)"]
    where = subprocess.run(command, cwd=tmp_path, env=installed, capture_output=True, text=True, check=True).stdout
    assert installed["PYTHONPATH"] in where

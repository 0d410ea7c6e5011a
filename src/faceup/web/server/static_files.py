"""The files that pages are made of: a fixed table, read once, so that no address can reach anything else."""

import hashlib
from pathlib import Path
from typing import NamedTuple

PAGES = Path(__file__).parent.parent / "pages"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


class File(NamedTuple):
    body: bytes
    kind: str
    tag: str  # changes with the text


def read_files(folder: Path = PAGES) -> dict[str, File]:
    """Every shipped file by its name."""
    found = {}
    for path in sorted(folder.iterdir()):
        if path.suffix in KINDS and path.is_file():
            body = path.read_bytes()
            found[path.name] = File(body, KINDS[path.suffix], f'"{hashlib.sha256(body).hexdigest()[:16]}"')
    return found

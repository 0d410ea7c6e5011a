"""A new rule file: a small game of some kind, to begin from."""

import keyword
import re
from importlib.resources import files
from pathlib import Path

from faceup.rules.errors import UsageError, quoted

PLACEHOLDER = "Beginning"


def class_name(path: Path) -> str:
    """The name of the game in a file: ``my_game.py`` has MyGame. Raises UsageError where a file cannot be called so."""
    words = re.split(r"[_\-\s]+", path.stem)
    name = "".join(word[:1].upper() + word[1:] for word in words)
    if path.suffix != ".py" or not name.isidentifier() or keyword.iskeyword(name):
        raise UsageError(f"{quoted(str(path))} cannot be a rule file; possible: a name like my_game.py")
    return name


def beginning(kind: str, name: str) -> str:
    """The text of a rule file whose game has this name."""
    text = (files("faceup.library.beginnings") / f"{kind}.py").read_text(encoding="utf-8")
    return text.replace(f"class {PLACEHOLDER}(", f"class {name}(").replace(" A game to begin from.", "")

"""Rules that the compiler refused, kept on disk: it is not asked about the same text twice."""

import json
from functools import cached_property
from pathlib import Path
from typing import Any

from faceup.native.code_cache import REFUSED
from faceup.native.not_compiled import NotCompiled, Refused
from faceup.rules.contract import Rules


class RefusedBefore(NotCompiled):
    """What the compiler said against the rules in an earlier run."""

    def __init__(self, rules: Rules, places: list[Any]) -> None:
        super().__init__(rules, ValueError("refused in an earlier run"))
        self.places = [Refused(str(file), int(line), str(text)) for file, line, text in places]

    @cached_property
    def refusals(self) -> list[Refused]:
        return self.places


def refused_before(dispatcher: Any, rules: Rules) -> NotCompiled | None:
    """The refusal of this code for these rules, where one is on disk."""
    path = _file(dispatcher)
    try:
        return RefusedBefore(rules, json.loads(path.read_text(encoding="utf-8"))) if path else None
    except (OSError, ValueError, TypeError):
        return None


def keep_refusal(dispatcher: Any, error: NotCompiled) -> None:
    """Write it down, beside where the code would lie; not what a file says that was edited since it was read."""
    path = _file(dispatcher)
    if path is None or not error.lasts:
        return
    beside = path.with_suffix(f".{id(error)}")
    try:
        beside.write_text(json.dumps(error.refusals), encoding="utf-8")
        beside.replace(path)
    except OSError:
        return


def _file(dispatcher: Any) -> Path | None:
    folder: Path | None = getattr(dispatcher, "folder", None)
    return folder and folder / REFUSED

"""Rules that the compiler refused, kept on disk: it is not asked about the same text twice."""

import json
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from faceup.native.code_cache import REFUSED, read_sealed, write_sealed
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
    content = path and read_sealed(path)
    return RefusedBefore(rules, json.loads(content)) if content else None


def keep_refusal(dispatcher: Any, error: NotCompiled) -> None:
    """Write it down, beside where the code would lie; not what a file says that was edited since it was read."""
    path = _file(dispatcher)
    if path is None or not error.lasts:
        return
    with suppress(OSError):  # a folder that cannot be written: the compiler is asked again next time
        write_sealed(path, json.dumps(error.refusals).encode())


def _file(dispatcher: Any) -> Path | None:
    folder: Path | None = getattr(dispatcher, "folder", None)
    return folder and folder / REFUSED

"""Rules that the compiler refused, kept on disk: it is not asked about the same text twice."""

import json
from functools import cached_property
from pathlib import Path
from typing import Any

from faceup.native.code_cache import REFUSED
from faceup.native.not_compiled import NotCompiled
from faceup.rules.contract import Rules


class RefusedBefore(NotCompiled):
    """What the compiler said against the rules in an earlier run."""

    def __init__(self, rules: Rules, refusal: dict[str, Any]) -> None:
        super().__init__(rules, ValueError(refusal["reason"]))
        self.refusal = refusal

    @cached_property
    def unlowered(self) -> list[Any]:
        return []

    @cached_property
    def place(self) -> tuple[str, int]:
        return self.refusal["file"], self.refusal["line"]

    @property
    def reason(self) -> str:
        return str(self.refusal["reason"])


def _file(dispatcher: Any) -> Path | None:
    folder: Path | None = getattr(dispatcher, "folder", None)
    return folder and folder / REFUSED


def refused_before(dispatcher: Any, rules: Rules) -> NotCompiled | None:
    """The refusal of this code for these rules, where one is on disk."""
    path = _file(dispatcher)
    try:
        return RefusedBefore(rules, json.loads(path.read_text(encoding="utf-8"))) if path else None
    except (OSError, ValueError, KeyError):
        return None


def keep_refusal(dispatcher: Any, error: NotCompiled) -> None:
    """Write it down, beside where the code would lie."""
    path = _file(dispatcher)
    if path is None:
        return
    reasons = "; ".join([error.reason, *(f"line {other.line} too: {other}" for other in error.unlowered[1:])])
    refusal = {"file": error.file, "line": error.line, "reason": reasons}
    beside = path.with_suffix(f".{id(error)}")
    try:
        beside.write_text(json.dumps(refusal), encoding="utf-8")
        beside.replace(path)
    except OSError:
        return

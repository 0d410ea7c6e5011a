"""The house: which part may import which, and what must not happen at import time."""

import ast
import sys
from pathlib import Path

import faceup

SOURCE = Path(faceup.__file__).parent
# Each part with the parts it may use. Results are frozen values that engines make, so engines import results.
MAY_USE = {
    "rules": set(),
    "games": {"rules"},
    "native": {"rules"},
    "results": {"rules"},
    "engines": {"rules", "native", "results"},
    "show": {"rules", "results"},
    "play": {"rules", "results", "engines"},
    "web": {"rules", "results", "engines", "show", "play"},
    "cli": {"rules", "results", "engines", "show", "play", "web"},
}


def imports(path: Path) -> set[str]:
    """The modules that a file imports anywhere, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_data_flows_one_way() -> None:
    for part, allowed in MAY_USE.items():
        files = list((SOURCE / part).glob("*.py"))
        assert files, part
        for path in files:
            used = {name.split(".")[1] for name in imports(path) if name.startswith("faceup.")}
            extra = used - allowed - {part}
            assert not extra, f"{path.name} in {part} imports {extra}"


def test_rule_files_import_rules_and_other_games_alone() -> None:
    for path in (SOURCE / "games").glob("*.py"):
        theory = path.stem.endswith("_theory")  # no rules: it may use the standard library too
        for name in imports(path):
            if theory and name.split(".")[0] in sys.stdlib_module_names:
                continue
            assert name.split(".")[:2] in (["faceup", "rules"], ["faceup", "games"]), f"{path.name} imports {name}"


def test_rules_need_nothing_but_the_standard_library() -> None:
    for path in (SOURCE / "rules").glob("*.py"):
        assert {name.split(".")[0] for name in imports(path)} <= {"faceup", *sys.stdlib_module_names}, path.name

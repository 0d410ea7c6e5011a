"""Random rules near the limits of 64 bits, in every engine; ``tests.random_rules`` asks as many as one likes."""

from collections import Counter
from pathlib import Path

import pytest

from tests.library import deep
from tests.random_rules import check_file


@pytest.mark.parametrize(("seed", "rules"), [(3, 6), deep(0, 12), deep(1, 12)])
def test_no_engine_gives_a_wrong_number(seed: int, rules: int, tmp_path: Path) -> None:
    met = Counter[str]()
    check_file(tmp_path, seed, together=rules, starts=50, met=met)
    assert met["games"] == rules * 50
    assert min(met[what] for what in ("exact", "bounded", "left to CPython", "simulated")) > 20

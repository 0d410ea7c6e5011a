"""Run the faceup command in this process, with the words that a user types."""

import pytest

from faceup.cli import main

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """Return the exit code, standard output and standard error; assert that no traceback is printed."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        main(list(words))
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return int(left.value.code or 0), out, err

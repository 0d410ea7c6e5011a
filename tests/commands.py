"""The command, called as it is typed."""

import pytest

from faceup.cli import main

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error; no mistake ends in a traceback."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        main(list(words))
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return int(left.value.code or 0), out, err

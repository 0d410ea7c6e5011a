"""Run the faceup command in this process, with the words that a user types."""

import io
import sys

import pytest

from faceup.cli import main

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str, typed: str | bytes | None = None) -> tuple[int, str, str]:
    """Return the exit code, standard output and standard error; assert that no traceback is printed.

    ``typed`` is what the command reads.
    """
    capsys.readouterr()
    with pytest.MonkeyPatch.context() as patched:
        if typed is not None:
            sent = typed if isinstance(typed, bytes) else typed.encode()
            patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sent)))
        with pytest.raises(SystemExit) as left:
            main(list(words))
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return int(left.value.code or 0), out, err

"""Draw the pictures of the gallery again: every command of its pages that makes one, in the gallery's folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

GALLERY = Path(__file__).parent / "gallery"
BLOCK = re.compile(r"```(python|console)\n(.*?)```", re.DOTALL)
COMMAND = re.compile(r"^\$ (faceup .*--(?:plot|tree) pictures/.*)$", re.MULTILINE)


def main(folder: str) -> None:
    path = f"{Path(folder).resolve()}{os.pathsep}{os.environ['PATH']}"
    for page in sorted(GALLERY.glob("*.md")):
        files = []
        for kind, block in BLOCK.findall(page.read_text()):
            if kind == "python" and (name := re.match(r"# file: (\S+)\n", block)):
                files.append(GALLERY / name[1])
                files[-1].write_text(block)
            for command in COMMAND.findall(block) if kind == "console" else ():
                print(command, flush=True)
                env = {**os.environ, "PATH": path}
                subprocess.run(command, shell=True, cwd=GALLERY, env=env, check=True, stdout=subprocess.DEVNULL)
        for file in files:
            file.unlink()


if __name__ == "__main__":
    main(sys.argv[1])

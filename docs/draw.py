"""Draw the pictures of the docs again: every command that makes one, in its page's folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

FOLDERS = [Path(__file__).parent / name for name in ("", "gallery", "questions")]
BLOCK = re.compile(r"```(python|console)\n(.*?)```", re.DOTALL)
COMMAND = re.compile(r"^\$ (faceup .*--(?:plot|tree) pictures/.*)$", re.MULTILINE)


def main(folder: str) -> None:
    path = f"{Path(folder).resolve()}{os.pathsep}{os.environ['PATH']}"
    for page in sorted(page for folder in FOLDERS for page in folder.glob("*.md")):
        files = []
        for kind, block in BLOCK.findall(page.read_text()):
            if kind == "python" and (name := re.match(r"# file: (\S+)\n", block)):
                files.append(page.parent / name[1])
                files[-1].write_text(block)
            for command in COMMAND.findall(block) if kind == "console" else ():
                print(command, flush=True)
                env = {**os.environ, "PATH": path}
                subprocess.run(command, shell=True, cwd=page.parent, env=env, check=True, stdout=subprocess.DEVNULL)
        for file in files:
            file.unlink()


if __name__ == "__main__":
    main(sys.argv[1])

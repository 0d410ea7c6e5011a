import os
import sys

# ``python -m`` finds modules in the folder at hand before the standard library's, and rule files may lie there.
if not sys.flags.safe_path and sys.path[0] == os.getcwd() != os.path.dirname(os.path.dirname(__file__)):
    del sys.path[0]

from faceup.cli import main

main()

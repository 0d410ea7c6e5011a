"""LLVM's lock, taken without a word to anybody.

Numba tells whoever listens that it takes the lock and gives it back, tens of thousands of times for one game, and each
function that it compiles adds a listener for the time: a twentieth of the time that a game takes to compile.
"""

from llvmlite.binding import ffi
from numba.core import base

from faceup.native.compiler_parts import require

require(ffi.unregister_lock_callback, "acq_fn", "rel_fn")

for taken, given_back in [*ffi.lib._lock._cblist]:
    if taken.__module__ == base.__name__:
        ffi.unregister_lock_callback(taken, given_back)

"""Compiles plain rules to machine code. Most modules import Numba, so engines import them late."""

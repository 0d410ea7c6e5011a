"""Backward induction, in CPython and in machine code."""

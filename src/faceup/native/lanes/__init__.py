"""Plays sixty-four games of a patience side by side, each in a byte lane of wide registers (SIMD)."""

"""Plays sixty-four games of a solitaire side by side, each in a byte lane of wide registers (SIMD)."""

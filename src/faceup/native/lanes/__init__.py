"""Plays sixty-four deals of a solitaire game side by side, each in a byte lane of wide registers (SIMD)."""

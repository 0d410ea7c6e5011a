"""Numba as lowered code needs it: whole modules, casts without rounding, generators that release their memory."""

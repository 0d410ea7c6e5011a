"""Plain rules to machine code; importing this package imports Numba, so engines do it late."""

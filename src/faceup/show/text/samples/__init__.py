"""Samples, distributions, tournaments and sweeps as text."""

"""Simulation: numbered games, played and counted in threads, processes or on a cluster."""

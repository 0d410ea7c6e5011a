"""Numbers from many games, sizes and plays: samples, tournaments, sweeps, distributions."""

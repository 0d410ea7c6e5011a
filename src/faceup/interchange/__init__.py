"""Games for other programs: Gambit files, OpenSpiel games, and reinforcement learning environments."""

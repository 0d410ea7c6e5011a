"""What all engines know of a game: its rules held to the contract, its positions as a graph, policies, limits."""

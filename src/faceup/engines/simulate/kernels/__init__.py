"""The loops that play numbered games in machine code, and the tables that they use."""

"""Alpha-beta search to a proof, in machine code, for games too large for a table of all positions."""

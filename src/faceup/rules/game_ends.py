"""How a game can end, as numbers that arrays, machine code and stores hold."""

LOST, WON, UNFINISHED, ENDLESS = range(4)  # an unfinished game reached the limit of steps, an endless one comes round
ENDS = ("lost", "won", "unfinished", "endless")

# What machine code writes down where a game must be looked at again: its rules break, a state has more moves than
# there was room for, the best move of a state was not known, or an error came before the game had ended.
BROKEN, CROWDED, UNKNOWN, UNPLAYED = range(4, 8)

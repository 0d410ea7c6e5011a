"""How a game can end, as numbers that arrays, machine code and stores hold."""

# A patience is lost or won. Of a game with decisions it is written down who decided last, or that nobody did: what that
# and its payoff come to is judged when all games are counted. An unfinished game reached the limit of steps, an endless
# one comes round.
LOST, WON, BY_NOBODY, BY_PLAYER_0, BY_PLAYER_1, UNFINISHED, ENDLESS = range(7)

# What machine code writes down where a game must be looked at again: its rules break, a state has more moves than
# there was room for, the best move of a state was not known, or an error came before the game had ended.
BROKEN, CROWDED, UNKNOWN, UNPLAYED = range(7, 11)

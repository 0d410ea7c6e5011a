"""How a game can end, as numbers that arrays, machine code and stores hold."""

# A patience is lost or won. Of a game with decisions it is written down who decided last, or that nobody did: what that
# and its payoff come to is judged when all games are counted. Where each seat has a payoff of its own, it is written
# down what became of the first seat: it is WON where its payoff is the highest, SHARED where another's is as high. An
# unfinished game reached the limit of steps, an endless one comes round.
LOST, WON, SHARED, BY_NOBODY, BY_PLAYER_0, BY_PLAYER_1, UNFINISHED, ENDLESS = range(8)

# What machine code writes down where a game must be looked at again: its rules break, a state has more moves than
# there was room for, the best move of a state was not known, or an error came before the game had ended.
BROKEN, CROWDED, UNKNOWN, UNPLAYED = range(8, 12)

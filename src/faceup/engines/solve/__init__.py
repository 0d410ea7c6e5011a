"""The values of a game, or the shares of all deals of a patience."""

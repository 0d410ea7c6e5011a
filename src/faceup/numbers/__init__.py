"""Numbers with their certainty: values, exact numbers, intervals, linear systems. Nothing here knows a game."""

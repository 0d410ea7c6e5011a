"""Reviews and replays of games that were played."""

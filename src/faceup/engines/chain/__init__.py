"""How play ends and how long it takes, when everybody keeps to a policy."""

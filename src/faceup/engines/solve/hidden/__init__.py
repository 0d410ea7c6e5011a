"""Games with hidden information: the engines, and the tables of the strategies that they find."""

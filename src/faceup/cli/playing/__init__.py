"""The command ``play``."""

"""Games that are played or looked back at, as text."""

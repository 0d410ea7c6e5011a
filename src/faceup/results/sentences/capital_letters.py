"""Sentences begin with a capital letter."""


def capital(sentence: str) -> str:
    """The sentence with its first letter in upper case, and the others as they are."""
    return sentence[:1].upper() + sentence[1:]

"""The one form of each result as a JSON document: its type, and the function that makes it."""

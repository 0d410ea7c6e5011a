"""Games by name: those of the library, and those of a person's own files."""

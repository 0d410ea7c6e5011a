"""Games by name: those of the library, and those in files of users."""

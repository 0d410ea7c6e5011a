"""The sentences about results, each in one place."""

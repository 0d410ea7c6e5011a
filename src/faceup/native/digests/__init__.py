"""Digests of rules and of code: what a function can reach, and where files are kept under a digest."""

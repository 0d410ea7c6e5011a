"""The engines, each one idea."""

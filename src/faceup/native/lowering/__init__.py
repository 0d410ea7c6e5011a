"""Lowering: what fluent Python says, in the plain loops and checked arithmetic that the compiler takes."""

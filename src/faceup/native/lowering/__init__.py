"""Lowering rewrites fluent Python into the plain loops and checked arithmetic that the compiler takes."""

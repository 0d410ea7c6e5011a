"""What is not lowered, said in a writer's words."""

import ast


class Unlowered(Exception):
    """A construct that machine code does not have; ``instead`` is what to write."""

    def __init__(self, node: ast.AST, construct: str, instead: str) -> None:
        super().__init__(f"{construct}; {instead}")
        self.line = getattr(node, "lineno", 0)
        self.file = ""
        self.construct, self.instead = construct, instead

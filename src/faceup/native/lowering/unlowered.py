"""What is not lowered, said in a writer's words."""

import ast


class Unlowered(Exception):
    """A construct that machine code does not have; ``instead`` is what to write."""

    def __init__(self, node: ast.AST | None, construct: str, instead: str, file: str = "", line: int = 0) -> None:
        super().__init__(f"{construct}; {instead}")
        self.line = getattr(node, "lineno", line)
        self.file = file
        self.construct, self.instead = construct, instead

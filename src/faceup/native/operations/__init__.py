"""Operations that lowered code calls: in machine code they mean what Python's operators and builtins mean."""

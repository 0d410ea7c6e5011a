"""A number of the state that keeps growing, or a row that keeps getting longer, along some play."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Growing:
    """``field`` of the state grew ever on in one play, up to ``reached``.

    ``way`` is ``more``, ``less`` or ``longer``: what of it grows; ``in_row``: one of the numbers in a row does.
    ``bound`` is the name of a parameter that may be the bound of it, empty where the game has none.
    """

    field: str
    reached: int
    way: str
    in_row: bool = False
    bound: str = ""

    def __str__(self) -> str:
        """The hint, as the end of a sentence."""
        if self.way == "longer":
            what = f"`{self.field}` keeps getting longer (it has reached {self.reached:,} numbers)"
            return f"{what}; keep only those that later moves need"
        subject = f"a number in `{self.field}`" if self.in_row else f"`{self.field}`"
        grows, least, sign = ("growing", "min", "+") if self.way == "more" else ("falling", "max", "-")
        number = "n" if self.in_row else f"s.{self.field}"
        bound = f"self.{self.bound}" if self.bound and self.way == "more" else "100" if self.way == "more" else "0"
        what = f"{subject} keeps {grows} (it has reached {self.reached:,})"
        return f"{what}; bound it, as in {least}({number} {sign} m, {bound})"

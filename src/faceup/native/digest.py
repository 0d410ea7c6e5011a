"""A digest of everything the rules say: their code, and that of every helper they reach.

Compiled code is cached under this digest, so a changed rule, helper or constant can never run old code. It is taken
from what Python has loaded, not from file times: nothing is missed, and a comment costs no compilation.
"""

from typing import Any

from faceup.native.everything import Everything

OWN = ("faceup.rules",)  # a part of the digest of faceup's own sources
TOOLS = (*OWN, "faceup.native")  # for kernels: what ``toolchain`` covers


def rules_digest(rules_class: type) -> str:
    """The digest of a rules class, in hexadecimal; parameters have no part in it."""
    return digest_of(rules_class)


def digest_of(*values: Any) -> str:
    """The digest of functions, or of anything a rule can reach, in hexadecimal; of several, all together."""
    return Everything(values, OWN).digest


def lasts(*values: Any) -> bool:
    """Whether the digest of these is the same in every process: all that they reach is understood."""
    return Everything(values, OWN).lasts


def left_to_people(rules_class: type) -> set[str]:
    """The methods and constants of rules that have no part in how their game is played."""
    return Everything((rules_class,), OWN).left_out


def kernel_digest(*parts: Any) -> str:
    """The digest of an engine's loop and of what it is given, in hexadecimal; none where it would not last."""
    found = Everything(parts, TOOLS)
    return found.digest if found.lasts else ""

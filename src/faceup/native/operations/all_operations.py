"""All operations, whichever file they are in."""

from faceup.native.operations import (
    bits,
    comparisons,
    counts,
    floats,
    fractions,
    integers,
    move_words,
    number_sets,
    packed_rows,
    rows,
    searches,
    sorted_rows,
    tuple_type,
    unset,
    values,
    whole_numbers,
    words,
)
from faceup.native.operations.operation import OPERATIONS

__all__ = [
    "OPERATIONS",
    "bits",
    "comparisons",
    "counts",
    "floats",
    "fractions",
    "integers",
    "move_words",
    "number_sets",
    "packed_rows",
    "rows",
    "searches",
    "sorted_rows",
    "tuple_type",
    "unset",
    "values",
    "whole_numbers",
    "words",
]

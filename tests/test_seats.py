"""Any number of seats, each with a payoff of its own: values, ties, loops, and rules that are wrong."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import faceup
from faceup.engines.seats import seats_of
from faceup.games.fifteen import Fifteen
from faceup.rules import CHANCE, OVER
from faceup.rules.errors import RulesError, UnsupportedError, UsageError
from tests.elimination import eliminated
from tests.games.seats import Shooting, Table

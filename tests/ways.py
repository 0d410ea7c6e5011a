"""Ways in which rules can reach a constant: rule files whose payoff depends on it; ``@`` marks its place."""

from pathlib import Path
from typing import NamedTuple

RULES = """{before}
from faceup.rules import OVER, Game, NamedTuple


class Edited(Game{bases}):
    class State(NamedTuple):
        k: int

{members}
    def start(self): return self.State(0)
    def turn(self, s): return OVER
    def moves(self, s): yield 0
    def play(self, s, m): return s
    def payoff(self, s):
{body}
"""


class Way(NamedTuple):
    """One way; not ``lasting`` if its digest differs in every process."""

    worth: str = "0"  # what payoff returns, or its lines
    before: str = ""
    members: str = ""
    helpers: tuple[tuple[str, str], ...] = ()  # files beside the rules, each with its text
    bases: str = ""
    lasting: bool = True

    def write(self, folder: Path, constant: int) -> Path:
        """The files with this constant, and the rule file among them."""
        body = self.worth if "return" in self.worth else f"return {self.worth}"
        rules = RULES.format(
            before=self.before, bases=self.bases, members=indented(self.members, 4), body=indented(body, 8)
        )
        for name, text in (("edited.py", rules), *self.helpers):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("@", str(constant)).replace("\0", "@"))
        return folder / "edited.py"


def indented(text: str, by: int) -> str:
    return "\n".join(" " * by + line for line in text.splitlines())


def module(worth: str, before: str, **files: str) -> Way:
    """A way with these files beside the rules: ``pk__sub`` is pk/sub.py, ``pk`` with it is pk/__init__.py."""
    packages = {name.rpartition("__")[0] for name in files}
    paths = (name.replace("__", "/") + ("/__init__.py" if name in packages else ".py") for name in files)
    return Way(worth, before, helpers=tuple(zip(paths, files.values(), strict=True)))


LIMIT = "LIMIT = @\n"
WAYS = {
    # the code itself
    "a number in a method": Way("@ + s.k"),
    "a default": Way("self.worth()", members="def worth(self, k=@): return k"),
    "a default by name alone": Way("self.worth()", members="def worth(self, *, k=@): return k"),
    "a lambda": Way("(lambda k: k + @)(s.k)"),
    "a nested function": Way("def worth(): return @\nreturn worth()"),
    "a nested class": Way("class Worth: limit = @\nreturn Worth.limit"),
    "a comprehension": Way("sum(@ for _ in range(2))"),
    "a generator": Way("sum(self.worths())", members="def worths(self):\n    yield @\n    yield 1"),
    "a large number": Way("10 ** 5000 * @ > s.k"),
    "a set in the code": Way("s.k in {1, 2, @}"),
    # globals
    "a global": Way("LIMIT", LIMIT),
    "a name with underscores": Way("__limit__", "__limit__ = @"),
    "a nested table": Way("TABLE[0]['a'][1]", "TABLE = ({'a': (1, @)}, {2})"),
    "a set of rows": Way("len(LINES)", "LINES = {(1, 2), (3, @), (4, 'x')}"),
    "a frozen set": Way("max(CARDS)", "CARDS = frozenset({1, @})"),
    "a list": Way("TABLE[-1]", "TABLE = [1, 2, @]"),
    "a list that holds itself": Way("TABLE[0]", "TABLE = [@]\nTABLE.append(TABLE)"),
    "a range": Way("len(STEPS)", "STEPS = range(@)"),
    "text": Way("len(TEXT)", "TEXT = 'x' * @"),
    "a fraction": Way("ODDS.numerator", "from fractions import Fraction\nODDS = Fraction(@, 7)"),
    "a decimal": Way("int(ODDS)", "from decimal import Decimal\nODDS = Decimal('0.@')"),
    "a number of numpy": Way("int(LIMIT)", "import numpy as np\nLIMIT = np.int64(@)"),
    "a row of numpy": Way("int(ROW[1])", "import numpy as np\nROW = np.array([1, @])"),
    "a deque": Way("ROW[1]", "from collections import deque\nROW = deque([1, @])"),
    "a counter": Way("COUNTS['a']", "from collections import Counter\nCOUNTS = Counter(a=@)"),
    "a method of a table": Way("worth(1)", "worth = {1: @}.get"),
    "a condition": Way("LIMIT", "try:\n    import no_such_thing\nexcept ImportError:\n    LIMIT = @"),
    "globals()": Way("globals()['LIMIT']", LIMIT),
    "eval": Way("eval('LIM' + 'IT')", LIMIT),
    "a name made of two": Way("getattr(self, 'limit_' + 'a')", members="limit_a = @"),
    # helpers
    "a helper": Way("worth()", "def worth(): return @"),
    "a helper's helper": Way("worth()", "def inner(): return @\ndef worth(): return inner()"),
    "helpers that call each other": Way(
        "even(4)", "def even(n): return @ if n < 1 else odd(n - 1)\ndef odd(n): return 0 if n < 1 else even(n - 1)"
    ),
    "a lambda with a name": Way("worth()", "worth = lambda: @"),
    "a closure": Way("worth()", "def make(k):\n    def worth(): return k\n    return worth\nworth = make(@)"),
    "a closure's table": Way("w()", "def make(t):\n    return lambda: t['a'][0]\nw = make({'a': [@]})"),
    "a remembering helper": Way("worth()", "from functools import cache\n\0cache\ndef worth(): return @"),
    "partial": Way(
        "worth()", "from functools import partial\ndef add(a, b): return a + b\nworth = partial(add, 1, b=@)"
    ),
    "partial of a method": Way(
        "self.worth()",
        "from functools import partialmethod",
        "def add(self, k): return k\nworth = partialmethod(add, @)",
    ),
    "a decorator": Way("worth()", "def plus(f):\n    return lambda: f() + @\n\0plus\ndef worth(): return 1"),
    "a decorator that wraps": Way(
        "worth()",
        "import functools\ndef plus(n):\n    def dress(f):\n        \0functools.wraps(f)\n"
        "        def dressed(): return f() + n\n        return dressed\n    return dress\n"
        "\0plus(@)\ndef worth(): return 1",
    ),
    "a decorator that wraps what is faceup's": Way(
        "size(7)",
        "import functools\nfrom faceup.rules import size as real\n"
        "\0functools.wraps(real)\ndef size(cards): return real(cards) + @",
    ),
    "a decorator that is a class": Way(
        "worth()",
        "import functools\nclass Plus:\n    def __init__(self, f):\n        functools.update_wrapper(self, f)\n"
        "        self.n = @\n    def __call__(self): return self.__wrapped__() + self.n\n"
        "\0Plus\ndef worth(): return 1",
    ),
    "what a function has": Way("worth.limit", "def worth(): pass\nworth.limit = @"),
    "a bound method": Way(
        "worth()", "class Box:\n    def give(self): return self.k\nb = Box()\nb.k = @\nworth = b.give"
    ),
    "attrgetter": Way(
        "get(Box)", "from operator import attrgetter\nget = attrgetter('k')\nclass Box: k = @", "box = Box"
    ),
    # the rules' class
    "a constant of the class": Way("self.LIMIT", members=LIMIT),
    "a private constant": Way("self.__limit", members="__limit = @"),
    "a constant with underscores": Way("self.__limit__", members="__limit__ = @"),
    "a parameter's default": Way("self.k", members="k: int = @"),
    "a static method": Way("self.worth()", members="\0staticmethod\ndef worth(): return @"),
    "the code of a class method": Way("self.worth()", members="\0classmethod\ndef worth(cls): return @"),
    "a class method": Way("self.worth()", members="k = @\n\0classmethod\ndef worth(cls): return cls.k"),
    "a property": Way("self.worth", members="\0property\ndef worth(self): return @"),
    "a property that remembers": Way(
        "self.worth", "from functools import cached_property", "\0cached_property\ndef worth(self): return @"
    ),
    "a method that remembers": Way("self.worth()", "from functools import cache", "\0cache\ndef worth(self): return @"),
    "a descriptor": Way(
        "self.worth",
        "class Worth:\n    def __init__(self, k): self.k = k\n    def __get__(self, thing, cls=None): return self.k",
        "worth = Worth(@)",
    ),
    "an attribute's fallback": Way("self.worth", members="def __getattr__(self, name): return @"),
    "the rules' text": Way("len(self.__doc__)", members="__doc__ = 'x' * @"),
    "a table called board": Way("self.board[0]", members="board = (@,)"),
    "a method called board": Way("self.board(s)", members="def board(self, s): return @"),
    "quantities": Way("len(self.quantities) + self.quantities[0]", members="quantities = (@,)"),
    "a method called read": Way("self.read(s)", members="def read(self, s): return @"),
    "a method called show": Way("len(self.show(s))", members="def show(self, s): return 'x' * @"),
    "read, by way of board": Way(
        "self.board()", members="def board(self): return self.read()\ndef read(self): return @"
    ),
    "board, by its text": Way("getattr(self, 'board')", members="board = @"),
    "board, by a helper": Way("worth(self)", "def worth(game): return game.board", "board = @"),
    "a name for people": Way("len(self.name)", members="name = 'x' * @"),
    "the state's own": Way(
        "s.worth", members="class State(NamedTuple):\n    k: int\n    \0property\n    def worth(self): return @"
    ),
    "the state's default": Way("self.State().k", members="class State(NamedTuple):\n    k: int = @"),
    # other classes
    "a class of constants": Way("Box.LIMIT", "class Box:\n    LIMIT = @"),
    "a class of constants with a board": Way("Box.board", "class Box:\n    board = @"),
    "an inherited constant": Way("Box.LIMIT", "class Above:\n    LIMIT = @\nclass Box(Above): pass"),
    "a mixin": Way("self.worth()", "class Mixed:\n    def worth(self): return @", bases=", Mixed"),
    "a mixin's board": Way("self.board", "class Mixed:\n    board = @", bases=", Mixed"),
    "super": Way(
        "super().worth()", "class Mixed:\n    def worth(self): return @", "def worth(self): return 0", bases=", Mixed"
    ),
    "a subclass is told": Way(
        "self.worth",
        "class Mixed:\n    def __init_subclass__(cls, **options):\n        super().__init_subclass__(**options)\n"
        "        cls.worth = @",
        bases=", Mixed",
    ),
    "what a class of its own kind has": Way(
        "Box.worth", "class Kind(type):\n    \0property\n    def worth(cls): return @\nclass Box(metaclass=Kind): pass"
    ),
    "a special method": Way("Box().k", "class Box:\n    def __init__(self): self.k = @"),
    "an instance": Way("BOX.k", "class Box: pass\nBOX = Box()\nBOX.k = @"),
    "an instance in slots": Way("BOX.k", "class Box: __slots__ = ('k',)\nBOX = Box()\nBOX.k = @"),
    "a dataclass": Way("BOX.k", "import dataclasses\n\0dataclasses.dataclass\nclass Box:\n    k: int\nBOX = Box(@)"),
    "a frozen dataclass in slots": Way(
        "BOX.k",
        "import dataclasses\n\0dataclasses.dataclass(frozen=True, slots=True)\nclass Box:\n    k: int\nBOX = Box(@)",
    ),
    "a dataclass that was made": Way(
        "Box().k", "import dataclasses\nBox = dataclasses.make_dataclass('Box', [('k', int, @)])"
    ),
    "a dataclass that makes its default": Way(
        "Box().k[0]",
        "import dataclasses\n\0dataclasses.dataclass\nclass Box:\n"
        "    k: list = dataclasses.field(default_factory=lambda: [@])",
    ),
    "a named tuple": Way("BOX.k", "from collections import namedtuple\nBox = namedtuple('Box', 'k')\nBOX = Box(@)"),
    "a named tuple's default": Way("Box().k", "from typing import NamedTuple as Row\nclass Box(Row):\n    k: int = @"),
    "a simple namespace": Way("BOX.k", "from types import SimpleNamespace\nBOX = SimpleNamespace(k=@)"),
    "an Enum": Way("Suit.RED.value", "from enum import Enum\nclass Suit(Enum):\n    RED = @"),
    "an IntEnum": Way("Suit.RED + 1", "from enum import IntEnum\nclass Suit(IntEnum):\n    RED = @\n    BLACK = 2"),
    "members of an IntEnum": Way(
        "len(Suit)", "from enum import IntEnum\nSuit = IntEnum('Suit', 'A B C'.split()[:@ - 4])"
    ),
    "a member of an IntEnum": Way(
        "RED + 0", "from enum import IntEnum\nclass Suit(IntEnum):\n    RED = @\nRED = Suit.RED"
    ),
    "a Flag": Way(
        "BOTH.value", "from enum import Flag\nclass Way(Flag):\n    A = 1\n    B = 2 ** @\nBOTH = Way.A | Way.B"
    ),
    "a set of members": Way(
        "len(RED)", "from enum import Enum\nclass Suit(Enum):\n    A = 1\n    B = 2\n    C = @\nRED = {Suit.C, Suit.A}"
    ),
    "a method of a member": Way(
        "Suit.A.worth()", "from enum import Enum\nclass Suit(Enum):\n    A = 1\n    def worth(self): return @"
    ),
    "another game": Way("OTHER.a", "from faceup.games.nim import Nim\nOTHER = Nim(a=@)"),
    "what a type means": Way("0", "Die = {5: int, 6: bool}[@]", "k: 'Die' = 0"),
    "a patched attribute": Way("Box.k", "class Box: k = 1\nBox.k = @"),
    # modules
    "a module": module("helper.LIMIT", "import helper", helper=LIMIT),
    "a module by another name": module("h.LIMIT", "import helper as h", helper=LIMIT),
    "a name by another name": module("OTHER", "from helper import LIMIT as OTHER", helper=LIMIT),
    "everything in a module": module("LIMIT", "from helper import *", helper=LIMIT),
    "a name that goes on": module("helper.LIMIT", "import helper", helper="from other import LIMIT", other=LIMIT),
    "a module in a module": module("helper.other.LIMIT", "import helper", helper="import other", other=LIMIT),
    "three modules": module("a.b.c.LIMIT", "import a", a="import b", b="import c", c=LIMIT),
    "a helper of a module in a module": module(
        "a.b.worth()", "import a", a="import b", b="LIMIT = @\ndef worth(): return LIMIT"
    ),
    "a package's part": module("pk.sub.LIMIT", "import pk.sub", pk="", pk__sub=LIMIT),
    "a package's part by itself": module("sub.LIMIT", "from pk import sub", pk="", pk__sub=LIMIT),
    "a part of a part": module("pk.a.b.LIMIT", "import pk.a.b", pk="", pk__a="", pk__a__b=LIMIT),
    "a relative import": module("pk.LIMIT", "import pk", pk="from .sub import LIMIT", pk__sub=LIMIT),
    "a module in a function": module("import helper\nreturn helper.LIMIT", "", helper=LIMIT),
    "a part in a function": module("import pk.sub\nreturn pk.sub.LIMIT", "", pk="", pk__sub=LIMIT),
    "a name in a function": module("from helper import LIMIT as k\nreturn k", "", helper=LIMIT),
    "a relative import in a function": module(
        "worth()",
        "from pk.sub import worth",
        pk="",
        pk__sub="def worth():\n    from .other import LIMIT\n    return LIMIT",
        pk__other=LIMIT,
    ),
    "a module that is handed on": module(
        "worth(helper)", "import helper\ndef worth(module): return module.LIMIT", helper=LIMIT
    ),
    "a module in a table": module("TABLE[0].LIMIT", "import helper\nTABLE = (helper,)", helper=LIMIT),
    "a module in the class": Way("self.h.LIMIT", "import helper", "h = helper", (("helper.py", LIMIT),)),
    "a module's name as text": module("getattr(helper, 'LIMIT')", "import helper", helper=LIMIT),
    "a module's space": module("vars(helper)['LIM' + 'IT']", "import helper", helper=LIMIT),
    "a module's fallback": module(
        "helper.LIMIT", "import helper", helper="TABLE = {'LIMIT': @}\ndef __getattr__(name): return TABLE[name]"
    ),
    "a module that is asked for by name": module(
        "h.LIMIT", "import importlib\nh = importlib.import_module('helper')", helper=LIMIT
    ),
    "a module called queue": module("queue.LIMIT", "import queue", queue=LIMIT),
    "a module called random": module("LIMIT", "from random import LIMIT", random=LIMIT),
    "a module called types": module("import types\nreturn types.LIMIT", "", types=LIMIT),
    "a patched module": module(
        "helper.worth()", "import helper\nhelper.worth = lambda: @", helper="def worth(): return 1"
    ),
    "a module called like a package of others": module("click.LIMIT", "import click", click=LIMIT),
    # what no other process can know
    "a module asked for inside": Way(
        "importlib.import_module('helper').LIMIT",
        "import importlib\nimport helper",
        helpers=(("helper.py", LIMIT),),
        lasting=False,
    ),
    "a file": Way("int(open(PATH).read())", "PATH = '@'", lasting=False),
    "modules by name": Way(
        "sys.modules['helper'].LIMIT", "import sys, helper", helpers=(("helper.py", LIMIT),), lasting=False
    ),
    "a copy of its own": Way(
        "BOX.k", "class Box:\n    def __getstate__(self): return {}\nBOX = Box()\nBOX.k = @", lasting=False
    ),
    "a lock": Way("BOX.k", "import threading\nclass Box: lock = threading.Lock(); k = @\nBOX = Box()", lasting=False),
    "a generator at work": Way("next(STEPS)", "STEPS = (k for k in [@])", lasting=False),
}

"""The compiler's messages in the words of a rule writer: the construct, and what to write instead."""

import re
from collections.abc import Callable, Iterable

KINDS = (  # the beginning of the compiler's name of a type, and the rule writer's word for it
    ("Literal[int]", "a whole number"),
    ("int", "a whole number"),
    ("uint", "a whole number"),
    ("bool", "a truth value"),
    ("float", "a number with a fraction"),
    ("unicode", "a text"),
    ("Literal[str]", "a text"),
    ("none", "None"),
    ("Optional", "a thing that may be None"),
    ("OptionalType", "a thing that may be None"),
    ("State", "a state"),
    ("Rules", "the game"),
    ("Row<", "a row of the state"),
    ("UniTuple", "a tuple"),
    ("Tuple", "a tuple"),
    ("list", "a list"),
    ("reflected list", "a list"),
    ("ListType", "a list"),
    ("set", "a set"),
    ("NumberSet", "a set of a state"),
    ("reflected set", "a set"),
    ("DictType", "a dictionary"),
    ("Mapping", "a dictionary of constants"),
    ("dict_keys", "the keys of a dictionary"),
    ("dict_values", "the values of a dictionary"),
    ("dict_items", "the items of a dictionary"),
    ("keys[", "the keys of a dictionary"),
    ("values[", "the values of a dictionary"),
    ("items[", "the items of a dictionary"),
    ("array", "a set or list that is kept as an array"),
    ("range", "a range"),
    ("slice", "a slice"),
    ("type(CPUDispatcher", "a function"),
    ("Function", "a function"),
    ("class(", "a class"),
    ("Fraction", "a fraction"),
    ("Word<", "a word"),
    ("tuple of", "a tuple"),
)
SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "or_": "|",
    "and_": "&", "xor": "^", "lshift": "<<", "rshift": ">>", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==",
    "ne": "!=", "contains": "in", "getitem": "[ ]", "static_getitem": "[ ]", "iadd": "+=", "is_": "is", "neg": "-",
    "ior": "|=", "iand": "&=", "ixor": "^=", "isub": "-=", "imul": "*=", "among": "in", "setitem": "[ ] =",
    "power": "**", "absolute": "abs", "to_whole": "int",
    "backwards": "reversed", "quotient_and_rest": "divmod", "nearest": "round", "pop_last": "pop",
    "copy_row": "copy", "no": "not", "concatenate": "*", "eq_to_text": "==",
    "ne_to_text": "!=",
}  # fmt: skip
ARITHMETIC = "use whole numbers, and tuples, lists, sets and dictionaries of them"
OUTSIDE = "rules change nothing outside: what changes in play belongs in the state"
LISTS = "compare tuples with tuples, tuple(...) with tuple(...), or lists with lists, [...] with [...]"
VAGUE = "something inside that machine code lacks; leave out one line after another to see which"
WORD_KEYS = (
    "a word as a key of a dictionary that is made as the rules run; make the dictionary above the class, of constants, "
    "or choose with if and elif"
)
PLAIN = "write it as a loop over whole numbers, tuples or lists"

Wording = str | Callable[[re.Match[str]], str]


def kind(name: str) -> str:
    """Return a rule writer's word for a type of the compiler."""
    name = name.strip()
    names = [words for begin, words in KINDS if name.startswith(begin)]
    return names[-1] if names else f"a {name.partition('(')[0]}"


def kinds(names: str) -> str:
    """Return the rule writer's words for several types, separated by commas."""
    parts, depth, part = list[str](), 0, ""
    for letter in names:
        depth += (letter in "([<{") - (letter in ")]>}")
        if letter == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += letter
    return " and ".join(kind(part) for part in (*parts, part) if part.strip())


def _implementation(match: re.Match[str]) -> str:
    """Return the words for an operation or function without an implementation for these types."""
    name, types = match["name"].removeprefix("impl_"), match["types"]
    where = kinds(types)
    if types.startswith("DictType") and re.search(r", (?:Literal\[str\]|unicode_type|Word<)", types):
        return WORD_KEYS
    if name == "setitem":
        if "none" in types.partition(",")[0]:
            return "a list of None that is filled; begin with numbers, such as [-1] * n"
        if types.lstrip().startswith(("UniTuple", "Tuple")):
            return f"an element that is set in a tuple, or in a list or dictionary outside the function; {OUTSIDE}"
    if name.endswith("getitem") and types.startswith("Tuple("):
        return "a tuple of different kinds of things, by an index that is computed; let it hold one kind"
    if name == "iadd" and where.endswith("a fraction"):
        return "a reward that is a fraction, which is not simulated; let rewards be whole, and their unit a smaller one"
    if name == "exception_match":
        return "except with the kind of an exception; ask with if beforehand"
    if name in ("eq", "ne", "lt", "le", "gt", "ge") and {"a list", "a tuple"} <= set(where.split(" and ")):
        return f"`{SYMBOLS[name]}` of a list and a tuple; {LISTS}"
    if name == "tuple" and "a list" in where:
        return "`tuple` of a list, whose length is known only as the rules run; use the list itself"
    if name in ("kept", "_memo_kept"):
        return (
            "a result that functools.cache cannot remember here, for it is not a number; compute it once, "
            "above the class"
        )
    if name == "typer":
        return f"a method that is called with {where}; {PLAIN}"
    name = re.sub(r"_(unless_row|alike|in|of_two)$", "", name)
    symbol = f"`{SYMBOLS.get(name, name)}`"
    return f"{symbol} of {where}; {ARITHMETIC if name in SYMBOLS else PLAIN}"


def _attribute(match: re.Match[str]) -> str:
    """Return the words for an unknown attribute."""
    name, owner = match["name"], match["owner"]
    if owner.startswith("State"):
        if name.startswith("_"):
            return f"`{name}` of a state; name its fields one by one"
        return f"`.{name}`, for a state has no field {name}"
    if owner.startswith("Rules"):
        return f"`self.{name}`, which is neither a parameter, a method nor a number; {ARITHMETIC}"
    if name == "value" and kind(owner) == "a whole number":
        return "`.value` of a member of a class of constants, which is the number itself here; leave `.value` out"
    if module := re.match(r"Module\(<module '([\w.]+)'", owner):
        return f"`{module[1]}.{name}`; {PLAIN}"
    return f"`.{name}` of {kind(owner)}; {PLAIN}"


EMPTY = (
    "an empty list, set or dictionary of which machine code cannot know what it will hold; begin with an element, or "
    "a comprehension"
)
UNKNOWN_FUNCTION = (
    "what is called or used is not known before the rules run; call functions by their names, with if and elif "
    "between them"
)
IMPLEMENTATION = (
    r"No implementation of function Function\(<(?:built-in function|intrinsic|function|class|ufunc) "
    r".*?signature:\s*>>> (?P<name>\w+)\((?P<types>.*?)\)\s*(?:There are|During|$)"
)
SPECIFIC = r"raised a specific error:\s*TypingError: "
OWN_MESSAGE = rf"{SPECIFIC}(?P<words>(?:(?!{SPECIFIC}).)+?) raised from \S*faceup\Wnative\W"  # the innermost
WORDINGS: tuple[tuple[str, Wording], ...] = (
    (r"Cannot cast Word<\w+> to unicode_type", WORD_KEYS),
    (
        r"(?P<kind>[^\s(]+)\((?:[^()]|\([^()]*\))*\)(?:<[^>]*>)? as (?P<place>value|key) is forbidden",
        lambda m: f"a dictionary with {kind(m['kind'])} as a {m['place']}; let it be a tuple",
    ),
    (
        r"lists are taken out of a list one by one, at its end: row.pop\(\)",
        lambda m: f"a list of lists that changes otherwise than by one at its end; {m[0]}",
    ),
    (r"Unknown attribute '(?P<name>\w+)' of type (?P<owner>.+)", _attribute),
    (
        r"BoundFunction\((?:list|set)\.\w+ for .*?Tuple\(.*?\) with parameters \([^)]*Tuple\(",
        "tuples of different lengths, or of different kinds, in one list or set; fill the shorter ones up, as with -1",
    ),
    (
        r"Can't unify yield type",
        "things of different kinds, or tuples of different lengths, to yield; fill the shorter ones up, as with -1",
    ),
    (IMPLEMENTATION, _implementation),
    (
        r"No implementation of function Function\(<class '(?:\w+\.)*(?P<name>\w+)'>",
        lambda m: f"`{m['name']}` of what it is given here; {PLAIN}",
    ),
    (
        r"'NoneType' object has no attribute 'args'",
        "a name that is None first and a tuple later; begin with a tuple, such as (-1, -1), or with a flag",
    ),
    (r"opcode \(STORE_GLOBAL\)", f"a name outside the function that is set; {OUTSIDE}"),
    (r"[Cc]ontext manager|SETUP_WITH|BEFORE_WITH", "with; leave it out"),
    (r"[Uu]nsupported opcode", f"a statement that machine code lacks; {PLAIN}"),
    (
        r"Cannot unify (?P<one>.+?) and (?P<other>.+?) for '(?P<name>\w+)(?:\.\d+)?'",
        lambda m: (
            f"`{m['name']}`, which is {kind(m['one'])} in one place and {kind(m['other'])} in another; "
            "give the second another name"
        ),
    ),
    (
        r"Cannot unify (?P<one>\w*[Tt]uple.+?) and (?P<other>\w*[Tt]uple.+?) for '\$",
        "tuples of different lengths, or of different kinds, in two cases; make a list of each: [*row] or [7, 8]",
    ),
    (
        r"Cannot unify (?P<one>.+?) and (?P<other>.+?) for '\$",
        lambda m: f"{kind(m['one'])} in one case and {kind(m['other'])} in another; let both be of one kind",
    ),
    (
        r"No definition for lowering .*?Optional",
        "a function that may return None; let every return give the same kind of thing",
    ),
    (r"Can't unify return type", "different kinds of things to return; let every return give the same kind"),
    (
        r"Untyped (?:global name|closure variable) '(?P<name>\w+)'",
        lambda m: f"`{m['name']}`, which machine code does not have; {PLAIN}",
    ),
    (
        r"Cannot determine Numba type of <class '(?:type|abc\.ABCMeta)'>",
        f"a class whose objects machine code does not have, such as Fraction; {ARITHMETIC}",
    ),
    (
        r"Cannot determine Numba type of <class '(?:\w+\.)*(?P<name>\w+)'>",
        lambda m: f"a {m['name']} among the constants; {ARITHMETIC}",
    ),
    (r"format spec in f-strings", "a format in an f-string; text is for show and say"),
    (r"\*args in function call should be a tuple", "a list after a star; give a tuple, or write a loop"),
    (r"First-class function|Undecided type|<undecided>", UNKNOWN_FUNCTION),
    (r"name '(?P<name>\w+)' is not defined", lambda m: f"`{m['name']}`, which is not defined"),
    (
        r"Invalid use of BoundFunction\(\w+\.(?P<name>\w+) for .*?\) with parameters \((?P<types>.*?)\)\s*(?:During|$)",
        lambda m: f"`.{m['name']}` with {kinds(m['types'])}; {ARITHMETIC}",
    ),
    (
        r"Invalid use of .*? with parameters \((?P<types>.*?)\)",
        lambda m: f"an operation that machine code lacks for {kinds(m['types'])}; {ARITHMETIC}",
    ),
    (r"list\(undefined\)|[Ii]mprecise type|untyped list|Cannot infer the type of variable", EMPTY),
)


def explain_messages(messages: Iterable[str], source: str) -> str:
    """Return the construct in a source line and the remedy, from the compiler's messages, innermost first."""
    quoted = f"`{source.strip()}`" if source.strip() else "what these rules do"
    for message in messages:
        text = " ".join(message.split())
        if match := re.search(OWN_MESSAGE, text):  # a message of one of faceup's operations
            return f"{quoted.removesuffix(':`') + '`' if quoted.endswith(':`') else quoted}: {match['words']}"
        for pattern, words in WORDINGS:
            if match := re.search(pattern, text):
                return f"{quoted} has {words if isinstance(words, str) else words(match)}"
    if source.lstrip().startswith("def "):
        return f"{quoted} has {VAGUE}"
    return f"{quoted} has something that machine code lacks; {ARITHMETIC}"


def place_in_text(message: str) -> tuple[str, int] | None:
    """Return the last file and line that the text of a message names."""
    places = re.findall(r"(?:at|from) (/.+?|[A-Za-z]:\\.+?) \((\d+)\)", message)
    return (places[-1][0], int(places[-1][1])) if places else None

"""The house: which part may import which, room by room, and that no circle is left."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import faceup

SOURCE = Path(faceup.__file__).parent
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# Each part with the parts it may use. Results are frozen values that engines make, so engines import results.
MAY_USE = {
    "rules": set(),
    "games": {"rules"},
    "library": {"rules", "games"},
    "native": {"rules"},
    "numbers": {"rules"},
    "results": {"rules", "numbers"},
    "engines": {"rules", "library", "native", "numbers", "results"},
    "show": {"rules", "numbers", "results"},
    "play": {"rules", "numbers", "results", "engines"},
    "web": {"rules", "library", "numbers", "results", "engines", "show", "play"},
    "interchange": {"rules", "library", "numbers", "results", "engines"},
    "cli": {"rules", "library", "numbers", "results", "engines", "show", "play", "web", "interchange"},
}
# Each room with the rooms of its own part that it may use; what lies beside the rooms may be used by all of them.
ROOMS: dict[str, dict[str, set[str]]] = {
    "library": {"beginnings": set(), "gambit": set()},
    "native": {
        "digests": set(),
        "compiler": set(),
        "lanes": {"digests"},
        "operations": {"compiler"},
        "lowering": {"digests", "operations"},
    },
    "native.lowering": {"forms": set()},
    "results": {
        "scene": set(),
        "answers": {"scene"},
        "samples": {"answers"},
        "reviews": {"scene", "answers"},
        "sentences": {"scene", "answers", "samples", "reviews"},
        "documents": {"scene", "answers", "samples", "sentences", "reviews"},
    },
    "engines": {
        "model": set(),
        "graph": {"model"},
        "exact": {"model", "graph"},
        "same": {"model", "graph", "exact"},
        "hidden": {"model", "graph", "exact"},
        "solve": {"model", "graph", "exact", "same", "hidden"},
        "mcts": {"model", "graph", "hidden"},
        "simulate": {"model", "graph", "mcts", "solve"},
        "chain": {"model", "graph", "exact", "solve"},
        "explain": {"model", "graph", "exact", "same", "hidden", "solve", "chain", "simulate"},
        "sweep": {"model", "graph", "solve", "simulate", "explain", "chain"},
        "doctor": {"model", "graph", "solve", "simulate", "hidden"},
    },
    "engines.simulate": {"kernels": set()},
    "engines.solve": {"induction": set(), "search": {"cyclic"}, "cyclic": set(), "seats": {"cyclic"}, "hidden": set()},
    "results.scene": {"boards": set()},
    "show": {"text": set(), "drawings": {"text"}, "pictures": {"text", "drawings"}},
    "web": {"answers": set(), "server": {"answers"}},
    "cli": {"playing": set()},
}
# What lies beside the rooms of a part and uses them all.
ABOVE_THE_ROOMS = {
    "library.finding",
    "engines.published_results",
    "show.notebook",
    "show.card_parts",
    "show.text.printed",
    "cli.__init__",
}
ABOVE_THE_ROOMS |= {f"engines.simulate.{name}" for name in ("game_player", "patience_player")}
ABOVE_THE_ROOMS |= {
    f"engines.solve.{name}" for name in ("best_move_lookup", "best_moves", "dispatch", "reductions_check", "theory")
}
# (what is lowered is compiled, and states have rows)
ABOVE_THE_ROOMS |= {f"native.{name}" for name in ("code_cache", "kernels", "linking", "rules_type", "not_compiled")}
ABOVE_THE_ROOMS |= {f"native.{name}" for name in ("piles", "rules_pointer", "state_shape", "state_table")}
ABOVE_THE_ROOMS |= {f"native.compiler.{name}" for name in ("exact_casts", "generators")}
ABOVE_THE_ROOMS |= {f"results.scene.{name}" for name in ("scene_in_play", "scene_of_game")}
ABOVE_THE_ROOMS |= {"native.lowering.lowered", "native.lowering.comprehensions"}


def files(part: str) -> Iterator[Path]:
    """Every file of a part, in all its rooms."""
    return (SOURCE / part).rglob("*.py")


def name_of(path: Path) -> str:
    """The module of a file, without ``faceup.``."""
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


@cache
def imports(path: Path, typing: bool = True) -> set[str]:
    """The modules that a file imports anywhere: late, by name as text, and, unless not asked for, for types alone.

    A name made of text and something else counts as the module that the text names. What is asked of the package
    itself, ``faceup.solve``, counts as the module where it lives.
    """
    found: set[str] = set()
    packages = {"faceup": "faceup"}  # the modules of ours that are bound to a name, as ``import`` alone does it
    tree = ast.parse(path.read_text())
    if not typing:
        tree.body = [
            node for node in tree.body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
        ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
            packages |= {alias.asname: alias.name for alias in node.names if alias.asname}
        elif (isinstance(node, ast.ImportFrom) and node.level) or (
            isinstance(node, ast.Call) and dotted(node.func)[-1:] == ["import_module"] and len(node.args) != 1
        ):
            raise AssertionError(f"{path} imports by relative place: only whole names are looked at")
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {text.rstrip(".") for text in re.findall(r"^faceup\.[a-z_.]+$", node.value)}
        elif isinstance(node, ast.Attribute):
            names = dotted(node)
            if names and names[0] in packages:
                found.add(".".join((packages[names[0]], *names[1:])))
    homes = {f"faceup.{name}": home for name, home in faceup._HOMES.items()}
    found = {homes.get(".".join(name.split(".")[:2]), name) for name in found}
    return {name for name in found if name == "faceup" or not name.startswith("faceup.") or is_module(name)}


def dotted(node: ast.expr) -> list[str]:
    """The names of ``a.b.c``; none of anything else."""
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return [*before, node.attr] if before else []
    return [node.id] if isinstance(node, ast.Name) else []


def is_module(name: str) -> bool:
    place = SOURCE.joinpath(*name.split(".")[1:])
    return place.with_suffix(".py").is_file() or place.is_dir()


@cache
def own_imports(path: Path) -> set[str]:
    """The modules of faceup that a file imports, without ``faceup.``."""
    return {name.removeprefix("faceup.") for name in imports(path) if name.startswith("faceup.")}


@pytest.mark.parametrize(
    "text",
    [
        "import faceup\nfaceup.engines.model.limits.Limits()",
        "import faceup.engines.model.limits as limits",
        "from faceup.engines.model import limits",
        "import faceup.engines.model as here\nprint(here.limits.OFTEN)",
        "def late():\n    from faceup.engines.model.limits import Limits",
        "import_module('faceup.engines.model.limits')",
        "__import__('faceup.engines.model.limits')",
    ],
)
def test_an_import_is_seen_however_it_is_written(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file.py"
    file.write_text(text)
    assert "faceup.engines.model.limits" in imports(file)


@pytest.mark.parametrize("text", ["import_module(f'faceup.games.{name}')", "import_module('faceup.games.' + name)"])
def test_of_a_name_that_is_put_together_the_part_is_seen(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file.py"
    file.write_text(text)
    assert imports(file) == {"faceup.games"}


@pytest.mark.parametrize("text", ["import faceup\nfaceup.solve(game)", "from faceup import solve"])
def test_what_the_package_offers_is_looked_for_where_it_lives(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file.py"
    file.write_text(text)
    assert "faceup.engines.solve.dispatch" in imports(file)


def test_every_folder_is_a_part_or_a_room() -> None:
    folders = {name_of(path.parent / "x").rpartition(".")[0] for path in SOURCE.rglob("*.py")} - {""}
    rooms = {f"{part}.{room}" for part, rooms in ROOMS.items() for room in rooms}
    assert folders == {*MAY_USE, *rooms}


def test_no_two_files_of_a_part_have_one_name() -> None:
    """Results and what is shown have a folder for each form: what a file is about has one name in all of them."""
    for part in MAY_USE.keys() - {"results", "show"}:
        named: dict[str, list[str]] = {}
        for path in files(part):
            named.setdefault(path.name, []).append(name_of(path))
        alike = {name: paths for name, paths in named.items() if len(paths) > 1 and name != "__init__.py"}
        assert not alike


def test_a_folder_has_few_files() -> None:
    most = {"games": 99}  # the library
    for folder in {path.parent for path in SOURCE.rglob("*.py")}:
        name = folder.relative_to(SOURCE).as_posix()
        assert len([path for path in folder.glob("*.py") if path.name != "__init__.py"]) <= most.get(name, 15), name


def test_data_flows_one_way() -> None:
    for part, allowed in MAY_USE.items():
        for path in files(part):
            extra = {name.split(".")[0] for name in own_imports(path)} - allowed - {part}
            assert not extra, f"{name_of(path)} imports {extra}"


def test_rooms_use_only_the_rooms_below_them() -> None:
    for part, rooms in ROOMS.items():
        depth = part.count(".") + 1
        for path in files(part.replace(".", "/")):
            name = name_of(path)
            if name in ABOVE_THE_ROOMS:
                continue
            room = name.split(".")[depth]
            allowed = {room, *rooms[room]} if room in rooms else set()
            inside = (used.split(".") for used in own_imports(path) if used.startswith(f"{part}."))
            used = {parts[depth] for parts in inside if len(parts) > depth + 1}
            assert used & set(rooms) <= allowed, f"{name} imports {used & set(rooms) - allowed}"


def test_no_circle_is_left() -> None:
    below = {name_of(path): own_imports(path) for path in SOURCE.rglob("*.py") if path.parent != SOURCE}
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, f"a circle: {' imports '.join((*way[way.index(name) :], name))}"
        if name not in done:
            for used in below.get(name, ()):
                visit(used, (*way, name))
            done.add(name)

    for name in below:
        visit(name, ())


def test_no_circle_is_left_among_the_scripts_of_pages() -> None:
    pages = SOURCE / "web" / "pages"
    below = {
        path.name: set(re.findall(r"""(?:from|import)\s+["']\./([\w.]+)["']""", path.read_text()))
        for path in pages.glob("*.js")
    }
    assert any(below.values())

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, f"a circle: {' imports '.join((*way, name))}"
        for used in below[name]:
            visit(used, (*way, name))

    for name in below:
        visit(name, ())


# Names of functions, classes, fields and modules that the terms of the glossary have replaced.
OLD_NAMES = {
    *("Happened", "Told", "Together", "Worth", "comes_round", "free_parts", "gone_through", "hard_components", "lots"),
    *("minds", "native_positions", "settle_alone", "settle_graph", "settle_in_turn", "settle_round"),
    *("settled_parts", "settling", "solved_alone", "solved_together", "swept", "told_by_moves", "unlowered"),
}
PARTICIPLE = re.compile(
    "begun|bound|broken|brought|built|caught|chosen|dealt|done|drawn|driven|fallen|found|frozen|given|gone|held|hidden|"
    "kept|known|laid|led|left|lost|made|met|paid|proven|said|seen|sent|shown|sold|spent|spoken|stuck|taken|thought|"
    "thrown|told|won|written|[a-z]+(?<![sep])ed|[a-z]+[sp]ed"
)
# Of rules and the functions for them; and a few that are left.
NAMED_BY_A_PARTICIPLE = {
    *("rules.contract: won", "rules.rows: replaced", "rules.errors: quoted", "games.war: won"),
    *("games.beggar_my_neighbour: won", "native.state_table: made", "engines.model.compiling: done"),
    *("engines.solve.induction.native_table: broken", "web.server.app: _broken", "web.server.pool: _stuck"),
    "web.answers.documents: shown",
}


def test_names_are_the_terms_of_the_field_and_functions_are_not_named_by_a_participle_alone() -> None:
    """A property may be, ``game.hidden``: a participle says what something is, not what a function does."""
    old, participles = set[str](), set[str]()
    for path in SOURCE.rglob("*.py"):
        module = name_of(path)
        nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, DEFINITIONS)]
        fields = [
            one.target.id
            for node in nodes
            for one in node.body
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        ]
        names = [path.stem, *(one.name for one in nodes), *fields]
        old |= {f"{module}: {name}" for name in names if name.strip("_") in OLD_NAMES}
        for node in nodes:
            is_property = any("property" in ast.unparse(one) for one in node.decorator_list)
            if PARTICIPLE.fullmatch(node.name.strip("_")) and not is_property:
                participles.add(f"{module}: {node.name}")
    assert old <= {"show.pictures.mixed_strategies: _lots"}
    assert participles == NAMED_BY_A_PARTICIPLE


def test_rule_files_import_rules_other_games_and_the_standard_library_alone() -> None:
    for path in (*files("games"), *files("library/beginnings")):
        for name in imports(path):
            if name.split(".")[0] in sys.stdlib_module_names:
                continue
            assert name.split(".")[:2] in (["faceup", "rules"], ["faceup", "games"]), f"{path.name} imports {name}"


def test_rules_need_nothing_but_the_standard_library() -> None:
    for path in files("rules"):
        assert {name.split(".")[0] for name in imports(path, typing=False)} <= {"faceup", *sys.stdlib_module_names}, (
            path.name
        )


def test_the_glossary_names_what_stands_in_the_code() -> None:
    glossary = (SOURCE.parents[1] / "docs" / "glossary.md").read_text()
    rows = re.findall(r"^\|.*\| `(\S+\.py)` \| `(.+)` \|$", glossary, re.MULTILINE)
    assert len(rows) > 50
    for file, name in rows:
        assert re.search(rf"\b{re.escape(name)}", (SOURCE / file).read_text()), f"{file} has no {name}"


def test_the_map_and_contributing_name_files_that_exist() -> None:
    root = SOURCE.parents[1]
    paths = [
        f"/{path.relative_to(root)}" for part in ("src", "tests", "docs", "bench") for path in (root / part).rglob("*")
    ]
    for page in (root / "docs" / "design.md", root / "CONTRIBUTING.md"):
        names = re.findall(r"`([\w./-]+(?:\.py|\.js|/))`", page.read_text())
        assert len(names) > 10
        for name in names:
            at_the_end = [path for path in paths if f"{path}/".endswith(f"/{name.rstrip('/')}/")]
            assert at_the_end, f"{page.name} names {name}"

"""Results in notebooks: HTML that holds their numbers, and tidy frames."""

import html
import re
from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import faceup
from faceup.engines.chain.outcomes import outcomes
from faceup.engines.explain.short_strategies import short_strategy
from faceup.engines.explain.strategies import strategy
from faceup.engines.explain.why import explain
from faceup.engines.same.isomorphism import same
from faceup.engines.same.symmetries import symmetries
from faceup.engines.simulate.sampler import compare, simulate
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.enumeration import enumerate_deals
from faceup.engines.sweep.first_cell import first_cell
from faceup.games.best_card import BestCard
from faceup.games.fifteen import Fifteen
from faceup.games.hog import Hog
from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.games.tic_tac_toe import TicTacToe
from faceup.numbers.value import Value, exactly
from faceup.play.session import Session
from faceup.results import showable
from faceup.results.number_texts import percent
from faceup.results.samples.sample import HISTOGRAM, histogram_rows
from faceup.results.samples.sweep import NO_GAME, Cell, Sweep
from faceup.results.sentences.words import NO_BREAK
from faceup.results.showable import Showable
from faceup.rules import CHANCE, OVER
from faceup.rules.errors import LimitReached, UsageError
from faceup.show.card_parts import FEW_ROWS
from tests.browser.conftest import chromium
from tests.commands import run
from tests.games.wordings import Angles


def a_sweep() -> Sweep:
    values = {
        (2, 1): exactly(Fraction(1, 3)),
        (2, 2): None,
        (3, 1): Value(0.25, 0.75, "sampled", 0.5),
        (3, 2): Value(0, 1, "stopped"),
    }
    cells = tuple(
        Cell({"deck": d, "hand": h, "size": 7}, {"value": value}, "" if value else NO_GAME, "" if value else "a < b")
        for (d, h), value in values.items()
    )
    return Sweep("made-up", {"deck": (2, 3), "hand": (1, 2)}, {"size": 7}, ("value",), cells, {"confidence": 0.95})


RESULTS: dict[str, Callable[[], Any]] = {
    "solution": lambda: solve(Nim()),
    "angles": lambda: solve(Angles()),
    "chance first": lambda: solve(BestCard(deck=13, hand=7)),
    "bounded": lambda: solve(Hog(goal=20, dice=2)),
    "over": lambda: solve(Nim(a=0, b=0, c=0)),
    "stopped": lambda: solve(Nim(a=30, b=30, c=30), memory=1000.0),
    "thresholds": lambda: strategy(solve(BestCard(deck=13, hand=7))),
    "rows": lambda: strategy(solve(Angles()), reach="all"),
    "sets": lambda: strategy(solve(Fifteen(high=6, target=9))),
    "no decision": lambda: strategy(solve(Nim(a=0, b=0, c=0))),
    "sample": lambda: simulate(OneHanded(), 300, seed=1),
    "duel": lambda: simulate(TicTacToe(), 300, seed=1),
    "comparison": lambda: compare(OneHanded(), OneHanded(ranks=12), 50),
    "distribution": lambda: enumerate_deals(OneHanded(suits=2, ranks=3)),
    "outcomes": lambda: outcomes(Nim(a=1, b=2, c=2), ("best", "random")),
    "sweep": a_sweep,
    "first cell": lambda: first_cell(Nim, {"a": "1..4", "b": 2, "c": 3}, "value < 1"),
    "same": lambda: same(Nim(a=1, b=2, c=0), Nim(a=0, b=2, c=1)),
    "not the same": lambda: same(Nim(a=1, b=2, c=0), Nim(a=2, b=2, c=0)),
    "symmetries": lambda: symmetries(Nim(a=2, b=2, c=0)),
    "explanation": lambda: explain(Nim(a=1, b=2, c=2)),
    "review": lambda: faceup.review(faceup.Session(Nim(a=1, b=2, c=2), moves=["take 1 from heap b"])),
    "by rules": lambda: faceup.doctor(Nim(a=1, b=2, c=2)),
}
MORE: dict[str, Callable[[], Any]] = {
    "replay": lambda: faceup.replay(OneHanded(suits=2, ranks=3), 1, 3),
    "mixed": lambda: faceup.mixed_strategy(solve(faceup.game("kuhn-poker"))),
    "lots": lambda: faceup.mixed_reasons(solve(faceup.game("kuhn-poker"))),
    "decision": lambda: solve(faceup.game("kuhn-poker")).decision("1-2"),
    "answer": lambda: faceup.best_answer(faceup.game("kuhn-poker"), "random", 0),
    "table": lambda: faceup.tournament(faceup.game("coin-race"), ("random", "first"), 30),
    "short": lambda: short_strategy(solve(BestCard(deck=13, hand=7)), strategy(solve(BestCard(deck=13, hand=7)))),
}
DRAWN = {
    *("solution", "angles", "chance first", "bounded", "thresholds", "rows"),
    *("sample", "duel", "distribution", "outcomes", "sweep", "review"),
}


@cache
def result(name: str) -> Any:
    return (RESULTS | MORE)[name]()


def shown(name: str) -> str:
    text: str = result(name)._repr_html_()
    return text


page = cache(shown)


def without_pictures(text: str) -> str:
    return re.sub("<svg.*?</svg>", "", text, flags=re.DOTALL)


def plain(text: str) -> str:
    """What a reader sees of HTML."""
    text = html.unescape(re.sub("<style.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL))
    return text.replace(NO_BREAK, " ")


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Nim(a=2), "Nim, a 2 Take the last stone. Three heaps|players two|a=2 b=4 c=5|ask faceup.solve(game)"),
        (OneHanded(), "One Handed Solitaire|players solitaire|ask faceup.simulate(game, 1000)"),
        (faceup.game("kuhn-poker"), "players two, with chance|faceup.mixed_strategy(faceup.solve(game))"),
    ],
    ids=str,
)
def test_a_game_has_a_card(game: Any, told: str) -> None:
    text = game._repr_html_()
    ElementTree.fromstring(text)
    words = " ".join(plain(text).split())
    assert [part for part in told.split("|") if part not in words] == []
    for line in re.findall(r"faceup\.\S.*?\)(?= faceup|$)", words):  # what it offers can be asked
        assert eval(line, {"faceup": faceup, "game": game})


@pytest.mark.parametrize("name", RESULTS)
def test_a_page_is_whole_and_has_a_picture_where_one_is_possible(name: str) -> None:
    text = page(name)
    root = ElementTree.fromstring(text)  # every element closed, everything escaped
    assert root.attrib == {"class": "faceup"}
    assert bool(list(root.iter("{http://www.w3.org/2000/svg}svg"))) == (name in DRAWN)
    assert text.count("<title>") == (name in DRAWN)  # which readers of pages have instead of the picture
    assert plain(without_pictures(text)).strip()
    printed = str(result(name))
    assert printed
    assert not re.search("<(div|pre|svg|table)", printed)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("solution", ["take 2 from heap a", "1", "states"]),
        ("chance first", ["8597/12012 = 0.7157"]),
        ("stopped", ["stopped at the memory limit"]),
        ("thresholds", ["hold from card", "12", "11", "10", "hold or go on where drawn 1, card 12", "8597/12012"]),
        ("sets", ["first", "second"]),
        ("sample", ["300 of seed 1", "won", "at 95% confidence"]),
        ("duel", ["the second player won"]),
        ("comparison", ["50 pairs on common deals", "difference"]),
        ("distribution", ["720, all of them", "2/15", "41/15 = 2.733"]),
        ("same", ["take 1 from heap a"]),
        ("symmetries", ["2"]),
        ("explanation", ["take 1 from heap a"]),
        ("sweep", ["0.3333", "0..1", "1 cell makes no game: a < b"]),
    ],
)
def test_a_page_holds_the_numbers(name: str, told: list[str]) -> None:
    text, printed = plain(without_pictures(page(name))), str(result(name))
    for words in told:
        assert words in text
        assert words in printed


def test_every_first_move_is_in_the_page_with_its_value() -> None:
    solution = result("chance first")
    text = without_pictures(page("chance first"))
    rates = list[str]()
    for word, rate in re.findall("<td[^>]*>([^<]*)</td><td[^>]*>([^<]*)</td><td", text):
        words = word.split(", ")
        assert words == [str(len(rates) + k) for k in range(1, len(words) + 1)]
        rates += [rate] * len(words)
    assert rates == [percent(value.exact) for value in solution.values(solution.start).values()]
    assert "won (exact)</th>" in text  # and no cell says it again
    assert ">card</th>" in text


def test_a_replayed_patience_has_a_column_for_each_pile_with_its_top_cards() -> None:
    text = " ".join(plain(faceup.replay(OneHanded(suits=4, ranks=3), 1, 3)._repr_html_()).split())
    assert "move stock hand 1 draw ... " in text
    assert re.search(r" 1 draw \.\.\.( ..){5} \[..\] \(11\) \[..\] 2 draw ", text)


def test_first_moves_that_are_all_alike_are_a_line_and_a_picture_of_the_replies() -> None:
    solution = solve(TicTacToe())
    card = ElementTree.fromstring(strategy(solution, player=1)._repr_html_())
    first = card.find(".//div[@class='tiles']/div")
    assert first is not None
    assert [text for text in first.itertext() if text] == ["after a3", "X", "*"]
    text = without_pictures(solution._repr_html_())
    assert "Every move draws; after a3, c3, a1 or c1, 7 of 8 replies are mistakes." in text
    assert 'class="bands"' not in text
    assert "<svg" not in outcomes(solution.game)._repr_html_(), "one length is told, not drawn"


@pytest.mark.parametrize("name", [*RESULTS, *MORE])
def test_every_card_begins_with_a_name_and_shows_ten_rows(name: str) -> None:
    text = page(name)
    style, name_of, *parts = ElementTree.fromstring(text)
    assert style.tag == "style"
    assert without_pictures(text).count('<div class="name">') == 1
    assert name_of.attrib == {"class": "name"}
    assert name_of.text
    for part, after in zip(parts, [*parts[1:], None], strict=True):
        if (table := part.find("table[@class='bands']")) is None:
            continue
        first, *more = table.findall("tbody")
        assert len(first) <= FEW_ROWS + 1
        assert [len(rows) for rows in more] == ([] if len(first) != FEW_ROWS or not more else [len(more[0])])
        if more:  # which the style hides until the line under the table is opened
            assert more[0].attrib == {"class": "more"}
            rows = len(first) + len(more[0])
            assert after.findtext("summary") in (f"Show all {rows:,} rows", f"Show {rows:,} rows")


def test_every_kind_of_result_has_a_card() -> None:
    kinds = {type(result(name)) for name in (*RESULTS, *MORE)}
    others = {"PositionCard"}  # of a session, in test_session.py
    missing_here = {kind.__name__ for kind in Showable.__subclasses__()} - {kind.__name__ for kind in kinds}
    assert missing_here == others


@pytest.mark.parametrize("name", ["angles", "rows"])
def test_names_are_no_html(name: str) -> None:
    text = page(name)
    assert "<script>" not in text
    assert "<b>" not in text
    assert re.search("go &amp; &lt;script&gt;|&lt;b&gt;stay", without_pictures(text))


def test_styles_hold_for_cards_alone_and_colours_follow_the_text() -> None:
    style, *of_picture = re.findall(r"<style[^>]*>(.*?)</style>", page("sample"), flags=re.DOTALL)
    assert all(rule.startswith(".faceup.faceup") for rule in style.split("}")[:-1])
    colours, lines = of_picture
    assert colours.startswith("@supports(color:color(from red srgb calc(r + .1) g b)){.picture{--c")
    assert lines.startswith(".faceup svg *{")
    drawing = page("sample").partition("<svg")[2]
    assert not re.search("[^,]#[0-9a-f]{6}\\b", drawing)  # but as the default of a colour that may be turned around
    assert {*re.findall(r"var\(--c([0-9a-f]{6}),#\1\)", drawing)} <= {*re.findall("--c([0-9a-f]{6}):", colours)}


def test_a_picture_is_light_on_dark_text_and_dark_on_light_text() -> None:
    def greens(colour: str) -> list[int]:
        with chromium() as browser:
            page_of = browser.new_page()
            page_of.set_content(f'<body style="color:{colour}">{page("duel")}</body>')
            found: list[int] = page_of.evaluate(
                """() => ["svg text", ".picture"].map((place, k) => {
                const painted = document.createElement("canvas").getContext("2d");
                const look = getComputedStyle(document.querySelector(place));
                painted.fillStyle = k ? look.backgroundColor : look.fill;
                painted.fillRect(0, 0, 1, 1);
                return painted.getImageData(0, 0, 1, 1).data[1];
                })"""
            )
        return found

    (ink, ground), (light_ink, dark_ground) = greens("#111"), greens("#eee")
    assert (ink < 120, ground) == (True, 255)
    assert (light_ink > 150, dark_ground < 50) == (True, True)


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes a library one that is not installed."""

    def remove(library: str) -> None:
        def find(name: str) -> Any:
            if name.partition(".")[0] == library:
                raise ImportError(f"no module named {name!r}")
            return import_module(name)

        monkeypatch.setattr(showable, "import_module", find)

    return remove


@pytest.mark.parametrize("name", RESULTS)
def test_without_matplotlib_there_is_the_rest(name: str, missing: Callable[[str], None]) -> None:
    whole = page(name)
    missing("matplotlib")
    bare = shown(name)
    assert "<svg" not in bare
    assert bare == re.sub(r'<div class="picture"><style>.*?</svg>\s*</div>', "", whole, flags=re.DOTALL)


@pytest.mark.parametrize("name", RESULTS)
def test_showing_changes_nothing_of_a_result(name: str) -> None:
    shown = result(name)
    assert re.fullmatch(rf"<{type(shown).__name__}: {shown.brief[0]} .{{1,300}}>", repr(shown))
    again = replace(shown)
    assert again == shown
    assert "_repr_html_" not in {field.name for field in fields(shown)}


# --- printed -------------------------------------------------------------------------------------------------------

COMMANDS = {
    "solution": "solve nim",
    "chance first": "solve best-card deck=13 hand=7",
    "bounded": "solve hog goal=20 dice=2",
    "thresholds": "strategy best-card deck=13 hand=7",
    "sets": "strategy fifteen high=6 target=9",
    "sample": "simulate one-handed --games 300 --seed 1",
    "duel": "simulate tic-tac-toe --games 300 --seed 1",
    "comparison": "simulate one-handed --games 50 --against one-handed ranks=12",
    "distribution": "solve one-handed suits=2 ranks=3",
    "outcomes": "solve nim a=1 b=2 c=2 --play best,random",
    "first cell": "sweep nim a=1..4 b=2 c=3 --until value<1",
    "same": "same nim a=1 b=2 c=0 nim a=0 b=2 c=1",
    "symmetries": "symmetries nim a=2 b=2 c=0",
    "explanation": "why nim a=1 b=2 c=2",
    "replay": "replay one-handed suits=2 ranks=3 --seed 1 --number 3",
    "mixed": "strategy kuhn-poker",
    "lots": "why kuhn-poker",
    "decision": "solve kuhn-poker --after 1-2",
    "answer": "solve kuhn-poker --against random --player 0",
    "table": "simulate coin-race --games 30 --rotate --policy random,first",
}


def timeless(text: str) -> str:
    """Without what differs from one run to the next, and the options that the command names."""
    options = '; --policy has others play|; --reach all has them|; reach="all" has them'
    return re.sub(rf"[\d.,]+ (s\b|a second|pairs a second)|{options}", "", text)


@pytest.mark.parametrize("name", COMMANDS)
def test_print_shows_what_the_command_prints(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = result(name)
    _, out, _ = run(capsys, *COMMANDS[name].split())
    assert timeless(f"{found}\n") == timeless(out)


def test_names_of_before_say_what_they_are_called_now() -> None:
    sample = result("duel")
    with pytest.warns(DeprecationWarning, match="^Sample.wins is now called Sample.won; the old name goes") as noted:
        assert sample.wins == sample.won
    assert [warning.filename for warning in noted] == [__file__]
    with pytest.warns(DeprecationWarning, match="Sample.frame is now called Sample.to_frame"):
        assert len(sample.frame()) == 3


def test_moves_are_named_by_their_words() -> None:
    game = Nim(a=1, b=2, c=2)
    told = [str(explain(game, moves)) for moves in ([5], ["take 1 from heap a"], "take 1 from heap a", 5)]
    assert len(set(told)) == 1
    with pytest.raises(UsageError, match=r"move 1 \('9'\) is not legal; legal moves: take 1 from heap a, take 1"):
        explain(game, ["9"])
    assert Session(game, "person", moves="take 1 from heap a, take 1 from heap b").moves == [5, 6]
    assert Session(game, "person", moves=["take 1 from heap a", 6]).moves == [5, 6]


# --- frames -------------------------------------------------------------------------------------------------------


def records(frame: Any) -> list[dict[str, Any]]:
    """The rows of either kind of frame."""
    rows = frame.to_dicts() if hasattr(frame, "to_dicts") else frame.to_dict("records")
    return [{name: None if item != item else item for name, item in row.items()} for row in rows]


LIBRARIES = ("pandas", "polars")


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", ["solution", "angles", "chance first", "bounded", "over"])
def test_the_frame_of_a_solution_is_its_first_moves(name: str, library: str) -> None:
    solution = result(name)
    start, game = solution.start, solution.game
    values = {} if game.turn(start) == OVER else solution.values(start)
    best = solution.best(start) if game.turn(start) in (0, 1) else []
    frame = solution.to_frame(library)
    assert list(frame.columns) == ["move", "word", "value", "low", "high", "how", "exact", "best"]
    assert records(frame) == [
        {
            "move": move,
            "word": game.say(start, move),
            "value": value.value,
            "low": float(value.low),
            "high": float(value.high),
            "how": value.how,
            "exact": None if value.exact is None else str(value.exact),
            "best": move in best,
        }
        for move, value in values.items()
    ]


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", ["thresholds", "rows", "sets", "no decision"])
def test_the_frame_of_a_strategy_is_its_rows(name: str, library: str) -> None:
    found = result(name)
    rows = records(found.to_frame(library))
    assert len(rows) == len(found.rows)
    assert sum(row["equal"] for row in rows) == len(found.equal)
    for row, expected in zip(rows, found.rows, strict=True):
        assert row["moves"] == ", ".join(map(str, expected.moves))
        assert row["words"] == " or ".join(found.words[expected.key, move] for move in expected.moves)
        assert (row["equal"], row["sure"]) == (len(expected.moves) > 1, True)


def test_quantities_keep_their_columns_whatever_they_are_called() -> None:
    frame = result("rows").to_frame()
    assert list(frame.columns) == ["words_", "equal_", "made", "moves", "words", "equal", "sure"]
    assert [tuple(row)[:3] for row in frame.itertuples(index=False)] == [row.key for row in result("rows").rows]
    assert set(result("sets").to_frame()["first"]) >= {"-", "1", "1 2"}


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_strategy_of_thresholds_alone_has_these_as_rows(library: str) -> None:
    found = replace(result("thresholds"), rows=(), lines=())
    frame = found.to_frame(library)
    assert list(zip(frame["step"], frame["threshold"], strict=True)) == list(
        zip(found.steps, found.thresholds, strict=True)
    )


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", ["sample", "duel"])
def test_the_frame_of_a_sample_is_its_histogram(name: str, library: str) -> None:
    sample = result(name)
    assert [tuple(row.values()) for row in records(sample.to_frame(library))] == histogram_rows(sample)
    assert tuple(sample.to_frame(library).columns) == HISTOGRAM
    assert sum(sample.to_frame(library)["games"]) == 300


@pytest.mark.parametrize("library", LIBRARIES)
def test_frames_of_distributions_and_comparisons(library: str) -> None:
    found = result("distribution")
    rows = records(found.to_frame(library))
    assert {row["score"]: Fraction(row["exact"]) for row in rows} == found.histogram
    assert all(row["share"] == float(Fraction(row["exact"])) for row in rows)
    pairs = records(result("comparison").to_frame(library))
    assert sum(row["games"] for row in pairs) == 50
    ends = ("lost", "won", "unfinished", "endless")
    told = {
        (r["first"], ends.index(r["first_end"]), r["second"], ends.index(r["second_end"])): r["games"] for r in pairs
    }
    assert told == result("comparison").pairs


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_frame_of_a_sweep_is_its_rows(library: str) -> None:
    sweep = result("sweep")
    assert tuple(sweep.to_frame(library).columns) == sweep.columns
    assert records(sweep.to_frame(library)) == sweep.rows
    marked = replace(
        sweep,
        figures=("thresholds",),
        cells=tuple(replace(cell, values={"thresholds": (3, None, 1)}, kind="") for cell in sweep.cells),
    )
    assert [list(marks) for marks in marked.to_frame(library)["thresholds"]] == [[3, None, 1]] * 4


def test_polars_and_pandas_are_what_comes_back() -> None:
    for library in LIBRARIES:
        assert isinstance(result("sample").to_frame(library), import_module(library).DataFrame)
    assert isinstance(result("sample").to_frame(), import_module("pandas").DataFrame)


@pytest.mark.parametrize(("library", "extra"), [("pandas", "frames"), ("polars", "polars")])
def test_a_missing_library_says_how_to_get_it(library: str, extra: str, missing: Callable[[str], None]) -> None:
    missing(library)
    with pytest.raises(UsageError, match=rf"this needs {library}, .* pip install '\.\[{extra}\]'"):
        result("sample").to_frame(library)


def test_other_libraries_are_refused() -> None:
    with pytest.raises(UsageError, match="no frames of 'dask'; possible: pandas, polars"):
        result("sample").to_frame("dask")


def test_what_a_limit_left_unknown_is_no_frame() -> None:
    with pytest.raises(LimitReached, match="before the values of moves were known"):
        result("stopped").to_frame()


def test_a_session_is_played_and_shows_its_position() -> None:
    session = Session(TicTacToe(), ("person", "best"))
    shown = html.unescape(session.play(4)._repr_html_())
    assert [played.turn for played in session.history] == [0, 1]
    assert "│ X │" in shown
    assert f">The second player: {session.words[1]}<" in shown
    assert f">The first player may play {', '.join(word for _, word in session.legal_words())}</p>" in shown
    session.make(next(iter(session.legal())))
    assert session.turn == 1  # nobody answers
    assert "The second player is to play; session.play() goes on" in session._repr_html_()
    assert session.play().turn == 0


def test_chance_begins_before_a_person_may_move() -> None:
    session = Session(BestCard(deck=5, hand=3), seed=1)
    assert "Chance is to play" in session._repr_html_()
    session.play("go on")
    assert [played.turn for played in session.history[:3]] == [CHANCE, 0, CHANCE]


@pytest.mark.parametrize("wrong", ["nim", Nim, 5])
def test_what_is_no_game_is_told_so(wrong: Any) -> None:
    told = {"nim": r"possible: faceup.game\('nim'\)", Nim: r"possible: Nim\(\)", 5: "not a game"}[wrong]
    for asked in (solve, Session, lambda game: faceup.replay(game, 1, 1)):
        with pytest.raises(UsageError, match=told):
            asked(wrong)
    with pytest.raises(UsageError, match=r"is not a session; possible: faceup\.Session"):
        faceup.review(wrong)


def test_a_session_shows_how_it_ended() -> None:
    session = Session(Nim(a=1, b=0, c=0), ("person", "best"))
    assert session.play(session.legal()[0])._repr_html_().endswith(">The player wins.</p></div>")


def test_a_picture_is_written_where_there_is_one(tmp_path: Path) -> None:
    result("sample").plot(tmp_path / "sample.svg")
    assert (tmp_path / "sample.svg").read_text(encoding="utf-8").startswith("<?xml")
    for name, file, problem in (
        ("explanation", "a.svg", "has no picture"),
        ("sample", "a.foo", "a plot is a"),
        ("sample", "nowhere/a.svg", "no such place"),
    ):
        with pytest.raises(UsageError, match=problem):
            result(name).plot(tmp_path / file)

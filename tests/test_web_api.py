"""Pages and answers of a running server, as a browser gets them."""

import json
import re
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

import faceup
from faceup.library.finding import library_names
from faceup.rules.facts import facts_of
from faceup.web.answers.replies import REPLIES, Library
from faceup.web.answers.requests import ABOUT_NO_GAME, LINE_BY_LINE, REQUESTS
from faceup.web.games import describe, serve_games
from faceup.web.server.static_files import read_files, read_pages, static_folder

from .library import SIX, six_first
from .visiting import (
    DEAF,
    ENDS,
    PATIENCE,
    SLEEPS,
    STUMBLES,
    Served,
    Trouble,
    Visitor,
    serving,
    wait_until,
    write_dawdler,
)

LARGE = ("beggar-my-neighbour", "hide-or-run", "high-low", "hog", "othello", "war")
GAMES = [name for name in library_names() if name not in LARGE]
HIDDEN = {name for name in GAMES if facts_of(faceup.game(name)).hidden}
OTHER = "127.0.0.2"  # where another visitor comes from
SMALL = {
    "best-card": {"deck": 20, "hand": 4},
    "clock": {"ranks": 3, "suits": 2},
    "connect-four": {"columns": 3, "in_a_row": 3},
    "hex": {"rows": 3},
    "dots-and-boxes": {"rows": 1},
    "fifteen": {"high": 5, "target": 8},
    "first-orchard": {"fruit": 2},
    "kalah": {"pits": 2},
    "left-center-right": {"chips": 2},
    "liars-dice": {"sides": 3},
    "one-handed": {"ranks": 2, "suits": 3},
    "perpetual-motion": {"ranks": 2, "suits": 2},
    "pig": {"goal": 8},
    "quarto": {"size": 2, "properties": 2},
    "secret-heir": {"players": 2, "watchmen": 2, "copies": 1, "highest": 4},
    "shut-the-box": {"tiles": 4},
    "wheel": {"sections": 5},
    "yahtzee-turn": {"throws": 2},
}


@pytest.fixture(scope="module")
def trouble(tmp_path_factory: pytest.TempPathFactory) -> Trouble:
    return Trouble(tmp_path_factory.mktemp("rules"))


@pytest.fixture(scope="module")
def server(trouble: Trouble) -> Iterator[Served]:
    words = (trouble.word, "fifteen", "target=14", "--workers", "2", "--jobs", "3", "--seconds", f"{PATIENCE:g}")
    with serving(*words) as served:
        yield served


@pytest.fixture
def visitor(server: Served) -> Visitor:
    return server.visitor


# --- pages ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/play/nim",
        "/simulate/nim",
        "/replay/clock?seed=1",
        "/strategy/nim?a=1",
        "/same?first=x",
        "/puzzle?day=2026-11-20",
        "/play/trouble",
        "/ends/pig",
        "/setup/nim",
    ],
)
def test_every_page_is_there(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert answer.body.startswith(b"<!doctype html>")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert visitor.send("HEAD", path).body == b""


def test_static_files_are_those_that_are_shipped(visitor: Visitor) -> None:
    for name, file in read_files().items():
        answer = visitor.get(f"{static_folder()}/{name}")
        assert (answer.status, answer.headers["content-type"], answer.body) == (200, file.kind, file.body)
        assert answer.headers["cache-control"] == "max-age=31536000, immutable"
    for name in ("shell", "notfound.content", "play.content", *read_pages()):
        assert visitor.get(f"{static_folder()}/{name}.html").status == 404
    assert visitor.get("/favicon.ico").headers["content-type"] == "image/svg+xml"


def test_a_page_is_sent_again_only_when_it_changed(visitor: Visitor) -> None:
    first = visitor.get("/play/nim")
    again = visitor.get("/play/nim", If_None_Match=first.headers["etag"])
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert visitor.get("/play/nim", If_None_Match='"other"').status == 200


@pytest.mark.parametrize(
    "path",
    [
        f"{static_folder()}/../app.py",
        f"{static_folder()}/..%2fapp.py",
        f"{static_folder()}/%2e%2e/app.py",
        f"{static_folder()}/%2fetc%2fpasswd",
        "//etc/passwd",
        "/static/",
        "/static",
        "/static/faceup.css",
        f"{static_folder()}/faceup.css/",
        f"{static_folder()}/faceup.css%00",
        "/play/",
        "/play/nim/",
        "/api",
        "/nothing",
    ],
)
def test_no_address_reaches_anything_else(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status == 404
    assert b"import" not in answer.body
    assert b"root" not in answer.body


def test_an_unknown_game_is_told_with_what_is_possible(visitor: Visitor) -> None:
    for path in ("/play/chess", "/api/games/chess/play"):
        answer = visitor.post(path, {}) if path.startswith("/api") else visitor.get(path)
        assert answer.status == 404
        assert b"'chess'" in answer.body
        assert b"three-fourteen, tic-tac-toe" in answer.body
    page = visitor.get("/play/%3Cscript%3E", Accept="text/html,*/*")
    assert (page.status, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert b"&lt;script&gt;" in page.body
    assert re.findall(rb"<script[^>]*>", page.body) == [
        f'<script type="module" src="{static_folder()}/notfound.js" blocking="render">'.encode()
    ]


def test_wrong_methods_are_told(visitor: Visitor) -> None:
    answer = visitor.get("/api/games/nim/play")
    assert (answer.status, answer.headers["allow"]) == (405, "POST")
    assert answer.error == "GET is not possible here; possible: POST"
    assert visitor.send("DELETE", "/").status == 405
    assert visitor.send("OPTIONS", "/api/games/nim/play").status == 405


def test_pages_need_no_script_in_them_and_nothing_from_elsewhere() -> None:
    files, pages = read_files(), read_pages()
    for file in (*files.values(), *pages.values()):
        assert "//cdn" not in file.body.decode()
    for name, file in pages.items():
        text = file.body.decode()
        assert "<style" not in text
        assert " style=" not in text
        assert not re.search(r"\son[a-z]+=", text)
        assert text.count("<script") == text.count(f'<script type="module" src="{static_folder()}/') == 1
        linked = re.findall(f'="{static_folder()}/([^"]*)"', text)
        assert {"faceup.css", f"{name}.js"} <= set(linked) <= set(files)


# --- the API ----------------------------------------------------------------------------------------------------


def test_the_games_are_the_library_and_first_those_of_the_command_line(visitor: Visitor) -> None:
    found = Library.model_validate(visitor.get("/api/games").document)
    names = [game.name for game in found.games]
    assert names[:2] == ["trouble", "fifteen"]
    assert names[2:] == [name for name in library_names() if name != "fifteen"]
    target = found.games[1].parameters[2]
    assert (target.name, target.kind, target.value) == ("target", "number", 14)
    assert found.limits["seconds"] == PATIENCE


def test_parameters_are_described(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faceup.web.games.RANGE_SECONDS", 600.0)  # where the machine is busy too
    known = {name: describe(served) for name, served in serve_games([]).items()}
    fifteen = {p["name"]: (p["least"], p["most"]) for p in known["fifteen"]["parameters"]}
    assert fifteen == {"low": (0, 7), "high": (3, 19), "target": (0, 30), "count": (1, 9)}
    hand = known["high-low"]["parameters"][0]
    assert hand == {"name": "matthew", "kind": "cards", "value": "1-16,36-44", "words": [], "least": None, "most": None}
    assert known["war"]["parameters"][-1]["kind"] == "yes-no"
    assert known["clock"]["kind"] == "patience"
    assert known["hog"]["rules"].count("\n\n") == 1
    assert known["three-fourteen"]["title"] == "3-14"
    assert known["fifteen"]["published"][0]["text"] == "value 0  (a draw)"


def test_defaults_of_the_command_line_hold_unless_others_are_sent(visitor: Visitor) -> None:
    assert visitor.ask("fifteen", "solve")["says"] == "The first player wins within 7 moves with best play (exact)."
    assert visitor.ask("fifteen", "solve", parameters={"target": "15"})["says"] == "A draw with best play (exact)."


def fits(do: str, document: Any) -> None:
    REPLIES[do].model_validate(document, strict=False)


@pytest.mark.parametrize("game", six_first(GAMES, (*SIX, "clock", "left-center-right")))
@pytest.mark.parametrize("do", [do for do in REQUESTS if do not in (*ABOUT_NO_GAME, *LINE_BY_LINE, "load")])
def test_every_answer_has_the_form_that_is_described(visitor: Visitor, game: str, do: str) -> None:
    seats = {"seats": ["person", "best"]} if game in HIDDEN and do in ("play", "review") else {}
    answer = visitor.post(f"/api/games/{game}/{do}", {"parameters": SMALL.get(game, {}), **seats})
    if answer.status == 422:
        reasons = (
            "solitaire game that plays itself",
            "each with a payoff of its own",
            "so every game starts at its beginning",
        )
        assert sum(reason in answer.error for reason in reasons) == 1
        assert (reasons[2] in answer.error) == (do == "setup" and game in HIDDEN)
    else:
        assert answer.status == 200, answer.body
        fits(do, answer.document)
        assert (answer.document.get("record") is None) == (do != "play" or game in HIDDEN)
        if do == "play" and game not in HIDDEN:
            loaded = visitor.ask(game, "load", record=answer.document["record"])
            fits("load", loaded)
            assert loaded["moves"] == answer.document["moves"]


@pytest.mark.parametrize("game", ["clock", "fifteen", "red-black"])
def test_a_simulation_is_told_line_by_line(visitor: Visitor, game: str) -> None:
    answer = visitor.post(f"/api/games/{game}/simulate", {"games": 1900, "seed": 5})
    assert answer.headers["content-type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.body.splitlines()]
    for line in lines:
        fits("simulate", line)
    assert [line["done"] for line in lines] == [False] * (len(lines) - 1) + [True]
    assert lines[-1]["games"] == 1900


def test_the_puzzle_of_a_day(visitor: Visitor) -> None:
    asked = visitor.post("/api/puzzle", {"day": "2026-11-20"}).document
    fits("puzzle", asked)
    for more in (*({"move": entry["move"]} for entry in asked["position"]["legal"]), {"answer": True}):
        fits("puzzle", visitor.post("/api/puzzle", {"day": "2026-11-20", **more}).document)
    assert visitor.post("/api/puzzle", {}).document["today"] is True
    wrong = visitor.post("/api/puzzle", {"day": "2999-01-01"})
    assert (wrong.status, "is still to come" in wrong.error) == (422, True)


def test_sameness(visitor: Visitor) -> None:
    sides = {"first": {"game": "fifteen", "parameters": {"target": 15}}, "second": {"game": "tic-tac-toe"}}
    answer = visitor.post("/api/same", sides)
    fits("same", answer.document)
    assert answer.document["same"] is True
    wrong = visitor.post("/api/same", sides | {"second": {"game": "/etc/passwd"}})
    assert (wrong.status, "'/etc/passwd'" in wrong.error) == (422, True)


@pytest.mark.parametrize(
    ("do", "sent", "status", "quoted"),
    [
        ("play", b"{", 400, "not JSON"),
        ("play", b" " * 300_000, 413, "262,144"),
        ("play", {"moves": [1, 1]}, 422, "move 2 (1) is not legal"),
        ("play", {"parameters": {"size": 1}}, 422, "'size=1'"),
        ("play", {"parameters": {"target": "x"}}, 422, "target=x"),
        ("play", {"parameters": {"target": 1.5}}, 422, "target=1.5"),
        ("play", {"parameters": {"low": 5, "high": 2}}, 422, "low=5"),
        ("play", {"parameters": {"target=1": 5}}, 422, "'target=1' is not a name of a parameter; possible: low, high"),
        ("play", {"parameters": {"=": 5}}, 422, "'=' is not a name"),
        ("play", {"parameters": {"": 5}}, 422, "has no parameter '=5'"),
        ("play", {"seats": ["person", "wizard"]}, 422, "'wizard'"),
        ("play", {"seats": ["person", "own.py:f"]}, 422, "'own.py:f'"),
        ("simulate", {"games": 10_000_001}, 422, "10,000,000"),
        ("load", {"record": {}}, 422, "not a saved game"),
        ("replay", {"number": 2**62}, 422, "2**62"),
    ],
    ids=lambda thing: str(thing)[:30],
)
def test_what_cannot_be_is_quoted_in_one_line(visitor: Visitor, do: str, sent: Any, status: int, quoted: str) -> None:
    answer = visitor.post(f"/api/games/fifteen/{do}", sent)
    assert answer.status == status
    assert quoted in answer.error
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_pages_of_other_sites_are_refused(visitor: Visitor) -> None:
    path = "/api/games/nim/play"
    assert visitor.post(path, {}, Origin="http://evil.example").status == 403
    assert visitor.post(path, {}, Host="evil.example").status == 403
    assert visitor.get("/", Host=f"evil.example:{visitor.port}").status == 403
    assert visitor.post(path, {}, Content_Type="text/plain").status == 415
    assert visitor.post(path, {}, Origin=f"http://127.0.0.1:{visitor.port}").status == 200


# --- trouble ----------------------------------------------------------------------------------------------------


def test_trouble_is_the_trouble_of_one_request(visitor: Visitor) -> None:
    for what, status, text in ((ENDS, 500, "code 3"), (STUMBLES, 422, "division by zero")):
        answer = visitor.post("/api/games/trouble/play", {"parameters": {"what": what}})
        assert answer.status == status
        assert text in answer.error
    assert visitor.ask("trouble", "play")["turn"] == 0


def test_an_answer_has_its_time(tmp_path: Path) -> None:
    with serving(Trouble(tmp_path).word, "--workers", "1", "--seconds", "0.5") as served:
        answer = served.visitor.post("/api/games/trouble/play", {"parameters": {"what": SLEEPS}})
        assert (answer.status, answer.document["unfinished"]) == (504, True)
        assert "0.5 seconds" in answer.error


def begin(visitor: Visitor, path: str, document: Any) -> socket.socket:
    """A request whose answer is not waited for."""
    body = json.dumps(document).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{visitor.port}\r\ncontent-type: application/json\r\n"
    connection = socket.create_connection(("127.0.0.1", visitor.port), timeout=2 * PATIENCE)
    connection.sendall(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
    return connection


def begin_trouble(visitor: Visitor, trouble: Trouble, do: str, what: int) -> socket.socket:
    """A request that a worker is at, and whose answer is not waited for."""
    before = len(trouble.begun)
    connection = begin(visitor, f"/api/games/trouble/{do}", {"parameters": {"what": what}})
    wait_until(lambda: len(trouble.begun) > before)
    return connection


def test_who_goes_away_leaves_room_for_others(visitor: Visitor, trouble: Trouble) -> None:
    for _ in range(2):  # together more than there are workers
        for what in (SLEEPS, DEAF):
            begin_trouble(visitor, trouble, "play", what).close()
    assert visitor.ask("nim", "play")["turn"] == 0  # a slow request would take longer than may be waited for it


def test_many_visitors_at_once_get_their_own_answers(visitor: Visitor) -> None:
    def play(number: int) -> None:
        a, b = number % 7 + 1, number % 5 + 1
        found = visitor.ask("nim", "play", parameters={"a": a, "b": b, "c": 0}, seats=["person", "person"])
        assert (found["parameters"]["a"], found["parameters"]["b"]) == (a, b)
        assert found["value"]["value"] == (1 if a != b else -1)

    with ThreadPoolExecutor(20) as crowd:
        list(crowd.map(play, range(200)))


def simulated(visitor: Visitor, game: str, games: int) -> list[Any]:
    """The lines of a simulation."""
    answer = visitor.post(f"/api/games/{game}/simulate", {"games": games})
    return [json.loads(line) for line in answer.body.splitlines()]


def test_a_simulation_that_is_not_wanted_any_more_ends(visitor: Visitor, trouble: Trouble) -> None:
    for _ in range(4):  # more than there are processes for simulations
        begin_trouble(visitor, trouble, "simulate", SLEEPS).close()
    assert simulated(visitor, "trouble", 100)[-1]["games"] == 100


def test_a_simulation_waits_until_another_of_its_address_ends(tmp_path: Path) -> None:
    trouble = Trouble(tmp_path)
    with serving(trouble.word, "--workers", "1") as served, ThreadPoolExecutor(1) as waiting:
        running = begin_trouble(served.visitor, trouble, "simulate", SLEEPS)
        second = begin(served.visitor, "/api/games/nim/simulate", {"games": 1000})
        told = b""
        while b"}" not in told.partition(b"\r\n\r\n")[2]:
            told += second.recv(1 << 16)
        assert b'{"waiting": 600.0}' in told
        assert served.visitor.ask("nim", "play")["turn"] == 0  # who plays is not kept waiting
        other = Visitor(served.visitor.port, OTHER)
        assert "waiting" not in simulated(other, "nim", 1000)[0]  # one place is left to others
        third = waiting.submit(simulated, served.visitor, "nim", 1000)
        second.close()
        running.close()
        assert third.result()[-1]["games"] == 1000


def test_a_visitor_with_slow_requests_keeps_no_other_waiting(tmp_path: Path) -> None:
    trouble = Trouble(tmp_path)
    with serving(trouble.word, "--workers", "1", "--seconds", "600") as served:
        sent = {"parameters": {"what": SLEEPS}}
        begun = [begin(served.visitor, "/api/games/trouble/play", sent) for _ in range(6)]
        wait_until(lambda: len(trouble.begun) == 1)
        another = Visitor(served.visitor.port, OTHER)
        for _ in range(5):
            assert another.ask("nim", "play")["turn"] == 0
        for one in begun:
            one.close()


@pytest.mark.parametrize("seconds", [0.2, 600])
def test_rules_that_dawdle_are_described_by_a_worker_and_keep_nobody_waiting(tmp_path: Path, seconds: float) -> None:
    with serving(write_dawdler(tmp_path, seconds), "--workers", "1", "--seconds", "2") as served:
        visitor, looked = served.visitor, tmp_path / "looked"
        listed: dict[str, Any] = {}

        def described() -> bool:
            listed.update(
                (game.name, game) for game in Library.model_validate(visitor.get("/api/games").document).games
            )
            return listed["fifteen"].parameters[0].most == 7

        wait_until(described)
        assert next(iter(listed)) == "dawdler"
        assert (listed["dawdler"].parameters[0].least, listed["dawdler"].parameters[0].value) == (None, 5)
        wait_until(looked.exists)
        assert visitor.get("/").status == 200
        assert str(served.process.pid) not in looked.read_text().split()  # the front itself waits for nothing


def test_nothing_heavy_is_imported_by_the_front_nor_before_a_worker_is_ready() -> None:
    code = """
import asyncio, sys
import faceup.web.server.prepared_answers
faceup.web.server.prepared_answers.LONGEST_WAIT = 0
from faceup.cli.serving import serve
from faceup.web.server.app import Site
from faceup.web.games import serve_games
from faceup.web.server.guard import Hosts
from faceup.web.limits import VisitorLimits
from faceup.web.server.listening import listen
site = Site(serve_games(["fifteen"]), VisitorLimits(), 1)
site.app(Hosts("127.0.0.1", 1))
assert b"fifteen" in asyncio.run(site.descriptions.document()) and b"openapi" in site.openapi_document
heavy = ("numba", "llvmlite", "numpy", "rich", "scipy", "matplotlib", "dask", "pandas")
print([name for name in heavy if name in sys.modules])
import faceup.web.answers.answering
print([name for name in heavy if name in sys.modules])
"""
    assert run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"[]\n" * 2

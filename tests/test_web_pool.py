"""Workers: each answers one request at a time; those that take too long, die or are not wanted are replaced."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from faceup.web.answers.requests import REQUESTS
from faceup.web.games import ServedGame, serve_games
from faceup.web.limits import VisitorLimits
from faceup.web.server import worker_process
from faceup.web.server.pool import Pool, WaitingLine, setup_line
from faceup.web.server.prepared_answers import AnswersAhead
from faceup.web.server.worker_process import WorkerFailure

from .library import deep
from .visiting import (
    DEAF,
    ENDS,
    HELD,
    HUNGRY,
    LEAVES,
    PATIENCE,
    PRINTS,
    READS,
    SLEEPS,
    SLOW,
    STUMBLES,
    Trouble,
    alive,
    wait_until,
)

Test = Callable[[Pool], Awaitable[None]]


@pytest.fixture(scope="module")
def trouble(tmp_path_factory: pytest.TempPathFactory) -> Trouble:
    return Trouble(tmp_path_factory.mktemp("rules"))


@pytest.fixture(scope="module")
def setup(trouble: Trouble) -> bytes:
    return setup_line(serve_games([trouble.word]).values(), VisitorLimits(memory=1 << 28), b"")


def with_pool(
    setup: bytes,
    test: Test,
    count: int = 1,
    of_one: int | None = None,
    seconds: float = PATIENCE,
    waiting: int = 8,
    waiting_of_one: int = 4,
    patience: float = PATIENCE,
    express: bool = False,
) -> None:
    async def run() -> None:
        one = Pool(setup, 1, of_one=1, seconds=PATIENCE, patience=PATIENCE, waiting=waiting, waiting_of_one=waiting)
        pool = Pool(
            setup,
            count,
            of_one=of_one or count,
            seconds=seconds,
            patience=patience,
            waiting=waiting,
            waiting_of_one=waiting_of_one,
            express=one if express else None,
        )
        await pool.start()
        workers = [*pool.workers, *one.workers]
        try:
            await test(pool)
        finally:
            workers += pool.workers
            await pool.close()
        assert not any(alive(worker.process.pid) for worker in workers)

    asyncio.run(run())


def question(what: int = 0, size: int = 0) -> tuple[dict[str, Any], str]:
    parameters = {"what": what, "size": size}
    request = {"parameters": parameters, "moves": [], "seats": ["person", "best"], "seed": 0, "values": True}
    return {"do": "play", "game": "trouble", "request": request | {"go_on": True}}, f"trouble {what} {size}"


async def pid(pool: Pool, what: int = 0, size: int = 0, visitor: str = "") -> int:
    """The process that answers."""
    return int(json.loads(await pool.ask(*question(what, size), visitor=visitor))["scene"]["text"])


async def failure(pool: Pool, what: int, size: int = 0, visitor: str = "") -> WorkerFailure:
    with pytest.raises(WorkerFailure) as caught:
        await pool.ask(*question(what, size), visitor=visitor)
    assert caught.value.text.splitlines() == [caught.value.text]
    return caught.value


async def begun(pool: Pool, trouble: Trouble, what: int) -> "asyncio.Task[bytes]":
    """A request that a worker is at."""
    before = len(trouble.begun)
    task = asyncio.create_task(pool.ask(*question(what)))
    await asyncio.to_thread(wait_until, lambda: len(trouble.begun) > before)
    return task


def test_one_process_answers_again_and_again(setup: bytes) -> None:
    async def test(pool: Pool) -> None:
        first = await pid(pool)
        assert [await pid(pool, size=size) for size in range(3)] == [first] * 3
        assert first == next(iter(pool.workers)).process.pid

    with_pool(setup, test)


def test_a_question_goes_to_the_worker_that_answered_it_before(setup: bytes) -> None:
    async def test(pool: Pool) -> None:
        for worker in pool.workers:
            await worker.become_ready()
        homes = {size: await pid(pool, size=size) for size in range(6)}
        assert sorted(list(homes.values()).count(home) for home in set(homes.values())) == [3, 3]
        for size in [3, 1, 5, 0, 2, 4, 4, 0]:
            assert await pid(pool, size=size) == homes[size]

    with_pool(setup, test, count=2)


def test_what_takes_too_long_is_ended_and_replaced(setup: bytes) -> None:
    async def test(pool: Pool) -> None:
        first = await pid(pool)
        pool.seconds = 0.5
        for what in (SLEEPS, DEAF):
            failed = await failure(pool, what)
            assert failed.status == 504
            assert ("0.5 seconds" in failed.text, failed.unfinished) == (True, True)
        pool.seconds = PATIENCE
        second = await pid(pool)
        assert second != first
        assert not alive(first)

    with_pool(setup, test)


def test_a_visitor_who_goes_away_frees_the_worker(
    setup: bytes, trouble: Trouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(pool: Pool) -> None:
        first = await pid(pool)
        for what, same in ((SLOW, True), (SLEEPS, False), (DEAF, False)):
            monkeypatch.setattr(worker_process, "FINISHING_SECONDS", PATIENCE if same else 0.1)
            task = await begun(pool, trouble, what)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            # What is done soon is done, by a process that goes on; any other is replaced.
            second = await pid(pool)
            assert (second == first) == same
            assert alive(first) == same
            first = second

    with_pool(setup, test)


def strategy(goal: int) -> tuple[dict[str, Any], str]:
    return {"do": "strategy", "game": "hog", "request": {"parameters": {"goal": goal}}}, f"hog {goal}"


@pytest.mark.parametrize("wait", [deep(0.03), deep(0.18), deep(0.3), 0.6])
def test_what_is_broken_off_leaves_no_halves_behind(setup: bytes, wait: float) -> None:
    """Imports and compilation take the first second of this answer; halves of them once made all later ones others."""

    async def test(pool: Pool) -> None:
        await next(iter(pool.workers)).become_ready()
        task = asyncio.create_task(pool.ask(*strategy(20)))
        await asyncio.sleep(wait)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        found = json.loads(await pool.ask(*strategy(20)))
        assert found["value"]["how"] == "bounded"
        assert len(found["rows"]) > 10

    with_pool(setup, test)


def test_a_worker_that_nobody_wants_answers_the_next_request_and_no_other(setup: bytes) -> None:
    async def test(pool: Pool) -> None:
        for wait in (0, 0.1, 0.25, 0.29, 0.3, 0.31, 0.35):
            task = asyncio.create_task(pool.ask(*question(SLOW)))
            await asyncio.sleep(wait)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            found = json.loads(await pool.ask(*question(0, size=int(1000 * wait))))
            assert found["parameters"] == {"what": 0, "size": int(1000 * wait)}

    with_pool(setup, test)


@pytest.mark.parametrize("what", [ENDS, HUNGRY])
def test_a_worker_that_dies_fails_its_request_alone(setup: bytes, what: int) -> None:
    async def test(pool: Pool) -> None:
        first = await pid(pool)
        failed = await failure(pool, what)
        assert failed.status == (500 if what == ENDS else 504)
        assert ("code 3" if what == ENDS else "memory") in failed.text
        assert await pid(pool) != first

    with_pool(setup, test)


def test_a_worker_that_dies_while_it_is_idle_is_replaced(setup: bytes) -> None:
    async def test(pool: Pool) -> None:
        first = await pid(pool)
        (worker,) = pool.workers
        worker.process.kill()
        await worker.process.wait()
        assert await pid(pool) != first

    with_pool(setup, test)


@pytest.mark.skipif(sys.platform != "linux", reason="the system may have no such bound")
def test_memory_is_bounded_by_the_system(setup: bytes) -> None:
    async def test(pool: Pool) -> None:
        await pid(pool)
        (worker,) = pool.workers
        limits = Path(f"/proc/{worker.process.pid}/limits").read_text()
        (line,) = (line for line in limits.splitlines() if line.startswith("Max data size"))
        assert line.split()[3] == str((1 << 30) + 2 * (1 << 28))

    with_pool(setup, test)


def test_what_rules_print_or_read_does_not_reach_the_answers(setup: bytes) -> None:
    async def test(pool: Pool) -> None:
        first = await pid(pool)
        assert await pid(pool, PRINTS) == first
        assert "EOF when reading a line" in (await failure(pool, READS)).text
        assert await pid(pool) == first

    with_pool(setup, test)


def test_rules_that_stumble_are_told_as_the_fault_of_the_rules(setup: bytes) -> None:
    async def test(pool: Pool) -> None:
        first = await pid(pool)
        for what, word in ((STUMBLES, "division by zero"), (LEAVES, "the program is ended")):
            failed = await failure(pool, what)
            assert failed.status == 422
            assert word in failed.text
            assert "trouble.py, line" in failed.text
        assert await pid(pool) == first

    with_pool(setup, test)


def test_the_newest_request_comes_first_and_not_too_many_of_them(setup: bytes, trouble: Trouble) -> None:
    async def test(pool: Pool) -> None:
        ends: list[int] = []

        async def ask(number: int) -> None:
            await pool.ask(*question(0, number))
            ends.append(number)

        first = await begun(pool, trouble, HELD)
        tasks = [asyncio.create_task(ask(number)) for number in range(4)]
        await asyncio.sleep(0)
        failed = await failure(pool, 0, 9)
        assert (failed.status, failed.retry_after) == (429, 5)
        assert failed.text == "4 requests from your address are waiting; possible: end one, or wait"
        other = asyncio.create_task(pool.ask(*question(0), visitor="another"))
        tasks[2].cancel()  # makes room
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(ask(4)))
        go()
        await asyncio.gather(first, other, *tasks, return_exceptions=True)
        assert ends == [4, 3, 1, 0]
        assert other.exception() is None

    with trouble.holding() as go:
        with_pool(setup, test)


def test_the_queue_has_an_end_for_all_together(setup: bytes, trouble: Trouble) -> None:
    async def test(pool: Pool) -> None:
        tasks = [await begun(pool, trouble, HELD)]
        tasks += [asyncio.create_task(pool.ask(*question(0), visitor=f"visitor {n}")) for n in range(8)]
        await asyncio.sleep(0)
        failed = await failure(pool, 0, visitor="another")
        assert (failed.status, failed.retry_after) == (503, 5)
        assert "8 requests are waiting already" in failed.text
        go()
        await asyncio.gather(*tasks)

    with trouble.holding() as go:
        with_pool(setup, test)


def test_visitors_have_their_turns(setup: bytes, trouble: Trouble) -> None:
    async def test(pool: Pool) -> None:
        ends: list[str] = []

        async def ask(visitor: str, number: int) -> None:
            await pool.ask(*question(0, number), visitor=visitor)
            ends.append(f"{visitor}{number}")

        first = await begun(pool, trouble, HELD)
        tasks = [
            asyncio.create_task(ask(*turn)) for turn in [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("b", 2), ("c", 1)]
        ]
        await asyncio.sleep(0)
        go()
        await asyncio.gather(first, *tasks)
        assert ends == ["a3", "b2", "c1", "a2", "b1", "a1"]

    with trouble.holding() as go:
        with_pool(setup, test)


def test_a_turn_that_is_given_up_or_not_allowed_is_passed_over() -> None:
    async def run() -> None:
        line: WaitingLine[int] = WaitingLine()
        one, two, three = line.join("a", ""), line.join("a", ""), line.join("b", "")
        assert (len(line), line.of("a"), line.of("c")) == (3, 2, 0)
        assert line.next(lambda visitor: visitor == "b") == three
        line.leave(one)
        line.leave(one)
        assert line.next(lambda _: False) is None
        assert line.next(lambda _: True) == two
        assert (len(line), line.next(lambda _: True)) == (0, None)

    asyncio.run(run())


def test_one_visitor_does_not_keep_all_workers_busy(setup: bytes, trouble: Trouble) -> None:
    async def test(pool: Pool) -> None:
        before = len(trouble.begun)
        assert len(pool.workers) == 2  # the third comes when it is needed
        slow = [asyncio.create_task(pool.ask(*question(SLEEPS, number))) for number in range(4)]
        await asyncio.to_thread(wait_until, lambda: len(trouble.begun) == before + 2)
        assert [worker.visitor for worker in pool.workers] == ["", ""]
        for number in range(3):
            assert await pid(pool, size=number, visitor="another")
        assert sorted(str(worker.visitor) for worker in pool.workers) == ["", "", "None"]
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        assert await pid(pool)

    with_pool(setup, test, count=3, of_one=2)


def test_a_quick_request_does_not_wait_for_long_ones(
    setup: bytes, trouble: Trouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is answered elsewhere while the visitor's own workers are still at what was asked before."""
    monkeypatch.setattr("faceup.web.server.pool.LONG", 0.0)

    async def test(pool: Pool) -> None:
        held = await begun(pool, trouble, HELD)
        assert pool.express is not None
        answered = await pid(pool)
        assert answered in {worker.process.pid for worker in pool.express.workers}
        assert not held.done()
        go()
        await held
        assert await pid(pool) in {worker.process.pid for worker in pool.workers}

    with trouble.holding() as go:
        with_pool(setup, test, express=True)


def test_work_that_is_broken_off_again_and_again_keeps_nobody_waiting(setup: bytes) -> None:
    async def test(pool: Pool) -> None:
        over = asyncio.Event()

        async def drag() -> None:
            while not over.is_set():
                task = asyncio.create_task(pool.ask(*question(SLEEPS)))
                await asyncio.sleep(0.05)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

        dragging = asyncio.create_task(drag())
        for number in range(5):
            assert await pid(pool, size=number, visitor="another")
            await asyncio.sleep(0.1)
        over.set()
        await dragging
        assert len(pool.workers) <= 2

    with_pool(setup, test, count=2, of_one=1)


def test_a_process_that_does_not_get_ready_is_told_as_that(setup: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: Pool) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(worker_process, "STARTING_SECONDS", 0)
            failed = await failure(pool, 0)
        assert (failed.status, failed.retry_after) == (503, 5)
        assert "ready within 0 seconds" in failed.text
        assert await pid(pool)

    with_pool(setup, test)


def test_nobody_waits_for_ever(setup: bytes, trouble: Trouble) -> None:
    async def test(pool: Pool) -> None:
        task = await begun(pool, trouble, SLEEPS)
        pool.patience = 0.2
        failed = await failure(pool, 0, visitor="another")
        assert (failed.status, failed.retry_after) == (503, 5)
        own = await failure(pool, 0)
        assert (own.status, own.retry_after) == (429, 5)
        assert own.text == "1 request from your address is at work; possible: end it, or wait"
        pool.patience = PATIENCE
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await pid(pool)

    with_pool(setup, test)


def test_a_pool_that_ends_fails_what_is_under_way(setup: bytes, trouble: Trouble) -> None:
    async def test(pool: Pool) -> None:
        busy = await begun(pool, trouble, SLEEPS)
        waiting = asyncio.create_task(pool.ask(*question(0)))
        await asyncio.sleep(0)  # it waits
        await pool.close()
        for found in await asyncio.gather(busy, waiting, return_exceptions=True):
            assert isinstance(found, WorkerFailure)
            assert (found.status, found.text) == (503, "the server is ending")
        with pytest.raises(WorkerFailure, match="ending"):
            await pool.ask(*question(0))

    with_pool(setup, test)


def test_a_stream_hands_over_every_part_and_ends_with_its_cancellation(
    setup: bytes, trouble: Trouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_process, "FINISHING_SECONDS", PATIENCE)

    def simulation(games: int) -> dict[str, Any]:
        request = {"parameters": {"what": SLOW if games > 1 else 0}, "games": games, "seed": 0, "confidence": 0.95}
        return {"do": "simulate", "game": "trouble", "request": request | {"policies": ["random"]}}

    async def test(pool: Pool) -> None:
        parts: list[Any] = []

        async def each(part: bytes) -> None:
            parts.append(json.loads(part))

        assert await pool.ask(simulation(1), "one", each) == b"null"
        assert [part["done"] for part in parts] == [False] * (len(parts) - 1) + [True]
        assert parts[-1]["games"] == 1
        first, before = await pid(pool), len(trouble.begun)
        task = asyncio.create_task(pool.ask(simulation(10**9), "many", each))
        await asyncio.to_thread(wait_until, lambda: len(trouble.begun) > before)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await pid(pool) == first  # a process that stops when it is told to goes on

    with_pool(setup, test)


def test_where_no_process_can_be_started_visitors_are_put_off(setup: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: Pool) -> None:
        async def none(*_: object, **__: object) -> None:
            raise OSError(11, "Resource temporarily unavailable")

        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "create_subprocess_exec", none)
            assert (await failure(pool, ENDS)).status == 500
            while pool.workers:
                await asyncio.sleep(0.01)
            failed = await failure(pool, 0)
            assert (failed.status, failed.retry_after) == (503, 5)
            assert "Resource temporarily unavailable" in failed.text
        assert await pid(pool)

    with_pool(setup, test)


def test_answers_ahead_are_those_that_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {name: ServedGame(name, name) for name in ("nim", "hog", "clock")} | {
        "small": ServedGame("small", "pig", ("goal=9",))
    }

    async def run() -> None:
        pool = Pool(
            setup_line(games.values(), VisitorLimits(memory=1 << 28), b""),
            1,
            of_one=1,
            seconds=PATIENCE,
            patience=PATIENCE,
            waiting=1,
            waiting_of_one=1,
        )
        asked = []
        ask = pool.ask

        async def counted(question: dict[str, Any], key: str) -> bytes:
            asked.append((question["do"], question["game"]))
            if question["game"] == "hog":
                raise WorkerFailure(504, "it takes too long")
            return await ask(question, key)

        monkeypatch.setattr(pool, "ask", counted)
        ahead = AnswersAhead(games, pool)
        plain = {"do": "outcomes", "game": "nim", "request": REQUESTS["outcomes"]().model_dump()}
        assert ahead.answer(plain) is None
        await ahead.find()
        assert asked == [*((do, "nim") for do in ("describe", "strategy", "outcomes")), ("describe", "hog")]
        first = {"do": "strategy", "game": "nim", "request": REQUESTS["strategy"](player=0).model_dump()}
        assert ahead.answer(first) is not None
        found = ahead.answer(plain)
        assert found is not None
        assert json.loads(found)["outcomes"]["policies"] == ["best"]
        assert ahead.answer(plain | {"game": "hog"}) is None
        assert ahead.answer(plain | {"do": "solve"}) is None
        assert ahead.answer(plain | {"request": plain["request"] | {"parameters": {"a": 1}}}) is None
        assert not any(map(alive, (worker.process.pid for worker in pool.workers)))

    asyncio.run(run())

"""Ends a command whose time is over, or that a signal ends: with what is known by then, however busy it is."""

import _thread
import faulthandler
import os
import select
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from math import inf
from types import FrameType
from typing import Any

from faceup.cli.waiting import clock
from faceup.engines.model.limits import bound_memory, default_memory, memory_taken, stop
from faceup.library.errors_in_rules import PlaceInRules, asked_rule, place_in_rules
from faceup.rules.errors import LimitReached

LOOK = 0.5  # seconds between two looks at what is being done
STUCK = 5.0  # seconds for which a rule, which takes microseconds, may be busy with one question
GRACE = 1.0  # seconds in which a command ends by itself when the time is over, or after a signal
LAST = 2.0  # seconds after which a command that was interrupted, and has nothing to say, is ended
AGAIN = 0.3  # seconds after which a second interrupt is one: some programs send each signal twice
TELLING = 2.0  # seconds that printing may take while the command is busy
SOON = 0.05  # seconds between two looks at what is being printed
UNTOLD = "; nothing was known by then"
SIGNALS = (signal.SIGINT, signal.SIGTERM)
HELD = 4.0  # seconds beyond its limit for which a command may be busy in one call, such as sorted()
ROOM = 2**30  # bytes for Python and the compiler, besides tables
MOST_BYTES = 2**60
SHELL = "/bin/sh"
PACKAGE = os.path.dirname(os.path.dirname(__file__))
# Reads what faulthandler writes: "Stack", where a signal found the main thread, and "Timeout", when the time was over
# and the process has ended; then the frames, the innermost first. The first place outside faceup and Python's own
# library are rules that wait for something without an end. "heard" says that somebody attends to the signal.
HELD_SAYS = f"""
of=$1 place= over= waiting= why='the time limit was reached'
call_off() {{ [ -z "$waiting" ] || kill "$waiting"; waiting=; }} 2>/dev/null
await() {{
    call_off
    ( trap 'kill $sleeping; exit' TERM
      sleep {HELD:.0f} >&- 2>&- 4>&- & sleeping=$!
      wait $sleeping && say && kill -KILL "$of" ) 2>&- &
    waiting=$!
}}
say() {{
    [ ! -t 4 ] || printf '\\r\\033[K\\033[?25h' >&4
    printf 'faceup: %s\\n' "$why in a call that does not come to an end$place" >&4
}}
while IFS= read -r line; do
    case $line in
    Stack*) place= why=interrupted; await ;;
    Timeout*) place= over=yes ;;
    heard*) call_off ;;
    *'File "{PACKAGE}'* | *'/lib/python'* | *'File "<'*) ;;
    *'File "'*)
        if [ -z "$place" ]; then
            file=${{line#*'File "'}} number=${{line##*', line '}}
            file=${{file%%'", line '*}}
            place=": ${{file##*/}}, line ${{number%% *}}, in ${{line##* in }}"
            [ -z "$waiting" ] || await
        fi ;;
    esac
done
call_off
[ -z "$over" ] || say
wait
"""


def nothing() -> None:
    """What a command tells that knows nothing until it knows all."""


class Watchdog:
    """Looks at the threads of this process, and listens to its signals, in a thread of its own.

    A command that says what it knows (``knows``) ends in two steps when its time is over or a signal comes. All
    computations are told to ``stop``, so that most come to an end by themselves, and the command prints its answer.
    After ``GRACE`` this thread prints what is known, and ends the process, whatever it is busy with: rules in Python,
    machine code, a compiler or a library.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Be as new, for the next command of this process."""
        stop.clear()
        self.began = time.monotonic()
        self.reason = ""  # why the command was interrupted
        self.since = inf  # when the first signal came
        self.tell: Callable[[], None] | None = None
        self.untold: Callable[[], str] = lambda: UNTOLD
        self.handlers: dict[int, Any] = {}  # of signals, before the command
        self.over = threading.Event()
        self.lock = threading.RLock()  # held by the thread that prints
        self.telling_until = inf
        self.answered = False
        self.teller: threading.Thread | None = None  # who printed what was known when the time was over
        self.watched = False
        self.resort = LastResort()

    def allow(self, seconds: float) -> None:
        """The command may take so long, from when it began."""
        stop.at = self.began + seconds
        if self.watched:
            self.resort.put_off(stop.at + GRACE + HELD - time.monotonic())

    def bound_memory(self, memory: float | None = None) -> None:
        """Tables may take so many bytes, or half of what is free: what takes far more ends in an error."""
        if self.watched and sys.platform == "linux":
            tables = 1.1 * memory if memory is not None else 1.8 * default_memory()
            bound_memory(memory_taken() + ROOM + int(min(tables, MOST_BYTES)), for_good=False)

    def knows(self, tell: Callable[[], None] = nothing, untold: Callable[[], str] = lambda: UNTOLD) -> None:
        """Say what prints all that is known so far, should the command be ended; ``untold`` tells why that is nothing.

        From the first time on, a signal does no more than that.
        """
        if self.watched and self.tell is None:
            for number in SIGNALS:
                if signal.getsignal(number) != signal.SIG_IGN:  # as shells begin what runs in the background
                    self.handlers[number] = self.resort.listen(number, lambda *_: None)
        self.tell, self.untold = tell, untold

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Print the answer, or write it to files: what this thread does meanwhile is not cut off.

        Where another thread has printed what is known, as the process is ending, there is no second answer.
        """
        with self.lock:
            told_before = self.teller not in (None, threading.current_thread())
        if told_before:
            threading.Event().wait()  # for the end of the process
        with self.lock:
            clock.hide()
            self.answered = True
            yield
            sys.stdout.flush()

    def print_known(self) -> None:
        """Print what is known, unless there is an answer already; one that is being printed is printed to its end."""
        with self.lock:
            self.telling_until = time.monotonic() + TELLING
            if self.tell and not self.answered:
                with suppress(Exception):  # it looks at things that another thread may be changing
                    self.tell()
                self.teller = threading.current_thread() if self.answered else None

    @property
    def code(self) -> int:
        """The exit code of a command that was ended: 130 or 143 for a signal, as shells have them."""
        return 128 + stop.signal if stop.signal else LimitReached.exit_code

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what is done meanwhile. The process may end on the way."""
        with signals() as heard:
            self.watched = True
            self.bound_memory()
            if heard and signal.getsignal(signal.SIGINT) == signal.default_int_handler:
                self.resort.listen(signal.SIGINT, signal.default_int_handler)
            threading.Thread(target=self.watch, args=(self.over, heard), daemon=True).start()
            try:
                yield
            finally:
                self.over.set()
                self.resort.give_back()
                for number, handler in self.handlers.items():
                    signal.signal(number, handler)

    def watch(self, over: threading.Event, heard: socket.socket | None) -> None:
        asked: FrameType | None = None  # the rule that is being asked,
        since = time.monotonic()  # and since when
        while not over.is_set():
            for number in receive_signals(heard, min(LOOK, max(stop.at + GRACE - time.monotonic(), 0.01))):
                self.hear(number)
            if over.is_set():
                break
            now = time.monotonic()
            self.resort.put_off(stop.at + GRACE + HELD - now)
            frame, place = busy_rule()
            if frame is None or frame is not asked:
                asked, since = frame, now
            if self.tell is None and now >= self.since + LAST and (where := in_machine_code()):
                give_up(f"interrupted{where}", self.code)
            if now >= stop.at + GRACE:
                where = f" in {place.method}: {place}" if place else in_machine_code()
                self.end(over, heard, f"{stop.reason}{where}", f"{self.untold()}{stop.way_out}", self.code)
            elif frame and place and now - since >= STUCK:
                reason = f"{place.method} has not come to an end for {STUCK:.0f} s: {place}"
                self.end(over, heard, reason, "", LimitReached.exit_code)
        if heard:
            heard.close()

    def hear(self, number: int) -> None:
        """What a signal does: the first one asks for what is known, and a second interrupt ends the process."""
        if number not in SIGNALS:
            return
        self.resort.heard()
        now = time.monotonic()
        if self.tell and number == signal.SIGINT and now >= self.since + AGAIN:
            give_up("interrupted", self.code)
        self.since = min(self.since, now)
        if self.tell and not stop.signal:
            stop.signal, stop.at = number, min(stop.at, now)

    def end(self, over: threading.Event, heard: socket.socket | None, reason: str, untold: str, code: int) -> None:
        """Print what is known, and end the process; one that has nothing to say may clean up before.

        ``untold`` is said where nothing was known.
        """
        if self.tell is None:
            self.reason = reason
            _thread.interrupt_main()
            if not over.wait(LAST):
                give_up(reason, code)
            return
        telling = threading.Thread(target=self.print_known, daemon=True)
        telling.start()
        while telling.is_alive() and time.monotonic() < self.telling_until:  # it may need what the command holds
            telling.join(SOON)
            self.resort.put_off(GRACE + HELD)
            for number in receive_signals(heard, 0):
                self.hear(number)
        if not over.is_set():
            give_up(reason if self.answered else reason + untold, code)


class LastResort:
    """Ends this process where one call in C holds the interpreter, so that no thread of Python runs any more.

    ``faulthandler``, which needs no interpreter, then writes into a pipe where the process is: when the time is over,
    in a thread of its own, which also ends the process with exit code 1; and when a signal comes, at once. A shell at
    the other end, which waits for nothing else, says so in one line, and kills a process that has not ``heard`` a
    signal after ``HELD`` seconds.
    """

    def __init__(self) -> None:
        self.pipe: int | None = None
        self.shell = 0
        self.owner = os.getpid()
        self.done = False
        self.signals: set[int] = set()  # that are written down as they come
        self.lock = threading.Lock()

    def put_off(self, seconds: float) -> None:
        """Do nothing for so many seconds from now; where there is no limit of time, do nothing at all."""
        if seconds == inf:
            return
        with self.lock:
            if self._ready():
                assert self.pipe is not None
                faulthandler.dump_traceback_later(max(seconds, SOON), exit=True, file=self.pipe)

    def listen(self, number: int, handler: Any) -> Any:
        """Handle a signal so, which is written down before, and give the handler that there was."""
        with self.lock:
            self._forget(number)
            before = signal.signal(number, handler)
            if self._ready() and hasattr(faulthandler, "register"):
                assert self.pipe is not None
                faulthandler.register(number, file=self.pipe, all_threads=False, chain=True)
                self.signals.add(number)
            return before

    def heard(self) -> None:
        """Somebody attends to a signal that came."""
        with self.lock, suppress(OSError):  # no shell reads it any more
            if self.pipe is not None:
                os.write(self.pipe, b"heard\n")

    def give_back(self) -> None:
        """Do nothing any more."""
        with self.lock:
            self.done = True
            for number in list(self.signals):
                self._forget(number)
            if self.pipe is None or os.getpid() != self.owner:
                return
            faulthandler.cancel_dump_traceback_later()
            os.close(self.pipe)
            self.pipe = None
            with suppress(OSError):
                os.waitpid(self.shell, 0)

    def leave_to_parent(self) -> None:
        """In a process that was forked off: what comes there is none of the parent's."""
        for number in list(self.signals):
            self._forget(number)
        if self.pipe is not None:
            os.close(self.pipe)
        self.pipe, self.done, self.lock = None, True, threading.Lock()

    def _forget(self, number: int) -> None:
        if number in self.signals:
            faulthandler.unregister(number)
            self.signals.remove(number)

    def _ready(self) -> bool:
        """Whether there is a pipe and a shell that reads it; makes them the first time."""
        if self.done or not os.path.exists(SHELL):
            return False
        if self.pipe is None:
            read, self.pipe = os.pipe()
            quiet = os.open(os.devnull, os.O_WRONLY)
            actions = [
                (os.POSIX_SPAWN_DUP2, read, 0),
                (os.POSIX_SPAWN_DUP2, quiet, 1),
                (os.POSIX_SPAWN_DUP2, 2, 4),
                (os.POSIX_SPAWN_DUP2, quiet, 2),
            ]
            words = [SHELL, "-c", HELD_SAYS, SHELL, str(self.owner)]
            self.shell = os.posix_spawn(SHELL, words, os.environ, file_actions=actions, setsid=True)
            os.close(read)
            os.close(quiet)
        return True


def give_up(reason: str, code: int) -> None:
    """Say why, and end the process at once, without waiting for its threads."""
    clock.hide()
    show_cursor = "\x1b[?25h" if sys.stderr.isatty() else ""
    with suppress(OSError, ValueError):  # nobody reads it any more
        print(f"{show_cursor}faceup: {' '.join(reason.split())}", file=sys.stderr, flush=True)
    leave(code)


def leave(code: int) -> None:
    """End the process without waiting for its threads. Its worker processes end with it."""
    watchdog.resort.give_back()
    if shared := sys.modules.get("multiprocessing.util"):
        with suppress(Exception):  # whatever it stumbles over, the process ends
            shared._run_finalizers(0)  # else Python warns of semaphores that are left
    os._exit(code)


@contextmanager
def signals() -> Iterator[socket.socket | None]:
    """Where signals can be read by another thread, which the main one does not hear while machine code runs."""
    if threading.current_thread() is not threading.main_thread():
        yield None
        return
    heard, told = socket.socketpair()
    heard.setblocking(False)
    told.setblocking(False)
    before = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    try:
        yield heard
    finally:
        signal.set_wakeup_fd(before)
        told.close()  # which ends the wait of whoever listens


def receive_signals(heard: socket.socket | None, seconds: float) -> bytes:
    """The numbers of the signals that came within so many seconds."""
    if heard is None:
        time.sleep(seconds)
        return b""
    try:
        return heard.recv(100) if select.select([heard], [], [], seconds)[0] else b""
    except OSError:
        return b""


def in_machine_code() -> str:
    """That the main thread is in machine code, and near which state; empty where it is not."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    table: Any = frame.f_locals.get("self") if frame else None
    if frame is None or not hasattr(table, "state_under_way"):
        return ""
    return f" in machine code, after {type(table.game).__name__}, state {table.state_under_way(frame.f_locals['root'])}"


def busy_rule() -> tuple[FrameType | None, PlaceInRules | None]:
    """The question that some thread is asking the rules, and where the answer stands; neither where none does.

    A policy of somebody's own, and a file of rules that is being loaded, are asked a question too. A place without a
    question is in code that may take its time, such as a theory.
    """
    place = None
    for frame in sys._current_frames().values():
        with suppress(Exception):  # the thread goes on while it is looked at, and may just be between two lines
            stack = [(part, line or part.f_code.co_firstlineno) for part, line in traceback.walk_stack(frame)][::-1]
            if asked := asked_policy([part for part, _ in stack]) or asked_rule(stack):
                return asked, place_in_rules(stack)
            place = place_in_rules(stack) or place
    return None, place


def asked_policy(frames: list[FrameType]) -> FrameType | None:
    """The function that a policy begins with, where one is asked that has not asked faceup's engines in its turn."""
    policies = sys.modules.get("faceup.engines.model.policies")  # without which no policy is asked
    begin = getattr(getattr(policies, "ask_policy", None), "__code__", None)  # of a module that may still be loading
    if policies is None or begin is None:
        return None
    engines = os.path.dirname(policies.__file__ or "") + os.sep
    for frame, asking in pairwise(reversed(frames)):
        if asking.f_code is begin:
            return frame
        if frame.f_code.co_filename.startswith(engines):
            return None
    return None


watchdog = Watchdog()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: watchdog.resort.leave_to_parent())

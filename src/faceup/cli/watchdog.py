"""Ends a command at its time limit or at a signal, however busy it is, and prints what it knows by then."""

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
from faceup.library.errors_in_rules import PlaceInRules, place_in_rules, rule_frame
from faceup.rules.errors import LimitReached

LOOK = 0.5  # seconds between two looks at the threads
STUCK = 5.0  # seconds that one call of a rule may take; it usually takes microseconds
GRACE = 1.0  # seconds that a command has to end by itself after its time limit or a signal
LAST = 2.0  # seconds until an interrupted command that has nothing to print is ended
AGAIN = 0.3  # seconds between interrupts that count as two: some programs send each signal twice
TELLING = 2.0  # seconds that printing may take while the command is busy
SOON = 0.05  # seconds between two looks at the thread that prints
NOTHING_KNOWN = "; nothing was known by then"
SIGNALS = (signal.SIGINT, signal.SIGTERM)
HELD = 4.0  # seconds beyond its limit that a command may spend in one call, such as sorted()
ROOM = 2**30  # bytes for Python and the compiler, besides tables
MOST_BYTES = 2**60
SHELL = "/bin/sh"
PACKAGE = os.path.dirname(os.path.dirname(__file__))
# The shell reads what faulthandler writes: "Stack" at a signal, with the place of the main thread; "Timeout" at the
# time limit, when the process has ended; then the frames, the innermost first. The first frame outside faceup and
# Python's library is a rule in an endless call. "heard" means that the watchdog attends to the signal.
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


def print_nothing() -> None:
    """Print nothing, for a command that has no partial answer."""


class Watchdog:
    """A thread that watches the other threads of this process and receives its signals.

    A command that has registered a printer (``knows``) ends in two steps at its time limit or at a signal. First
    ``stop`` asks all computations to end; most do, and the command prints its answer. After ``GRACE`` seconds this
    thread prints what is known and ends the process, even if it is busy in rules in Python, machine code, a compiler
    or a library.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Reset everything for the next command of this process."""
        stop.clear()
        self.began = time.monotonic()
        self.reason = ""  # why the command was interrupted
        self.since = inf  # when the first signal came
        self.tell: Callable[[], None] | None = None
        self.excuse: Callable[[], str] = lambda: NOTHING_KNOWN
        self.judge: Callable[[str], int] | None = None
        self.handlers: dict[int, Any] = {}  # of signals, before the command
        self.over = threading.Event()
        self.lock = threading.RLock()  # held by the thread that prints
        self.telling_until = inf
        self.answered = False
        self.teller: threading.Thread | None = None  # the thread that printed at the time limit
        self.watched = False
        self.resort = LastResort()

    def allow(self, seconds: float) -> None:
        """Limit the command to so many seconds since it began."""
        stop.at = self.began + seconds
        if self.watched:
            self.resort.put_off(stop.at + GRACE + HELD - time.monotonic())

    def bound_memory(self, memory: float | None = None) -> None:
        """Limit the process to the bytes for tables (by default half of what is free) and some room for Python."""
        if self.watched and sys.platform == "linux":
            tables = 1.1 * memory if memory is not None else 1.8 * default_memory()
            bound_memory(memory_taken() + ROOM + int(min(tables, MOST_BYTES)), for_good=False)

    def knows(
        self,
        tell: Callable[[], None] = print_nothing,
        excuse: Callable[[], str] = lambda: NOTHING_KNOWN,
        judge: Callable[[str], int] | None = None,
    ) -> None:
        """Register ``tell``, which prints all that is known if the command is ended; ``excuse`` says why it is nothing.

        ``judge`` prints in its place that a rule does not come to an end, as a fault, and returns the exit code.

        From the first call on, a signal only asks the command to end.
        """
        if self.watched and self.tell is None:
            for number in SIGNALS:
                if signal.getsignal(number) != signal.SIG_IGN:  # as shells start background jobs
                    self.handlers[number] = self.resort.listen(number, lambda *_: None)
        self.tell, self.excuse, self.judge = tell, excuse, judge

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Print the answer, or write it to files, without being cut off.

        If another thread has already printed what is known, wait here for the end of the process.
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
        """Print what is known, unless an answer was printed; an answer that is being printed is completed."""
        with self.lock:
            self.telling_until = time.monotonic() + TELLING
            if self.tell and not self.answered:
                with suppress(Exception):  # it reads data that another thread may be changing
                    self.tell()
                self.teller = threading.current_thread() if self.answered else None

    @property
    def code(self) -> int:
        """The exit code of a command that was ended: 130 or 143 after a signal, as in shells, else 3."""
        return 128 + stop.signal if stop.signal else LimitReached.exit_code

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the work inside; the process may end on the way."""
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

    def watch(self, over: threading.Event, receiver: socket.socket | None) -> None:
        busy_frame: FrameType | None = None  # the rule that is running,
        since = time.monotonic()  # and since when
        while not over.is_set():
            for number in receive_signals(receiver, min(LOOK, max(stop.at + GRACE - time.monotonic(), 0.01))):
                self.hear(number)
            if over.is_set():
                break
            now = time.monotonic()
            self.resort.put_off(stop.at + GRACE + HELD - now)
            frame, place = busy_rule()
            if frame is None or frame is not busy_frame:
                busy_frame, since = frame, now
            if self.tell is None and now >= self.since + LAST and (where := in_machine_code()):
                give_up(f"interrupted{where}", self.code)
            if now >= stop.at + GRACE:
                where = f" in {place.method}: {place}" if place else in_machine_code()
                self.end(over, receiver, f"{stop.reason}{where}", f"{self.excuse()}{stop.way_out}", self.code)
            elif frame and place and now - since >= STUCK:
                reason = f"{place.method} has not come to an end for {STUCK:.0f} s: {place}"
                if judge := self.judge:
                    self.tell = lambda judge=judge, reason=reason: leave(judge(reason))
                self.end(over, receiver, reason, "", LimitReached.exit_code)
        if receiver:
            receiver.close()

    def hear(self, number: int) -> None:
        """Attend to a signal: the first asks for what is known, a second interrupt ends the process."""
        if number not in SIGNALS:
            return
        self.resort.heard()
        now = time.monotonic()
        if self.tell and number == signal.SIGINT and now >= self.since + AGAIN:
            give_up("interrupted", self.code)
        self.since = min(self.since, now)
        if self.tell and not stop.signal:
            stop.signal, stop.at = number, min(stop.at, now)

    def end(self, over: threading.Event, receiver: socket.socket | None, reason: str, excuse: str, code: int) -> None:
        """Print what is known, and end the process; a command with no printer may clean up first.

        ``excuse`` is added to the reason if nothing was known.
        """
        if self.tell is None:
            self.reason = reason
            _thread.interrupt_main()
            if not over.wait(LAST):
                give_up(reason, code)
            return
        telling = threading.Thread(target=self.print_known, daemon=True)
        telling.start()
        while telling.is_alive() and time.monotonic() < self.telling_until:  # it may wait for a lock of the command
            telling.join(SOON)
            self.resort.put_off(GRACE + HELD)
            for number in receive_signals(receiver, 0):
                self.hear(number)
        if not over.is_set():
            give_up(reason if self.answered else reason + excuse, code)


class LastResort:
    """Ends this process when a call in C holds the interpreter, so that no thread of Python can run.

    ``faulthandler``, which needs no interpreter, writes the stack into a pipe: at the time limit, from its own thread,
    which then ends the process with exit code 1; and at once when a signal comes. A shell reads the pipe, prints one
    line, and kills the process if no thread has ``heard`` the signal after ``HELD`` seconds.
    """

    def __init__(self) -> None:
        self.pipe: int | None = None
        self.shell = 0
        self.owner = os.getpid()
        self.done = False
        self.signals: set[int] = set()  # registered with faulthandler
        self.lock = threading.Lock()

    def put_off(self, seconds: float) -> None:
        """Let the time limit fall so many seconds from now; infinity sets none."""
        if seconds == inf:
            return
        with self.lock:
            if self._ready():
                assert self.pipe is not None
                faulthandler.dump_traceback_later(max(seconds, SOON), exit=True, file=self.pipe)

    def listen(self, number: int, handler: Any) -> Any:
        """Install a handler behind faulthandler's, which writes the stack first; return the former handler."""
        with self.lock:
            self._forget(number)
            before = signal.signal(number, handler)
            if self._ready() and hasattr(faulthandler, "register"):
                assert self.pipe is not None
                faulthandler.register(number, file=self.pipe, all_threads=False, chain=True)
                self.signals.add(number)
            return before

    def heard(self) -> None:
        """Tell the shell that the watchdog attends to the signal."""
        with self.lock, suppress(OSError):  # the shell is gone
            if self.pipe is not None:
                os.write(self.pipe, b"heard\n")

    def give_back(self) -> None:
        """Stop the timer, and close the pipe and its shell."""
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
        """In a forked process: close the pipe, which belongs to the parent."""
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
        """Whether the pipe and its shell are there; start them at the first call."""
        if self.done or not os.path.exists(SHELL):
            return False
        if self.pipe is None:
            read_end, self.pipe = os.pipe()
            quiet = os.open(os.devnull, os.O_WRONLY)
            actions = [
                (os.POSIX_SPAWN_DUP2, read_end, 0),
                (os.POSIX_SPAWN_DUP2, quiet, 1),
                (os.POSIX_SPAWN_DUP2, 2, 4),
                (os.POSIX_SPAWN_DUP2, quiet, 2),
            ]
            words = [SHELL, "-c", HELD_SAYS, SHELL, str(self.owner)]
            self.shell = os.posix_spawn(SHELL, words, os.environ, file_actions=actions, setsid=True)
            os.close(read_end)
            os.close(quiet)
        return True


def give_up(reason: str, code: int) -> None:
    """Print the reason, and end the process at once, without waiting for its threads."""
    clock.hide()
    show_cursor = "\x1b[?25h" if sys.stderr.isatty() else ""
    with suppress(OSError, ValueError):  # standard error is closed
        print(f"{show_cursor}faceup: {' '.join(reason.split())}", file=sys.stderr, flush=True)
    leave(code)


def leave(code: int) -> None:
    """End the process without waiting for its threads. Its worker processes end with it."""
    watchdog.resort.give_back()
    if shared := sys.modules.get("multiprocessing.util"):
        with suppress(Exception):  # the process ends in any case
            shared._run_finalizers(0)  # else Python warns of leaked semaphores
    os._exit(code)


@contextmanager
def signals() -> Iterator[socket.socket | None]:
    """Yield a socket from which another thread reads signals: the main thread hears none while machine code runs."""
    if threading.current_thread() is not threading.main_thread():
        yield None
        return
    receiver, sender = socket.socketpair()
    receiver.setblocking(False)
    sender.setblocking(False)
    before = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    try:
        yield receiver
    finally:
        signal.set_wakeup_fd(before)
        sender.close()  # ends the wait of the thread that reads


def receive_signals(receiver: socket.socket | None, seconds: float) -> bytes:
    """Return the numbers of the signals that come within so many seconds."""
    if receiver is None:
        time.sleep(seconds)
        return b""
    try:
        return receiver.recv(100) if select.select([receiver], [], [], seconds)[0] else b""
    except OSError:
        return b""


def in_machine_code() -> str:
    """Return words for "the main thread runs machine code, near this state"; empty if it does not."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    table: Any = frame.f_locals.get("self") if frame else None
    if frame is None or not hasattr(table, "state_under_way"):
        return ""
    return f" in machine code, after {type(table.game).__name__}, state {table.state_under_way(frame.f_locals['root'])}"


def busy_rule() -> tuple[FrameType | None, PlaceInRules | None]:
    """Return the frame of a rule that some thread is calling, and the line it is at; None for both if there is none.

    A policy from a file and a rule file that is being loaded count as rules. A place without a frame is in code that
    may take long, such as a theory.
    """
    place = None
    for frame in sys._current_frames().values():
        with suppress(Exception):  # the thread runs on meanwhile, and may be between two lines
            stack = [(part, line or part.f_code.co_firstlineno) for part, line in traceback.walk_stack(frame)][::-1]
            if question := policy_frame([part for part, _ in stack]) or rule_frame(stack):
                return question, place_in_rules(stack)
            place = place_in_rules(stack) or place
    return None, place


def policy_frame(frames: list[FrameType]) -> FrameType | None:
    """Return the frame of a policy's function that is being called, unless it is waiting for faceup's engines."""
    policies = sys.modules.get("faceup.engines.model.policies")  # absent until a policy is called
    begin = getattr(getattr(policies, "ask_policy", None), "__code__", None)  # the module may still be loading
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

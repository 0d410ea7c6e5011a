"""The limits of one visitor."""

from dataclasses import dataclass, replace

from faceup.engines.model.limits import default_memory

GIB = 1 << 30
LEAST_MEMORY = 1 << 28
MOVES = 10_000


@dataclass(frozen=True)
class VisitorLimits:
    """Limits of a request and of its work; every answer keeps to them or says which one was reached."""

    memory: int = 2 * GIB  # bytes for the tables of one answer
    seconds: float = 30.0  # for an answer, once its work has begun
    job_seconds: float = 600.0  # for a simulation
    games: int = 10_000_000  # of one simulation
    moves: int = MOVES  # of a position that is sent
    steps: int = 10_000  # of a replay that are shown
    legal: int = 2_000  # legal moves that are listed
    rows: int = 2_000  # of a table that are listed
    body: int = 256 * 1024  # bytes of a request
    body_seconds: float = 10.0  # for a request to arrive
    waiting: int = 256  # requests that wait for a worker
    waiting_of_one: int = 64  # of them from one address, which may be shared by a proxy or a school
    jobs: int = 2  # simulations at once

    @property
    def solving_seconds(self) -> float:
        """Seconds for solving a game; the rest is for what is made of the solution."""
        return 0.75 * self.seconds

    @property
    def expert_seconds(self) -> float:
        """Seconds for solving a game if a computer would play by simulation otherwise, which takes long too."""
        return self.solving_seconds / 2

    @property
    def reply_seconds(self) -> float:
        """Seconds for solving a game before a computer moves, which looks ahead instead: nobody waits longer."""
        return 0.15 * self.seconds

    def part(self, share: float) -> "VisitorLimits":
        """The limits with a part of the time for an answer."""
        return replace(self, seconds=share * self.seconds)

    @property
    def jobs_of_one(self) -> int:
        """Simulations at once by one visitor; one place is left to others if there are several."""
        return max(self.jobs - 1, 1)


def shared_memory(processes: int) -> int:
    """Bytes for each of so many processes, together half of the free memory."""
    return max(default_memory() // processes, LEAST_MEMORY)

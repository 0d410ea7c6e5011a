"""What one visitor may ask for."""

from dataclasses import dataclass, replace

from faceup.engines.model.limits import default_memory

GIB = 1 << 30
LEAST_MEMORY = 1 << 28
MOVES = 10_000


@dataclass(frozen=True)
class VisitorLimits:
    """Bounds on a request and on the work it causes; every answer keeps to them or says which one was reached."""

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
    waiting_of_one: int = 64  # of them from one address, which a proxy or a school shares
    jobs: int = 2  # simulations at once

    @property
    def solving_seconds(self) -> float:
        """For solving a game, which says what it knows by then; the rest is for what is made of that."""
        return 0.75 * self.seconds

    @property
    def expert_seconds(self) -> float:
        """The same where, should that not do, a computer judges by games instead, which takes long too."""
        return self.solving_seconds / 2

    def part(self, share: float) -> "VisitorLimits":
        """The same with a part of the time for an answer."""
        return replace(self, seconds=share * self.seconds)

    @property
    def jobs_of_one(self) -> int:
        """Simulations at once by one visitor: where there are places for more than one, one is left to others."""
        return max(self.jobs - 1, 1)


def shared_memory(processes: int) -> int:
    """Bytes for each of so many processes: together half of what is free."""
    return max(default_memory() // processes, LEAST_MEMORY)

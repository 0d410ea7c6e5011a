"""New processes for blocks of games and cells of a sweep."""

import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context


class Processes(ProcessPoolExecutor):
    """New processes whose work can be given up while it is under way."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts_alone)

    def give_up(self) -> None:
        """End the processes."""
        running = list(self._processes.values())
        self.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()


def _leave_interrupts_alone() -> None:
    """An interrupt at the keyboard reaches every process of a command; only the first one shall answer it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

"""Running blocks on a Dask cluster."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from faceup.results.extras import optional
from faceup.rules.errors import UsageError

PATIENCE = 10.0  # seconds for the scheduler to answer


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """An executor on the workers of a Dask scheduler, which need faceup installed.

    A block whose worker dies is played again by another one. Raises UsageError where no scheduler answers.
    """
    distributed = optional("distributed", "cluster")
    try:
        # A Client that cannot connect leaves a half of itself behind, which is heard of later: so look first, in a
        # thread, for there may be an event loop in this one.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, _greet(distributed, address)).result()
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).partition("\n")[0] or "nobody answers in time"
        raise UsageError(f"no Dask scheduler at {address!r}: {reason}") from error
    client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    try:
        workers = sum(client.nthreads().values())
        if not workers:
            raise UsageError(f"the Dask scheduler at {address!r} has no workers")
        executor: Executor = client.get_executor(pure=False)
        executor._max_workers = workers  # type: ignore[attr-defined]  # where the standard library's keep it
        yield executor
    finally:
        client.close()


async def _greet(distributed: Any, address: str) -> None:
    connecting = distributed.comm.connect(address, timeout=PATIENCE)
    (await asyncio.wait_for(connecting, PATIENCE)).abort()

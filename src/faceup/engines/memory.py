"""How much memory an engine may take when nobody says."""

import os
from pathlib import Path

# The limit and the use of the container we may be in, for control groups of version 2 and 1.
CGROUPS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)


def default_memory() -> int:
    """Half of the memory that is free now, in bytes; 2 GiB where the system does not tell."""
    free = _free()
    for limit, used in CGROUPS:
        try:
            free = min(free, int(Path(limit).read_text()) - int(Path(used).read_text()))
        except (OSError, ValueError):  # no such file, or "max"
            continue
    return max(free, 1 << 26) // 2


def _free() -> int:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return 4 << 30

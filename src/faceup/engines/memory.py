"""How much memory an engine may take when nobody says."""

import os
from pathlib import Path


def default_memory() -> int:
    """Half of the memory that is free now, in bytes; 2 GiB where the system does not tell."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024 // 2
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 4
    except (AttributeError, ValueError, OSError):
        return 2 << 30

"""Games that were played: each move beside the best one."""

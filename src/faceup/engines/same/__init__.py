"""Whether two games are one but for names, and the symmetries of one."""

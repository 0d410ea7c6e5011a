"""The server: requests, access, and the processes that answer."""

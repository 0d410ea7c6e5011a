"""The answers to the requests of pages, computed in worker processes, as documents."""

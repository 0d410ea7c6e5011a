"""The library on web pages: a front that never computes, and workers that do."""

"""The library on a web page: a front that never computes, and workers that do."""

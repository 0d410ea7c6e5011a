"""What listens: requests, who may ask, and the processes that answer."""

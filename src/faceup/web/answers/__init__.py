"""What is answered: the questions of pages, computed in a process of its own, as documents."""

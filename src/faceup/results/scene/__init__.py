"""What lies on the table in a position: boards, cards, dice and heaps, as every surface draws them."""

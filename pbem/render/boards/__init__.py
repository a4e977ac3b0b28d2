"""Boards as one picture: what lies on each, what went from one to the other, the bank, and the reader's cards."""

"""The desk of a seat: the board, what can be said next, the orders that stand, and the same desk to try out orders."""

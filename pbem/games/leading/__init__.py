"""What whoever leads a game may do: open it, give time, put orders or the board right, go back, hand it over."""

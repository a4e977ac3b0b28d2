"""The game book: a whole game as one PDF, as one reader may know it. What is in it, and how it comes about."""

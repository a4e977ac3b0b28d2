"""The books of a game: its rules, its guide and what can be written in it, as blocks that every painter knows."""

"""Records: games as files."""

"""What players say to each other and of a game: press, diaries, statements."""

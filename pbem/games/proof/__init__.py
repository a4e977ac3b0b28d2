"""What proves a game: the chain of hashes, the dice of all players, the record of a game, and its playing again."""

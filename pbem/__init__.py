"""The play-by-email server. It knows mail, web, time and storage, and no game by name."""

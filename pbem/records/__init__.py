"""Records as files: a game in one signed file, which anybody can read and prove without this server. The format stands
in docs/records.md."""

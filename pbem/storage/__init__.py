"""The database: its tables, how they are opened and changed, what is asked once, and what is counted against limits."""

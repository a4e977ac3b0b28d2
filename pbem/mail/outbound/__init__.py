"""The way out: a row of the outbox becomes a letter, painted and handed to a relay."""

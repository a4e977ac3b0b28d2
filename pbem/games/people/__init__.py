"""People: who they are, how they sign in, what is kept of them and how they go."""

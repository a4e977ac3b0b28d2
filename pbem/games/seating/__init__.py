"""Who sits where: joined, drawn, invited, absent, stood in for, passed on, vacant."""

"""What a host can set and what is known from the start: configuration, limits, addresses, the installed engines,
logs."""

"""How a server is: its clocks and duties, what waits, what is wrong, and what Prometheus is told of it."""

"""What runs by itself and what a host runs: processes and their duties, the clock, backups, retention, the doctor."""

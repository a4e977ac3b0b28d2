"""Orders: given, judged, proved by receipts, written for later, put in for who is silent, and tried out."""

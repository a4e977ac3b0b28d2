"""Recorded games played again, by mail: every player writes in a hand of his own, through the real doors."""

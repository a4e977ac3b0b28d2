"""Recorded games played again, by mail: every player writes in a hand of their own, through the real doors."""

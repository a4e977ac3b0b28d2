"""What every request passes: who asks, from where, how much they may ask, and pages that are kept."""

"""The gallery: every game's picture in a dense position, as paper, a phone and grey ink show it; a desk, a report."""

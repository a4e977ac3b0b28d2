"""Cuts the map of a game out of real coasts. A developer's tool: what it writes is data of the engine."""

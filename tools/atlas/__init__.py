"""Cuts the map of a game out of real coasts. A developer's tool: what it writes is data of the engine.

The coasts are those of Natural Earth (public domain), as the npm package `world-atlas` 2.0.2 holds them.
"""

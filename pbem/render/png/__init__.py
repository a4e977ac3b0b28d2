"""Pixels: how scenes are drawn by cairo, and the process that does so. `pbem.render.to_png` asks it."""

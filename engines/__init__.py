"""The games. Pure: standard library and itself only. README.md states the law of the folder."""

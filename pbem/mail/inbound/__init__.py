"""The way in: letters taken at a door, kept before they are acknowledged, read, proved, done and answered."""

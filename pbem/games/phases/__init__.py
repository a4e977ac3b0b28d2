"""Phases: opened, told, their deadlines and grace, closed, and what became of each turn."""

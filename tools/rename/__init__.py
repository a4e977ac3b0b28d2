"""Renames and moves by a table: what mypy knows of every name says where it is meant."""

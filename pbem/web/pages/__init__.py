"""The pages, a file each."""

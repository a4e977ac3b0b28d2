"""Paper: blocks become strips, which are laid out before they are drawn."""

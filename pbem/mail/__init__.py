"""Letters in and out: read within bounds, kept before they are acknowledged, answered line by line."""

"""Databases and other data stores: what their servers log and their clients print."""

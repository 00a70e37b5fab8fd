"""Writing records in the formats other programs read: one module per format, each loaded when it is asked for."""

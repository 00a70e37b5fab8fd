"""Go: panics and fatal errors with their goroutines, builds and tests, structured logs."""

"""JavaScript and what its ecosystem prints: stacks of the engines, npm, bundlers, test runners."""

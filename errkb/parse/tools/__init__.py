"""Tools of building and running: git, package managers, containers, clusters, infrastructure as code, the network."""

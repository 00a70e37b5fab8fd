"""The system around a program: shells, the kernel, services, and the tools of the command line."""

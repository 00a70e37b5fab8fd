"""Native code: Rust, C and C++ at run time, their compilers, linkers and build tools."""

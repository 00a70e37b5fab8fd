""".NET: exceptions with what caused them, compilers, MSBuild and NuGet."""

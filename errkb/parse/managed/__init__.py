"""Languages that run on a machine of their own: JavaScript, Java and its kin, Go, .NET, Ruby, PHP, and their tools."""

"""Java, Kotlin, Scala and what runs or builds them: traces, crashes, compilers, Maven, Gradle, Spring Boot."""

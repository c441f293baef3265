#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs something while there seems to be no home directory: some tools read their settings there, and an answer must not depend on those.
///
/// Only for the time before other threads begin, since they share the environment.
package func withoutHome<Result>(_ body: () -> Result) -> Result {
    guard let home = getenv("HOME").map({ String(cString: $0) }) else { return body() }
    unsetenv("HOME")
    defer { setenv("HOME", home, 1) }
    return body()
}

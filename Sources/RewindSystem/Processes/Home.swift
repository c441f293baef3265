#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs something that would read a file of the user's settings in the home directory, so that its answer does not depend on those.
///
/// Where there is such a file, there seems to be no home directory meanwhile. All threads share the environment, so it is left alone elsewhere.
package func withoutSettings<Result>(in name: String, _ body: () -> Result) -> Result {
    guard let home = getenv("HOME").map({ String(cString: $0) }), access("\(home)/\(name)", F_OK) == 0 else { return body() }
    unsetenv("HOME")
    defer { setenv("HOME", home, 1) }
    return body()
}

/// The user's directory for what Rewind keeps: `$REWIND_HOME`, else `rewind` in `$XDG_DATA_HOME`, else `~/.local/share/rewind`.
///
/// `nil` where there is not even a home directory.
package func rewindHome(environment: (String) -> String? = SystemFacts.environment) -> String? {
    if let home = environment("REWIND_HOME") { return home }
    if let data = environment("XDG_DATA_HOME") { return data + "/rewind" }
    return environment("HOME").map { $0 + "/.local/share/rewind" }
}

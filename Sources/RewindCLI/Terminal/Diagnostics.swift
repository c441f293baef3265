#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the command says besides its results: on standard error, each line with its name in front.
enum Diagnostics {
    /// Says a sentence.
    static func say(_ text: String) {
        for line in TerminalText.escapedLines(text) { _ = StandardStream.error.write("rewind: \(line)\n".utf8) }
    }

    /// The system's words for one of its error numbers.
    static func words(for error: Int32) -> String { String(cString: strerror(error)) }
}

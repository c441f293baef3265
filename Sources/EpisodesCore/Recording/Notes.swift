import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What is to be said when the screen is the user's again.
final class Notes: Sendable {
    private let state = Mutex<[String]>([])

    func add(_ note: String?) {
        if let note { state.withLock { $0.append(note) } }
    }

    /// Says a note at once.
    static func say(_ note: String) { writeAll("Episodes: \(Line(note).plainText)\n", to: STDERR_FILENO) }

    func print() {
        state.withLock(\.self).forEach(Self.say)
    }
}

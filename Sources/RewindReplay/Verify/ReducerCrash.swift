package import RewindFormat

/// How a reducer ended its process, or that it did not come back.
package struct ReducerCrash: Sendable, Hashable {
    package var how: How
    /// Why, as Swift's runtime said it; `nil` if it said nothing.
    package var reason: CrashReason?
    /// The last line that the process wrote to standard error, if there is no reason.
    package var lastLine: String?

    package enum How: Sendable, Hashable {
        /// A signal, such as `SIGILL`.
        case signal(String)
        /// It exited with a status.
        case exit(Int)
        /// It did not answer within a number of milliseconds, and was ended.
        case silence(Int)
    }

    package init(_ how: How, reason: CrashReason? = nil, lastLine: String? = nil) {
        (self.how, self.reason, self.lastLine) = (how, reason, lastLine)
    }

    /// The signal; `nil` without a signal.
    package var signal: String? { if case .signal(let name) = how { name } else { nil } }

    /// For people, as a clause: `SIGILL: Fatal error: Index out of range (Cart.swift:12)`.
    package var words: String {
        let end =
            switch how {
            case .signal(let name): name
            case .exit(let status): "it ended with status \(status)"
            case .silence(let limit): "it did not answer within \(Self.seconds(limit)) s"
            }
        return end + ((reason?.words ?? lastLine).map { ": \($0)" } ?? "")
    }

    private static func seconds(_ milliseconds: Int) -> String {
        let tenths = milliseconds / 100
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// Whether another is the same crash; another version has the line of the source elsewhere.
    package func isSame(as other: ReducerCrash) -> Bool {
        how == other.how && reason?.text == other.reason?.text && lastLine == other.lastLine
    }

    /// Whether it is the crash that was recorded: by the same signal and, where the runtime said why both times, for the same reason.
    ///
    /// - Parameter isMasked: whether the recorded reason has pseudonyms, which have the shape of the words.
    package func isSame(as recorded: Ending, isMasked: Bool) -> Bool {
        if let known = recorded.signal, known != signal { return false }
        guard let known = recorded.crashReason, known.isOfRuntime, let reason else { return true }
        // An older recording has the place in its text.
        return [reason.text, reason.words].contains { isMasked ? $0.maskShape == known.text.maskShape : $0 == known.text }
    }
}

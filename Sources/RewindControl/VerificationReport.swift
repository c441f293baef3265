public import RewindCapture
package import RewindValue

/// Whether a reducer still produces the states that were recorded.
public struct VerificationReport: Sendable, Equatable {
    /// The steps that were reduced again and compared.
    public var verified = 0
    /// The steps whose recorded state the reducer did not reproduce.
    public var disagreements: [Disagreement] = []
    /// Steps whose states differ only in texts of which the recording hides one, so it is unknown whether the reducer differs.
    package var hidden: [Disagreement] = []
    /// The actions that can't be recreated, and why.
    public var refused: [UnreplayableAction] = []
    /// The steps whose state, or the state before, is unknown, such as the step in whose reducer the app crashed.
    package var unknown: [Int] = []

    /// Why a disagreement may be no fault of the reducer's, as where each text that it makes itself is one; `nil` if there is no reason.
    package var caveat: String?

    /// A step after which the reducer's state is not the recorded one.
    public struct Disagreement: Sendable, Equatable, CustomStringConvertible {
        /// The step.
        public var step: Int
        /// The name of its action.
        public var type: String
        /// The patch that turns the recorded state into the reducer's.
        package var patch: JSONPatch

        /// The step, its action, and the places that differ: `step 16, cart/add: /cart/total`.
        public var description: String {
            let places = patch.json.array?.compactMap { $0["path"]?.string } ?? []
            return "step \(step), \(type): " + places.map { $0.isEmpty ? "the whole state" : $0 }.joined(separator: ", ")
        }
    }

    /// Whether the reducer produced what was recorded: the property that a test checks.
    ///
    /// At least one step was compared, none disagrees, and the app has decoded every action that the recording has. Steps that differ only
    /// in hidden values, whose states are unknown, or whose actions were recorded only as a dump do not count, since the app can't do
    /// anything about them.
    public var holds: Bool { verified > 0 && disagreements.isEmpty && undecoded.isEmpty }

    /// The recorded actions that the app's types do not accept.
    private var undecoded: [UnreplayableAction] { refused.filter(\.isOfTheApp) }
}

extension UnreplayableAction {
    /// Whether the app's types, and not the recording, are the reason that it can't be recreated.
    package var isOfTheApp: Bool {
        switch reason {
        case .unknownType, .ambiguous, .undecodable, .undecodableState: true
        case .dumped, .notRecorded: false
        }
    }
}

extension VerificationReport: CustomStringConvertible {
    /// How many steps were compared, and what counts against the reducer: the disagreements, and the actions that could not be reduced
    /// again.
    public var description: String {
        var parts = [verified == 0 ? "no step was verified" : "\(Self.counted(verified, "step")) verified"]
        if !disagreements.isEmpty { parts.append(Self.list(disagreements, of: "disagreement")) }
        if !disagreements.isEmpty, let caveat { parts.append(caveat) }
        // Those that the app can do something about come first.
        let refused = undecoded + refused.filter { !$0.isOfTheApp }
        if !refused.isEmpty { parts.append(Self.list(refused, of: "refused action")) }
        if !hidden.isEmpty { parts.append(Self.list(hidden, of: "difference") + " in what the recording hides") }
        if !unknown.isEmpty { parts.append("\(Self.counted(unknown.count, "step")) whose states are unknown") }
        if parts.count == 1, verified == 0 { parts.append("the store has no action there") }
        return parts.joined(separator: "; ")
    }

    private static func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

    /// The number of items, and the first few.
    private static func list(_ items: [some CustomStringConvertible], of word: String) -> String {
        let shown = items.prefix(3).map { "\($0)" }.joined(separator: "; ")
        return "\(counted(items.count, word)): \(shown)" + (items.count > 3 ? "; …" : "")
    }
}

public import RewindCapture
public import RewindValue

/// Whether a reducer still produces the states that were recorded.
public struct VerificationReport: Sendable, Equatable {
    /// The steps that were reduced again and compared.
    public var verified = 0
    /// Where the reducer came to another state.
    public var disagreements: [Disagreement] = []
    /// Steps whose states differ only in texts of which one has a placeholder: a secret was removed there, so it is unknown whether the
    /// reducer differs.
    public var hidden: [Disagreement] = []
    /// The actions that can't be made again, and why.
    public var refused: [UnreplayableAction] = []
    /// The steps whose state, or the state before, is unknown: so it is of the step in whose reducer the app crashed.
    public var unknown: [Int] = []

    /// Whether the recording is masked: then each text that the reducer makes itself is a disagreement, and so may be what it makes of a pseudonym.
    public var isMasked = false

    /// A step after which the reducer's state is not the recorded one.
    public struct Disagreement: Sendable, Equatable, CustomStringConvertible {
        /// The step.
        public var step: Int
        /// The name of its action.
        public var type: String
        /// What makes the recorded state the one that the reducer came to.
        public var patch: JSONPatch

        /// The step, its action, and the places that differ: `step 16, cart/add: /cart/total`.
        public var description: String {
            let places = patch.json.array?.compactMap { $0["path"]?.string } ?? []
            return "step \(step), \(type): " + places.map { $0.isEmpty ? "the whole state" : $0 }.joined(separator: ", ")
        }
    }

    /// Whether the reducer produced what was recorded: the property that a test checks.
    ///
    /// At least one step was compared, none disagrees, and the app has decoded every action that the recording has. Steps that differ only in
    /// what is hidden, whose states are unknown, or of whose actions the recording has no more than a dump are nothing that the app could do
    /// about; they don't count.
    public var holds: Bool { verified > 0 && disagreements.isEmpty && undecoded.isEmpty }

    /// The actions that the recording has, and the app's types don't take.
    private var undecoded: [UnreplayableAction] { refused.filter(\.isOfTheApp) }
}

extension UnreplayableAction {
    /// Whether it can't be made again because of the app's types, and not because the recording does not have it.
    fileprivate var isOfTheApp: Bool {
        switch reason {
        case .unknownType, .ambiguous, .undecodable, .undecodableState: true
        case .dumped, .notRecorded: false
        }
    }
}

extension VerificationReport: CustomStringConvertible {
    /// How many steps were compared, and what speaks against the reducer: the disagreements and what could not be reduced again.
    public var description: String {
        var parts = [verified == 0 ? "no step was verified" : "\(Self.counted(verified, "step")) verified"]
        if !disagreements.isEmpty { parts.append(Self.list(disagreements, of: "disagreement")) }
        if !disagreements.isEmpty, isMasked {
            parts.append("the recording is masked, so what the reducer makes itself of texts and long numbers differs")
        }
        // Those that the app can do something about come first.
        let refused = undecoded + refused.filter { !$0.isOfTheApp }
        if !refused.isEmpty { parts.append(Self.list(refused, of: "refused action")) }
        if !hidden.isEmpty { parts.append(Self.list(hidden, of: "difference") + " in what the recording hides") }
        if !unknown.isEmpty { parts.append("\(Self.counted(unknown.count, "step")) whose states are unknown") }
        if parts.count == 1, verified == 0 { parts.append("the store has no action there") }
        return parts.joined(separator: "; ")
    }

    private static func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

    /// How many there are, and the first few.
    private static func list(_ items: [some CustomStringConvertible], of word: String) -> String {
        let shown = items.prefix(3).map { "\($0)" }.joined(separator: "; ")
        return "\(counted(items.count, word)): \(shown)" + (items.count > 3 ? "; …" : "")
    }
}

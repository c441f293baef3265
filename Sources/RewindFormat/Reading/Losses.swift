/// Exactly what a recording has lost: no loss is silent.
public struct Losses: Sendable, Equatable {
    /// Bytes that are not sound lines, with the reason.
    package var damage: [Damage] = []
    /// Steps whose actions are lost.
    package var actions: [ClosedRange<Int>] = []
    /// Steps of whose actions only the beginning is there: they were too large to be written ahead in full, and the process ended before
    /// the writer had written the rest.
    package var payloads: [ClosedRange<Int>] = []
    /// Steps whose states are lost, because they were still waiting to be written or because their lines are damaged.
    package var states: [ClosedRange<Int>] = []
    /// Steps whose states have their lines but are unknown, because they depend on lost ones.
    package var unknown: [UnknownStates] = []
    /// How many states and actions the app's own `encode(to:)` could not encode.
    package var unencodable = 0
    /// The losses found when the recording was sealed, in words.
    package var sealed: [String] = []

    /// Steps of a store whose states follow from a lost one.
    package struct UnknownStates: Sendable, Equatable {
        package var store: String
        /// Its first and last such step; between them may be steps of other stores.
        package var steps: ClosedRange<Int>
    }

    package init() {}

    package init(sealed: [String]) { self.sealed = sealed }

    /// Whether nothing that was recorded is lost; a torn line at the end does not count as recorded.
    public var isEmpty: Bool {
        actions.isEmpty && payloads.isEmpty && states.isEmpty && unknown.isEmpty && unencodable == 0 && sealed.isEmpty
            && damage.allSatisfy { $0.reason == .torn }
    }

    /// The losses, a sentence each, for the manifest and the terminal.
    public var sentences: [String] {
        var sentences = sealed
        sentences += Self.joined(actions).map { LossSentence(.actions, of: $0).text }.filter { !sealed.contains($0) }
        sentences += payloads.map { LossSentence(.payloads, of: $0).text }
        sentences += Self.joined(states).map { LossSentence(.states, of: $0).text }
        sentences += unknown.map { LossSentence(.derivedStates(of: $0.store), of: $0.steps).text }
        if unencodable > 0 {
            sentences.append("\(unencodable) \(unencodable == 1 ? "value" : "values") could not be encoded: 'rewind log' names the steps")
        }
        for damage in damage where damage.reason != .torn {
            sentences.append("\(damage.reason.rawValue): \(damage.count) bytes at byte \(damage.offset) of \(damage.entry)")
        }
        return sentences
    }

    /// The sentences about missing actions: no answer can include what the app did there.
    package var sentencesOnActions: [String] {
        sentences.filter { sentence in
            // In a merged recording, the sentence begins with the name of the part.
            let words = sentence.split(separator: " ").drop { $0.last == ":" }
            return words.first == "the" && words.dropFirst().first?.hasPrefix("action") == true
        }
    }

    /// The ranges, those that follow each other as one.
    private static func joined(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] { ranges.reduce(into: []) { $0.join($1) } }
}

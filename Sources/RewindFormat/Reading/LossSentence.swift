/// A sentence on steps that have lost something, as a manifest keeps it: `the actions of steps 61 to 66 are missing`.
package struct LossSentence: Sendable, Equatable {
    /// The name of the part of a merged recording that the sentence is about, which it begins with.
    private var part: [String] = []
    private let loss: Loss
    private var steps: ClosedRange<Int>

    enum Loss: Sendable, Equatable {
        case actions
        /// All of the actions but their beginnings.
        case payloads
        case states
        /// The contents of a store's states, whose lines are there.
        case derivedStates(of: String)
    }

    init(_ loss: Loss, of steps: ClosedRange<Int>) {
        self.loss = loss
        self.steps = steps
    }

    /// The sentence in a text; `nil` if the text is about anything else.
    package init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
        for start in words.indices where start == 0 || words[start - 1].last == ":" {
            guard let found = Self.parsed(words[start...]) else { continue }
            self = found
            part = Array(words[..<start])
            return
        }
        return nil
    }

    private static func parsed(_ words: ArraySlice<String>) -> LossSentence? {
        let numbers = words.compactMap { word in Int(word.last == "," ? String(word.dropLast()) : word) }
        guard let last = numbers.last else { return nil }
        let first = numbers.count > 1 ? numbers[numbers.count - 2] : last
        guard first <= last else { return nil }
        var losses: [Loss] = [.actions, .payloads, .states]
        if let verb = words.firstIndex(of: "is"), verb > words.startIndex + 3 {
            losses.append(.derivedStates(of: words[(words.startIndex + 3)..<verb].joined(separator: " ")))
        }
        let sentence = words.joined(separator: " ")
        return losses.lazy.flatMap { loss in [first...last, last...last].map { LossSentence(loss, of: $0) } }.first { $0.text == sentence }
    }

    /// Whether the action of a step, or of a later one, is missing.
    func lacksAction(from step: Int) -> Bool { loss == .actions && steps.upperBound >= step }

    /// What of it is about some steps; `nil` for nothing.
    package func clipped(to range: ClosedRange<Int>) -> LossSentence? {
        guard steps.overlaps(range) else { return nil }
        var clipped = self
        clipped.steps = steps.clamped(to: range)
        return clipped
    }

    /// For the manifest and the terminal.
    package var text: String {
        let (first, last) = (steps.lowerBound, steps.upperBound)
        let isOne = first == last
        let place = isOne ? "step \(first)" : "steps \(first) to \(last)"
        let sentence =
            switch loss {
            case .actions: isOne ? "the action of \(place) is missing" : "the actions of \(place) are missing"
            case .states: isOne ? "the state of \(place) is missing" : "the states of \(place) are missing"
            case .payloads:
                isOne ? "of the action of \(place) only the beginning is there" : "of the actions of \(place) only the beginnings are there"
            case .derivedStates(let store):
                "the state of \(store) is not known \(isOne ? "at step \(first)" : "from step \(first) to \(last)"), because it follows from a missing one"
            }
        return (part + [sentence]).joined(separator: " ")
    }
}

extension [String] {
    /// The losses that concern some steps, or no particular steps; without steps, only the latter.
    package func losses(in steps: ClosedRange<Int>?) -> [String] {
        compactMap { text in
            guard let sentence = LossSentence(text) else { return text }
            return steps.flatMap { sentence.clipped(to: $0)?.text }
        }
    }
}

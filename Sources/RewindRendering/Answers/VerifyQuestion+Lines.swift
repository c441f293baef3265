import RewindFormat
package import RewindReplay
import RewindValue

extension VerifyQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable { $0.lines } }
}

extension VerifyQuestion.Row {
    /// How many places of a divergence are shown, and characters of a value.
    private static let placeLimit = 8, valueLimit = 60

    /// The divergence with the places that differ, or the sum.
    package var lines: [Line] {
        switch self {
        case .divergence(let divergence, _, let store): Self.lines(divergence, store)
        case .sum(let sum): [sum.line]
        }
    }

    /// A divergence with the places that differ.
    ///
    /// - Parameter store: its store, if the recording has several.
    package static func lines(_ divergence: Divergence, _ store: String? = nil) -> [Line] {
        var line = Line(DisplayWidth.padded(divergence.kind.word, to: 10), divergence.isFault ? .alarm : .faint)
        line.add(divergence.place, .name)
        line.add((store.map { " of \(TerminalText.escaped($0))" } ?? "") + ": " + divergence.kind.clause)
        if divergence.isKnown { line.add(", which is known") }
        if let reason = divergence.reason { line.add(": " + TerminalText.escaped(reason)) }
        return [line.hanging(10)] + places(of: divergence).map { (Line("          ") + $0).hanging(12) }
    }

    /// The places that differ, as lines.
    package static func places(of divergence: Divergence) -> [Line] {
        let places = divergence.places.prefix(placeLimit).map { place in
            func text(_ value: JSONValue?, _ none: String) -> String { value.map { ValueText.line($0, limit: valueLimit).text } ?? none }
            let path = place.pointer.tokens.isEmpty ? "the whole state" : PatchText.name(place.pointer)
            return Line(path, .changed) + Line(": recorded ", .faint) + Line(text(place.recorded, "nothing"), .removed)
                + Line(", now ", .faint) + Line(text(place.reached, "removed"), .added)
        }
        let rest = divergence.places.count - places.count
        return places + (rest > 0 ? [Line("… \(rest) more", .faint)] : [])
    }
}

extension Divergence {
    /// `step 16, cart/add`, or `steps 16 to 20, cart/add`.
    package var place: String {
        let type = TerminalText.escaped(type)
        if kind == .gap { return steps.words }
        return "\(steps.words), \(type)" + (steps.count > 1 ? " and others" : "")
    }
}

extension ClosedRange<Int> {
    fileprivate var words: String { count == 1 ? "step \(lowerBound)" : "steps \(lowerBound) to \(upperBound)" }
}

extension Divergence.Kind {
    fileprivate var word: String {
        switch self {
        case .crashed, .crashedAsRecorded: "crashes"
        case .noLongerCrashes: "passes"
        case .notDeterministic, .orderOnly, .codeChanged: "differs"
        case .notDecodable: "refused"
        case .redacted: "hidden"
        case .notRecorded, .gap: "unknown"
        }
    }

    /// The kind, as a clause.
    package var clause: String {
        switch self {
        case .crashedAsRecorded: "crashed again, as recorded"
        case .noLongerCrashes: "the recorded process ended in the reducer here, and this one gets through"
        case .crashed: "crashed, and did not when it was recorded"
        case .notDeterministic: "the reducer is not deterministic"
        case .orderOnly: "the same elements in another order"
        case .codeChanged: "the code has changed"
        case .notDecodable: "today's types do not decode it"
        case .redacted: "the difference may come from what the recording hides"
        case .notRecorded: "it can't be reduced again"
        case .gap: "left out"
        }
    }
}

extension Verification {
    fileprivate var line: Line {
        func steps(_ count: Int) -> String { "\(count) step\(count == 1 ? "" : "s")" }
        var line =
            switch holds {
            case true?: Line("holds     ", .added)
            case false?: Line("diverges  ", .alarm)
            case nil: Line("unknown   ", .alarm)
            }
        line.add(verified == 0 && holds == nil ? "no step could be compared" : "\(steps(verified)) verified")
        let rest = [
            unknown > 0 ? "\(steps(unknown)) not compared, since a state is unknown" : nil,
            continuation, endedAt.map { "ended before step \($0): --continue goes on" },
        ].compactMap { $0 }
        if !rest.isEmpty { line.add("; " + rest.joined(separator: "; "), .faint) }
        return line.hanging(10)
    }

    /// From which state it went on after what is held against the reducer, as a clause; `nil` if it did not.
    private var continuation: String? {
        let states = divergences.compactMap { $0.wentOn }
        if states.isEmpty { return nil }
        if !states.contains(.own) { return "went on from the recorded state" }
        return "went on from its own state"
            + (states.contains(.recorded) ? ", and from the recorded one where it had none" : "")
    }
}

extension Divergence {
    /// The places that differ, and from which state the verification went on, as lines.
    package var details: [Line] {
        let words = wentOn.map { Line($0 == .own ? "went on from its own state" : "went on from the recorded state", .faint) }
        return VerifyQuestion.Row.places(of: self) + [words].compactMap { $0 }
    }
}

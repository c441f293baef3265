package import RewindFormat
import RewindValue

/// The words for what is lost: nowhere else are there any, and nothing reads them.
extension Loss {
    /// A sentence without a full stop: `the states of steps 41 to 43 are missing`.
    package var sentence: String { (part.map { $0 + ": " } ?? "") + clause + (hasOwnNumbers ? " (by its own numbers)" : "") }

    private var clause: String {
        switch kind {
        case .actions: actionsClause
        case .payloads:
            isOne ? "of the action of \(place) only the beginning is there" : "of the actions of \(place) only the beginnings are there"
        case .states: isOne ? "the state of \(place) is missing" : "the states of \(place) are missing"
        case .knowledge: knowledgeClause
        case .values:
            "\(count ?? 1) \(count ?? 1 == 1 ? "value" : "values") could not be encoded: 'rewind log' names the steps"
        case .damage: reason.map { damageClause($0) } ?? "something is damaged"
        case .gap: GapWords.sentence(place, isOne, reason?.kind, error: reason?.error)
        case .unknown: text ?? "something that this version does not know: \(json.jsonText)"
        }
    }

    private var isOne: Bool { steps?.count == 1 }

    private var place: String {
        guard let steps else { return "some steps" }
        return isOne ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
    }

    private var actionsClause: String {
        if steps == nil, let entry = reason?.entry { return "the actions of \(entry) are damaged and left out" }
        return isOne ? "the action of \(place) is missing" : "the actions of \(place) are missing"
    }

    private var knowledgeClause: String {
        let store = store ?? "a store"
        if reason?.kind == .differs {
            let at = reason?.place.map { $0.tokens.isEmpty ? "the whole state" : "'\($0)'" } ?? "some place"
            return "states of \(store) may be wrong in \(place): at \(at) the patches do not lead to what the state encodes to in full; "
                + "what encode(to:) writes must depend on the value alone"
        }
        let span = steps.map { isOne ? "at step \($0.lowerBound)" : "from step \($0.lowerBound) to \($0.upperBound)" } ?? "at some steps"
        return "the state of \(store) is not known \(span), because it follows from a missing one"
    }

    private func damageClause(_ reason: Reason) -> String {
        let entry = reason.entry ?? "a file"
        switch reason.kind {
        case .checksum: return "wrong checksum: " + bytes(reason)
        case .malformed: return "malformed line: " + bytes(reason)
        case .zeros: return "zero bytes in the middle: " + bytes(reason)
        case .missing, .damaged:
            if let kept = reason.kept {
                return "\(entry) is damaged: \(kept == 1 ? "one of its lines is" : "\(kept) of its lines are") kept, unchecked"
            }
            let file = entry == Manifest.entryName ? "the manifest" : entry
            return "\(file) is \(reason.kind.rawValue)" + (Self.knew[entry].map { ": \($0)" } ?? "")
        case .leftOut: return "\(entry) is damaged and left out"
        case .cutOff:
            let lines = reason.kept.map { $0 == 1 ? "line is" : "\($0) lines are" } ?? "lines are"
            return "\(entry) is cut off: its first \(lines) kept, unchecked"
        case .forbiddenName: return "'\(entry)' is left out: its name is not one that a bundle may hold"
        case .unsound: return "unsound: " + (steps.map { _ in place } ?? entry) + ": " + broken(reason)
        case .unwritten, .inNoPart, .differs, .unknown: return "\(entry) is damaged"
        }
    }

    private func bytes(_ reason: Reason) -> String {
        "\(reason.bytes.map { "\($0)" } ?? "some") bytes"
            + (reason.offset.map { " at byte \($0)" } ?? "") + (reason.entry.map { " of \($0)" } ?? "")
    }

    /// What lines that were left out had done.
    private func broken(_ reason: Reason) -> String {
        if let count { return "and \(count) more of that kind" }
        return reason.error ?? "it breaks the rule '\(reason.rule ?? "?")' of the format"
    }

    /// What a file alone knew.
    private static let knew = [
        Manifest.entryName: "which app it was, and what else only the manifest knew, is not known",
        "status": "how it ended, and what was under way then, is not known in full",
        "crash": "whether it crashed, and where it was then, is not known in full",
        "images.json": "the functions of the backtrace are not known",
    ]
}

extension GapLine.Reason {
    /// Why there are no steps; `nil` if no more is known than that.
    package var words: String? { GapWords.why(Loss.Reason.Kind(kind), error: error) }

    /// The words after a colon; empty without words.
    package var clause: String { words.map { ": \($0)" } ?? "" }

    /// The words for a part of a recording that was left out on purpose.
    package static let leftOutWords = "left out on purpose"
}

extension Loss.Reason.Kind {
    fileprivate init(_ kind: GapLine.Kind) {
        switch kind {
        case .unwritten: self = .unwritten
        case .leftOut: self = .leftOut
        case .inNoPart: self = .inNoPart
        }
    }
}

/// The words for steps that are not in a recording.
private enum GapWords {
    /// Why, where more is known than that they are not.
    static func why(_ kind: Loss.Reason.Kind?, error: String?) -> String? {
        switch kind {
        case .leftOut: GapLine.Reason.leftOutWords
        case .inNoPart: "in none of the parts that were put together"
        default: error
        }
    }

    static func sentence(_ steps: String, _ isOne: Bool, _ kind: Loss.Reason.Kind?, error: String?) -> String {
        if kind == .unwritten { return "\(steps) could not be written" + (error.map { ": \($0)" } ?? "") }
        return "\(steps) \(isOne ? "is" : "are") \(why(kind, error: error) ?? "not in the recording")"
    }
}

import RewindFormat
import RewindReplay
import RewindValue

/// What became of the state at a step, as a word for programs and a sentence for people.
struct OutcomeText {
    let outcome: Step.Outcome
    /// Whether it stands for actions that an edit left out.
    private let standsForOthers: Bool

    init(of step: Step) {
        outcome = step.outcome
        standsForOthers = (step.action?.omittedCount ?? 0) > 0
    }

    /// The word in `--json`; stable.
    var name: String { outcome.name }

    /// The sentence; `nil` where the changes themselves say it.
    var sentence: String? {
        switch outcome {
        case .changed(let patch) where standsForOthers && !patch.isEmpty: "these are the changes of all that was left out here"
        case .changed(let patch): patch.isEmpty ? "nothing changed" : nil
        case .keyframe: "the state was recorded in full here"
        case .merged(let steps, _?) where standsForOthers:
            "it stands for steps \(steps.lowerBound) to \(steps.upperBound), which were left out on purpose; these are the changes of all of them"
        case .merged(let steps, let patch):
            "the recorder merged steps \(steps.lowerBound) to \(steps.upperBound), under load or by its policy"
                + (patch == nil ? "; step \(steps.upperBound) has their changes" : "; these are the changes of all of them")
        case .failed(let why): "the reducer failed: \(why)"
        case .unencodable(let why): "the state could not be encoded: \(why)"
        case .underWay(.reducer): "the process ended in this step's reducer"
        case .underWay: "the process ended before the recorder had this step's state"
        case .missing: "the state was not written before the process ended, or its line is damaged"
        }
    }
}

/// A patch in a few words: `/home/isLoading = false, + /home/episodes/3, 2 more`.
struct PatchText {
    let patch: JSONPatch

    init(_ patch: JSONPatch) { self.patch = patch }

    /// Each operation as a line, with as much of its value as fits `valueLimit` characters.
    func lines(valueLimit: Int) -> [Line] {
        patch.operations.map { operation in
            switch operation {
            case .add(let pointer, let value): Line("+ \(Self.name(pointer))", .added) + Line(" = " + Self.brief(value, valueLimit))
            case .remove(let pointer): Line("- \(Self.name(pointer))", .removed)
            case .replace(let pointer, let value): Line("~ \(Self.name(pointer))", .changed) + Line(" = " + Self.brief(value, valueLimit))
            case .move(let from, let to): Line("> \(Self.name(from))", .changed) + Line(" to \(Self.name(to))")
            case .copy(let from, let to): Line("+ \(Self.name(to))", .added) + Line(" from \(Self.name(from))")
            case .test(let pointer, let value): Line("= \(Self.name(pointer))") + Line(" is " + Self.brief(value, valueLimit))
            }
        }
    }

    /// The first operations in one line.
    func summary(operations: Int = 3, valueLimit: Int = 32) -> Line {
        let first = PatchText(JSONPatch(Array(patch.operations.prefix(operations)))).lines(valueLimit: valueLimit)
        var summary = Line()
        for line in first {
            if !summary.spans.isEmpty { summary.add(", ", .faint) }
            summary = summary + line
        }
        if patch.operations.count > operations { summary.add(", \(patch.operations.count - operations) more", .faint) }
        return summary
    }

    /// The pointer, or a word for the whole state.
    static func name(_ pointer: JSONPointer) -> String { pointer.tokens.isEmpty ? "(all)" : pointer.description }

    /// A value's JSON, cut to so many characters.
    static func brief(_ value: JSONValue, _ limit: Int) -> String {
        switch value {
        case .array(let elements) where !elements.isEmpty && value.jsonText.count > limit: return "[\(elements.count) elements]"
        case .object(let object) where !object.isEmpty && value.jsonText.count > limit: return "{\(object.count) members}"
        default:
            let text = value.jsonText
            return text.count > limit ? text.prefix(max(0, limit - 1)) + "…" : text
        }
    }
}

import RewindFormat
import RewindReplay
import RewindValue

extension WrongValue {
    /// The expression that is true as long as the value is wrong after its step, for a test; `nil` if the step is not among those of the
    /// test.
    ///
    /// If it is not known what the value should be, it must only not be what it was.
    func never(in steps: ClosedRange<Int>, of timeline: Timeline) throws(RecordingError) -> String? {
        guard steps.contains(step), case .known(let state) = try timeline.state(at: step, store: store) else { return nil }
        let path = place.inExpression(of: state)
        return "$step == \(step) and " + (expected.map { "\(path) != \($0.jsonText)" } ?? "\(path) == \((actual ?? .null).jsonText)")
    }
}

extension JSONPointer {
    /// The place as an expression has it: `.comments.list[2]["a key"]`.
    fileprivate func inExpression(of state: JSONValue) -> String {
        var (text, value): (String, JSONValue?) = ("", state)
        for token in tokens {
            let isName = token.first?.isNumber == false && token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            if value?.array != nil { text += "[\(token)]" } else { text += isName ? ".\(token)" : "[\(JSONValue.string(token).jsonText)]" }
            value = value?[JSONPointer(tokens: [token])]
        }
        return text.hasPrefix(".") ? text : "." + text
    }
}

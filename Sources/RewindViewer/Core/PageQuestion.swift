import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// A question of the page: a verb, and its parameters as JSON.
struct PageQuestion {
    private let words: JSONValue
    private let sizes: FileSizes

    init(_ words: JSONValue, sizes: FileSizes) { (self.words, self.sizes) = (words, sizes) }

    /// The rows of an answer as `--json` has them, the remarks on it, why it is no, and, if asked for, the lines that the command prints.
    func answer(_ name: String, in timeline: Timeline) throws(RecordingError) -> JSONValue {
        guard let verb = Verbs.all.first(where: { $0.declaration.name == name }) else {
            throw RecordingError(.invalidRequest, "the page can't ask '\(name)'")
        }
        do throws(PromptError) {
            var arguments = VerbArguments(try GivenWords(of: words, for: verb.declaration), at: AskedPlace(timeline, sizes: sizes))
            let reading = try verb.answer(&arguments, at: timeline.steps.upperBound) { _ throws(RecordingError) in }
            var answer = try PromptError.wrappingRecordingErrors { () throws(RecordingError) in try reading.members(in: timeline) }
            answer["rows"] = .array(reading.json)
            if case .no(let reason?) = reading.conclusion.verdict { answer["no"] = .string(reason.sentence) }
            let remarks = reading.conclusion.remarks
            if !remarks.isEmpty { answer["remarks"] = .array(remarks.map { .string($0.sentence) }) }
            if words["lines"]?.bool == true {
                answer["lines"] = .array(reading.lines(Drawing(of: timeline), withHeader: true).map { .string($0.text) })
            }
            return .object(answer)
        } catch {
            return Self.failure(error.description, code: error.error?.code)
        }
    }

    /// What the page gets in place of an answer: why, and if the recording is the reason, the kind of failure.
    static func failure(_ reason: String, code: RecordingError.Code? = nil) -> JSONValue {
        var answer: JSONObject = ["error": .string(reason)]
        if let code { answer["code"] = .string(code.rawValue) }
        return .object(answer)
    }
}

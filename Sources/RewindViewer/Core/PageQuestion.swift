import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// A question of the page: the parameters of a verb as JSON.
struct PageQuestion {
    private let words: JSONValue
    private let sizes: FileSizes

    init(_ words: JSONValue, sizes: FileSizes) { (self.words, self.sizes) = (words, sizes) }

    private var store: String? { words["store"]?.string }
    private func step(_ name: String) -> Int? { words[name]?.int(in: FormatLimits.stepNumbers) }

    private var range: ClosedRange<Int>? {
        guard let from = step("from"), let to = step("to"), from <= to else { return nil }
        return from...to
    }

    private func place() throws(RecordingError) -> JSONPointer {
        do throws(JSONPointerError) {
            return try JSONPointer(argument: words["path"]?.string ?? "")
        } catch {
            throw RecordingError(.invalidRequest, error.description)
        }
    }

    private func predicate() throws(RecordingError) -> Predicate {
        do throws(ExpressionError) {
            return try Predicate(parsing: words["where"]?.string ?? "")
        } catch {
            throw RecordingError(.invalidRequest, error.description)
        }
    }

    func answer(_ verb: String, in timeline: Timeline) throws(RecordingError) -> JSONValue {
        let here = step("step") ?? timeline.steps.upperBound
        switch verb {
        case "info": return answer(to: InfoQuestion(sizes: sizes), in: timeline)
        case "log":
            var filter = StepFilter()
            filter.store = store
            filter.types = (words["types"]?.array ?? []).compactMap { $0.string.map { TypeGlob($0) } }
            filter.texts = (words["texts"]?.array ?? []).compactMap { $0.string }
            if words["path"] != nil { filter.places = [try place()] }
            if words["where"] != nil { filter.condition = try predicate() }
            return answer(to: LogQuestion(filter, in: range, withLogs: words["logs"]?.bool == true), in: timeline)
        case "show":
            // The values before come first: a step forwards costs less than one back.
            let before = words["before"]?.bool == true ? try? valuesBefore(here, in: timeline) : nil
            var answer = answer(to: ShowQuestion(here, store: store), in: timeline).object ?? [:]
            answer["before"] = before
            return .object(answer)
        case "value":
            let expression = words["where"] == nil ? nil : try predicate()
            return answer(to: ValueQuestion(here, at: try place(), expression, store: store), in: timeline)
        case "diff":
            let question = DiffQuestion(
                from: step("from") ?? max(timeline.steps.lowerBound, here - 1), to: step("to") ?? here, at: try place(), store: store)
            return answer(to: question, in: timeline)
        case "blame": return answer(to: BlameQuestion(try place(), at: step("step"), store: store), in: timeline)
        case "history": return answer(to: HistoryQuestion(of: try place(), in: range, store: store), in: timeline)
        case "find":
            let text = words["where"]?.string ?? ""
            return answer(to: FindQuestion(try predicate(), written: text, scope: .all, in: range, store: store), in: timeline)
        case "stats": return answer(to: StatsQuestion(in: range, samples: words["samples"]?.int(in: 1...200) ?? 8), in: timeline)
        case "crash":
            let question = CrashQuestion(try timeline.recording.crash())
            var answer = answer(to: question, in: timeline).object ?? [:]
            answer["sentence"] = CrashReport(try question.answer(of: timeline)).story.sentence.map(JSONValue.string)
            return .object(answer)
        default: throw RecordingError(.invalidRequest, "the page can't ask '\(verb)'")
        }
    }

    /// What was at each place that a step changes: a list of one value, or none if nothing was there or nothing is known.
    private func valuesBefore(_ number: Int, in timeline: Timeline) throws(RecordingError) -> JSONValue? {
        guard let step = try timeline.step(at: number), let patch = step.patch, number > timeline.steps.lowerBound,
            case .known(let state) = try timeline.state(at: number - 1, store: step.store)
        else { return nil }
        return .array(patch.operations.prefix(200).map { operation in .array([state[operation.pointer]].compactMap { $0 }) })
    }

    /// What the page gets in place of an answer: why, and if the recording is the reason, the kind of failure.
    static func failure(_ reason: String, code: RecordingError.Code? = nil) -> JSONValue {
        var answer: JSONObject = ["error": .string(reason)]
        if let code { answer["code"] = .string(code.rawValue) }
        return .object(answer)
    }

    /// The rows of an answer as `--json` has them, the remarks on it, and, if asked for, the lines that the command prints.
    private func answer<Asked: RenderedQuestion>(to question: Asked, in timeline: Timeline) -> JSONValue {
        do throws(QuestionError) {
            let (rows, conclusion) = try question.answer(in: timeline)
            var answer: JSONObject = ["rows": .array(rows.map { $0.json })]
            var remarks = conclusion.remarks
            if case .no(let reason?) = conclusion.verdict { remarks.append(reason) }
            if !remarks.isEmpty { answer["remarks"] = .array(remarks.map { .string($0.sentence) }) }
            if words["lines"]?.bool == true {
                let table = question.table(Drawing(of: timeline))
                let lines = table.header + rows.flatMap { table.lines($0) } + table.rest()
                answer["lines"] = .array(lines.map { .string($0.text) })
            }
            return .object(answer)
        } catch {
            if case .recording(let error) = error { return Self.failure(error.description, code: error.code) }
            return Self.failure(error.description)
        }
    }
}

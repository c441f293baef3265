import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// A verb that is a tool: what it found can be said in a sentence, and the rest of a long answer asked for.
protocol AssistantQuestion: Verb {
    /// The answer in a sentence: ours, with recorded text in quotes.
    func sentence(_ found: FoundRows<Row>) -> String

    /// The rows as the tool answers them.
    func answerRows(_ rows: [Row], in timeline: Timeline) -> [AssistantAnswer.Row]

    /// What a call changes in its arguments to ask for a row and those behind it; `nil` if that can't be asked.
    func next(from row: Row) -> JSONObject?

    /// What to ask after what was found.
    func next(_ found: FoundRows<Row>) -> AssistantAnswer.Next?

    /// What a call changes in its arguments to ask for a part of the only row, of which these places are left out.
    func part(_ places: [JSONPointer]) -> JSONObject?
}

/// What a question found: the first rows, and how many there are.
struct FoundRows<Row> {
    var first: [Row] = []
    var last: Row?
    var count = 0

    /// How many rows are kept.
    fileprivate static var limit: Int { 300 }

    fileprivate mutating func add(_ row: Row) {
        count += 1
        last = row
        if first.count < Self.limit { first.append(row) }
    }
}

extension AssistantQuestion {
    func answerRows(_ rows: [Row], in timeline: Timeline) -> [AssistantAnswer.Row] {
        var drawing = Drawing(of: timeline)
        drawing.foldAdvice = nil
        let table = table(drawing)
        return rows.map { row in AssistantAnswer.Row(table.lines(row), row.json, next: next(from: row)) }
    }

    func next(from row: Row) -> JSONObject? { nil }

    func part(_ places: [JSONPointer]) -> JSONObject? { nil }

    func next(_ found: FoundRows<Row>) -> AssistantAnswer.Next? { nil }

    /// Asks a recording what the arguments of a call say.
    ///
    /// - Throws: `PromptError` if they are not what the verb takes, or the recording can't answer; `RecordingError`.
    static func ask(_ call: AssistantCall, _ timeline: Timeline) throws -> AssistantAnswer {
        var arguments = VerbArguments(
            try GivenWords(of: .object(call.arguments), for: declaration),
            at: AskedPlace(timeline, predicate: AssistantExpression.predicate))
        let question = try Self(&arguments)
        if try question.needsIndex(in: timeline) {
            call.progress("indexing")
            try timeline.prepareIndex { StopRequest.isMade }
        }
        return try question.answer(timeline, arguments.remarks)
    }

    fileprivate func answer(_ timeline: Timeline, _ remarks: [Remark]) throws -> AssistantAnswer {
        var found = FoundRows<Row>()
        let conclusion = try answer(in: timeline) { row in
            found.add(row)
            return !StopRequest.isMade
        }
        var answer = AssistantAnswer(sentence: sentence(found))
        answer.rows = answerRows(found.first, in: timeline)
        answer.moreRows = found.count - found.first.count
        answer.remarks = (remarks + conclusion.remarks).map(\.sentence)
        if case .no(let reason?) = conclusion.verdict { answer.remarks.insert(reason.sentence, at: 0) }
        answer.part = { part($0) }
        answer.next = next(found)
        return answer
    }
}

extension RowStep {
    /// `step 17, "cart/add"`, for a sentence.
    var told: String {
        if steps.count > 1 { return "one of steps \(number)" }
        return "step \(number)" + (step.map { ", \(AssistantText.quoted($0.type))" } ?? "")
    }
}

extension Step {
    /// `step 17, "cart/add"`, for a sentence.
    var told: String { "step \(number), \(AssistantText.quoted(type))" }
}

extension JSONPointer {
    /// `"/cart/items"` or `the state`, for a sentence.
    var told: String { tokens.isEmpty ? "the state" : AssistantText.quoted(description) }
}

extension DiffCounts {
    /// `1 value differs, at "/cart"`, for a sentence; `nil` if nothing differs.
    var told: String? {
        let values = total.all
        return values == 0 ? nil : "\(plural(values, "value")) differ\(values == 1 ? "s" : ""), \(atPlaces(places.map(\.name)))"
    }
}

/// `at "/cart", "/user"`, for a sentence.
private func atPlaces(_ places: [String]) -> String {
    let named = places.prefix(4).map { AssistantText.quoted($0, limit: 40) }.joined(separator: ", ")
    return "at \(named)" + (places.count > 4 ? " and \(plural(places.count - 4, "other place"))" : "")
}

/// `1 row`, `2 rows`.
func plural(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }

// MARK: The verbs

extension LogQuestion: AssistantQuestion {
    func sentence(_ found: FoundRows<Row>) -> String {
        let steps = found.first.compactMap { row in if case .item(.step(let step)) = row.content { step } else { nil } }
        guard let first = steps.first else { return "No step matches." }
        var last = steps[steps.count - 1]
        if case .item(.step(let step))? = found.last?.content { last = step }
        if first == last { return "One step matches: \(first.told)." }
        return "\(plural(found.count, "row")), from \(first.told), to \(last.told)."
    }

    /// Consecutive equal actions are one row.
    func answerRows(_ rows: [Row], in timeline: Timeline) -> [AssistantAnswer.Row] {
        guard let ending = rows.first?.ending else { return [] }
        var items: [Timeline.Item] = []
        for case .item(let item) in rows.lazy.map(\.content) { items.append(item) }
        var answer: [AssistantAnswer.Row] = []
        if let first = rows.first, case .beginning = first.content {
            answer.append(AssistantAnswer.Row([StepRow.initial(isCurrent: false)], first.json))
        }
        return answer
            + StepFolds.rows(items, ending: ending).map { row in
                AssistantAnswer.Row(
                    [row.line(ending: ending)], row.json(ending: ending), next: row.firstStep.map { rangeFrom($0, to: steps) })
            }
    }
}

extension StepFolds.Row {
    fileprivate func json(ending: Ending) -> JSONValue {
        switch self {
        case .item(let item): item.json(ending: ending)
        case .run(let run): run.json
        }
    }

    fileprivate var firstStep: Int? {
        switch self {
        case .item(.step(let step)): step.number
        case .item: nil
        case .run(let run): run.first.number
        }
    }
}

/// The argument for the steps from one on, up to the end that was asked for.
private func rangeFrom(_ step: Int, to steps: ClosedRange<Int>?) -> JSONObject {
    ["steps": .string("\(step)..\(steps.map { "\($0.upperBound)" } ?? "")"), "last": .null]
}

extension HistoryQuestion: AssistantQuestion {
    func sentence(_ found: FoundRows<Row>) -> String {
        let name = place.told
        guard let last = found.last else { return "No state has anything at \(name)." }
        let value = last.value.map { AssistantText.quoted($0.jsonText) } ?? "nothing"
        return "\(name.sentenceCased) had \(plural(found.count, "value")); the last, \(value), since \(last.step.told)."
    }

    func next(from row: Row) -> JSONObject? { rangeFrom(row.step.steps.upperBound, to: steps) }
}

extension FindQuestion: AssistantQuestion {
    func sentence(_ found: FoundRows<Row>) -> String {
        guard let first = found.first.first else { return "It is never true." }
        let more = found.count > 1 ? "; \(plural(found.count, "time")) in all, last at \(found.last?.step.told ?? "")" : ""
        return "It becomes true first at \(first.step.told)\(more)."
    }

    func next(from row: Row) -> JSONObject? { rangeFrom(row.step.steps.upperBound, to: steps) }
}

extension BlameQuestion: AssistantQuestion {
    func sentence(_ found: FoundRows<Row>) -> String {
        let latest = found.first.max { $0.step.steps.upperBound < $1.step.steps.upperBound }
        guard let latest else { return "Nothing is there." }
        let place = latest.place.told
        if found.count == 1 { return "\(place.sentenceCased) was last changed by \(latest.step.told)." }
        return "\(plural(found.count, "part")); the latest change is that of \(place), by \(latest.step.told)."
    }

    func next(from row: Row) -> JSONObject? { ["path": .string(row.place.description)] }
}

extension DiffQuestion: AssistantQuestion {
    func sentence(_ found: FoundRows<Row>) -> String {
        let places = found.first.flatMap { row in row.counts.places.map { $0.name } }
        let what = found.first.reduce(0) { $0 + $1.counts.total.all }
        if what == 0 { return "\(place.told.sentenceCased) is the same after steps \(from) and \(to)." }
        if to == from + 1 { return "Step \(to) changed \(plural(what, "value")), \(atPlaces(places))." }
        let differing = "\(plural(what, "value")) differ\(what == 1 ? "s" : "")"
        return "Between the states after steps \(from) and \(to), \(differing), \(atPlaces(places))."
    }
}

extension CheckQuestion: AssistantQuestion {
    func sentence(_ found: FoundRows<Row>) -> String {
        let broken = found.first.filter { !$0.isUndecided && $0.step != nil }
        let first = broken.min { ($0.step?.steps.upperBound ?? 0) < ($1.step?.steps.upperBound ?? 0) }
        let undecided = found.first.count { $0.isUndecided }
        let rest = undecided > 0 ? " \(undecided) can't be decided." : ""
        guard let first, let step = first.step else {
            return undecided == found.count
                ? "None of the \(plural(found.count, "rule")) can be decided."
                : "\(plural(found.count - undecided, "rule")) held after every known state." + rest
        }
        let name = AssistantText.quoted(first.result.invariant.name)
        return "\(broken.count) of \(plural(found.count, "rule")) are broken; the first is \(name), at \(step.told)." + rest
    }
}

import RewindFormat
import RewindValue

/// The interpreter behind every prompt over a recording: a line of text in, an answer as a value out.
///
/// ```
/// var debugger = Debugger(timeline)
/// debugger.execute("goto @1:02.5")   // .position(17, …)
/// debugger.execute("p .cart.items")  // .value([…], …)
/// debugger.execute("")               // the same again
/// ```
///
/// The debugger never throws. What goes wrong is an ``Answer/problem(_:)``, after which the position stays, or an
/// ``Answer/unreadable(_:)``.
package struct Debugger: Sendable {
    /// The recording under inspection.
    package private(set) var timeline: Timeline
    /// The step whose state is shown.
    package internal(set) var position: Int
    /// The store that was named, for questions that may be about several; by default that of the step, or one that can have what is asked
    /// for.
    package var store: String?
    /// The breakpoints, in the order of their numbers.
    package internal(set) var breakpoints: [Breakpoint] = []
    /// Steps to go back to, by their numbers from 1.
    package internal(set) var checkpoints: [Checkpoint] = []
    /// Parts of the state that are shown after every move.
    package internal(set) var displays: [Display] = []
    /// Steps that were given a name in this debugger.
    package internal(set) var marks: [Mark] = []
    /// The number of the last breakpoint that was set.
    var lastNumber = 0
    private var lastLine = ""
    /// The remarks on the recording that were made so far.
    private var told: [Remark] = []
    /// Parses the conditions of breakpoints.
    let predicate: PredicateParser

    /// Parses a condition.
    package typealias PredicateParser = @Sendable (String) throws(Problem) -> Predicate

    /// Parses our own language.
    package static let expressions: PredicateParser = { text throws(Problem) in
        try Problem.parsing { () throws(ExpressionError) in try Predicate(parsing: text) }
    }

    /// A debugger at the first position, the state before the first action.
    ///
    /// - Parameter predicate: Parses the conditions of breakpoints; by default, only ``Expression`` is understood.
    package init(_ timeline: Timeline, predicate: @escaping PredicateParser = Debugger.expressions) {
        self.init(timeline, at: timeline.steps.lowerBound, predicate: predicate)
    }

    /// A debugger at a step, or at the nearer end if there is no such step.
    package init(_ timeline: Timeline, at step: Int, predicate: @escaping PredicateParser = Debugger.expressions) {
        self.predicate = predicate
        self.timeline = timeline
        position = min(max(step, timeline.steps.lowerBound), timeline.steps.upperBound)
    }

    /// Continues with a recording that has grown since, at a step, or by default at the present one; all settings stay.
    package mutating func follow(_ timeline: Timeline, at step: Int? = nil) {
        self.timeline = timeline
        position = min(max(step ?? position, timeline.steps.lowerBound), timeline.steps.upperBound)
    }

    /// Executes a line; an empty line repeats the last one, unless that one failed.
    package mutating func execute(_ line: String) -> Answer {
        guard let typed = PromptLine(line) else { return lastLine.isEmpty ? here() : execute(lastLine) }
        lastLine = ""
        do throws(Problem) {
            let answer = try perform(typed)
            lastLine = line
            return try Problem.reading { () throws(RecordingError) in try displaying(once(answer)) }
        } catch {
            return error.unreadable.map { .unreadable($0) } ?? .problem(error.message, error.remarks)
        }
    }

    /// The current position as an answer.
    package func here() -> Answer {
        do {
            return .position(position, try timeline.step(at: position))
        } catch {
            return .unreadable(error)
        }
    }

    /// The answer without the remarks on the recording that were made before.
    private mutating func once(_ answer: Answer) -> Answer {
        func isNew(_ remark: Remark) -> Bool { !remark.isOfRecording || !told.contains(remark) }
        switch answer {
        case .remarked(let answer, let remark):
            let rest = once(answer)
            defer { if remark.isOfRecording { told.append(remark) } }
            return isNew(remark) ? rest.with(remark) : rest
        case .no(let reason, let remarks):
            defer { told += remarks.filter { $0.isOfRecording } }
            return .no(reason, remarks.filter(isNew))
        default: return answer
        }
    }

    /// An answer that reports a move, together with the current displays.
    private func displaying(_ answer: Answer) throws(RecordingError) -> Answer {
        switch answer {
        case .position where !displays.isEmpty, .stopped where !displays.isEmpty: .displaying(answer, try shown())
        case .remarked(let answer, let remark): try displaying(answer).with(remark)
        default: answer
        }
    }

    private mutating func perform(_ line: PromptLine) throws(Problem) -> Answer {
        // A place alone means to go there.
        if let place = try? StepReference(parsing: line.verb), line.rest.isEmpty { return try go(to: place) }
        let command = try Command.named(line.verb)
        let (named, rest) = try line.store()
        let before = store
        defer { store = before }
        if let named {
            guard timeline.storeNames.contains(named) else {
                throw Problem("there is no store '\(named)', only \(timeline.storeNames.map { "'\($0)'" }.joined(separator: ", "))")
            }
            store = named
        }
        let arguments = rest.split(whereSeparator: { $0.isWhitespace })
        guard arguments.count <= command.row.wordLimit else { throw Problem("too many arguments: the command is '\(command.usage)'") }
        switch command {
        case .next: return try move(by: try count(arguments))
        case .back: return try move(by: -(try count(arguments)))
        case .goto:
            if rest.isEmpty { throw Problem("no step given: the command is '\(command.usage)'") }
            position = try resolve(rest)
            return here()
        case .print: return try print(rest)
        case .diff: return try diff(arguments)
        case .list: return try list(arguments.first)
        case .continue: return try proceed(to: breakpoints, isForward: true)
        case .reverseContinue: return try proceed(to: breakpoints, isForward: false)
        case .until: return try until(rest)
        case .break: return try addBreakpoint(rest, usage: command.usage)
        case .tbreak: return try addBreakpoint(rest, usage: command.usage, isTemporary: true)
        case .watch: return try addWatch(rest)
        case .delete: return try delete(arguments.first)
        case .blame: return try blame(rest)
        case .where: return try causes()
        case .condition: return try setCondition(rest)
        case .history: return try history(rest)
        case .find: return try find(rest)
        case .display: return try display(rest)
        case .undisplay: return try undisplay(arguments.first)
        case .mark: return try addMark(arguments.first)
        case .checkpoint: return addCheckpoint()
        case .restart: return try restart(arguments.first)
        case .info: return try info(arguments.first)
        case .crash: return try crash()
        case .help:
            guard let word = arguments.first else { return .help(nil) }
            return .help(try Command.named(word))
        case .quit: return .quit
        }
    }

    private mutating func go(to place: StepReference) throws(Problem) -> Answer {
        position = try resolve(place)
        return here()
    }

    private mutating func move(by count: Int) throws(Problem) -> Answer {
        let target = min(max(position + count, timeline.steps.lowerBound), timeline.steps.upperBound)
        if target == position, count != 0 { throw Problem(count > 0 ? "this is the last step" : "this is the beginning") }
        return try pass(to: target)
    }

    /// Goes to a step, or to the first breakpoint on the way that stops.
    mutating func pass(to target: Int) throws(Problem) -> Answer {
        if !breakpoints.isEmpty, target != position { return try proceed(to: breakpoints, isForward: target > position, upTo: target) }
        position = target
        return here()
    }

    private func count(_ arguments: [Substring]) throws(Problem) -> Int {
        guard let text = arguments.first else { return 1 }
        guard let count = Int(text), count > 0, count < 1 << 53 else { throw Problem("'\(text)' is not a number of steps") }
        return count
    }

    private func print(_ text: Substring) throws(Problem) -> Answer {
        let place = text.isEmpty ? .root : try Self.parsed(text)
        let expression = place == nil ? try predicate(String(text)) : nil
        let (step, unfinished) = try Problem.reading { () throws(RecordingError) in try timeline.stepWithState(at: position) }
        if let expression {
            let (rows, conclusion) = try Problem.asking { () throws(QuestionError) in
                try ValueQuestion(step, expression, store: store).answer(in: timeline)
            }
            return Answer.values(rows.map { $0.value }).with(unfinished).with(conclusion.remarks)
        }
        let path = place ?? .root
        let other = try Problem.reading { () throws(RecordingError) in try storeElsewhere(with: path, step) }
        let (rows, _) = try Problem.asking { () throws(QuestionError) in
            try ValueQuestion(step, at: path, store: store ?? other).answer(in: timeline)
        }
        let answer = Answer.value(rows[0].value, at: path, step: step)
        return answer.with(other.map { .store($0, others: []) }).with(unfinished)
    }

    /// The only store that has a value at a place, if that of the step has none; `nil` if several have one, or a store was named.
    private func storeElsewhere(with path: JSONPointer, _ step: Int) throws(RecordingError) -> String? {
        func hasValue(_ name: String) throws(RecordingError) -> Bool {
            if case .known(let state) = try timeline.state(at: step, store: name) { state[path] != nil } else { false }
        }
        if store != nil || !timeline.hasSeveralStores { return nil }
        if try hasValue(timeline.ownStore(at: step)) { return nil }
        var able: [String] = []
        for name in timeline.storeNames where try hasValue(name) { able.append(name) }
        return able.count == 1 ? able[0] : nil
    }

    /// Rows that `find` and `history` show.
    private static let rowLimit = 40

    /// Asks about a place: in the store that can have it, with a remark if others can have it, too.
    private func asking<Asked: Question>(
        about place: JSONPointer, _ question: (String) -> Asked
    ) throws(Problem) -> (rows: [Asked.Row], conclusion: Conclusion, remarks: [Remark]) {
        let (store, remark) = try Problem.reading { () throws(RecordingError) in try storeToAsk(Predicate(place)) }
        let (rows, conclusion) = try Problem.asking { () throws(QuestionError) in try question(store).answer(in: timeline) }
        return (rows, conclusion, (remark.map { [$0] } ?? []) + conclusion.remarks)
    }

    private func blame(_ text: Substring) throws(Problem) -> Answer {
        var place = JSONPointer.root
        if !text.isEmpty { place = try Problem.parsing { () throws(JSONPointerError) in try JSONPointer(argument: String(text)) } }
        let (rows, _, remarks) = try asking(about: place) { BlameQuestion(place, at: position, store: $0) }
        return Answer.blame(rows).with(remarks)
    }

    private func history(_ text: Substring) throws(Problem) -> Answer {
        guard let place = text.isEmpty ? .root : try Self.parsed(text) else {
            throw Problem("'\(text)' is not a path: the command is '\(Command.history.usage)'")
        }
        let (rows, conclusion, remarks) = try asking(about: place) { HistoryQuestion(of: place, store: $0) }
        if case .no(let reason?) = conclusion.verdict { return .no(reason, conclusion.remarks) }
        return Answer.history(rows.suffix(Self.rowLimit), of: place, omitted: max(0, rows.count - Self.rowLimit)).with(remarks)
    }

    private func find(_ text: Substring) throws(Problem) -> Answer {
        if text.isEmpty { throw Problem("no expression given: the command is '\(Command.find.usage)'") }
        let condition = try predicate(String(text))
        let (rows, conclusion) = try Problem.asking { () throws(QuestionError) in
            try FindQuestion(condition, written: String(text), scope: .all, store: store).answer(in: timeline)
        }
        if case .no(let reason?) = conclusion.verdict { return .no(reason, conclusion.remarks) }
        return Answer.found(rows.dropLast(max(0, rows.count - Self.rowLimit)), omitted: max(0, rows.count - Self.rowLimit))
            .with(conclusion.remarks)
    }

    private func crash() throws(Problem) -> Answer {
        let (rows, conclusion) = try Problem.asking { () throws(QuestionError) in
            try CrashQuestion(QuestionError.reading { () throws(RecordingError) in try timeline.recording.crash() }).answer(in: timeline)
        }
        if case .no(let reason?) = conclusion.verdict { return .no(reason, conclusion.remarks) }
        return .crash(rows[0])
    }

    /// The steps that words name; both ends of a range.
    private func ends(_ words: [Substring]) throws(Problem) -> [Int] {
        if words.count == 1, words[0].contains(".."), let range = try? StepRange(parsing: words[0]) {
            return [try resolve(range.first ?? .start(plus: 0)), try resolve(range.last ?? .end(minus: 0))]
        }
        var ends: [Int] = []
        for word in words { ends.append(try resolve(word)) }
        return ends
    }

    private func diff(_ words: [Substring]) throws(Problem) -> Answer {
        let places = try ends(words)
        let from = places.first ?? max(timeline.steps.lowerBound, position - 1)
        let to = places.count > 1 ? places[1] : position
        let own = try Problem.reading { () throws(RecordingError) in
            if let store { return store }
            if let own = try timeline.step(at: to)?.store { return own }
            return try timeline.ownStore(at: from)
        }
        let (rows, _) = try Problem.asking { () throws(QuestionError) in
            try DiffQuestion(from: from, to: to, store: own).answer(in: timeline)
        }
        let answer = Answer.diff(rows[0].diff, from: from, to: to)
        guard timeline.hasSeveralStores, store == nil, !places.isEmpty else { return answer }
        let all = try Problem.asking { () throws(QuestionError) in
            try DiffQuestion(from: from, to: to, store: nil).answer(in: timeline).rows
        }
        let others = all.filter { !$0.diff.isEmpty }.compactMap { $0.store }.filter { $0 != own }
        return others.isEmpty ? answer : answer.with(.changedToo(own, others: others))
    }

    /// Steps that `list` shows on either side.
    private static let surroundings = 5

    private func list(_ text: Substring?) throws(Problem) -> Answer {
        var range = ((position - Self.surroundings)...(position + Self.surroundings)).clamped(to: timeline.steps)
        if let text {
            let steps = try Problem.parsing { () throws(ReferenceError) in try StepRange(parsing: text) }
            range = try Problem.reading { () throws(RecordingError) in try steps.resolve(in: timeline) }
        }
        return .list(
            try Problem.asking { () throws(QuestionError) in try LogQuestion(in: range).answer(in: timeline).rows }, current: position)
    }
}

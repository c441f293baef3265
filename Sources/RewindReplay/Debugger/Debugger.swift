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
    package typealias PredicateParser = @Sendable (String) throws -> Predicate

    /// A debugger at the first position, the state before the first action.
    ///
    /// - Parameter predicate: Parses the conditions of breakpoints; by default, only ``Expression`` is understood.
    package init(_ timeline: Timeline, predicate: @escaping PredicateParser = { try Predicate(parsing: $0) }) {
        self.init(timeline, at: timeline.steps.lowerBound, predicate: predicate)
    }

    /// A debugger at a step, or at the nearer end if there is no such step.
    package init(_ timeline: Timeline, at step: Int, predicate: @escaping PredicateParser = { try Predicate(parsing: $0) }) {
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
        let words = line.split(whereSeparator: { $0.isWhitespace })
        if words.isEmpty { return lastLine.isEmpty ? here() : execute(lastLine) }
        lastLine = ""
        do {
            let answer = try withNamedStore(line[words[0].endIndex...].drop { $0.isWhitespace }) { debugger, rest in
                try debugger.perform([words[0]] + rest.split(whereSeparator: { $0.isWhitespace }), rest: rest)
            }
            lastLine = line
            return try displaying(once(answer))
        } catch let problem as Problem {
            return .problem(problem.message, problem.remarks)
        } catch QuestionError.recording(let error) where error.code != .noSuchStep {
            return .unreadable(error)
        } catch let error as QuestionError {
            return .problem("\(error.reason)")
        } catch let error as RecordingError where error.code != .noSuchStep {
            return .unreadable(error)
        } catch var error as RecordingError {
            error.path = nil  // at a prompt there is one recording
            return .problem("\(error)")
        } catch {
            return .problem("\(error)")
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
            defer { told += remarks.filter(\.isOfRecording) }
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

    private mutating func perform(_ words: [Substring], rest: Substring) throws -> Answer {
        let arguments = Array(words.dropFirst())
        // A place alone means to go there.
        if let place = try? StepReference(parsing: words[0]), arguments.isEmpty { return try go(to: place) }
        let command = try Command.named(words[0])
        let rest = rest[..<(arguments.last?.endIndex ?? rest.startIndex)]
        guard arguments.count <= command.argumentLimit else { throw Problem("too many arguments: the command is '\(command.usage)'") }
        switch command {
        case .next: return try move(by: try count(arguments))
        case .back: return try move(by: -(try count(arguments)))
        case .goto:
            if rest.isEmpty { throw Problem("no step given: the command is '\(command.usage)'") }
            return try go(to: try StepReference(parsing: rest))
        case .print: return try print(rest)
        case .diff: return try diff(try ends(arguments).map(resolve))
        case .list: return try list(try arguments.first.map { try StepRange(parsing: $0).resolve(in: timeline) })
        case .continue: return try proceed(to: breakpoints, isForward: true)
        case .reverseContinue: return try proceed(to: breakpoints, isForward: false)
        case .until: return try until(rest)
        case .break: return try addBreakpoint(rest, usage: command.usage)
        case .tbreak: return try addBreakpoint(rest, usage: command.usage, isTemporary: true)
        case .watch: return try addWatch(rest)
        case .delete: return try delete(arguments.first)
        case .blame: return try blame(arguments.first)
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
        case .help: return .help(try arguments.first.map { try Command.named($0) })
        case .quit: return .quit
        }
    }

    private mutating func go(to place: StepReference) throws -> Answer {
        position = try resolve(place)
        return here()
    }

    private mutating func move(by count: Int) throws -> Answer {
        let target = min(max(position + count, timeline.steps.lowerBound), timeline.steps.upperBound)
        if target == position, count != 0 { throw Problem(count > 0 ? "this is the last step" : "this is the beginning") }
        return try pass(to: target)
    }

    /// Goes to a step, or to the first breakpoint on the way that stops.
    mutating func pass(to target: Int) throws -> Answer {
        if !breakpoints.isEmpty, target != position { return try proceed(to: breakpoints, isForward: target > position, upTo: target) }
        position = target
        return here()
    }

    private func count(_ arguments: [Substring]) throws -> Int {
        guard let text = arguments.first else { return 1 }
        guard let count = Int(text), count > 0, count < 1 << 53 else { throw Problem("'\(text)' is not a number of steps") }
        return count
    }

    private func print(_ text: Substring) throws -> Answer {
        let (step, unfinished) = try timeline.stepWithState(at: position)
        guard let path = try text.isEmpty ? .root : Self.place(in: text) else {
            let expression = try predicate(String(text))
            let (values, remarks) = try results(of: expression, at: step)
            let absence = values.contains { $0 != .null } ? nil : try remark(on: expression)
            return Answer.values(values).with(absence).with(unfinished).with(remarks + timeline.hidden(from: [expression]))
        }
        let state = try timeline.state(at: step, store: store).get()
        if let value = state[path] { return Answer.value(value, at: path, step: step).with(unfinished) }
        if let (other, value) = try valueElsewhere(at: path, step) {
            return Answer.value(value, at: path, step: step).with(.store(other, others: [])).with(unfinished)
        }
        let own = try store ?? timeline.ownStore(at: step)
        throw Problem(timeline.nothing(at: path, in: state, step: step, store: own).description)
    }

    /// The value at a place in the only store that has one there; `nil` if several have, or a store was named.
    private func valueElsewhere(at path: JSONPointer, _ step: Int) throws -> (store: String, value: JSONValue)? {
        if store != nil || !timeline.hasSeveralStores { return nil }
        var found: [(store: String, value: JSONValue)] = []
        for name in timeline.storeNames {
            guard case .known(let state) = try timeline.state(at: step, store: name), let value = state[path] else { continue }
            found.append((name, value))
        }
        return found.count == 1 ? found[0] : nil
    }

    private func results(of expression: Predicate, at step: Int) throws -> (values: [JSONValue], remarks: [Remark]) {
        let (verdict, remarks) = try timeline.remarkedVerdict(of: expression, at: step, store: store)
        switch verdict {
        case .results(let results): return (results, remarks)
        case .failed(let failure): throw Problem("'\(expression)' has no value at step \(step): \(failure)")
        case .unknown(let unknown): throw unknown
        }
    }

    /// A condition as a predicate; refuses slips that jq would accept.
    static func condition(_ text: String, _ predicate: PredicateParser) throws -> Predicate {
        try ConditionSlip.check(text)
        return try predicate(text)
    }

    /// Rows that `find` and `history` show.
    private static let rowLimit = 40

    private func blame(_ text: Substring?) throws -> Answer {
        let place = try text.map { try JSONPointer(argument: String($0)) } ?? .root
        let (store, remark) = try storeToAsk(Predicate(place))
        let (rows, conclusion) = try BlameQuestion(place, at: position, store: store).answer(in: timeline)
        return Answer.blame(rows).with(remark).with(conclusion.remarks)
    }

    private func history(_ text: Substring) throws -> Answer {
        guard let place = try text.isEmpty ? .root : Self.place(in: text) else {
            throw Problem("'\(text)' is not a path: the command is '\(Command.history.usage)'")
        }
        let (store, remark) = try storeToAsk(Predicate(place))
        let (rows, conclusion) = try HistoryQuestion(of: place, store: store).answer(in: timeline)
        if case .no(let reason?) = conclusion.verdict { return .no(reason, conclusion.remarks) }
        let answer = Answer.history(rows.suffix(Self.rowLimit), of: place, omitted: max(0, rows.count - Self.rowLimit))
        return answer.with(remark).with(conclusion.remarks)
    }

    private func find(_ text: Substring) throws -> Answer {
        if text.isEmpty { throw Problem("no expression given: the command is '\(Command.find.usage)'") }
        let condition = try Self.condition(String(text), predicate)
        let (rows, conclusion) = try FindQuestion(condition, written: String(text), scope: .all, store: store).answer(in: timeline)
        if case .no(let reason?) = conclusion.verdict { return .no(reason, conclusion.remarks) }
        return Answer.found(rows.dropLast(max(0, rows.count - Self.rowLimit)), omitted: max(0, rows.count - Self.rowLimit))
            .with(conclusion.remarks)
    }

    private func crash() throws -> Answer {
        let (rows, conclusion) = try CrashQuestion(timeline.recording.crash()).answer(in: timeline)
        if case .no(let reason?) = conclusion.verdict { return .no(reason, conclusion.remarks) }
        return .crash(rows[0])
    }

    /// The places that words name; both ends of a range.
    private func ends(_ words: [Substring]) throws -> [StepReference] {
        guard words.count == 1, words[0].contains(".."), let range = try? StepRange(parsing: words[0]) else {
            return try words.map { try StepReference(parsing: $0) }
        }
        return [range.first ?? .start(plus: 0), range.last ?? .end(minus: 0)]
    }

    private func diff(_ places: [Int]) throws -> Answer {
        let from = places.first ?? max(timeline.steps.lowerBound, position - 1)
        let to = places.count > 1 ? places[1] : position
        let answer = Answer.diff(try timeline.diff(from: from, to: to), from: from, to: to)
        guard timeline.hasSeveralStores, !places.isEmpty else { return answer }
        let own = try timeline.step(at: to)?.store ?? timeline.ownStore(at: from)
        let others = try timeline.storeNames.filter { store in
            guard store != own, case .known(let new) = try timeline.state(at: to, store: store) else { return false }
            return try timeline.state(at: from, store: store) != .known(new)
        }
        if others.isEmpty { return answer }
        return answer.with(.changedToo(own, others: others))
    }

    /// Steps that `list` shows on either side.
    private static let surroundings = 5

    private func list(_ range: ClosedRange<Int>?) throws -> Answer {
        let around = (position - Self.surroundings)...(position + Self.surroundings)
        return .list(try LogQuestion(in: range ?? around.clamped(to: timeline.steps)).answer(in: timeline).rows, current: position)
    }
}

extension Debugger.Command {
    fileprivate var argumentLimit: Int {
        switch self {
        case .diff: 2
        case .next, .back, .list, .delete, .blame, .info, .undisplay, .mark, .restart, .help: 1
        case .goto, .break, .tbreak, .until, .condition, .print, .watch, .display, .history, .find: .max
        case .continue, .reverseContinue, .where, .checkpoint, .crash, .quit: 0
        }
    }
}

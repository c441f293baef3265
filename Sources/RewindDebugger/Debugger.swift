package import RewindFormat
package import RewindRendering
package import RewindReplay
import RewindValue

/// The interpreter behind every prompt over a recording: a line of text in, an answer as a value out.
///
/// ```
/// var debugger = Debugger(timeline)
/// debugger.execute("goto @1:02.5")   // .position(17, …)
/// debugger.execute("p .cart.items")  // .asked(…)
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
    private var reportedRemarks: [Remark] = []
    /// The verbs that the prompt has: those over a recording, and perhaps others.
    package var words: PromptWords
    /// Parses the conditions of breakpoints.
    let predicate: PredicateParser
    /// Measures the files of a recording, for its description.
    package var sizes: @Sendable (Recording) -> FileSizes = { _ in FileSizes() }
    /// Prepares the index of paths of a recording, before a verb that saves more by it than it takes.
    package var index: @Sendable (Timeline) throws(RecordingError) -> Void = { _ in }

    /// Finds the app's source.
    package var source: SourceExcerpt.Finder = { _ in nil }

    package typealias Problem = PromptError

    /// A debugger at a step, or at the nearer end if there is no such step.
    ///
    /// - Parameters:
    ///   - step: by default the first position, the state before the first action.
    ///   - words: the verbs that the prompt has.
    ///   - predicate: Parses the conditions of breakpoints; by default, only ``Expression`` is understood.
    package init(
        _ timeline: Timeline, at step: Int? = nil, words: PromptWords = Debugger.words,
        predicate: @escaping PredicateParser = ownExpressions
    ) {
        (self.timeline, self.words, self.predicate) = (timeline, words, predicate)
        position = min(max(step ?? 0, timeline.steps.lowerBound), timeline.steps.upperBound)
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
            return try Problem.wrappingRecordingErrors { () throws(RecordingError) in try displaying(once(answer)) }
        } catch {
            return error.unreadable.map { .unreadable($0) } ?? once(.problem(error.message, error.remarks))
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
        func isNew(_ remark: Remark) -> Bool { !remark.isOfRecording || !reportedRemarks.contains(remark) }
        switch answer {
        case .remarked(let answer, let remark):
            let rest = once(answer)
            defer { if remark.isOfRecording { reportedRemarks.append(remark) } }
            return isNew(remark) ? rest.with(remark) : rest
        case .problem(let message, let remarks):
            defer { reportedRemarks += remarks.filter { $0.isOfRecording } }
            return .problem(message, remarks.filter(isNew))
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
        let row = try words.row(for: line.verb)
        let (named, typed) = try line.store()
        let before = store
        defer { store = before }
        if let named {
            guard timeline.storeNames.contains(named) else {
                throw Problem("there is no store '\(named)', only \(timeline.storeNames.map { "'\($0)'" }.joined(separator: ", "))")
            }
            store = named
        }
        if let verb = Self.readers.first(where: { $0.declaration.name == row.name }) { return try ask(verb, typed) }
        // A place may have words of its own in front.
        let rest = row.argument == .place ? typed : TypedWord.unquoted(typed)
        let arguments = rest.split(whereSeparator: { $0.isWhitespace })
        guard arguments.count <= row.wordLimit else { throw Problem("too many arguments: the command is '\(row.usage)'") }
        // Every other name is a command's.
        let command = Command(rawValue: row.name) ?? .help
        switch command {
        case .next: return try move(by: try count(arguments))
        case .back: return try move(by: -(try count(arguments)))
        case .goto:
            if rest.isEmpty { throw Problem("no step given: the command is '\(command.usage)'") }
            position = try resolve(rest)
            return here()
        case .continue: return try proceed(to: breakpoints, isForward: true)
        case .reverseContinue: return try proceed(to: breakpoints, isForward: false)
        case .until: return try until(rest, isForward: true)
        case .reverseUntil: return try until(rest, isForward: false)
        case .break: return try addBreakpoint(rest, usage: command.usage)
        case .tbreak: return try addBreakpoint(rest, usage: command.usage, isTemporary: true)
        case .watch: return try addWatch(rest)
        case .delete: return try delete(arguments.first)
        case .where: return try causes()
        case .condition: return try setCondition(rest)
        case .display: return try display(rest)
        case .undisplay: return try undisplay(arguments.first)
        case .mark: return try addMark(arguments.first)
        case .checkpoint: return addCheckpoint()
        case .restart: return try restart(arguments.first)
        case .info: return try info(arguments.first)
        case .help:
            return .help(try arguments.first.map { word throws(Problem) in try words.row(for: word) }, of: words)
        case .quit: return .quit
        }
    }

    /// Asks the question of a verb; a no is a problem here.
    private func ask(_ verb: AnyVerb, _ rest: Substring) throws(Problem) -> Answer {
        let place = AskedPlace(
            timeline, predicate: predicate, store: store, sizes: sizes,
            at: AskedPlace.Prompt(
                step: position, resolve: { step throws(PromptError) in try resolve(step) },
                storeToAsk: { expression throws(RecordingError) in try storeToAsk(expression) }))
        var arguments = VerbArguments(try GivenWords(ofLine: rest, for: verb.declaration), at: place)
        let reading = try verb.answer(&arguments, at: position, index: index)
        if case .no(let reason?) = reading.conclusion.verdict { throw Problem(reason.sentence, reading.conclusion.remarks) }
        return Answer.asked(reading).with(arguments.remarks + reading.conclusion.remarks)
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
}

import RewindReplay
import RewindSystem
import RewindValue
import Synchronization

/// A condition or projection in the full jq language, run by the program jq in a process of its own.
///
/// The program comes from the user: it may run forever, until Ctrl-C ends it, and what ends jq leaves this process alone. It can access only
/// its input, neither modules nor `~/.jq`. It may be used from any thread; jq answers one question after the other.
final class JqProgram: Sendable, CustomStringConvertible {
    /// The source text.
    let description: String
    let words: Set<StepWord>
    /// Members that must occur somewhere in a state.
    let names: [String]
    let members: Set<String>
    /// The step words in the order in which the program gets them.
    private let bound: [StepWord]
    private let process: Mutex<JqProcess>

    /// Compiles a program.
    ///
    /// - Throws: ``JqError`` with jq's message.
    init(_ text: String) throws(JqError) {
        let contents = JqText(text)
        description = text
        bound = contents.words
        words = Set(bound.filter { $0 != .state })
        names = contents.requiredMembers
        members = contents.allMembers
        let program = Self.definitions(of: bound) + text
        try JqProcess.check(program, of: text)
        process = Mutex(JqProcess(program))
    }

    /// If the program uses step words, its input is an array of their values and the state.
    private static func definitions(of words: [StepWord]) -> String {
        if words.isEmpty { return "" }
        let functions = words.filter(\.isBare).map { "def \($0.rawValue): \($0); " }.joined()
        return ". as [\((words.map(\.description) + ["$__state"]).joined(separator: ", "))] | \(functions)$__state | "
    }

    /// The program as a predicate.
    var predicate: Predicate {
        Predicate(description, words: words, names: names, members: members) { document throws(Expression.Failure) in
            try self.results(in: document)
        }
    }

    /// The results for a document.
    ///
    /// - Throws: `Expression.Failure` if the program fails.
    func results(in document: StepDocument) throws(Expression.Failure) -> [JSONValue] {
        let input = bound.isEmpty ? document.whole : .array(bound.map { document.value(of: $0) } + [document.whole])
        return try process.withLock { process throws(Expression.Failure) in try process.results(of: input) }
    }
}

/// The reason why a text is not a valid jq program.
struct JqError: Error, CustomStringConvertible {
    let description: String
    /// Whether the answer is unknown because jq is not installed.
    let isForWantOfJq: Bool

    init(_ text: String, _ reason: String, isForWantOfJq: Bool = false) {
        self.isForWantOfJq = isForWantOfJq
        description = "'\(text)' can't be evaluated: \(reason.isEmpty ? "jq rejects it" : reason)\(Self.advice(for: reason))"
    }
}

extension JqError {
    /// What may be meant by a word that jq does not know: `len/0 is not defined`.
    private static func advice(for reason: String) -> String {
        guard let end = reason.firstRange(of: " is not defined")?.lowerBound else { return "" }
        let word = String(reason[..<end].prefix { $0 != "/" })
        let functions =
            (ToolRun.output(of: ["jq", "--null-input", "--compact-output", "builtins"]).flatMap { try? JSONValue(parsing: $0) })?.array
            ?? []
        let names = Set(functions.compactMap { $0.string?.prefix { $0 != "/" } }.map(String.init)).union(
            StepWord.allCases.flatMap { ($0.isBare ? [$0.rawValue] : []) + ["$" + $0.rawValue] })
        let near = NearWord.all(to: word, among: names) + (word.count > 1 ? names.filter { $0.hasPrefix(word) }.sorted() : [])
        if let first = near.first { return "; did you mean '\(first)'?" }
        return "; an expression knows \(StepWord.list), .a.b for a part of the state, and texts in quotes, \"\(word)\""
    }
}

/// The program jq, which gets a document a line and answers each with a line; it is started for the first, and again after it has ended.
private struct JqProcess {
    private let program: String
    private var child: PipedChild?

    init(_ program: String) { self.program = program }

    /// What would read further documents, end jq or write between the answers does something else.
    private static let surroundings = """
        def input: error("an expression has one input, and no further one"); def inputs: input; def stderr: debug; \
        def halt: error("the program halted"); def halt_error: halt; def halt_error(status): halt; 
        """

    /// jq looks for the user's own functions in the home directory.
    private static let environment = ["HOME": "/dev/null"]

    /// - Parameter original: the part of the program that the user wrote, for messages.
    /// - Throws: ``JqError`` if jq does not accept the program, or is missing.
    static func check(_ program: String, of original: String) throws(JqError) {
        let (exit, said): (ChildProcess.Exit, [UInt8])
        do {
            (exit, said) = try ToolRun.ended(["jq", surroundings + program], environment: environment)
        } catch {
            let reason = error.isMissing ? "it needs jq, which is not installed (apt install jq, brew install jq)" : "jq \(error.reason)"
            throw JqError(original, reason, isForWantOfJq: error.isMissing)
        }
        if exit != .status(0) { throw JqError(original, text(of: said)) }
    }

    /// The first message of jq, in one line.
    private static func text(of said: [UInt8]) -> String {
        let line = String(decoding: said.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let prefix = "jq: error: "
        let words = line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : line
        // These tails mention a shell that may not be involved, and a position after which the program's text would have to follow.
        for tail in [" (Unix shell quoting issues?)", " at <top-level>, line"] {
            guard let end = words.firstRange(of: tail)?.lowerBound else { continue }
            return String(words[..<end].replacing("unexpected $end", with: "unexpected end"))
        }
        return words
    }

    mutating func results(of document: JSONValue) throws(Expression.Failure) -> [JSONValue] {
        let child = try started()
        var line: [UInt8] = []
        document.write(into: &line)
        child.send(line + "\n".utf8)
        var said = ""
        while true {
            switch child.nextLine(within: .milliseconds(100)) {
            case .line(let line):
                let text = Array(line)
                guard let answer = try? JSONValue(parsing: text) else {
                    said = String(decoding: text, as: UTF8.self)
                    continue
                }
                if let values = answer["values"]?.array { return values }
                if let error = answer["error"] { throw Expression.Failure(error.string ?? error.jsonText) }
                // What `debug` writes is a list, of the word and the value.
                Diagnostics.say("debug: \((answer.array?.last ?? answer).jsonText)")
            case .silence:
                guard StopRequest.isMade else { continue }
                child.end(within: .zero)
                self.child = nil
                throw Expression.Failure("stopped")
            case .end:
                let exit = child.end(within: .seconds(1))
                self.child = nil
                throw Expression.Failure(StopRequest.isMade ? "stopped" : Self.text(for: exit, said: said))
            }
        }
    }

    private static func text(for exit: ChildProcess.Exit, said: String) -> String {
        switch exit {
        case .signal(let signal): "jq ended with \(SignalName.name(signal))"
        case .status(let status): "jq ended with status \(status)" + (said.isEmpty ? "" : ": \(said)")
        }
    }

    private mutating func started() throws(Expression.Failure) -> PipedChild {
        // What ended it between two questions, such as C-c at a prompt, is no answer to the next one.
        if let child {
            if case .silence = child.nextLine(within: .zero) { return child }
            child.end(within: .zero)
        }
        Interruption.cleanUpFromNowOn(with: PipedChild.endAll)
        let whole = "\(Self.surroundings)try {\"values\":[\(program)\n]} catch {\"error\":.}"
        do {
            let child = try PipedChild(["jq", "--compact-output", "--unbuffered", whole], environment: Self.environment)
            self.child = child
            return child
        } catch { throw Expression.Failure("jq can't be started: \(error.reason)") }
    }
}

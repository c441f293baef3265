import ArgumentParser
import RewindDebugger
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// The interpreter of the prompt over a recording, and the commands on a session that a host reduces, if one is named.
struct HostedDebugger {
    /// The interpreter over the recording, or over what comes of it.
    private(set) var debugger: Debugger
    /// The session; `nil` until a command needs it.
    private(set) var session: SessionEditor?
    /// Starts the host; `nil` if none is named.
    private let start: (() throws -> SessionEditor)?

    init(_ debugger: Debugger, startingWith start: (() throws -> SessionEditor)? = nil) {
        (self.debugger, self.start) = (debugger, start)
        if start != nil { self.debugger.words = PromptWords(SessionEditVerb.allCases.map(\.row) + Debugger.verbs) }
    }

    /// Executes a line; if the user asks to stop it, nothing has changed.
    ///
    /// - Throws: ``HostError`` if the host can't be used.
    mutating func execute(_ line: String) throws(HostError) -> Debugger.Answer {
        let before = self
        do throws(HostError) {
            let answer = try perform(line)
            if !StopRequest.isMade { return answer }
        } catch {
            if !StopRequest.isMade { throw error }
        }
        self = before
        return .problem("stopped before the end: nothing has changed")
    }

    private mutating func perform(_ line: String) throws(HostError) -> Debugger.Answer {
        guard let typed = PromptLine(line), (try? StepReference(parsing: typed.verb)) == nil,
            let verb = (try? debugger.words.row(for: typed.verb)).flatMap({ SessionEditVerb(rawValue: $0.name) })
        else { return withNote(debugger.execute(line)) }
        do {
            return try perform(verb, String(typed.rest))
        } catch let error as HostError {
            throw error
        } catch var error as RecordingError {
            if error.code != .noSuchStep { return .unreadable(error) }
            error.path = nil  // at a prompt there is one recording
            return .problem("\(error)")
        } catch {
            return .problem("\(error)")
        }
    }

    private mutating func perform(_ verb: SessionEditVerb, _ rest: String) throws -> Debugger.Answer {
        if !rest.isEmpty, verb != .toggle { throw PromptError("too many arguments: the command is '\(verb.row.usage)'") }
        let step = rest.isEmpty ? debugger.position : try StepReference(parsing: rest).resolve(in: debugger.timeline)
        guard var session = try session ?? start?() else { return .problem("no host is named") }
        defer { self.session = session }
        let sentence = try session.perform(verb, at: step)
        debugger.follow(session.timeline)
        return .done(sentence + (session.end.map { "; " + $0 } ?? ""), debugger.here())
    }

    /// The answer, with a sentence if the step is off.
    private func withNote(_ answer: Debugger.Answer) -> Debugger.Answer {
        guard case .position(let number, _?) = answer, session?.history.off.contains(number) == true else { return answer }
        return .done("step \(number) is off", answer)
    }

    /// The current position as an answer.
    func here() -> Debugger.Answer { withNote(debugger.here()) }
}

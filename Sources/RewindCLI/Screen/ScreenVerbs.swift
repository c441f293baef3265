import RewindDebugger
import RewindRendering
import RewindReplay

/// What answers the verbs of a full screen: the same interpreter as at a prompt.
protocol ScreenVerbs {
    /// The interpreter over the recording; its position is "here".
    var debugger: Debugger { get }
    /// The steps that are switched off.
    var off: Set<Int> { get }
    /// What state a running app is in; `nil` for a recording.
    var status: String? { get }
    mutating func answer(_ line: String) -> ScreenAnswer
    /// Takes what has happened since it was asked last; `nil` if nothing did.
    mutating func drainNews() -> [String]?
    /// Ends what the verbs have begun.
    mutating func leave()
}

extension ScreenVerbs {
    var off: Set<Int> { [] }
}

struct ScreenAnswer {
    var lines: [Line] = []
    /// Whether they are short news about the place where one is now, such as which breakpoint stopped; otherwise they are rows to move in.
    var isNews = false
    /// Why the verb failed.
    private(set) var problem: Line?
    /// Whether the user wants to leave.
    private(set) var quits = false
    /// Whether the steps are others now.
    var replacesSteps = false

    /// An answer of the interpreter over a recording.
    init(_ answer: Debugger.Answer, in timeline: Timeline, source: @escaping SourceExcerpt.Finder = { _ in nil }) {
        self.init()
        let drawing = DebuggerLines(timeline: timeline, source: source)
        switch answer {
        case .quit: quits = true
        case .problem, .unreadable: problem = drawing.lines(answer).first
        // The step here, and what is displayed, are on the screen anyway.
        case .position, .displaying(.position, _): isNews = true
        case .stopped(_, _, let breakpoints), .displaying(.stopped(_, _, let breakpoints), _):
            isNews = true
            lines = breakpoints.map(DebuggerLines.stop)
        case .displays, .breakpoint:
            isNews = true
            lines = drawing.lines(answer)
        case .done(let sentence, let inner):
            self = ScreenAnswer(inner, in: timeline, source: source)
            lines.insert(Line(sentence, .strong).hanging(0), at: 0)
        case .remarked(let inner, let remark):
            self = ScreenAnswer(inner, in: timeline, source: source)
            lines.append(Line(remark.sentence, .alarm).hanging(0))
        default: lines = drawing.lines(answer)
        }
    }

    /// Whether it is one line that leads nowhere, and fits.
    func isOneLine(in columns: Int) -> Bool { lines.count == 1 && lines[0].step == nil && DisplayWidth.of(lines[0].text) <= columns }

    init(lines: [Line] = [], problem: Line? = nil) { (self.lines, self.problem) = (lines, problem) }

    /// News about the place where one is.
    init(news: [Line]) { (lines, isNews) = (news, true) }
}

extension HostedDebugger: ScreenVerbs {
    var status: String? { nil }
    var off: Set<Int> { session?.history.off ?? [] }

    mutating func answer(_ line: String) -> ScreenAnswer {
        let before = debugger.timeline
        defer { _ = StopRequest.withdraw() }
        do throws(HostError) {
            var answer = ScreenAnswer(try execute(line), in: debugger.timeline, source: debugger.source)
            answer.replacesSteps = debugger.timeline !== before
            return answer
        } catch {
            return ScreenAnswer(problem: Line("\(error)", .alarm))
        }
    }

    mutating func drainNews() -> [String]? { nil }

    mutating func leave() {}
}

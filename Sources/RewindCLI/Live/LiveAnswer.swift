import RewindDebugger
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// The result of a command at the prompt over a running app.
enum LiveAnswer {
    case recorded(Debugger.Answer)
    /// The same, with the reason why the paused app does not show the step.
    case unshown(Debugger.Answer, String)
    /// A completed action, as a sentence.
    case done(String)
    /// A value of the app's state, and the hidden parts of it.
    case value(JSONValue, hidden: [String])
    /// A completed action, and the steps that followed.
    case steps(String, [Timeline.Item], omitted: Int)
    case actions([ActionsQuestion.Row])
    /// An action as a template, with an optional remark.
    case template(JSONValue, remark: String?)
    /// A request to show steps as they happen.
    case follow(StepFilter)
    case saved(Recording)
    /// The reason why the command was refused.
    case refused(String)
    /// The reason why the app could not be asked, or a file could not be written.
    case failed(String)

    /// Whether the command failed or was refused.
    var isProblem: Bool {
        switch self {
        case .refused, .failed, .unshown: true
        case .recorded(let answer): answer.isProblem
        default: false
        }
    }

    /// What is said besides the result: what was done, or why it could not be done.
    var sentences: [String] {
        switch self {
        case .done(let sentence), .steps(let sentence, _, _), .refused(let sentence), .failed(let sentence): [sentence]
        case .unshown(_, let reason): [reason]
        case .recorded(.problem(let message, let remarks)): [message + remarks.map(\.continuation).joined()]
        case .value(_, let hidden) where !hidden.isEmpty:
            ["hidden: " + hidden.map { $0.isEmpty ? "the value itself" : $0 }.joined(separator: ", ")]
        case .template(_, let remark): [remark].compactMap(\.self)
        case .saved(let recording): recording.sealedWords
        case .recorded, .value, .actions, .follow: []
        }
    }
}

extension LiveAnswer {
    /// Draws an answer as lines.
    ///
    /// - Parameter whole: the command that shows a long value of the app in full; if set, long values are folded.
    func lines(_ drawing: DebuggerLines?, foldedWith whole: String? = nil) -> [Line] {
        let (said, result) = (sentences.map { Line($0, isProblem ? .alarm : .faint).hanging(0) }, result(drawing, foldedWith: whole))
        return if case .steps = self { said + result } else { result + said }
    }

    /// Draws the result alone.
    func result(_ drawing: DebuggerLines?, foldedWith whole: String? = nil) -> [Line] {
        switch self {
        case .recorded(.problem), .done, .saved, .refused, .failed, .follow: return []
        case .recorded(let answer), .unshown(let answer, _): return drawing?.lines(answer) ?? []
        case .value(let value, _): return ValueLines.lines(value, whole: whole)
        case .steps(_, let items, let omitted):
            let ending = drawing?.timeline.recording.manifest.ending ?? Ending(.recording)
            let more = omitted == 0 ? [] : [Line("\(omitted) more; 'list' shows them", .faint)]
            return items.map { StepRow.line($0, ending: ending) } + more
        case .actions(let rows):
            return rows.isEmpty
                ? [Line("no action was recorded so far that could be dispatched again", .faint)] : Self.table(of: rows)
        case .template(let action, _): return ValueLines(action).lines
        }
    }

    /// A table of action types, each with the last action of that type, as far as it fits.
    private static func table(of actions: [ActionsQuestion.Row]) -> [Line] {
        func name(_ row: ActionsQuestion.Row) -> String { row.type + (row.store.map { " in \($0)" } ?? "") }
        let width = min(36, actions.map { DisplayWidth.of(name($0)) }.max() ?? 0)
        func row(_ type: Line, _ count: String, _ last: String, _ ink: Line.Ink) -> Line {
            var row = type + Line("  " + DisplayWidth.aligned(count, to: "COUNT".count) + "  ", .faint)
            let width = DisplayWidth.of(TerminalText.escaped(last))
            row.add(last, ink, width: width, widest: width, columnsBeside: DisplayWidth.of(row.text))
            return row
        }
        let header = row(Line(DisplayWidth.padded("TYPE", to: width), .faint), "COUNT", "LAST ('actions TYPE' shows all of it)", .faint)
        return [header]
            + actions.map {
                row(Line(DisplayWidth.padded(name($0), to: width), .name), "\($0.count)", $0.last?.action?.jsonText ?? "", .plain)
            }
    }

    /// The answer as JSON values, one a row; `nil` for an answer that only has lines.
    var json: [JSONValue]? {
        switch self {
        case .value(let value, _): [value]
        case .recorded(let answer): answer.json
        case .template(let action, _): [action]
        case .actions(let rows): rows.map(\.json)
        case .steps(_, let items, _): items.map { $0.json(ending: Ending(.recording)) }
        default: nil
        }
    }
}

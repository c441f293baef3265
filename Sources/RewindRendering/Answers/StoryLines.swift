import RewindFormat
import RewindReplay
import RewindValue

/// The events that led to a crash, as lines: the steps that caused it, the steps since then, and their changes.
package struct StoryLines {
    private let story: CrashStory
    private let ending: Ending
    /// The recording's name in commands.
    private let file: String?
    private let app: String?
    /// Whether the command has to name the app's host.
    private let namesHost: Bool

    init(_ row: CrashQuestion.Row, file: String?, namesHost: Bool = true) {
        (story, ending, app, self.file, self.namesHost) = (row.story, row.ending, row.app, file?.shellQuoted, namesHost)
    }

    /// The events in plain words, for people who know no code; `nil` if no step is known.
    package var sentence: String? {
        let end =
            switch ending.how {
            case .crashed: "crashed"
            case .killed: "was killed"
            case .exited: "exited"
            default: "died"
            }
        func name(_ step: Step) -> String { "\(step.type) (step \(step.number))" }
        let steps = story.between.compactMap { if case .step(let step) = $0 { step } else { nil } }
        guard let step = story.step else {
            return steps.last.map { "\(app ?? "The app") \(end). It had handled its last action, \(name($0))" }
        }
        func wait(since earlier: Step) -> String? {
            guard let from = earlier.time, let to = step.time, to > from else { return nil }
            return TimeText.duration(to - from)
        }
        guard let cause = story.causes.last else {
            let before = steps.last.map { last in
                ", " + (wait(since: last).map { "\($0) after" } ?? "right after") + " \(name(last))"
            }
            return "\(app ?? "The app") \(end) while it handled \(name(step))" + (before ?? "")
        }
        let types = steps.reduce(into: [String]()) { if !$0.contains($1.type) { $0.append($1.type) } }
        let listed =
            types.count > 3 ? "\(types.prefix(2).joined(separator: ", ")) and \(types.count - 2) more" : types.joined(separator: " and ")
        let meanwhile = types.isEmpty ? "" : ". While that ran, \(listed) happened"
        let later = wait(since: cause).map { "\($0) after it began" } ?? "Right after it began"
        let result = "\(later), the work was done, and \(app ?? "the app") \(end) while it handled the result, \(name(step))"
        return "\(name(cause)) started some work\(meanwhile). \(result)"
    }

    /// The command that makes the crash happen again, with `HOST` where it takes the command of the app's host; `nil` if the step can't be
    /// reduced again.
    package var again: String? {
        guard story.isReplayable, let file else { return nil }
        return "rewind reproduce \(file)" + (namesHost ? " --host HOST" : "")
    }

    /// The maximum numbers of step rows and change lines; the rest is counted.
    private static let rowLimit = 12, changeLimit = 16
    /// The maximum numbers of characters of an action, a member or a change, and of members.
    private static let actionLimit = 200, memberLimit = 12

    /// All lines: the steps, the action, and the changes.
    package var lines: [Line] {
        var lines = steps
        if !action.isEmpty { lines += [Line(), Line("the action", .strong)] + action }
        if !changes.isEmpty { lines += [Line(), Line(changesTitle, .strong)] + changes }
        return lines
    }

    /// The steps that caused the crash, the steps since then, and the step in which the process ended; the last steps if it ended in none.
    package var steps: [Line] {
        let rows = StepFolds.rows(story.between, ending: ending)
        func lines(_ rows: some Sequence<StepFolds.Row>) -> [Line] { rows.map { $0.line(ending: ending) } }
        guard let step = story.step else { return rows.isEmpty ? [] : [Line("the last steps", .strong)] + lines(rows) }
        let cut = rows.dropLast(Self.rowLimit).reduce(story.omitted) { $0 + $1.count }
        let causes = story.causes.enumerated().flatMap { index, step in
            [StepRow(step, ending: ending).line] + (index == story.causes.count - 1 ? [] : [Self.more])
        }
        return [StepRow.header] + causes + (cut > 0 ? [Line("     … \(cut) \(cut == 1 ? "step" : "steps")", .faint)] : [])
            + lines(rows.suffix(Self.rowLimit)) + [StepRow(step, ending: ending).line]
    }

    private static let more = Line("     …", .faint)

    /// The action of the step: in one line, or the members of its innermost case in one line each, if they are short.
    package var action: [Line] { story.step.map(Self.action) ?? [] }

    /// The same for any step.
    static func action(of step: Step) -> [Line] {
        guard let action = step.action else { return [] }
        if !PatchText.isLong(action, actionLimit) { return [Line("  " + action.jsonText).hanging(4)] }
        var (value, names) = (action, JSONPointer.root)
        while case .object(let object) = value, object.count == 1, let member = object.first {
            (value, names) = (member.value, names.appending(member.key))
        }
        func line(_ indent: String, _ name: String, _ value: JSONValue) -> Line {
            (Line(indent) + Line(name, .name) + Line(" = " + PatchText.brief(value, actionLimit))).hanging(indent.count + 2)
        }
        guard case .object(let object) = value else { return [line("  ", names.description, value)] }
        let members = object.prefix(memberLimit).map { line("    ", DiffLines.key($0.key), $0.value) }
        let rest = object.count - members.count
        return [Line("  \(names)", .name)] + members + (rest > 0 ? [Line("    … \(rest) more", .faint)] : [])
    }

    package var changesTitle: String { "what changed between step \(story.changedSince) and step \(to)" }

    private var to: Int { story.step?.number ?? 0 }

    /// The changes since the step that caused the crash; without one, those of the last steps before it.
    package var changes: [Line] {
        guard let change = story.change, !change.isEmpty else { return [] }
        let lines = DiffLines(change).lines.map { $0.cut(to: Self.actionLimit) }
        let rest = lines.count - Self.changeLimit
        let command = file.map { ": rewind diff \($0) \(story.changedSince) \(to - 1)" } ?? ""
        let more = rest > 1 ? [Line("  … \(rest) more lines\(command)", .faint)] : []
        return Array(rest > 1 ? lines.prefix(Self.changeLimit) : lines[...]) + more
    }
}
